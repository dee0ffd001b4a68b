"""Runs the jobs inside each worker.

A notice from the database wakes them at the commit that gave them job; they also look by themselves, so a lost notice
costs time and no mail. Several workers share the job by skipping rows that another holds: no leader, no queue server,
and a worker that dies leaves nothing locked.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TypeAlias

import asyncpg
import msgspec
import structlog

from balai.backend.storage.blobs.interface import Blobs
from balai.backend.storage.blobs.versions import clean
from balai.database.pool import Pool
from balai.jobs.account_deletions import delete_due_accounts
from balai.jobs.booking_emails import queue_booking_emails
from balai.jobs.bot_check_emails import queue_bot_check_emails
from balai.jobs.cleanup import clean_up
from balai.jobs.contact_emails import queue_contact_emails
from balai.jobs.message_delivery import deliver_emails, deliver_sms
from balai.jobs.unused_uploads import remove_unused_uploads
from balai.messaging.email_sender import Mailer
from balai.messaging.sms_sender import SmsSender
from balai.settings import Settings

RunJob: TypeAlias = Callable[[], Awaitable[bool]]
POLL_INTERVAL = timedelta(seconds=20)
CLEANUP_INTERVAL = timedelta(hours=1)
BLOB_CLEANUP_INTERVAL = timedelta(minutes=10)
RECONNECT_AFTER = timedelta(seconds=2)

log = structlog.get_logger("balai.jobs")


class Job(msgspec.Struct, frozen=True):
    """A job: its name, what wakes it, how often it looks by itself. It answers whether there is more to do at once."""

    name: str
    run: RunJob
    every: timedelta
    channel: str = ""


@asynccontextmanager
async def start_jobs(
    pool: Pool, settings: Settings, mailer: Mailer, sms_sender: SmsSender | None = None, blobs: Blobs | None = None
) -> AsyncIterator[None]:
    """Run every job for as long as the block lasts."""
    jobs = [
        Job("email", lambda: deliver_emails(pool, mailer), POLL_INTERVAL, "balai_mail"),
        Job("booking_emails", lambda: queue_booking_emails(pool, mailer, settings), POLL_INTERVAL, "balai_outbox"),
        Job("bot_check_emails", lambda: queue_bot_check_emails(pool, mailer), POLL_INTERVAL, "balai_bot_check_codes"),
        Job("contact_emails", lambda: queue_contact_emails(pool, mailer, settings), POLL_INTERVAL, "balai_outbox"),
        Job("unused_uploads", lambda: remove_unused_uploads(pool), CLEANUP_INTERVAL),
        Job("account_deletions", lambda: delete_due_accounts(pool), CLEANUP_INTERVAL),
        Job("cleanup", lambda: clean_up(pool), CLEANUP_INTERVAL),
    ]
    if blobs is not None:
        jobs.append(Job("unreferenced_blobs", lambda: clean(pool, blobs), BLOB_CLEANUP_INTERVAL))
    if sms_sender is not None:
        jobs.append(Job("sms", lambda: deliver_sms(pool, sms_sender), POLL_INTERVAL, "balai_mail"))
    wakeups = {job.name: asyncio.Event() for job in jobs if job.channel}
    channels: dict[str, list[asyncio.Event]] = {}
    for job in jobs:
        if job.channel:
            channels.setdefault(job.channel, []).append(wakeups[job.name])
    tasks = [asyncio.create_task(_run_forever(job, wakeups.get(job.name)), name=f"job:{job.name}") for job in jobs]
    tasks.append(asyncio.create_task(_listen(pool, channels), name="job:listen"))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _run_forever(job: Job, wakeup: asyncio.Event | None) -> None:
    """Run one job again and again; a failure is logged and costs one round."""
    while True:
        if wakeup is not None:
            wakeup.clear()
        try:
            has_more = await job.run()
        except Exception:
            # Also what nobody foresaw: the next round may go well, and nobody would start this job again.
            log.exception("job_failed", job=job.name)
            has_more = False
        if not has_more:
            await _wait(wakeup, job.every)


async def _wait(wakeup: asyncio.Event | None, interval: timedelta) -> None:
    if wakeup is None:
        await asyncio.sleep(interval.total_seconds())
        return
    try:
        async with asyncio.timeout(interval.total_seconds()):
            await wakeup.wait()
    except TimeoutError:
        return


async def _listen(pool: Pool, channels: dict[str, list[asyncio.Event]]) -> None:
    """Ring the wakeups of a channel at each notice on it; reconnect when the connection is lost."""

    def ring(_connection: object, _pid: int, channel: str, _payload: object) -> None:
        for wakeup in channels[channel]:
            wakeup.set()

    while True:
        try:
            async with pool.acquire() as connection:
                gone = asyncio.Event()
                connection.add_termination_listener(lambda _connection, gone=gone: gone.set())
                try:
                    for channel in channels:
                        await connection.add_listener(channel, ring)
                        ring(connection, 0, channel, "")
                    await gone.wait()
                finally:
                    if not connection.is_closed():
                        # The pool does not reset connections, so the subscriptions are taken back here.
                        for channel in channels:
                            await connection.remove_listener(channel, ring)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            log.warning("job_listener_lost", exc_info=True)
        await asyncio.sleep(RECONNECT_AFTER.total_seconds())
