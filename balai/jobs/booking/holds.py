"""Deletes expired holds, so that open pages show the places as free and the waiting list gets them.

Bookings need no job for this: each writer deletes what has expired before it counts.
"""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

END = "select public.end_holds()"

log = structlog.get_logger("balai.jobs.booking.holds")


async def end_holds(pool: Pool) -> bool:
    """Delete all that have expired. Always False: none is left."""
    async with as_owner(pool) as conn:
        count = await conn.fetchval(END)
    if count:
        log.info("holds_ended", count=count)
    return False
