"""How often one client may ask, per kind of request: a token bucket in memory, refilled steadily.

Each worker counts for itself, so the true bound is the number of workers times these figures. That is enough to make
guessing hopeless without a round trip to a shared store on every request.

The client is the peer as the server reports it: it has already put the address that a trusted proxy noted in its
place (setting `trusted_proxies`). A peer on this very machine is the operator, her tests, or a proxy that hides
everyone behind one address: it gets a much larger allowance.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from enum import Enum
from ipaddress import ip_address
from typing import Any

from litestar import Request

from balai.backend.auth.errors import AuthError, Code
from balai.peers import is_loopback, network_of

MAX_CLIENTS = 50_000
LOOPBACK_FACTOR = 20


class Limit(Enum):
    """Buckets: (requests in five minutes, burst)."""

    MAIL = ("mail", 30, 30)
    TOKEN = ("token", 150, 30)
    VERIFY = ("verify", 30, 30)
    CODE = ("code", 10, 20)

    @property
    def per_second(self) -> float:
        return self.value[1] / 300

    @property
    def burst(self) -> int:
        return self.value[2]


class RateLimits:
    """The buckets of all clients that asked lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._levels: OrderedDict[tuple[Limit, str], tuple[float, float]] = OrderedDict()

    def check(self, limit: Limit, request: Request[Any, Any, Any]) -> None:
        """Take one from the client's bucket. Raises AuthError 429 when it is empty."""
        peer = request.client.host if request.client else ""
        self._take(limit, network_of(peer), LOOPBACK_FACTOR if not peer or is_loopback(peer) else 1)

    def check_guesses(self, email: str) -> None:
        """Take one from an address' own bucket: its code has six digits, and guesses may come from many clients."""
        self._take(Limit.CODE, email, 1)

    def _take(self, limit: Limit, whose: str, factor: int) -> None:
        now = self._clock()
        burst = limit.burst * factor
        level, seen = self._levels.pop((limit, whose), (float(burst), now))
        level = min(burst, level + (now - seen) * limit.per_second * factor)
        self._levels[limit, whose] = (level - 1 if level >= 1 else level, now)
        if len(self._levels) > MAX_CLIENTS:
            self._levels.popitem(last=False)
        if level < 1:
            raise AuthError(429, Code.OVER_REQUEST_RATE_LIMIT, "Request rate limit reached")


def find_client_ip(request: Request[Any, Any, Any]) -> str | None:
    """The address that sessions and the audit trail note: the peer's, so that nobody writes another there."""
    try:
        return str(ip_address(request.client.host)) if request.client else None
    except ValueError:
        return None
