"""Whole reads: columns, order, windows, counts, formats and headers."""

import httpx

from tests.backend.rest.conftest import KEYS, bearer
from tests.backend.rest.reading import get

EXACT = {"Prefer": "count=exact"}


async def test_columns_aliases_casts_and_computed_ones(client: httpx.AsyncClient) -> None:
    response = await get(
        client, "/books?select=n:id,id::text,shout,data->k->n,t:data->k->>t,data->list->0,price&id=eq.1"
    )
    assert response.json() == [{"n": 1, "id": "1", "shout": "ALPHA", "t": "x", "list": 10, "price": 10.50} | {"n": 1}]
    assert '"price":10.50' in response.text
    assert (await get(client, "/books?shout=eq.BETA&select=id")).json() == [{"id": 2}]


async def test_order(client: httpx.AsyncClient) -> None:
    for order, ids in {
        "year": [1, 2, 3, 4],
        "year.desc": [4, 3, 2, 1],
        "year.desc.nullslast": [3, 2, 1, 4],
        "year.nullsfirst": [4, 1, 2, 3],
        "data->k->n.desc.nullslast,id": [2, 1, 3, 4],
        "author_id.desc,id": [3, 4, 1, 2],
    }.items():
        rows = (await get(client, f"/books?select=id&order={order}")).json()
        assert [row["id"] for row in rows] == ids, order


async def test_windows_and_counts(client: httpx.AsyncClient) -> None:
    for query, status, content_range in [
        ("limit=2", 206, "0-1/4"),
        ("limit=2&offset=2", 206, "2-3/4"),
        ("limit=4", 200, "0-3/4"),
        ("offset=4", 206, "*/4"),
        ("offset=6", 416, "*/4"),
        ("limit=0", 206, "*/4"),
        ("id=eq.99", 200, "*/0"),
        ("offset=-2&limit=9", 200, "0-3/4"),
    ]:
        response = await client.get(f"/books?select=id&order=id&{query}", headers=EXACT)
        assert (response.status_code, response.headers["content-range"]) == (status, content_range), query
        assert status == 416 or response.headers["preference-applied"] == "count=exact"
    assert (await get(client, "/books?select=id&offset=9")).headers["content-range"] == "*/*"
    beyond = await client.get("/books?offset=6", headers=EXACT)
    assert beyond.json()["details"] == "An offset of 6 was requested, but there are only 4 rows."


async def test_invalid_windows(client: httpx.AsyncClient) -> None:
    assert (await get(client, "/books?limit=-1", 416)).json()["code"] == "PGRST103"
    assert (await get(client, "/books", 416, range="3-1")).json()["code"] == "PGRST103"
    assert len((await get(client, "/books?limit=x")).json()) == 4


async def test_the_range_header(client: httpx.AsyncClient) -> None:
    for header, rows in {"0-1": 2, "1-": 3, "3-9": 1, "bytes=0-1": 4}.items():
        assert len((await get(client, "/books?order=id", range=header)).json()) == rows, header
    response = await client.get("/books?select=id&order=id&limit=2", headers={"Range": "1-5"})
    assert response.headers["content-range"] == "1-1/*"


async def test_planned_and_estimated_counts(client: httpx.AsyncClient) -> None:
    for kind in ("planned", "estimated"):
        response = await client.get("/books?select=id&id=gt.1", headers={"Prefer": f"count={kind}"})
        assert response.headers["content-range"].split("/")[1].isdecimal()
    assert response.headers["content-range"] == "0-2/3"


async def test_head_has_the_headers_alone(client: httpx.AsyncClient) -> None:
    response = await client.head("/books?id=gt.1", headers=EXACT)
    assert response.status_code == 200
    assert response.content == b""
    assert response.headers["content-range"] == "0-2/3"
    assert response.headers["content-type"] == "application/json; charset=utf-8"
    assert "content-length" not in response.headers
    missing = await client.head("/nope")
    assert (missing.status_code, missing.headers["proxy-status"]) == (404, "PostgREST; error=PGRST205")


async def test_rows_are_capped(library: str, client: httpx.AsyncClient) -> None:
    await client.post("/keyless", json=[{"a": number, "b": None} for number in range(150)])
    response = await client.get("/keyless?limit=140", headers=EXACT)
    assert len(response.json()) == 100
    assert (response.status_code, response.headers["content-range"]) == (206, "0-99/150")


async def test_one_object(client: httpx.AsyncClient) -> None:
    accept = "application/vnd.pgrst.object+json"
    response = await get(client, "/books?select=id&id=eq.1", accept=accept)
    assert response.json() == {"id": 1}
    assert response.headers["content-type"] == f"{accept}; charset=utf-8"
    many = (await get(client, "/books?select=id", 406, accept=accept)).json()
    assert (many["code"], many["details"]) == ("PGRST116", "The result contains 4 rows")
    none = (await get(client, "/books?select=id&id=eq.9", 406, accept=accept)).json()
    assert none["message"] == "Cannot coerce the result to a single JSON object"
    assert none["details"] == "The result contains 0 rows"


async def test_csv_and_stripped_nulls(client: httpx.AsyncClient) -> None:
    response = await get(client, "/books?select=id,title,year,is_out&id=gte.3&order=id", accept="text/csv")
    assert response.text == 'id,title,year,is_out\n3,Gamma,2010,\n4,"Delta, (x)",,t'
    assert (await get(client, "/books?id=eq.9", accept="text/csv")).text == "\n"
    stripped = await get(
        client, "/books?select=id,year&id=eq.4", accept="application/vnd.pgrst.array+json;nulls=stripped"
    )
    assert stripped.json() == [{"id": 4}]
    assert stripped.headers["content-type"] == "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8"


async def test_unavailable_formats(client: httpx.AsyncClient) -> None:
    body = (await get(client, "/books", 406, accept="text/html, application/pdf")).json()
    assert body["code"] == "PGRST107"
    assert body["message"] == "None of these media types are available: text/html, application/pdf"
    await get(client, "/books", accept="text/html, */*;q=0.1")


async def test_headers_of_a_response(client: httpx.AsyncClient) -> None:
    response = await get(client, "/books?select=id,title&id=eq.1", accept_profile="public")
    assert response.headers["content-location"] == "/books?id=eq.1&select=id%2Ctitle"
    assert response.headers["content-profile"] == "public"
    assert response.headers["content-length"] == str(len(response.content))


async def test_profiles(client: httpx.AsyncClient) -> None:
    assert (await get(client, "/things", accept_profile="other")).json() == [{"id": 1, "name": "thing"}]
    await get(client, "/things", 404)
    hidden = (await get(client, "/things", 406, accept_profile="hidden")).json()
    assert (hidden["code"], hidden["message"]) == ("PGRST106", "Invalid schema: hidden")
    assert hidden["hint"] == "Only the following schemas are exposed: public, other"


async def test_unknown_tables_and_columns(client: httpx.AsyncClient) -> None:
    missing = (await get(client, "/nope", 404)).json()
    assert missing["code"] == "PGRST205"
    assert missing["message"] == "Could not find the table 'public.nope' in the schema cache"
    assert (await get(client, "/books?select=nope", 400)).json()["code"] == "42703"
    for path in ("/books/", "/a/b", "/rpc/", "/rpc/a/b"):
        assert (await get(client, path, 404)).json()["code"] == "PGRST125", path


async def test_row_policies_hide_rows_of_other_users(client: httpx.AsyncClient) -> None:
    denied = await get(client, "/diaries", 401)
    assert denied.json()["code"] == "42501"
    assert denied.headers["www-authenticate"] == "Bearer"
    mine = await client.get("/diaries?select=note", headers=bearer())
    assert mine.json() == [{"note": "mine"}]
    everything = await client.get("/diaries?select=id", headers={"Authorization": f"Bearer {KEYS.service_role}"})
    assert len(everything.json()) == 2
    forbidden = await client.get("/secrets", headers=bearer())
    assert forbidden.status_code == 403


async def test_aggregates_are_disabled_by_default(client: httpx.AsyncClient) -> None:
    for select in ("count()", "price.sum()", "authors!author_id(id.count())"):
        body = (await get(client, f"/books?select={select}", 400)).json()
        assert (body["code"], body["message"]) == ("PGRST123", "Use of aggregate functions is not allowed")


async def test_odd_names(client: httpx.AsyncClient) -> None:
    response = await client.get("/shelves", params={"select": '"label: odd, \\"one\\""', "id": "eq.1"})
    assert response.json() == [{'label: odd, "one"': "one"}]
