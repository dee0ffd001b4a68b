"""Deletes uploads that no content refers to. The database function `remove_unused_uploads` decides which."""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

BATCH = 50
REMOVE = "select public.remove_unused_uploads($1)"

log = structlog.get_logger("balai.jobs.unused_uploads")


async def remove_unused_uploads(pool: Pool) -> bool:
    """Check the uploads that are due. True when more may be due."""
    checked = 0
    # One upload a statement: it is searched for in every text with a file. With 200,000 such texts, fifty uploads would
    # exceed the statement timeout of one minute.
    while checked < BATCH and await _check_next(pool):
        checked += 1
    if checked:
        log.info("unused_uploads_checked", count=checked)
    return checked == BATCH


async def _check_next(pool: Pool) -> bool:
    async with as_owner(pool) as conn:
        return bool(await conn.fetchval(REMOVE, 1))
