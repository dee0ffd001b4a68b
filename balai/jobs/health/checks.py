"""The checks of the health page. Each has one finding: its state, and the finding in a word with its values.

The interface has a sentence and an advice for each word (`admin.health.found.…`, `admin.health.advice.…`).
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from balai.backend.storage.blobs.interface import BlobMissing, Blobs
from balai.database.migrate import read_ledger
from balai.database.pool import Connection
from balai.errors import StartError
from balai.jobs.backups.folder import folder_of
from balai.jobs.health.facts import LAST_EMAIL_ERROR, MIN_FREE_BYTES, free_bytes, schema_state
from balai.messaging.email_account import HAS_ACCOUNT
from balai.messaging.email_state import read_email_state
from balai.settings import Settings
from balai.site.loaders.admin.health import State, Subject

LITTLE_FREE_BYTES = 4 * MIN_FREE_BYTES
# After the hour of the schedule has passed once, and three times.
LATE, OVERDUE = timedelta(hours=26), timedelta(hours=74)
# While a backup is written, its dump is on the disk as well.
BACKUPS_THAT_FIT = 2
STORE_TIMEOUT_S = 20
LAST_BACKUPS = """
select
  (select error from public.backups where ended_at is not null order by ended_at desc limit 1) as error,
  (select max(started_at) from public.backups where file is not null) as made_at,
  (select bytes from public.backups where file is not null order by started_at desc limit 1) as bytes,
  (select applied_at from balai.migrations where set = 'site' and number = 921) as begun_at
"""
# The newest backup is tested within an hour, and again after a week.
UNTESTED, TEST_LATE = timedelta(days=1), timedelta(days=8)
READ_TESTS = """
select
  (select test_error from public.backups where test_began_at is not null order by test_began_at desc limit 1) as error,
  (select max(tested_at) from public.backups) as tested_at,
  (select min(ended_at) from public.backups where is_stored) as stored_at
"""
READ_COPIES = """
select
  (select copy_error from public.backups where copy_began_at is not null order by copy_began_at desc limit 1) as error,
  (select max(copied_at) from public.backups) as copied_at,
  (select min(ended_at) from public.backups where is_stored) as stored_at
"""
# Messages that were due before. Those whose attempts have failed wait for the next one, so their age counts.
COUNT_LATE = """
select count(*) from (
  select from mailbox.queue
  where sent_at is null and given_up_at is null and channel = 'mail' and created_at < now() - interval '30 minutes'
    and (attempts > 0 or next_attempt_at < now() - interval '15 minutes') limit 1000) as few
"""
# Null: they were not checked so far.
COUNT_BAD_RECORDS = """
select (select count(*) from jsonb_array_elements(c.findings) as found where found ->> 'state' = 'problem')::integer
from public.email_checks as c where c.checked_at is not null
"""
READ_JOBS = """
select
  (select extract(epoch from now() - min(next_attempt_at)) / 60 from public.outbox where sent_at is null) as minutes,
  (select count(*) from (
    select from mailbox.queue where given_up_at > now() - interval '7 days' and replaced_by is null limit 1000) as few
  ) as failed
"""
LATE_MINUTES = 15


class HealthFinding(msgspec.Struct, frozen=True):
    """The result of one check."""

    subject: Subject
    state: State
    code: str
    details: dict[str, int | str] = {}


async def check_site(conn: Connection, settings: Settings, blobs: Blobs | None) -> list[HealthFinding]:
    """All checks, in the order of the page. A check that fails unexpectedly is a problem of its subject."""
    checks: dict[Subject, Callable[[], Awaitable[HealthFinding]]] = {
        "database": lambda: _check_database(conn),
        "data_folder": lambda: asyncio.to_thread(_check_data_folder, settings.data_dir),
        "backup_folder": lambda: _check_backup_folder(conn, settings),
        "backup": lambda: _check_backup(conn, settings),
        "backup_copy": lambda: _check_copy(conn, settings),
        "restore_test": lambda: _check_restore_test(conn),
        "email": lambda: _check_email(conn, settings),
        "email_records": lambda: _check_email_records(conn),
        "jobs": lambda: _check_jobs(conn),
    }
    if blobs is not None:
        checks["files"] = lambda: _check_files(blobs, settings)
    return [await _run(subject, check) for subject, check in checks.items()]


async def _run(subject: Subject, check: Callable[[], Awaitable[HealthFinding]]) -> HealthFinding:
    try:
        return await check()
    except (OSError, StartError, TimeoutError) as error:
        code = "files_unavailable" if subject == "files" else "check_failed"
        return HealthFinding(subject, "problem", code, {"error": str(error)[:300]})


async def _check_database(conn: Connection) -> HealthFinding:
    ledger = await read_ledger(conn)
    state = "pending" if ledger is None else (await asyncio.to_thread(schema_state, ledger))[0]
    return HealthFinding("database", "good" if state == "current" else "problem", f"schema_{state}")


def _check_data_folder(folder: Path) -> HealthFinding:
    free = free_bytes(folder)
    if free < MIN_FREE_BYTES:
        return HealthFinding("data_folder", "problem", "disk_full", {"bytes": free})
    if free < LITTLE_FREE_BYTES:
        return HealthFinding("data_folder", "attention", "disk_little", {"bytes": free})
    return HealthFinding("data_folder", "good", "disk_free", {"bytes": free})


async def _check_backup_folder(conn: Connection, settings: Settings) -> HealthFinding:
    folder = folder_of(settings)
    last = await conn.fetchrow(LAST_BACKUPS)
    needed = max(MIN_FREE_BYTES, BACKUPS_THAT_FIT * (last["bytes"] or 0) if last else 0)
    return await asyncio.to_thread(_look_at_folder, folder, needed)


def _look_at_folder(folder: Path, needed: int) -> HealthFinding:
    there = folder
    while not there.exists():
        # It is created with the first backup.
        there = there.parent
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return HealthFinding("backup_folder", "problem", "folder_unwritable", {"folder": str(folder)})
    free = free_bytes(there)
    if free < needed:
        return HealthFinding("backup_folder", "problem", "no_room_for_backup", {"bytes": free, "folder": str(folder)})
    return HealthFinding("backup_folder", "good", "room_for_backup", {"bytes": free, "folder": str(folder)})


async def _check_backup(conn: Connection, settings: Settings) -> HealthFinding:
    last = await conn.fetchrow(LAST_BACKUPS)
    assert last is not None
    made_at = last["made_at"]
    age = datetime.now(UTC) - (made_at or last["begun_at"] or datetime.now(UTC))
    details: dict[str, int | str] = {"at": made_at.isoformat()} if made_at else {}
    if last["error"] is not None:
        return HealthFinding("backup", "problem", "backup_failed", details | {"error": last["error"]})
    if not settings.backups and (made_at is None or age > LATE):
        # Not on one of several nodes, while another one makes them.
        return HealthFinding("backup", "attention", "backups_off", details)
    if age > LATE:
        code = "backup_old" if made_at else "backup_missing"
        return HealthFinding("backup", "problem" if age > OVERDUE else "attention", code, details)
    return HealthFinding("backup", "good", "backup_made" if made_at else "backup_planned", details)


async def _check_copy(conn: Connection, settings: Settings) -> HealthFinding:
    if not settings.backup_url:
        return HealthFinding("backup_copy", "good", "copies_off")
    row = await conn.fetchrow(READ_COPIES)
    assert row is not None
    copied_at, now = row["copied_at"], datetime.now(UTC)
    details: dict[str, int | str] = {"at": copied_at.isoformat()} if copied_at else {}
    if row["error"] is not None:
        return HealthFinding("backup_copy", "problem", "copy_failed", details | {"error": row["error"]})
    since = copied_at or row["stored_at"]
    if since is not None and now - since > LATE:
        return HealthFinding("backup_copy", "attention", "copy_old" if copied_at else "copy_missing", details)
    return HealthFinding("backup_copy", "good", "copy_made" if copied_at else "copy_planned", details)


async def _check_restore_test(conn: Connection) -> HealthFinding:
    row = await conn.fetchrow(READ_TESTS)
    assert row is not None
    tested_at, now = row["tested_at"], datetime.now(UTC)
    details: dict[str, int | str] = {"at": tested_at.isoformat()} if tested_at else {}
    if row["error"] is not None:
        return HealthFinding("restore_test", "problem", "restore_failed", details | {"error": row["error"]})
    if tested_at is not None:
        is_late = now - tested_at > TEST_LATE
        return HealthFinding(
            "restore_test", "attention" if is_late else "good", "restore_old" if is_late else "restore_tested", details
        )
    if row["stored_at"] is not None and now - row["stored_at"] > UNTESTED:
        return HealthFinding("restore_test", "attention", "restore_untested")
    return HealthFinding("restore_test", "good", "restore_planned")


async def _check_email(conn: Connection, settings: Settings) -> HealthFinding:
    state = await read_email_state(conn, settings)
    if state == "off":
        return HealthFinding("email", "problem", "email_off")
    if state == "failing":
        # The server's own words may name a recipient.
        reason = await conn.fetchval("select public.failure_reason($1)", await conn.fetchval(LAST_EMAIL_ERROR))
        return HealthFinding("email", "problem", "email_failing", {"reason": reason})
    if late := await conn.fetchval(COUNT_LATE):
        return HealthFinding("email", "attention", "email_late", {"count": late})
    leaves = settings.smtp_url or settings.hook_send_email or await conn.fetchval(HAS_ACCOUNT)
    return HealthFinding("email", "good", "email_sent" if leaves else "email_in_mailbox")


async def _check_email_records(conn: Connection) -> HealthFinding:
    bad = await conn.fetchval(COUNT_BAD_RECORDS)
    if bad:
        return HealthFinding("email_records", "problem", "email_records_bad", {"count": bad})
    return HealthFinding("email_records", "good", "email_records_unchecked" if bad is None else "email_records_right")


async def _check_jobs(conn: Connection) -> HealthFinding:
    row = await conn.fetchrow(READ_JOBS)
    assert row is not None
    minutes = int(row["minutes"] or 0)
    if minutes >= LATE_MINUTES:
        return HealthFinding("jobs", "problem", "jobs_late", {"count": minutes})
    if row["failed"]:
        return HealthFinding("jobs", "attention", "messages_failed", {"count": row["failed"]})
    return HealthFinding("jobs", "good", "jobs_done")


async def _check_files(blobs: Blobs, settings: Settings) -> HealthFinding:
    folder = settings.data_dir / "objects"
    if not settings.storage_url and folder.exists() and not os.access(folder, os.W_OK | os.X_OK):
        return HealthFinding("files", "problem", "files_unavailable", {"error": f"{folder} cannot be written"})
    try:
        async with asyncio.timeout(STORE_TIMEOUT_S):
            (await blobs.open("health-check")).close()
    except BlobMissing:
        """The store has answered."""
    return HealthFinding("files", "good", "files_reachable")
