"""Sections 5 and 6, by raw HTTP: transactions, roles and every error."""

import time

import asyncpg
import httpx
import pytest

from balai.backend.rest.rules import Rules
from balai.security.tokens import sign
from tests.backend.rest.conftest import KEYS, SECRET, bearer
from tests.backend.rest.contract.conftest import serving
from tests.backend.rest.contract.requests import Case, case, check, each
from tests.backend.rest.execution.test_database_errors import STATES

pytestmark = pytest.mark.asyncio(loop_scope="session")


def challenge(message: str) -> dict[str, str | None]:
    """The challenge of a rejected bearer token."""
    return {"www-authenticate": f'Bearer error="invalid_token", error_description="{message}"'}


def token(**claims: object) -> str:
    """A bearer token with these claims alone."""
    return "Bearer " + sign({"role": "authenticated", **claims}, SECRET)


def rejected(code: str, message: str, bearer: str) -> Case:
    """A bearer token that is rejected."""
    return case(
        "6.4", "GET /books", 401, {"code": code, "message": message}, authorization=bearer, shows=challenge(message)
    )


STATUSES = [
    case(
        "6.3",
        "POST /rpc/fail_with",
        status,
        {"code": state, "message": "m", "details": "d", "hint": "h"},
        body={"state": state, "message": "m", "detail": "d", "hint": "h"},
        shows={"proxy-status": f"PostgREST; error={state}", "retry-after": "1" if status == 503 else None},
    )
    for state, status in STATES.items()
    if state != "PTxyz"  # PL/pgSQL cannot raise these
]
OTHERS = [
    case(
        "6.3 no WHERE",
        "POST /rpc/fail_with",
        400,
        {"code": "21000"},
        body={"state": "21000", "message": "UPDATE requires a WHERE clause", "detail": "", "hint": ""},
    ),
    case(
        "6.3 no role",
        "POST /rpc/fail_with",
        401,
        {"code": "22023"},
        body={"state": "22023", "message": 'role "x" does not exist', "detail": "", "hint": ""},
    ),
    case("6.3 anonymous is 401", "GET /secrets", 401, {"code": "42501"}, shows={"www-authenticate": "Bearer"}),
    case("6.3 signed in is 403", "GET /secrets", 403, {"code": "42501"}, **bearer()),
    case("6.3 signed in as anon", "GET /secrets", 401, {"code": "42501"}, authorization=token(role="anon")),
    case("6.3 unique", "POST /authors", 409, {"code": "23505"}, body={"id": 1, "name": "x"}),
    case("6.3 foreign key", "POST /reviews", 409, {"code": "23503"}, body={"id": 9, "book_id": 99}),
    case("6.3 not null", "POST /authors", 400, {"code": "23502"}, body={"id": 9}),
    case("6.3 check", "PATCH /books", 400, {"code": "23514"}, body={"score": 101}),
    case("6.3 type", "GET /books?id=eq.x", 400, {"code": "22P02"}),
    case("6.3 group", "GET /books?select=id.max()&order=title", 400, {"code": "42803"}),
    case(
        "6.3 no conflict target",
        "POST /authors?on_conflict=name",
        400,
        {"code": "42P10"},
        body={"id": 9, "name": "x"},
        prefer="resolution=merge-duplicates",
    ),
    case(
        "6.2 unknown table",
        "GET /boks",
        404,
        {
            "code": "PGRST205",
            "message": "Could not find the table 'public.boks' in the schema cache",
            "details": None,
            "hint": "Perhaps you meant the table 'public.books'",
        },
    ),
    case("6.2 nothing like it", "GET /zzz", 404, {"code": "PGRST205", "hint": None}),
    case("9.8 hidden looks unknown", "GET /lent", 404, {"code": "PGRST205", "hint": None}),
    case(
        "6.2 near functions",
        "GET /rpc/add_autor?name=1",
        404,
        {"code": "PGRST202", "hint": "Perhaps you meant to call the function public.add_author"},
    ),
    case("6.2 functions not near enough", "GET /rpc/ad?a=1", 404, {"code": "PGRST202", "hint": None}),
    case(
        "6.2 distant arguments",
        "GET /rpc/where_is?place=1",
        404,
        {"code": "PGRST202", "hint": None},
    ),
    case(
        "6.2 some of the arguments",
        "GET /rpc/where_is?spot=1&tag=2",
        404,
        {"code": "PGRST202", "hint": "Perhaps you meant to call the function public.where_is(data, spot, tags)"},
    ),
    case(
        "6.2 a raw body",
        "POST /rpc/add",
        404,
        {
            "code": "PGRST202",
            "message": "Could not find the function public.add in the schema cache",
            "details": "Searched for the function public.add with a single unnamed text parameter, but no matches were "
            "found in the schema cache.",
            "hint": None,
        },
        body="x",
        content_type="text/plain",
    ),
    case(
        "6.2 a form",
        "POST /rpc/add",
        404,
        {
            "code": "PGRST202",
            "details": "Searched for the function public.add with parameter z, but no matches were found in the schema "
            "cache.",
        },
        body="z=1",
        content_type="application/x-www-form-urlencoded",
    ),
    case(
        "6.2 near arguments",
        "GET /rpc/add?a=1&c=1",
        404,
        {"code": "PGRST202", "hint": "Perhaps you meant to call the function public.add(a, b)"},
    ),
    case(
        "6.3 anything raised",
        "POST /rpc/fail_with",
        418,
        {"code": "c", "message": "m", "details": None, "hint": None},
        shows={"x-pot": "tea", "content-length": "53"},
        body={
            "state": "PGRST",
            "message": '{"code":"c","message":"m"}',
            "detail": '{"status":418,"headers":{"X-Pot":"tea","Content-Length":"1"}}',
            "hint": "",
        },
    ),
    case(
        "6.3 raised badly",
        "POST /rpc/fail_with",
        500,
        {
            "code": "PGRST121",
            "message": "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error",
            "details": "Invalid JSON value for MESSAGE: 'm'",
            "hint": "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: "
            "'details', 'hint'.",
        },
        body={"state": "PGRST", "message": "m", "detail": "d", "hint": ""},
    ),
    case(
        "6.3 details raised badly",
        "POST /rpc/fail_with",
        500,
        {
            "code": "PGRST121",
            "details": "Invalid JSON value for DETAIL: '{\"status\":418}'",
            "hint": "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: "
            "'status_text'.",
        },
        body={"state": "PGRST", "message": '{"code":"c","message":"m"}', "detail": '{"status":418}', "hint": ""},
    ),
    case(
        "6.3 raised without details",
        "POST /rpc/fail_plainly",
        500,
        {"code": "PGRST121", "details": "DETAIL is missing in the RAISE statement"},
        body={},
    ),
    case(
        "6.3 no body where none may be",
        "POST /rpc/fail_with",
        304,
        b"",
        body={"state": "PT304", "message": "m", "detail": "", "hint": ""},
    ),
]
TOKENS = [
    rejected("PGRST301", "Empty JWT is sent in Authorization header", "Bearer "),
    rejected("PGRST301", "Expected 3 parts in JWT; got 2", "Bearer a.b"),
    rejected("PGRST303", "JWT expired", token(exp=1)),
    rejected("PGRST303", "JWT not yet valid", token(nbf=4102444800)),
    rejected("PGRST303", "JWT issued at future", token(iat=4102444800)),
    case(
        "6.4 wrong signature",
        "GET /books",
        401,
        {"code": "PGRST301"},
        authorization="Bearer " + sign({"role": "anon"}, "another secret, long enough to sign with"),
    ),
    case(
        "6.4 an unknown role",
        "GET /books",
        401,
        {"code": "22023"},
        authorization=token(role="nobody_at_all"),
        shows={"www-authenticate": "Bearer"},
    ),
    case(
        "6.4 a role that is not granted", "GET /books", 403, {"code": "42501"}, authorization=token(role="pg_monitor")
    ),
    case("5.2 another scheme is no token", "GET /books?select=id&id=eq.1", 200, authorization="Basic YTpi"),
    case(
        "5.2 the scheme in any case",
        "GET /books?select=id&id=eq.1",
        200,
        authorization=token().replace("Bearer", "bEARER"),
    ),
    case("5.3 no role is anonymous", "GET /books?limit=1", 200, authorization="Bearer " + sign({"sub": "x"}, SECRET)),
    case("8.1 the key as bearer", "GET /secrets", 403, {"code": "42501"}, authorization=token()),
]


@each(STATUSES + OTHERS + TOKENS)
async def test_errors(client: httpx.AsyncClient, case: Case) -> None:
    await check(client, case)


async def row_count(client: httpx.AsyncClient, table: str) -> int:
    """The number of rows of a table."""
    return len((await client.get(f"/{table}")).json())


async def test_a_rollback_reports_the_errors_of_a_commit(client: httpx.AsyncClient) -> None:
    violation = {"id": 1, "peer": 5}
    for end in ("commit", "rollback"):
        response = await client.post("/deferred", json=violation, headers={"Prefer": f"tx={end}"})
        assert (response.status_code, response.json()["code"]) == (409, "23503"), end
    fine = await client.post(
        "/deferred?select=id", json={"id": 1}, headers={"Prefer": "tx=rollback, return=representation"}
    )
    assert (fine.status_code, fine.json()) == (201, [{"id": 1}])
    assert await row_count(client, "deferred") == 0


async def test_an_operator_may_roll_back_everything(world: str) -> None:
    async with serving(world, Rules(tx_end="rollback")) as client:
        response = await client.post("/pairs", json={"a": 5, "b": 5}, headers={"Prefer": "tx=commit"})
        assert (response.status_code, "preference-applied" in response.headers) == (201, False)
        assert await row_count(client, "pairs") == 1


async def test_the_pre_request_function_runs_before_each_statement(world: str) -> None:
    async with serving(world, Rules(pre_request=("public", "check_request"))) as client:
        for path in ("/books?limit=1", "/rpc/add?a=1"):
            assert (await client.get(path)).headers["x-checked"] == "yes"
        for path in ("/books", "/"):
            response = await client.get(path, headers={"X-Blocked": "1"})
            assert (response.status_code, response.json()["message"]) == (403, "Blocked"), path


async def test_the_root_may_be_a_function(world: str) -> None:
    async with serving(world, Rules(root_spec=("public", "front_page"))) as client:
        response = await client.get("/", headers={"Accept": "text/plain"})
        assert (response.text, response.headers["content-type"]) == ("welcome", "text/plain; charset=utf-8")
        assert (await client.get("/")).json() == "welcome"


async def test_openapi_modes_of_the_root(world: str) -> None:
    async with serving(world, Rules(openapi="disabled")) as client:
        response = await client.get("/")
        assert (response.status_code, response.json()["code"]) == (404, "PGRST126")
        assert response.json()["message"] == "Root endpoint metadata is disabled"
    async with serving(world, Rules(openapi="ignore-privileges")) as client:
        assert "/secrets" in (await client.get("/")).json()["paths"]


async def test_rows_are_limited_at_each_level(world: str) -> None:
    async with serving(world, Rules(max_rows=1, tx_end="commit-allow-override")) as client:
        response = await client.get(
            "/authors?select=id,books!author_id(id)&id=eq.1&limit=9", headers={"Prefer": "count=exact"}
        )
        assert response.json() == [{"id": 1, "books": [{"id": 1}]}]
        assert len((await client.get("/rpc/some_numbers")).json()) == 1
        assert (await client.get("/books", headers={"Prefer": "count=exact"})).headers["content-range"] == "0-0/4"
        shown = {"Prefer": "tx=rollback, return=representation", **bearer()}
        assert len((await client.patch("/reviews?id=lt.3", json={"stars": 3}, headers=shown)).json()) == 2


async def test_a_database_overrides_the_rules(world: str) -> None:
    connection = await asyncpg.connect(world)
    name = await connection.fetchval("select current_database()")
    await connection.execute(f"alter role authenticated in database {name} set log_min_duration_statement = '7s'")
    await connection.execute(f"alter role postgres in database {name} set pgrst.db_aggregates_enabled = 'true'")
    await connection.execute(f"alter role postgres in database {name} set pgrst.db_max_rows = 'many'")
    async with serving(world, Rules()) as client:
        assert (await client.get("/authors?select=count()")).status_code == 200
        setting = await client.get("/rpc/setting?name=log_min_duration_statement", headers=bearer())
        assert setting.json() == "7s", "what the role itself may not set"
        await connection.execute(f"alter role authenticated in database {name} reset all")
        await connection.execute(f"alter role postgres in database {name} reset all")
        await connection.execute("notify pgrst, 'reload config'")
        until = time.monotonic() + 20
        while (await client.get("/authors?select=count()")).status_code != 400:
            assert time.monotonic() < until, "the rules are still the old ones"
    await connection.close()


async def test_errors_have_one_format(client: httpx.AsyncClient) -> None:
    response = await client.get("/nope", headers={"Accept": "text/csv", "Authorization": f"Bearer {KEYS.anon}"})
    assert response.headers["content-type"] == "application/json; charset=utf-8"
    assert response.json().keys() == {"code", "message", "details", "hint"}
