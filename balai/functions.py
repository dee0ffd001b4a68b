"""What a function under `/functions/v1/{name}` is written with: `handle(request)`, which returns its answer.

    from balai.functions import Request

    async def handle(request: Request) -> dict[str, str]:
        given = await request.json()
        return {"hello": given["name"]}

It runs in a process of its own with a limit of time and memory (docs/guides/functions.md), so only the standard
library is imported here.
"""

import json
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs


@dataclass(frozen=True)
class Function:
    """A function as it is registered: where it is, who may call it, what it may use.

    `location` is `file:PATH` or `module:NAME`; `version` tells one state of a file from the next.
    """

    location: str
    verify_jwt: bool = True
    time_limit_s: float = 60
    memory_mb: int = 256
    version: int = 0


class Request:
    """What came: method, the path behind the name, query, headers in small letters, and the caller's claims.

    `claims` is None without a valid token, which only a function without `verify_jwt` ever sees.
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
        """The parameters of the query."""
        return parse_qs(self.query, keep_blank_values=True)

    async def stream(self) -> AsyncIterator[bytes]:
        """The body, piece by piece as it comes."""
        async for part in self._body:
            yield part

    async def body(self) -> bytes:
        """The whole body."""
        if self._whole is None:
            self._whole = b"".join([part async for part in self._body])
        return self._whole

    async def json(self) -> Any:
        """The body as JSON. Raises ValueError where it is none."""
        return json.loads(await self.body())


Body = str | bytes | AsyncIterable[bytes] | Iterable[bytes] | Mapping[str, Any] | list[Any] | None


@dataclass(frozen=True)
class Response:
    """An answer with a status and headers. Bytes from a generator are sent as they are made."""

    body: Body = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
