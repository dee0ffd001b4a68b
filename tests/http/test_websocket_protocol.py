"""Clients that do not read hold limited memory for a limited time."""

import asyncio
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
import uvloop
from uvicorn.server import ServerState

from balai.http.protocol import LimitedHttpProtocol
from balai.http.websocket_protocol import EXTENSION, MAX_FRAME_SIZE, DirectWebSocketProtocol, WebSocketWriter

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
PINGS = (struct.pack("!BB", 0x89, 0x80 | 125) + bytes(4) + bytes(125)) * 500


class Application:
    """An ASGI application that keeps its writer and knows whether it has ended."""

    line: WebSocketWriter

    def __init__(self) -> None:
        self.is_over = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.line = scope["extensions"][EXTENSION]
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        self.is_over.set()


@asynccontextmanager
async def _connect_without_reading(app: Application, **named: Any) -> AsyncIterator[asyncio.StreamWriter]:
    """Open a connection whose client reads nothing after the handshake."""
    config = uvicorn.Config(
        app, ws=DirectWebSocketProtocol, ws_per_message_deflate=False, lifespan="off", log_config=None, **named
    )
    config.load()
    server = await asyncio.get_running_loop().create_server(
        lambda: LimitedHttpProtocol(config=config, server_state=ServerState(), app_state={}), "127.0.0.1", 0
    )
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # of reading transports
        yield writer
        writer.transport.abort()


async def _flood() -> None:
    app = Application()
    async with _connect_without_reading(app) as writer:
        most = 0
        with pytest.raises(ConnectionError):
            for _ in range(400):
                writer.write(PINGS)
                await writer.drain()
                most = max(most, app.line.buffered_bytes)
        assert most < MAX_FRAME_SIZE + 1_000_000


async def _ignore_pings() -> None:
    app = Application()
    async with _connect_without_reading(app, ws_ping_interval=0.1, ws_ping_timeout=0.1):
        app.line.write(bytes(20_000_000))
        assert app.line.buffered_bytes > 1_000_000
        async with asyncio.timeout(10):
            await app.is_over.wait()
        assert app.line.buffered_bytes == 0


@pytest.mark.parametrize("happens", [_flood, _ignore_pings])
def test_client_that_does_not_read_is_disconnected(happens: Callable[[], Awaitable[None]]) -> None:
    # uvloop, as in workers.
    uvloop.run(happens())  # type: ignore[arg-type]  # coroutines both
