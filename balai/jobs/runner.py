"""Runs the background jobs inside each worker.

A notification at commit wakes the jobs that it concerns. Each job also polls, so that a lost notification costs time
but no message. Workers share the work with `for update skip locked`: there is no leader and no queue server, and a
worker that is killed leaves no row locked.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TypeAlias

import msgspec
import structlog

from balai.backend.storage.blobs.interface import Blobs
from balai.backend.storage.blobs.versions import clean
from balai.database.listener import Listener
from balai.database.pool import Connection, Pool
from balai.http.client import OutgoingHttpClient
from balai.jobs.backups.follow_up import COPY, RESTORE_TEST, follow_up
from balai.jobs.backups.run import make_due_backup
from balai.jobs.booking.holds import end_holds
from balai.jobs.booking.read_calendars import read_due_calendar
from balai.jobs.booking.reminders import queue_reminders
from balai.jobs.booking.threads import delete_ended_threads
from balai.jobs.booking.waiting import end_overdue_waiting
from balai.jobs.booking_emails import queue_booking_emails
from balai.jobs.bot_check_emails import queue_bot_check_emails
from balai.jobs.cleanup import clean_up
from balai.jobs.contact_emails import queue_contact_emails
from balai.jobs.exports.run import Exporter
from balai.jobs.forum.link_previews import fetch_link_previews
from balai.jobs.forum.timers import apply_topic_timers, remind_of_bookmarks
from balai.jobs.forum.trust import compute_trust_levels
from balai.jobs.free_times import refresh_free_times
from balai.jobs.health.run import store_findings
from balai.jobs.message_delivery import deliver_editions, deliver_emails, deliver_sms
from balai.jobs.notices.digest import queue_digests
from balai.jobs.notices.editions import BATCH_INTERVAL, queue_confirmations, queue_editions
from balai.jobs.notices.emails import queue_notice_emails
from balai.jobs.notices.fan_out import tell_watchers
from balai.jobs.notices.replies import ReplyReceiver, reply_pattern
from balai.jobs.people.account_deletions import delete_due_accounts
from balai.jobs.people.incident_notices import follow_incidents, queue_incident_notices
from balai.jobs.people.invitation_messages import queue_invitations
from balai.jobs.people.privacy_requests import follow_privacy_requests
from balai.jobs.picture_imports import import_pictures
from balai.jobs.push_delivery import PushSender
from balai.jobs.search_index import refresh_search_entries
from balai.jobs.unused_uploads import remove_unused_uploads
from balai.messaging.checks.store import repeat_checks
from balai.messaging.email_sender import Mailer
from balai.messaging.sms_sender import SmsSender
from balai.security.tokens import api_keys
from balai.settings import Settings
from balai.settings.forms import parse_limits
from balai.site.pictures.fetcher import PictureFetcher
from balai.site.render.front_end import STATIC
from balai.site.texts import Texts

RunJob: TypeAlias = Callable[[], Awaitable[bool]]
POLL_INTERVAL = timedelta(seconds=20)
IMPORT_INTERVAL = timedelta(minutes=10)
DIGEST_INTERVAL = timedelta(minutes=10)
CLEANUP_INTERVAL = timedelta(hours=1)
FREE_TIMES_INTERVAL = timedelta(minutes=1)
BACKUP_INTERVAL = timedelta(minutes=1)
FOLLOW_UP_INTERVAL = timedelta(minutes=10)
HEALTH_INTERVAL = timedelta(minutes=5)
# A place that was held is shown as free at most so late.
HOLDS_INTERVAL = timedelta(seconds=3)
BLOB_CLEANUP_INTERVAL = timedelta(minutes=10)
SITE_EXISTS = "select to_regclass('public.outbox') is not null"

log = structlog.get_logger("balai.jobs")


class Job(msgspec.Struct, frozen=True):
    """A job. `run` returns whether more work is due at once. A notification on `channel` wakes it between polls."""

    name: str
    run: RunJob
    interval: timedelta
    channel: str = ""


@asynccontextmanager
async def start_jobs(
    pool: Pool,
    database_url: str,
    settings: Settings,
    mailer: Mailer,
    sms_sender: SmsSender | None = None,
    blobs: Blobs | None = None,
    pictures: PictureFetcher | None = None,
    outgoing: OutgoingHttpClient | None = None,
) -> AsyncIterator[None]:
    """Run every job for the duration of the block. The site's jobs run only where its tables exist."""
    has_site = bool(await pool.fetchval(SITE_EXISTS))
    limits = parse_limits(settings.messages_per_day)
    send_emails = lambda: deliver_emails(pool, mailer, has_site=has_site, limits=limits)  # noqa: E731
    jobs = [
        Job("email", send_emails, POLL_INTERVAL, "balai_mail"),
        Job("cleanup", lambda: clean_up(pool, has_site=has_site), CLEANUP_INTERVAL),
    ]
    if sms_sender is not None:
        send_sms = lambda: deliver_sms(pool, sms_sender, has_site=has_site, limits=limits)  # noqa: E731
        jobs.append(Job("sms", send_sms, POLL_INTERVAL, "balai_mail"))
    if blobs is not None:
        jobs.append(Job("unreferenced_blobs", lambda: clean(pool, blobs), BLOB_CLEANUP_INTERVAL))
    if has_site:
        jobs += _site_jobs(pool, settings, mailer)
        jobs += _upkeep_jobs(pool, database_url, settings, blobs)
        send_editions = lambda: deliver_editions(pool, mailer, limits=limits)  # noqa: E731
        jobs.append(Job("edition_delivery", send_editions, POLL_INTERVAL, "balai_mail"))
    if has_site and blobs is not None:
        exporter = Exporter(pool, blobs, mailer, settings, Texts.read(STATIC / "locales"))
        jobs.append(Job("account_exports", exporter.make_next, POLL_INTERVAL, "balai_exports"))
    if has_site and outgoing is not None:
        push = PushSender(pool, settings, outgoing, STATIC / "locales")
        jobs.append(Job("push", push.deliver, POLL_INTERVAL, "balai_push"))
        read = lambda: read_due_calendar(pool, outgoing, settings.site_url)  # noqa: E731
        jobs.append(Job("read_calendars", read, POLL_INTERVAL, "balai_read_calendars"))
    if has_site and settings.inbound_imap_url:
        uploads = pictures.uploads if pictures is not None else None
        receiver = ReplyReceiver(pool, mailer, settings, uploads)
        jobs.append(Job("email_replies", receiver.receive, POLL_INTERVAL))
    if has_site and pictures is not None:
        service_key = api_keys(settings.jwt_secret).service_role
        jobs.append(Job("picture_imports", lambda: import_pictures(pool, pictures, service_key), IMPORT_INTERVAL))
    if has_site and pictures is not None and outgoing is not None:
        agent = f"Balai (link preview; +{settings.site_url})"
        fetch = lambda: fetch_link_previews(pool, outgoing, pictures, service_key, agent)  # noqa: E731
        jobs.append(Job("link_previews", fetch, POLL_INTERVAL, "balai_link_previews"))
    wakeups = {job.name: asyncio.Event() for job in jobs if job.channel}
    listener = _listener(database_url, jobs, wakeups)
    await listener.start()
    tasks = [asyncio.create_task(_run_forever(job, wakeups.get(job.name)), name=f"job:{job.name}") for job in jobs]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await listener.stop()


def _site_jobs(pool: Pool, settings: Settings, mailer: Mailer) -> list[Job]:
    reply_to = reply_pattern(settings)
    notices = lambda: queue_notice_emails(pool, mailer, settings, reply_to=reply_to)  # noqa: E731
    # A short delay is not prolonged by the interval.
    notice_interval = min(POLL_INTERVAL, timedelta(seconds=max(1, settings.notice_delay_seconds)))
    return [
        Job("fan_out", lambda: tell_watchers(pool), POLL_INTERVAL, "balai_notices"),
        Job("notice_emails", notices, notice_interval),
        Job("newsletter", lambda: queue_confirmations(pool, mailer, settings), POLL_INTERVAL, "balai_outbox"),
        Job("editions", lambda: queue_editions(pool, mailer, settings), BATCH_INTERVAL, "balai_editions"),
        Job("digests", lambda: queue_digests(pool, mailer, settings), DIGEST_INTERVAL),
        Job("booking_emails", lambda: queue_booking_emails(pool, mailer, settings), POLL_INTERVAL, "balai_outbox"),
        Job("reminders", lambda: queue_reminders(pool), POLL_INTERVAL),
        Job("holds", lambda: end_holds(pool), HOLDS_INTERVAL),
        Job("overdue_waiting", lambda: end_overdue_waiting(pool), POLL_INTERVAL),
        Job("bot_check_emails", lambda: queue_bot_check_emails(pool, mailer), POLL_INTERVAL, "balai_bot_check_codes"),
        Job("contact_emails", lambda: queue_contact_emails(pool, mailer, settings), POLL_INTERVAL, "balai_outbox"),
        Job("invitations", lambda: queue_invitations(pool, mailer, settings), POLL_INTERVAL, "balai_outbox"),
        Job("incidents", lambda: queue_incident_notices(pool, mailer, settings), POLL_INTERVAL, "balai_outbox"),
        Job("incident_reminders", lambda: follow_incidents(pool), CLEANUP_INTERVAL),
        Job("free_times", lambda: refresh_free_times(pool), FREE_TIMES_INTERVAL),
        Job("search_index", lambda: refresh_search_entries(pool), CLEANUP_INTERVAL),
        Job("unused_uploads", lambda: remove_unused_uploads(pool), CLEANUP_INTERVAL),
        Job("topic_timers", lambda: apply_topic_timers(pool), POLL_INTERVAL),
        Job("trust_levels", lambda: compute_trust_levels(pool), CLEANUP_INTERVAL),
        Job("ended_threads", lambda: delete_ended_threads(pool), CLEANUP_INTERVAL),
        Job("bookmark_reminders", lambda: remind_of_bookmarks(pool), POLL_INTERVAL),
        Job("account_deletions", lambda: delete_due_accounts(pool), CLEANUP_INTERVAL, "balai_account_deletions"),
        Job("privacy_requests", lambda: follow_privacy_requests(pool), CLEANUP_INTERVAL),
    ]


def _upkeep_jobs(pool: Pool, database_url: str, settings: Settings, blobs: Blobs | None) -> list[Job]:
    backup = lambda: make_due_backup(pool, settings, database_url)  # noqa: E731
    jobs = [
        Job("backups", backup, BACKUP_INTERVAL, "balai_backups"),
        Job("health", lambda: store_findings(pool, settings, blobs), HEALTH_INTERVAL, "balai_health"),
        Job("email_checks", lambda: repeat_checks(pool, settings), FOLLOW_UP_INTERVAL),
    ]
    if settings.backups:
        check_restore = lambda: follow_up(pool, settings, database_url, RESTORE_TEST)  # noqa: E731
        jobs.append(Job("restore_tests", check_restore, FOLLOW_UP_INTERVAL))
    if settings.backup_url:
        copy = lambda: follow_up(pool, settings, database_url, COPY)  # noqa: E731
        jobs.append(Job("backup_copies", copy, FOLLOW_UP_INTERVAL))
    return jobs


def _listener(database_url: str, jobs: Sequence[Job], wakeups: Mapping[str, asyncio.Event]) -> Listener:
    def wake(channel: str) -> None:
        for job in jobs:
            if job.channel == channel:
                wakeups[job.name].set()

    async def wake_all(_connection: Connection) -> None:
        # A notification may have been missed while disconnected.
        for wakeup in wakeups.values():
            wakeup.set()

    handlers = {channel: lambda _, channel=channel: wake(channel) for channel in {job.channel for job in jobs} - {""}}
    return Listener(database_url, "balai jobs", handlers, on_connect=wake_all)


async def _run_forever(job: Job, wakeup: asyncio.Event | None) -> None:
    """Run one job repeatedly. A failed run is logged; the next run follows after the interval."""
    while True:
        if wakeup is not None:
            wakeup.clear()
        try:
            has_more = await job.run()
        except Exception:
            # Unexpected errors included: nothing else would restart this job.
            log.exception("job_failed", job=job.name)
            has_more = False
        if not has_more:
            await _wait(wakeup, job.interval)


async def _wait(wakeup: asyncio.Event | None, interval: timedelta) -> None:
    if wakeup is None:
        await asyncio.sleep(interval.total_seconds())
        return
    try:
        async with asyncio.timeout(interval.total_seconds()):
            await wakeup.wait()
    except TimeoutError:
        return
