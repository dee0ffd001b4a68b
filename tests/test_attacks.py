"""Attacks from outside: other hosts, other visitors, odd paths, and connections that never end."""

import socket
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from balai.backend.rest.request.request_body import MAX_BODY, MAX_BULK_BODY
from balai.database.pool import Pool
from balai.security.tokens import sign
from balai.server.app import Application
from balai.settings import load_settings
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.support.program import running_program

SECRET = "a-secret-of-the-tests-that-is-long-enough-0123456789"
SITE = "https://site.example"


@pytest.fixture
async def app(database: str, tmp_path: Path) -> AsyncIterator[Application]:
    values = {"data_dir": tmp_path, "jwt_secret": SECRET, "mailbox": "true", "site_url": SITE}
    opened = Application(load_settings({}, **values), database)
    async with opened.running():
        yield opened


@pytest.fixture
async def client(app: Application) -> AsyncIterator[httpx.AsyncClient]:
    async with _client(app, "203.0.113.9") as opened:
        yield opened


def _client(app: Application, peer: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=app, client=(peer, 1))  # type: ignore[arg-type]  # any ASGI callable
    return httpx.AsyncClient(transport=transport, base_url=SITE)


def _session(member: Member) -> dict[str, str]:
    claims = {"sub": str(member.id), "role": "authenticated", "exp": int(time.time()) + 600}
    return {"cookie": f"sb-access-token={sign(claims, SECRET)}"}


@pytest.mark.parametrize("path", ["/metrics", "/mailbox"])
async def test_local_endpoints_reject_requests_through_a_proxy(app: Application, path: str) -> None:
    async with _client(app, "127.0.0.1") as here:
        assert (await here.get(path)).status_code == 200
        for header in ("x-forwarded-for", "forwarded", "via", "x-real-ip"):
            assert (await here.get(path, headers={header: "127.0.0.1"})).status_code == 404
    async with _client(app, "203.0.113.9") as there:
        assert (await there.get(path, headers={"x-forwarded-for": "127.0.0.1"})).status_code == 404


async def test_page_does_not_repeat_the_requested_host(client: httpx.AsyncClient) -> None:
    wrong = {"host": "evil.example", "x-forwarded-host": "evil.example", "x-original-url": "/en/admin"}
    for headers in (wrong, {}):
        response = await client.get("/en", headers=headers)
        assert response.status_code == 200
        assert "evil.example" not in response.text
        assert f'<link rel="canonical" href="{SITE}/en">' in response.text


async def test_cached_page_contains_no_personal_data(client: httpx.AsyncClient, pool: Pool) -> None:
    mei = await make_member(pool, display_name="Mei-who-is-signed-in")
    for path in ("/en", "/en/_payload.json", "/en/forum"):
        own = await client.get(path, headers=_session(mei))
        assert "Mei-who-is-signed-in" in own.text
        assert own.headers["cache-control"].startswith("private")
        assert "Mei-who-is-signed-in" not in (await client.get(path)).text
        assert "cookie" in own.headers["vary"]


@pytest.mark.parametrize("suffix", ["", "/_payload.json"])
async def test_foreign_bookings_and_the_administration_are_not_found(
    client: httpx.AsyncClient, pool: Pool, suffix: str
) -> None:
    admin, mei, hoa = [await make_member(pool, is_admin=n == 0) for n in range(3)]
    service = await make_service(pool, admin)
    booking = await book(pool, mei, service, days_ahead(3), note="A private note")
    assert (await client.get(f"/en/book/view/{booking.id}{suffix}", headers=_session(mei))).status_code == 200
    for path in (f"/en/book/view/{booking.id}", "/en/admin", "/en/admin/members", "/en/admin/site", "/en/blog/new"):
        response = await client.get(path + suffix, headers=_session(hoa))
        assert response.status_code == 404, path
        assert "A private note" not in response.text
        assert mei.email not in response.text


@pytest.mark.parametrize(
    "path",
    [
        "/assets/..%2f..%2fpyproject.toml",
        "/assets/%2e%2e/server.js",
        "/assets/../server.js",
        "/server.js",
        "/manifest.json",
        "/assets/%00",
        "/en/forum/%00",
        "/en/%2e%2e/%2e%2e/etc/passwd",
        "/%5cevil.example",
        "/en/blog/" + "a" * 30_000,
        "/en/forum/%ed%a0%80",
    ],
)
async def test_odd_path_is_not_found(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 404


@pytest.mark.parametrize(
    "path", ["//evil.example/", "//evil.example/en/", "/en//evil.example/", "/%2fevil.example/en/"]
)
async def test_no_redirect_leaves_the_site(client: httpx.AsyncClient, path: str) -> None:
    response = await client.get(path)
    if response.is_redirect:
        location = response.headers["location"]
        assert location.startswith("/")
        assert not location.startswith(("//", "/\\"))


async def test_endlessly_nested_page_view_is_rejected(client: httpx.AsyncClient) -> None:
    for body in (b'{"a":' + b"[" * 990 + b"]" * 990 + b"}", b'{"path":' + b"[" * 900 + b"]" * 900 + b"}"):
        assert (await client.post("/page_views", content=body)).status_code == 400


@pytest.mark.parametrize(
    "request_path",
    [
        "/rest/v1/profiles?select=calendar_token",
        "/rest/v1/profiles?order=calendar_token",
        "/rest/v1/profiles?calendar_token=not.is.null&select=id",
        "/rest/v1/outbox",
        "/rest/v1/auth.users",
        '/rest/v1/"auth"."users"',
        "/rest/v1/rpc/refuse?status=409&code=a&message=b",
        "/rest/v1/rpc/count_view?path=a&language=en",
        "/rest/v1/rpc/count_empty_search?words=a&language=en",
        "/rest/v1/rpc/list_empty_searches?language=en",
        "/rest/v1/empty_searches",
        "/rest/v1/rpc/is_long_enough?content=a&han_minimum=1&minimum=1",
        "/rest/v1/rpc/set_config?setting_name=role&new_value=postgres&is_local=true",
        "/rest/v1/posts?select=id::pg_sleep(5)",
        "/rest/v1/posts?title=fts(english');drop table x;--).a",
        "/rest/v1/posts?select=" + "author_id(" * 2000,
        "/rest/v1/posts?and=" + "(or" * 5000,
    ],
)
async def test_rest_rejects_attacks(client: httpx.AsyncClient, request_path: str) -> None:
    assert (await client.get(request_path)).status_code in {400, 401, 403, 404}


@pytest.mark.parametrize(("method", "size"), [("PATCH", MAX_BODY + 1), ("POST", MAX_BULK_BODY + 1)])
async def test_body_beyond_the_maximum_is_not_read(client: httpx.AsyncClient, method: str, size: int) -> None:
    response = await client.request(method, "/rest/v1/posts", content=b"[]", headers={"content-length": str(size)})
    assert response.status_code == 413


@pytest.fixture(scope="module")
def port(postgres: str) -> Iterator[int]:
    with running_program(postgres) as (url, _):
        yield int(url.rsplit(":", 1)[1])


def test_endless_headers_are_disconnected(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(b"GET /en HTTP/1.1\r\nHost: a\r\nX-Long: ")
        with pytest.raises(OSError):
            for _ in range(2000):
                connection.sendall(b"a" * 8192)


def test_ordinary_headers_and_a_large_body_pass(port: int) -> None:
    headers = {"x-long": "a" * 30_000}
    assert httpx.get(f"http://127.0.0.1:{port}/en", headers=headers).status_code == 200
    response = httpx.post(f"http://127.0.0.1:{port}/rest/v1/posts", json={"title": "a" * 300_000}, headers=headers)
    assert response.status_code == 401
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        assert [client.get("/en").status_code for _ in range(3)] == [200] * 3


@pytest.mark.parametrize("path", ["/en", "/rest/v1/posts", "/auth/v1/health", "/healthz", "/mailbox"])
def test_unknown_websocket_paths_are_rejected(port: int, path: str) -> None:
    handshake = (
        f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(handshake.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 403")
