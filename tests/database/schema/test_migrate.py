"""Schema files apply once, in order, and all or none of them; several nodes may start together."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from balai.database import migrate as migrate_module
from balai.database import schema_files
from balai.database.migrate import migrate, read_ledger
from balai.database.schema_files import list_files
from balai.errors import StartError


async def _empty(postgres: str, name: str) -> str:
    connection = await asyncpg.connect(postgres)
    await connection.execute(f"create database {name}")
    await connection.close()
    return postgres.replace("@/postgres?", f"@/{name}?")


async def test_several_nodes_may_start_together(postgres: str) -> None:
    url = await _empty(postgres, "together")
    applied = await asyncio.gather(*(migrate(url) for _ in range(4)))
    everything = len(list_files())
    assert sorted(len(each) for each in applied) == [0, 0, 0, everything]


async def test_running_services_get_one_notice_of_a_new_schema(postgres: str) -> None:
    url = await _empty(postgres, "told")
    listener = await asyncpg.connect(url)
    told: asyncio.Queue[str] = asyncio.Queue()
    await listener.add_listener("pgrst", lambda *notice: told.put_nowait(notice[3]))
    await migrate(url)
    assert await asyncio.wait_for(told.get(), 5) == "reload schema"
    await listener.execute("notify pgrst, 'end of the first'")
    while await asyncio.wait_for(told.get(), 5) != "end of the first":
        pass
    assert await migrate(url) == []
    await listener.execute("select 1")
    assert told.empty()
    await listener.close()


def _write(folder: Path, files: dict[str, str], monkeypatch: pytest.MonkeyPatch, *, release: int = 1) -> None:
    for name, sql in files.items():
        path = folder / "site" / f"{name}.sql"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(sql)
    (folder / "RELEASE").write_text(f"{release} hash\n")
    monkeypatch.setattr(schema_files, "FOLDER", folder)


async def test_a_failing_file_is_named_and_nothing_of_the_upgrade_stays(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await _empty(postgres, "failing")
    files = {"versions/0001_table": "create table half (id int);", "things/policies": "select 1/0;"}
    _write(tmp_path, files, monkeypatch)
    with pytest.raises(StartError, match="site/things/policies failed: division by zero"):
        await migrate(url, ("site",))
    connection = await asyncpg.connect(url)
    assert await connection.fetchval("select to_regclass('half')") is None
    assert await read_ledger(connection) is None
    await connection.close()


async def test_a_changed_version_is_refused(postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = await _empty(postgres, "changed")
    _write(tmp_path, {"versions/0001_table": "create table one (id int);"}, monkeypatch)
    await migrate(url, ("site",))
    _write(tmp_path, {"versions/0001_table": "create table two (id int);"}, monkeypatch)
    with pytest.raises(StartError, match="differs from the one applied earlier"):
        await migrate(url, ("site",))


async def test_a_newer_database_refuses_an_older_program(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await _empty(postgres, "newer")
    _write(tmp_path, {"versions/0001_table": "create table one (id int);"}, monkeypatch, release=3)
    await migrate(url, ("site",))
    _write(tmp_path, {}, monkeypatch, release=2)
    with pytest.raises(StartError, match=r"made by a newer Balai \(schema release 3, this program's is 2\)"):
        await migrate(url, ("site",))
    _write(tmp_path, {}, monkeypatch, release=4)
    assert await migrate(url, ("site",)) == []
    _write(tmp_path, {}, monkeypatch, release=3)
    with pytest.raises(StartError, match="newer Balai"):
        await migrate(url, ("site",))


async def test_an_unknown_version_is_of_a_newer_program(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await _empty(postgres, "unknown")
    _write(tmp_path, {"versions/0001_table": "create table one (id int);"}, monkeypatch)
    await migrate(url, ("site",))
    # The release is the same: both programs are of one development line.
    connection = await asyncpg.connect(url)
    await connection.execute(
        "insert into balai.migrations (set, number, name, sha256) values ('site', 9, 'later', 'x')"
    )
    with pytest.raises(StartError, match=r"made by a newer Balai \(it has site/versions/0009"):
        await migrate(url, ("site",))
    await connection.execute("update balai.migrations set set = 'backend' where number = 9")
    assert await migrate(url, ("site",)) == []
    await connection.close()


POLICY = 'create policy "{}" on things using (true);'


async def test_a_changed_file_applies_again_and_drops_only_what_it_had_created(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await _empty(postgres, "reapplied")
    files = {"versions/0001_table": "create table things (id int);", "things/policies": POLICY.format("old")}
    _write(tmp_path, files, monkeypatch)
    await migrate(url, ("site",))
    connection = await asyncpg.connect(url)
    await connection.execute(POLICY.format("of the operator"))
    _write(tmp_path, {"things/policies": POLICY.format("new")}, monkeypatch)
    assert [file.path for file in await migrate(url, ("site",))] == ["site/things/policies"]
    rows = await connection.fetch("select policyname from pg_policies where tablename = 'things' order by 1")
    assert [row[0] for row in rows] == ["new", "of the operator"]
    await connection.close()


async def test_a_version_forces_the_files_that_it_names(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await _empty(postgres, "forced")
    check = "create or replace function allowed() returns boolean language sql as 'select true';"
    policy = "create policy p on things using (allowed());"
    files = {"versions/0001_table": "create table things (id int);", "things/rules": check, "things/policies": policy}
    _write(tmp_path, files, monkeypatch)
    await migrate(url, ("site",))
    forcing = "-- reapply: things/policies, things/rules\ndrop policy p on things; drop function allowed();"
    _write(tmp_path, {"versions/0002_drop": forcing}, monkeypatch)
    applied = [file.path for file in await migrate(url, ("site",))]
    assert applied == ["site/versions/0002_drop", "site/things/rules", "site/things/policies"]


async def test_a_version_in_its_own_transaction_commits_what_precedes_it(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await _empty(postgres, "alone")
    _write(tmp_path, {"versions/0001_type": "create type mood as enum ('sad');"}, monkeypatch)
    await migrate(url, ("site",))
    # A new value of an enum cannot be used in the transaction that adds it.
    files = {
        "versions/0002_value": "-- transaction: own\nalter type mood add value 'glad';",
        "versions/0003_use": "create table moods (mood mood default 'glad');",
        "versions/0004_wrong": "select 1/0;",
    }
    _write(tmp_path, files, monkeypatch)
    with pytest.raises(StartError, match="0004_wrong failed"):
        await migrate(url, ("site",))
    connection = await asyncpg.connect(url)
    ledger = await read_ledger(connection)
    assert ledger is not None
    assert sorted(number for _, number in ledger.versions) == [1, 2]
    assert await connection.fetchval("select to_regclass('moods')") is None
    await connection.close()


async def test_an_unreachable_database_is_one_clear_line() -> None:
    with pytest.raises(StartError, match="cannot be reached"):
        await migrate("postgresql://nobody@127.0.0.1:1/none")


async def test_a_server_that_is_too_old_is_rejected(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate_module, "OLDEST_SUPPORTED", 99)
    with pytest.raises(StartError, match="too old; Balai needs 99") as refused:
        await migrate(postgres)
    assert "BALAI_DATABASE_URL" in (refused.value.hint or "")
