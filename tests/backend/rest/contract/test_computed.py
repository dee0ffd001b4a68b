"""Computed columns and relationships whose functions share a name, on tables, functions and writes."""

import httpx
import pytest

from tests.backend.rest.contract.requests import SHOWN, Case, case, check, each

pytestmark = pytest.mark.asyncio(loop_scope="session")
ANA = {"id": 1, "name": "Ana", "born": "1950-01-02", "mood": "glad", "boss_id": None}

TABLES = [
    case("a column", "GET /books?select=mark&id=eq.1", 200, [{"mark": "book 1"}]),
    case("a filter", "GET /books?select=id&mark=eq.book 2", 200, [{"id": 2}]),
    case("a tree", "GET /books?select=id&or=(mark.eq.book 2,mark.eq.book 3)&order=id", 200, [{"id": 2}, {"id": 3}]),
    case("an order", "GET /authors?select=id&order=mark.desc&limit=1", 200, [{"id": 3}]),
    case(
        "an embed",
        "GET /reviews?select=mark,books(mark)&id=eq.1",
        200,
        [{"mark": "review 1", "books": {"mark": "book 1"}}],
    ),
    case("a spread", "GET /reviews?select=m:mark,...books(mark)&id=eq.1", 200, [{"m": "review 1", "mark": "book 1"}]),
    case(
        "an order by an embed",
        "GET /reviews?select=id,books(id)&order=books(mark).desc,id&limit=1",
        200,
        [{"id": 3, "books": {"id": 2}}],
    ),
    case(
        "a group",
        "GET /books?select=facts->>even,count()&order=facts->>even",
        200,
        [{"even": "false", "count": 2}, {"even": "true", "count": 2}],
    ),
    case("a relationship", "GET /books?select=peers(id,mark)&id=eq.1", 200, [{"peers": [{"id": 2, "mark": "book 2"}]}]),
    case(
        "the other relationship",
        "GET /authors?select=peers(mark)&id=eq.1&peers.id=eq.2",
        200,
        [{"peers": [{"mark": "author 2"}]}],
    ),
]
FUNCTIONS = [
    case("a column", "GET /rpc/old_books?before=1995&select=mark", 200, [{"mark": "book 1"}]),
    case("a column beside all", "GET /rpc/authors_all?select=*,mark&id=eq.1", 200, [ANA | {"mark": "author 1"}]),
    case("an alias and a cast", "GET /rpc/authors_all?select=m:mark::varchar&id=eq.1", 200, [{"m": "author 1"}]),
    case("a path", "GET /rpc/old_books?before=1995&select=facts->even", 200, [{"even": False}]),
    case("a filter of what is not selected", "GET /rpc/authors_all?select=id&mark=eq.author 2", 200, [{"id": 2}]),
    case("a filter of all columns", "GET /rpc/authors_all?mark=eq.author 1", 200, [ANA]),
    case(
        "a tree",
        "GET /rpc/authors_all?select=id&or=(mark.eq.author 2,and(mark.eq.author 3,id.gt.1))&order=id",
        200,
        [{"id": 2}, {"id": 3}],
    ),
    case("an order", "GET /rpc/authors_all?select=id&order=mark.desc&limit=1", 200, [{"id": 3}]),
    case("an order of all columns", "GET /rpc/authors_all?order=mark&limit=1", 200, [ANA]),
    case(
        "counted", "GET /rpc/authors_all?mark=neq.author 2", 200, prefer="count=exact", shows={"content-range": "0-1/2"}
    ),
    case(
        "a window is counted",
        "HEAD /rpc/authors_all?mark=neq.author 2&limit=1",
        206,
        prefer="count=exact",
        shows={"content-range": "0-0/2"},
    ),
    case(
        "a group",
        "GET /rpc/old_books?before=3000&select=facts->>even,count()&order=facts->>even",
        200,
        [{"even": "false", "count": 2}, {"even": "true", "count": 1}],
    ),
    case("an aggregate", "GET /rpc/authors_all?select=mark.max()", 200, [{"max": "author 3"}]),
    case("one row", "GET /rpc/one_book?which=3&select=mark", 200, {"mark": "book 3"}),
    case(
        "a POST",
        "POST /rpc/one_book?select=mark,peers(mark)",
        200,
        {"mark": "book 3", "peers": [{"mark": "book 4"}]},
        body={"which": 3},
    ),
    case("a function that writes", "POST /rpc/touch_book?select=mark", 200, [{"mark": "book 3"}], body={"which": 3}),
    case("a domain over rows", "GET /rpc/rows_of_a_domain?select=mark&id=eq.1", 200, [{"mark": "book 1"}]),
    case(
        "a relationship",
        "GET /rpc/old_books?before=1995&select=peers(mark),boss(mark)",
        200,
        [{"peers": [{"mark": "book 2"}], "boss": {"mark": "author 1"}}],
    ),
    case(
        "the other relationship",
        "GET /rpc/authors_all?select=mark,boss(mark)&id=eq.2",
        200,
        [{"mark": "author 2", "boss": {"mark": "author 1"}}],
    ),
    case(
        "an inner relationship",
        "GET /rpc/authors_all?select=id,boss!inner(id)&order=mark&limit=1",
        200,
        [{"id": 2, "boss": {"id": 1}}],
    ),
    case(
        "a spread",
        "GET /rpc/authors_all?select=mark,...boss(b:mark)&id=eq.2",
        200,
        [{"mark": "author 2", "b": "author 1"}],
    ),
    case(
        "an order by a relationship",
        "GET /rpc/authors_all?select=id,boss()&order=boss(mark).nullsfirst,id.desc",
        200,
        [{"id": 1}, {"id": 3}, {"id": 2}],
    ),
    case("count without parentheses", "GET /rpc/authors_all?select=count", 200, [{"count": 3}]),
    case(
        "an aggregate over rows",
        "GET /rpc/authors_all?order=mark.desc",
        200,
        "3;2;1;",
        accept="application/vnd.authors",
    ),
    case("an unknown column", "GET /rpc/authors_all?select=nope", 400, {"code": "42703"}),
    case("an unknown filter", "GET /rpc/authors_all?nope=eq.1", 400, {"code": "42703"}),
]
WRITES = [
    case(
        "an insert",
        "POST /authors?select=mark,name",
        201,
        [{"mark": "author 9", "name": "N"}],
        body={"id": 9, "name": "N"},
        prefer=SHOWN,
    ),
    case(
        "an update",
        "PATCH /authors?id=eq.1&select=mark,peers(mark)&peers.id=eq.2",
        200,
        [{"mark": "author 1", "peers": [{"mark": "author 2"}]}],
        body={"mood": "calm"},
        prefer=SHOWN,
    ),
    case(
        "an update by a computed column",
        "PATCH /authors?mark=eq.author 1&select=id",
        200,
        [{"id": 1}],
        body={"mood": "calm"},
        prefer=SHOWN,
    ),
    case(
        "an order of all columns", "PATCH /authors?id=eq.1&order=mark", 200, [ANA], body={"name": "Ana"}, prefer=SHOWN
    ),
    case(
        "a delete",
        "DELETE /reviews?id=eq.3&select=mark,books(mark)",
        200,
        [{"mark": "review 3", "books": {"mark": "book 2"}}],
        prefer=SHOWN,
    ),
    case("an empty update", "PATCH /authors?select=mark,peers(mark)", 200, [], body={}, prefer=SHOWN),
    case(
        "an upsert",
        "POST /authors?select=mark,boss(mark)",
        200,
        [{"mark": "author 2", "boss": {"mark": "author 1"}}],
        body={"id": 2, "name": "Bo"},
        prefer=f"{SHOWN}, resolution=merge-duplicates",
    ),
]


@each(TABLES + FUNCTIONS + WRITES)
async def test_computed(client: httpx.AsyncClient, case: Case) -> None:
    await check(client, case)
