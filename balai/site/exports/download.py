"""`GET /account-export`: the copy of the member who is signed in, as a ZIP.

A link sends no bearer token, so the session is read from its cookie, as for pages. The address names no member: it has
nothing to guess, and an administrator gets their own copy.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime
from http import HTTPStatus
from typing import Protocol, TypeAlias

import structlog

from balai.database.pool import UNAVAILABLE, Pool
from balai.database.transaction import as_role
from balai.http.asgi import Send
from balai.http.response_headers import ResponseHeaders
from balai.security.tokens import KeyRing
from balai.site.request.exchange import Headers, Request, Response, redirect_response, send_response, text_response
from balai.site.request.visitors import caller_of, find_session

PATH = "/account-export"
# The screen with the state of the copy; it asks for the sign-in.
SCREEN = "/profile/security"
FILE = "select version, bytes, made_at from public.my_export_file()"
log = structlog.get_logger("balai.site.exports")


class Copy(Protocol):
    """An open copy."""

    def parts(self, start: int, length: int) -> AsyncIterator[bytes | bytearray]:
        """Its bytes in pieces."""

    def close(self) -> None:
        """Close it."""


# Opens a version of the blob store; None: its bytes are missing.
OpenCopy: TypeAlias = Callable[[str], Awaitable[Copy | None]]


class ExportDownload:
    """One per process."""

    def __init__(self, pool: Pool, ring: KeyRing, open_copy: OpenCopy) -> None:
        self._pool, self._ring, self._open_copy = pool, ring, open_copy

    async def send(self, request: Request, send: Send, common: Headers) -> None:
        """Send the copy, or the way to the screen."""
        session = find_session(request.cookie, self._ring)
        if session is None:
            await send_response(send, request.method, redirect_response(SCREEN, HTTPStatus.SEE_OTHER), common)
            return
        try:
            async with as_role(self._pool, caller_of(session)) as conn:
                row = await conn.fetchrow(FILE)
            copy = await self._open_copy(row["version"]) if row is not None else None
        except UNAVAILABLE:
            await send_response(send, request.method, text_response(HTTPStatus.SERVICE_UNAVAILABLE), common)
            return
        if copy is None or row is None:
            if row is not None:
                log.error("export_missing", version=row["version"])
            await send_response(send, request.method, _closed(text_response(HTTPStatus.NOT_FOUND)), common)
            return
        try:
            await _stream(send, request.method, copy, row["bytes"], _headers(row["made_at"], row["bytes"]) + common)
        finally:
            copy.close()


def _headers(made_at: datetime, size: int) -> Headers:
    return [
        (b"content-type", b"application/zip"),
        (b"content-disposition", f'attachment; filename="my-data-{made_at:%Y-%m-%d}.zip"'.encode()),
        (b"cache-control", b"private, no-store"),
        (b"x-robots-tag", b"noindex"),
        (b"content-length", b"%d" % size),
    ]


def _closed(response: Response) -> Response:
    response.headers = [(b"cache-control", b"private, no-store"), (b"content-type", b"text/plain; charset=utf-8")]
    return response


async def _stream(send: Send, method: str, copy: Copy, size: int, headers: Headers) -> None:
    await send({"type": "http.response.start", "status": int(HTTPStatus.OK), "headers": ResponseHeaders(headers)})
    if method != "HEAD":
        async for part in copy.parts(0, size):
            await send({"type": "http.response.body", "body": bytes(part), "more_body": True})
    await send({"type": "http.response.body", "body": b""})
