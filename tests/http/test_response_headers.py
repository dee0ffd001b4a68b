"""Response headers: the same bytes as uvicorn's own, and no header with a line break."""

import asyncio
import tracemalloc
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from balai.http.protocol import LimitedHttpProtocol
from balai.http.response_headers import ResponseHeaders

PLAIN = [(b"content-type", b"text/plain"), (b"content-length", b"2"), (b"etag", b'"a"')]


@pytest.mark.parametrize(
    "header", [(b"a", b"b\r\nc: d"), (b"a\r\nb", b"c"), (b"a b", b"c"), (b"A", b"c"), (b"a", b"\0")]
)
def test_header_with_a_line_break_is_rejected(header: tuple[bytes, bytes]) -> None:
    with pytest.raises(ValueError, match="not a header"):
        ResponseHeaders([header])


def test_long_line_is_not_cached() -> None:
    tracemalloc.start()
    try:
        for number in range(100):
            ResponseHeaders([(b"content-location", b"/books?%d%b" % (number, b"x" * 60_000))])
        assert tracemalloc.get_traced_memory()[0] < 200_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("request_line", ["GET / HTTP/1.1", "HEAD / HTTP/1.1", "GET / HTTP/1.0"])
@pytest.mark.parametrize(
    "headers", [PLAIN, [*PLAIN, (b"connection", b"close")], [(b"transfer-encoding", b"chunked")], []]
)
async def test_headers_equal_those_of_uvicorn(request_line: str, headers: list[tuple[bytes, bytes]]) -> None:
    as_pairs = await _response_to(request_line, [*headers, (b"x-request-id", b"1")])
    assert b"x-request-id: 1\r\n" in as_pairs
    assert await _response_to(request_line, ResponseHeaders(headers).with_header(b"x-request-id", b"1")) == as_pairs


async def test_body_of_a_wrong_length_is_not_sent() -> None:
    assert b"ok" not in await _response_to("GET / HTTP/1.1", ResponseHeaders([(b"content-length", b"1")]))


async def _response_to(request_line: str, headers: Any) -> bytes:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})

    config = uvicorn.Config(app, http=LimitedHttpProtocol, lifespan="off", log_config=None)
    config.load()
    state = ServerState()
    state.default_headers = [(b"date", b"today")]
    server = await asyncio.get_running_loop().create_server(
        lambda: LimitedHttpProtocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
    )
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(
            f"{request_line}\r\nhost: a\r\n\r\nGET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n".encode()
        )
        received = await asyncio.wait_for(reader.read(), 5)
        writer.close()
    return received
