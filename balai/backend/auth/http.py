"""HTTP layer of the service: request bodies, responses, errors in both versions, CORS headers.

A body is JSON whatever its Content-Type is, unknown fields are ignored and an explicit null means absent, because
official clients send such bodies.
"""

import asyncio
import re
import string
from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from typing import Any, TypeAlias, TypeVar
from urllib.parse import parse_qsl, quote

import asyncpg
import msgspec
import structlog
from litestar import Response
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, HTTPReceiveMessage, Message, Receive, Scope, Send, WebSocketReceiveMessage

from balai.backend.auth.context import AuthRequest
from balai.backend.auth.errors import (
    API_VERSION,
    AuthError,
    Code,
    OAuthError,
    OAuthErrorBody,
    database_unavailable,
    error_body,
    invalid,
    invitation_over,
    unexpected_failure,
)
from balai.backend.auth.hooks.call import begin_request
from balai.backend.auth.users.invitations import is_used_invitation
from balai.backend.cors import CorsPolicy
from balai.database.availability import RETRY_AFTER_S, is_unreachable
from balai.http.asgi import send_response
from balai.http.request_body import BodyTooLarge, ClientGone, RequestBody

MAX_BODY = 1_048_576
MAX_FIELDS = 50
# One escape of a JSON string. The first form is a pair of surrogates, which is one character.
ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
)
CORS_HEADERS = (
    "Accept, Authorization, Content-Type, apikey, X-Client-Info, X-Supabase-Api-Version, X-JWT-AUD, X-Client-IP"
)

log = structlog.get_logger("balai.auth")
# Handles one request outside the router and returns a JSON body.
DirectHandler: TypeAlias = Callable[[Scope], Awaitable[bytes]]
BodyT = TypeVar("BodyT", bound=msgspec.Struct)


async def read_body(request: AuthRequest, shape: type[BodyT]) -> BodyT:
    """Decodes the request body. Raises AuthError 400 bad_json or 413."""
    body = await request.body()
    if len(body) > MAX_BODY:
        raise too_large()
    try:
        try:
            return msgspec.json.decode(body, type=shape)
        except (msgspec.DecodeError, UnicodeDecodeError):
            repaired = _replace_surrogates(body)
            if repaired == body:
                raise
            return msgspec.json.decode(repaired, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise AuthError(400, Code.BAD_JSON, f"Could not parse request body as JSON: {error}") from error


def _replace_surrogates(body: bytes) -> bytes:
    """Replaces lone surrogates and invalid UTF-8 by U+FFFD, as GoTrue does. Half of an emoji, cut off by a length
    limit of an application, is such a text.
    """
    text = body.decode("utf-8", "replace")
    return ESCAPE.sub(lambda match: "\\ufffd" if match["lone"] else match[0], text).encode()


async def read_form(request: AuthRequest) -> dict[str, str]:
    """Decodes an HTML form. Raises AuthError 400 if it has more than `MAX_FIELDS` fields."""
    try:
        pairs = parse_qsl((await request.body()).decode("utf-8", "replace"), max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise invalid("The form has too many fields") from error
    return {name: value.replace("\0", "") for name, value in pairs}


def too_large() -> AuthError:
    """The error for a body above `MAX_BODY`."""
    return AuthError(413, Code.REQUEST_ENTITY_TOO_LARGE, f"Request body too large (max {MAX_BODY} bytes)")


def json_response(content: Any, *, headers: dict[str, str] | None = None) -> Response[bytes]:
    """A JSON response with status 200."""
    return Response(msgspec.json.encode(content), media_type="application/json", status_code=200, headers=headers)


EMPTY_BODY: dict[str, str] = {}


def no_content() -> Response[None]:
    """An empty response with status 204."""
    return Response(None, status_code=204)


def see_other(location: str, *, status: int = 303) -> Response[None]:
    """Redirects a browser. Characters that are not allowed in a header are percent-encoded."""
    location = quote(location, safe=string.punctuation)
    return Response(None, status_code=status, headers={"location": location, "cache-control": "no-store"})


def error_response(request: AuthRequest, error: AuthError) -> Response[bytes]:
    """Builds the error response in the version that the client requested."""
    version = request.headers.get("x-supabase-api-version", "")
    modern = _is_date(version) and version >= API_VERSION
    headers = {"x-sb-error-code": str(error.code)}
    if modern:
        headers["x-supabase-api-version"] = API_VERSION
    if error.retry_after is not None:
        headers["retry-after"] = str(error.retry_after)
    # The same id as in the log.
    error_id = str(request.scope.get("state", {}).get("request_id", ""))
    body = error_body(error, modern=modern, error_id=error_id)
    return Response(body, media_type="application/json", status_code=error.status, headers=headers)


def handle_auth_error(request: AuthRequest, error: AuthError) -> Response[bytes]:
    """Litestar's handler for errors of this service."""
    if error.status >= 500:
        log.error("auth_request_failed", path=request.scope["path"], error=error.message, exc_info=error)
    return error_response(request, error)


def handle_oauth_error(_request: AuthRequest, error: OAuthError) -> Response[bytes]:
    """Litestar's handler for RFC 6749 errors."""
    body = msgspec.json.encode(OAuthErrorBody(error.error, error.message))
    return Response(body, media_type="application/json", status_code=error.status)


def handle_database_error(request: AuthRequest, error: asyncpg.PostgresError) -> Response[bytes]:
    """Values that the database rejects are client errors; other database errors are internal."""
    if is_used_invitation(error):
        return error_response(request, invitation_over())
    if isinstance(error, asyncpg.DataError | asyncpg.IntegrityConstraintViolationError):
        log.warning("auth_value_rejected", path=request.scope["path"], error=str(error))
        return error_response(request, invalid("Database error saving user: a value was refused"))
    return handle_unexpected_error(request, error)


def handle_http_error(request: AuthRequest, error: HTTPException) -> Response[Any]:
    """Unknown routes and methods respond with plain text, oversized bodies with an AuthError."""
    if error.status_code == 413:
        return error_response(request, too_large())
    if error.status_code >= 500:
        return handle_unexpected_error(request, error)
    text = f"{error.status_code} {error.detail}"
    return Response(text, media_type="text/plain", status_code=error.status_code, headers=error.headers)


def handle_unexpected_error(request: AuthRequest, error: Exception) -> Response[bytes]:
    """Logs an unexpected error; the client gets none of its details."""
    log.error("unexpected_auth_error", path=request.scope["path"], exc_info=error)
    return error_response(request, database_unavailable() if is_unreachable(error) else unexpected_failure())


class AuthMiddleware:
    """Answers preflight requests, adds CORS headers, and limits the time of a request.

    A request is served only when its body is complete: a transaction must not wait for a client that sends one byte a
    second. The most frequent requests bypass the router, which would cost more than the response itself.
    """

    def __init__(
        self,
        app: ASGIApp,
        direct: Mapping[tuple[str, str], DirectHandler],
        *,
        timeout_s: float = 10,
        cors_headers: tuple[str, ...] = (),
    ):
        self._app = app
        self._cors = CorsPolicy(
            methods="GET, POST, PUT, PATCH, DELETE",
            headers=(CORS_HEADERS, *cors_headers),
            exposed="X-Total-Count, Link, X-Supabase-Api-Version",
            max_age_s=600,
        )
        self._direct = direct
        self._timeout_s = timeout_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope.get("method") == "OPTIONS":
            await send_response(send, 204, self._cors.preflight_headers({}))
            return
        begin_request(scope)
        started = False

        async def send_with_cors(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", []), *self._cors.response_headers()]
            await send(message)

        try:
            async with asyncio.timeout(self._timeout_s):
                direct = self._direct.get((str(scope.get("method")), scope["path"]))
                if direct is None:
                    await self._app(scope, await _buffer_body(receive), send_with_cors)
                else:
                    await _serve_direct(direct, scope, receive, send_with_cors)
        except BodyTooLarge:
            await _send_response(error_response(AuthRequest(scope), too_large()), scope, receive, send_with_cors)
        except ClientGone:
            return
        except TimeoutError:
            if started:
                raise
            text = "Processing this request timed out, please retry after a moment."
            error = AuthError(504, Code.REQUEST_TIMEOUT, text, retry_after=RETRY_AFTER_S)
            await _send_response(error_response(AuthRequest(scope), error), scope, receive, send_with_cors)


async def _buffer_body(receive: Receive) -> Receive:
    """Reads the whole body. Returns a `receive` that replays it to the service. Raises BodyTooLarge, ClientGone."""
    asgi_receive: Any = receive  # Litestar names the ASGI types differently
    body = await RequestBody(asgi_receive).read(MAX_BODY)
    replayed: list[HTTPReceiveMessage] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> HTTPReceiveMessage | WebSocketReceiveMessage:
        return replayed.pop() if replayed else await receive()

    return receive_again


async def _serve_direct(direct: DirectHandler, scope: Scope, receive: Receive, send: Send) -> None:
    try:
        body = await direct(scope)
    except AuthError as error:
        await _send_response(handle_auth_error(AuthRequest(scope), error), scope, receive, send)
    except Exception as error:  # noqa: BLE001 - the client learns only that it failed; the log has the cause
        await _send_response(handle_unexpected_error(AuthRequest(scope), error), scope, receive, send)
    else:
        await send_response(send, 200, [(b"content-type", b"application/json")], body)


async def _send_response(response: Response[Any], scope: Scope, receive: Receive, send: Send) -> None:
    await response.to_asgi_response(None, AuthRequest(scope))(scope, receive, send)


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
