"""Idle memory, and the time from start to first response."""

import time
from collections.abc import Iterator

import httpx

from bench.program import program
from bench.row import Row

SETTLE_S = 5


def measure() -> Iterator[Row]:
    """Start with sample content, stop, start again (timed), wait, then measure memory."""
    with program() as instance:
        instance.start("--demo")
        instance.stop()
        seconds = instance.start("--demo")
        yield Row("start to first response, existing data (s)", seconds, 3.0, "lower")
        for path in ("/en", "/zh/blog", "/vi/forum", "/ms/book"):
            httpx.get(f"{instance.url}{path}").raise_for_status()
        time.sleep(SETTLE_S)
        megabytes = instance.memory_bytes() / 1024**2
        yield Row("idle memory, one worker and the database (MB)", megabytes, 350, "lower", "proportional set size")
