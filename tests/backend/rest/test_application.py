"""The HTTP interface: preflights, OPTIONS, methods, and CORS."""

import asyncio
import time

import asyncpg
import httpx

from balai.backend.rest.application import RestApplication
from tests.backend.rest.conftest import KEYS


async def test_preflight_is_handled_before_anything_else(client: httpx.AsyncClient) -> None:
    preflight = {
        "Origin": "https://a.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "apikey, x-retry-count",
        "Authorization": "Bearer wrong",
    }
    response = await client.options("/anything", headers=preflight)
    assert response.status_code == 200
    assert response.headers["access-control-allow-origin"] == "*"
    assert "apikey, x-retry-count" in response.headers["access-control-allow-headers"]
    assert response.headers["access-control-max-age"] == "86400"


async def test_other_origins_may_read_responses_and_errors(client: httpx.AsyncClient) -> None:
    for path in ("/books", "/nope"):
        response = await client.get(path, headers={"Origin": "https://a.example"})
        assert response.headers["access-control-allow-origin"] == "*"
        assert "Content-Range" in response.headers["access-control-expose-headers"]


async def test_options_lists_the_supported_methods(client: httpx.AsyncClient) -> None:
    for path, methods in {
        "/books": "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE",
        "/keyless": "OPTIONS,GET,HEAD,POST,PATCH,DELETE",
        "/recent_books": "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE",
        "/rpc/add?a=1": "OPTIONS,GET,HEAD,POST",
        "/rpc/nothing": "OPTIONS,POST",
        "/": "OPTIONS,GET,HEAD",
    }.items():
        response = await client.options(path)
        assert (response.status_code, response.headers["allow"]) == (200, methods), path
    assert (await client.options("/nope")).status_code == 404
    assert (await client.options("/rpc/add")).json()["code"] == "PGRST202"


async def test_unsupported_methods(client: httpx.AsyncClient) -> None:
    response = await client.request("TRACE", "/books")
    assert (response.status_code, response.json()["code"]) == (405, "PGRST117")
    assert (await client.post("/", json={})).status_code == 405


async def test_a_disconnected_client_cancels_its_statement(library: str, application: RestApplication) -> None:
    async def call(path: str, body: bytes, stays_connected: bool) -> list[dict[str, object]]:
        sent: list[dict[str, object]] = []
        messages = [{"type": "http.request", "body": body}] + ([] if stays_connected else [{"type": "http.disconnect"}])

        async def receive() -> dict[str, object]:
            if messages:
                return dict(messages.pop(0))
            return await asyncio.get_running_loop().create_future()

        async def send(message: object) -> None:
            sent.append(dict(message))  # type: ignore[call-overload]

        headers = [(b"apikey", KEYS.anon.encode()), (b"content-length", str(len(body)).encode())]
        scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b""}
        await application({**scope, "headers": headers}, receive, send)  # type: ignore[arg-type]
        return sent

    started = time.perf_counter()
    assert await call("/rest/v1/rpc/nap", b'{"seconds": 30}', stays_connected=False) == []
    assert time.perf_counter() - started < 10
    running = b'{"seconds": 0}'
    assert (await call("/rest/v1/rpc/nap", running, stays_connected=True))[0]["status"] == 204
    assert not await _is_napping(library)


NAPPING = """
select count(*) from pg_stat_activity where query like '%"nap"%' and state = 'active' and pid <> pg_backend_pid()
"""


async def _is_napping(library: str) -> bool:
    """Whether any backend still sleeps after a moment."""
    connection = await asyncpg.connect(library)
    for _ in range(50):
        count = await connection.fetchval(NAPPING)
        if not count:
            break
        await asyncio.sleep(0.1)
    await connection.close()
    return bool(count)
