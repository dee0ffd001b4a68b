"""ASGI entry of functions: authenticates, relays the request to the sandbox and streams the response. Bodies stream
both ways.
"""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import unquote

import structlog

from balai.backend.cors import CorsPolicy, is_preflight
from balai.backend.functions.errors import (
    BODY_TIMEOUT,
    ERROR_HEADERS,
    INVALID_JWT,
    MISSING_AUTHORIZATION,
    NOT_FOUND,
    SANDBOX_ERRORS,
    FunctionsError,
)
from balai.backend.functions.registry import Registry
from balai.backend.request_headers import read_headers
from balai.backend.sandbox.pool import Sandbox
from balai.backend.sandbox.process import ResponseHead, SandboxError
from balai.backend.token_verification import LEEWAY_S, Verify
from balai.functions import Function
from balai.http.asgi import Receive, Scope, Send, send_response
from balai.http.client_address import with_network
from balai.http.request_body import BodyTimeout, ClientGone, RequestBody
from balai.security.tokens import TokenError

log = structlog.get_logger(__name__)
PREFIX = "/functions/v1/"
# Bytes of a body that are read before a process is acquired: a slow client with a small form occupies none.
BUFFERED_BYTES = 1 << 18
HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+")
HEADER_VALUE = re.compile(r"[^\x00-\x08\x0a-\x1f\x7f]*")
CORS = CorsPolicy(
    methods="GET, POST, PUT, PATCH, DELETE, OPTIONS",
    headers=("authorization, x-client-info, apikey, content-type, x-region, x-retry-count, idempotency-key",),
    exposed="x-relay-error, x-relay-header, content-disposition",
)
# Headers of one connection, not of the request (hop-by-hop).
HOP_BY_HOP = frozenset(
    {"connection", "keep-alive", "transfer-encoding", "upgrade", "trailer", "te", "proxy-connection"}
)


class FunctionsApplication:
    """The ASGI application."""

    def __init__(self, registry: Registry, sandbox: Sandbox, verify: Verify) -> None:
        self._registry = registry
        self._sandbox = sandbox
        self._verify = verify

    async def close(self) -> None:
        """Stops every process."""
        await self._sandbox.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Responds to one request (ASGI 3)."""
        headers = read_headers(with_network(scope["headers"], (scope.get("client") or ("",))[0]))
        if is_preflight(scope["method"], headers):
            await send_response(send, 204, CORS.preflight_headers(headers))
            return
        writer = _ResponseWriter(send)
        try:
            name, path = _split(scope)
            function = self._registry.find(name)
            if function is None:
                raise FunctionsError(404, "NOT_FOUND", NOT_FOUND)
            claims = self._claims(headers, is_needed=function.verify_jwt and scope["method"] != "OPTIONS")
            head = {
                "method": scope["method"],
                "path": path,
                "query": scope["query_string"].decode("latin-1"),
                "headers": dict(headers),
                "claims": claims,
            }
            await self._run(function, head, receive, writer)
        except ClientGone:
            return
        except BodyTimeout:
            await writer.send_error(FunctionsError(408, "REQUEST_TIMEOUT", BODY_TIMEOUT))
        except SandboxError as error:
            log.warning("function_failed", function=scope["path"], reason=error.reason)
            await writer.send_error(FunctionsError(*SANDBOX_ERRORS[error.reason]))
        except FunctionsError as error:
            await writer.send_error(error)

    def _claims(self, headers: Mapping[str, str], *, is_needed: bool) -> Mapping[str, Any] | None:
        """Returns the claims of a valid token. A function without `verify_jwt` gets none from an invalid token."""
        authorization = headers.get("authorization")
        if authorization is None:
            if is_needed:
                raise FunctionsError(401, "UNAUTHORIZED_NO_AUTH_HEADER", MISSING_AUTHORIZATION)
            return None
        scheme, _, token = authorization.partition(" ")
        try:
            if scheme.lower() != "bearer":
                raise TokenError("malformed")
            return self._verify(token.strip(), now=time.time() - LEEWAY_S)
        except TokenError as error:
            if is_needed:
                raise FunctionsError(401, "UNAUTHORIZED_INVALID_JWT_FORMAT", INVALID_JWT) from error
            return None

    async def _run(
        self, function: Function, head: Mapping[str, Any], receive: Receive, writer: "_ResponseWriter"
    ) -> None:
        try:
            async with asyncio.timeout(function.time_limit_s) as limit:
                body = await _buffer_start(RequestBody(receive))
                async with self._sandbox.process(function) as process:
                    # The wait for a process, and its start, do not count as the function's time.
                    limit.reschedule(asyncio.get_running_loop().time() + function.time_limit_s)
                    response, rest = await process.send(head, body)
                    await writer.begin(response)
                    async for part in rest:
                        await writer.write(part)
        except TimeoutError as error:
            raise SandboxError("time") from error
        await writer.finish()


class _ResponseWriter:
    """Writes the response. Once it has started, an error can only abort it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._has_begun = False

    async def begin(self, response: ResponseHead) -> None:
        headers = [(name, value) for name, value in response.headers.items() if name not in HOP_BY_HOP]
        if not 200 <= response.status <= 599 or not all(
            HEADER_NAME.fullmatch(name) and HEADER_VALUE.fullmatch(value) and _is_latin(value)
            for name, value in headers
        ):
            raise SandboxError("error")
        raw = [(name.encode(), value.encode("latin-1")) for name, value in headers]
        given = {name for name, _ in raw}
        raw += [header for header in CORS.response_headers() if header[0] not in given]
        if response.status in {204, 304}:
            raw = [header for header in raw if header[0] != b"content-length"]
        self._has_begun = True
        await self._send({"type": "http.response.start", "status": response.status, "headers": raw})

    async def write(self, part: bytes) -> None:
        await self._send({"type": "http.response.body", "body": part, "more_body": True})

    async def finish(self) -> None:
        await self._send({"type": "http.response.body", "body": b""})

    async def send_error(self, error: FunctionsError) -> None:
        # The server aborts an incomplete response, so the client sees that it is not complete.
        if not self._has_begun:
            await send_response(self._send, error.status, (*ERROR_HEADERS, *CORS.response_headers()), error.body)


def _split(scope: Scope) -> tuple[str, str]:
    """Returns the name of the function, and the path behind it, still encoded."""
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    name, slash, rest = raw.decode("latin-1").removeprefix(PREFIX).partition("/")
    return unquote(name), slash + rest


async def _buffer_start(body: RequestBody) -> AsyncIterator[bytes]:
    """Returns the body with its first part read already."""
    first: list[bytes] = []
    while not body.is_complete and body.received < BUFFERED_BYTES:
        first.append(await body.next_chunk())

    async def parts() -> AsyncIterator[bytes]:
        yield b"".join(first)
        async for chunk in body.chunks():
            yield chunk

    return parts()


def _is_latin(value: str) -> bool:
    return all(ord(character) < 256 for character in value)
