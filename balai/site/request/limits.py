"""A limit of requests by key in one process, for what is costly to make and rarely asked for."""

import time
from collections import OrderedDict, deque
from datetime import timedelta
from uuid import UUID

MAX_KEYS = 10_000


class TooManyRequests(Exception):
    """The limit is reached; a later request is admitted."""


class RequestLimit:
    """At most `most` requests of a key in a period. Of too many keys the one asked for longest ago is forgotten."""

    def __init__(self, most: int, period: timedelta) -> None:
        self._most = most
        self._period = period.total_seconds()
        self._seen: OrderedDict[UUID, deque[float]] = OrderedDict()

    def count(self, key: UUID, now: float | None = None) -> None:
        """Count a request. Raises TooManyRequests."""
        now = time.monotonic() if now is None else now
        times = self._seen.setdefault(key, deque())
        self._seen.move_to_end(key)
        while times and times[0] <= now - self._period:
            times.popleft()
        if len(times) >= self._most:
            raise TooManyRequests
        times.append(now)
        if len(self._seen) > MAX_KEYS:
            self._seen.popitem(last=False)
