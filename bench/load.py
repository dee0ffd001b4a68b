"""A client that is faster than any server it measures: it counts status lines instead of reading answers.

Each connection keeps a few requests on the way, so that the server never waits for this process.
"""

import asyncio
import time
from typing import cast
from urllib.parse import urlsplit

import uvloop

STATUS_LINE = b"HTTP/1.1 200 "
CONNECTIONS = 16
ON_THE_WAY = 4


class _Connection(asyncio.Protocol):
    def __init__(self, request: bytes) -> None:
        self.answers = 0
        self._request = request
        # A status line may arrive in two pieces: the end of the last piece is looked at again.
        self._tail = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are of classes of their own.
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request * ON_THE_WAY)

    def data_received(self, data: bytes) -> None:
        text = self._tail + data
        arrived = text.count(STATUS_LINE)
        self._tail = text[1 - len(STATUS_LINE) :]
        if arrived and self._transport is not None:
            self.answers += arrived
            self._transport.write(self._request * arrived)


def requests_a_second(url: str, *, seconds: float, headers: dict[str, str] | None = None) -> float:
    """How many times a second a server answers a request with 200."""
    return uvloop.run(_measure(url, seconds, headers or {}))


async def _measure(url: str, seconds: float, headers: dict[str, str]) -> float:
    parts = urlsplit(url)
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    request = f"GET {parts.path} HTTP/1.1\r\nhost: {parts.netloc}\r\n{lines}\r\n".encode()
    loop = asyncio.get_running_loop()
    host, port = parts.hostname or "", parts.port or 80
    made = [await loop.create_connection(lambda: _Connection(request), host, port) for _ in range(CONNECTIONS)]
    await asyncio.sleep(seconds / 4)
    before, started = sum(protocol.answers for _, protocol in made), time.perf_counter()
    await asyncio.sleep(seconds)
    rate = (sum(protocol.answers for _, protocol in made) - before) / (time.perf_counter() - started)
    for transport, _ in made:
        transport.abort()
    return rate
