"""The bounds on a request's head: a sender who takes for ever is not waited for."""

import asyncio
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from balai.http_bounds import BoundedProtocol


class Hasty(BoundedProtocol):
    head_seconds = 0.1


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def _until_closed(*parts: bytes) -> bytes:
    config = uvicorn.Config(_answer, http=Hasty, lifespan="off", log_config=None, timeout_keep_alive=30)
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: Hasty(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        for part in parts:
            writer.write(part)
            await writer.drain()
        received = await asyncio.wait_for(reader.read(), 5)
        writer.close()
    return received


async def test_a_connection_that_says_nothing_is_closed() -> None:
    assert await _until_closed() == b""


async def test_a_head_that_stops_in_the_middle_is_closed() -> None:
    assert await _until_closed(b"GET / HTTP/1.1\r\nHost: a\r\nX-More: ") == b""


async def test_a_second_head_that_stops_in_the_middle_is_closed() -> None:
    first = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    assert (await _until_closed(first, b"GET / HTTP/1.1\r\nX-More: ")).count(b"204 No Content") == 1
