"""Event rates: averages over a sliding window of ticks, as the contract counts them (section 11)."""

import time
from collections import deque
from collections.abc import Callable

TICK_S = 5.0
TICKS = 12


class AverageRate:
    """Events per second, averaged over the last minute or the time since the start. `limit` 0: unlimited."""

    __slots__ = ("_clock", "_counts", "_limit", "_tick", "_total")

    def __init__(self, limit: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._counts: deque[int] = deque([0], maxlen=TICKS)
        self._total = 0
        self._tick = int(clock() / TICK_S)

    def add(self, count: int = 1) -> bool:
        """Counts events; False if the rate exceeds the limit."""
        self._advance()
        self._counts[-1] += count
        self._total += count
        return not self._limit or self.per_second <= self._limit

    @property
    def per_second(self) -> float:
        """The average. The first tick counts in full, so that a burst at the start does not exceed the limit."""
        return self._total / (len(self._counts) * TICK_S)

    @property
    def is_idle(self) -> bool:
        """Whether there were no events within the window."""
        self._advance()
        return self._total == 0

    def _advance(self) -> None:
        tick = int(self._clock() / TICK_S)
        for _ in range(min(tick - self._tick, TICKS)):
            if len(self._counts) == TICKS:
                self._total -= self._counts[0]
            self._counts.append(0)
        self._tick = tick


class SlidingWindow:
    """At most `maximum` calls within `seconds`. Exact, for rare events that are counted one by one."""

    __slots__ = ("_clock", "_maximum", "_seconds", "_times")

    def __init__(self, maximum: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._maximum = maximum
        self._seconds = seconds
        self._clock = clock
        self._times: deque[float] = deque()

    def add(self) -> bool:
        """Counts one call; False if it exceeds the limit."""
        now = self._clock()
        while self._times and self._times[0] <= now - self._seconds:
            self._times.popleft()
        self._times.append(now)
        return not self._maximum or len(self._times) <= self._maximum
