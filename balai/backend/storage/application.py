"""ASGI entry of the storage service: dispatches requests and streams the responses.

It is a bare ASGI application, like the data service: objects stream through it, and a framework's request and response
classes would only add cost.
"""

import asyncio
import re
from collections.abc import Sequence
from http import HTTPStatus

import structlog

from balai.backend.cors import REQUESTED, CorsPolicy, is_preflight
from balai.backend.request_headers import Headers, read_headers
from balai.backend.storage.context import StorageRequest, StorageResponse, StorageService, decode_name, read_query
from balai.backend.storage.errors import StorageError, body_timeout, from_database_error, internal
from balai.backend.storage.routes import ROUTES, Route
from balai.database.availability import is_unreachable
from balai.database.pool import UNAVAILABLE
from balai.http.asgi import Header, Receive, Scope, Send, send_response
from balai.http.request_body import BodyTimeout, ClientGone, RequestBody

PREFIX = "/storage/v1"
CORS = CorsPolicy(
    methods="GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD",
    headers=("Authorization", REQUESTED, "Accept", "Accept-Language", "Content-Language"),
    exposed="Content-Disposition, Content-Length, Content-Range, Content-Type, ETag, Last-Modified, Location, "
    "Tus-Complete, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, "
    "Upload-Metadata, Upload-Offset, X-Transformations",
)
_HOST = re.compile(r"[A-Za-z0-9._:\[\]-]{1,255}")
_log = structlog.get_logger("balai.storage")


class StorageApplication:
    """The ASGI application. Pages of `origins` may call with credentials; if empty, every page may, without
    credentials.
    """

    def __init__(
        self,
        storage: StorageService,
        *,
        origins: Sequence[str] = (),
        routes: Sequence[Route] = ROUTES,
        prefix: str = PREFIX,
    ) -> None:
        self._storage = storage
        self._origins = origins
        self._routes = routes
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Responds to one request (ASGI 3)."""
        headers = read_headers(scope["headers"])
        if is_preflight(scope["method"], headers):
            await send_response(send, 200, CORS.preflight_headers(headers, self._origins))
            return
        try:
            response = await self._respond(scope, headers, receive)
        except ClientGone:
            return
        if "origin" in headers:
            response.headers += CORS.response_headers(headers["origin"], self._origins)
        await self._send_response(scope, response, receive, send)

    async def _respond(self, scope: Scope, headers: Headers, receive: Receive) -> StorageResponse:
        try:
            return await self._dispatch(scope, headers, receive)
        except StorageError as error:
            return _error_response(error, scope["method"])
        except BodyTimeout:
            return _error_response(body_timeout(), scope["method"])
        except UNAVAILABLE as error:
            _log.exception("storage_unavailable", path=scope.get("path"))
            return _error_response(from_database_error(error), scope["method"])
        except ClientGone:
            raise
        except Exception as error:  # noqa: BLE001 - the cause goes to the log only
            _log.exception("storage_request_failed", path=scope.get("path"))
            return _error_response(from_database_error(error) if is_unreachable(error) else internal(), scope["method"])

    async def _dispatch(self, scope: Scope, headers: Headers, receive: Receive) -> StorageResponse:
        method: str = scope["method"]
        raw: bytes = scope.get("raw_path") or scope["path"].encode()
        path = raw.decode("latin-1").removeprefix(self._prefix)
        for route in self._routes:
            if method in route.methods and (found := route.pattern.fullmatch(path)):
                names = {name: decode_name(value) for name, value in found.groupdict().items()}
                request = StorageRequest(
                    self._storage,
                    method,
                    scope["path"],
                    headers,
                    read_query(scope["query_string"]),
                    RequestBody.of(receive, headers),
                    route.operation,
                    origin=_origin(scope, headers, self._prefix),
                    **names,
                )
                return await route.handler(request)
        message = f"Route {method}:{path} not found"
        raise StorageError("InvalidRequest", message, 404, label="Not Found", http_status=404)

    async def _send_response(self, scope: Scope, response: StorageResponse, receive: Receive, send: Send) -> None:
        disconnected = asyncio.ensure_future(_wait_for_disconnect(receive)) if response.parts is not None else None
        try:
            await _send(send, response, disconnected)
        except OSError:
            # The status line is already sent. The missing bytes show the client that the response is incomplete.
            _log.exception("object_response_aborted", path=scope.get("path"))
            raise
        finally:
            if disconnected is not None:
                disconnected.cancel()
            if response.parts is not None:
                response.parts.close()


async def _wait_for_disconnect(receive: Receive) -> None:
    """Returns when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _origin(scope: Scope, headers: Headers, prefix: str) -> str:
    host = headers.get("host", "")
    return f"{scope.get('scheme', 'http')}://{host}{prefix}" if _HOST.fullmatch(host) else prefix


def _error_response(error: StorageError, method: str) -> StorageResponse:
    headers: list[Header] = [(b"content-type", b"application/json; charset=utf-8"), *error.headers]
    return StorageResponse(error.http_status, headers, b"" if method == "HEAD" else error.body())


async def _send(send: Send, response: StorageResponse, disconnected: "asyncio.Future[None] | None" = None) -> None:
    headers = response.headers
    if response.status == HTTPStatus.NOT_MODIFIED:
        headers = [header for header in headers if header[0] != b"content-length"]
    elif response.parts is None and not any(name == b"content-length" for name, _ in headers):
        headers = [*headers, (b"content-length", str(len(response.body)).encode())]
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    if response.parts is not None:
        async for part in response.parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
            if disconnected is not None and disconnected.done():
                return
    await send({"type": "http.response.body", "body": response.body})
