"""Follow-ups of a backup: a weekly test that it can be restored, and an encrypted copy in a bucket.

Each is a command of `balai` in a process of its own, and begins on a node that has the file in its folder.
"""

import asyncio
from dataclasses import dataclass

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.errors import StartError
from balai.jobs.backups.folder import folder_of, list_names
from balai.jobs.backups.process import run_command
from balai.settings import Settings, environment_of

CHECK_HEALTH = "notify balai_health"
MAX_ERROR = 500

log = structlog.get_logger("balai.jobs.backups")


@dataclass(frozen=True)
class FollowUp:
    """A command, the statement that begins it, and those that record its result."""

    command: str
    begin: str
    succeed: str
    fail: str


RESTORE_TEST = FollowUp(
    "check-backup",
    "select id, file from public.begin_restore_test($1)",
    "update public.backups set tested_at = now(), test_error = null where id = $1",
    "update public.backups set test_error = $2 where id = $1",
)
COPY = FollowUp(
    "copy-backup",
    "select id, file from public.begin_backup_copy($1)",
    "update public.backups set copied_at = now(), copy_error = null where id = $1",
    "update public.backups set copy_error = $2 where id = $1",
)


async def follow_up(pool: Pool, settings: Settings, database_url: str, kind: FollowUp) -> bool:
    """Run the command for the backup that is due, if there is one. False: nothing more is due."""
    folder = folder_of(settings)
    names = await asyncio.to_thread(lambda: list_names(folder) if folder.is_dir() else [])
    async with as_owner(pool) as conn:
        due = await conn.fetchrow(kind.begin, names)
    if due is None:
        return False
    error = None
    try:
        environment = environment_of(settings, database_url=database_url)
        await run_command(kind.command, str(folder / due["file"]), environment=environment)
    except (OSError, StartError) as failure:
        error = str(failure)[:MAX_ERROR]
    async with as_owner(pool) as conn:
        await (conn.execute(kind.fail, due["id"], error) if error else conn.execute(kind.succeed, due["id"]))
        await conn.execute(CHECK_HEALTH)
    if error:
        log.error("backup_follow_up_failed", command=kind.command, file=due["file"], error=error)
    else:
        log.info("backup_followed_up", command=kind.command, file=due["file"])
    return False
