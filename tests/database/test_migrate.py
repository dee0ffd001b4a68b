"""Migrations: once, in order, together with others, and never half."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from balai.database import migrate as migrations
from balai.errors import StartError


async def _empty(postgres: str, name: str) -> str:
    connection = await asyncpg.connect(postgres)
    await connection.execute(f"create database {name}")
    await connection.close()
    return postgres.replace("@/postgres?", f"@/{name}?")


async def test_several_nodes_may_start_together(postgres: str) -> None:
    url = await _empty(postgres, "together")
    applied = await asyncio.gather(*(migrations.migrate(url) for _ in range(4)))
    everything = len(migrations.list_migrations())
    assert sorted(len(each) for each in applied) == [0, 0, 0, everything]


async def test_services_that_already_run_are_told_of_the_new_schema_and_no_more(postgres: str) -> None:
    url = await _empty(postgres, "told")
    listener = await asyncpg.connect(url)
    told: asyncio.Queue[str] = asyncio.Queue()
    await listener.add_listener("pgrst", lambda *notice: told.put_nowait(notice[3]))
    await migrations.migrate(url)
    assert await asyncio.wait_for(told.get(), 5) == "reload schema"
    await listener.execute("notify pgrst, 'end of the first'")
    while await asyncio.wait_for(told.get(), 5) != "end of the first":
        pass
    assert await migrations.migrate(url) == []
    await listener.execute("select 1")
    assert told.empty()
    await listener.close()


async def test_a_failing_migration_leaves_nothing_and_says_which(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await _empty(postgres, "failing")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "0001_wrong.sql").write_text("create table half (id int); select 1/0;")
    monkeypatch.setattr(migrations, "FOLDER", tmp_path)
    with pytest.raises(StartError, match="site/0001_wrong failed: division by zero"):
        await migrations.migrate(url, ("site",))
    connection = await asyncpg.connect(url)
    assert await connection.fetchval("select to_regclass('half')") is None
    await connection.close()


async def test_a_changed_migration_is_refused(postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = await _empty(postgres, "changed")
    (tmp_path / "site").mkdir()
    file = tmp_path / "site" / "0001_table.sql"
    file.write_text("create table one (id int);")
    monkeypatch.setattr(migrations, "FOLDER", tmp_path)
    await migrations.migrate(url, ("site",))
    file.write_text("create table two (id int);")
    with pytest.raises(StartError, match="differs from the one applied earlier"):
        await migrations.migrate(url, ("site",))


async def test_an_unreachable_database_is_one_clear_line() -> None:
    with pytest.raises(StartError, match="cannot be reached"):
        await migrations.migrate("postgresql://nobody@127.0.0.1:1/none")


async def test_a_server_that_is_too_old_is_told_so(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "OLDEST_SUPPORTED", 990000)
    with pytest.raises(StartError, match="too old; Balai needs 99") as refused:
        await migrations.migrate(postgres)
    assert "BALAI_DATABASE_URL" in (refused.value.hint or "")
