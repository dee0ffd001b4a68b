"""Responses that the connection writes without running the application."""

import asyncio
from typing import Any

import pytest
import uvicorn
import uvloop
from uvicorn.server import ServerState

from balai.http.asgi import Scope
from balai.http.protocol import LimitedHttpProtocol
from balai.http.response_headers import ReadyResponse, ResponseHeaders

GET, SLOW = (b"GET %b HTTP/1.1\r\nHost: a\r\n\r\n" % path for path in (b"/ready", b"/slow"))


class Application:
    """Has `/ready` ready, and counts its runs."""

    def __init__(self, body: bytes = b"ready") -> None:
        self.runs = 0
        self._response = ReadyResponse(200, ResponseHeaders([(b"content-length", b"%d" % len(body))]), body)

    def find_ready(self, scope: Scope) -> ReadyResponse | None:
        return self._response if scope["path"] == "/ready" else None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.runs += 1
        await asyncio.sleep(0)
        status, headers, body = (
            self._response if scope["path"] == "/ready" else (200, [(b"content-length", b"4")], b"slow")
        )
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


async def _exchange(app: Application, *parts: bytes) -> bytes:
    """Send the parts one by one, and return all that is received until the server closes the connection."""
    server, state = await _serve(app)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        for part in parts:
            writer.write(part)
            await asyncio.sleep(0.02)
        received = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        assert not state.tasks
    return received


async def _serve(app: Application) -> tuple[asyncio.Server, ServerState]:
    config = uvicorn.Config(app, http=LimitedHttpProtocol, lifespan="off", log_config=None, timeout_keep_alive=1)  # type: ignore[arg-type]  # any ASGI callable
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: LimitedHttpProtocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    return server, state


def test_connection_serves_ready_and_other_requests_in_turn_and_closes_when_idle() -> None:
    app = Application()
    received = uvloop.run(_exchange(app, GET, SLOW, GET, GET.replace(b"GET", b"HEAD", 1)))
    assert [part.rpartition(b"\r\n\r\n")[2] for part in received.split(b"HTTP/1.1 ")[1:]] == [
        b"ready",
        b"slow",
        b"ready",
        b"",
    ]
    assert app.runs == 1


def test_close_is_respected() -> None:
    received = uvloop.run(_exchange(Application(), GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"), GET))
    assert received.count(b"HTTP/1.1 200") == 1
    assert b"connection: close\r\n\r\nready" in received


def test_body_of_a_request_is_skipped() -> None:
    with_body = b"GET /ready HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n"
    received = uvloop.run(_exchange(Application(), with_body, b"12345", GET))
    assert received.count(b"HTTP/1.1 200") == 2


@pytest.mark.parametrize("pipelined", [GET * 3_000, (SLOW + GET) * 1_000])
def test_pipelined_requests_are_answered_in_order(pipelined: bytes) -> None:
    app = Application()
    received = uvloop.run(_exchange(app, pipelined))
    bodies = [part.rpartition(b"\r\n\r\n")[2] for part in received.split(b"HTTP/1.1 ")[1:]]
    assert bodies == [b"slow" if part.startswith(b"/slow") else b"ready" for part in pipelined.split(b"GET ")[1:]]
    # One for each read is written at once; the others wait for their turn.
    assert app.runs > len(bodies) * 0.9


def test_client_that_reads_nothing_does_not_fill_the_memory() -> None:
    body = bytes(200_000)

    async def buffered() -> int:
        server, state = await _serve(Application(body))
        async with server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname(), limit=1024)
            for _ in range(100):
                writer.write(GET)
                await asyncio.sleep(0.002)
            protocol = next(iter(state.connections))
            assert isinstance(protocol, LimitedHttpProtocol)
            size = protocol.transport.get_write_buffer_size()
            writer.transport.abort()
            await asyncio.gather(*state.tasks)
        return size

    assert uvloop.run(buffered()) < 3 * len(body)
