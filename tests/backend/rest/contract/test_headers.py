"""Section 3, by raw HTTP: preferences, ranges, counts, media types, profiles, settings and CORS headers."""

import json
import re

import httpx
import pytest

from balai.backend.rest.rules import Rules
from tests.backend.rest.contract.conftest import serving
from tests.backend.rest.contract.requests import ANYTHING, OBJECT, PLAN, SHOWN, STRIPPED, Case, case, check, each

pytestmark = pytest.mark.asyncio(loop_scope="session")
EXACT = "count=exact"
JSON = "application/json; charset=utf-8"


def strict(section: str, tokens: str, details: str) -> Case:
    """A preference that strict handling rejects."""
    message = "Invalid preferences given with handling=strict"
    return case(
        section,
        "GET /books?limit=1",
        400,
        {"code": "PGRST122", "message": message, "details": f"Invalid preferences: {details}"},
        prefer=f"handling=strict, {tokens}",
    )


def zone(name: str, applied: str | None) -> Case:
    """A time zone, and whether it was applied."""
    shown = "2026-01-01T08:00:00+08:00" if applied else "2026-01-01T00:00:00+00:00"
    return case(
        "3.1 timezone",
        "GET /books?select=added&id=eq.1",
        200,
        [{"added": shown}],
        prefer=f"timezone={name}",
        shows={"preference-applied": applied},
    )


def window(query: str, status: int, content_range: str, prefer: str = EXACT, **headers: str) -> Case:
    """A part of the four books."""
    shows = {"content-range": content_range}
    return case("3.3", f"GET /books?select=id&order=id{query}", status, shows=shows, prefer=prefer, **headers)


def form(
    accept: str, status: int, expected: object, content_type: str | None, query: str = "select=id,year&id=gt.2&order=id"
) -> Case:
    """Books in a format."""
    return case(
        "3.5",
        f"GET /books?{query}",
        status,
        expected,
        accept=accept,
        shows={"content-type": content_type} if content_type else {},
    )


PREFERENCES = [
    strict("3.1 strict", "wrong=1, return=all", "wrong=1, return=all"),
    strict("3.1 strict", "count=none", "count=none"),
    strict("3.1 strict", "timezone=Mars/North", "timezone=Mars/North"),
    strict("3.1 case matters", "Count=exact", "Count=exact"),
    case(
        "3.1 what is known passes",
        "GET /books?limit=1",
        200,
        prefer="handling=strict, tx=commit, max-affected=x, missing=null",
    ),
    case(
        "3.1 lenient",
        "GET /books?limit=1",
        200,
        prefer="handling=lenient, wrong=1",
        shows={"preference-applied": "handling=lenient"},
    ),
    case(
        "3.1 the first wins",
        "GET /books?id=eq.1",
        200,
        prefer="count=exact, count=planned",
        shows={"content-range": "0-0/1"},
    ),
    zone("Asia/Singapore", "timezone=Asia/Singapore"),
    zone("Mars/North", None),
    case(
        "3.1 max-affected",
        "DELETE /reviews",
        400,
        {"code": "PGRST124", "details": "The query affects 3 rows"},
        prefer="handling=strict, max-affected=2",
    ),
    case("3.1 max-affected only strictly", "DELETE /reviews", 204, prefer="max-affected=2"),
    case(
        "3.1 max-affected of functions",
        "POST /rpc/remove_all",
        400,
        {"code": "PGRST124"},
        body={},
        prefer="handling=strict, max-affected=2",
    ),
    case(
        "3.1 max-affected of one value",
        "GET /rpc/add?a=1",
        400,
        {"code": "PGRST128"},
        prefer="handling=strict, max-affected=2",
    ),
    case(
        "3.2 in their order",
        "POST /pairs?select=a",
        201,
        [{"a": 8}],
        body={"a": 8, "b": 8},
        prefer="timezone=UTC, handling=strict, tx=rollback, count=exact, return=representation, missing=default, "
        "resolution=ignore-duplicates",
        shows={
            "preference-applied": "resolution=ignore-duplicates, missing=default, return=representation, count=exact, "
            "tx=rollback, handling=strict, timezone=UTC"
        },
    ),
    case(
        "3.2 only what mattered",
        "GET /books?id=eq.1",
        200,
        prefer="return=minimal, missing=default, max-affected=1",
        shows={"preference-applied": None},
    ),
    case(
        "3.2 max-affected",
        "DELETE /reviews?id=eq.1",
        204,
        prefer="handling=strict, max-affected=1",
        shows={"preference-applied": "tx=rollback, handling=strict, max-affected=1"},
    ),
    case("3.2 not on errors", "GET /nope", 404, prefer="count=exact", shows={"preference-applied": None}),
]
WINDOWS = [
    window("&limit=2", 206, "0-1/4"),
    window("&limit=2&offset=2", 206, "2-3/4"),
    window("", 200, "0-3/4"),
    window("&offset=4", 206, "*/4"),
    window("&limit=0", 206, "*/4"),
    window("&id=eq.99", 200, "*/0"),
    window("&limit=2", 200, "0-1/*", prefer=""),
    window("&offset=9", 200, "*/*", prefer=""),
    window("", 206, "1-2/4", range="1-2"),
    window("", 206, "3-3/4", range="3-"),
    window("&limit=2", 206, "1-1/4", range="1-9"),
    window("", 200, "0-3/4", range="bytes=0-1"),
    window("", 200, "0-3/4", range="x"),
    case(
        "3.3",
        "GET /books?offset=6",
        416,
        {"code": "PGRST103", "details": "An offset of 6 was requested, but there are only 4 rows."},
        prefer=EXACT,
        shows={"content-range": "*/4", "proxy-status": None},
    ),
    case(
        "3.3",
        "GET /books",
        416,
        {
            "code": "PGRST103",
            "details": "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
        },
        range="3-1",
        shows={"proxy-status": "PostgREST; error=PGRST103"},
    ),
    case("3.3 not for HEAD", "HEAD /books", 200, range="0-0", shows={"content-range": "0-3/*"}),
    case(
        "3.3 functions too",
        "GET /rpc/old_books?before=3000",
        206,
        range="1-1",
        prefer=EXACT,
        shows={"content-range": "1-1/3"},
    ),
    case(
        "3.4 inner embeds decide",
        "GET /books?select=id,reviews!inner(id)&reviews.stars=gt.4",
        200,
        prefer=EXACT,
        shows={"content-range": "0-0/1"},
    ),
    case(
        "3.4 null embeds decide",
        "GET /books?select=id,reviews()&reviews=is.null&limit=1",
        206,
        prefer=EXACT,
        shows={"content-range": "0-0/2"},
    ),
    case(
        "3.4 rows are filtered",
        "GET /books?select=id&id=gt.1&or=(year.gt.1,year.is.null)&title=like.*a*&tags=cs.{b}",
        200,
        prefer=EXACT,
        shows={"content-range": "0-0/1"},
    ),
    case("3.4 HEAD", "HEAD /books?id=in.(1,2,9)", 200, prefer=EXACT, shows={"content-range": "0-1/2"}),
    case("3.4 HEAD of a window", "HEAD /books?id=gt.1&limit=2", 206, prefer=EXACT, shows={"content-range": "0-1/3"}),
    case("3.4 offset alone", "GET /books?id=gt.1&offset=1", 206, prefer=EXACT, shows={"content-range": "1-2/3"}),
    case(
        "3.4 functions are filtered",
        "GET /rpc/old_books?before=3000&id=gt.1&data->k->>n=eq.2",
        200,
        prefer=EXACT,
        shows={"content-range": "0-0/1"},
    ),
    case(
        "3.4 HEAD of a function",
        "HEAD /rpc/old_books?before=3000&id=gt.1",
        200,
        prefer=EXACT,
        shows={"content-range": "0-1/2"},
    ),
    case(
        "3.4 filters of embeds",
        "GET /books?select=id,reviews(id)&reviews.stars=gt.4&reviews.or=(note.eq.good,id.eq.3)&id=lt.3",
        200,
        prefer=EXACT,
        shows={"content-range": "0-1/2"},
    ),
    case(
        "3.4 inner embeds in inner embeds",
        "GET /authors?select=id,books!author_id!inner(id,reviews!inner(id))&books.reviews.note=eq.good&id=lt.9",
        200,
        prefer=EXACT,
        shows={"content-range": "0-0/1"},
    ),
    case(
        "3.4 either embed",
        "GET /books?select=id,reviews(),covers()&or=(reviews.not.is.null,covers.not.is.null)&reviews.id=eq.3",
        200,
        prefer=EXACT,
        shows={"content-range": "0-1/2"},
    ),
    case(
        "3.4 aggregates",
        "GET /books?select=author_id,count()&id=gt.1",
        206,
        prefer=EXACT,
        shows={"content-range": "0-1/3"},
    ),
    case(
        "3.4 functions have no plan",
        "GET /rpc/old_books?before=3000",
        200,
        prefer="count=planned",
        shows={"content-range": "0-2/*"},
    ),
    case(
        "3.4 estimated is exact for functions",
        "GET /rpc/old_books?before=3000",
        200,
        prefer="count=estimated",
        shows={"content-range": "0-2/3"},
    ),
    case(
        "3.4 writes have no plan",
        "PATCH /reviews",
        204,
        body={"note": "x"},
        prefer="count=planned",
        shows={"content-range": "0-2/*"},
    ),
]
FORMS = [
    form("*/*", 200, '[{"id":3,"year":2010}, {"id":4,"year":null}]', JSON),
    form("APPLICATION/JSON", 200, ANYTHING, JSON),
    form("text/html;q=0.9, application/json;q=0.1", 200, ANYTHING, JSON),
    form("application/json;q=0.1, text/csv", 200, ANYTHING, "text/csv; charset=utf-8"),
    form("application/vnd.pgrst.array+json", 200, ANYTHING, JSON),
    form(STRIPPED, 200, [{"id": 3, "year": 2010}, {"id": 4}], f"{STRIPPED}; charset=utf-8"),
    form(OBJECT, 200, {"id": 4, "year": None}, f"{OBJECT}; charset=utf-8", "select=id,year&id=eq.4"),
    form(
        "application/vnd.pgrst.object",
        406,
        {
            "code": "PGRST116",
            "message": "Cannot coerce the result to a single JSON object",
            "details": "The result contains 2 rows",
        },
        JSON,
    ),
    form(
        f"{OBJECT};nulls=stripped", 200, {"id": 4}, f"{OBJECT};nulls=stripped; charset=utf-8", "select=id,year&id=eq.4"
    ),
    form("text/csv", 200, "id,year\n3,2010\n4,", "text/csv; charset=utf-8"),
    form("text/csv", 200, "\n", "text/csv; charset=utf-8", "id=eq.9"),
    form("text/csv", 200, 'title,is_out\n"Delta, (x)",t', None, "select=title,is_out&id=eq.4"),
    form(
        "text/html, image/png",
        406,
        {"code": "PGRST107", "message": "None of these media types are available: text/html, image/png"},
        JSON,
    ),
    form(
        "image/png;q=0.5, text/html;level=1, application/xml;q=0.9",
        406,
        {
            "code": "PGRST107",
            "message": "None of these media types are available: text/html, application/xml, image/png",
        },
        JSON,
    ),
    form("text/plain", 406, {"code": "PGRST107"}, JSON),
    form("text/*", 406, {"code": "PGRST107"}, JSON),
    form("application/geo+json", 400, {"code": "22023"}, JSON),
    case(
        "3.5 geojson",
        "GET /maps?id=eq.1",
        200,
        {"type": "FeatureCollection", "features": [{"type": "Feature"}]},
        accept="application/geo+json",
        shows={"content-type": "application/geo+json; charset=utf-8"},
    ),
    case(
        "3.5 geojson of nothing",
        "GET /maps?id=eq.9",
        200,
        {"type": "FeatureCollection", "features": []},
        accept="application/geo+json",
    ),
    case("3.5 objects of scalars", "GET /rpc/add?a=1", 200, "2", accept=OBJECT),
    case(
        "3.5 stripped rows of functions", "GET /rpc/one_book?which=3&select=id,price", 200, {"id": 3}, accept=STRIPPED
    ),
    case("3.5 csv of scalars", "GET /rpc/some_numbers", 200, "pgrst_scalar\n1\n2", accept="text/csv"),
    case(
        "3.5 a function's own",
        "GET /rpc/hello",
        200,
        "hello",
        accept="text/plain",
        shows={"content-type": "text/plain; charset=utf-8"},
    ),
    case("3.5 unless JSON is requested", "GET /rpc/hello", 200, '"hello"', shows={"content-type": JSON}),
    case(
        "3.5 bytes",
        "GET /rpc/picture",
        200,
        b"\x89P",
        accept="text/html, image/png",
        shows={"content-type": "image/png", "content-length": "2"},
    ),
    case(
        "3.5 anything", "POST /rpc/page", 200, b"<p", accept="video/mp4", body={}, shows={"content-type": "text/html"}
    ),
    case(
        "3.5 a table's own",
        "GET /books?order=id",
        200,
        "Alpha/Beta/Gamma/Delta, (x)/",
        accept="application/vnd.books",
        shows={"content-type": "application/vnd.books"},
    ),
    case("3.5 not reshaped", "GET /books?select=id", 406, {"code": "PGRST107"}, accept="application/vnd.books"),
    case("3.5 not of another", "GET /authors", 406, {"code": "PGRST107"}, accept="application/vnd.books"),
    case("3.5 of a function's rows", "GET /rpc/old_books?before=1995", 200, "Alpha/", accept="application/vnd.books"),
    case(
        "3.5 of written rows",
        "POST /books",
        201,
        "x/",
        body={"title": "x", "author_id": 1},
        accept="application/vnd.books",
        prefer=SHOWN,
    ),
    case(
        "3.5 of anything",
        "GET /books?select=id&id=lt.3&order=id",
        200,
        '<r>{"id":1}</r><r>{"id":2}</r>',
        accept="text/xml",
        shows={"content-type": "text/xml; charset=utf-8"},
    ),
    case(
        "3.5 writes choose too",
        "POST /authors",
        406,
        {"code": "PGRST107"},
        body={"id": 90, "name": "x"},
        accept="text/html",
    ),
]
PLANS = [
    case(
        "3.5 plan",
        "GET /books?id=eq.1",
        200,
        accept=PLAN,
        shows={
            "content-type": f'{PLAN}+text; for="application/json"; charset=utf-8',
            "content-range": None,
            "preference-applied": None,
        },
        prefer=EXACT,
    ),
    case(
        "3.5 plan of what would fail",
        "GET /books",
        200,
        accept=f'{PLAN}+json; for="{OBJECT}"; options=verbose|analyze;',
        shows={"content-type": f'{PLAN}+json; for="{OBJECT}"; options=analyze|verbose; charset=utf-8'},
    ),
    case("3.5 plan without options", "GET /books", 200, accept=f'{PLAN}+text; for="text/csv"; options=;'),
    case("3.5 plan of a write", "PATCH /reviews?id=eq.1", 200, body={"note": "x"}, accept=f"{PLAN}+json"),
    case("3.5 plan of a function", "POST /rpc/nothing", 200, body={}, accept=f"{PLAN}+json"),
    case("3.5 plan of nothing known", "GET /books", 406, {"code": "PGRST107"}, accept=f'{PLAN}; for="text/html"'),
]
PROFILES = [
    case(
        "3.6",
        "GET /things",
        200,
        [{"id": 1, "name": "thing"}],
        accept_profile="other",
        shows={"content-profile": "other"},
    ),
    case(
        "3.6 the other header is ignored",
        "GET /books?limit=1",
        200,
        content_profile="other",
        shows={"content-profile": "public"},
    ),
    case("3.6", "POST /things", 201, body={"id": 2}, content_profile="other", accept_profile="x"),
    case(
        "3.6 shown rows",
        "POST /things",
        201,
        [{"id": 2, "name": None}],
        body={"id": 2},
        content_profile="other",
        prefer=SHOWN,
        shows={"content-profile": "other"},
    ),
    case(
        "3.6 unknown",
        "GET /books",
        406,
        {
            "code": "PGRST106",
            "message": "Invalid schema: hidden",
            "hint": "Only the following schemas are exposed: public, other",
        },
        accept_profile="hidden",
    ),
    case("3.6 functions", "POST /rpc/add", 404, {"code": "PGRST202"}, body={"a": 1}, content_profile="other"),
]
OTHERS = [
    case(
        "3.7 location of content",
        "GET /books?title=eq.a b&select=id,title&order=id",
        200,
        shows={"content-location": "/books?order=id&select=id%2Ctitle&title=eq.a%20b"},
    ),
    case("3.7 no location of functions", "GET /rpc/add?a=1", 200, shows={"content-location": None}),
    case(
        "3.7 proxy-status of errors",
        "HEAD /nope",
        404,
        b"",
        shows={"proxy-status": "PostgREST; error=PGRST205", "content-length": None},
    ),
    case("3.7 traces", "GET /nope", 404, x_trace="abc", shows={"x-trace": "abc"}),
    case(
        "3.7 null parts of keys",
        "POST /doors",
        201,
        body={"id": 3},
        prefer="return=headers-only",
        shows={"location": None},
    ),
    case(
        "3.8 response settings",
        "POST /rpc/say",
        418,
        '"said"',
        body={"headers": '[{"X-A":"1"},{"X-A":"2"}]', "status": "418"},
        shows={"x-a": "1, 2"},
    ),
    case(
        "3.8 replaced",
        "POST /rpc/say",
        200,
        body={"headers": '[{"Content-Type":"text/x"}]', "status": ""},
        shows={"content-type": "text/x"},
    ),
    case(
        "3.8 bad headers",
        "POST /rpc/say",
        500,
        {
            "code": "PGRST111",
            "message": "response.headers guc must be a JSON array "
            "composed of objects with a single key and a string value",
        },
        body={"headers": '{"a":"b"}', "status": ""},
    ),
    case(
        "3.8 split headers",
        "POST /rpc/say",
        500,
        {"code": "PGRST111"},
        body={"headers": '[{"a":"b\\r\\nc: d"}]', "status": ""},
    ),
    case(
        "3.8 bad status",
        "POST /rpc/say",
        500,
        {"code": "PGRST112", "message": "response.status guc must be a valid status code"},
        body={"headers": "[]", "status": "ok"},
    ),
    case(
        "3.8 no body, no length",
        "POST /rpc/say",
        204,
        b"",
        body={"headers": "[]", "status": "204"},
        shows={"content-length": None, "content-type": None},
    ),
    case(
        "3.8 lengths are not the SQL's",
        "POST /rpc/say",
        200,
        '"said"',
        body={"headers": '[{"Content-Length":"1"}]', "status": ""},
        shows={"content-length": "6"},
    ),
    case("3.8 claims without a token", "GET /rpc/setting?name=request.jwt.claims", 200, '"{\\"role\\":\\"anon\\"}"'),
    case("3.8 method", "GET /rpc/setting?name=request.method", 200, '"GET"'),
    case("3.8 path", "POST /rpc/setting", 200, '"/rpc/setting"', body={"name": "request.path"}),
    case(
        "3.8 cookies", "GET /rpc/setting?name=request.cookies", 200, json.dumps('{"a":"1","b":"2"}'), cookie="a=1; b=2"
    ),
    case("3.8 search path", "GET /rpc/setting?name=search_path", 200, json.dumps('"public", "extensions"')),
    case("3.9", "GET /books?limit=1", 200, origin="https://a.example", shows={"access-control-allow-origin": "*"}),
    case("3.9 errors too", "GET /nope", 404, origin="https://a.example", shows={"access-control-allow-origin": "*"}),
    case(
        "3.9 preflight before authentication",
        "OPTIONS /books",
        200,
        b"",
        authorization="Bearer bad",
        origin="https://a.example",
        access_control_request_method="POST",
        access_control_request_headers="apikey,x-retry-count",
        shows={
            "access-control-allow-origin": "*",
            "access-control-max-age": "86400",
            "access-control-allow-methods": "GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD",
            "access-control-allow-headers": "Authorization, apikey, x-retry-count, Accept, Accept-Language, "
            "Content-Language",
        },
    ),
]


@each(PREFERENCES + WINDOWS + FORMS + PLANS + PROFILES + OTHERS)
async def test_headers(client: httpx.AsyncClient, case: Case) -> None:
    await check(client, case)


@each(
    [
        case("3.4 estimated", "GET /books?limit=1", 206, prefer="count=estimated", shows={"content-range": "0-0/4"}),
        case(
            "3.1 tx is not listened to",
            "GET /books?limit=1",
            200,
            prefer="handling=strict, tx=rollback",
            shows={"preference-applied": "handling=strict"},
        ),
        case("3.5 plans are off", "GET /books", 406, {"code": "PGRST107"}, accept=PLAN),
        case(
            "3.5 plans are named with their options",
            "GET /books",
            406,
            {
                "code": "PGRST107",
                "message": 'None of these media types are available: application/vnd.pgrst.plan+text; for="text/csv"; '
                "options=analyze|wal",
            },
            accept='application/vnd.pgrst.plan; options=wal|analyze|x; for="text/csv"',
        ),
        case("3.6 one schema, no profile", "GET /books?limit=1", 200, shows={"content-profile": None}),
        case(
            "3.6 if requested", "GET /books?limit=1", 200, accept_profile="public", shows={"content-profile": "public"}
        ),
        case(
            "3.7 no timing, no traces",
            "GET /books?limit=1",
            200,
            x_trace="abc",
            shows={"server-timing": None, "x-trace": None},
        ),
    ]
)
async def test_headers_by_default(plain: httpx.AsyncClient, case: Case) -> None:
    await check(plain, case)


STAGES = ("jwt", "parse", "plan", "transaction", "response")
REFUSED_TOKEN = {"Authorization": "Bearer a.b.c"}


@pytest.mark.parametrize(
    ("request_line", "headers", "status", "stages"),
    [
        ("GET /books?limit=1", {}, 200, STAGES),
        ("HEAD /", {}, 200, STAGES),
        ("GET /", {}, 200, STAGES),
        ("OPTIONS /", {}, 200, ("jwt", "parse", "response")),
        ("OPTIONS /books", {}, 200, ("jwt", "parse", "response")),
        ("OPTIONS /rpc/some_numbers", {}, 200, ("jwt", "parse", "response")),
        ("GET /books", REFUSED_TOKEN, 401, STAGES[:1]),
        ("GET /books?id=x", {}, 400, STAGES[:2]),
        ("GET /boooks", {}, 404, STAGES[:3]),
        ("GET /books?id=eq.x", {}, 400, STAGES[:4]),
        ("GET /books?limit=2&offset=9", {"Prefer": "count=exact"}, 416, STAGES[:4]),
    ],
)
async def test_stages_are_timed(
    client: httpx.AsyncClient, request_line: str, headers: dict[str, str], status: int, stages: tuple[str, ...]
) -> None:
    method, path = request_line.split()
    response = await client.request(method, path, headers=headers)
    assert response.status_code == status
    assert re.fullmatch(", ".join(rf"{stage};dur=\d+\.\d" for stage in stages), response.headers["server-timing"])


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("count", ["planned", "estimated"])
@pytest.mark.parametrize(
    "path",
    [
        "/books?id=gt.1",
        "/books?or=(id.gt.1,title.eq.Alpha)&year=not.is.null&limit=1",
        "/books?select=id,reviews!inner(id)&reviews.stars=gt.1&reviews.or=(id.eq.1,id.eq.2)&data->k->>n=eq.1",
        "/books?select=id,reviews(id)&reviews.stars=gt.1&reviews=is.null&offset=1&title=neq.x",
    ],
)
async def test_estimated_counts(client: httpx.AsyncClient, path: str, count: str, method: str) -> None:
    response = await client.request(method, path, headers={"Prefer": f"count={count}"})
    assert response.status_code in (200, 206)
    assert response.headers["content-range"].split("/")[1].isdecimal()


async def test_query_plans(client: httpx.AsyncClient) -> None:
    text = (await client.get("/books?id=eq.1", headers={"Accept": PLAN})).text
    assert text.startswith("Aggregate  (cost=")
    plan = (await client.patch("/reviews", json={"note": "x"}, headers={"Accept": f"{PLAN}+json"})).json()
    assert "Plan" in plan[0]
    assert (await client.get("/reviews?select=note&id=eq.1")).json() == [{"note": "good"}]


async def test_origins_that_may_send_credentials(world: str) -> None:
    async with serving(world, Rules(origins=("https://a.example",))) as client:
        allowed = await client.get("/books?limit=1", headers={"Origin": "https://a.example"})
        assert allowed.headers["access-control-allow-origin"] == "https://a.example"
        assert allowed.headers["access-control-allow-credentials"] == "true"
        other = await client.get("/books?limit=1", headers={"Origin": "https://b.example"})
        assert "access-control-allow-origin" not in other.headers
