"""The API for authors of functions under `/functions/v1/{name}`: `handle(request)` returns the response.

    from balai.functions import Request

    async def handle(request: Request) -> dict[str, str]:
        given = await request.json()
        return {"hello": given["name"]}

A function runs in its own process with limits on time and memory (docs/guides/functions.md), so this module imports
only the standard library.
"""

import json
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs


@dataclass(frozen=True)
class Function:
    """A registered function: its location, who may call it, and its limits.

    `location` is `file:PATH` or `module:NAME`; `version` distinguishes the states of a file.
    """

    location: str
    verify_jwt: bool = True
    time_limit_s: float = 60
    memory_mb: int = 256
    version: int = 0


class Request:
    """The request: method, path after the name, query, headers in lower case, and the caller's claims.

    `claims` is None without a valid token, which is possible only with `verify_jwt=False`.
    """

    def __init__(self, head: Mapping[str, Any], body: AsyncIterator[bytes]) -> None:
        self.method: str = head["method"]
        self.path: str = head["path"]
        self.query: str = head["query"]
        self.headers: dict[str, str] = head["headers"]
        self.claims: dict[str, Any] | None = head["claims"]
        self._body = body
        self._whole: bytes | None = None

    @property
    def parameters(self) -> dict[str, list[str]]:
        """The query parameters."""
        return parse_qs(self.query, keep_blank_values=True)

    async def stream(self) -> AsyncIterator[bytes]:
        """The body in chunks, as they are received."""
        async for part in self._body:
            yield part

    async def body(self) -> bytes:
        """The whole body."""
        if self._whole is None:
            self._whole = b"".join([part async for part in self._body])
        return self._whole

    async def json(self) -> Any:
        """The body as JSON. Raises ValueError for invalid JSON."""
        return json.loads(await self.body())


Body = str | bytes | AsyncIterable[bytes] | Iterable[bytes] | Mapping[str, Any] | list[Any] | None


@dataclass(frozen=True)
class Response:
    """A response with status and headers. Chunks of a generator are sent as they are produced."""

    body: Body = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
