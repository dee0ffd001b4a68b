"""Protocols between the parts of the realtime service. Imports no implementation, so every part may import it."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from balai.backend.realtime.authentication import Grant
from balai.backend.realtime.protocol.frames import Frame


class Channel(Protocol):
    """A joined channel, as hub and row changes see it. No method waits or raises."""

    topic: str
    name: str
    grant: Grant
    reads_broadcasts: bool
    reads_presence: bool
    replayed: frozenset[str]

    @property
    def is_private(self) -> bool:
        """Whether policies apply."""
        ...

    @property
    def is_legacy(self) -> bool:
        """Whether it was joined without a configuration: its row events are INSERT, UPDATE and DELETE."""
        ...

    def deliver(self, frame: Frame) -> None:
        """Sends a frame that is shared with other channels."""
        ...

    def system(self, extension: str, status: str, message: str) -> None:
        """Sends a system message."""
        ...

    def restart(self) -> None:
        """Makes the client join again, which checks the policies again."""
        ...


class Connection(Protocol):
    """A connection, as the hub sees it."""

    due_at: float

    def restart_channels(self) -> None:
        """Makes the client join all its channels again."""
        ...

    def check_timeouts(self, now: float, clock: float) -> None:
        """Closes the connection when idle; closes channels whose token expired."""
        ...

    def recheck(self, session_ids: frozenset[str]) -> None:
        """Closes the channels of these sessions."""
        ...

    def close(self) -> None:
        """Releases everything."""
        ...


class RowChanges(Protocol):
    """Row changes, as channels see them. No method waits or raises."""

    def subscribe(self, channel: Channel, items: Sequence[Mapping[str, Any]]) -> list[int]:
        """Starts delivering; returns one positive id per item, in order.

        Equal items should share an id across channels, since their frames are shared then. The work runs in a task that
        ends with `channel.system("postgres_changes", "ok" | "error", message)`.
        """
        ...

    def unsubscribe(self, channel: Channel) -> None:
        """Stops delivering, since the channel has closed. Also called if it never subscribed."""
        ...

    def renew(self, channel: Channel) -> None:
        """Applies the new claims of the channel: same items, same ids."""
        ...

    def want_messages(self, is_wanted: bool) -> None:
        """Reports whether this worker has a joined channel. If so, inserts into `realtime.messages` go to the hub."""
        ...

    def is_ready(self) -> bool:
        """Whether the replication stream is open (`replication_ready` of a join)."""
        ...
