"""Removes uploads that nothing refers to any more. The schema decides which those are (schema/site/uploads/)."""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

BATCH = 50
HAS_FUNCTION = "select to_regprocedure('public.remove_unused_uploads(integer)') is not null"
REMOVE = "select public.remove_unused_uploads($1)"

log = structlog.get_logger("balai.jobs.unused_uploads")


async def remove_unused_uploads(pool: Pool) -> bool:
    """Look after those whose turn it is. True when more may be waiting."""
    if not await pool.fetchval(HAS_FUNCTION):
        return False
    looked = 0
    # Each by itself: it is looked for in every text with a file in it, and fifty would not be done within a statement's
    # minute in a hall of 200,000 such texts.
    while looked < BATCH and await _look_after_next(pool):
        looked += 1
    if looked:
        log.info("uploads_looked_after", count=looked)
    return looked == BATCH


async def _look_after_next(pool: Pool) -> bool:
    async with as_owner(pool) as conn:
        return bool(await conn.fetchval(REMOVE, 1))
