"""WebSocket connections with a direct writer: a frame for many receivers is encoded once and written unchanged.

Through ASGI each receiver costs a coroutine, a message and an encoding of its own, although an unmasked server frame is
the same bytes for all. The application finds the writer in `scope["extensions"]["balai.websocket_writer"]`. Incoming
messages, the handshake and the closing use ASGI as usual.
"""

import asyncio
import struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "balai.websocket_writer"
# Realtime contract, section 1.
MAX_FRAME_SIZE = 5_000_000
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
TEXT, BINARY = 0x81, 0x82
_SHORT, _MIDDLE, _LONG = struct.Struct("!BB"), struct.Struct("!BBH"), struct.Struct("!BBQ")


def encode_frame(payload: bytes, kind: int = TEXT) -> bytes:
    """A server frame: not masked, not compressed (RFC 6455, 5.2). `kind`: TEXT or BINARY."""
    length = len(payload)
    if length < 126:
        return _SHORT.pack(kind, length) + payload
    if length < 65_536:
        return _MIDDLE.pack(kind, 126, length) + payload
    return _LONG.pack(kind, 127, length) + payload


class WebSocketWriter:
    """Writes frames to one connection."""

    __slots__ = ("_protocol",)

    def __init__(self, protocol: "DirectWebSocketProtocol") -> None:
        self._protocol = protocol

    @property
    def buffered_bytes(self) -> int:
        """Bytes that the client has not read yet."""
        return self._protocol.transport.get_write_buffer_size()

    def write(self, frame: bytes) -> None:
        """Write a whole frame, or nothing if the connection is closing. Never blocks."""
        protocol = self._protocol
        if not protocol.close_sent and not protocol.transport.is_closing():
            protocol.transport.write(frame)

    def abort(self) -> None:
        """Close the connection at once and discard the buffer."""
        self._protocol.transport.abort()


class MessageQueue:
    """Received messages with one consumer. An asyncio.Queue would cost 3 kB for each connection."""

    __slots__ = ("_messages", "_waiter")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Add a message."""
        self._messages.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def empty(self) -> bool:
        """Whether no message is queued."""
        return not self._messages

    async def get(self) -> Any:
        """The oldest message; waits for one."""
        while not self._messages:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._messages.pop(0)


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which also gives the application a `WebSocketWriter`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = MessageQueue()  # type: ignore[assignment]  # the part of asyncio.Queue that uvicorn uses

    def start_keepalive(self) -> None:
        """Free request and response after the handshake."""
        super().start_keepalive()
        del self.request, self.response

    def handle_connect(self, event: Request) -> None:
        """Accept a handshake and add the extension to the scope."""
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][EXTENSION] = WebSocketWriter(self)

    def data_received(self, data: bytes) -> None:
        """Parse the data. An invalid handshake gets a 400 response instead of a connection that stays open."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(BAD_REQUEST)
            self.transport.close()

    def handle_ping(self) -> None:
        """Answer a ping. A client that never reads would make the buffer grow without limit, so it is disconnected."""
        if not self.transport.is_closing():
            super().handle_ping()
            if self.transport.get_write_buffer_size() > MAX_FRAME_SIZE:
                self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Abort instead of closing: a client that is gone never reads the buffered data."""
        super().keepalive_timeout()
        self.transport.abort()

    async def send(self, message: Any) -> None:
        """Send. A response that rejects a handshake also completes it."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def handle_parser_exception(self) -> None:
        """Close on a protocol error. Before the handshake there is no close frame to send."""
        if self.conn.close_sent is None:
            self.transport.close()
        else:
            super().handle_parser_exception()
