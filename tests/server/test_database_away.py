"""Every service responds with 503 and Retry-After while the database refuses connections or hangs, and recovers."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from structlog.testing import capture_logs

from balai.backend.realtime import authorization
from balai.database import transaction
from balai.database.pipeline import pool as pipeline_pool
from balai.security.tokens import api_keys
from balai.server.app import Application
from balai.settings import load_settings
from balai.site.pages import reader
from tests.support.relay import Relay

SECRET = "a-secret-of-the-tests-that-is-long-enough-0123456789"
KEYS = api_keys(SECRET)
SERVICE = {"authorization": f"Bearer {KEYS.service_role}", "apikey": KEYS.service_role}
LOGIN = {"email": "mei@example.org", "password": "correct horse battery"}
UPLOAD = {"tus-resumable": "1.0.0", "upload-length": "3", "upload-metadata": "bucketName cGljdHVyZXM=,objectName eA=="}
PRIVATE = {"topic": "thread:1", "event": "x", "payload": {}, "private": True}
# The test of a hang waits for these.
TIMEOUTS = (
    (transaction, "ACQUIRE_TIMEOUT_S"),
    (transaction, "BEGIN_TIMEOUT_S"),
    (transaction, "ROLLBACK_TIMEOUT_S"),
    (reader, "READ_TIMEOUT_S"),
    (authorization, "QUERY_TIMEOUT_S"),
    (pipeline_pool, "_ACQUIRE_TIMEOUT_S"),
    (pipeline_pool, "_PROBE_TIMEOUT_S"),
    (pipeline_pool, "_SILENCE_S"),
)
# As a member: method, path, body, further headers.
PAGES: list[tuple[str, str, Any, dict[str, str]]] = [
    ("GET", path, None, {})
    for path in (
        "/en/forum",
        "/en/blog/_payload.json",
        "/vi/search?q=x",
        "/zh/signin",
        "/en/profile",
        "/en/admin",
        "/sitemap.xml",
        "/en/blog/feed.xml",
    )
]
REQUESTS: list[tuple[str, str, Any, dict[str, str]]] = [
    *PAGES,
    ("GET", "/healthz", None, {}),
    ("GET", "/rest/v1/posts", None, {}),
    ("POST", "/rest/v1/rpc/my_profile", {}, {}),
    ("POST", "/rest/v1/posts", {}, {"idempotency-key": "one"}),
    ("POST", "/auth/v1/signup", {"email": "tan@example.org", "password": "another good password"}, {}),
    ("POST", "/auth/v1/token?grant_type=password", LOGIN, {}),
    ("GET", "/auth/v1/user", None, {}),
    ("GET", "/auth/v1/admin/users", None, SERVICE),
    ("GET", "/auth/v1/verify?type=signup&token=x", None, {}),
    ("POST", "/storage/v1/object/list/pictures", {"prefix": ""}, {}),
    ("GET", "/storage/v1/bucket", None, SERVICE),
    ("POST", "/storage/v1/upload/resumable", None, UPLOAD),
    ("POST", "/realtime/v1/api/broadcast", {"messages": [PRIVATE]}, SERVICE),
    ("POST", "/page_views", {"path": "/en/blog"}, {}),
]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Structlog's default form of a traceback takes seconds, in which no other request proceeds."""
    with capture_logs():
        yield


@pytest.fixture
async def relay(database: str) -> AsyncIterator[Relay]:
    opened = Relay(database)
    await opened.start()
    yield opened
    opened.stop()


@pytest.fixture
async def site(relay: Relay, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = Application(load_settings({}, data_dir=tmp_path, jwt_secret=SECRET), relay.url)
    async with app.running():
        transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000", timeout=60) as client:
            await client.post("/auth/v1/admin/users", json={**LOGIN, "email_confirm": True}, headers=SERVICE)
            session = (await client.post("/auth/v1/token?grant_type=password", json=LOGIN)).json()
            token = session["access_token"]
            client.headers.update(
                {
                    "authorization": f"Bearer {token}",
                    "apikey": KEYS.anon,
                    "cookie": f"sb-access-token={token}",
                }
            )
            assert (await client.get("/en/profile")).status_code == 200
            assert (await client.get("/rest/v1/posts")).status_code == 200
            yield client


async def send_all(site: httpx.AsyncClient) -> dict[str, tuple[int, str | None]]:
    responses = await asyncio.gather(
        *(site.request(method, path, json=body, headers=headers) for method, path, body, headers in REQUESTS)
    )
    return {
        f"{method} {path}": (response.status_code, response.headers.get("retry-after"))
        for (method, path, _, _), response in zip(REQUESTS, responses, strict=True)
    }


async def assert_recovers(site: httpx.AsyncClient) -> None:
    until = time.monotonic() + 30
    for path in ("/en/profile", "/rest/v1/posts", "/auth/v1/user", "/healthz"):
        while (await site.get(path)).status_code != 200:
            assert time.monotonic() < until, path
            await asyncio.sleep(0.2)


async def test_refused_connections_give_503(site: httpx.AsyncClient, relay: Relay) -> None:
    relay.refuse()
    found = await send_all(site)
    assert {name: outcome for name, outcome in found.items() if outcome != (503, "1")} == {}
    await relay.start()
    await assert_recovers(site)


async def test_hanging_database_gives_503_or_504(
    site: httpx.AsyncClient, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in TIMEOUTS:
        monkeypatch.setattr(module, name, 0.5)
    relay.hang()
    started = time.monotonic()
    found = await send_all(site)
    assert time.monotonic() - started < 30
    # The account service has a time limit of its own: 504 `request_timeout`, as in GoTrue.
    assert {name: outcome for name, outcome in found.items() if outcome not in {(503, "1"), (504, "1")}} == {}
    assert {name.split("/")[1] for name, (status, _) in found.items() if status == 504} <= {"auth"}
    relay.resume()
    await assert_recovers(site)


async def test_message_to_the_site_is_retried_later(site: httpx.AsyncClient, relay: Relay) -> None:
    relay.refuse()
    body = {"id": str(uuid4()), "name": "Mei", "email": "m@example.org", "language": "en", "body": "When do you open?"}
    response = await site.post("/functions/v1/contact", json=body)
    assert (response.status_code, response.headers["retry-after"]) == (503, "1")
