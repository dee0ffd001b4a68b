"""Makes the backup that is due: `balai backup` in a process of its own, with the settings of this one.

`public.begin_backup()` gives it to one worker of all nodes. The row is confirmed while the process runs; after the
crash of a node the next run records the failure and deletes what was left in the folder.
"""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.errors import StartError
from balai.jobs.backups.folder import clean, delete_outdated, folder_of, name_of, prepare
from balai.jobs.backups.process import run_command
from balai.settings import Settings, environment_of

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
        confirm = lambda: pool.execute(CONFIRM, backup)  # noqa: E731
        await run_command("backup", str(unfinished), environment=environment, confirm=confirm)
        size = (await asyncio.to_thread(unfinished.stat)).st_size
        await asyncio.to_thread(unfinished.rename, folder / name)
    finally:
        await asyncio.to_thread(clean, folder)
    return name, size


async def _fail(pool: Pool, backup: UUID, error: str) -> None:
    log.error("backup_failed", error=error)
    async with as_owner(pool) as conn:
        await conn.execute(FAIL, backup, error[:MAX_ERROR])
        await conn.execute(CHECK_HEALTH)
