"""The wire: reads a request off ASGI, finds what it is for, sends the answer, and drops the work when the client goes.

A bare ASGI application rather than routed handlers: every path below the base is data, not code, and a small read
should not pay for more than it uses.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import unquote

import structlog

from balai.backend.rest import cors
from balai.backend.rest.cache_keeper import CacheKeeper
from balai.backend.rest.errors import JSON_TYPE, RestError, wrong_path
from balai.backend.rest.failures import is_header_safe
from balai.backend.rest.identity import Identity
from balai.backend.rest.options import allow_header
from balai.backend.rest.planner import Rules
from balai.backend.rest.requests import Incoming
from balai.backend.rest.responses import Answer, Header
from balai.backend.rest.service import Service
from balai.backend.rest.watch import Message, Receive, Watchers

Scope = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

LARGEST_BODY = 10 * 1024 * 1024
_RELATION_METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
_CALL_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
_ROOT_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_log = structlog.get_logger(__name__)


class RestApplication:
    """The ASGI application."""

    def __init__(self, service: Service, keeper: CacheKeeper, identity: Identity, rules: Rules, prefix: str) -> None:
        self._service = service
        self._keeper = keeper
        self._identity = identity
        self._rules = rules
        self._prefix = prefix
        self._watchers = Watchers()

    async def close(self) -> None:
        """Hang up on the database."""
        await self._keeper.close()
        await self._service.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        headers = _headers_of(scope)
        if cors.is_preflight(scope["method"], headers):
            await _send(send, 200, cors.preflight_headers(headers), b"")
            return
        watch = None
        try:
            body = await _read_body(receive, headers)
            watch = self._watchers.begin(receive)
            answer = await self._answer(scope, headers, body)
        except RestError as error:
            answer = _answer_of_error(error)
        except asyncio.CancelledError:
            if watch is None or not watch.has_fired:
                raise
            return
        except Exception:  # noqa: BLE001 - the client learns only that it failed; what failed is for the log
            _log.exception("request failed", path=scope.get("path"))
            answer = _answer_of_error(RestError(500, "PGRSTX00", "Internal server error"))
        finally:
            if watch is not None:
                self._watchers.end(watch)
        extra = cors.ORIGIN if "origin" in headers else ()
        body = b"" if scope["method"] == "HEAD" else answer.body
        await _send(send, answer.status, [*answer.headers, *extra], body)

    async def _answer(self, scope: Scope, headers: dict[str, str], body: bytes) -> Answer:
        method = scope["method"]
        caller = self._identity.identify(headers)
        path = self._path_of(scope)
        name, is_call = _target_of(path)
        schema, has_profile = self._schema_of(method, headers)
        _check_method(method, name, is_call)
        if method == "OPTIONS":
            return allow_header(await self._keeper.get(), schema, name, is_call=is_call)
        incoming = Incoming(method, path, schema, name, is_call, scope["query_string"], headers, body)
        answer = await (self._service.answer if name else self._service.describe)(incoming, caller)
        if has_profile and any(header[0] == b"content-type" for header in answer.headers):
            answer.headers.append((b"content-profile", schema.encode()))
        return answer

    def _path_of(self, scope: Scope) -> str:
        raw: bytes = scope.get("raw_path") or scope["path"].encode()
        path = raw.decode("latin-1")
        return path.removeprefix(self._prefix) or "/"

    def _schema_of(self, method: str, headers: dict[str, str]) -> tuple[str, bool]:
        schemas = self._rules.schemas
        name = "accept-profile" if method in ("GET", "HEAD", "OPTIONS") else "content-profile"
        schema = headers.get(name)
        if schema is None:
            return schemas[0], len(schemas) > 1
        if schema not in schemas:
            hint = f"Only the following schemas are exposed: {', '.join(schemas)}"
            raise RestError(406, "PGRST106", f"Invalid schema: {schema}", hint=hint)
        return schema, True


def _headers_of(scope: Scope) -> dict[str, str]:
    headers: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        if name in headers:
            value = f"{headers[name]}{'; ' if name == 'cookie' else ', '}{value}"
        headers[name] = value
    return headers


async def _read_body(receive: Receive, headers: dict[str, str]) -> bytes:
    if "content-length" not in headers and "transfer-encoding" not in headers:
        return b""
    parts: list[bytes] = []
    # What is announced as too large is not even listened to.
    size, is_more = 0, int(headers.get("content-length") or 0) <= LARGEST_BODY
    if not is_more:
        raise _too_large()
    while is_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise asyncio.CancelledError
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST_BODY:
            raise _too_large()
        is_more = message.get("more_body", False)
    return b"".join(parts)


def _too_large() -> RestError:
    return RestError(413, "PGRST102", "Request body too large")


def _target_of(path: str) -> tuple[str, bool]:
    """The name that a path holds, and whether it is a function's. The root has no name."""
    if path == "/":
        return "", False
    parts = [unquote(part) for part in path.removeprefix("/").split("/")]
    if len(parts) == 1 and parts[0]:
        return parts[0], False
    if len(parts) == 2 and parts[0] == "rpc" and parts[1]:
        return parts[1], True
    raise wrong_path()


def _check_method(method: str, name: str, is_call: bool) -> None:
    allowed = _CALL_METHODS if is_call else _RELATION_METHODS if name else _ROOT_METHODS
    if method in allowed:
        return
    if is_call:
        raise RestError(405, "PGRST101", f"Cannot use the {method} method on RPC")
    raise RestError(405, "PGRST117", f"Unsupported HTTP method: {method}")


def _answer_of_error(error: RestError) -> Answer:
    body = error.body()
    headers: list[Header] = [
        (b"content-type", JSON_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    if is_header_safe(error.code):
        headers.append((b"proxy-status", f"PostgREST; error={error.code}".encode("latin-1")))
    headers += [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in error.headers.items()]
    return Answer(error.status, headers, body)


async def _send(send: Send, status: int, headers: list[Header], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
