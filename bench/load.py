"""A client that is faster than any server it measures: it counts status lines instead of reading responses.

Each connection keeps a few requests on the way, so that the server never waits for this process.
"""

import asyncio
import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

import uvloop

# 200 and 201 alike. Whatever else comes is not counted, and the rate shows it.
STATUS_LINE = b"HTTP/1.1 20"
CONNECTIONS = 16
PIPELINED = 4


class _Connection(asyncio.Protocol):
    def __init__(self, requests: Iterator[bytes]) -> None:
        self.responses = 0
        self._requests = requests
        # A status line may arrive in two pieces: the end of the last piece is looked at again.
        self._tail = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are of classes of their own.
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
    """What to ask for."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes = b""

    def encode(self, host: str) -> bytes:
        """The bytes on the line."""
        headers = {"host": host, **self.headers} | ({"content-length": str(len(self.body))} if self.body else {})
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return f"{self.method} {self.path} HTTP/1.1\r\n{lines}\r\n".encode() + self.body


def requests_a_second(url: str, requests: Sequence[Request], *, seconds: float) -> float:
    """How many times a second a server answers a request well. `requests` take turns."""
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
