"""Page rates on one core, beside bare ASGI applications: cached pages, and pages rendered for a signed-in member."""

import asyncio
import http.client
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID

import asyncpg
import httpx
import msgspec

from balai.database.embedded import EmbeddedPostgres
from balai.database.pool import open_pool
from balai.database.transaction import Caller, as_role
from balai.security.tokens import sign
from balai.site.loaders.forum.threads import LIST_REPLIES, REPLIES_PER_PAGE
from bench.baseline import Response
from bench.load import Request, requests_a_second
from bench.program import SECRET, Program, program
from bench.row import Row

CORES = sorted(os.sched_getaffinity(0))
ROUNDS = range(5)
WARM_UP = 50
SECONDS = 1.0
READER = "00000000-0000-4000-8000-000000000001"
TOPICS = "/en/forum/benchmark"
# The `Accept-Encoding` of browsers. httpx would name its own.
BROWSER = {"accept-encoding": "gzip, deflate, br, zstd", "accept-language": "en"}
# uvicorn adds these by itself; the request's name is the program's own affair.
ADDED_BY_SERVER = {"date", "server", "x-request-id"}
DOCUMENT = (
    '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text",'
    '"text":"I have looked in the hall and in the library, and asked at the desk."}]}]}'
)
FILL = Path(__file__).with_name("site_fill.sql")
BASELINE_BYTES = 40_000


class MemberPage(msgspec.Struct, frozen=True):
    """A page as a member reads it: the least number of list items on it, and its target ratio."""

    name: str
    path: str
    items: int
    target: float


# 600 and 400 pages/s where the baseline reaches 48,000/s.
MEMBER_PAGES = (
    MemberPage("blog list (12 of 20 articles)", "/en/blog", 12, 0.0125),
    MemberPage("topic list (20 topics)", TOPICS, 20, 0.0125),
    MemberPage("thread (20 replies)", f"{TOPICS}/post/{READER}", 20, 0.0125),
)


def measure() -> Iterator[Row]:
    """All figures on one site. Server and database share one core, the load comes from another."""
    with filled_site() as instance:
        ratio, detail = cached(instance, TOPICS)
        yield Row("cached page ÷ bare ASGI application sending the same bytes", ratio, 0.8, "higher", detail)
        yield from rendered(instance, MEMBER_PAGES)
        yield asyncio.run(alternating(EmbeddedPostgres(instance.data).url))


@contextmanager
def filled_site() -> Iterator[Program]:
    """A program with the rows of the page benchmarks, on one core with its database."""
    with _on_core(0), program() as instance:
        instance.start()
        asyncio.run(_fill(EmbeddedPostgres(instance.data).url))
        yield instance


async def _fill(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(FILL.read_text().format(reader=READER, document=DOCUMENT))
    await connection.execute("analyze")
    await connection.close()


def cached(instance: Program, path: str) -> tuple[float, str]:
    """The rate of a page for anonymous visitors by that of a bare application that sends the same bytes; both rates."""
    url = instance.url + path
    response = _get(url, BROWSER)
    request = Request("GET", path, BROWSER)
    with _baseline(response) as baseline, _on_core(1):
        pairs = [tuple(requests_a_second(each, [request], seconds=SECONDS) for each in (url, baseline)) for _ in ROUNDS]
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    ours, theirs = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    return ratio, f"{ours:,.0f} and {theirs:,.0f} requests/s of {len(response.body):,} bytes"


def rendered(instance: Program, pages: Sequence[MemberPage]) -> Iterator[Row]:
    """Pages for a member are rendered per request, compression included. Each round measures the baseline as well."""
    claims = {"role": "authenticated", "sub": READER, "exp": int(time.time()) + 3600}
    member = BROWSER | {"cookie": f"sb-access-token={sign(claims, SECRET)}"}
    requests = {page: Request("GET", page.path, member) for page in pages}
    for page in pages:
        _warm_up(instance.url + page.path, member, page)
    response = Response(headers=[("content-type", "text/html; charset=utf-8")], body=b"x" * BASELINE_BYTES)
    rates: dict[MemberPage, list[float]] = {page: [] for page in pages}
    baselines: list[float] = []
    with _baseline(response) as baseline, _on_core(1):
        for _ in ROUNDS:
            baselines.append(requests_a_second(baseline, [Request("GET", TOPICS, BROWSER)], seconds=SECONDS))
            for page, request in requests.items():
                rates[page].append(requests_a_second(instance.url + page.path, [request], seconds=SECONDS))
    for page, ours in rates.items():
        ratio = statistics.median(rate / baseline for rate, baseline in zip(ours, baselines, strict=True))
        detail = f"{statistics.median(ours):,.0f} pages/s and {statistics.median(baselines):,.0f} responses/s"
        name = f"{page.name} for a member ÷ bare ASGI application sending 40 KB"
        yield Row(name, ratio, page.target, "higher", detail)


async def alternating(url: str) -> Row:
    """The time to read replies for a visitor and a member in turn, on one connection, by that for the member alone."""
    member = Caller.from_claims({"role": "authenticated", "sub": READER})
    times: dict[int, list[float]] = {1: [], 2: []}
    pool = await open_pool(url, size=1)
    for _ in range(WARM_UP):
        for callers in ([member], [Caller.anonymous(), member]):
            for caller in callers * 4:
                async with as_role(pool, caller) as connection:
                    started = time.perf_counter()
                    await connection.fetch(LIST_REPLIES, UUID(READER), 0, REPLIES_PER_PAGE, "en")
                    times[len(callers)].append(time.perf_counter() - started)
    await pool.close()
    alone, mixed = (statistics.median(values) for values in times.values())
    detail = f"{mixed * 1000:.2f} and {alone * 1000:.2f} ms"
    return Row("replies read by two roles in turn ÷ by one role", mixed / alone, 1.2, "lower", detail)


def _warm_up(url: str, headers: dict[str, str], page: MemberPage) -> None:
    for _ in range(WARM_UP):
        text = httpx.get(url, headers=headers).raise_for_status().text
    assert text.count("<li") >= page.items, f"{page.name}: {text.count('<li')} list items"


@contextmanager
def _on_core(number: int) -> Iterator[None]:
    """Keep this process, and those that it starts meanwhile, on one core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {CORES[number % len(CORES)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _get(url: str, headers: dict[str, str]) -> Response:
    """Return a response without the headers that the server adds to every one."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc)
    connection.request("GET", parts.path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    kept = [(name, value) for name, value in response.getheaders() if name not in ADDED_BY_SERVER]
    return Response(headers=kept, body=body)


@contextmanager
def _baseline(response: Response) -> Iterator[str]:
    """Run a bare application that always sends one response; yield its URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "bench.baseline", str(port)], stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(response) + b"\n")
    process.stdin.flush()
    url = f"http://127.0.0.1:{port}{TOPICS}"
    try:
        while True:
            try:
                httpx.get(url)
                break
            except httpx.TransportError:
                time.sleep(0.02)
        yield url
    finally:
        process.terminate()
        process.wait(10)
