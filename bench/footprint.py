"""What it takes to be there at all: memory at rest and the time from start to first answer."""

import time
from collections.abc import Iterator

import httpx

from bench.program import program
from bench.row import Row

SETTLE_S = 5


def measure() -> Iterator[Row]:
    """Start with sample content, stop, start again (that one is timed), let it rest, weigh it."""
    with program() as instance:
        instance.start("--demo")
        instance.stop()
        seconds = instance.start("--demo")
        yield Row("from start to first answer, data present (s)", seconds, 3.0, "lower")
        for path in ("/en", "/zh/blog", "/vi/forum", "/ms/book"):
            httpx.get(f"{instance.url}{path}").raise_for_status()
        time.sleep(SETTLE_S)
        megabytes = instance.memory_bytes() / 1024**2
        yield Row("memory at rest, one worker and the database (MB)", megabytes, 350, "lower", "proportional set size")
