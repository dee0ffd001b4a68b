"""The edge's bound on time: a request that takes too long gets an answer, not silence."""

import asyncio

import httpx
from litestar.types import Receive, Scope, Send

from balai.backend.auth.wire import Edge


async def stuck(_scope: Scope, _receive: Receive, _send: Send) -> None:
    await asyncio.Event().wait()


async def test_a_request_that_takes_too_long() -> None:
    transport = httpx.ASGITransport(Edge(stuck, {}, max_seconds=0.05))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://hall.example") as client:
        old = await client.get("/user")
        new = await client.get("/user", headers={"X-Supabase-Api-Version": "2024-01-01"})
    text = "Processing this request timed out, please retry after a moment."
    assert old.status_code == 504
    assert old.json()["msg"] == text
    assert old.headers["access-control-allow-origin"] == "*"
    assert new.json() == {"code": "request_timeout", "message": text}
