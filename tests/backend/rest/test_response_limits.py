"""Limits of one read: bytes of its rows and of all its embeds, and the number of embeds."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import httpx
import pytest

from balai.backend.rest.routes import rest_app
from balai.backend.rest.rules import Rules
from tests.backend.rest.conftest import IDENTIFY, KEYS

# Each author has 40 books, each book 40 reviews: a chain of embeds multiplies them.
_ROWS = """
insert into public.authors select 1000 + n, 'author ' || n from generate_series(1, 40) n;
insert into public.books (id, title, author_id, year)
select 1000 + n, 'book ' || n, 1001 + n % 40, 2020 from generate_series(1, 1600) n;
create index on public.books (author_id);
insert into public.reviews select 1000 + n, 1001 + n % 1600, 5, repeat('good ', 8) from generate_series(1, 16000) n;
create index on public.reviews (book_id);
analyze public.books, public.reviews;
"""
_UP = "authors!author_id(name,books!author_id(title,reviews(id,note)))"


@pytest.fixture
async def limited(library: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service that allows 1 MB."""
    connection = await asyncpg.connect(library)
    await connection.execute(_ROWS)
    await connection.close()
    app = rest_app(library, **IDENTIFY, rules=Rules(max_bytes=1_000_000))
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(
        transport=transport, base_url="http://node/rest/v1", headers={"apikey": KEYS.anon}, timeout=60
    ) as client:
        yield client
    await app.close()


@pytest.mark.parametrize(
    "path",
    [
        "/reviews?select=id,note,books(title,authors!author_id(name,books!author_id(title,reviews(id,note))))",
        f"/books?select=title,{_UP}",
        f"/books?select=title,{_UP}&limit=60",
        "/authors?select=id,books!author_id(id,...reviews(note,id))&limit=1000",
        "/authors?select=id,a:books!author_id(*,reviews(*)),b:books!author_id(*,reviews(*)),c:books!author_id(*,reviews(*))",
        f"/rpc/old_books?before=3000&select=title,{_UP}",
    ],
)
async def test_embeds_that_multiply_are_rejected(limited: httpx.AsyncClient, path: str) -> None:
    response = await limited.get(path)
    assert (response.status_code, response.json()["code"]) == (400, "BLI420")
    assert "BALAI_REST_MAX_BYTES" in response.json()["details"]


async def test_rows_without_embeds_are_limited(limited: httpx.AsyncClient, library: str) -> None:
    connection = await asyncpg.connect(library)
    await connection.execute("update public.reviews set note = repeat(md5(id::text), 100) where id < 2000")
    await connection.close()
    for accept in ("application/json", "text/csv"):
        response = await limited.get("/reviews?id=lt.2000", headers={"Accept": accept})
        assert (response.status_code, response.json()["code"]) == (400, "BLI420")
    assert len((await limited.get("/reviews?id=lt.2000&limit=200")).json()) == 200
    assert (await limited.head("/reviews?id=lt.2000")).status_code == 200


async def test_write_with_a_large_representation_writes_nothing(limited: httpx.AsyncClient) -> None:
    headers = {"apikey": KEYS.service_role, "Prefer": "return=representation"}
    note = "x" * 3_000
    response = await limited.patch("/reviews?id=lt.2000", headers=headers, json={"note": note})
    assert (response.status_code, response.json()["code"]) == (400, "BLI420")
    assert "return=minimal" in response.json()["hint"]
    assert (await limited.get(f"/reviews?note=eq.{note}&limit=1")).json() == []
    changed = await limited.patch("/reviews?id=lt.2000", headers={"apikey": KEYS.service_role}, json={"note": note})
    assert changed.status_code == 204


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("/reviews?select=note&id=lt.1060", "application/json"),
        ("/reviews?select=note&id=lt.1060", "text/csv"),
        ("/reviews?select=note&id=lt.1060", "application/vnd.pgrst.array+json;nulls=stripped"),
        ("/books?select=id,reviews(note)&id=eq.1001", "application/json"),
        ("/books?select=id,...reviews(note)&id=eq.1001", "application/json"),
        ("/rpc/reviews_of?book=1001", "application/json"),
        ("/rpc/notes_of?book=1001", "application/json"),
        ("/rpc/notes_of?book=1001", "text/csv"),
    ],
)
async def test_compressed_values_count_in_full(
    limited: httpx.AsyncClient, library: str, path: str, accept: str
) -> None:
    # PostgreSQL stores these 59 MB in less than 1 MB.
    connection = await asyncpg.connect(library)
    await connection.execute(
        "update public.reviews set note = repeat('x', 1000000), book_id = 1001 where id between 1001 and 1059;"
        "create function public.reviews_of(book int) returns table (id int, note text) language sql stable as"
        " $$ select id, note from public.reviews where book_id = book $$;"
        "create function public.notes_of(book int) returns setof text language sql stable as"
        " $$ select note from public.reviews where book_id = book $$;"
        "grant execute on function public.reviews_of, public.notes_of to anon; notify pgrst"
    )
    for _ in range(50):
        response = await limited.get(path, headers={"Accept": accept})
        if response.status_code != 404:
            break
        await asyncio.sleep(0.1)
    assert (response.status_code, response.json()["code"]) == (400, "BLI420")
    assert await _biggest_backend(connection) < 50 * 2**20
    await connection.close()


async def _biggest_backend(connection: asyncpg.Connection) -> int:
    """The most memory that a connection of the service had of its own."""
    backends = await connection.fetch(
        "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
    )
    assert backends
    return max(_peak_of(row["pid"]) for row in backends)


def _peak_of(pid: int) -> int:
    """The most memory that a process had of its own; nothing where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    lines = status.read_text().splitlines()
    sizes = {
        name: int(value.split()[0]) * 1024
        for name, _, value in (line.partition(":") for line in lines)
        if "kB" in value
    }
    return sizes["VmHWM"] - sizes["RssShmem"] - sizes["RssFile"]


async def test_reads_below_the_limit_are_unchanged(limited: httpx.AsyncClient) -> None:
    response = await limited.get("/authors?select=id,books!author_id(id,reviews(id))&id=gt.1000&limit=10")
    assert response.status_code == 200
    assert [len(author["books"]) for author in response.json()] == [40] * 10
    assert {len(book["reviews"]) for author in response.json() for book in author["books"]} == {10}
    assert (await limited.get("/authors?id=eq.0")).json() == []
    # The counter belongs to the transaction: the same read can be repeated.
    for _ in range(5):
        again = await limited.get("/authors?select=id,books!author_id(id,reviews(id))&id=gt.1000&limit=10")
        assert again.content == response.content


async def test_many_embeds_are_rejected(limited: httpx.AsyncClient) -> None:
    embeds = ",".join(f"e{n}:books!author_id(id)" for n in range(101))
    response = await limited.get(f"/authors?select=id,{embeds}")
    assert (response.status_code, response.json()["code"]) == (400, "BLI420")
    assert response.json()["details"] == "The limit is BALAI_REST_MAX_EMBEDS."
    assert response.json()["message"] == "The request has more than 100 embedded resources"


async def test_parallel_requests_keep_the_database_small(limited: httpx.AsyncClient, library: str) -> None:
    async def read() -> int:
        return (await limited.get(f"/books?select=title,{_UP}")).status_code

    assert set(await asyncio.gather(*(read() for _ in range(100)))) == {400}
    assert (await limited.get("/books?limit=1")).status_code == 200
    connection = await asyncpg.connect(library)
    assert await _biggest_backend(connection) < 50 * 2**20
    await connection.close()
