"""Fetches covers, logos and profile pictures that an earlier version stored with addresses on other hosts.

Version 0216 of the schema removed those addresses from the rows and noted them in `picture_imports`. A picture that
cannot be fetched in five attempts over a day is given up; so is one whose place has got another picture meanwhile.
"""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.site.pictures.fetcher import PictureFetcher
from balai.site.pictures.uploads import Bucket, UploadRefused

MAX_ATTEMPTS = 5
# Claimed by moving its next attempt: another worker does not take it while this one fetches.
CLAIM = """
update public.picture_imports set attempts = attempts + 1, due_at = now() + attempts * attempts * interval '1 hour'
  + interval '10 minutes'
where id = (select id from public.picture_imports where due_at <= now() order by due_at limit 1 for update skip locked)
returning id, place, row_id, url, attempts
"""
FINISH = "delete from public.picture_imports where id = $1"
PLACE = {
    "profile": "update public.profiles set picture_url = $1 where id = $2 and picture_url is null",
    "cover": "update public.articles set cover_url = $1 where id = $2 and cover_url is null",
    "logo": "update public.site_settings set logo_url = $1 where $2::uuid is null and logo_url is null",
}

log = structlog.get_logger("balai.jobs.picture_imports")


async def import_pictures(pool: Pool, fetcher: PictureFetcher, service_key: str) -> bool:
    """Fetch the picture that is due first. True when more may be due."""
    async with as_owner(pool) as conn:
        wanted = await conn.fetchrow(CLAIM)
    if wanted is None:
        return False
    folder = str(wanted["row_id"] or "site")
    bucket: Bucket = "text-pictures" if wanted["place"] == "cover" else "pictures"
    try:
        address = await fetcher.store(wanted["url"], folder=folder, token=service_key, bucket=bucket)
    except UploadRefused as error:
        log.info("picture_not_imported", url=wanted["url"], reason=error.reason, attempts=wanted["attempts"])
        if error.reason in ("kind", "too_large") or wanted["attempts"] >= MAX_ATTEMPTS:
            await pool.execute(FINISH, wanted["id"])
        return True
    async with as_owner(pool) as conn:
        await conn.execute(PLACE[wanted["place"]], address, wanted["row_id"])
        await conn.execute(FINISH, wanted["id"])
    return True
