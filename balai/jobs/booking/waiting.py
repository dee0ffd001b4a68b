"""Ends requests and offers of waiting lists without an answer in time.

Each run is one transaction: what ends, its message and the offer to the next party are committed together, so a killed
worker leaves nothing half done and nothing twice.
"""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

BATCH = 50
END = "select public.end_overdue_waiting($1)"

log = structlog.get_logger("balai.jobs.booking.waiting")


async def end_overdue_waiting(pool: Pool) -> bool:
    """End one batch. True when more may be due."""
    async with as_owner(pool) as conn:
        count = await conn.fetchval(END, BATCH)
    if count:
        log.info("waiting_ended", count=count)
    return bool(count == BATCH)
