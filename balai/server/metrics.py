"""Counts and times of answers, in Prometheus' terms.

Writing one number into the file that a worker shares with the others costs a twentieth of a kept page, and an answer
has four of them. So a worker counts in its own memory, and writes what has come together when a second is over.
"""

import asyncio
import os
from bisect import bisect_left

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, multiprocess

METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
WRITE_EVERY_S = 1.0
BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class _Service:
    """What one service has answered since the last writing: numbers by status, and by bound of time."""

    __slots__ = ("by_bound", "by_status", "seconds")

    def __init__(self) -> None:
        self.by_status: dict[int, int] = {}
        self.by_bound = [0] * (len(BOUNDS_S) + 1)
        self.seconds = 0.0


class RequestMetrics:
    """The numbers of one worker. `add` is called on the event loop."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.registry = registry
        self._requests = Counter("balai_requests", "Answers sent", ["service", "status"], registry=registry)
        self._seconds = Histogram(
            "balai_request_seconds",
            "Time from request to end of answer",
            ["service"],
            buckets=BOUNDS_S,
            registry=registry,
        )
        self._services: dict[str, _Service] = {}
        self._is_due = False

    def add(self, service: str, status: int, seconds: float) -> None:
        """One answer."""
        counted = self._services.get(service)
        if counted is None:
            counted = self._services[service] = _Service()
        counted.by_status[status] = counted.by_status.get(status, 0) + 1
        counted.by_bound[bisect_left(BOUNDS_S, seconds)] += 1
        counted.seconds += seconds
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(WRITE_EVERY_S, self._write_in_time)

    def write(self) -> None:
        """Hand over what has come together."""
        services, self._services = self._services, {}
        for name, counted in services.items():
            for status, number in counted.by_status.items():
                self._requests.labels(name, str(status)).inc(number)
            # `observe` takes one time at a time; its parts take a sum. A test holds both.
            histogram = self._seconds.labels(name)
            histogram._sum.inc(counted.seconds)
            for bucket, number in zip(histogram._buckets, counted.by_bound, strict=True):
                if number:
                    bucket.inc(number)

    def _write_in_time(self) -> None:
        self._is_due = False
        self.write()


def metrics_text(own: RequestMetrics) -> bytes:
    """Metrics in Prometheus' text form: those of all workers where they share files, else this process' `own`."""
    own.write()
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(own.registry)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
