"""Computes the stored free times of services that have run out with time.

Changes of bookings and services compute them at their commit; pages compute what is not stored. So this job saves time
and changes no answer.
"""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

REFRESH = "select public.refresh_free_times()"

log = structlog.get_logger("balai.jobs.free_times")


async def refresh_free_times(pool: Pool) -> bool:
    """Refresh all of them. Services that another worker refreshes are skipped."""
    async with as_owner(pool) as conn:
        count = await conn.fetchval(REFRESH)
    if count:
        log.debug("free_times_refreshed", count=count)
    return False
