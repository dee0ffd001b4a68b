"""A connection that hears notices for as long as a process lives, and is opened again when it is lost."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

import asyncpg

from balai.database.pool import SESSION, Connection

log = logging.getLogger(__name__)

# A line that died without a word (a pulled cable) is noticed after at most twice this long.
HEARTBEAT_S = 5.0
# For what a new line has to be told and asked first: it may die as any other.
OPENING_S = 20.0
LONGEST_WAIT_S = 30.0
FAILURES = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


async def look(connection: Connection) -> None:
    """The least that shows whether a line is alive."""
    async with asyncio.timeout(HEARTBEAT_S):
        await connection.execute("select 1")


class Listener:
    """Calls `hear[channel](payload)` at each notice.

    `opened` runs on each new line, after it has begun to listen, so what it reads there is never older than what it
    will hear. `beat` runs on the line every few seconds, and at once after `ring`. `lost` says that notices may be
    missing from now on. `timeout` is how many seconds `opened` and `beat` may take, where the usual ones are too few.
    """

    def __init__(
        self,
        url: str,
        name: str,
        hear: Mapping[str, Callable[[str], None]],
        *,
        opened: Callable[[Connection], Awaitable[None]],
        beat: Callable[[Connection], Awaitable[None]] = look,
        lost: Callable[[], None] = lambda: None,
        timeout: float | None = None,
    ) -> None:
        self._url = url
        self._name = name
        self._hear = hear
        self._opened = opened
        self._beat = beat
        self._lost = lost
        self._timeout = timeout
        self._task: asyncio.Task[None] | None = None
        self._bell = asyncio.Event()
        self._is_cut = False

    async def start(self) -> None:
        """Listen from now on. The first attempt is awaited; where it fails, others follow."""
        connection = await self._try_open()
        self._task = asyncio.create_task(self._keep_listening(connection), name=self._name)

    async def stop(self) -> None:
        """Stop listening and close the connection."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._lost()

    def ring(self) -> None:
        """Do the next beat now."""
        self._bell.set()

    async def _keep_listening(self, connection: Connection | None) -> None:
        wait = 0.1
        while True:
            try:
                if connection is None:
                    await asyncio.sleep(wait)
                    wait = min(wait * 2, LONGEST_WAIT_S)
                    connection = await self._try_open()
                    continue
                wait = 0.1
                try:
                    await self._until_lost(connection)
                finally:
                    self._lost()
                    connection.terminate()
                log.warning("the line of %s is lost", self._name)
            except Exception:
                # Whatever it is: nobody else would ever listen again.
                log.exception("%s cannot listen", self._name)
            connection = None

    async def _until_lost(self, connection: Connection) -> None:
        while not self._is_cut:
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await self._bell.wait()
            except TimeoutError:
                pass
            self._bell.clear()
            try:
                async with asyncio.timeout(self._timeout or HEARTBEAT_S):
                    await self._beat(connection)
            except FAILURES:
                return

    async def _try_open(self) -> Connection | None:
        connection: Connection | None = None
        try:
            connection = await asyncpg.connect(
                self._url, timeout=10, server_settings={**SESSION, "application_name": self._name}
            )
            self._is_cut = False
            connection.add_termination_listener(self._cut)
            async with asyncio.timeout(self._timeout or OPENING_S):
                for channel in self._hear:
                    await connection.add_listener(channel, self._heard)
                await self._opened(connection)
        except FAILURES as error:
            log.warning("%s cannot listen: %s", self._name, error)
            if connection is not None:
                connection.terminate()
            return None
        except BaseException:
            if connection is not None:
                connection.terminate()
            raise
        return connection

    def _cut(self, _connection: object) -> None:
        self._is_cut = True
        self._bell.set()

    def _heard(self, _connection: object, _pid: int, channel: str, payload: object) -> None:
        self._hear[channel](str(payload))
