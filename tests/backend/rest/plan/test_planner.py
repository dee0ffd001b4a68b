"""Behaviour of particular schemas and settings: aggregates, column privileges, long aliases."""

import sys
from collections.abc import AsyncIterator
from functools import partial

import asyncpg
import httpx
import pytest

from balai.backend.rest.request.preferences import NO_PREFERENCES
from balai.backend.rest.request.query_string import extract_values
from balai.backend.rest.request.shape import QueryShape
from balai.backend.rest.routes import rest_app
from balai.backend.rest.rules import Rules
from balai.backend.rest.schema.catalog import load_schema_cache
from balai.backend.rest.schema.schema_cache import SchemaCache
from balai.backend.rest.sql.compile_read import compile_read
from balai.security.tokens import verify
from tests.backend.rest.conftest import KEYS, SECRET
from tests.backend.rest.reading import get

LONG = "a" * 60
EXTRA = f"""
create table public.staff (id int primary key, name text, wage int, team text default 'x');
insert into public.staff values (1, 'Ana', 10, 'a'), (2, 'Bo', 20, 'a'), (3, 'Cy', 30, 'b');
grant select (id, name), insert (id, name), update (name) on public.staff to anon;
create table public.{LONG}_1 (id int primary key);
create table public.{LONG}_2 (
  id int primary key, one int references public.{LONG}_1, two int references public.{LONG}_1
);
insert into public.{LONG}_1 values (1), (2);
insert into public.{LONG}_2 values (1, 1, 2);
grant select on public.{LONG}_1, public.{LONG}_2 to anon;
"""


@pytest.fixture
async def counting(library: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a service that allows aggregates."""
    connection = await asyncpg.connect(library)
    await connection.execute(EXTRA)
    await connection.close()
    app = rest_app(
        library, keys=KEYS, verify=partial(verify, secret=SECRET), rules=Rules(("public",), 1000, has_aggregates=True)
    )
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://node/rest/v1") as client:
        yield client
    await app.close()


async def test_aggregates_work_where_they_are_enabled(counting: httpx.AsyncClient) -> None:
    for path, rows in {
        "/books?select=count()": [{"count": 4}],
        "/books?select=author_id,n:count(),price.sum()&order=author_id": [
            {"author_id": 1, "n": 2, "sum": 30.50},
            {"author_id": 2, "n": 2, "sum": 5},
        ],
        "/books?select=year.max()::text": [{"max": "2010"}],
        "/books?select=price::int.sum()": [{"sum": 36}],
        "/authors?select=name,books!author_id(id.count())&id=eq.1": [{"name": "Ana", "books": [{"count": 2}]}],
    }.items():
        response = await counting.get(path)
        assert response.json() == rows, response.text
    grouped = (await get(counting, "/books?select=author_id(name),count()")).json()
    assert {row["author_id"]["name"]: row["count"] for row in grouped} == {"Ana": 2, "Bo": 2}
    rejected = await get(counting, "/authors?select=name,...books!author_id(id.count())", 400)
    assert rejected.json()["code"] == "PGRST127"


async def test_columns_without_privilege_are_not_read(counting: httpx.AsyncClient) -> None:
    assert (await get(counting, "/staff?select=name&id=eq.1")).json() == [{"name": "Ana"}]
    assert (await get(counting, "/staff", 401)).json()["code"] == "42501"
    assert (await get(counting, "/staff?select=id&wage=gt.5", 401)).json()["code"] == "42501"
    shown = {"Prefer": "return=representation"}
    added = await counting.post("/staff?select=id,name", json={"id": 4, "name": "Di"}, headers=shown)
    assert added.json() == [{"id": 4, "name": "Di"}]
    assert (await counting.post("/staff", json={"id": 5, "name": "Ed"})).status_code == 201
    assert (await counting.post("/staff", json={"id": 6, "name": "Fa"}, headers=shown)).status_code == 401
    changed = await counting.patch("/staff?id=eq.4&select=name", json={"name": "Do"}, headers=shown)
    assert changed.json() == [{"name": "Do"}]


async def test_aliases_of_long_names_stay_distinct(counting: httpx.AsyncClient) -> None:
    path = f"/{LONG}_2?select=id,a:one(id),b:two(id)"
    assert (await get(counting, path)).json() == [{"id": 1, "a": {"id": 1}, "b": {"id": 2}}]


@pytest.mark.parametrize("item", ["covers()", "*"])
async def test_planning_time_grows_linearly_with_select(library: str, item: str) -> None:
    connection = await asyncpg.connect(library)
    cache = await load_schema_cache(connection, ["public"], [])
    await connection.close()
    assert _steps_of(cache, [item] * 800) < 3 * _steps_of(cache, [item] * 400)


def _steps_of(cache: SchemaCache, items: list[str]) -> int:
    """The number of calls and returns that compiling a read takes."""
    shape = QueryShape(
        "GET",
        "public",
        "books",
        False,
        extract_values(f"select={','.join(items)}".encode()).tokens,
        NO_PREFERENCES,
        "*/*",
    )
    steps = 0

    def count(*event: object) -> None:
        nonlocal steps
        steps += 1

    sys.setprofile(count)
    try:
        compile_read(cache, Rules(max_embeds=None), shape)
    finally:
        sys.setprofile(None)
    return steps
