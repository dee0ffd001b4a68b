"""The weekly test of a restore: a good backup passes, a damaged one is shown, and nothing is left behind."""

import asyncio
import dataclasses
import os
import sys
import uuid
from datetime import timedelta
from pathlib import Path

import pytest

from balai.cli.backup.check import check_backup
from balai.cli.backup.create import make_backup
from balai.database.pool import Pool
from balai.errors import StartError
from balai.jobs.backups.folder import list_names
from balai.jobs.backups.follow_up import RESTORE_TEST, follow_up
from balai.settings import Settings, environment_of
from tests.cli.test_backup import put
from tests.factories.members import Member
from tests.jobs.test_backups import ada as ada
from tests.jobs.test_backups import health, make, of
from tests.jobs.test_backups import settings as settings

REQUESTED = "insert into public.backups default values"
TESTS = "select test_began_at is not null, tested_at is not null, test_error from public.backups order by started_at"
EARLIER = "update public.backups set test_began_at = test_began_at - $1::interval, tested_at = tested_at - $1::interval"
LEFT = "select count(*) from pg_database where datname like 'balai_restore_test_%'"
IN_USE = "select count(*) from pg_stat_activity where datname like 'balai_restore_test_%'"


async def check(pool: Pool, settings: Settings) -> None:
    await follow_up(pool, settings, settings.database_url, RESTORE_TEST)


async def test_restore_of_the_newest_backup_is_tested_once_a_week(pool: Pool, settings: Settings, ada: Member) -> None:
    await check(pool, settings)
    assert of(await health(pool, settings, ada), "restore_test") == ("good", "restore_planned")
    await pool.execute(REQUESTED)
    await make(pool, settings)
    # A node without the file leaves the test to the others; of two workers one takes it.
    await check(pool, dataclasses.replace(settings, backup_dir=str(settings.data_dir / "empty")))
    assert await pool.fetchrow(TESTS) == (False, False, None)
    await asyncio.gather(check(pool, settings), check(pool, settings))
    assert await pool.fetchrow(TESTS) == (True, True, None)
    assert of(await health(pool, settings, ada), "restore_test") == ("good", "restore_tested")
    began = await pool.fetchval("select test_began_at from public.backups")
    await check(pool, settings)
    assert await pool.fetchval("select test_began_at from public.backups") == began
    assert await pool.fetchval(LEFT) == 0

    await pool.execute(EARLIER, timedelta(days=9))
    assert of(await health(pool, settings, ada), "restore_test") == ("attention", "restore_old")
    await check(pool, settings)
    assert of(await health(pool, settings, ada), "restore_test") == ("good", "restore_tested")


async def test_damaged_backup_is_a_problem_until_the_next(pool: Pool, settings: Settings, ada: Member) -> None:
    folder = settings.data_dir / "backups"
    await pool.execute(REQUESTED)
    await make(pool, settings)
    (name,) = list_names(folder)
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[:-3000])
    for _ in range(2):
        await check(pool, settings)
    shown = await health(pool, settings, ada)
    assert of(shown, "restore_test") == ("problem", "restore_failed")
    (found,) = [each for each in shown.findings if each.subject == "restore_test"]
    assert "damaged or incomplete" in (found.details.error or "")
    # After twelve hours it is repeated.
    (folder / name).write_bytes(whole)
    await check(pool, settings)
    assert of(await health(pool, settings, ada), "restore_test") == ("problem", "restore_failed")
    await pool.execute(EARLIER, timedelta(hours=13))
    await check(pool, settings)
    assert of(await health(pool, settings, ada), "restore_test") == ("good", "restore_tested")


async def test_lost_object_and_missing_right_are_named(pool: Pool, settings: Settings, tmp_path: Path) -> None:
    await pool.execute("insert into storage.buckets (id, name) values ('shelf', 'shelf')")
    await put(settings, pool, a=b"first", b=b"second")
    whole, lacking = tmp_path / "whole.tar", tmp_path / "lacking.tar"
    await make_backup(settings, whole)
    assert "and 2 objects" in await check_backup(settings, whole)
    role = f"clerk_{uuid.uuid4().hex[:8]}"
    await pool.execute(f"create role {role} login")
    clerk = dataclasses.replace(settings, database_url=settings.database_url.replace("postgres@", f"{role}@"))
    with pytest.raises(StartError, match="may not create a temporary database"):
        await check_backup(clerk, whole)
    await pool.execute(f"drop role {role}")
    version = await pool.fetchval("select version from storage.objects where name = 'b'")
    (settings.data_dir / "objects" / version[:2] / version).unlink()
    await make_backup(settings, lacking)
    with pytest.raises(StartError, match="lacks 1 objects"):
        await check_backup(settings, lacking)
    assert await pool.fetchval(LEFT) == 0


async def test_killed_test_leaves_nothing_after_the_next(pool: Pool, settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "site.tar"
    await make_backup(settings, file)
    environment = environment_of(settings, database_url=settings.database_url)
    command = (sys.executable, "-m", "balai.cli", "check-backup", str(file))
    process = await asyncio.create_subprocess_exec(*command, env=environment)
    async with asyncio.timeout(60):
        while not await pool.fetchval(IN_USE):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
    process.kill()
    await process.wait()
    assert await pool.fetchval(LEFT) == 1 and len(await asyncio.to_thread(os.listdir, tmp_path)) == 3
    assert "can be restored" in await check_backup(settings, file)
    assert await pool.fetchval(LEFT) == 0
    assert sorted(await asyncio.to_thread(os.listdir, tmp_path)) == ["data", "site.tar"]
