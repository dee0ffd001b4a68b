"""Tracks which tables have changed, for cache invalidation.

Each table has a version. A commit that changes a table sends a notification (a statement trigger of the schema), which
increments the version here. A cache takes a `snapshot` before it reads, and its entry is valid while the snapshot is
current.

While the connection to the database is down, no snapshot is current. After a reconnection, every older one stays
invalid, because notifications may have been missed.
"""

from collections.abc import Iterable

from balai.database.listener import Listener
from balai.database.pool import Connection

CHANNEL = "balai_changes"
Snapshot = tuple[tuple[str, int], ...]
EPOCH = ""


class TableVersions:
    """Versions of tables. `generation` rises with every change, so most checks are one comparison."""

    def __init__(self) -> None:
        self.generation = 0
        self.is_listening = False
        self._versions: dict[str, int] = {}

    def increment(self, table: str) -> None:
        """A commit has changed a table."""
        self._versions[table] = self._versions.get(table, 0) + 1
        self.generation += 1

    def connected(self) -> None:
        """The connection is up. Older snapshots become invalid: notifications may have been missed."""
        self.increment(EPOCH)
        self.is_listening = True

    def disconnected(self) -> None:
        """The connection is down."""
        self.is_listening = False
        self.generation += 1

    def snapshot(self, tables: Iterable[str]) -> Snapshot | None:
        """The current versions of some tables, to be taken before they are read. None while disconnected."""
        if not self.is_listening:
            return None
        versions = self._versions
        return ((EPOCH, versions.get(EPOCH, 0)), *((table, versions.get(table, 0)) for table in tables))

    def is_current(self, snapshot: Snapshot) -> bool:
        """Whether no commit has changed those tables since."""
        versions = self._versions
        return self.is_listening and all(versions.get(table, 0) == version for table, version in snapshot)


class ChangeListener(Listener):
    """Increments versions on each notification of a change."""

    def __init__(self, url: str, versions: TableVersions) -> None:
        async def on_connect(_connection: Connection) -> None:
            versions.connected()

        handlers = {CHANNEL: versions.increment}
        super().__init__(url, "balai changes", handlers, on_connect=on_connect, on_disconnect=versions.disconnected)
