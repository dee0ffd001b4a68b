"""A member's pages while one client crawls the site: 200 different pages a second without a session."""

import asyncio
import statistics
import time
from collections.abc import Iterator
from contextlib import suppress

import httpx

from balai.security.tokens import sign
from bench.pages import BROWSER, READER, TOPICS, filled_site
from bench.program import SECRET
from bench.row import Row

RATE = 200
SECONDS = 15
# The burst is used up in the first seconds.
BURST_S = 3
PAUSE_S = 0.1
# As a proxy on this machine names the client.
CRAWLER = BROWSER | {"x-forwarded-for": "1.2.3.4"}


def measure() -> Iterator[Row]:
    """Server and database share one core; this process is not limited to the other."""
    with filled_site() as instance:
        refused, burst, later = asyncio.run(_crawl(instance.url))
    for name, times in (("in the first seconds of", burst), ("during", later)):
        detail = f"median {statistics.median(times):.0f} ms, maximum {max(times):.0f} ms, {refused:.0%} of it refused"
        p95 = statistics.quantiles(times, n=20)[18]
        yield Row(f"p95 of a member's thread {name} a crawl of {RATE} pages/s, ms", p95, 500, "lower", detail)


async def _crawl(url: str) -> tuple[float, list[float], list[float]]:
    """The refused share of the crawl, and the milliseconds of the pages in its first seconds and afterwards."""
    claims = {"role": "authenticated", "sub": READER, "exp": int(time.time()) + 3600}
    member = BROWSER | {"cookie": f"sb-access-token={sign(claims, SECRET)}"}
    burst, later = list[float](), list[float]()
    async with httpx.AsyncClient(base_url=url, timeout=30) as reader:
        path = f"{TOPICS}/post/{READER}"
        await reader.get(path, headers=member)
        begun = time.perf_counter()
        crawl = asyncio.create_task(_send(url, begun))
        while not crawl.done():
            started = time.perf_counter()
            (await reader.get(path, headers=member)).raise_for_status()
            ended = time.perf_counter()
            (burst if ended - begun < BURST_S else later).append((ended - started) * 1000)
            await asyncio.sleep(PAUSE_S)
        return await crawl, burst, later


async def _send(url: str, begun: float) -> float:
    """Crawl at the rate, whatever the responses are. Returns the share of status 429."""
    statuses: list[int] = []

    async def get(number: int) -> None:
        with suppress(httpx.TransportError):
            statuses.append((await client.get(f"/en/search?q=word{number}", headers=CRAWLER)).status_code)

    async with httpx.AsyncClient(base_url=url, timeout=30, limits=httpx.Limits(max_connections=200)) as client:
        tasks = []
        for number in range(RATE * SECONDS):
            await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
            tasks.append(asyncio.create_task(get(number)))
        await asyncio.gather(*tasks)
    return statuses.count(429) / len(statuses)
