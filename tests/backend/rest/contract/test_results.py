"""Results of generated rows and requests are compared with those of a few lines of Python.

Filters under three-valued logic, trees of filters, orders with nulls, windows, embeds with their own filters and inner
joins, upserts: the response must match the rows.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import asyncpg
import httpx
import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.asyncio(loop_scope="session")
Row = dict[str, Any]
Truth = bool | None
TABLES = """
drop table if exists public.leaves, public.trunks;
create table public.trunks (id int primary key, n int, t text);
create table public.leaves (id int primary key, trunk_id int references public.trunks, n int, t text);
grant select, insert, update, delete on public.trunks, public.leaves to anon;
notify pgrst;
"""
TEXTS = ["a", "b", "ab", "B", "", 'a"b', "a,b", "(a)", "a\\b", "100%", "a_b", "null", "ấ"]
numbers = st.one_of(st.none(), st.integers(-2, 3))
texts = st.one_of(st.none(), st.sampled_from(TEXTS))
trunks = st.lists(st.tuples(numbers, texts), max_size=5).map(
    lambda rows: [{"id": place, "n": n, "t": t} for place, (n, t) in enumerate(rows)]
)
leaves = st.lists(st.tuples(numbers, numbers, texts), max_size=8)


def quoted(text: str) -> str:
    """A value inside a list or tree."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def both(one: Truth, other: Truth) -> Truth:
    """AND of three-valued logic."""
    return False if one is False or other is False else None if one is None or other is None else True


def negate(one: Truth) -> Truth:
    """NOT of three-valued logic."""
    return None if one is None else not one


class Filter:
    """A condition: its text at the top level and in a tree, and its value for a row."""

    def __init__(self, top: tuple[str, str], inner: str, evaluate: Callable[[Row], Truth]) -> None:
        self.top = top
        self.inner = inner
        self.evaluate = evaluate


COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "eq": lambda a, b: a == b,
    "neq": lambda a, b: a != b,
    "gt": lambda a, b: a > b,
    "gte": lambda a, b: a >= b,
    "lt": lambda a, b: a < b,
    "lte": lambda a, b: a <= b,
}


@st.composite
def filters(draw: st.DrawFn) -> Filter:
    """One condition on n or t."""
    negated = draw(st.booleans())
    kind = draw(st.sampled_from(["n", "n", "t", "in", "is", "distinct", "any"]))
    if kind == "n":
        operator, value = draw(st.sampled_from(sorted(COMPARE))), draw(st.integers(-2, 3))
        return _filter("n", f"{operator}.{value}", None, lambda v: COMPARE[operator](v, value), negated)
    if kind == "t":
        operator, text = draw(st.sampled_from(["eq", "neq"])), draw(st.sampled_from(TEXTS))
        written = f"{operator}.{quoted(text)}"
        return _filter("t", f"{operator}.{text}", written, lambda v: COMPARE[operator](v, text), negated)
    if kind == "in":
        chosen = draw(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=3))
        written = f"in.({','.join(map(quoted, chosen))})"
        return _filter("t", written, None, lambda v: v in chosen, negated)
    if kind == "any":
        several = draw(st.lists(st.integers(-2, 3), min_size=1, max_size=3))
        written = f"eq(any).{{{','.join(map(str, several))}}}"
        return _filter("n", written, None, lambda v: v in several, negated)
    if kind == "is":
        return _filter("t", "is.null", None, lambda v: v is None, negated, is_strict=False)
    value = draw(st.integers(-2, 3))
    return _filter("n", f"isdistinct.{value}", None, lambda v: v != value, negated, is_strict=False)


def _filter(
    column: str, top: str, inner: str | None, holds: Callable[[Any], bool], negated: bool, *, is_strict: bool = True
) -> Filter:
    def evaluate(row: Row) -> Truth:
        truth: Truth = None if is_strict and row[column] is None else holds(row[column])
        return negate(truth) if negated else truth

    not_ = "not." if negated else ""
    return Filter((column, not_ + top), f"{column}.{not_}{inner or top}", evaluate)


def _tree(operator: str, negated: bool, nodes: list[Filter]) -> Filter:
    def evaluate(row: Row) -> Truth:
        truth = [node.evaluate(row) if operator == "and" else negate(node.evaluate(row)) for node in nodes]
        result: Truth = True
        for one in truth:
            result = both(result, one)
        result = result if operator == "and" else negate(result)
        return negate(result) if negated else result

    not_ = "not." if negated else ""
    inner = f"({','.join(node.inner for node in nodes)})"
    return Filter((f"{not_}{operator}", inner), f"{not_}{operator}{inner}", evaluate)


conditions = st.recursive(
    filters(),
    lambda inner: st.builds(
        _tree, st.sampled_from(["and", "or"]), st.booleans(), st.lists(inner, min_size=1, max_size=3)
    ),
    max_leaves=5,
)
orders = st.lists(
    st.tuples(st.just("n"), st.sampled_from(["", "asc", "desc"]), st.sampled_from(["", "nullsfirst", "nullslast"])),
    max_size=1,
)
windows = st.tuples(st.one_of(st.none(), st.integers(0, 4)), st.one_of(st.none(), st.integers(0, 4)))
questions = st.fixed_dictionaries(
    {
        "trunks": trunks,
        "leaves": leaves,
        "conditions": st.lists(conditions, max_size=2),
        "order": orders,
        "window": windows,
        "is_inner": st.booleans(),
        "below": st.lists(conditions, max_size=1),
        "below_limit": st.one_of(st.none(), st.integers(0, 2)),
        "by_null": st.sampled_from(["", "", "is.null", "not.is.null"]),
    }
)


def address(query_case: Row) -> str:
    """The query as a URL."""
    join = "!inner" if query_case["is_inner"] else ""
    query = [("select", f"id,n,leaves{join}(id)"), ("leaves.order", "id.desc")]
    query += [one.top for one in query_case["conditions"]]
    query += [(f"leaves.{one.top[0]}", one.top[1]) for one in query_case["below"]]
    terms = [".".join(part for part in term if part) for term in query_case["order"]]
    query.append(("order", ",".join([*terms, "id"])))
    limit, offset = query_case["window"]
    query += [("limit", str(limit))] if limit is not None else []
    query += [("offset", str(offset))] if offset is not None else []
    query += [("leaves.limit", str(query_case["below_limit"]))] if query_case["below_limit"] is not None else []
    query += [("leaves", query_case["by_null"])] if query_case["by_null"] else []
    return "/trunks?" + urlencode(query)


def expected(query_case: Row) -> tuple[list[Row], int]:
    """The expected page, and the total number of rows."""
    grown = _leaves(query_case)
    found = []
    for row in query_case["trunks"]:
        if not all(one.evaluate(row) for one in query_case["conditions"]):
            continue
        below = [leaf for leaf in grown if leaf["trunk_id"] == row["id"]]
        below = [leaf for leaf in below if all(one.evaluate(leaf) for one in query_case["below"])]
        below = sorted(below, key=lambda leaf: -leaf["id"])[: query_case["below_limit"]]
        if (query_case["is_inner"] or query_case["by_null"] == "not.is.null") and not below:
            continue
        if query_case["by_null"] == "is.null" and below:
            continue
        found.append({"id": row["id"], "n": row["n"], "leaves": [{"id": leaf["id"]} for leaf in below]})
    for _, direction, nulls in query_case["order"]:
        is_down = direction == "desc"
        has_first = nulls == "nullsfirst" or (nulls == "" and is_down)
        found.sort(key=lambda row: -(row["n"] or 0) if is_down else row["n"] or 0)
        found.sort(key=lambda row: (row["n"] is None) != has_first)
    limit, offset = query_case["window"]
    page = found[offset or 0 :]
    return page if limit is None else page[:limit], len(found)


def _leaves(query_case: Row) -> list[Row]:
    known = {row["id"] for row in query_case["trunks"]}
    return [
        {"id": place, "trunk_id": trunk if trunk in known else None, "n": n, "t": t}
        for place, (trunk, n, t) in enumerate(query_case["leaves"])
    ]


async def _generated(strategy: st.SearchStrategy[Any], count: int) -> list[Any]:
    collected: list[Any] = []

    @settings(max_examples=count, database=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def collect(example: Any) -> None:
        collected.append(example)

    await asyncio.get_running_loop().run_in_executor(None, collect)
    return collected


@pytest_asyncio.fixture(loop_scope="session")
async def trees(client: httpx.AsyncClient, world: str) -> asyncpg.Connection:
    """A connection to a database whose tables the service has loaded."""
    connection = await asyncpg.connect(world)
    await connection.execute(TABLES)
    async with asyncio.timeout(20):
        while (await client.get("/leaves?select=id,trunks(id)")).status_code != 200:  # noqa: ASYNC110 - no event to wait for
            await asyncio.sleep(0.02)
    return connection


async def _fill(connection: asyncpg.Connection, query_case: Row) -> None:
    await connection.execute("truncate public.trunks, public.leaves")
    for table, listed in {"trunks": query_case["trunks"], "leaves": _leaves(query_case)}.items():
        places = "$1, $2, $3" if table == "trunks" else "$1, $2, $3, $4"
        rows = [tuple(row.values()) for row in listed]
        await connection.executemany(f"insert into public.{table} values ({places})", rows)


async def test_reads_match_the_rows(client: httpx.AsyncClient, trees: asyncpg.Connection) -> None:
    for query_case in await _generated(questions, 120):
        await _fill(trees, query_case)
        path = address(query_case)
        rows, total = expected(query_case)
        response = await client.get(path, headers={"Prefer": "count=exact"})
        if (query_case["window"][1] or 0) > total:
            assert response.status_code == 416, path
            continue
        assert response.json() == rows, (path, query_case["trunks"], _leaves(query_case))
        assert response.headers["content-range"].split("/")[1] == str(total), path
        assert response.status_code == (206 if len(rows) < total else 200), path
    await trees.close()


writes = st.fixed_dictionaries(
    {
        "trunks": trunks,
        "leaves": st.just([]),
        "conditions": st.lists(conditions, max_size=2),
        "payload": st.lists(st.tuples(st.integers(0, 6), numbers, texts), max_size=4, unique_by=lambda row: row[0]),
        "merges": st.booleans(),
    }
)


async def test_writes_match_the_rows(client: httpx.AsyncClient, trees: asyncpg.Connection) -> None:
    """An upsert, an update and a delete, each checked by its representation and by the rows afterwards."""
    shown = "return=representation, "
    for one in await _generated(writes, 40):
        await _fill(trees, one)
        rows_by_id = {row["id"]: row for row in one["trunks"]}
        payload = [dict(zip(("id", "n", "t"), row, strict=True)) for row in one["payload"]]
        resolution = "merge-duplicates" if one["merges"] else "ignore-duplicates"
        preferred = {"Prefer": f"{shown}resolution={resolution}"}
        response = await client.post("/trunks?order=id", json=payload, headers=preferred)
        new = [row for row in payload if row["id"] not in rows_by_id]
        written = payload if one["merges"] else new
        assert response.json() == sorted(written, key=lambda row: row["id"])
        assert response.status_code == (200 if one["merges"] and not new else 201)
        rows_by_id |= {row["id"]: row for row in written}
        query = urlencode([condition.top for condition in one["conditions"]])
        chosen = [row for row in rows_by_id.values() if all(condition.evaluate(row) for condition in one["conditions"])]
        changed = await client.patch(f"/trunks?{query}&order=id", json={"n": 9}, headers={"Prefer": shown})
        expected_rows = sorted(({**row, "n": 9} for row in chosen), key=lambda row: row["id"])
        assert changed.json() == expected_rows, (query, rows_by_id)
        rows_by_id |= {row["id"]: row for row in expected_rows}
        deleted = await client.delete(f"/trunks?n=eq.9&{query}", headers={"Prefer": "count=exact"})
        deleted_rows = [
            row for row in rows_by_id.values() if row["n"] == 9 and all(c.evaluate(row) for c in one["conditions"])
        ]
        assert deleted.headers["content-range"] == f"*/{len(deleted_rows)}"
        remaining = [row for row in rows_by_id.values() if row not in deleted_rows]
        found = [dict(row) for row in await trees.fetch("select * from public.trunks order by id")]
        assert found == sorted(remaining, key=lambda row: row["id"]), json.dumps(one["trunks"])
    await trees.close()
