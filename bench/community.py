"""A community of a million replies: topic lists, a thread and unread counts, as pages of a member, not cached.

Two sites are filled and measured in one run, request by request in turn, so that load on the machine affects both.
"""

import asyncio
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import asyncpg
import httpx

from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import sign
from bench.growth import DOC
from bench.program import SECRET, program
from bench.row import Row

ROUNDS, WARM_UP = 120, 15
MAX_RATIO = 1.2
SIZES = {"replies": 1_000_000, "areas": 200, "members": 50_000, "groups": 500}
SMALLER = 100
REPLIES_OF_A_TOPIC = 50
READER = UUID("00000001-0000-4000-8000-000000000001")
# The topic with number 2 × areas is in the first area, which is open, and was not read.
TOPIC = "00000004-0000-4000-8000-{:012x}"
FILL = (Path(__file__).parent / "community_fill.sql").read_text()


def measure() -> Iterator[Row]:
    """Fill two sites, read them alternately, compare the medians."""
    with program() as small, program() as large:
        paths: list[dict[str, str]] = []
        for instance, divisor in ((small, SMALLER), (large, 1)):
            instance.start()
            sizes = {name: size // divisor for name, size in SIZES.items()}
            asyncio.run(_fill(EmbeddedPostgres(instance.data).url, sizes))
            topic = TOPIC.format(2 * sizes["areas"])
            paths.append(
                {
                    "topic list of an area": "/en/forum/area-1",
                    "topic list of all areas": "/en/topics",
                    "unread counts and list": "/en/topics?list=unread",
                    "thread": f"/en/forum/area-1/post/{topic}",
                }
            )
        for name in paths[0]:
            seconds = _compare(small.url + paths[0][name], large.url + paths[1][name])
            detail = f"{seconds[0] * 1000:.1f} ms → {seconds[1] * 1000:.1f} ms"
            title = f"community: {name}, 1,000,000 replies ÷ 10,000"
            yield Row(title, seconds[1] / seconds[0], MAX_RATIO, "lower", detail)


async def _fill(url: str, sizes: dict[str, int]) -> None:
    connection = await asyncpg.connect(url)
    topics = sizes["replies"] // REPLIES_OF_A_TOPIC
    await connection.execute(FILL.format(document=DOC, topics=topics, **sizes))
    await connection.execute("vacuum analyze")
    await connection.close()


def _compare(*urls: str) -> list[float]:
    """Return the medians of alternating requests."""
    claims = {"role": "authenticated", "sub": str(READER), "exp": int(time.time()) + 3600}
    durations: list[list[float]] = [[] for _ in urls]
    with httpx.Client(cookies={"sb-access-token": sign(claims, SECRET)}, timeout=30) as client:
        for turn in range(WARM_UP + ROUNDS):
            for times, url in zip(durations, urls, strict=True):
                started = time.perf_counter()
                client.get(url).raise_for_status()
                if turn >= WARM_UP:
                    times.append(time.perf_counter() - started)
    return [statistics.median(times) for times in durations]
