"""Request counters and durations: flushed together, with the same buckets as Prometheus' client."""

import asyncio

import pytest
from prometheus_client import CollectorRegistry, Histogram

from balai.server.metrics import BUCKETS_S, RequestMetrics

TIMES = (0.0001, 0.001, 0.0011, 0.2, 99.0)


async def test_flushed_counts_equal_single_observations() -> None:
    metrics = RequestMetrics(CollectorRegistry())
    for seconds in TIMES:
        metrics.record("rest", 200, seconds)
    metrics.record("rest", 404, 0.3)
    metrics.flush()
    metrics.flush()
    one_by_one = Histogram("expected", "", buckets=BUCKETS_S, registry=(registry := CollectorRegistry()))
    for seconds in (*TIMES, 0.3):
        one_by_one.observe(seconds)
    for bound in ("0.001", "0.0025", "0.25", "0.5", "10.0", "+Inf"):
        written = metrics.registry.get_sample_value(
            "balai_http_request_duration_seconds_bucket", {"service": "rest", "le": bound}
        )
        assert written == registry.get_sample_value("expected_bucket", {"le": bound})
    total = metrics.registry.get_sample_value("balai_http_request_duration_seconds_sum", {"service": "rest"})
    assert total == registry.get_sample_value("expected_sum")
    assert metrics.registry.get_sample_value("balai_http_requests_total", {"service": "rest", "status": "200"}) == len(
        TIMES
    )


async def test_counts_are_flushed_without_a_scrape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balai.server.metrics.FLUSH_INTERVAL_S", 0.0)
    metrics = RequestMetrics(CollectorRegistry())
    for _ in range(2):
        metrics.record("site", 200, 0.1)
        await asyncio.sleep(0.01)
    assert metrics.registry.get_sample_value("balai_http_requests_total", {"service": "site", "status": "200"}) == 2
