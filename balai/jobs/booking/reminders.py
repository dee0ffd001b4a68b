"""Queues the reminders and last messages of bookings that are due.

A due row becomes an entry of the outbox in one transaction, so each is sent once however often a worker is killed. Rows
that would come too late, after an outage for example, are dropped.
"""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner

BATCH = 100
QUEUE = "select public.queue_due_reminders($1)"

log = structlog.get_logger("balai.jobs.booking.reminders")


async def queue_reminders(pool: Pool) -> bool:
    """Queue one batch. True when more may be due."""
    async with as_owner(pool) as conn:
        count = await conn.fetchval(QUEUE, BATCH)
    if count:
        log.info("reminders_due", count=count)
    return bool(count == BATCH)
