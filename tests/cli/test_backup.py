"""A backup is a consistent snapshot and restores completely into an empty target; damaged archives are rejected."""

import asyncio
import dataclasses
import hashlib
import os
import uuid
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import asyncpg
import httpx
import pytest

from balai.backend.storage.application import StorageApplication
from balai.backend.storage.blobs.versions import clean
from balai.backend.storage.config import open_blobs
from balai.backend.storage.context import Limits, StorageService
from balai.cli.backup import create
from balai.cli.backup.create import make_backup
from balai.cli.backup.restore import restore_backup
from balai.database.migrate import migrate
from balai.database.pool import Pool, open_pool
from balai.errors import StartError
from balai.security.tokens import KeyRing, verify
from balai.settings import Settings, load_settings
from tests.backend.storage.conftest import SECRET, SERVICE
from tests.conftest import address
from tests.factories.members import make_member

ROWS = "select bucket_id, name, version, metadata::text from storage.objects order by name"
# Privileges, row-level security, policies, publications and triggers.
PRIVILEGES = (
    """select c.oid::regclass::text, relrowsecurity, relforcerowsecurity, array(
         select a::text from unnest(coalesce(relacl, acldefault('r', relowner))) as a order by 1)
       from pg_class as c where relkind in ('r', 'p', 'v') and c.oid >= 16384 order by 1""",
    """select p.oid::regprocedure::text, prosecdef, array(
         select a::text from unnest(coalesce(proacl, acldefault('f', proowner))) as a order by 1)
       from pg_proc as p where p.oid >= 16384 order by 1""",
    "select * from pg_policies order by schemaname, tablename, policyname",
    "select * from pg_publication_tables order by pubname, schemaname, tablename",
    """select defaclrole::regrole::text, defaclnamespace::regnamespace::text, defaclobjtype, defaclacl::text
       from pg_default_acl order by 1, 2, 3""",
    "select evtname, evtevent, evtenabled from pg_event_trigger order by 1",
    "select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2",
)
MEMBERS = "select id, email, encrypted_password from auth.users order by id"


def settings_of(url: str, data: Path) -> Settings:
    data.mkdir(exist_ok=True)
    return dataclasses.replace(load_settings({}), database_url=url, data_dir=data)


@pytest.fixture
async def empty(postgres: str) -> AsyncIterator[str]:
    """An empty database."""
    name = f"empty_{uuid.uuid4().hex[:8]}"
    connection = await asyncpg.connect(postgres)
    await connection.execute(f"create database {name}")
    yield address(postgres, name)
    await connection.execute(f"drop database {name} with (force)")
    await connection.close()


async def put(settings: Settings, pool: Pool, **objects: bytes) -> None:
    """Upload objects; delete those given without bytes."""
    async with open_blobs(settings) as blobs:
        storage = StorageService(pool, blobs, partial(verify, secret=SECRET), KeyRing(SECRET), Limits())
        transport = httpx.ASGITransport(app=StorageApplication(storage))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://node/storage/v1", headers=SERVICE) as client:
            for name, data in objects.items():
                path = f"/object/shelf/{name}"
                response = await (client.put(path, content=data) if data else client.delete(path))
                assert response.status_code == 200


async def test_a_backup_restores_rows_objects_and_privileges_of_one_moment(
    database: str, pool: Pool, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = settings_of(database, tmp_path / "here"), settings_of(empty, tmp_path / "there")
    (here.data_dir / "jwt_secret").write_text("the secret of this instance")
    await make_member(pool, display_name="诊所 Mai")
    await pool.execute("insert into storage.buckets (id, name) values ('shelf', 'shelf')")
    uploaded = {"a": b"x" * 3_000_000, "b": b"second", "c": b"third"}
    await put(here, pool, **uploaded)
    rows, members = await pool.fetch(ROWS), await pool.fetch(MEMBERS)

    original = create.run_program

    async def write_meanwhile(*given: str) -> None:
        """Write and clean up while the rows are dumped."""
        await put(here, pool, a=b"newer", b=b"", d=b"added")
        await pool.execute("update storage.unreferenced_blobs set due_at = now()")
        async with open_blobs(here) as blobs:
            await clean(pool, blobs)
        await original(*given)

    monkeypatch.setattr(create, "run_program", write_meanwhile)
    file = tmp_path / "site.tar"
    assert "3 objects" in await make_backup(here, file)
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(StartError, match="already exists"):
        await make_backup(here, file)

    # An interrupted restore leaves an empty file.
    (there.data_dir / "jwt_secret").touch()
    assert "and 3 objects" in await restore_backup(there, file)
    assert (there.data_dir / "jwt_secret").read_text() == "the secret of this instance"
    # No migration is pending, and all privileges are the same.
    assert await migrate(empty) == []
    restored = await open_pool(empty, size=2)
    assert (await restored.fetch(ROWS), await restored.fetch(MEMBERS)) == (rows, members)
    async with open_blobs(there) as blobs:
        for row in rows:
            blob = await blobs.open(row["version"])
            found = b"".join([bytes(part) async for part in blob.parts(0, len(uploaded[row["name"]]))])
            assert hashlib.sha256(found).digest() == hashlib.sha256(uploaded[row["name"]]).digest()
    for query in PRIVILEGES:
        assert await restored.fetch(query) == await pool.fetch(query)
    await restored.close()
    with pytest.raises(StartError, match="target is not empty"):
        await restore_backup(there, file)
    # Blobs deleted meanwhile are cleaned up after the backup.
    async with open_blobs(here) as blobs:
        await clean(pool, blobs)
    assert await pool.fetchval("select count(*) from storage.unreferenced_blobs") == 0


async def test_a_damaged_archive_is_rejected_and_leaves_no_schema(
    database: str, pool: Pool, empty: str, tmp_path: Path
) -> None:
    here, there = settings_of(database, tmp_path / "here"), settings_of(empty, tmp_path / "there")
    await pool.execute("insert into storage.buckets (id, name) values ('shelf', 'shelf')")
    await put(here, pool, a=b"first" * 1000)
    file = tmp_path / "site.tar"
    assert "BALAI_JWT_SECRET is not included" in await make_backup(here, file)
    whole = file.read_bytes()
    flipped = whole.replace(b"firstfirst", b"firstFirst", 1)
    for number, content in enumerate((flipped, whole[:-3000], whole[:4000], b"", b"no tar at all" * 100)):
        damaged = tmp_path / f"{number}.tar"
        damaged.write_bytes(content)
        with pytest.raises(StartError, match="damaged or incomplete"):
            await restore_backup(there, damaged)
    with pytest.raises(StartError, match="There is no file"):
        await restore_backup(there, tmp_path / "none.tar")
    (there.data_dir / "jwt_secret").write_text("another")
    assert "and 1 objects" in await restore_backup(there, file)


async def test_a_truncated_object_does_not_prevent_the_backup_of_the_others(
    database: str, pool: Pool, empty: str, tmp_path: Path
) -> None:
    here, there = settings_of(database, tmp_path / "here"), settings_of(empty, tmp_path / "there")
    await pool.execute("insert into storage.buckets (id, name) values ('shelf', 'shelf')")
    await put(here, pool, a=b"a" * 3_000_000, b=b"b" * 3_000_000, c=b"c" * 3_000_000)
    version = await pool.fetchval("select version from storage.objects where name = 'b'")
    os.truncate(here.data_dir / "objects" / version[:2] / version, 2_000_000)
    file = tmp_path / "site.tar"
    assert "2 objects" in (report := await make_backup(here, file))
    assert "The blobs of 1 objects are missing" in report
    assert "and 2 objects" in await restore_backup(there, file)
    for name, byte in {"a": b"a", "c": b"c"}.items():
        version = await pool.fetchval("select version from storage.objects where name = $1", name)
        assert (there.data_dir / "objects" / version[:2] / version).read_bytes() == byte * 3_000_000


async def test_the_second_of_two_backups_to_one_file_is_rejected(database: str, tmp_path: Path) -> None:
    here, file = settings_of(database, tmp_path / "here"), tmp_path / "site.tar"
    ends = await asyncio.gather(make_backup(here, file), make_backup(here, file), return_exceptions=True)
    (rejected,) = [end for end in ends if isinstance(end, StartError)]
    assert "already exists" in rejected.message


async def test_a_full_disk_leaves_no_partial_backup(postgres: str, database: str, tmp_path: Path) -> None:
    here = settings_of(database, tmp_path / "here")
    file = tmp_path / "site.tar"
    (tmp_path / "site.tar.partial").symlink_to("/dev/full")
    with pytest.raises(StartError, match="No space left"):
        await make_backup(here, file)
    assert await asyncio.to_thread(os.listdir, tmp_path) == ["here"]
    nowhere = dataclasses.replace(here, database_url=address(postgres, "postgres"))
    with pytest.raises(StartError, match="has no Balai schema"):
        await make_backup(nowhere, file)
