"""Deletes the private threads of sessions whose days are over. They are closed to their readers from that moment on."""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

BATCH = 20
# One worker of all nodes at a time.
DELETE = "select case when pg_try_advisory_xact_lock(7236831253) then public.delete_ended_threads($1) else 0 end"

log = structlog.get_logger("balai.jobs.booking.threads")


async def delete_ended_threads(pool: Pool) -> bool:
    """Delete one batch. True when there may be more."""
    async with as_owner(pool) as conn:
        count = await conn.fetchval(DELETE, BATCH)
    if count:
        log.info("session_threads_deleted", count=count)
    return bool(count == BATCH)
