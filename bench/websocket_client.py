"""A minimal WebSocket client, so that the measurement shows the server's cost."""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
)
NO_MASK = b"\0\0\0\0"


class Socket(asyncio.Protocol):
    """One connection; `on_message` is called with each text or binary message."""

    def __init__(self, path: str, on_message: Callable[[bytes], None]) -> None:
        self._path = path
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self.on_message = on_message
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        self._transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(HANDSHAKE.format(path=self._path, key=key).encode())

    def data_received(self, data: bytes) -> None:
        """Parse frames; server frames are not masked."""
        data = self._buffer + data
        if not self.open.done():
            header, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = header
                return
            if b" 101 " not in header[:16]:
                self.open.set_exception(ConnectionError(header[:200].decode()))
                return
            self.open.set_result(None)
        at = 0
        while len(data) - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                start += 2
                length = int.from_bytes(data[at + 2 : start]) if len(data) >= start else len(data)
            elif length == 127:
                start += 8
                length = int.from_bytes(data[at + 2 : start]) if len(data) >= start else len(data)
            if start + length > len(data):
                break
            if data[at] & 0x0F in (1, 2):
                self.on_message(data[start : start + length])
            elif data[at] & 0x0F == 9:
                self._write(0x8A, data[start : start + length])
            at = start + length
        self._buffer = data[at:]

    def connection_lost(self, error: Exception | None) -> None:
        """Fail a pending handshake."""
        if not self.open.done():
            self.open.set_exception(ConnectionError("closed"))

    def send(self, text: bytes) -> None:
        """Send a text message of less than 64 kB."""
        self._write(0x81, text)

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()

    def _write(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        header = struct.pack("!BB", kind, 0x80 | len(payload)) if len(payload) < 126 else b""
        header = header or struct.pack("!BBH", kind, 0xFE, len(payload))
        self._transport.write(header + NO_MASK + payload)


async def connect(port: int, path: str, on_message: Callable[[bytes], None]) -> Socket:
    """Return an open WebSocket."""
    _, socket = await asyncio.get_running_loop().create_connection(lambda: Socket(path, on_message), "127.0.0.1", port)
    await socket.open
    return socket
