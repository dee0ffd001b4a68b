"""What has changed in the database, as far as this process has heard.

Each table has a version. A commit that touches a table sends a notice (a statement trigger in the migrations), and the
notice raises the version here. Whoever keeps something that was read from tables takes a `snapshot` before reading,
and may use what she kept for as long as the snapshot stands.

While the line to the database is down, nothing that was kept can be trusted: every snapshot is refused, and after the
line is back every old one too.
"""

import asyncio
import logging
from collections.abc import Iterable

import asyncpg

log = logging.getLogger(__name__)

CHANNEL = "balai_changes"
# A line that died without a word (a pulled cable) is noticed after at most this long.
HEARTBEAT_S = 5.0
LONGEST_WAIT_S = 30.0

Snapshot = tuple[tuple[str, int], ...]
EPOCH = ""


class TableVersions:
    """Versions of tables. `generation` rises with every change, so that most checks are one comparison."""

    def __init__(self) -> None:
        self.generation = 0
        self.is_listening = False
        self._versions: dict[str, int] = {}

    def raise_version(self, table: str) -> None:
        """A commit has touched a table."""
        self._versions[table] = self._versions.get(table, 0) + 1
        self.generation += 1

    def hear(self) -> None:
        """The line is up. What was kept before may have missed notices, so it is out of date."""
        self.raise_version(EPOCH)
        self.is_listening = True

    def lose(self) -> None:
        """The line is down."""
        self.is_listening = False
        self.generation += 1

    def snapshot(self, tables: Iterable[str]) -> Snapshot | None:
        """The present versions of some tables, to be taken before they are read. None while the line is down."""
        if not self.is_listening:
            return None
        versions = self._versions
        return ((EPOCH, versions.get(EPOCH, 0)), *((table, versions.get(table, 0)) for table in tables))

    def stands(self, snapshot: Snapshot) -> bool:
        """Nothing has been committed to those tables since."""
        versions = self._versions
        return self.is_listening and all(versions.get(table, 0) == version for table, version in snapshot)


class ChangeListener:
    """Keeps one connection listening for notices, and opens another when it is lost."""

    def __init__(self, url: str, versions: TableVersions) -> None:
        self._url = url
        self._versions = versions
        self._task: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()

    async def start(self) -> None:
        """Listen from now on. The first attempt is awaited, so that the first page can be kept already."""
        connection = await self._try_open()
        self._task = asyncio.create_task(self._keep_listening(connection), name="site change listener")

    async def stop(self) -> None:
        """Stop listening and close the connection."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._versions.lose()

    async def _keep_listening(self, connection: "asyncpg.Connection[asyncpg.Record] | None") -> None:
        wait = 0.1
        while True:
            if connection is None:
                await asyncio.sleep(wait)
                wait = min(wait * 2, LONGEST_WAIT_S)
                connection = await self._try_open()
                continue
            wait = 0.1
            try:
                await self._until_lost(connection)
            finally:
                self._versions.lose()
                connection.terminate()
            log.warning("the line for change notices is lost: pages are not kept until it is back")
            connection = None

    async def _until_lost(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        while not self._lost.is_set():
            try:
                await asyncio.wait_for(self._lost.wait(), HEARTBEAT_S)
            except TimeoutError:
                try:
                    await connection.execute("select 1", timeout=HEARTBEAT_S)
                except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                    return

    async def _try_open(self) -> "asyncpg.Connection[asyncpg.Record] | None":
        try:
            connection = await asyncpg.connect(
                self._url, timeout=10, server_settings={"application_name": "balai changes"}
            )
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            log.warning("cannot listen for change notices: %s", error)
            return None
        self._lost.clear()
        connection.add_termination_listener(lambda _: self._lost.set())
        await connection.add_listener(CHANNEL, lambda _connection, _pid, _channel, table: self._heard(table))
        self._versions.hear()
        return connection

    def _heard(self, table: object) -> None:
        self._versions.raise_version(str(table))
