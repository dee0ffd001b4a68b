"""Many requests close to the grammar get a response of the contract.

None fails with a 500, none runs a second statement, none reveals names of a schema that is not exposed.
"""

import asyncio
import json
import os
import string
from typing import Any
from urllib.parse import urlencode

import asyncpg
import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balai.backend.rest.request.filters import FULL_TEXT, PLAIN, QUANTIFIED
from tests.backend.rest.contract.requests import OBJECT, PLAN, STRIPPED, Case, case, check, each

pytestmark = pytest.mark.asyncio(loop_scope="session")
EXAMPLES = int(os.environ.get("EXAMPLES", "250"))
NAMES = [
    "id",
    "title",
    "year",
    "price",
    "tags",
    "pages",
    "data",
    "raw",
    "words",
    "is_out",
    "shout",
    "nope",
    "*",
    "count",
    "added",
    '"a.b"',
    'a";drop table x;--',
]
EMBEDS = [
    "reviews",
    "author_id",
    "shelves",
    "covers",
    "sequels",
    "first_sequel",
    "authors!author_id",
    "authors",
    "nope",
    "reviews!inner",
    "editor_id!left",
    "lent",
    "books_editor_id_fkey",
    "shelves!placements",
    "boss_id",
    "books",
    "count",
]
OPERATORS = [
    *QUANTIFIED,
    *PLAIN,
    *FULL_TEXT,
    *["in", "is", "not.in", "not.eq", "eq(any)", "like(all)", "fts(english)", "fts(x)", "bad"],
]
ATTACK = "1'); drop table public.canary; --"
VALUES = [
    "1",
    "x",
    "",
    "null",
    "true",
    "(1,2)",
    "{a,b}",
    "[1,2)",
    '{"a":1}',
    "*a*",
    '"q"',
    "(",
    "\0",
    "\u4f60",
    "9" * 30,
    ATTACK,
]

names = st.sampled_from(NAMES)
noise = st.text(alphabet=string.printable + "\u4f60\u0000é", max_size=6)
paths = st.lists(st.sampled_from(["->a", "->>b", "->0", "->>-1", "->", '->"x y"']), max_size=2).map("".join)
fields = st.builds(lambda name, path: name + path, names, paths)
values = st.one_of(st.sampled_from(VALUES), noise)
operations = st.builds(lambda operator, value: f"{operator}.{value}", st.sampled_from(OPERATORS), values)
conditions = st.builds(lambda field, operation: f"{field}.{operation}", fields, operations)
trees = st.recursive(
    conditions,
    lambda inner: st.builds(
        lambda kind, nodes: f"{kind}({','.join(nodes)})",
        st.sampled_from(["and", "or", "not.or"]),
        st.lists(inner, max_size=3),
    ),
    max_leaves=6,
)
columns = st.builds(
    lambda field, cast, alias: f"{alias}{field}{cast}",
    fields,
    st.sampled_from(["", "::text", "::int", "::nope", "::"]),
    st.sampled_from(["", "n:", '"x":']),
)
items = st.recursive(
    columns,
    lambda inner: st.builds(
        lambda spread, embed, nodes: f"{spread}{embed}({','.join(nodes)})",
        st.sampled_from(["", "", "..."]),
        st.sampled_from(EMBEDS),
        st.lists(inner, max_size=3),
    ),
    max_leaves=5,
)
parameters = st.one_of(
    st.tuples(fields, operations),
    st.tuples(
        st.sampled_from(["or", "and", "not.or", "reviews.or"]),
        st.lists(trees, max_size=3).map(lambda nodes: f"({','.join(nodes)})"),
    ),
    st.tuples(st.just("select"), st.lists(items, min_size=1, max_size=4).map(",".join)),
    st.tuples(
        st.sampled_from(["order", "reviews.order"]),
        st.lists(st.one_of(fields, st.sampled_from(["id.desc", "author_id(name)", "id.bad"])), max_size=2).map(
            ",".join
        ),
    ),
    st.tuples(
        st.sampled_from(["limit", "offset", "reviews.limit", "reviews.offset"]),
        st.sampled_from(["0", "1", "5", "-1", "x", "99999999999999999999"]),
    ),
    st.tuples(st.sampled_from(["on_conflict", "columns"]), st.sampled_from(["id", "id,title", "nope", "", '"id"'])),
    st.tuples(noise, noise),
)
bodies = st.one_of(
    st.dictionaries(
        st.sampled_from(["id", "title", "author_id", "data", "tags", "nope"]),
        st.one_of(st.none(), st.integers(), st.text(max_size=4), st.lists(st.integers(), max_size=2)),
        max_size=4,
    ),
    st.lists(st.dictionaries(st.sampled_from(["id", "title"]), st.integers(0, 5), max_size=2), max_size=3),
    st.none(),
)
AGGREGATES = ["id.count()", "price.sum()", "count()", "year.max()::text", "n:id.avg()", "data->k.min()"]
PATHS = [
    "/books",
    "/books",
    "/authors",
    "/pairs",
    "/recent_books",
    "/titles",
    "/maps",
    "/rpc/old_books",
    "/rpc/add",
    "/rpc/total",
    "/rpc/keep_json",
    "/rpc/where_is",
    "/rpc/some_numbers",
    "/rpc/hello",
    "/rpc/both_ways",
    "/nope",
    "/lent",
    "/rpc/%22",
    "/",
]
PREFERENCES = [
    "return=representation",
    "return=headers-only",
    "count=exact",
    "count=planned",
    "count=estimated",
    "resolution=merge-duplicates",
    "resolution=ignore-duplicates",
    "missing=default",
    "handling=strict",
    "max-affected=2",
    "timezone=UTC",
    "timezone=x",
    "x=y",
]
ACCEPTS = [
    "*/*",
    "*/*",
    OBJECT,
    "text/csv",
    "text/html",
    "text/xml",
    STRIPPED,
    PLAN,
    f'{PLAN}+json; for="text/csv"; options=analyze|',
    "application/geo+json",
    '",;q=',
]
TYPES = ["application/json"] * 5 + [
    "text/csv",
    "application/x-www-form-urlencoded",
    "text/plain",
    "application/octet-stream",
    "x",
]
JSONS = bodies.map(lambda body: json.dumps(body).encode())
CSVS = st.text(alphabet='id,title\n"NUL1\r', max_size=30).map(str.encode)
# Text as it is in the URL, with escapes that are invalid.
raws = st.text(alphabet="abid=&.%+()0fF*,:!\"'->", max_size=25)
requests = st.fixed_dictionaries(
    {
        "method": st.sampled_from(["GET", "GET", "GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]),
        "path": st.sampled_from(PATHS),
        "params": st.one_of(
            st.lists(parameters, max_size=5).map(urlencode),
            st.lists(
                st.sampled_from([*AGGREGATES, "title", "...author_id(name,id.max())"]), min_size=1, max_size=3
            ).map(lambda items: urlencode({"select": ",".join(items)})),
            raws,
        ),
        "prefer": st.lists(st.sampled_from(PREFERENCES), max_size=3).map(", ".join),
        "accept": st.sampled_from(ACCEPTS),
        "range": st.sampled_from(["", "", "0-1", "5-2", "bytes=1", "9999999999999999999-"]),
        "content-type": st.sampled_from(TYPES),
        "body": st.one_of(JSONS, JSONS, CSVS, st.binary(max_size=12), st.just(b"[" * 2000), st.just(b'{"a":' * 2000)),
    }
)
STATE = "select string_agg(relname, ' ' order by relname) from pg_class where relnamespace = 'public'::regnamespace"


async def test_requests_near_the_grammar_never_fail(client: httpx.AsyncClient, world: str) -> None:
    loop = asyncio.get_running_loop()
    requests_sent: list[dict[str, Any]] = []

    @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
    @given(requests)
    def collect(request: dict[str, Any]) -> None:
        requests_sent.append(request)

    await loop.run_in_executor(None, collect)
    connection = await asyncpg.connect(world)
    before = await connection.fetchval(STATE)
    for request in requests_sent:
        response = await _ask(client, request)
        assert response.status_code < 500, f"{request} → {response.status_code} {response.text}"
        if response.status_code >= 400 and request["method"] != "HEAD":
            assert response.json().keys() == {"code", "message", "details", "hint"}, request
            assert "hidden" not in response.text, request
    assert await connection.fetchval(STATE) == before
    await connection.close()


async def _ask(client: httpx.AsyncClient, request: dict[str, Any]) -> httpx.Response:
    headers = {name: request[name] for name in ("prefer", "accept", "range", "content-type") if request[name]}
    headers["prefer"] = f"{request['prefer']}, tx=rollback".removeprefix(", ")
    body = None if request["method"] in ("GET", "HEAD", "OPTIONS") else request["body"]
    return await client.request(
        request["method"], f"{request['path']}?{request['params']}", content=body, headers=headers
    )


LARGE = [
    case("bounds: deep trees", f"GET /books?or={'(or' * 60}(id.eq.1){')' * 60}", 400, {"code": "PGRST100"}),
    case("bounds: deep trees", f"GET /books?select=id&{'not.' * 60}or=(id.eq.1)", 400),
    case("bounds: deep embeds", f"GET /authors?select={'authors(' * 30}id{')' * 30}", 400, {"code": "PGRST100"}),
    case("bounds: deep paths", f"GET /books?select=data{'->a' * 300}&id=eq.1", 200, [{"a": None}]),
    case("bounds: huge offsets", f"GET /books?offset={'9' * 25}", 200, []),
    case("bounds: huge limits", f"GET /books?select=id&limit={'9' * 25}&id=eq.1", 200, [{"id": 1}]),
    case("bounds: huge offsets counted", f"GET /books?offset={2**63 - 1}", 416, prefer="count=exact"),
    case("bounds: no UTF-8", "GET /books?select=id&title=eq.%FF%FE", 200, []),
    case("bounds: NUL in a value", "GET /books?title=eq.%00", 400, {"code": "22021"}),
    case("bounds: NUL in a name", "GET /books?select=i%00d", 400),
    case("bounds: NUL in a body", "POST /authors", 400, {"code": "22P05"}, body='{"id":9,"name":"\\u0000"}'),
    case("bounds: half a character", "POST /authors", 400, body='{"id":9,"name":"\\ud800"}'),
    case("bounds: long names", f"GET /{'x' * 3000}", 404, {"code": "PGRST205"}),
    case("bounds: deep bodies", "POST /books", 400, body="[" * 100_000),
    case("bounds: deep values", "POST /books", 400, body='{"data":' + "[" * 100_000 + "]" * 100_000 + "}"),
]


@each(LARGE)
async def test_maximum_sizes(client: httpx.AsyncClient, case: Case) -> None:
    await check(client, case)


async def test_a_list_may_be_long(client: httpx.AsyncClient) -> None:
    numbers = ",".join(str(number) for number in range(10_000))
    # The server rejects longer URLs; every URL that arrives is parsed.
    response = await client.get(f"/books?select=id&id=in.({numbers})&order=id")
    assert [row["id"] for row in response.json()] == [1, 2, 3, 4]
