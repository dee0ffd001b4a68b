"""Large bodies in both directions: one statement, all or nothing, and little memory."""

import asyncio
import json
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from balai.backend.rest.application import RestApplication
from balai.backend.rest.request import request_body
from balai.backend.rest.routes import rest_app
from balai.backend.rest.rules import Rules
from balai.database.pipeline.spool import Spool
from tests.backend.rest.conftest import IDENTIFY, KEYS

MEGABYTE = 1024 * 1024
TABLES = """
create table public.lines (id int primary key, note text, parent int references public.lines, at int default 7);
grant all on public.lines to service_role;
grant select on public.lines to anon;
create table public.statements (number int);
create function public.count_statement() returns trigger language plpgsql security definer as
  'begin insert into public.statements select count(*) from added; return null; end';
create trigger counted after insert on public.lines referencing new table as added
  for each statement execute function public.count_statement();
create function public.long_text(kilobytes int) returns setof text language sql stable as
  $$ select repeat('x', 1024) from generate_series(1, kilobytes) $$;
grant execute on function public.long_text to anon;
"""


@pytest.fixture
async def connection(library: str) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    opened = await asyncpg.connect(library)
    await opened.execute(TABLES)
    yield opened
    await opened.close()


@pytest.fixture
async def application(library: str, connection: object) -> AsyncIterator[RestApplication]:
    app = rest_app(library, **IDENTIFY, rules=Rules(("public",), max_rows=None, max_bytes=None))
    yield app
    await app.close()
    assert Spool._used == 0, "a file was left open"


@pytest.fixture
def peak() -> Iterator[None]:
    """Asserts that memory in the block never exceeds its start by more than 24 MB."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    yield
    highest = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert highest - before < 24 * MEGABYTE


async def send(
    app: RestApplication, method: str, path: str, parts: Iterator[bytes], **headers: str
) -> tuple[int, int, bytes]:
    """Returns status, length and beginning of the response. Neither body is ever whole in this process."""
    status, length, beginning = 0, 0, b""

    async def receive() -> dict[str, object]:
        part = next(parts, None)
        return {"type": "http.request", "body": part or b"", "more_body": part is not None}

    async def send(message: object) -> None:
        nonlocal status, length, beginning
        assert isinstance(message, dict)
        status = message.get("status", status)
        length += len(message.get("body", b""))
        beginning = beginning or message.get("body", b"")[:2000]

    sent = {"apikey": KEYS.service_role, "transfer-encoding": "chunked", **headers}
    path, _, query = path.partition("?")
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": query.encode()}
    encoded = [(name.replace("_", "-").encode(), value.encode()) for name, value in sent.items()]
    await app({**scope, "headers": encoded}, receive, send)  # type: ignore[arg-type]
    return status, length, beginning


def rows(count: int, width: int, *, end: bytes = b"]") -> Iterator[bytes]:
    """A JSON array in chunks of some rows. Each row names the next one as its parent, the last one itself."""
    for start in range(0, count, 500):
        some = [
            {"id": number, "note": "y" * width, "parent": min(number + 1, count - 1)}
            for number in range(start, min(start + 500, count))
        ]
        yield (b"," if start else b"[") + json.dumps(some).encode()[1:-1]
    yield end


@pytest.mark.usefixtures("peak")
async def test_a_large_result_is_not_held_in_memory(application: RestApplication) -> None:
    status, length, beginning = await send(application, "GET", "/rpc/long_text?kilobytes=60000", iter(()))
    assert (status, beginning[:6]) == (200, b'["xxxx')
    # Each text with its quotes and a comma; other whitespace is PostgreSQL's choice.
    assert length >= 60_000 * 1027


@pytest.mark.usefixtures("peak")
async def test_many_rows_are_one_statement_and_not_held_in_memory(
    application: RestApplication, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    status, *_ = await send(application, "POST", "/lines", rows(20_000, 2000), prefer="return=minimal")
    assert status == 201
    # Rows that refer to later rows, and the statement trigger, see one statement.
    assert [row[0] for row in await connection.fetch("select number from public.statements")] == [20_000]
    assert await connection.fetchrow("select count(*), sum(id), sum(length(note)), max(at) from public.lines") == (
        20_000,
        20_000 * 19_999 // 2,
        40_000_000,
        7,
    )
    # An insert rejected at its end leaves no row.
    await connection.execute("truncate public.lines")
    status, _, body = await send(application, "POST", "/lines", rows(2000, 2000, end=b',{"other":1}]'))
    assert (status, json.loads(body)["message"]) == (400, "All object keys must match")
    assert await connection.fetchval("select count(*) from public.lines") == 0


@pytest.mark.usefixtures("peak")
async def test_a_large_body_with_an_idempotency_key_is_not_held_in_memory(application: RestApplication) -> None:
    for _ in range(2):
        status, *_ = await send(application, "POST", "/lines", rows(16_000, 2000), idempotency_key="once")
        assert status == 201


async def test_csv_and_upserts_of_many_rows(
    application: RestApplication, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    text = ["id,note\n", *(f"{number},{'z' * 200}\n" for number in range(8000))]
    status, *_ = await send(application, "POST", "/lines", (line.encode() for line in text), content_type="text/csv")
    assert status == 201
    assert await connection.fetchval("select count(*) from public.lines where length(note) = 200 and at = 7") == 8000
    prefer = "resolution=merge-duplicates, return=representation, missing=default"
    path = "/lines?columns=id,note,at&select=id,at&order=id.desc"
    status, _, body = await send(application, "POST", path, rows(9000, 150), prefer=prefer)
    assert (status, body[:20]) == (201, b'[{"id":8999,"at":7},')


async def test_missing_privileges_are_reported_before_rows_are_loaded(application: RestApplication) -> None:
    status, _, body = await send(application, "POST", "/lines", rows(1000, 2000), apikey=KEYS.anon)
    assert (status, json.loads(body)["code"]) == (401, "42501")
    status, _, body = await send(application, "POST", "/lines", rows(1000, 2000), authorization="Bearer wrong")
    assert (status, json.loads(body)["code"]) == (401, "PGRST301")
    status, _, body = await send(application, "POST", "/nothing", rows(1000, 2000))
    assert (status, json.loads(body)["code"]) == (404, "PGRST205")


async def test_anonymous_clients_cannot_fill_the_disk(application: RestApplication) -> None:
    assert (await send(application, "POST", "/lines", rows(6000, 2000), apikey=KEYS.anon))[0] == 413


async def test_maximum_sizes(application: RestApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_body, "MAX_BULK_BODY", 2 * MEGABYTE)
    assert (await send(application, "POST", "/lines", rows(2000, 2000)))[0] == 413
    assert (await send(application, "POST", "/lines", iter(()), content_length=str(3 * MEGABYTE)))[0] == 413
    assert (await send(application, "PATCH", "/lines", iter([b" " * MEGABYTE] * 11)))[0] == 413
    # Each line takes a hundred times its length in this process, and only one of them is stored.
    lines = iter([b"id\n" + b"1\n" * MEGABYTE])
    assert (await send(application, "PATCH", "/lines", lines, content_type="text/csv"))[0] == 413
    monkeypatch.setattr("balai.database.pipeline.spool.MAX_DISK_BYTES", MEGABYTE)
    assert (await send(application, "POST", "/lines", rows(900, 2000)))[0] == 503


@pytest.mark.parametrize("size", [10, 2 * MEGABYTE])
async def test_a_stalled_upload_times_out_and_frees_its_memory(
    application: RestApplication, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    async def receive() -> dict[str, object]:
        if parts:
            return {"type": "http.request", "body": parts.pop(), "more_body": True}
        await asyncio.Event().wait()
        raise AssertionError("woken")

    async def send(message: object) -> None:
        sent.append(message)

    monkeypatch.setattr("balai.http.request_body.IDLE_TIMEOUT_S", 0.05)
    parts, sent = [b"[" + b" " * size], list[Any]()
    headers = [(b"apikey", KEYS.service_role.encode()), (b"transfer-encoding", b"chunked")]
    scope = {"type": "http", "method": "POST", "path": "/lines", "query_string": b"", "headers": headers}
    async with asyncio.timeout(5):
        await application(scope, receive, send)
    assert sent[0]["status"] == 408


async def test_a_full_disk_is_reported_and_leaves_nothing_behind(
    application: RestApplication, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        # Writing fails when the buffer is full, and again on close.
        patched.setattr("tempfile.TemporaryFile", lambda **_: Path("/dev/full").open("r+b", 1 << 19))  # noqa: SIM115
        async with asyncio.timeout(10):
            assert (await send(application, "POST", "/lines", rows(900, 2000)))[0] == 503
            # More requests than connections: no connection is lost.
            for _ in range(10):
                assert (await client.get("/rpc/long_text?kilobytes=3000")).status_code == 503
    assert (await client.get("/rpc/long_text?kilobytes=3000")).status_code == 200


async def test_a_single_long_row_is_read_whole(
    application: RestApplication, client: httpx.AsyncClient, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    response = await client.post(
        "/lines", json={"id": 1, "note": "w" * 2 * MEGABYTE}, headers={"apikey": KEYS.service_role}
    )
    assert response.status_code == 201
    responses = await asyncio.gather(*(client.get("/lines?select=note") for _ in range(4)))
    assert [len(response.json()[0]["note"]) for response in responses] == [2 * MEGABYTE] * 4
