"""The lists of staff on a site of 50,000 articles, 500,000 replies and 200,000 bookings, read by an administrator."""

import asyncio
import statistics
import time
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

import asyncpg
import httpx

from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import sign
from balai.site.routes.administration import ADMIN_SCREENS
from balai.site.routes.day import DAY_SCREENS
from balai.site.screens import Screen
from bench.community import FILL, READER
from bench.growth import DOC
from bench.program import SECRET, program
from bench.row import Row

ROUNDS, WARM_UP = 9, 3
MAX_MS, MAX_REPORT_MS = 500, 1000
SIZES = {
    "replies": 500_000,
    "topics": 10_000,
    "areas": 200,
    "members": 50_000,
    "groups": 500,
    "articles": 50_000,
    "resources": 20_000,
    "bookings": 200_000,
    "messages": 20_000,
    "log": 200_000,
}
OWN_FILL = (Path(__file__).parent / "administration_fill.sql").read_text()


def measure() -> Iterator[Row]:
    """Fill a site, read the first page of each list, report the slowest ones."""
    with program() as instance:
        instance.start()
        asyncio.run(_fill(EmbeddedPostgres(instance.data).url))
        screens = [screen for screen in (*DAY_SCREENS, *ADMIN_SCREENS) if "{" not in screen.path]
        medians = {screen.name: _read(instance.url, screen) for screen in screens}
        report = medians.pop("day.report")
        slowest = sorted(medians.items(), key=itemgetter(1), reverse=True)[:4]
        detail = ", ".join(f"{name} {milliseconds:.0f} ms" for name, milliseconds in slowest)
        yield Row("staff: the slowest of their lists, ms", slowest[0][1], MAX_MS, "lower", detail)
        yield Row("staff: the report of a year of 200,000 bookings, ms", report, MAX_REPORT_MS, "lower")


async def _fill(url: str) -> None:
    connection = await asyncpg.connect(url)
    for text in (FILL, OWN_FILL):
        await connection.execute(text.format(document=DOC, **SIZES))
    await connection.execute("vacuum analyze")
    await connection.close()


def _read(url: str, screen: Screen) -> float:
    """Return the median of some requests, in milliseconds."""
    claims = {"role": "authenticated", "sub": str(READER), "aal": "aal2", "exp": int(time.time()) + 3600}
    durations: list[float] = []
    with httpx.Client(cookies={"sb-access-token": sign(claims, SECRET)}, timeout=60) as client:
        for _ in range(WARM_UP + ROUNDS):
            started = time.perf_counter()
            client.get(f"{url}/en{screen.path}").raise_for_status()
            durations.append(time.perf_counter() - started)
    return statistics.median(durations[WARM_UP:]) * 1000
