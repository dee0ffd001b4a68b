"""Reminds staff of requests about data that are due soon, and erases the texts of old ones."""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

# One worker of all nodes at a time. A row says that it was done, so a restart repeats nothing.
REMIND = "select case when pg_try_advisory_xact_lock(7236831262) then public.remind_of_privacy_requests($1) else 0 end"
ERASE = "select public.erase_old_privacy_requests($1)"
BATCH = 100

log = structlog.get_logger("balai.jobs.people")


async def follow_privacy_requests(pool: Pool) -> bool:
    """Remind of one batch and erase one batch. True when there may be more."""
    async with as_owner(pool) as conn:
        reminded = await conn.fetchval(REMIND, BATCH)
        erased = await conn.fetchval(ERASE, BATCH)
    if reminded or erased:
        log.info("privacy_requests_followed", reminded=reminded, erased=erased)
    return BATCH in (reminded, erased)
