"""Limits of requests in one process: by key, for what is costly and rare, and by network, for what is only counted."""

import time
from collections import OrderedDict, deque
from datetime import timedelta
from uuid import UUID

from balai.http.client_address import client_network

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


class NetworkLimit:
    """At most `per_minute` requests of a network count in a minute. Of too many networks all are forgotten."""

    def __init__(self, *, per_minute: int) -> None:
        self._per_minute = per_minute
        self._minute = 0
        self._counts: dict[str, int] = {}

    def admits(self, client: str) -> bool:
        """Whether this request counts."""
        minute = int(time.monotonic() // 60)
        if minute != self._minute or len(self._counts) > MAX_KEYS:
            self._minute, self._counts = minute, {}
        network = client_network(client)
        self._counts[network] = self._counts.get(network, 0) + 1
        return self._counts[network] <= self._per_minute
