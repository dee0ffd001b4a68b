"""The server's websockets with a straight way out: a frame that many get is encoded once and written as it is.

Through ASGI each receiver costs a coroutine, a message and an encoding of her own; a frame from a server is the same
bytes for everybody. The application finds the way in `scope["extensions"]["balai.websocket_writer"]`. What comes in, the handshake
and the end go the usual way.
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
    """A whole frame as a server sends it: not masked, not compressed (RFC 6455, 5.2). `kind`: TEXT or BINARY."""
    length = len(payload)
    if length < 126:
        return _SHORT.pack(kind, length) + payload
    if length < 65_536:
        return _MIDDLE.pack(kind, 126, length) + payload
    return _LONG.pack(kind, 127, length) + payload


class WebSocketWriter:
    """The way out of one connection."""

    __slots__ = ("_protocol",)

    def __init__(self, protocol: "DirectWebSocketProtocol") -> None:
        self._protocol = protocol

    @property
    def buffered_bytes(self) -> int:
        """Bytes that the other side has not taken yet."""
        return self._protocol.transport.get_write_buffer_size()

    def write(self, frame: bytes) -> None:
        """Send a whole frame, or nothing where the connection ends. Never waits."""
        protocol = self._protocol
        if not protocol.close_sent and not protocol.transport.is_closing():
            protocol.transport.write(frame)

    def abort(self) -> None:
        """Hang up at once, with what waits."""
        self._protocol.transport.abort()


class MessageQueue:
    """What has come and was not taken yet; one task takes. A queue of asyncio's weighs 3 kB for each connection."""

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
        """Whether nothing waits."""
        return not self._messages

    async def get(self) -> Any:
        """The oldest message."""
        while not self._messages:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._messages.pop(0)


class DirectWebSocketProtocol(WebSocketsSansIOProtocol):
    """The server's own protocol, which hands the application its line."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = MessageQueue()  # type: ignore[assignment]  # as much of a queue as is used

    def start_keepalive(self) -> None:
        """The handshake is over, and what it was made of is not needed any more."""
        super().start_keepalive()
        del self.request, self.response

    def handle_connect(self, event: Request) -> None:
        """Take a handshake, with our extension in what the application is told."""
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][EXTENSION] = WebSocketWriter(self)

    def data_received(self, data: bytes) -> None:
        """Take what comes; a handshake that cannot be read is answered and ends, rather than being waited for."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(BAD_REQUEST)
            self.transport.close()

    def handle_ping(self) -> None:
        """Answer a ping; who reads none of the answers would have us keep them all."""
        if not self.transport.is_closing():
            super().handle_ping()
            if self.transport.get_write_buffer_size() > MAX_FRAME_SIZE:
                self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Hang up on somebody who is not there; closing would wait for ever for her to take what she was sent."""
        super().keepalive_timeout()
        self.transport.abort()

    async def send(self, message: Any) -> None:
        """Send; an answer that refuses a handshake completes it, so that nothing is missing in the end."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def handle_parser_exception(self) -> None:
        """End a connection that does not keep to the protocol; one without a handshake has no frame to end with."""
        if self.conn.close_sent is None:
            self.transport.close()
        else:
            super().handle_parser_exception()
