"""Emails the notice of an incident to the people whose data it concerns, reminds administrators of the time by which
the authority has to be notified, and erases old lists.

A batch is marked and its emails are queued in one transaction, so each person gets one however often a worker is
killed. While emails of earlier batches wait, no further one is queued: codes for signing in do not wait behind them.
"""

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.messaging.email_sender import Mailer
from balai.messaging.queue import OutgoingMessage
from balai.settings import Settings

BATCH = 100
ERASED = 1000
COUNT_WAITING = """
  select count(*) from mailbox.queue where kind = 'data_incident' and sent_at is null and given_up_at is null
"""
TAKE = "select * from public.take_incident_batch($1)"
REMIND = "select public.remind_of_incidents()"
ERASE = "select public.erase_old_incidents($1)"

log = structlog.get_logger("balai.jobs.people")


async def queue_incident_notices(pool: Pool, mailer: Mailer, settings: Settings) -> bool:
    """Queue one batch. True when more may be due."""
    async with as_owner(pool) as conn:
        if await conn.fetchval(COUNT_WAITING) > BATCH:
            return False
        rows = await conn.fetch(TAKE, BATCH)
        for row in rows:
            if row["email"] is None:
                continue
            variables = {
                "own_subject": row["subject"],
                "own_body": row["body"],
                "url": f"{settings.site_url}/{row['language']}/contact",
            }
            await mailer.queue(conn, OutgoingMessage("data_incident", row["email"], row["language"], variables))
    if rows:
        log.info("incident_notices_queued", people=len(rows))
    return len(rows) == BATCH


async def follow_incidents(pool: Pool) -> bool:
    """Remind administrators, and erase the names of one batch of people. True when more may be due."""
    async with as_owner(pool) as conn:
        reminded = await conn.fetchval(REMIND)
        erased = await conn.fetchval(ERASE, ERASED)
    if reminded or erased:
        log.info("incidents_followed", reminded=reminded, erased=erased)
    return bool(erased == ERASED)
