"""An HTTP load generator that is faster than the servers it measures: it counts status lines and parses nothing.

Each connection pipelines a few requests, so that the server never waits for this process.
"""

import asyncio
import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

import uvloop

# Matches 200 and 201. Other responses are not counted, which lowers the rate.
STATUS_LINE = b"HTTP/1.1 20"
CONNECTIONS = 16
PIPELINED = 4


class _Connection(asyncio.Protocol):
    def __init__(self, requests: Iterator[bytes]) -> None:
        self.responses = 0
        self._requests = requests
        # A status line may arrive in two chunks: the end of the previous chunk is searched again.
        self._tail = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports do not derive from asyncio's.
        self._transport = cast(asyncio.Transport, transport)
        self._send(PIPELINED)

    def data_received(self, data: bytes) -> None:
        text = self._tail + data
        arrived = text.count(STATUS_LINE)
        self._tail = text[1 - len(STATUS_LINE) :]
        if arrived:
            self.responses += arrived
            self._send(arrived)

    def _send(self, number: int) -> None:
        if self._transport is not None:
            self._transport.write(b"".join(itertools.islice(self._requests, number)))


@dataclass(frozen=True)
class Request:
    """A request to send."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes = b""

    def encode(self, host: str) -> bytes:
        """Return the request as HTTP/1.1 bytes."""
        headers = {"host": host, **self.headers} | ({"content-length": str(len(self.body))} if self.body else {})
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"{self.method} {self.path} HTTP/1.1\r\n{lines}\r\n".encode() + self.body


def requests_a_second(url: str, requests: Sequence[Request], *, seconds: float) -> float:
    """Return the successful responses per second. `requests` are sent in rotation."""
    return uvloop.run(_measure(url, requests, seconds))


async def _measure(url: str, requests: Sequence[Request], seconds: float) -> float:
    parts = urlsplit(url)
    sent = itertools.cycle([request.encode(parts.netloc) for request in requests])
    loop = asyncio.get_running_loop()
    host, port = parts.hostname or "", parts.port or 80
    connections = [await loop.create_connection(lambda: _Connection(sent), host, port) for _ in range(CONNECTIONS)]
    await asyncio.sleep(seconds / 4)
    before, started = sum(protocol.responses for _, protocol in connections), time.perf_counter()
    await asyncio.sleep(seconds)
    rate = (sum(protocol.responses for _, protocol in connections) - before) / (time.perf_counter() - started)
    for transport, _ in connections:
        transport.abort()
    return rate
