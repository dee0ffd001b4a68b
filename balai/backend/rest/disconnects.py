"""Stops the work of clients that have hung up.

Small requests are done before anybody would look, so they must not pay for it: one timer for all looks a few times a
second at the requests that are still running, and only those that it meets twice get somebody who listens for their
client.
"""

import asyncio
from typing import Any

from balai.http.asgi import Receive

_LOOK_EVERY_S = 0.2


class MonitoredRequest:
    """One running request."""

    __slots__ = ("_receive", "_worker", "has_fired", "is_known", "listener")

    def __init__(self, worker: "asyncio.Task[Any]", receive: Receive) -> None:
        self._worker = worker
        self._receive = receive
        self.is_known = False
        self.has_fired = False
        self.listener: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Cancel the request when its client is gone."""
        # The first message may still be the end of an empty body that nobody read; the next is the hanging up.
        for _ in range(2):
            if (await self._receive())["type"] == "http.disconnect":
                self.has_fired = True
                self._worker.cancel()
                return


class DisconnectMonitor:
    """All running requests."""

    def __init__(self) -> None:
        self._running: set[MonitoredRequest] = set()
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, receive: Receive) -> MonitoredRequest:
        """The current task works for the client behind `receive`."""
        worker = asyncio.current_task()
        assert worker is not None
        watch = MonitoredRequest(worker, receive)
        self._running.add(watch)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_LOOK_EVERY_S, self._look)
        return watch

    def end(self, watch: MonitoredRequest) -> None:
        """The answer is there."""
        self._running.discard(watch)
        if watch.listener is not None:
            watch.listener.cancel()

    def _look(self) -> None:
        self._timer = None
        for watch in self._running:
            if watch.is_known and watch.listener is None:
                watch.listener = asyncio.create_task(watch.listen())
            watch.is_known = True
        if self._running:
            self._timer = asyncio.get_running_loop().call_later(_LOOK_EVERY_S, self._look)
