"""The ASGI 3 types that every layer shares, and sending a whole response."""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Header = tuple[bytes, bytes]
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

# Responses with these statuses have neither a body nor its length (RFC 9110, 8.6 and 15.4.5).
_BODILESS = frozenset({204, 304})


async def send_response(
    send: Callable[[Any], Awaitable[None]], status: int, headers: Iterable[Header] = (), body: bytes = b""
) -> None:
    """Sends a whole response; adds its `content-length`. `send` may take a framework's narrower message type."""
    length = () if status in _BODILESS else ((b"content-length", str(len(body)).encode()),)
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": body})
