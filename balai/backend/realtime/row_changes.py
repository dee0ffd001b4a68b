"""Row changes of a worker that does not read the replication stream."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from balai.backend.realtime.interfaces import Channel

UNABLE = "Unable to subscribe to changes with given parameters. Row changes are not available here"


class NoRowChanges:
    """Rejects every subscription."""

    def subscribe(self, channel: Channel, items: Sequence[Mapping[str, Any]]) -> list[int]:
        """Reports that row changes are unavailable."""
        if items:
            asyncio.get_running_loop().call_soon(channel.system, "postgres_changes", "error", UNABLE)
        return [number + 1 for number in range(len(items))]

    def unsubscribe(self, channel: Channel) -> None:
        """Does nothing."""

    def renew(self, channel: Channel) -> None:
        """Does nothing."""

    def want_messages(self, is_wanted: bool) -> None:
        """Does nothing."""

    def is_ready(self) -> bool:
        """Returns False."""
        return False
