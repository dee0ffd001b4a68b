"""Writes search entries of older rules again, after an upgrade that changed how texts are split into words.

A batch updates its rows in place: searches read the old version until the commit, and only a save of one of these texts
waits for it.
"""

import asyncio

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

BATCH = 20
# Leaves two thirds of one core to requests: a batch takes about 0.1 s.
PAUSE_S = 0.2
# One worker of all nodes at a time; the others find nothing to do.
REFRESH = """
select case when pg_try_advisory_xact_lock(7236831240) then search.refresh_outdated($1) else 0 end
"""

log = structlog.get_logger("balai.jobs.search_index")


async def refresh_search_entries(pool: Pool) -> bool:
    """Refresh one batch of outdated entries. True when there may be more."""
    async with as_owner(pool) as conn:
        count = await conn.fetchval(REFRESH, BATCH)
    if count:
        log.debug("search_entries_refreshed", count=count)
        await asyncio.sleep(PAUSE_S)
    return bool(count)
