"""The ASGI 3 types that every layer shares."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Header = tuple[bytes, bytes]
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]
