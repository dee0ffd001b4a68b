"""Locks, unlocks and unpins topics whose timers are due."""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

# One worker of all nodes at a time.
APPLY = "select case when pg_try_advisory_xact_lock(7236831250) then public.apply_topic_timers() else 0 end"

log = structlog.get_logger("balai.jobs.topic_timers")


async def apply_topic_timers(pool: Pool) -> bool:
    """Apply what is due. Never more at once: the next run is soon."""
    async with as_owner(pool) as conn:
        count = await conn.fetchval(APPLY)
    if count:
        log.info("topic_timers_applied", count=count)
    return False
