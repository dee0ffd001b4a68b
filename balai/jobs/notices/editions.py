"""Emails new articles to those who asked for them, and the links that confirm the requests of guests.

An edition is queued in batches, one every ten seconds. A batch and the place where the next one begins are committed
together, so each recipient gets one email however often a worker is killed. While emails of earlier batches wait, for
the provider or for the daily limit, no further one is queued. The text is the article's in the language of the
recipient, or its source; the words around it are in the language of the recipient.
"""

from datetime import timedelta
from urllib.parse import quote

import asyncpg
import msgspec

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.email_sender import Mailer
from balai.messaging.notices.listing import MAX_TEXT, NEWS_VARIABLE, News, NewsItem
from balai.messaging.queue import OutgoingMessage
from balai.settings import Settings

BATCH_INTERVAL = timedelta(seconds=10)
CONFIRMATIONS = 20
LINK_MINUTES = 2 * 24 * 60
TAKE_REQUESTS = """
  update public.newsletter_requests as r set mailed_at = clock_timestamp()
  where r.link in (
    select w.link from public.newsletter_requests as w where w.mailed_at is null
    order by w.created_at limit $1 for update skip locked)
  returning r.link, r.email, r.language::text as language
"""
COUNT_WAITING = """
  select count(*) from mailbox.queue where kind = 'edition' and sent_at is null and given_up_at is null
"""
TAKE_RECIPIENTS = "select * from public.take_edition_batch($1, $2)"


async def queue_confirmations(pool: Pool, mailer: Mailer, settings: Settings) -> bool:
    """Queue the emails with which guests confirm their addresses. True when more may be due."""
    async with as_owner(pool) as conn:
        rows = await conn.fetch(TAKE_REQUESTS, CONFIRMATIONS)
        for row in rows:
            url = f"{settings.site_url}/{row['language']}/newsletter?link={row['link']}"
            variables = {"url": url, "link_minutes": str(LINK_MINUTES)}
            await mailer.queue(conn, OutgoingMessage("newsletter", row["email"], row["language"], variables))
    return len(rows) == CONFIRMATIONS


async def queue_editions(pool: Pool, mailer: Mailer, settings: Settings) -> bool:
    """Queue one batch. False: the next one is due after the interval."""
    size = max(1, settings.newsletter_per_minute * BATCH_INTERVAL.seconds // 60)
    async with as_owner(pool) as conn:
        if await conn.fetchval(COUNT_WAITING) > size:
            return False
        # A little less than the interval, so that the next run is not a moment too early.
        rows = await conn.fetch(TAKE_RECIPIENTS, size, BATCH_INTERVAL * 0.9)
        for row in rows:
            await mailer.queue(conn, _compose(row, settings))
    return False


def _compose(row: asyncpg.Record, settings: Settings) -> OutgoingMessage:
    item = NewsItem("new_article", f"/blog/{quote(row['slug'])}", title=row["title"], text=_excerpt(row))
    stop = str(row["link"])
    news = News(site_url=settings.site_url, items=(item,), kind="edition", stop=stop, is_member=bool(row["member_id"]))
    variables = {NEWS_VARIABLE: msgspec.json.encode(news).decode(), "edition": str(row["article_id"])}
    return OutgoingMessage("edition", row["email"], row["language"], variables, user_id=row["member_id"])


def _excerpt(row: asyncpg.Record) -> str:
    """The summary and the first paragraphs; a short article whole."""
    paragraphs = [line.strip() for line in row["body"].split("\n") if line.strip()]
    text = "\n\n".join([row["summary"].strip(), *paragraphs] if row["summary"].strip() else paragraphs)
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1].rstrip() + "…"
