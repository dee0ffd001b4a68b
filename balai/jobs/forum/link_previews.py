"""Fetches the previews of links that stand alone on a line of a post, a reply or an article.

A reader's browser never contacts the host of a link: title, description and picture are stored here, for 30 days, then
fetched again as long as a text shows them. A page that cannot be read is tried three times over a day; the text shows
the plain link.
"""

import asyncio

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.http.client import OutgoingHttpClient, RequestFailed
from balai.site.pictures.fetcher import PictureFetcher
from balai.site.pictures.page_facts import PageFacts, read_page
from balai.site.pictures.uploads import Bucket, UploadRefused

# The head of a page; those of video hosts come after 600 kB of scripts.
MAX_BYTES = 1_000_000
MAX_ATTEMPTS = 3
ACCEPT = "text/html,application/xhtml+xml"
BUCKET: Bucket = "text-pictures"
STORED = f"/storage/v1/object/authenticated/{BUCKET}/"
# Claimed by moving its next attempt: another worker does not take it while this one fetches.
CLAIM = """
update public.link_previews set attempts = attempts + 1, due_at = now() + attempts * interval '6 hours'
  + interval '10 minutes'
where id = (select id from public.link_previews where due_at <= now() order by due_at limit 1 for update skip locked)
returning id, url, attempts
"""
FINISH = """
update public.link_previews set title = $2, description = $3, picture = $4, attempts = 0, fetched_at = now(),
  due_at = now() + interval '30 days'
where id = $1
"""
# The previous preview is outdated as well.
GIVE_UP = """
update public.link_previews set title = null, description = '', picture = null, attempts = 0, fetched_at = now(),
  due_at = now() + interval '30 days'
where id = $1
"""

log = structlog.get_logger("balai.jobs.forum.link_previews")


async def fetch_link_previews(
    pool: Pool, outgoing: OutgoingHttpClient, pictures: PictureFetcher, service_key: str, user_agent: str
) -> bool:
    """Fetch the preview that is due first. True when more may be due."""
    async with as_owner(pool) as conn:
        wanted = await conn.fetchrow(CLAIM)
    if wanted is None:
        return False
    facts = await _read(outgoing, wanted["url"], user_agent)
    if facts is None:
        # Not the address: it may be the key to a document.
        log.info("link_without_preview", link=wanted["id"], attempts=wanted["attempts"])
        if wanted["attempts"] >= MAX_ATTEMPTS:
            async with as_owner(pool) as conn:
                await conn.execute(GIVE_UP, wanted["id"])
        return True
    picture = await _store(pictures, facts, service_key)
    async with as_owner(pool) as conn:
        await conn.execute(FINISH, wanted["id"], facts.title, facts.description, picture)
    return True


async def _read(outgoing: OutgoingHttpClient, url: str, user_agent: str) -> PageFacts | None:
    try:
        body = await outgoing.download(url, max_bytes=MAX_BYTES, accept=ACCEPT, is_cut=True, user_agent=user_agent)
    except RequestFailed:
        return None
    # In a thread: a hostile page takes up to a second.
    return await asyncio.to_thread(read_page, body, url)


async def _store(pictures: PictureFetcher, facts: PageFacts, service_key: str) -> str | None:
    if facts.picture is None:
        return None
    try:
        address = await pictures.store(facts.picture, folder="previews", token=service_key, bucket=BUCKET)
    except UploadRefused:
        return None
    return address.removeprefix(STORED)
