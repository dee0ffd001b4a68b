"""Locks, unlocks and unpins topics whose timers are due, and reminds members of their bookmarks."""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

# One worker of all nodes at a time.
APPLY = "select case when pg_try_advisory_xact_lock(7236831250) then public.apply_topic_timers() else 0 end"

REMIND = "select case when pg_try_advisory_xact_lock(7236831251) then public.remind_of_bookmarks($1) else 0 end"
# Cases of the desk that are not claimed in time: all moderators of the area get a notice.
ESCALATE = "select case when pg_try_advisory_xact_lock(7236831254) then public.escalate_cases() else 0 end"
BATCH = 100

log = structlog.get_logger("balai.jobs.forum")


async def apply_topic_timers(pool: Pool) -> bool:
    """Apply what is due. Never more at once: the next run is soon."""
    async with as_owner(pool) as conn:
        count = await conn.fetchval(APPLY)
        await conn.fetchval(ESCALATE)
    if count:
        log.info("topic_timers_applied", count=count)
    return False


async def remind_of_bookmarks(pool: Pool) -> bool:
    """Remind of one batch of bookmarks that are due. True when there may be more."""
    async with as_owner(pool) as conn:
        count = await conn.fetchval(REMIND, BATCH)
    if count:
        log.info("bookmark_reminders_given", count=count)
    return bool(count == BATCH)
