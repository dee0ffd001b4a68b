"""Pages: cached against a bare ASGI application with the same bytes; rendered per request against V8 alone."""

import asyncio
import http.client
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import asyncpg
import httpx
import msgspec

from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import sign
from balai.site.render.front_end import STATIC
from balai.site.render.renderer import Renderer
from bench.baseline import Response
from bench.load import Request, requests_a_second
from bench.program import SECRET, Program, program
from bench.row import Row

ROUNDS = range(5)
WARM_UP = 50
SECONDS = 1.0
READER = "00000000-0000-4000-8000-000000000001"
LIST = "/en/forum/benchmark"
# Headers of a browser; httpx would send its own.
BROWSER = {"accept-encoding": "gzip, deflate, br, zstd", "accept-language": "en"}
# uvicorn adds the first two; the request id differs each time.
ADDED_BY_SERVER = {"date", "server", "x-request-id"}
FILL = f"""
insert into auth.users (id, email, raw_user_meta_data)
  values ('{READER}', 'reader@example.org', '{{"display_name": "Reader"}}');
insert into public.forums (id, slug) values ('{READER}', 'benchmark');
insert into public.forum_texts (forum_id, language, name, description)
  select '{READER}', l, 'Benchmark', 'For measuring' from unnest(enum_range(null::public.language)) as l;
insert into public.posts (forum_id, author_id, language, title, body)
  select '{READER}', '{READER}', 'en', 'Where can I find number ' || n || '?',
    '{{"type":"doc","content":[{{"type":"paragraph","content":[{{"type":"text",
      "text":"I have looked in the main room and in the library, and asked at the desk."}}]}}]}}'
  from generate_series(1, 25) as n;
"""


def measure() -> Iterator[Row]:
    """Measure both on one site with a forum of 25 posts, of which a page shows 20."""
    with program() as instance:
        instance.start()
        asyncio.run(_fill(EmbeddedPostgres(instance.data).url))
        yield _cached(instance)
        yield _rendered(instance)


async def _fill(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(FILL)
    await connection.close()


def _cached(instance: Program) -> Row:
    url = instance.url + LIST
    response = _get(url, BROWSER)
    request = Request("GET", LIST, BROWSER)
    with _baseline(response) as baseline:
        pairs = [tuple(requests_a_second(each, [request], seconds=SECONDS) for each in (url, baseline)) for _ in ROUNDS]
    ours, theirs = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    detail = f"{ours:,.0f} and {theirs:,.0f} requests/s of {len(response.body):,} bytes"
    return Row(
        "cached page ÷ bare ASGI application sending the same bytes, requests/s", ours / theirs, 0.5, "higher", detail
    )


def _rendered(instance: Program) -> Row:
    claims = {"role": "authenticated", "sub": READER, "exp": int(time.time()) + 3600}
    # A member's page is never cached. Compressed responses are requested, so that compression is part of the work.
    member = BROWSER | {"cookie": f"sb-access-token={sign(claims, SECRET)}"}
    url = instance.url + LIST
    payload = _payload(url, member)
    request = Request("GET", LIST, member)
    pairs = [
        (requests_a_second(url, [request], seconds=SECONDS), asyncio.run(_renders_per_second(payload))) for _ in ROUNDS
    ]
    ours, alone = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    detail = f"{ours:,.0f} pages/s and {alone:,.0f} renders/s"
    return Row(
        "page rendered per request (20 cards) ÷ V8 render call alone, per second", ours / alone, 0.6, "higher", detail
    )


async def _renders_per_second(payload: bytes) -> float:
    """Return how often one idle V8 context renders the page in a second."""
    renderer = Renderer(STATIC / "server.js", size=1)
    await renderer.start()
    for _ in range(WARM_UP):
        await renderer.find_html(payload, LIST)
    rendered, started = 0, time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        if await renderer.find_html(payload, LIST) is None:
            raise RuntimeError("the page cannot be rendered")
        rendered += 1
    rate = rendered / (time.perf_counter() - started)
    await renderer.stop()
    return rate


def _payload(url: str, headers: dict[str, str]) -> bytes:
    """Return the payload of a page, after warming up every stage."""
    for _ in range(WARM_UP):
        text = httpx.get(url, headers=headers).raise_for_status().text
    found = re.search(r'id="payload">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    cards = msgspec.json.decode(found[1])["data"]["posts"]
    assert len(cards) == 20, f"{len(cards)} cards"
    assert text.count("<li") >= 20, "the page was sent without server rendering"
    return found[1].encode()


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
    url = f"http://127.0.0.1:{port}{LIST}"
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
