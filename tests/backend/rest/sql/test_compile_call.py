"""Function calls: overload, arguments, result."""

from typing import Any

import httpx

from tests.backend.rest.conftest import ANA, bearer
from tests.backend.rest.reading import get

GETS: list[tuple[str, object]] = [
    ("/rpc/add?a=5", 6),
    ("/rpc/add?a=5&b=7", 12),
    ("/rpc/add?a=1&a=2", 3),
    ("/rpc/total?numbers=1&numbers=2", 3),
    ("/rpc/some_numbers", [1, 2]),
    ("/rpc/old_books?before=2005&select=id&order=id.desc&limit=1", [{"id": 2}]),
    ("/rpc/old_books?before=2005&select=id,author_id(name)&id=eq.1", [{"id": 1, "author_id": {"name": "Ana"}}]),
    (
        "/rpc/old_books?before=2005&select=id,reviews(id)&reviews.stars=eq.1&id=gt.1",
        [{"id": 2, "reviews": [{"id": 3}]}],
    ),
    ("/rpc/one_book?which=1&select=title", {"title": "Alpha"}),
    ("/rpc/pick?n=gt.1", [{"n": 2, "label": "b"}]),
    ("/rpc/both_ways?x=3", {"doubled": 6, "tripled": 9}),
]
POSTS: list[tuple[str, Any, object]] = [
    ("add", {"a": 2, "b": 3}, 5),
    ("add", [{"a": 2}, {"a": 9}], 3),
    ("add?columns=a", {"a": 2, "c": 9}, 3),
    ("total", {"numbers": [1, 2, 3]}, 6),
    ("some_numbers", {}, [1, 2]),
    ("keep_json", {"a": [1, 2.5]}, {"a": [1, 2.5]}),
    ("keep_json", [1, 2], [1, 2]),
    ("old_books?select=id&id=eq.1", {"before": 2005}, [{"id": 1}]),
]


async def test_calls_by_url(client: httpx.AsyncClient) -> None:
    assert [(path, (await get(client, path)).json()) for path, _ in GETS] == GETS


async def test_calls_by_body(client: httpx.AsyncClient) -> None:
    for path, body, expected in POSTS:
        response = await client.post(f"/rpc/{path}", json=body)
        assert (response.status_code, response.json()) == (200, expected), path


async def test_an_empty_body_is_no_arguments(client: httpx.AsyncClient) -> None:
    assert (await client.post("/rpc/some_numbers")).json() == [1, 2]


async def test_other_media_types_of_the_body(client: httpx.AsyncClient) -> None:
    sent = await client.post(
        "/rpc/keep_bytes", content=b"\x00\xff\x01", headers={"Content-Type": "application/octet-stream"}
    )
    assert sent.json() == 3
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert (await client.post("/rpc/add", content="a=3&b=4", headers=form)).json() == 7


async def test_void_returns_no_body(client: httpx.AsyncClient) -> None:
    response = await client.post("/rpc/nothing", json={}, headers={"Prefer": "return=representation"})
    assert (response.status_code, response.content) == (204, b"")
    assert "content-type" not in response.headers
    assert "preference-applied" not in response.headers


async def test_counts_and_windows_of_functions(client: httpx.AsyncClient) -> None:
    exact = {"Prefer": "count=exact"}
    part = await client.get("/rpc/old_books?before=3000&limit=1&order=id&select=id", headers=exact)
    assert (part.status_code, part.headers["content-range"]) == (206, "0-0/3")
    posted = await client.post("/rpc/old_books?limit=2&select=id", json={"before": 3000}, headers=exact)
    assert (posted.status_code, posted.headers["content-range"]) == (206, "0-1/3")
    head = await client.head("/rpc/some_numbers", headers=exact)
    assert (head.status_code, head.headers["content-range"], head.content) == (200, "0-1/2", b"")


async def test_unknown_functions(client: httpx.AsyncClient) -> None:
    body = (await get(client, "/rpc/none?b=1&a=1", 404)).json()
    assert body["code"] == "PGRST202"
    assert body["message"] == "Could not find the function public.none(a, b) in the schema cache"
    posted = (await client.post("/rpc/none", json={})).json()
    assert posted["message"] == "Could not find the function public.none without parameters in the schema cache"
    one = (await client.post("/rpc/add", json={"z": 1})).json()
    assert one["details"] == (
        "Searched for the function public.add with parameter z or with a single unnamed json/jsonb parameter, "
        "but no matches were found in the schema cache."
    )
    assert (await client.post("/rpc/shout", json={})).status_code == 404


async def test_two_matching_overloads_are_ambiguous(client: httpx.AsyncClient) -> None:
    body = (await get(client, "/rpc/unclear?a=1", 300)).json()
    assert body["code"] == "PGRST203"
    assert body["message"] == (
        "Could not choose the best candidate function between: public.unclear(a => integer), public.unclear(a => text)"
    )


async def test_get_cannot_write(client: httpx.AsyncClient) -> None:
    rejected = await get(client, "/rpc/add_author?name=x", 405)
    assert rejected.json()["code"] == "25006"
    assert (await client.post("/rpc/add_author", json={"name": "x"})).json() == 99


async def test_a_url_parameter_is_a_filter_on_post(client: httpx.AsyncClient) -> None:
    response = await client.post("/rpc/old_books?before=2005", json={"before": 1})
    assert (response.status_code, response.json()["code"]) == (400, "PGRST100")
    assert (await get(client, "/rpc/add?a=is.x", 400)).json()["code"] == "PGRST100"


async def test_methods_of_functions(client: httpx.AsyncClient) -> None:
    response = await client.put("/rpc/add", json={})
    assert (response.status_code, response.json()["code"]) == (405, "PGRST101")
    assert response.json()["message"] == "Cannot use the PUT method on RPC"


async def test_one_object_of_a_set(client: httpx.AsyncClient) -> None:
    accept = {"Accept": "application/vnd.pgrst.object+json"}
    one = await client.post("/rpc/old_books?select=id", json={"before": 1995}, headers=accept)
    assert one.json() == {"id": 1}
    many = await client.post("/rpc/old_books?select=id", json={"before": 3000}, headers=accept)
    assert (many.status_code, many.json()["code"]) == (406, "PGRST116")
    scalar = await client.post("/rpc/add", json={"a": 1}, headers=accept)
    assert scalar.json() == 2


async def test_max_affected_limits_the_rows_of_a_function(client: httpx.AsyncClient) -> None:
    strict = {"Prefer": "handling=strict, max-affected=1"}
    rejected = await client.post("/rpc/remove_all", json={}, headers=strict)
    assert (rejected.status_code, rejected.json()["code"]) == (400, "PGRST124")
    assert len((await get(client, "/reviews")).json()) == 3
    scalar = await client.post("/rpc/add", json={"a": 1}, headers=strict)
    assert scalar.json()["code"] == "PGRST128"


async def test_what_sql_sees_of_the_request(client: httpx.AsyncClient) -> None:
    headers = bearer() | {"Cookie": "c=1; d=2", "User-Agent": "it's \\ a test", "Prefer": "timezone=Asia/Singapore"}
    response = await client.get("/rpc/whoami", headers=headers)
    assert response.json() == {
        "role": "authenticated",
        "uid": ANA,
        "path": "/rpc/whoami",
        "method": "GET",
        "agent": "it's \\ a test",
        "cookie": "1",
        "zone": "Asia/Singapore",
    }
    assert response.headers["preference-applied"] == "timezone=Asia/Singapore"
    after = (await get(client, "/rpc/whoami", user_agent="plain")).json()
    assert (after["role"], after["uid"], after["zone"], after["cookie"]) == ("anon", None, "UTC", None)


async def test_sql_sets_status_and_headers(client: httpx.AsyncClient) -> None:
    headers = '[{"X-One": "1"}, {"X-One": "2"}, {"Content-Type": "text/x"}]'
    response = await client.post("/rpc/say", json={"headers": headers, "status": "202"})
    assert (response.status_code, response.json()) == (202, "said")
    assert response.headers.get_list("x-one") == ["1", "2"]
    assert response.headers["content-type"] == "text/x"
    for wrong, code in (("{}", "PGRST111"), ('[{"A": "b\\r\\nC: d"}]', "PGRST111"), ('[{"A": 1}]', "PGRST111")):
        rejected = await client.post("/rpc/say", json={"headers": wrong, "status": ""})
        assert (rejected.status_code, rejected.json()["code"]) == (500, code), wrong
    status = await client.post("/rpc/say", json={"headers": "", "status": "many"})
    assert (status.status_code, status.json()["code"]) == (500, "PGRST112")
