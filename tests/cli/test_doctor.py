"""`balai doctor` finds each fault and names the remedy."""

from pathlib import Path

from balai.cli.doctor import Finding, run_checks
from balai.database.pool import Pool
from balai.settings import load_settings


async def check(database: str, folder: Path, **values: str) -> dict[str, Finding]:
    settings = load_settings({"BALAI_DATABASE_URL": database, "BALAI_DATA_DIR": str(folder), **values})
    return {finding.subject: finding for finding in await run_checks(settings)}


async def test_a_migrated_database_passes(database: str, tmp_path: Path) -> None:
    found = await check(database, tmp_path)
    assert found["database"].is_ok
    assert found["row security"].is_ok
    assert found["row changes"].is_ok


async def test_schema_files_of_another_version_are_reported(database: str, pool: Pool, tmp_path: Path) -> None:
    await pool.execute("insert into balai.schema_files values ('site/blog/removed', '', '{}')")
    await pool.execute("insert into balai.migrations values ('site', 999, 'later', '')")
    finding = (await check(database, tmp_path))["schema files"]
    assert not finding.is_ok
    assert finding.detail.endswith("not part of this program: site/blog/removed, site/versions/0999")


async def test_pending_schema_files_and_a_newer_database_are_reported(
    database: str, pool: Pool, tmp_path: Path
) -> None:
    deleted = await pool.execute("delete from balai.schema_files where path like 'site/blog/%'")
    finding = (await check(database, tmp_path))["database"]
    number = deleted.removeprefix("DELETE ")
    assert not finding.is_ok and f"{number} schema files to apply: run `balai migrate`" in finding.detail
    await pool.execute("update balai.schema_release set release = release + 1")
    finding = (await check(database, tmp_path))["database"]
    assert not finding.is_ok and "made by a newer Balai" in finding.detail


async def test_schema_change_detection_is_reported(database: str, pool: Pool, tmp_path: Path) -> None:
    assert (await check(database, tmp_path))["schema changes"].detail == "detected automatically"
    await pool.execute("drop event trigger balai_schema_dropped")
    assert "notify pgrst" in (await check(database, tmp_path))["schema changes"].detail


async def test_a_missing_replication_privilege_is_reported(database: str, pool: Pool, tmp_path: Path) -> None:
    name = f"host_{pool.get_size()}_{id(pool)}"
    await pool.execute(f"create role {name} login; grant all on all tables in schema balai, public to {name}")
    await pool.execute(f"grant usage on schema balai to {name}")
    finding = (await check(database.replace("//postgres@", f"//{name}@"), tmp_path))["row changes"]
    assert not finding.is_ok and "replication" in finding.detail
    await pool.execute(f"drop owned by {name}; drop role {name}")


async def test_an_unprotected_table_is_reported(database: str, pool: Pool, tmp_path: Path) -> None:
    await pool.execute("create table public.wishes (id int); grant select (id) on public.wishes to anon")
    await pool.execute("create table public.private_wishes (id int); revoke all on public.private_wishes from public")
    finding = (await check(database, tmp_path))["row security"]
    assert not finding.is_ok
    assert "off for wishes, which are hidden:" in finding.detail
    await pool.execute("comment on table public.wishes is 'public-read: public'")
    assert (await check(database, tmp_path))["row security"].is_ok


async def test_an_empty_database_is_reported_with_the_remedy(postgres: str, tmp_path: Path) -> None:
    found = await check(postgres, tmp_path)
    assert "balai migrate" in found["database"].detail


async def test_an_unreachable_database_is_reported(tmp_path: Path) -> None:
    found = await check("postgresql://nobody@127.0.0.1:1/none", tmp_path)
    assert "cannot be reached" in found["database"].detail


async def test_data_only_needs_no_balai_schema(postgres: str, tmp_path: Path) -> None:
    given = {"BALAI_DATABASE_URL": postgres, "BALAI_DATA_DIR": str(tmp_path), "BALAI_REST_ONLY": "true"}
    served = await run_checks(load_settings(given | {"BALAI_REST_ANON_ROLE": "none"}))
    assert served[-1].is_ok and "can be served" in served[-1].detail
    lacking = await run_checks(load_settings(given | {"BALAI_REST_SCHEMAS": "missing"}))
    assert not lacking[-1].is_ok and "there is no schema missing" in lacking[-1].detail


async def test_emails_that_cannot_leave_are_reported(database: str, pool: Pool, tmp_path: Path) -> None:
    finding = (await check(database, tmp_path))["email"]
    assert not finding.is_ok and "BALAI_SMTP_URL" in finding.detail
    server = {"BALAI_SMTP_URL": "smtp://127.0.0.1:1"}
    assert (await check(database, tmp_path, **server))["email"].is_ok
    await pool.execute(
        "insert into mailbox.queue (kind, recipient, language, content, attempts, last_error, next_attempt_at)"
        " values ('signup', 'a@example.org', 'en', '{}', 3, 'SMTPConnectError(refused)', clock_timestamp() + '1 min')"
    )
    finding = (await check(database, tmp_path, **server))["email"]
    assert not finding.is_ok and "SMTPConnectError(refused)" in finding.detail
