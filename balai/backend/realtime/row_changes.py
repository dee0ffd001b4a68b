"""The seam between channels and row changes: see the package. A worker without row changes has `NoRowChanges`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from balai.backend.realtime.channel import Channel

UNABLE = "Unable to subscribe to changes with given parameters. Row changes are not available here"


class RowChanges(Protocol):
    """What channels ask of row changes. Nothing here waits or raises."""

    def subscribe(self, channel: "Channel", items: Sequence[Mapping[str, Any]]) -> list[int]:
        """Begin to deliver what the items ask for; one positive id for each, in order."""

    def unsubscribe(self, channel: "Channel") -> None:
        """The channel has ended. Also called where it never subscribed."""

    def renew(self, channel: "Channel") -> None:
        """The claims of the channel (`channel.access`) have changed."""

    def want_messages(self, is_wanted: bool) -> None:
        """Whether anybody is here to whom messages from the database could go."""

    def is_ready(self) -> bool:
        """Whether the log is being read."""


class NoRowChanges:
    """Stands where the log is not read."""

    def subscribe(self, channel: "Channel", items: Sequence[Mapping[str, Any]]) -> list[int]:
        """Say that nothing will come."""
        if items:
            channel.later(lambda: channel.system("postgres_changes", "error", UNABLE))
        return [number + 1 for number in range(len(items))]

    def unsubscribe(self, channel: "Channel") -> None:
        """Nothing to do."""

    def renew(self, channel: "Channel") -> None:
        """Nothing to do."""

    def want_messages(self, is_wanted: bool) -> None:
        """Nothing to do."""

    def is_ready(self) -> bool:
        """Never."""
        return False
