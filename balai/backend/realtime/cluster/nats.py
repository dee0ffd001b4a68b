"""Carries bundles by NATS: for many nodes, or a database that has better things to do."""

import asyncio
import hashlib
from collections.abc import Callable

import structlog
from nats import errors
from nats.aio.client import Client
from nats.aio.msg import Msg

log = structlog.get_logger("balai.realtime.bus")
# Servers take a megabyte by default.
LARGEST = 900_000
START_WITHIN_S = 5.0
FLUSH_S = 5


def subject_of(secret: str) -> str:
    """Nodes that share a secret share a subject: several halls can use one server without hearing each other."""
    return f"balai.realtime.{hashlib.sha256(f'realtime {secret}'.encode()).hexdigest()[:32]}"


class NatsCarrier:
    """One subject of a NATS server or cluster."""

    largest = LARGEST

    def __init__(self, url: str, subject: str) -> None:
        self._servers = [part.strip() for part in url.split(",") if part.strip()]
        self._subject = subject
        self._client = Client()
        self._connecting: asyncio.Task[None] | None = None

    async def start(self, hear: Callable[[bytes], None]) -> None:
        """Connect; where no server answers yet, it goes on trying."""
        self._connecting = asyncio.create_task(self._connect(hear), name="realtime nats")
        done, _ = await asyncio.wait({self._connecting}, timeout=START_WITHIN_S)
        if not done:
            log.warning("NATS does not answer yet")

    async def _connect(self, hear: Callable[[bytes], None]) -> None:
        async def heard(message: Msg) -> None:
            hear(message.data)

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
                    error_cb=_note,
                    disconnected_cb=_note_lost,
                )
                await self._client.subscribe(self._subject, cb=heard)
                return
            except (OSError, errors.Error) as error:
                await _note(error)
                await asyncio.sleep(1)

    async def carry(self, bundles: list[bytes]) -> None:
        """Publish, in order, and know that the server has them."""
        try:
            if not self._client.is_connected:
                raise ConnectionError("NATS does not answer")
            for bundle in bundles:
                await self._client.publish(self._subject, bundle)
            await self._client.flush(timeout=FLUSH_S)
        except errors.Error as error:
            raise ConnectionError(str(error) or type(error).__name__) from error

    async def stop(self) -> None:
        """Disconnect."""
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        if self._client.is_connected or self._client.is_reconnecting:
            await self._client.close()


async def _note(error: Exception) -> None:
    log.warning("NATS: %s", str(error) or type(error).__name__)


async def _note_lost() -> None:
    log.warning("the line to NATS is lost")
