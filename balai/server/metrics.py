"""Request counters and durations for Prometheus.

A write to the shared multiprocess file costs 5 % of serving a cached page, and a request needs four. So each worker
buffers its numbers and flushes them once a second.
"""

import asyncio
import os
from bisect import bisect_left

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, multiprocess

METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
FLUSH_INTERVAL_S = 1.0
BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class _ServiceCounts:
    """Responses of one service since the last flush: counts by status and by duration bucket."""

    __slots__ = ("by_bucket", "by_status", "seconds")

    def __init__(self) -> None:
        self.by_status: dict[int, int] = {}
        self.by_bucket = [0] * (len(BUCKETS_S) + 1)
        self.seconds = 0.0


class RequestMetrics:
    """The metrics of one worker. `record` is called on the event loop."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.registry = registry
        self._requests = Counter("balai_http_requests", "Responses sent", ["service", "status"], registry=registry)
        self._seconds = Histogram(
            "balai_http_request_duration_seconds",
            "Time from request to end of response",
            ["service"],
            buckets=BUCKETS_S,
            registry=registry,
        )
        self._services: dict[str, _ServiceCounts] = {}
        self._is_flush_scheduled = False

    def record(self, service: str, status: int, seconds: float) -> None:
        """Count one response."""
        counts = self._services.get(service)
        if counts is None:
            counts = self._services[service] = _ServiceCounts()
        counts.by_status[status] = counts.by_status.get(status, 0) + 1
        counts.by_bucket[bisect_left(BUCKETS_S, seconds)] += 1
        counts.seconds += seconds
        if not self._is_flush_scheduled:
            self._is_flush_scheduled = True
            asyncio.get_running_loop().call_later(FLUSH_INTERVAL_S, self._flush_due)

    def flush(self) -> None:
        """Write the buffered numbers to the shared file."""
        services, self._services = self._services, {}
        for name, counts in services.items():
            for status, number in counts.by_status.items():
                self._requests.labels(name, str(status)).inc(number)
            # `observe` takes one duration at a time; its internal parts accept sums. A test compares the two.
            histogram = self._seconds.labels(name)
            histogram._sum.inc(counts.seconds)
            for bucket, number in zip(histogram._buckets, counts.by_bucket, strict=True):
                if number:
                    bucket.inc(number)

    def _flush_due(self) -> None:
        self._is_flush_scheduled = False
        self.flush()


def metrics_text(own: RequestMetrics) -> bytes:
    """Metrics in Prometheus' text form: those of all workers where they share files, else this process' `own`."""
    own.flush()
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(own.registry)
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
