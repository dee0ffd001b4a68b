"""Makes the backup that is due: `balai backup` in a process of its own, with the settings of this one.

`public.begin_backup()` gives it to one worker of all nodes. The row is confirmed while the process runs; after the
crash of a node the next run records the failure and deletes what was left in the folder.
"""

import asyncio
import contextlib
import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

import structlog

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import as_owner
from balai.errors import StartError
from balai.jobs.backups.folder import clean, delete_outdated, folder_of, name_of, prepare
from balai.settings import Settings, environment_of

CONFIRM_S = 30.0
# SIGINT ends the process and its `pg_dump` within moments.
STOP_S = 5.0
MAX_OUTPUT = 4000
MAX_ERROR = 500
FINISH = """
update public.backups set ended_at = now(), file = $2, bytes = $3, is_stored = true where id = $1 and ended_at is null
"""
FAIL = "update public.backups set ended_at = now(), error = $2 where id = $1 and ended_at is null"
CONFIRM = "update public.backups set alive_at = now() where id = $1 and ended_at is null"
# Also of files that a person has moved away.
NOTE_STORED = "update public.backups set is_stored = false where is_stored and file <> all ($1)"
CHECK_HEALTH = "notify balai_health"

log = structlog.get_logger("balai.jobs.backups")


async def make_due_backup(pool: Pool, settings: Settings, database_url: str) -> bool:
    """Make a requested or scheduled backup, if there is one. False: nothing more is due."""
    async with as_owner(pool) as conn:
        hour = settings.backup_hour if settings.backups else None
        backup = await conn.fetchval("select public.begin_backup($1)", hour)
        zone = await conn.fetchval("select time_zone from public.site_settings")
    if backup is None:
        return False
    folder = folder_of(settings)
    try:
        name, size = await _write(pool, backup, folder, environment_of(settings, database_url=database_url))
    except asyncio.CancelledError:
        await _fail(pool, backup, "interrupted")
        raise
    except (OSError, StartError) as error:
        await _fail(pool, backup, str(error))
        return False
    async with as_owner(pool) as conn:
        await conn.execute(FINISH, backup, name, size)
        await conn.execute(CHECK_HEALTH)
    log.info("backup_made", file=name, bytes=size)
    names = await asyncio.to_thread(delete_outdated, folder, ZoneInfo(zone))
    async with as_owner(pool) as conn:
        await conn.execute(NOTE_STORED, names)
    return False


async def _write(pool: Pool, backup: UUID, folder: Path, environment: dict[str, str]) -> tuple[str, int]:
    """Write the file. Returns its name and size. Raises StartError, OSError."""
    name = name_of(datetime.now(UTC))
    unfinished = await asyncio.to_thread(prepare, folder) / name
    try:
        await _run(pool, backup, unfinished, environment)
        size = (await asyncio.to_thread(unfinished.stat)).st_size
        await asyncio.to_thread(unfinished.rename, folder / name)
    finally:
        await asyncio.to_thread(clean, folder)
    return name, size


async def _run(pool: Pool, backup: UUID, file: Path, environment: dict[str, str]) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "balai.cli", "backup", str(file)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=environment,
        # A group of its own: a signal ends `pg_dump` too.
        start_new_session=True,
    )
    assert process.stdout is not None
    reading = asyncio.create_task(_read_end(process.stdout))
    try:
        while not (await asyncio.wait({reading}, timeout=CONFIRM_S))[0]:
            with contextlib.suppress(*UNAVAILABLE):
                await pool.execute(CONFIRM, backup)
        output = await reading
        if await process.wait():
            raise StartError(_error_in(output) or f"the process ended with {process.returncode}")
    finally:
        reading.cancel()
        await _stop(process)


async def _read_end(stream: asyncio.StreamReader) -> str:
    """The last lines that the process has written, however many there are."""
    output = b""
    while data := await stream.read(65536):
        output = (output + data)[-MAX_OUTPUT:]
    return output.decode(errors="replace")


def _error_in(output: str) -> str:
    """The error that `balai backup` printed, else the last line."""
    _, found, error = output.rpartition("balai: ")
    return error.strip() if found else "".join(output.strip().splitlines()[-1:])


async def _stop(process: asyncio.subprocess.Process) -> None:
    for number in (signal.SIGINT, signal.SIGKILL):
        if process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_S):
                await process.wait()


async def _fail(pool: Pool, backup: UUID, error: str) -> None:
    log.error("backup_failed", error=error)
    async with as_owner(pool) as conn:
        await conn.execute(FAIL, backup, error[:MAX_ERROR])
        await conn.execute(CHECK_HEALTH)
