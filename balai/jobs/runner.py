"""Runs the jobs inside each worker.

A notice from the database wakes them at the commit that gave them work; they also look by themselves, so a lost notice
costs time and no mail. Several workers share the work by skipping rows that another holds: no leader, no queue server,
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
from balai.jobs.account_deletions import carry_out_departures
from balai.jobs.booking_emails import queue_booking_mails
from balai.jobs.bot_check_emails import queue_proof_mails
from balai.jobs.cleanup import tidy
from balai.jobs.contact_emails import queue_message_mails
from balai.jobs.message_delivery import deliver_mail, deliver_texts
from balai.jobs.unused_uploads import remove_unused_uploads
from balai.messaging.email_sender import Mailer
from balai.messaging.sms_sender import SmsSender
from balai.settings import Settings

Job: TypeAlias = Callable[[], Awaitable[bool]]
LOOK_EVERY = timedelta(seconds=20)
TIDY_EVERY = timedelta(hours=1)
CLEAN_EVERY = timedelta(minutes=10)
RECONNECT_AFTER = timedelta(seconds=2)

log = structlog.get_logger("balai.jobs")


class Work(msgspec.Struct, frozen=True):
    """A job: its name, what wakes it, how often it looks by itself. It answers whether there is more to do at once."""

    name: str
    run: Job
    every: timedelta
    channel: str = ""


@asynccontextmanager
async def start_jobs(
    pool: Pool, settings: Settings, mailer: Mailer, texter: SmsSender | None = None, blobs: Blobs | None = None
) -> AsyncIterator[None]:
    """Run every job for as long as the block lasts."""
    works = [
        Work("mail", lambda: deliver_mail(pool, mailer), LOOK_EVERY, "balai_mail"),
        Work("booking_mails", lambda: queue_booking_mails(pool, mailer, settings), LOOK_EVERY, "balai_outbox"),
        Work("proof_mails", lambda: queue_proof_mails(pool, mailer), LOOK_EVERY, "balai_bot_check_codes"),
        Work("message_mails", lambda: queue_message_mails(pool, mailer, settings), LOOK_EVERY, "balai_outbox"),
        Work("unused_uploads", lambda: remove_unused_uploads(pool), TIDY_EVERY),
        Work("departures", lambda: carry_out_departures(pool), TIDY_EVERY),
        Work("tidying", lambda: tidy(pool), TIDY_EVERY),
    ]
    if blobs is not None:
        works.append(Work("loose_versions", lambda: clean(pool, blobs), CLEAN_EVERY))
    if texter is not None:
        works.append(Work("texts", lambda: deliver_texts(pool, texter), LOOK_EVERY, "balai_mail"))
    bells = {work.name: asyncio.Event() for work in works if work.channel}
    channels: dict[str, list[asyncio.Event]] = {}
    for work in works:
        if work.channel:
            channels.setdefault(work.channel, []).append(bells[work.name])
    tasks = [asyncio.create_task(_keep(work, bells.get(work.name)), name=f"job:{work.name}") for work in works]
    tasks.append(asyncio.create_task(_listen(pool, channels), name="job:listen"))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _keep(work: Work, bell: asyncio.Event | None) -> None:
    """Run one job again and again; a failure is logged and costs one round."""
    while True:
        if bell is not None:
            bell.clear()
        try:
            has_more = await work.run()
        except Exception:
            # Also what nobody foresaw: the next round may go well, and nobody would start this job again.
            log.exception("job_failed", job=work.name)
            has_more = False
        if not has_more:
            await _rest(bell, work.every)


async def _rest(bell: asyncio.Event | None, span: timedelta) -> None:
    if bell is None:
        await asyncio.sleep(span.total_seconds())
        return
    try:
        async with asyncio.timeout(span.total_seconds()):
            await bell.wait()
    except TimeoutError:
        return


async def _listen(pool: Pool, channels: dict[str, list[asyncio.Event]]) -> None:
    """Ring the bells of a channel at each notice on it; reconnect when the connection is lost."""

    def ring(_connection: object, _pid: int, channel: str, _payload: object) -> None:
        for bell in channels[channel]:
            bell.set()

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
