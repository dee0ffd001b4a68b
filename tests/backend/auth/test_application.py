"""Time limits: a slow request gets a response, and an incomplete body holds no resources."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from litestar.types import Receive, Scope, Send

from balai.backend.auth.http import AuthMiddleware
from tests.backend.auth.service import Service, bearer


async def never_responds(_scope: Scope, _receive: Receive, _send: Send) -> None:
    await asyncio.Event().wait()


async def test_slow_request_times_out() -> None:
    transport = httpx.ASGITransport(AuthMiddleware(never_responds, {}, timeout_s=0.05))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://site.example") as client:
        old = await client.get("/user")
        new = await client.get("/user", headers={"X-Supabase-Api-Version": "2024-01-01"})
    text = "Processing this request timed out, please retry after a moment."
    assert old.status_code == 504
    assert old.json()["msg"] == text
    assert old.headers["access-control-allow-origin"] == "*"
    assert new.json() == {"code": "request_timeout", "message": text}


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/factors"), ("POST", "/invite"), ("POST", "/admin/users"), ("DELETE", "/admin/users/{id}")],
)
async def test_incomplete_body_holds_no_database_connection(service: Service, method: str, path: str) -> None:
    session = await service.member()
    address, headers = path.format(id=session["user"]["id"]), bearer(session)
    if method == "DELETE":
        headers = service.admin
    sent = asyncio.Event()

    async def never_ends() -> AsyncIterator[bytes]:
        yield b"{"
        sent.set()
        await asyncio.Event().wait()

    slow = asyncio.create_task(service.http.request(method, address, content=never_ends(), headers=headers))
    try:
        await sent.wait()
        assert service.pool.get_idle_size() == service.pool.get_size()
    finally:
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
