"""Limits on request headers: slow senders are disconnected."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import uvicorn
import uvloop
from uvicorn.server import ServerState

from balai.http.protocol import LimitedHttpProtocol
from balai.server.observability import RequestMiddleware


class ShortTimeouts(LimitedHttpProtocol):
    header_timeout_s = 0.1
    write_timeout_s = 0.2


async def _respond(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def _serve(app: Any, protocol: Callable[..., LimitedHttpProtocol]) -> tuple[asyncio.Server, ServerState]:
    config = uvicorn.Config(app, http=LimitedHttpProtocol, lifespan="off", log_config=None, timeout_keep_alive=30)
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: protocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    return server, state


async def _send_until_closed(*parts: bytes) -> bytes:
    server, _ = await _serve(_respond, ShortTimeouts)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        for part in parts:
            writer.write(part)
            await writer.drain()
        received = await asyncio.wait_for(reader.read(), 5)
        writer.close()
    return received


async def test_silent_connection_is_closed() -> None:
    assert await _send_until_closed() == b""


async def test_incomplete_headers_close_the_connection() -> None:
    assert await _send_until_closed(b"GET / HTTP/1.1\r\nHost: a\r\nX-More: ") == b""


async def test_incomplete_headers_of_a_second_request_close_the_connection() -> None:
    first = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    assert (await _send_until_closed(first, b"GET / HTTP/1.1\r\nX-More: ")).count(b"204 No Content") == 1


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n",
        b"GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi",
        b"GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ],
)
async def test_missing_or_repeated_host_is_rejected(head: bytes) -> None:
    received = await _send_until_closed(head)
    assert received.startswith(b"HTTP/1.1 400 Bad Request"), received
    assert b"204" not in received


async def test_http_1_0_needs_no_host() -> None:
    assert b" 204 No Content" in await _send_until_closed(b"GET / HTTP/1.0\r\n\r\n")


@pytest.mark.parametrize("tail", [b"a:b\r\n" * 1000, b"a" * 5000], ids=["many fields", "one field"])
async def test_endless_trailers_are_rejected(tail: bytes) -> None:
    received: list[Any] = []

    async def respond(scope: Any, receive: Any, send: Any) -> None:
        received.append(scope["headers"])
        await _respond(scope, receive, send)

    server, _ = await _serve(respond, LimitedHttpProtocol)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n")
        with suppress(ConnectionError):
            for _ in range(400):
                writer.write(tail)
                await writer.drain()
        with suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), 5)
        writer.close()
    assert len(received[0]) < 100_000


async def test_long_body_does_not_count_as_headers() -> None:
    long = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n" + bytes(500_000)
    assert (await _send_until_closed(long, long, b"G")).count(b"204 No Content") == 2


@pytest.mark.parametrize("chunks", [1, 50])
async def test_unread_response_is_dropped_after_a_timeout(chunks: int) -> None:
    is_finished = asyncio.Event()

    async def respond(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(chunks):
            await send({"type": "http.response.body", "body": bytes(50_000_000 // chunks), "more_body": True})
        await send({"type": "http.response.body", "body": b""})
        is_finished.set()

    server, state = await _serve(respond, ShortTimeouts)
    async with server:
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname(), limit=1024)
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await asyncio.wait_for(is_finished.wait(), 5)
        assert not state.connections
        writer.close()


async def test_slow_reader_gets_the_whole_response() -> None:
    async def respond(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"20000000")]})
        await send({"type": "http.response.body", "body": bytes(20_000_000)})

    server, _ = await _serve(respond, ShortTimeouts)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname(), limit=1024)
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
        for _ in range(10):
            await reader.readexactly(2_000_000)
            await asyncio.sleep(0.05)
        writer.close()


@pytest.mark.parametrize("has_started", [True, False])
def test_disconnect_with_pipelined_requests_logs_no_error(
    caplog: pytest.LogCaptureFixture, *, has_started: bool
) -> None:
    received: list[str] = []

    async def disconnect() -> None:
        has_received, is_finished = asyncio.Event(), asyncio.Event()

        async def respond(scope: Any, receive: Any, send: Any) -> None:
            if has_started:
                await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
                await send({"type": "http.response.body", "body": b"ab", "more_body": True})
            await receive()
            has_received.set()
            received.append((await receive())["type"])
            if not has_started:
                await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"4")]})
            await send({"type": "http.response.body", "body": b"cd", "more_body": False})
            is_finished.set()

        server, state = await _serve(RequestMiddleware(respond, service_of=lambda path: path), LimitedHttpProtocol)
        async with server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 3)
            await asyncio.wait_for(has_received.wait(), 5)
            writer.transport.abort()
            await asyncio.wait_for(is_finished.wait(), 5)
            await asyncio.gather(*state.tasks)

    # uvloop, as in workers: asyncio's loop silently accepts writes to a closed connection.
    uvloop.run(disconnect())
    assert received == ["http.disconnect"]
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
