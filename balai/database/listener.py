"""One long-lived LISTEN connection, which reconnects with backoff when it is lost."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import asyncpg
import structlog

from balai.database.pool import SESSION, UNAVAILABLE, Connection

log = structlog.get_logger("balai.database.listener")

# A connection lost without a TCP reset (an unplugged cable) is detected within twice this time.
HEARTBEAT_S = 5.0
# Maximum time for LISTEN and `on_connect` on a new connection.
CONNECT_TIMEOUT_S = 20.0
MAX_BACKOFF_S = 30.0


async def ping(connection: Connection) -> None:
    """The cheapest statement that shows whether a connection is alive."""
    async with asyncio.timeout(HEARTBEAT_S):
        await connection.execute("select 1")


class Listener:
    """Calls `handlers[channel](payload)` for each notification.

    `on_connect` runs on each new connection after LISTEN, so that nothing it reads is older than the notifications that
    follow. `heartbeat` runs on the connection every `HEARTBEAT_S` seconds, and at once after `wake`. `on_disconnect`
    is called when notifications may be missed from now on. `timeout`: seconds that `on_connect` and `heartbeat` may
    take, if not the defaults.
    """

    def __init__(
        self,
        url: str,
        name: str,
        handlers: Mapping[str, Callable[[str], None]],
        *,
        on_connect: Callable[[Connection], Awaitable[None]],
        heartbeat: Callable[[Connection], Awaitable[None]] = ping,
        on_disconnect: Callable[[], None] = lambda: None,
        timeout: float | None = None,
    ) -> None:
        self._url = url
        self._name = name
        self._handlers = handlers
        self._on_connect = on_connect
        self._heartbeat = heartbeat
        self._on_disconnect = on_disconnect
        self._timeout = timeout
        self._task: asyncio.Task[None] | None = None
        self._wakeup = asyncio.Event()
        self._is_terminated = False

    async def start(self) -> None:
        """Start listening. The first attempt to connect is awaited; if it fails, retries follow."""
        connection = await self._try_connect()
        self._task = asyncio.create_task(self._run(connection), name=self._name)

    async def stop(self) -> None:
        """Stop listening and close the connection."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._on_disconnect()

    def wake(self) -> None:
        """Run the next heartbeat now."""
        self._wakeup.set()

    async def _run(self, connection: Connection | None) -> None:
        backoff = 0.1
        while True:
            try:
                if connection is None:
                    await asyncio.sleep(backoff)
                    backoff = min(backoff * 2, MAX_BACKOFF_S)
                    connection = await self._try_connect()
                    continue
                backoff = 0.1
                try:
                    await self._until_disconnected(connection)
                finally:
                    self._on_disconnect()
                    connection.terminate()
                log.warning("listener_disconnected", listener=self._name)
            except Exception:
                # An unexpected error must not end the loop: no other task would listen again.
                log.exception("listener_failed", listener=self._name)
            connection = None

    async def _until_disconnected(self, connection: Connection) -> None:
        while not self._is_terminated:
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await self._wakeup.wait()
            except TimeoutError:
                pass
            self._wakeup.clear()
            try:
                async with asyncio.timeout(self._timeout or HEARTBEAT_S):
                    await self._heartbeat(connection)
            except UNAVAILABLE:
                return

    async def _try_connect(self) -> Connection | None:
        connection: Connection | None = None
        try:
            connection = await asyncpg.connect(
                self._url, timeout=10, server_settings={**SESSION, "application_name": self._name}
            )
            self._is_terminated = False
            connection.add_termination_listener(self._terminated)
            async with asyncio.timeout(self._timeout or CONNECT_TIMEOUT_S):
                for channel in self._handlers:
                    await connection.add_listener(channel, self._notified)
                await self._on_connect(connection)
        except UNAVAILABLE as error:
            log.warning("listener_connect_failed", listener=self._name, error=str(error) or type(error).__name__)
            if connection is not None:
                connection.terminate()
            return None
        except BaseException:
            if connection is not None:
                connection.terminate()
            raise
        return connection

    def _terminated(self, _connection: object) -> None:
        self._is_terminated = True
        self._wakeup.set()

    def _notified(self, _connection: object, _pid: int, channel: str, payload: object) -> None:
        self._handlers[channel](str(payload))
