"""Requests near the grammar, many of them: whatever is asked, the service answers and never fails."""

import asyncio
import string

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balai.backend.rest.filters import FULL_TEXT, PLAIN, QUANTIFIED

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
    '"a.b"',
    "*",
]
EMBEDS = [
    "reviews",
    "author_id",
    "shelves",
    "covers",
    "sequels",
    "authors!author_id",
    "authors",
    "nope",
    "reviews!inner",
]
OPERATORS = [
    *QUANTIFIED,
    *PLAIN,
    *FULL_TEXT,
    "in",
    "is",
    "not.in",
    "not.eq",
    "eq(any)",
    "like(all)",
    "fts(english)",
    "bad",
]
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
    "%00",
    "\u4f60",
    "9" * 30,
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
requests = st.fixed_dictionaries(
    {
        "method": st.sampled_from(["GET", "GET", "GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"]),
        "path": st.sampled_from(
            [
                "/books",
                "/books",
                "/authors",
                "/pairs",
                "/recent_books",
                "/rpc/old_books",
                "/rpc/add",
                "/rpc/total",
                "/nope",
            ]
        ),
        "params": st.lists(parameters, max_size=5),
        "prefer": st.lists(
            st.sampled_from(
                [
                    "return=representation",
                    "count=exact",
                    "count=estimated",
                    "resolution=merge-duplicates",
                    "missing=default",
                    "handling=strict",
                    "max-affected=2",
                ]
            ),
            max_size=3,
        ),
        "accept": st.sampled_from(["*/*", "*/*", "application/vnd.pgrst.object+json", "text/csv", "text/html"]),
        "range": st.sampled_from(["", "", "0-1", "5-2", "bytes=1"]),
        "json": bodies,
    }
)


async def test_requests_near_the_grammar_never_fail(client: httpx.AsyncClient) -> None:
    loop = asyncio.get_running_loop()
    asked: list[dict[str, object]] = []

    @settings(max_examples=400, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(requests)
    def collect(request: dict[str, object]) -> None:
        asked.append(request)

    await loop.run_in_executor(None, collect)
    for request in asked:
        answer = await _ask(client, request)
        assert answer.status_code < 500, f"{request} → {answer.status_code} {answer.text}"
        if answer.status_code >= 400 and request["method"] != "HEAD":
            assert answer.json().keys() == {"code", "message", "details", "hint"}


async def _ask(client: httpx.AsyncClient, request: dict[str, object]) -> httpx.Response:
    headers = {"Prefer": ", ".join(request["prefer"]), "Accept": str(request["accept"])}  # type: ignore[arg-type]
    if request["range"]:
        headers["Range"] = str(request["range"])
    body = {} if request["method"] in ("GET", "HEAD") else {"json": request["json"]}
    return await client.request(
        str(request["method"]),
        str(request["path"]),
        params=request["params"],
        headers=headers,
        **body,  # type: ignore[arg-type]
    )
