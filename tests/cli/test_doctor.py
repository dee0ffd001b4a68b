from pathlib import Path

from balai.cli.doctor import Finding, run_checks
from balai.database.pool import Pool
from balai.settings import load_settings


async def look(database: str, folder: Path) -> dict[str, Finding]:
    settings = load_settings({"BALAI_DATABASE_URL": database, "BALAI_DATA_DIR": str(folder)})
    return {finding.subject: finding for finding in await run_checks(settings)}


async def test_a_migrated_database_is_well(database: str, tmp_path: Path) -> None:
    found = await look(database, tmp_path)
    assert found["database"].is_ok
    assert found["row security"].is_ok
    assert found["row changes"].is_ok


async def test_it_says_how_changes_of_the_schema_are_seen(database: str, pool: Pool, tmp_path: Path) -> None:
    assert (await look(database, tmp_path))["schema changes"].detail == "seen by themselves"
    await pool.execute("drop event trigger balai_schema_dropped")
    assert "notify pgrst" in (await look(database, tmp_path))["schema changes"].detail


async def test_a_user_who_may_not_read_the_log_is_told(database: str, pool: Pool, tmp_path: Path) -> None:
    name = f"host_{pool.get_size()}_{id(pool)}"
    await pool.execute(f"create role {name} login; grant all on all tables in schema balai, public to {name}")
    await pool.execute(f"grant usage on schema balai to {name}")
    finding = (await look(database.replace("//postgres@", f"//{name}@"), tmp_path))["row changes"]
    assert not finding.is_ok and "replication" in finding.detail
    await pool.execute(f"drop owned by {name}; drop role {name}")


async def test_a_table_that_everybody_reads_whole_is_named(database: str, pool: Pool, tmp_path: Path) -> None:
    await pool.execute("create table public.wishes (id int); grant select (id) on public.wishes to anon")
    await pool.execute("create table public.private_wishes (id int); revoke all on public.private_wishes from public")
    finding = (await look(database, tmp_path))["row security"]
    assert not finding.is_ok
    assert "off for wishes, which are hidden:" in finding.detail
    await pool.execute("comment on table public.wishes is 'public-read: meant for everybody'")
    assert (await look(database, tmp_path))["row security"].is_ok


async def test_a_database_without_tables_says_what_to_do(postgres: str, tmp_path: Path) -> None:
    found = await look(postgres, tmp_path)
    assert "balai migrate" in found["database"].detail


async def test_a_database_that_is_not_there_is_said(tmp_path: Path) -> None:
    found = await look("postgresql://nobody@127.0.0.1:1/none", tmp_path)
    assert "cannot be reached" in found["database"].detail


async def test_a_database_that_is_only_served_needs_no_tables_of_ours(postgres: str, tmp_path: Path) -> None:
    given = {"BALAI_DATABASE_URL": postgres, "BALAI_DATA_DIR": str(tmp_path), "BALAI_REST_ONLY": "true"}
    served = await run_checks(load_settings(given | {"BALAI_REST_ANON_ROLE": "none"}))
    assert served[-1].is_ok and "can be served" in served[-1].detail
    lacking = await run_checks(load_settings(given | {"BALAI_REST_SCHEMAS": "missing"}))
    assert not lacking[-1].is_ok and "there is no schema missing" in lacking[-1].detail
