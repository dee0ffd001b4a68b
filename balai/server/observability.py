"""Request identifiers, logs and metrics: one identifier on each response and its log lines, one count, one duration.

Logs go to standard error as text or JSON, without personal addresses or bodies. Metrics are in Prometheus' text format;
the workers share them through files, so that any worker can answer for all.
"""

import itertools
import logging
import secrets
import sys
import time
from collections.abc import Callable, Iterable
from contextvars import ContextVar

import structlog
from prometheus_client import CollectorRegistry

from balai.database.availability import RETRY_AFTER, is_unreachable
from balai.http.asgi import ASGIApp, Header, Message, Receive, Scope, Send
from balai.http.response_headers import ReadyResponse, ResponseHeaders
from balai.server.log_masking import mask_line
from balai.server.metrics import RequestMetrics

REQUEST_ID = b"x-request-id"
log = structlog.get_logger("balai.requests")
# Each request runs in its own context, so it need not be reset.
_request_id: ContextVar[str] = ContextVar("request_id")


def configure_logging(level: str, form: str) -> None:
    """Format our log lines and those of libraries alike."""
    shared: list[structlog.typing.Processor] = [
        _add_request_id,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        mask_line,
    ]
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer() if form == "json" else structlog.processors.LogfmtRenderer(sort_keys=False)
    )
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for noisy in ("uvicorn.error", "asyncio", "httpx"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))


def _add_request_id(_logger: object, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    request_id = _request_id.get(None)
    if request_id is not None:
        event.setdefault("request_id", request_id)
    return event


class RequestMiddleware:
    """Wraps an application: assigns request identifiers, records metrics, logs failures.

    A successful request is logged at `debug` only: a line for each would cost more than a cached page.
    """

    def __init__(self, app: ASGIApp, *, service_of: Callable[[str], str]) -> None:
        self._app = app
        self._service_of = service_of
        self._id_prefix = secrets.token_hex(5)
        self._id_numbers = itertools.count(1)
        self.metrics = RequestMetrics(CollectorRegistry())
        self._is_debugging = logging.getLogger("balai.requests").isEnabledFor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request (ASGI 3)."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = self._next_id()
        scope.setdefault("state", {})["request_id"] = request_id
        _request_id.set(request_id)
        started = time.perf_counter()
        status = 0

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _with_request_id(message.get("headers", ()), request_id.encode())
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        except Exception as error:
            if _is_disconnect(error):
                return
            log.exception("request_failed", method=scope["method"], path=scope["path"])
            if status == 0:
                status = 503 if is_unreachable(error) else 500
                await _send_error(send, status, request_id)
        finally:
            self._record(scope, status, time.perf_counter() - started)

    def observe_ready(
        self, find: Callable[[Scope], ReadyResponse | None], scope: Scope, service: str
    ) -> ReadyResponse | None:
        """The response of `find`, counted and with an identifier. None while every request is logged.

        A failure is logged and None as well: the application then handles the request. In the parser's callback, where
        this runs, an error would be answered as an invalid request.
        """
        started = time.perf_counter()
        try:
            response = None if self._is_debugging(logging.DEBUG) else find(scope)
        except Exception:
            log.exception("ready_response_failed", path=scope["path"])
            return None
        if response is None:
            return None
        status, headers, body = response
        self.metrics.record(service, status, time.perf_counter() - started)
        return ReadyResponse(status, headers.with_header(REQUEST_ID, self._next_id().encode()), body)

    def _next_id(self) -> str:
        return f"{self._id_prefix}{next(self._id_numbers):x}"

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        service = self._service_of(scope["path"])
        self.metrics.record(service, status, seconds)
        if status >= 500 or self._is_debugging(logging.DEBUG):
            write = log.warning if status >= 500 else log.debug
            write("request", method=scope["method"], path=scope["path"], status=status, ms=round(seconds * 1000, 1))


def _with_request_id(headers: Iterable[Header], request_id: bytes) -> Iterable[Header]:
    if type(headers) is ResponseHeaders:
        return headers.with_header(REQUEST_ID, request_id)
    return [*headers, (REQUEST_ID, request_id)]


def _is_disconnect(error: BaseException | None) -> bool:
    """Whether the client disconnected during the response.

    uvloop reports it only by this message, and a framework in between wraps the error in its own.
    """
    while error is not None:
        if isinstance(error, RuntimeError) and "handler is closed" in str(error):
            return True
        error = error.__cause__
    return False


async def _send_error(send: Send, status: int, request_id: str) -> None:
    # Only for errors that no service handled; services use their own error format.
    body = b'{"code":"unexpected_failure","message":"Something went wrong on our side."}'
    headers = [(b"content-type", b"application/json"), (REQUEST_ID, request_id.encode())]
    headers += [RETRY_AFTER] if status == 503 else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
