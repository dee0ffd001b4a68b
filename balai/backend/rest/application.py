"""The ASGI application: parses the request line, dispatches, sends the response, cancels work of disconnected clients.

It is bare ASGI instead of routed handlers, because every path below the base is data, not code, and a small read should
pay only for what it uses.
"""

import asyncio
from functools import partial
from urllib.parse import unquote

import structlog

from balai.backend.cors import REQUESTED, CorsPolicy, is_preflight
from balai.backend.request_headers import Headers, read_headers
from balai.backend.rest.authentication import Authenticator
from balai.backend.rest.disconnects import DisconnectMonitor
from balai.backend.rest.errors import JSON_TYPE, ParseError, RestError, invalid_path, too_many_requests
from balai.backend.rest.execution.database_errors import is_header_safe
from balai.backend.rest.execution.options import options_response
from balai.backend.rest.execution.responses import RestResponse
from balai.backend.rest.execution.service import Service
from balai.backend.rest.request.request_body import may_be_bulk, read_body
from balai.backend.rest.request.shape import RestRequest
from balai.backend.rest.schema_loader import SchemaLoader
from balai.backend.rest.server_timing import DISABLED, ServerTiming
from balai.cache import cached_if_short
from balai.database.pipeline.spool import Spool
from balai.http.asgi import Header, Receive, Scope, Send, send_response
from balai.http.client_address import NETWORK_HEADER, with_network
from balai.http.client_limit import ClientLimit
from balai.http.request_body import ClientGone

CORS = CorsPolicy(
    methods="GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD",
    headers=("Authorization", REQUESTED, "Accept", "Accept-Language", "Content-Language"),
    exposed="Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, "
    "Transfer-Encoding, Range-Unit",
)
_RELATION_METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"})
_CALL_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
_BODILESS = frozenset({204, 304})
_ROOT_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_log = structlog.get_logger(__name__)


def _with_network(scope: Scope) -> list[Header]:
    """The headers of a request. A write's name the network of the client, by which rules count. No client sets it."""
    headers: list[Header] = scope["headers"]
    if scope["method"] in {"GET", "HEAD", "OPTIONS"}:
        return [header for header in headers if header[0] != NETWORK_HEADER]
    return with_network(headers, (scope.get("client") or ("",))[0])


class RestApplication:
    """The ASGI application."""

    def __init__(
        self,
        service: Service,
        loader: SchemaLoader,
        authenticator: Authenticator,
        prefix: str,
        anonymous_limit: ClientLimit | None = None,
    ) -> None:
        self._service = service
        self._loader = loader
        self._authenticator = authenticator
        self._prefix = prefix
        self._anonymous_limit = anonymous_limit
        self._monitor = DisconnectMonitor()

    async def close(self) -> None:
        """Closes the connections to the database."""
        await self._loader.close()
        await self._service.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        headers = read_headers(_with_network(scope))
        if is_preflight(scope["method"], headers):
            await send_response(send, 200, CORS.preflight_headers(headers, self._loader.rules.origins))
            return
        monitored, body, timing = None, None, ServerTiming() if self._loader.rules.has_timing else DISABLED
        try:
            is_bulk = may_be_bulk(scope["method"], scope["path"], headers)
            body = await read_body(
                receive, headers, is_bulk=is_bulk, allows_bulk=partial(self._is_authenticated, headers)
            )
            monitored = self._monitor.begin(receive)
            response = await self._respond(scope, headers, body, timing)
            timing.lap("response")
        except RestError as error:
            # The query string is parsed together with the plan that is made from it.
            timing.stop("parse" if isinstance(error, ParseError) else "transaction")
            response = _error_response(error)
        except ClientGone:
            return
        except asyncio.CancelledError:
            if monitored is None or not monitored.is_disconnected:
                raise
            return
        except Exception:  # noqa: BLE001 - the client gets a generic error; the log gets the exception
            _log.exception("request_failed", path=scope.get("path"))
            timing.stop()
            response = _error_response(RestError(500, "PGRSTX00", "Internal server error"))
        finally:
            if monitored is not None:
                self._monitor.end(monitored)
            if isinstance(body, Spool):
                body.close()
        try:
            await self._send_response(scope["method"], headers, response, timing, send)
        finally:
            if isinstance(response.body, Spool):
                response.body.close()

    async def _send_response(
        self, method: str, headers: Headers, response: RestResponse, timing: ServerTiming, send: Send
    ) -> None:
        extra = self._common_headers(method, headers, timing)
        if method == "HEAD" or response.status in _BODILESS:
            response = _without_body(response)
        await _send(send, response.status, [*response.headers, *extra] if extra else response.headers, response.body)

    def _is_authenticated(self, headers: Headers) -> bool:
        return self._authenticator.identify(headers).role != self._loader.rules.anon_role

    def _common_headers(self, method: str, headers: Headers, timing: ServerTiming) -> list[Header]:
        """Returns the headers of every response: CORS, timing, trace."""
        extra: list[Header] = []
        rules = self._loader.rules
        if "origin" in headers or method == "OPTIONS":
            extra += CORS.response_headers(headers.get("origin", ""), rules.origins)
        if rules.has_timing:
            extra.append((b"server-timing", timing.header()))
        if rules.trace_header in headers:
            extra.append((rules.trace_header.encode(), headers[rules.trace_header].encode("latin-1")))
        return extra

    async def _respond(self, scope: Scope, headers: Headers, body: bytes | Spool, timing: ServerTiming) -> RestResponse:
        method = scope["method"]
        caller = self._authenticator.identify(headers)
        timing.lap("jwt")
        if self._anonymous_limit is not None and caller.role == self._loader.rules.anon_role:
            wait = self._anonymous_limit.take((scope.get("client") or ("",))[0])
            if wait:
                raise too_many_requests(wait)
        if self._loader.current is None:
            await self._loader.get()
        path = self._path_of(scope)
        name, is_call = _parse_path(path)
        schema, has_profile = self._schema_of(method, headers)
        _check_method(method, name, is_call)
        if method == "OPTIONS":
            cache = self._loader.visible_to(caller.role, await self._loader.get())
            timing.lap("parse")
            return options_response(cache, schema, name, scope["query_string"], is_call=is_call)
        request = self._build_request(scope, path, schema, name, is_call, headers, body)
        if request.name:
            response = await self._service.handle(request, caller, timing)
        else:
            response = await self._service.describe(request, caller, timing)
        if has_profile and any(header[0] == b"content-type" for header in response.headers):
            response.headers.append((b"content-profile", schema.encode()))
        return response

    def _build_request(
        self,
        scope: Scope,
        path: str,
        schema: str,
        name: str,
        is_call: bool,
        headers: Headers,
        body: bytes | Spool,
    ) -> RestRequest:
        """Returns the request. At the root it may call the configured root function."""
        if not name and self._loader.rules.root_spec is not None:
            schema, name = self._loader.rules.root_spec
            is_call = True
        content, spool = (b"", body) if isinstance(body, Spool) else (body, None)
        return RestRequest(scope["method"], path, schema, name, is_call, scope["query_string"], headers, content, spool)

    def _path_of(self, scope: Scope) -> str:
        raw: bytes = scope.get("raw_path") or scope["path"].encode()
        path = raw.decode("latin-1")
        return path.removeprefix(self._prefix) or "/"

    def _schema_of(self, method: str, headers: Headers) -> tuple[str, bool]:
        schemas = self._loader.rules.schemas
        name = "accept-profile" if method in ("GET", "HEAD", "OPTIONS") else "content-profile"
        schema = headers.get(name)
        if schema is None:
            return schemas[0], len(schemas) > 1
        if schema not in schemas:
            hint = f"Only the following schemas are exposed: {', '.join(schemas)}"
            raise RestError(406, "PGRST106", f"Invalid schema: {schema}", hint=hint)
        return schema, True


@cached_if_short(200, maxsize=2048)
def _parse_path(path: str) -> tuple[str, bool]:
    """Returns the name in a path and whether it names a function. The root has no name."""
    if path == "/":
        return "", False
    parts = [unquote(part) for part in path.removeprefix("/").split("/")]
    if len(parts) == 1 and parts[0]:
        return parts[0], False
    if len(parts) == 2 and parts[0] == "rpc" and parts[1]:
        return parts[1], True
    raise invalid_path()


def _check_method(method: str, name: str, is_call: bool) -> None:
    allowed = _CALL_METHODS if is_call else _RELATION_METHODS if name else _ROOT_METHODS
    if method in allowed:
        return
    if is_call:
        raise RestError(405, "PGRST101", f"Cannot use the {method} method on RPC")
    raise RestError(405, "PGRST117", f"Unsupported HTTP method: {method}")


def _error_response(error: RestError) -> RestResponse:
    body = error.body()
    headers: list[Header] = [
        (b"content-type", JSON_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    # An out-of-range response tells the total count; it is less an error than a result.
    if "Content-Range" not in error.headers and is_header_safe(error.code):
        headers.append((b"proxy-status", f"PostgREST; error={error.code}".encode("latin-1")))
    headers += [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in error.headers.items()]
    return RestResponse(error.status, headers, body)


def _without_body(response: RestResponse) -> RestResponse:
    """Removes the body and its headers.

    SQL may set a status without a body; the client would read bytes after it as the next response.
    """
    lengthless = [header for header in response.headers if header[0] != b"content-length"]
    if response.status in _BODILESS:
        lengthless = [header for header in lengthless if header[0] not in (b"content-type", b"content-profile")]
    return RestResponse(response.status, lengthless)


async def _send(send: Send, status: int, headers: list[Header], body: bytes | Spool) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    if isinstance(body, Spool):
        for part in body.parts():
            await send({"type": "http.response.body", "body": part, "more_body": True})
        body = b""
    await send({"type": "http.response.body", "body": body})
