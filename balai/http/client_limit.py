"""A rate limit for each client of one worker, in its memory: a token bucket for each address or IPv6 network."""

import math
import time
from collections import OrderedDict
from ipaddress import ip_address

from balai.http.client_address import client_network

MAX_CLIENTS = 20_000


class ClientLimit:
    """At most `burst` requests of a client at once, and `per_second` of them in the long run.

    Clients with a loopback or private address are not limited: a proxy that is not among the trusted ones hides all
    visitors behind such an address. Of too many clients the one seen longest ago is forgotten.
    """

    def __init__(self, *, per_second: float, burst: float) -> None:
        self._per_second = per_second
        self._burst = burst
        # The level of a bucket, and the moment of it in seconds.
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, peer: str, now: float | None = None) -> int:
        """Count a request. Returns 0 if it is admitted, or else the seconds until the next one is."""
        if not is_public(peer):
            return 0
        now = time.monotonic() if now is None else now
        client = client_network(peer)
        level, seen = self._levels.pop(client, (self._burst, now))
        level = min(self._burst, level + (now - seen) * self._per_second)
        is_admitted = level >= 1
        self._levels[client] = (level - 1 if is_admitted else level, now)
        if len(self._levels) > MAX_CLIENTS:
            self._levels.popitem(last=False)
        return 0 if is_admitted else max(1, math.ceil((1 - level) / self._per_second))


def is_public(peer: str) -> bool:
    """Whether an address belongs to the public internet; False for an invalid address."""
    try:
        return ip_address(peer).is_global
    except ValueError:
        return False
