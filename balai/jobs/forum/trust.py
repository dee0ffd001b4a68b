"""Computes trust levels once a day for each member who reads, in batches."""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

# One worker of all nodes at a time.
COMPUTE = "select case when pg_try_advisory_xact_lock(7236831252) then public.compute_trust_levels($1) else 0 end"
BATCH = 200

log = structlog.get_logger("balai.jobs.forum")


async def compute_trust_levels(pool: Pool) -> bool:
    """Compute one batch. True when there may be more."""
    async with as_owner(pool) as conn:
        count = await conn.fetchval(COMPUTE, BATCH)
    if count:
        log.info("trust_levels_computed", count=count)
    return bool(count == BATCH)
