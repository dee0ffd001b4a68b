"""Acknowledged data survives faults: a killed database, a client that does not read."""

import asyncio
import os
import shutil
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import asyncpg
import httpx
import pytest

from balai.backend.realtime.changes.service import ReplicatedChanges
from balai.backend.realtime.replication import stream
from balai.backend.storage.application import StorageApplication
from balai.backend.storage.blobs.filesystem import FilesystemBlobs
from balai.backend.storage.blobs.versions import clean
from balai.backend.storage.context import Limits, StorageService
from balai.database.embedded import EmbeddedPostgres
from balai.database.migrate import migrate
from balai.database.pool import UNAVAILABLE, Pool, open_pool
from balai.security.tokens import KeyRing, verify
from tests.backend.realtime.conftest import Client, Service, realtime
from tests.backend.realtime.test_limits import slow_reader
from tests.backend.storage.conftest import SECRET, SERVICE, files

NOTES = """
create table public.notes (id int primary key, body text);
grant select on public.notes to anon;
alter publication supabase_realtime add table public.notes;
"""
ROWS = [{"event": "*", "schema": "public", "table": "notes"}]


@asynccontextmanager
async def realtime_service(database: str) -> AsyncIterator[Service]:
    """The realtime service with row changes."""
    async with realtime(database) as service:
        changes = ReplicatedChanges(database, service.app.hub, max_message=3_000_500)
        changes.start()
        service.app.hub.changes = changes
        try:
            yield service
        finally:
            await changes.stop()


async def subscribe(client: Client) -> None:
    """Join, and wait until the rows come."""
    await client.join("room", postgres_changes=ROWS)
    assert (await client.next("system"))[4]["message"] == "Subscribed to PostgreSQL"


@pytest.fixture
def own_server() -> Iterator[EmbeddedPostgres]:
    """A server with fsync, as an operator runs it; to be killed."""
    folder = Path(tempfile.mkdtemp(prefix="balai-test-"))
    server = EmbeddedPostgres(folder)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


def kill(server: EmbeddedPostgres) -> None:
    """Kills it as the kernel does when memory is exhausted, and waits for the end of its process."""
    process = int((server.cluster / "postmaster.pid").read_text().split()[0])
    os.kill(process, signal.SIGKILL)
    while Path(f"/proc/{process}").exists():
        time.sleep(0.01)


async def upload_and_note(client: httpx.AsyncClient, pool: Pool, acknowledged: list[int], start: int) -> None:
    """Store objects and rows until it fails; what was acknowledged is `acknowledged`."""
    for number in range(start, start + 1000):
        response = await client.put(f"/object/shelf/{number}", content=b"%d" % number * 5000, headers=SERVICE)
        if response.status_code != 200:
            return
        try:
            await pool.execute("insert into public.notes values ($1)", number)
        except UNAVAILABLE:
            return
        acknowledged.append(number)


async def test_killed_database_loses_nothing_acknowledged(
    own_server: EmbeddedPostgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MIN_RETRY_S", "MAX_RETRY_S"):
        monkeypatch.setattr(stream, name, 0.2)
    await migrate(own_server.url, ("backend",))
    pool, folder = await open_pool(own_server.url, size=4), FilesystemBlobs(tmp_path / "objects")
    acknowledged: list[int] = []
    await pool.execute(f"{NOTES} insert into storage.buckets (id, name) values ('shelf', 'shelf')")
    store = StorageApplication(StorageService(pool, folder, partial(verify, secret=SECRET), KeyRing(SECRET), Limits()))
    transport = httpx.ASGITransport(app=store)  # type: ignore[arg-type]
    async with (
        realtime_service(own_server.url) as service,
        service.client() as mei,
        httpx.AsyncClient(transport=transport, base_url="http://node/storage/v1") as client,
    ):
        await subscribe(mei)
        uploads = [
            asyncio.create_task(upload_and_note(client, pool, acknowledged, start)) for start in (1000, 2000, 3000)
        ]
        received = [(await mei.next("postgres_changes"))[4]["data"]["record"]["id"] for _ in range(10)]
        await asyncio.to_thread(kill, own_server)
        await asyncio.gather(asyncio.to_thread(own_server.start), *uploads)
        assert set(received) <= set(acknowledged)
        # Subscribers are notified that they may have missed rows, and then that they are subscribed again.
        while (await mei.next("system"))[4]["status"] != "error":
            pass
        while (await mei.next("system"))[4]["message"] != "Subscribed to PostgreSQL":
            pass
        await pool.execute("insert into public.notes values (1)")
        while (await mei.next("postgres_changes"))[4]["data"]["record"]["id"] != 1:
            pass
        # Every acknowledged object and row exists, and no other blob.
        for number in acknowledged:
            assert (await client.get(f"/object/shelf/{number}", headers=SERVICE)).content == b"%d" % number * 5000
        assert set(acknowledged) <= {row["id"] for row in await pool.fetch("select id from public.notes")}
        await pool.execute("update storage.unreferenced_blobs set due_at = now()")
        while await clean(pool, folder):
            pass
        named = {row["version"] for row in await pool.fetch("select version from storage.objects")}
        assert {path.name for path in files(tmp_path)} == named
    folder.close()
    await pool.close()


async def test_client_that_does_not_read_delays_neither_others_nor_the_replication_slot(backend_database: str) -> None:
    owner = await asyncpg.connect(backend_database)
    await owner.execute(NOTES)
    # Replication sends WAL once it is flushed to disk, which the tests' server otherwise delays.
    await owner.execute("set synchronous_commit = on")
    behind = """
        select pg_wal_lsn_diff($1::pg_lsn, confirmed_flush_lsn) from pg_replication_slots
        where database = current_database()"""
    async with realtime_service(backend_database) as service, service.client() as reader:
        await subscribe(reader)
        writer = await slow_reader(service, postgres_changes=ROWS)
        assert len(service.app.hub.connections) == 2
        for number in range(1, 60):
            await owner.execute("insert into notes values ($1, repeat('a', 300000))", number)
            assert (await reader.next("postgres_changes"))[4]["data"]["record"]["id"] == number
        # The client was disconnected, and its undelivered changes are confirmed all the same.
        assert len(service.app.hub.connections) == 1
        written = await owner.fetchval("select pg_current_wal_lsn()")
        async with asyncio.timeout(20):
            while await owner.fetchval(behind, written) > 0:
                # Each inserted row advances the position that is confirmed next.
                await owner.execute("update notes set body = '' where id = 1")
                await reader.next("postgres_changes")
        writer.close()
    await owner.close()
