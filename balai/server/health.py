"""`GET /healthz` and `GET /metrics`, and the response of a service that does not run."""

import asyncio
from http import HTTPStatus

import msgspec
import structlog

from balai.database.availability import RETRY_AFTER
from balai.database.pipeline.connection import Bound, ConnectionLost, DatabaseError, NoConnection
from balai.database.pipeline.pool import PipelinePool
from balai.database.pool import UNAVAILABLE, Pool
from balai.http.asgi import Receive, Scope, Send
from balai.http.client_address import is_local_request
from balai.messaging.email_state import EmailMonitor
from balai.server.metrics import METRICS_CONTENT_TYPE, RequestMetrics, metrics_text

log = structlog.get_logger("balai.health")
READY = "select 1"


class HealthApplication:
    """`GET /healthz` for all clients, `GET /metrics` for local requests."""

    def __init__(
        self, pool: Pool, pipelines: PipelinePool, metrics: RequestMetrics, emails: EmailMonitor | None = None
    ) -> None:
        self._pool = pool
        self._emails = emails
        self._pipelines = pipelines
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request (ASGI 3)."""
        peer, names = (scope.get("client") or ("",))[0], {name.decode("latin-1") for name, _ in scope["headers"]}
        if scope["path"] == "/healthz":
            await self._send_health(send)
        elif is_local_request(peer, names):
            await _send_text(send, HTTPStatus.OK, metrics_text(self._metrics), METRICS_CONTENT_TYPE)
        else:
            await _send_text(send, HTTPStatus.NOT_FOUND, b"Not found\n")

    async def _send_health(self, send: Send) -> None:
        try:
            async with asyncio.timeout(5):
                # Both pools: each can lose its connections alone.
                await self._pool.fetchval(READY)
                await self._pipelines.run([(READY, Bound(READY))])
        except (*UNAVAILABLE, NoConnection, ConnectionLost, DatabaseError) as error:
            # Checked every few seconds during an outage: one line without a traceback.
            log.warning("health_check_failed", error=str(error) or type(error).__name__)
            await _send_json(send, HTTPStatus.SERVICE_UNAVAILABLE, {"status": "The database does not answer"})
        else:
            # An instance that cannot send emails still serves: the status stays 200.
            emails = {"email": await self._emails.state()} if self._emails else {}
            await _send_json(send, HTTPStatus.OK, {"status": "ok", **emails})


async def not_found(scope: Scope, receive: Receive, send: Send) -> None:
    """The response of a service that does not run (ASGI 3): 404; a WebSocket is closed."""
    if scope["type"] == "http":
        await _send_text(send, HTTPStatus.NOT_FOUND, b"Not found\n")
    else:
        await send({"type": "websocket.close", "code": 1000})


async def _send_json(send: Send, status: HTTPStatus, body: dict[str, str]) -> None:
    await _send_text(send, status, msgspec.json.encode(body), "application/json")


async def _send_text(
    send: Send, status: HTTPStatus, body: bytes, content_type: str = "text/plain; charset=utf-8"
) -> None:
    headers = [
        (b"content-type", content_type.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *([RETRY_AFTER] if status == HTTPStatus.SERVICE_UNAVAILABLE else []),
    ]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})
