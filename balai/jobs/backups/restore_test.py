"""Tests every week that the newest backup can be restored: `balai check-backup` in a process of its own."""

import asyncio

import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.errors import StartError
from balai.jobs.backups.folder import folder_of, list_names
from balai.jobs.backups.process import run_command
from balai.settings import Settings, environment_of

BEGIN = "select id, file from public.begin_restore_test($1)"
SUCCEED = "update public.backups set tested_at = now(), test_error = null where id = $1"
FAIL = "update public.backups set test_error = $2 where id = $1"
CHECK_HEALTH = "notify balai_health"
MAX_ERROR = 500

log = structlog.get_logger("balai.jobs.backups")


async def check_newest_backup(pool: Pool, settings: Settings, database_url: str) -> bool:
    """Test the backup that is due, if its file is in the folder of this node. False: nothing more is due."""
    folder = folder_of(settings)
    names = await asyncio.to_thread(lambda: list_names(folder) if folder.is_dir() else [])
    async with as_owner(pool) as conn:
        due = await conn.fetchrow(BEGIN, names)
    if due is None:
        return False
    error = None
    try:
        environment = environment_of(settings, database_url=database_url)
        await run_command("check-backup", str(folder / due["file"]), environment=environment)
    except (OSError, StartError) as failure:
        error = str(failure)[:MAX_ERROR]
    async with as_owner(pool) as conn:
        await (conn.execute(FAIL, due["id"], error) if error else conn.execute(SUCCEED, due["id"]))
        await conn.execute(CHECK_HEALTH)
    if error:
        log.error("restore_test_failed", file=due["file"], error=error)
    else:
        log.info("restore_tested", file=due["file"])
    return False
