"""Cancels requests whose client has disconnected.

One timer scans running requests every 0.2 s. Only a request seen twice gets a listener task, so short requests pay
nothing.
"""

import asyncio
from typing import Any

from balai.http.asgi import Receive

_CHECK_INTERVAL_S = 0.2


class MonitoredRequest:
    """One running request."""

    __slots__ = ("_receive", "_task", "is_disconnected", "listener", "was_seen")

    def __init__(self, task: "asyncio.Task[Any]", receive: Receive) -> None:
        self._task = task
        self._receive = receive
        self.was_seen = False
        self.is_disconnected = False
        self.listener: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Cancels the request when its client disconnects."""
        # The first message may be the end of an empty body that was never read; the next one is the disconnect.
        for _ in range(2):
            if (await self._receive())["type"] == "http.disconnect":
                self.is_disconnected = True
                self._task.cancel()
                return


class DisconnectMonitor:
    """All running requests."""

    def __init__(self) -> None:
        self._running: set[MonitoredRequest] = set()
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, receive: Receive) -> MonitoredRequest:
        """Registers the current task as the handler of the client behind `receive`."""
        task = asyncio.current_task()
        assert task is not None
        monitored = MonitoredRequest(task, receive)
        self._running.add(monitored)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_CHECK_INTERVAL_S, self._check)
        return monitored

    def end(self, monitored: MonitoredRequest) -> None:
        """Removes a request whose response is complete."""
        self._running.discard(monitored)
        if monitored.listener is not None:
            monitored.listener.cancel()

    def _check(self) -> None:
        self._timer = None
        for monitored in self._running:
            if monitored.was_seen and monitored.listener is None:
                monitored.listener = asyncio.create_task(monitored.listen())
            monitored.was_seen = True
        if self._running:
            self._timer = asyncio.get_running_loop().call_later(_CHECK_INTERVAL_S, self._check)
