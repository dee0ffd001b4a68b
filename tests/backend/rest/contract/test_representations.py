"""Domain representations: values of a domain converted by the functions of its implicit casts."""

import asyncpg
import httpx
import pytest

from tests.backend.rest.contract.requests import SHOWN, Case, case, check, each

pytestmark = pytest.mark.asyncio(loop_scope="session")
FIRST = {"id": 1, "name": "a", "colour": "#000000", "due": 10, "plain": 7}
SECOND = {"id": 2, "name": "b", "colour": "#000100", "due": None, "plain": None}
THIRD = {"id": 3, "name": "b", "colour": "none", "due": 30, "plain": None}
BOTH = f"{SHOWN}, resolution=merge-duplicates"

OUTPUT = [
    case(
        "columns",
        "GET /labels?select=id,colour&order=id&id=lt.3",
        200,
        [{"id": i, "colour": c} for i, c in ((1, "#000000"), (2, "#000100"))],
    ),
    case("all columns", "GET /labels?order=id", 200, [FIRST, SECOND, THIRD]),
    case("all and one again", "GET /labels?select=c:colour,*&id=eq.1", 200, [FIRST | {"c": "#000000"}]),
    case("an alias", "GET /labels?select=c:colour&id=eq.2", 200, [{"c": "#000100"}]),
    case("a cast, of the converted value", "GET /labels?select=colour::text&id=eq.2", 200, [{"colour": '"#000100"'}]),
    case("null, by the function", "GET /labels?select=colour&id=eq.3", 200, [{"colour": "none"}]),
    case("views", "GET /dark_labels?select=dark,colour&id=eq.2", 200, [{"dark": "#000080", "colour": "#000100"}]),
    case(
        "all columns of a view",
        "GET /dark_labels?id=eq.2",
        200,
        [{"id": 2, "name": "b", "colour": "#000100", "dark": "#000080"}],
    ),
    case(
        "embedded",
        "GET /labelled?select=id,labels(colour,due)&id=eq.1",
        200,
        [{"id": 1, "labels": {"colour": "#000000", "due": 10}}],
    ),
    case("all columns of an embed", "GET /labelled?select=labels(*)&id=eq.2", 200, [{"labels": SECOND}]),
    case("many", "GET /labels?select=labelled(colour)&id=eq.1", 200, [{"labelled": [{"colour": "#000001"}]}]),
    case("a spread", "GET /labelled?select=...labels(c:colour,due)&id=eq.1", 200, [{"c": "#000000", "due": 10}]),
    case("all columns of a spread", "GET /labelled?select=...labels(*)&id=eq.1", 200, [FIRST]),
    case("a spread of many", "GET /labels?select=...labelled(colour)&id=eq.1", 200, [{"colour": ["#000001"]}]),
    case("functions", "GET /rpc/labels_of?name=a", 200, [FIRST]),
    case(
        "columns of functions", "GET /rpc/labels_of?name=a&select=colour&colour=eq.000000", 200, [{"colour": "#000000"}]
    ),
    case("one row of a function", "POST /rpc/label", 200, SECOND, body={"which": 2}),
    case("csv", "GET /labels?select=id,colour&id=eq.2", 200, 'id,colour\n2,"""#000100"""', accept="text/csv"),
    case(
        "an aggregate takes the rows as they are",
        "GET /labels?order=id&id=lt.3",
        200,
        "1:0;2:256;",
        accept="application/vnd.labels",
    ),
    case(
        "order by the value",
        "GET /labels?select=id&order=colour.desc.nullslast",
        200,
        [{"id": 2}, {"id": 1}, {"id": 3}],
    ),
    case(
        "order by an embedded value",
        "GET /labelled?select=id,labels(colour)&order=labels(colour).nullsfirst,id&id=lt.3",
        200,
        [{"id": 1, "labels": {"colour": "#000000"}}, {"id": 2, "labels": {"colour": "#000100"}}],
    ),
    case(
        "groups",
        "GET /labels?select=colour,count()&order=colour&id=lt.3",
        200,
        [{"colour": "#000000", "count": 1}, {"colour": "#000100", "count": 1}],
    ),
    case(
        "groups by a spread",
        "GET /labelled?select=...labels(colour),count()&order=labels(colour)&id=lt.3",
        200,
        [{"colour": "#000000", "count": 1}, {"colour": "#000100", "count": 1}],
    ),
    case("aggregates take the value", "GET /labels?select=colour.max()", 200, [{"max": 256}]),
]
FILTERS = [
    case("eq", "GET /labels?select=id&colour=eq.000100", 200, [{"id": 2}]),
    case("eq of a sharp", "GET /labels?select=id&colour=eq.%23000100", 200, [{"id": 2}]),
    case("neq", "GET /labels?select=id&colour=neq.000100", 200, [{"id": 1}]),
    case("gt", "GET /labels?select=id&colour=gt.0000FF", 200, [{"id": 2}]),
    case("isdistinct", "GET /labels?select=id&colour=isdistinct.000100&order=id", 200, [{"id": 1}, {"id": 3}]),
    case("in", "GET /labels?select=id&colour=in.(000100,000000)&order=id", 200, [{"id": 1}, {"id": 2}]),
    case("not in", "GET /labels?select=id&colour=not.in.(000100)", 200, [{"id": 1}]),
    case("in nothing", "GET /labels?select=id&colour=in.()", 200, []),
    case("any", "GET /labels?select=id&colour=eq(any).{000100,000200}", 200, [{"id": 2}]),
    case("is", "GET /labels?select=id&colour=is.null", 200, [{"id": 3}]),
    case(
        "in trees", "GET /labels?select=id&or=(colour.eq.000100,colour.is.null)&order=id", 200, [{"id": 2}, {"id": 3}]
    ),
    case(
        "of embeds",
        "GET /labelled?select=id,labels!inner(id)&labels.colour=eq.000100",
        200,
        [{"id": 2, "labels": {"id": 2}}],
    ),
    case("of views", "GET /dark_labels?select=id&dark=eq.000080", 200, [{"id": 2}]),
    case(
        "counted", "HEAD /labels?colour=in.(000100,000000)", 200, prefer="count=exact", shows={"content-range": "0-1/2"}
    ),
    case("patterns take no value", "GET /labels?colour=like.*1*", 404, {"code": "42883"}),
    case("no function from text", "GET /labels?due=eq.10", 400, {"code": "22007"}),
    case(
        "no function from text: the plain value", "GET /labels?select=id&due=eq.1970-01-01T00:00:10Z", 200, [{"id": 1}]
    ),
]
WRITES = [
    case(
        "insert",
        "POST /labels?select=id,colour,due",
        201,
        [{"id": 9, "colour": "#00000A", "due": 5}],
        body={"id": 9, "colour": "#A", "due": 5},
        prefer=SHOWN,
    ),
    case(
        "insert many",
        "POST /labels?select=colour",
        201,
        [{"colour": "#00000A"}, {"colour": "none"}],
        body=[{"id": 8, "colour": "A"}, {"id": 9, "colour": None}],
        prefer=SHOWN,
    ),
    case(
        "defaults",
        "POST /labels",
        201,
        [{"id": 9, "name": None, "colour": "#0000FF", "due": 60, "plain": None}],
        body={"id": 9},
        prefer=SHOWN,
    ),
    case(
        "missing columns",
        "POST /labels?columns=id,colour,due&select=colour,due",
        201,
        [{"colour": "#0000FF", "due": 60}, {"colour": "#000001", "due": 60}],
        body=[{"id": 8}, {"id": 9, "colour": "1"}],
        prefer=f"{SHOWN}, missing=default",
    ),
    case(
        "missing columns are null",
        "POST /labels?columns=id,colour,due&select=colour,due",
        201,
        [{"colour": "none", "due": None}],
        body=[{"id": 8}],
        prefer=SHOWN,
    ),
    case(
        "csv",
        "POST /labels?select=colour",
        201,
        [{"colour": "#00000A"}],
        body="id,colour\n9,A",
        prefer=SHOWN,
        content_type="text/csv",
    ),
    case(
        "upsert",
        "POST /labels?select=id,colour",
        201,
        [{"id": 1, "colour": "#000005"}, {"id": 9, "colour": "#000006"}],
        body=[{"id": 1, "colour": "5"}, {"id": 9, "colour": "6"}],
        prefer=BOTH,
    ),
    case(
        "upsert by the value",
        "POST /labelled?on_conflict=colour&select=id,colour",
        200,
        [{"id": 7, "colour": "#000001"}],
        body={"id": 7, "colour": "#1"},
        prefer=BOTH,
    ),
    case(
        "update",
        "PATCH /labels?colour=eq.000100&select=id,colour,due",
        200,
        [{"id": 2, "colour": "#000007", "due": 3}],
        body={"colour": "#7", "due": 3},
        prefer=SHOWN,
    ),
    case(
        "update of a view",
        "PATCH /dark_labels?dark=eq.000080&select=*",
        200,
        [{"id": 2, "name": "b", "colour": "#000008", "dark": "#000004"}],
        body={"colour": "8"},
        prefer=SHOWN,
    ),
    case(
        "insert into a view",
        "POST /dark_labels?select=dark",
        201,
        [{"dark": "#000004"}],
        body={"id": 9, "colour": "8"},
        prefer=SHOWN,
    ),
    case("delete", "DELETE /labels?colour=is.null", 200, [THIRD], prefer=SHOWN),
    case(
        "put",
        "PUT /tints?colour=eq.000010",
        200,
        [{"colour": "#000010", "note": "y"}],
        body={"colour": "#10", "note": "y"},
        prefer=SHOWN,
    ),
    case("put of another", "PUT /tints?colour=eq.000011", 400, {"code": "PGRST115"}, body={"colour": "#10"}),
    case(
        "embedded in a write",
        "POST /labelled?select=labels(colour)",
        201,
        [{"labels": {"colour": "#000000"}}],
        body={"id": 9, "label_id": 1},
        prefer=SHOWN,
    ),
    case("no column of that name", "POST /labels?columns=id,color", 400, {"code": "PGRST204"}, body=[{"id": 9}]),
]


@each(OUTPUT + FILTERS + WRITES)
async def test_representations(client: httpx.AsyncClient, case: Case) -> None:
    await check(client, case)


async def test_values_are_stored_as_the_domain(client: httpx.AsyncClient, world: str) -> None:
    created = await client.post("/tints", json={"colour": "#FF"})
    assert created.status_code == 201
    connection = await asyncpg.connect(world)
    assert await connection.fetchval("delete from public.tints where note is null returning colour::int") == 255
    await connection.close()
