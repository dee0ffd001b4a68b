"""Inserts, updates, replacements and deletions, with every preference."""

from typing import Any

import httpx

from tests.backend.rest.conftest import bearer

SHOW = "return=representation"


async def send(
    client: httpx.AsyncClient,
    method: str,
    path: str,
    body: Any = None,
    prefer: str = "",
    status: int = 200,
    **headers: str,
) -> httpx.Response:
    """Sends a write and asserts its status."""
    own = {name.replace("_", "-"): value for name, value in headers.items()} | ({"Prefer": prefer} if prefer else {})
    content = {"content": body} if isinstance(body, str) else {"json": body}
    response = await client.request(method, path, headers=own, **content)  # type: ignore[arg-type]
    assert response.status_code == status, f"{method} {path} → {response.status_code} {response.text}"
    return response


async def test_an_insert_returns_no_rows_by_default(client: httpx.AsyncClient) -> None:
    response = await send(client, "POST", "/authors", {"id": 10, "name": "J"}, status=201)
    assert (response.content, response.headers["content-length"]) == (b"", "0")
    assert response.headers["content-range"] == "*/*"
    assert "content-type" not in response.headers
    shown = await send(client, "POST", "/authors?select=id,mood", {"id": 11, "name": "K"}, f"{SHOW},count=exact", 201)
    assert shown.json() == [{"id": 11, "mood": "calm"}]
    assert shown.headers["content-range"] == "*/1"
    assert shown.headers["preference-applied"] == "return=representation, count=exact"


async def test_headers_only_returns_the_location(client: httpx.AsyncClient) -> None:
    response = await send(client, "POST", "/pairs", {"a": 1, "b": 2}, "return=headers-only", 201)
    assert response.headers["location"] == "/pairs?a=eq.1&b=eq.2"
    many = await send(client, "POST", "/pairs", [{"a": 3, "b": 2}, {"a": 4, "b": 2}], "return=headers-only", 201)
    assert "location" not in many.headers


async def test_each_type_arrives_whole(client: httpx.AsyncClient) -> None:
    body = (
        '{"title": "T", "author_id": 1, "price": 12345.67, "tags": ["x,y", "z"], "pages": "[1,2)", '
        '"data": {"b": 1.0, "a": [null]}, "raw": {"b": 1.0, "b": 2}, "score": 0, "year": "1999"}'
    )
    shown = await send(client, "POST", "/books?select=price,tags,pages,data,raw,score,year,id", body, SHOW, 201)
    assert '"raw":{"b": 1.0, "b": 2}' in shown.text
    assert shown.json()[0] | {"raw": None} == {
        "price": 12345.67, "tags": ["x,y", "z"], "pages": "[1,2)", "data": {"a": [None], "b": 1.0},
        "raw": None, "score": 0, "year": 1999, "id": 100,
    }  # fmt: skip
    literal = await send(
        client, "POST", "/books?select=tags", {"title": "L", "author_id": 1, "tags": "{a,b}"}, SHOW, 201
    )
    assert literal.json() == [{"tags": ["a", "b"]}]


async def test_many_rows_need_the_same_keys_or_columns(client: httpx.AsyncClient) -> None:
    rows = [{"a": 1, "b": "x"}, {"a": 2}]
    rejected = await send(client, "POST", "/keyless", rows, status=400)
    assert rejected.json()["message"] == "All object keys must match"
    filled = await send(client, "POST", '/keyless?columns="a","b"&order=a', rows, SHOW, 201)
    assert filled.json() == [{"a": 1, "b": "x"}, {"a": 2, "b": None}]
    path = "/authors?columns=id,name,mood&select=mood&order=id"
    moods = [{"id": 20, "name": "x", "mood": "glad"}, {"id": 21, "name": "y"}]
    defaulted = await send(client, "POST", path, moods, f"{SHOW},missing=default", 201)
    assert defaulted.json() == [{"mood": "glad"}, {"mood": "calm"}]
    assert defaulted.headers["preference-applied"] == "missing=default, return=representation"


async def test_defaults_of_identity_columns_fill_what_is_missing(client: httpx.AsyncClient) -> None:
    rows = [{"title": "one", "author_id": 1}, {"id": 500, "title": "two", "author_id": 1}]
    path = "/books?columns=id,title,author_id&select=id&order=id"
    response = await send(client, "POST", path, rows, f"{SHOW},missing=default", 201)
    assert response.json() == [{"id": 100}, {"id": 500}]


async def test_empty_payloads(client: httpx.AsyncClient) -> None:
    for body, rows in (("{}", 1), ("[{},{}]", 2), ("[]", 0)):
        response = await send(client, "POST", "/keyless", body, SHOW, 201)
        assert len(response.json()) == rows, body
    for body in ("", "{", "[1]", "nul", '{"a":}', "[" * 5000):
        assert (await send(client, "POST", "/keyless", body, status=400)).json()["code"] == "PGRST102", body
    assert (await send(client, "POST", "/keyless", {"nope": 1}, status=400)).json()["message"] == (
        "Could not find the 'nope' column of 'keyless' in the schema cache"
    )


async def test_other_media_types_of_the_body(client: httpx.AsyncClient) -> None:
    csv = 'a,b\n1,"x, y"\n2,NULL\n3,'
    response = await send(client, "POST", "/keyless?order=a", csv, SHOW, 201, content_type="text/csv")
    assert response.json() == [{"a": 1, "b": "x, y"}, {"a": 2, "b": None}, {"a": 3, "b": ""}]
    ragged = await send(client, "POST", "/keyless", "a,b\n1", status=400, content_type="text/csv")
    assert ragged.json()["message"] == "All lines must have same number of fields"
    form = await send(
        client, "POST", "/keyless", "a=7&b=x+y", SHOW, 201, content_type="application/x-www-form-urlencoded"
    )
    assert form.json() == [{"a": 7, "b": "x y"}]
    other = await send(client, "POST", "/keyless", "<a/>", status=400, content_type="text/xml")
    assert other.json()["message"] == "Content-Type not acceptable: text/xml"


async def test_upserts(client: httpx.AsyncClient) -> None:
    merge, ignore = "resolution=merge-duplicates", "resolution=ignore-duplicates"
    old = [{"id": 1, "name": "A"}, {"id": 2, "name": "B"}]
    only_old = await send(client, "POST", "/authors?select=id,name&order=id", old, f"{merge},{SHOW}", 200)
    assert only_old.json() == old
    assert only_old.headers["preference-applied"] == f"{merge}, {SHOW}"
    await send(client, "POST", "/authors?on_conflict=id", [*old, {"id": 30, "name": "N"}], merge, 201)
    nothing = await send(client, "POST", "/authors", old, f"{ignore},{SHOW}", 201)
    assert nothing.json() == []
    await send(client, "POST", "/authors?on_conflict=name", old, merge, 400)
    keyless = await send(client, "POST", "/keyless", {"a": 1}, f"{merge},{SHOW}", 201)
    assert keyless.headers["preference-applied"] == SHOW


async def test_a_conflict_without_resolution_is_an_error(client: httpx.AsyncClient) -> None:
    assert (await send(client, "POST", "/authors", {"id": 1, "name": "x"}, status=409)).json()["code"] == "23505"
    assert (await send(client, "DELETE", "/books?id=eq.1", status=409)).json()["code"] == "23503"
    assert (await send(client, "POST", "/authors", {"id": 50}, status=400)).json()["code"] == "23502"
    wrong = {"title": "x", "author_id": 1, "score": 101}
    assert (await send(client, "POST", "/books", wrong, status=400)).json()["code"] == "23514"


async def test_updates(client: httpx.AsyncClient) -> None:
    quiet = await send(client, "PATCH", "/authors?id=eq.1", {"name": "New"}, "count=exact", 204)
    assert (quiet.content, quiet.headers["content-range"]) == (b"", "0-0/1")
    assert "content-length" not in quiet.headers
    path = "/books?author_id=eq.1&select=id,author:author_id(name)&order=id.desc"
    shown = await send(client, "PATCH", path, {"author_id": 2}, SHOW)
    assert shown.json() == [{"id": 2, "author": {"name": "Bo"}}, {"id": 1, "author": {"name": "Bo"}}]
    none = await send(client, "PATCH", "/authors?id=eq.99", {"name": "x"}, f"{SHOW},count=exact")
    assert (none.json(), none.headers["content-range"]) == ([], "*/0")
    for empty in ({}, [], [{}]):
        assert (await send(client, "PATCH", "/authors?id=eq.1", empty, status=204)).headers["content-range"] == "*/*"
    first = await send(client, "PATCH", "/keyless?columns=a", [{"a": 5}], SHOW)
    assert first.json() == []
    reset = await send(client, "PATCH", "/authors?columns=mood&id=eq.1&select=mood", {}, f"{SHOW},missing=default")
    assert reset.json() == [{"mood": "calm"}]


async def test_conditions_are_not_applied_to_the_representation(client: httpx.AsyncClient) -> None:
    path = "/books?or=(year.eq.1990,tags.cs.{c})&select=id,year&order=id"
    assert (await send(client, "PATCH", path, {"year": 1}, SHOW)).json() == [{"id": 1, "year": 1}, {"id": 4, "year": 1}]


async def test_deletes(client: httpx.AsyncClient) -> None:
    deleted = await send(client, "DELETE", "/reviews?id=eq.1&select=id,books(title)", {}, f"{SHOW},count=exact")
    assert deleted.json() == [{"id": 1, "books": {"title": "Alpha"}}]
    assert deleted.headers["content-range"] == "*/1"
    assert (await send(client, "DELETE", "/reviews?id=eq.99", status=204)).content == b""
    assert [row["id"] for row in (await client.get("/reviews?order=id")).json()] == [2, 3]


async def test_put_writes_the_row_that_its_url_names(client: httpx.AsyncClient) -> None:
    path = "/authors?id=eq.40&select=id,name"
    assert (await send(client, "PUT", path, {"id": 40, "name": "put"}, SHOW, 201)).json() == [{"id": 40, "name": "put"}]
    assert (await send(client, "PUT", path, {"id": 40, "name": "again"}, SHOW, 200)).json() == [
        {"id": 40, "name": "again"}
    ]
    quiet = await send(client, "PUT", path, {"id": 40, "name": "quiet"}, status=204)
    assert "content-range" not in quiet.headers
    other = await send(client, "PUT", path, {"id": 41, "name": "other"}, status=400)
    assert other.json()["code"] == "PGRST115"
    for wrong in ("name=eq.x", "id=gt.1", "id=not.eq.1", "id=eq.1&name=eq.x", "or=(id.eq.1)", ""):
        assert (await send(client, "PUT", f"/authors?{wrong}", {"id": 1}, status=405)).json()["code"] == "PGRST105"
    assert (await send(client, "PUT", f"{path}&limit=1", {"id": 40}, status=400)).json()["code"] == "PGRST114"


async def test_a_single_object_result_or_nothing_is_written(client: httpx.AsyncClient) -> None:
    accept = "application/vnd.pgrst.object+json"
    rejected = await send(client, "PATCH", "/authors?id=in.(1,2)", {"name": "x"}, SHOW, 406, accept=accept)
    assert rejected.json()["code"] == "PGRST116"
    await send(client, "DELETE", "/reviews?id=in.(1,2)", None, "", 406, accept=accept)
    assert (await client.get("/authors?select=name&id=eq.1")).json() == [{"name": "Ana"}]
    assert len((await client.get("/reviews")).json()) == 3
    one = await send(client, "PATCH", "/authors?id=eq.1&select=name", {"name": "x"}, SHOW, accept=accept)
    assert one.json() == {"name": "x"}


async def test_max_affected_is_enforced(client: httpx.AsyncClient) -> None:
    strict = "handling=strict,max-affected=1"
    rejected = await send(client, "DELETE", "/reviews?id=gt.0", None, strict, 400)
    assert (rejected.json()["code"], rejected.json()["details"]) == ("PGRST124", "The query affects 3 rows")
    assert len((await client.get("/reviews")).json()) == 3
    allowed = await send(client, "DELETE", "/reviews?id=eq.1", None, strict, 204)
    assert allowed.headers["preference-applied"] == "handling=strict, max-affected=1"
    await send(client, "DELETE", "/reviews?id=gt.0", None, "max-affected=1", 204)


async def test_strict_preferences(client: httpx.AsyncClient) -> None:
    response = await send(client, "POST", "/keyless", {"a": 1}, "handling=strict, nope=1, count=none", 400)
    assert response.json()["code"] == "PGRST122"
    assert response.json()["details"] == "Invalid preferences: nope=1, count=none"
    await send(client, "POST", "/keyless", {"a": 1}, "nope=1, tx=rollback", 201)


async def test_policies_hold_for_writes(client: httpx.AsyncClient) -> None:
    own = await send(client, "POST", "/diaries?select=owner", {"id": 5, "note": "x"}, SHOW, 201, **bearer())
    assert own.json() == [{"owner": "11111111-1111-1111-1111-111111111111"}]
    theirs = {"id": 6, "owner": "22222222-2222-2222-2222-222222222222"}
    assert (await send(client, "POST", "/diaries", theirs, status=403, **bearer())).json()["code"] == "42501"
    assert (await send(client, "POST", "/diaries", theirs, status=401)).json()["code"] == "42501"
    await send(client, "DELETE", "/diaries?id=eq.2", None, "", 204, **bearer())


async def test_views_can_be_written_and_upserted(client: httpx.AsyncClient) -> None:
    changed = await send(client, "PATCH", "/recent_books?id=eq.2&select=id,name,reviews(id)", {"name": "B2"}, SHOW)
    assert changed.json() == [{"id": 2, "name": "B2", "reviews": [{"id": 3}]}]
    body = {"id": 2, "name": "B3", "author_id": 1, "year": 2000}
    assert (await send(client, "POST", "/recent_books", body, "resolution=merge-duplicates", 200)).content == b""
