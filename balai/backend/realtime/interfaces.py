"""What the parts of the realtime service need of each other. Imports no implementation, so all may import it."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from balai.backend.realtime.authentication import Grant
from balai.backend.realtime.protocol.frames import Frame


class Channel(Protocol):
    """A joined channel, as hub and row changes see it. Nothing here waits or raises."""

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
        """Whether it was joined without a configuration."""
        ...

    def deliver(self, frame: Frame) -> None:
        """Send a frame that is shared with other channels."""
        ...

    def system(self, extension: str, status: str, message: str) -> None:
        """Send a system message."""
        ...


class Connection(Protocol):
    """A connection, as the hub sees it."""

    due_at: float

    def restart_channels(self) -> None:
        """Make the client join all its channels again."""
        ...

    def check_timeouts(self, now: float, clock: float) -> None:
        """Close when idle; drop channels whose token expired."""
        ...

    def recheck(self, session_ids: frozenset[str]) -> None:
        """Drop channels of these sessions."""
        ...

    def close(self) -> None:
        """Release everything."""
        ...


class RowChanges(Protocol):
    """Row changes, as channels see them. Nothing here waits or raises."""

    def subscribe(self, channel: Channel, items: Sequence[Mapping[str, Any]]) -> list[int]:
        """Start delivering; one positive id per item, in order."""
        ...

    def unsubscribe(self, channel: Channel) -> None:
        """The channel has ended. Also called if it never subscribed."""
        ...

    def renew(self, channel: Channel) -> None:
        """The claims of the channel have changed."""
        ...

    def want_messages(self, is_wanted: bool) -> None:
        """Whether this worker has any joined channel."""
        ...

    def is_ready(self) -> bool:
        """Whether the replication stream is open."""
        ...
