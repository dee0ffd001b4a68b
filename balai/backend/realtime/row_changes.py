"""Used by a worker that reads no row changes."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from balai.backend.realtime.interfaces import Channel

UNABLE = "Unable to subscribe to changes with given parameters. Row changes are not available here"


class NoRowChanges:
    """Stands where the log is not read."""

    def subscribe(self, channel: Channel, items: Sequence[Mapping[str, Any]]) -> list[int]:
        """Say that nothing will come."""
        if items:
            asyncio.get_running_loop().call_soon(channel.system, "postgres_changes", "error", UNABLE)
        return [number + 1 for number in range(len(items))]

    def unsubscribe(self, channel: Channel) -> None:
        """Nothing to do."""

    def renew(self, channel: Channel) -> None:
        """Nothing to do."""

    def want_messages(self, is_wanted: bool) -> None:
        """Nothing to do."""

    def is_ready(self) -> bool:
        """Never."""
        return False
