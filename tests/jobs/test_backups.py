"""The daily backup: which files stay, one backup across workers, and failures that leave nothing."""

import asyncio
import dataclasses
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import asyncpg
import pytest

from balai.cli.backup.restore import restore_backup
from balai.database.pool import Pool, open_pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.backups import process
from balai.jobs.backups.folder import find_outdated, list_names, name_of
from balai.jobs.backups.run import make_due_backup
from balai.jobs.health.run import store_findings
from balai.settings import Settings, load_settings
from balai.site.loaders.admin.health import HealthPayload
from tests.cli.test_backup import empty as empty
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

SINGAPORE = ZoneInfo("Asia/Singapore")
ROWS = "select scheduled_for, file, bytes, error, is_stored from public.backups order by requested_at"
REQUEST = "select public.request_backup()"
# The hour of the schedule passed at least once since the installation.
OLD_SITE = "update balai.migrations set applied_at = now() - interval '9 days' where number = 921"
FORBIDDEN = (
    (REQUEST, "administrators_only"),
    ("select public.begin_backup(3)", "permission denied"),
    ("select public.begin_restore_test('{}')", "permission denied"),
    ("insert into public.backups default values", "permission denied"),
    ("delete from public.health_findings", "permission denied"),
)


@pytest.fixture
def settings(database: str, tmp_path: Path) -> Settings:
    (tmp_path / "data").mkdir()
    loaded = load_settings({"BALAI_DATABASE_URL": database, "BALAI_DATA_DIR": str(tmp_path / "data")})
    return dataclasses.replace(loaded, mailbox=True)


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, display_name="Ada", is_admin=True)


async def make(pool: Pool, settings: Settings) -> None:
    await make_due_backup(pool, settings, settings.database_url)


async def health(pool: Pool, settings: Settings, who: Member) -> HealthPayload:
    await store_findings(pool, settings, None)
    data = (await load_page(pool, "/admin/health", who=who)).data
    assert isinstance(data, HealthPayload)
    return data


def of(data: HealthPayload, subject: str) -> tuple[str, str]:
    (found,) = [each for each in data.findings if each.subject == subject]
    return found.state, found.code


def test_seven_days_and_four_weeks_stay() -> None:
    # A Sunday; 19:00 UTC is three o'clock of the next day in Singapore.
    newest = datetime(2026, 11, 28, 19, tzinfo=UTC)
    stored: set[str] = set()
    for day in reversed(range(60)):
        stored.add(name_of(newest - timedelta(days=day)))
        stored -= find_outdated(stored, SINGAPORE)
    days = {name_of(newest - timedelta(days=day)) for day in range(7)}
    weeks = {name_of(newest - timedelta(weeks=week)) for week in range(4)}
    assert stored == days | weeks
    # Several of a day: the newest stays. Other files are never deleted, and nothing while no backup is made.
    morning = name_of(newest - timedelta(hours=2))
    assert find_outdated({*stored, morning, "balai-2020-01-01T000000Z.tar", "photo.jpg"}, SINGAPORE) == {morning}
    assert find_outdated({name_of(newest - timedelta(days=400 + day)) for day in range(7)}, SINGAPORE) == set()


async def test_requested_backup_restores_and_is_listed(
    pool: Pool, settings: Settings, ada: Member, empty: str, tmp_path: Path
) -> None:
    async with as_role(pool, ada.caller, read_only=False) as conn:
        first, second = [await conn.fetchval(REQUEST) for _ in range(2)]
    assert first == second
    # Two workers at once make one.
    await asyncio.gather(make(pool, settings), make(pool, settings))
    folder = settings.data_dir / "backups"
    (name,) = list_names(folder)
    (row,) = await pool.fetch(ROWS)
    assert (row["file"], row["bytes"], row["error"]) == (name, (folder / name).stat().st_size, None)
    assert (folder / name).stat().st_mode & 0o777 == 0o600 and folder.stat().st_mode & 0o777 == 0o700
    async with as_role(pool, ada.caller, read_only=False) as conn:
        with pytest.raises(asyncpg.PostgresError) as refused:
            await conn.fetchval(REQUEST)
    assert refused.value.as_dict()["detail"] == "backup_too_soon"
    shown = await health(pool, settings, ada)
    assert [backup.file for backup in shown.backups] == [name]
    assert of(shown, "backup") == ("good", "backup_made")

    there = dataclasses.replace(settings, database_url=empty, data_dir=tmp_path / "there")
    there.data_dir.mkdir()
    assert "all rows" in (report := await restore_backup(there, folder / name)) or "objects" in report
    restored = await open_pool(empty, size=2)
    assert await restored.fetchval("select display_name from public.profiles where id = $1", ada.id) == "Ada"
    # The list is of the folder of the other machine.
    assert await restored.fetchval("select count(*) from public.backups") == 0
    await restored.close()


async def test_scheduled_backup_is_made_once_a_day(pool: Pool, settings: Settings) -> None:
    await make(pool, settings)
    assert await pool.fetch(ROWS) == []  # a new site waits for its first night
    await pool.execute(OLD_SITE)
    await make(pool, dataclasses.replace(settings, backups=False))
    assert await pool.fetch(ROWS) == []
    for _ in range(2):
        await make(pool, settings)
    (row,) = await pool.fetch(ROWS)
    assert row["scheduled_for"] <= datetime.now(UTC) and row["is_stored"]
    zone = ZoneInfo(await pool.fetchval("select time_zone from public.site_settings"))
    assert row["scheduled_for"].astimezone(zone).hour == settings.backup_hour
    # The next day, with a file that a person has moved away.
    (settings.data_dir / "backups" / row["file"]).unlink()
    yesterday = name_of(datetime.now(UTC) - timedelta(days=1))
    await pool.execute(
        "update public.backups set scheduled_for = null, started_at = now() - interval '2 days', file = $1", yesterday
    )
    await make(pool, settings)
    assert [each["is_stored"] for each in await pool.fetch(ROWS)] == [False, True]


async def test_missing_and_old_backups_are_shown(pool: Pool, settings: Settings, ada: Member) -> None:
    off = dataclasses.replace(settings, backups=False)
    assert of(await health(pool, settings, ada), "backup") == ("good", "backup_planned")
    assert of(await health(pool, off, ada), "backup") == ("attention", "backups_off")
    await pool.execute(OLD_SITE)
    assert of(await health(pool, settings, ada), "backup") == ("problem", "backup_missing")
    add = "insert into public.backups (started_at, ended_at, file) values (now() - $1::interval, now(), 'x')"
    await pool.execute(add, timedelta(hours=30))
    assert of(await health(pool, settings, ada), "backup") == ("attention", "backup_old")
    await pool.execute(add, timedelta(hours=3))
    assert of(await health(pool, off, ada), "backup") == ("good", "backup_made")
    # The jobs have not run for some time.
    await pool.execute("update public.health_findings set checked_at = now() - interval '21 minutes'")
    page = await load_page(pool, "/admin/health", who=ada)
    assert isinstance(page.data, HealthPayload) and page.data.are_old


async def test_failure_leaves_nothing_and_the_next_run_recovers(
    pool: Pool, settings: Settings, ada: Member, tmp_path: Path
) -> None:
    # A file where the folder should be: as root no folder is unwritable.
    blocked = tmp_path / "blocked"
    blocked.touch()
    broken = dataclasses.replace(settings, backup_dir=str(blocked))
    await pool.execute(OLD_SITE)
    for _ in range(2):
        await make(pool, broken)
    (row,) = await pool.fetch(ROWS)
    assert "blocked" in row["error"] and not row["is_stored"]
    shown = await health(pool, broken, ada)
    assert of(shown, "backup") == ("problem", "backup_failed")
    assert of(shown, "backup_folder") == ("problem", "folder_unwritable")
    blocked.unlink()
    # `balai backup` itself fails: the database has no schema for it.
    later = "update public.backups set ended_at = ended_at - interval '2 hours'"
    await pool.execute(later)
    await make_due_backup(pool, broken, settings.database_url.replace("/test_", "/missing_"))
    assert not list(blocked.iterdir())
    await pool.execute(later)
    await make(pool, broken)
    errors = [each["error"] for each in await pool.fetch(ROWS)]
    assert len(errors) == 3 and all(errors[:2]) and errors[2] is None
    assert of(await health(pool, broken, ada), "backup") == ("good", "backup_made")


async def test_backup_of_a_crashed_node_and_a_stopped_worker(pool: Pool, settings: Settings) -> None:
    folder = settings.data_dir / "backups"
    (folder / ".unfinished").mkdir(parents=True)
    (folder / ".unfinished" / "half.tar.partial").write_bytes(b"half")
    await pool.execute("insert into public.backups (started_at, alive_at) values (now(), now() - interval '4 minutes')")
    await pool.execute(OLD_SITE)
    making = asyncio.create_task(make(pool, settings))
    while not list(folder.glob(".unfinished/*Z.tar.partial")):  # noqa: ASYNC110 - another process writes it
        await asyncio.sleep(0.01)
    making.cancel()
    await asyncio.gather(making, return_exceptions=True)
    assert not list(folder.iterdir())
    assert [row["error"] for row in await pool.fetch(ROWS)] == ["interrupted"] * 2


async def test_running_backup_is_confirmed(pool: Pool, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "CONFIRM_S", 0.05)
    await pool.execute(OLD_SITE)
    await make(pool, settings)
    assert await pool.fetchval("select alive_at > started_at from public.backups")
    assert len(list_names(settings.data_dir / "backups")) == 1


@pytest.mark.parametrize("is_member", [True, False])
async def test_others_see_and_request_nothing(pool: Pool, settings: Settings, is_member: bool) -> None:
    hoa = await make_member(pool, display_name="Hoa")
    await pool.execute("insert into public.backups (started_at, alive_at) values (now(), now())")
    await store_findings(pool, settings, None)
    caller = hoa.caller if is_member else Caller.anonymous()
    for statement, word in FORBIDDEN:
        with pytest.raises(asyncpg.PostgresError) as refused:
            async with as_role(pool, caller, read_only=False) as conn:
                await conn.execute(statement)
        assert (word if is_member else "permission denied") in f"{refused.value} {refused.value.as_dict()}"
    for table in ("backups", "health_findings"):
        if is_member:
            async with as_role(pool, caller) as conn:
                assert await conn.fetch(f"select from public.{table}") == []
    with pytest.raises(asyncpg.PostgresError) if not is_member else nullcontext():
        page = await load_page(pool, "/admin/health", who=hoa if is_member else None)
        assert isinstance(page.data, HealthPayload)
        assert (page.data.findings, page.data.backups, page.data.open_backup) == ((), (), None)


async def test_two_requests_at_once_are_one(pool: Pool, ada: Member) -> None:
    async def request() -> object:
        async with as_role(pool, ada.caller, read_only=False) as conn:
            return await conn.fetchval(REQUEST)

    assert len(set(await asyncio.gather(*(request() for _ in range(5))))) == 1
    async with as_owner(pool) as conn:
        assert await conn.fetchval("select count(*) from public.backups") == 1
