"""Requests in the process's caches: cached if they repeat, not cached if they are large and new."""

import gc
import tracemalloc
from typing import Any

import pytest

from balai.backend.rest.application import RestApplication
from tests.backend.rest.conftest import KEYS

LARGE: dict[str, dict[str, str]] = {
    "conditions": {"path": "/books", "query": "select=id,n{n}:title&" + "&".join(["id=gt.0"] * 3000)},
    "value": {"path": "/books", "query": "select=id&title=neq." + "%20" * 6000 + "{n}"},
    "path": {"path": "/" + "a" * 20_000 + "{n}"},
    "accept": {"path": "/books", "accept": "x/{n}," + "x/y," * 6000 + "*/*"},
    "prefer": {"path": "/books", "prefer": "{n}," + "a," * 6000},
}


async def send(app: RestApplication, path: str, query: str = "select=id", **headers: str) -> int:
    """Returns the status of the response to a GET."""
    status = 0

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)

    pairs = [(name.encode(), value.encode()) for name, value in {"apikey": KEYS.anon, **headers}.items()]
    path = f"/rest/v1{path}"
    scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": pairs}
    await app(scope, receive, send)
    return status


@pytest.mark.parametrize("kind", LARGE)
async def test_large_new_requests_are_not_cached(application: RestApplication, kind: str) -> None:
    async def ask_number(number: int) -> None:
        parts = {name: text.replace("{n}", str(number)) for name, text in LARGE[kind].items()}
        assert await send(application, **parts) == (404 if kind == "path" else 200)

    await ask_number(0)
    tracemalloc.start()
    try:
        await ask_number(1)
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for number in range(2, 10):
            await ask_number(number)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 8 * 4000
