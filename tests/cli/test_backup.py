"""A backup is of one moment, holds everything, and comes back into an empty place; what is damaged is refused."""

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
from balai.backend.storage.context import Limits, Storage
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
# Who reaches what, and what is followed live.
REACH = (
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
    """A database in which there is nothing."""
    name = f"empty_{uuid.uuid4().hex[:8]}"
    connection = await asyncpg.connect(postgres)
    await connection.execute(f"create database {name}")
    yield address(postgres, name)
    await connection.execute(f"drop database {name} with (force)")
    await connection.close()


async def put(settings: Settings, pool: Pool, **objects: bytes) -> None:
    """Store objects, and remove those that are empty."""
    async with open_blobs(settings) as blobs:
        storage = Storage(pool, blobs, partial(verify, secret=SECRET), KeyRing(SECRET), Limits())
        transport = httpx.ASGITransport(app=StorageApplication(storage))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://node/storage/v1", headers=SERVICE) as client:
            for name, data in objects.items():
                path = f"/object/shelf/{name}"
                answer = await (client.put(path, content=data) if data else client.delete(path))
                assert answer.status_code == 200


async def test_a_hall_comes_back_as_it_was_at_one_moment(
    database: str, pool: Pool, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = settings_of(database, tmp_path / "here"), settings_of(empty, tmp_path / "there")
    (here.data_dir / "jwt_secret").write_text("the secret of this hall")
    await make_member(pool, display_name="诊所 Mai")
    await pool.execute("insert into storage.buckets (id, name) values ('shelf', 'shelf')")
    kept = {"a": b"x" * 3_000_000, "b": b"second", "c": b"third"}
    await put(here, pool, **kept)
    rows, members = await pool.fetch(ROWS), await pool.fetch(MEMBERS)

    original = create.run_program

    async def busy_meanwhile(*given: str) -> None:
        """People go on, and the cleaning finds things due, while the rows are dumped."""
        await put(here, pool, a=b"newer", b=b"", d=b"added")
        await pool.execute("update storage.unreferenced_blobs set due_at = now()")
        async with open_blobs(here) as blobs:
            await clean(pool, blobs)
        await original(*given)

    monkeypatch.setattr(create, "run_program", busy_meanwhile)
    file = tmp_path / "hall.tar"
    assert "3 objects" in await make_backup(here, file)
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(StartError, match="there already"):
        await make_backup(here, file)

    # What a restore that was killed there leaves.
    (there.data_dir / "jwt_secret").touch()
    assert "3 objects are back" in await restore_backup(there, file)
    assert (there.data_dir / "jwt_secret").read_text() == "the secret of this hall"
    # It needs nothing more, and rows are open to whom they were open.
    assert await migrate(empty) == []
    restored = await open_pool(empty, size=2)
    assert (await restored.fetch(ROWS), await restored.fetch(MEMBERS)) == (rows, members)
    async with open_blobs(there) as blobs:
        for row in rows:
            blob = await blobs.open(row["version"])
            found = b"".join([bytes(part) async for part in blob.parts(0, len(kept[row["name"]]))])
            assert hashlib.sha256(found).digest() == hashlib.sha256(kept[row["name"]]).digest()
    for question in REACH:
        assert await restored.fetch(question) == await pool.fetch(question)
    await restored.close()
    with pytest.raises(StartError, match="something in this place"):
        await restore_backup(there, file)
    # What went meanwhile goes once nobody needs it.
    async with open_blobs(here) as blobs:
        await clean(pool, blobs)
    assert await pool.fetchval("select count(*) from storage.unreferenced_blobs") == 0


async def test_what_is_damaged_or_foreign_is_refused_and_leaves_no_hall(
    database: str, pool: Pool, empty: str, tmp_path: Path
) -> None:
    here, there = settings_of(database, tmp_path / "here"), settings_of(empty, tmp_path / "there")
    await pool.execute("insert into storage.buckets (id, name) values ('shelf', 'shelf')")
    await put(here, pool, a=b"first" * 1000)
    file = tmp_path / "hall.tar"
    assert "BALAI_JWT_SECRET is not in it" in await make_backup(here, file)
    whole = file.read_bytes()
    flipped = whole.replace(b"firstfirst", b"firstFirst", 1)
    for number, content in enumerate((flipped, whole[:-3000], whole[:4000], b"", b"no tar at all" * 100)):
        damaged = tmp_path / f"{number}.tar"
        damaged.write_bytes(content)
        with pytest.raises(StartError, match="damaged or not whole"):
            await restore_backup(there, damaged)
    with pytest.raises(StartError, match="There is no file"):
        await restore_backup(there, tmp_path / "none.tar")
    (there.data_dir / "jwt_secret").write_text("another")
    assert "1 objects are back" in await restore_backup(there, file)


async def test_an_object_that_has_lost_bytes_does_not_keep_the_others_from_being_saved(
    database: str, pool: Pool, empty: str, tmp_path: Path
) -> None:
    here, there = settings_of(database, tmp_path / "here"), settings_of(empty, tmp_path / "there")
    await pool.execute("insert into storage.buckets (id, name) values ('shelf', 'shelf')")
    await put(here, pool, a=b"a" * 3_000_000, b=b"b" * 3_000_000, c=b"c" * 3_000_000)
    version = await pool.fetchval("select version from storage.objects where name = 'b'")
    os.truncate(here.data_dir / "objects" / version[:2] / version, 2_000_000)
    file = tmp_path / "hall.tar"
    assert "2 objects" in (said := await make_backup(here, file))
    assert "The bytes of 1 objects are missing" in said
    assert "2 objects are back" in await restore_backup(there, file)
    for name, byte in {"a": b"a", "c": b"c"}.items():
        version = await pool.fetchval("select version from storage.objects where name = $1", name)
        assert (there.data_dir / "objects" / version[:2] / version).read_bytes() == byte * 3_000_000


async def test_of_two_backups_into_one_file_the_second_is_refused(database: str, tmp_path: Path) -> None:
    here, file = settings_of(database, tmp_path / "here"), tmp_path / "hall.tar"
    ends = await asyncio.gather(make_backup(here, file), make_backup(here, file), return_exceptions=True)
    (refused,) = [end for end in ends if isinstance(end, StartError)]
    assert "there already" in refused.message


async def test_a_full_disk_leaves_no_half_of_a_backup(postgres: str, database: str, tmp_path: Path) -> None:
    here = settings_of(database, tmp_path / "here")
    file = tmp_path / "hall.tar"
    (tmp_path / "hall.tar.partial").symlink_to("/dev/full")
    with pytest.raises(StartError, match="No space left"):
        await make_backup(here, file)
    assert await asyncio.to_thread(os.listdir, tmp_path) == ["here"]
    nowhere = dataclasses.replace(here, database_url=address(postgres, "postgres"))
    with pytest.raises(StartError, match="no hall in this database"):
        await make_backup(nowhere, file)
