"""The schema cache follows the schema, and the service outlives its database."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import httpx
import pytest

from balai.backend.rest import schema_loader
from balai.backend.rest.rules import Rules
from balai.backend.rest.schema.catalog import load_schema_cache
from balai.backend.rest.schema.schema_cache import SchemaCache
from balai.backend.rest.schema_loader import SchemaLoader
from balai.database.pool import Connection
from tests.backend.rest.reading import get

FRESH = "create table public.fresh (id int)"


async def _until(client: httpx.AsyncClient, path: str, status: int) -> httpx.Response:
    for _ in range(100):
        response = await client.get(path)
        if response.status_code == status:
            return response
        await asyncio.sleep(0.05)
    raise AssertionError(f"{path} stayed at {response.status_code}: {response.text}")


async def test_a_change_of_the_schema_is_served_within_a_second(library: str, client: httpx.AsyncClient) -> None:
    await get(client, "/books?limit=1")
    connection = await asyncpg.connect(library)
    for change, path, status in (
        ("create table public.fresh (id int); grant select on public.fresh to anon", "/fresh", 200),
        ("comment on table public.fresh is 'said'; alter table public.fresh add note text", "/fresh?note=is.null", 200),
        ("drop table public.fresh", "/fresh", 404),
    ):
        await connection.execute(change)
        committed = time.perf_counter()
        await _until(client, path, status)
        assert time.perf_counter() - committed < 1
    await connection.close()


async def test_requests_go_on_while_the_schema_changes(library: str, client: httpx.AsyncClient) -> None:
    connection = await asyncpg.connect(library)
    before = (await get(client, "/books?select=id&order=id")).json()
    changing = asyncio.create_task(_change_often(connection))
    while not changing.done():
        assert (await get(client, "/books?select=id&order=id")).json() == before
    await changing
    await _until(client, "/fresh_9", 200)
    await connection.close()


async def _change_often(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    for number in range(10):
        await connection.execute(
            f"create table public.fresh_{number} (id int); grant select on public.fresh_{number} to anon"
        )


async def test_statements_that_change_no_schema_send_no_notification(library: str) -> None:
    listener, writer = await asyncpg.connect(library), await asyncpg.connect(library)
    received: asyncio.Queue[object] = asyncio.Queue()
    await listener.add_listener("pgrst", lambda *notice: received.put_nowait(notice[3]))
    await writer.execute("create materialized view public.counted as select count(*) from public.books")
    assert await asyncio.wait_for(received.get(), 5) == "reload schema"
    await writer.execute("create temp table mine (id int); alter table mine add note text")
    await writer.execute("grant select on mine to public; drop table mine")
    await writer.execute("refresh materialized view public.counted; grant select on public.counted to anon")
    await writer.execute("notify pgrst, 'last'")
    assert await asyncio.wait_for(received.get(), 5) == "last"
    await listener.close()
    await writer.close()


async def test_without_event_triggers_a_manual_notification_reloads(library: str, client: httpx.AsyncClient) -> None:
    connection = await asyncpg.connect(library)
    await connection.execute("drop event trigger balai_schema_changed; drop event trigger balai_schema_dropped")
    await get(client, "/books?limit=1")
    await connection.execute("create table public.fresh (id int); grant select on public.fresh to anon")
    await connection.execute("notify pgrst, 'something else'")
    assert (await client.get("/fresh")).json()["code"] == "PGRST205"
    await connection.execute("notify pgrst, 'reload schema'")
    await _until(client, "/fresh", 200)
    await connection.close()


async def test_a_database_that_goes_away_and_comes_back(library: str, client: httpx.AsyncClient) -> None:
    await get(client, "/books?limit=1")
    name = library.split("@/")[1].split("?")[0]
    connection = await asyncpg.connect(library.replace(f"@/{name}?", "@/postgres?"))
    await connection.execute(f"alter database {name} allow_connections false")
    await connection.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", name)
    unavailable = await _until(client, "/books?limit=1", 503)
    assert unavailable.json()["code"] in ("PGRST000", "PGRST001", "57P01")
    assert unavailable.headers["retry-after"] == "1"
    await connection.execute(f"alter database {name} allow_connections true")
    await _until(client, "/books?limit=1", 200)
    await connection.close()


async def test_a_missing_cache_has_its_own_error(library: str, client: httpx.AsyncClient) -> None:
    name = library.split("@/")[1].split("?")[0]
    connection = await asyncpg.connect(library.replace(f"@/{name}?", "@/postgres?"))
    await connection.execute(f"alter database {name} allow_connections false")
    response = await get(client, "/books", 503)
    assert (response.json()["code"], response.headers["retry-after"]) == ("PGRST002", "1")
    await connection.execute(f"alter database {name} allow_connections true")
    await get(client, "/books")
    await connection.close()


async def _until_known(loader: SchemaLoader, table: str) -> None:
    for _ in range(100):
        if ("public", table) in (await loader.get()).relations:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{table} never became known")


@asynccontextmanager
async def _proxy(database: str) -> AsyncIterator[tuple[str, asyncio.Event]]:
    """A TCP proxy to the database, and an event that silently stops everything on it."""
    tasks: list[asyncio.Task[None]] = []
    stopped = asyncio.Event()
    parts = urlsplit(database)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_cut: asyncio.Event) -> None:
        while data := await reader.read(65536):
            if is_cut.is_set():
                await asyncio.sleep(3600)
            writer.write(data)
        writer.close()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        upstream_reader, upstream_writer = await asyncio.open_unix_connection(path)
        # Connections made after the cut work.
        is_cut = asyncio.Event() if stopped.is_set() else stopped
        tasks.extend(
            asyncio.create_task(carry(*pair, is_cut)) for pair in ((reader, upstream_writer), (upstream_reader, writer))
        )

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    yield f"postgresql://postgres@127.0.0.1:{port}{parts.path}", stopped
    server.close()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_silently_dead_connection_is_reopened(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balai.database.listener.HEARTBEAT_S", 0.2)
    connection = await asyncpg.connect(library)
    async with _proxy(library) as (address, cut):
        loader = SchemaLoader(address, Rules())
        await loader.get()
        cut.set()
        await connection.execute(FRESH)
        await _until_known(loader, "fresh")
        await loader.close()
    await connection.close()


async def test_cancelling_a_request_does_not_cancel_the_first_load(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def load(*given: Any) -> SchemaCache:
        has_begun.set()
        await may_go_on.wait()
        return await load_schema_cache(*given)

    monkeypatch.setattr(schema_loader, "load_schema_cache", load)
    has_begun, may_go_on = asyncio.Event(), asyncio.Event()
    loader = SchemaLoader(library, Rules())
    cancelled = asyncio.create_task(loader.get())
    await has_begun.wait()
    has_begun.clear()
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    waiting = asyncio.create_task(loader.get())
    await asyncio.sleep(0.3)
    assert not has_begun.is_set()
    may_go_on.set()
    assert ("public", "books") in (await waiting).relations
    await loader.close()


async def test_requests_waiting_for_the_first_load_fail_together(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_given: object, **_named: object) -> None:
        attempts.append(1)
        await asyncio.sleep(0.1)
        raise TimeoutError

    attempts: list[int] = []
    monkeypatch.setattr("asyncpg.connect", fail)
    loader = SchemaLoader("postgresql://nobody@127.0.0.1:1/none", Rules())
    errors = await asyncio.gather(*(loader.get() for _ in range(5)), return_exceptions=True)
    assert [getattr(error, "code", "") for error in errors] == ["PGRST002"] * 5
    assert len(attempts) == 1
    await loader.close()


async def test_an_unexpected_error_does_not_end_listening(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_given: object) -> None:
        has_failed.set()
        raise RuntimeError("can't start new thread")

    connection = await asyncpg.connect(library)
    loader, has_failed = SchemaLoader(library, Rules()), asyncio.Event()
    await loader.get()
    with monkeypatch.context() as patched:
        patched.setattr(schema_loader, "load_schema_cache", fail)
        await connection.execute(FRESH)
        await has_failed.wait()
    await _until_known(loader, "fresh")
    await loader.close()
    await connection.close()


async def test_a_load_slower_than_the_heartbeat_keeps_the_connection(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def load(connection: Connection, *given: Any) -> SchemaCache:
        connections.add(connection)
        await asyncio.sleep(0.5)
        return await load_schema_cache(connection, *given)

    monkeypatch.setattr("balai.database.listener.HEARTBEAT_S", 0.1)
    monkeypatch.setattr(schema_loader, "load_schema_cache", load)
    connections: set[Connection] = set()
    connection = await asyncpg.connect(library)
    loader = SchemaLoader(library, Rules())
    await loader.get()
    await connection.execute(FRESH)
    await _until_known(loader, "fresh")
    assert len(connections) == 1
    await loader.close()
    await connection.close()
