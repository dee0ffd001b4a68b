"""The composed application: dispatch by prefix, and headers of every response."""

import asyncio
import gc
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import httpx
import pytest
from uvicorn.server import ServerState

from balai.server.app import Application
from balai.server.worker import server_config
from balai.settings import load_settings

SECRET = "a-secret-of-the-tests-that-is-long-enough-0123456789"


@pytest.fixture
async def client(database: str, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    values = {"data_dir": tmp_path, "jwt_secret": SECRET, "mailbox": "true", "site_url": "http://127.0.0.1:8000"}
    app = Application(load_settings({}, **values), database)
    async with app.running():
        transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]  # any ASGI callable
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as opened:
            yield opened


@pytest.mark.parametrize(
    "path",
    ["/en", "/en/nothing-here", "/auth/v1/health", "/auth/v1/nothing", "/rest/v1/nothing", "/mailbox", "/healthz"],
)
async def test_every_response_has_security_headers(client: httpx.AsyncClient, path: str) -> None:
    response = await client.get(path)
    assert response.status_code in {200, 404}
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["x-frame-options"] == "DENY"
    policy = response.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "'unsafe-inline'" not in policy.split("script-src", 1)[-1].split(";", 1)[0] or "script-src" not in policy
    assert response.headers["x-request-id"]


async def test_metrics_are_local_only(database: str, tmp_path: Path) -> None:
    app = Application(load_settings({}, data_dir=tmp_path, jwt_secret=SECRET), database)
    async with app.running():
        for address, status in (("127.0.0.1", 200), ("203.0.113.9", 404)):
            transport = httpx.ASGITransport(app=app, client=(address, 1))  # type: ignore[arg-type]  # any ASGI callable
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                assert (await client.get("/metrics")).status_code == status


@pytest.mark.parametrize("path", ["/en", "/rest/v1/forums?select=id", "/auth/v1/settings", "/healthz"])
async def test_request_is_freed_after_its_response(database: str, tmp_path: Path, path: str) -> None:
    """A reference cycle would keep the request and its body until the garbage collector runs."""
    settings = load_settings({}, data_dir=tmp_path, jwt_secret=SECRET)
    app = Application(settings, database)
    config = server_config(settings, app)
    config.load()
    state = ServerState()
    async with app.running():
        server = await asyncio.get_running_loop().create_server(
            lambda: config.http_protocol_class(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        async with server:
            streams = await asyncio.open_connection(*server.sockets[0].getsockname())
            await _objects_left_by(5, path, *streams)
            assert await _objects_left_by(20, path, *streams) < 20
            streams[1].close()


async def _objects_left_by(requests: int, path: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    """Return the objects that only the garbage collector can free."""
    gc.collect()
    gc.disable()
    try:
        for _ in range(requests):
            writer.write(f"GET {path} HTTP/1.1\r\nhost: a\r\n\r\n".encode())
            headers = (await reader.readuntil(b"\r\n\r\n")).lower()
            assert headers.startswith(b"http/1.1 200")
            await reader.readexactly(int(headers.partition(b"content-length: ")[2].split(b"\r\n")[0]))
        return gc.collect()
    finally:
        gc.enable()


async def test_cached_page_is_sent_by_the_connection(database: str, tmp_path: Path) -> None:
    app = Application(load_settings({}, data_dir=tmp_path, jwt_secret=SECRET), database)
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/en/blog",
        "raw_path": b"/en/blog",
        "query_string": b"",
        "headers": [],
    }
    async with app.running():
        transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]  # any ASGI callable
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            assert app.find_ready(scope) is None
            rendered = await client.get("/en/blog", headers={"accept-encoding": "identity"})
            ready = app.find_ready(scope)
            assert ready is not None
            own = {"x-request-id"}
            assert [(name.decode(), value.decode()) for name, value in ready.headers if name.decode() not in own] == [
                (name, value) for name, value in rendered.headers.items() if name not in own
            ]
            assert ready.body == rendered.content
            counted = (await client.get("/metrics")).text
            assert 'balai_http_requests_total{service="site",status="200"} 2.0' in counted
            unchanged = app.find_ready(scope | {"headers": [(b"if-none-match", rendered.headers["etag"].encode())]})
            assert (unchanged.status, unchanged.body) == (304, b"") if unchanged else False
        # Pages of members, of queries and of other methods are not ready.
        cookie = {"headers": [(b"cookie", b"sb-access-token=forged")]}
        for other in (cookie, {"query_string": b"page=2"}, {"method": "POST"}):
            assert app.find_ready(scope | other) is None, other
        connection = await asyncpg.connect(database)
        await connection.execute("update public.site_settings set has_directory = not has_directory")
        await connection.close()
        async with asyncio.timeout(5):
            while app.find_ready(scope) is not None:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
