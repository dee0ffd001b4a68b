"""Removes uploads that nobody uses any more; which those are, the database knows (migration 0085)."""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

BATCH = 50
HAS_FUNCTION = "select to_regprocedure('public.remove_unused_uploads(integer)') is not null"
REMOVE = "select public.remove_unused_uploads($1)"

log = structlog.get_logger("balai.jobs.unused_uploads")


async def remove_unused_uploads(pool: Pool) -> bool:
    """Look after those whose turn it is. True when more may be waiting."""
    async with as_owner(pool) as conn:
        if not await conn.fetchval(HAS_FUNCTION):
            return False
        looked: int = await conn.fetchval(REMOVE, BATCH)
    if looked:
        log.info("uploads_looked_after", count=looked)
    return looked == BATCH
