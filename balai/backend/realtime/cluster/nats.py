"""Transport by NATS: for many nodes, or to relieve the database."""

import asyncio
import hashlib
from collections.abc import Callable

import structlog
from nats import errors
from nats.aio.client import Client
from nats.aio.msg import Msg

log = structlog.get_logger("balai.realtime.bus")
# NATS servers accept a megabyte by default.
MAX_BUNDLE = 900_000
START_TIMEOUT_S = 5.0
FLUSH_TIMEOUT_S = 5


def subject_of(secret: str) -> str:
    """Returns the subject of a secret: instances with different secrets can share a server without receiving each
    other.
    """
    return f"balai.realtime.{hashlib.sha256(f'realtime {secret}'.encode()).hexdigest()[:32]}"


class NatsTransport:
    """One subject of a NATS server or cluster."""

    max_bundle = MAX_BUNDLE

    def __init__(self, url: str, subject: str) -> None:
        self._servers = [part.strip() for part in url.split(",") if part.strip()]
        self._subject = subject
        self._client = Client()
        self._connecting: asyncio.Task[None] | None = None

    async def start(self, handler: Callable[[bytes], None]) -> None:
        """Connects; keeps trying if no server answers yet."""
        self._connecting = asyncio.create_task(self._connect(handler), name="realtime nats")
        done, _ = await asyncio.wait({self._connecting}, timeout=START_TIMEOUT_S)
        if not done:
            log.warning("nats_unavailable")

    async def _connect(self, handler: Callable[[bytes], None]) -> None:
        async def on_message(message: Msg) -> None:
            handler(message.data)

        while True:
            try:
                await self._client.connect(
                    servers=self._servers,
                    name="balai realtime",
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=1,
                    connect_timeout=3,
                    ping_interval=5,
                    max_outstanding_pings=2,
                    error_cb=_log_error,
                    disconnected_cb=_log_disconnect,
                )
                await self._client.subscribe(self._subject, cb=on_message)
                return
            except (OSError, errors.Error) as error:
                await _log_error(error)
                await asyncio.sleep(1)

    async def publish(self, bundles: list[bytes]) -> None:
        """Publishes in order, and waits until the server has confirmed."""
        try:
            if not self._client.is_connected:
                raise ConnectionError("NATS does not answer")
            for bundle in bundles:
                await self._client.publish(self._subject, bundle)
            await self._client.flush(timeout=FLUSH_TIMEOUT_S)
        except errors.Error as error:
            raise ConnectionError(str(error) or type(error).__name__) from error

    async def stop(self) -> None:
        """Disconnects."""
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        if self._client.is_connected or self._client.is_reconnecting:
            await self._client.close()


async def _log_error(error: Exception) -> None:
    log.warning("nats_error", error=str(error) or type(error).__name__)


async def _log_disconnect() -> None:
    log.warning("nats_disconnected")
