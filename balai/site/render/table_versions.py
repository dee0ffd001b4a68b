"""What has changed in the database, as far as this process has heard.

Each table has a version. A commit that touches a table sends a notice (a statement trigger of the schema), and the
notice raises the version here. Whoever keeps something that was read from tables takes a `snapshot` before reading,
and may use what she kept for as long as the snapshot is_current.

While the line to the database is down, nothing that was kept can be trusted: every snapshot is refused, and after the
line is back every old one too.
"""

from collections.abc import Iterable

from balai.database.listener import Listener
from balai.database.pool import Connection

CHANNEL = "balai_changes"
Snapshot = tuple[tuple[str, int], ...]
EPOCH = ""


class TableVersions:
    """Versions of tables. `generation` rises with every change, so that most checks are one comparison."""

    def __init__(self) -> None:
        self.generation = 0
        self.is_listening = False
        self._versions: dict[str, int] = {}

    def increment(self, table: str) -> None:
        """A commit has touched a table."""
        self._versions[table] = self._versions.get(table, 0) + 1
        self.generation += 1

    def connected(self) -> None:
        """The line is up. What was kept before may have missed notices, so it is out of date."""
        self.increment(EPOCH)
        self.is_listening = True

    def disconnected(self) -> None:
        """The line is down."""
        self.is_listening = False
        self.generation += 1

    def snapshot(self, tables: Iterable[str]) -> Snapshot | None:
        """The present versions of some tables, to be taken before they are read. None while the line is down."""
        if not self.is_listening:
            return None
        versions = self._versions
        return ((EPOCH, versions.get(EPOCH, 0)), *((table, versions.get(table, 0)) for table in tables))

    def is_current(self, snapshot: Snapshot) -> bool:
        """Nothing has been committed to those tables since."""
        versions = self._versions
        return self.is_listening and all(versions.get(table, 0) == version for table, version in snapshot)


class ChangeListener(Listener):
    """Raises versions at each notice of a change."""

    def __init__(self, url: str, versions: TableVersions) -> None:
        async def on_connect(_connection: Connection) -> None:
            versions.connected()

        handlers = {CHANNEL: versions.increment}
        super().__init__(url, "balai changes", handlers, on_connect=on_connect, on_disconnect=versions.disconnected)
