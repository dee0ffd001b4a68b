"""Booking: pages for visitors and members, open pages that drop a booked time, bookings while the server is killed."""

import asyncio
import json
import random
import statistics
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import asyncpg
import httpx
import uvloop

from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import api_keys, sign
from bench.booking_kills import measure_kills
from bench.pages import MemberPage, cached, filled_site, rendered
from bench.program import SECRET, Program, program
from bench.row import Row
from bench.websocket_client import Socket, connect

# 400 pages/s where the baseline reaches 48,000/s.
MEMBER_PAGES = (
    MemberPage("booking: list of services", "/en/book", 1, 0.0085),
    MemberPage("booking: page of a service (a week of 56 slots)", "/en/book/benchmark", 48, 0.0085),
)
MIN_PAGES_A_SECOND = 500
OPEN_PAGES, ROUNDS = 50, 20
MAX_SECONDS = 1
# As web/realtime/useRefresh.ts does.
SHORTEST_S, SPREAD_S = 0.15, 0.4
SERVICE = "00000000-0000-4000-8000-0000000000bb"
# Half of the open pages are those of members.
MEMBERS = [f"00000000-0000-4000-8000-{number:012}" for number in range(1, OPEN_PAGES // 2 + ROUNDS + 1)]
FILL = f"""
insert into auth.users (id, email)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.org'
  from generate_series(1, {len(MEMBERS)}) as n;
insert into public.services (id, slug, kind, duration_minutes, capacity, per_person, window_days, time_zone)
  values ('{SERVICE}', 'benchmark', 'session', 60, 1, 1, 30, 'UTC');
insert into public.service_texts (service_id, language, name, description, place)
  values ('{SERVICE}', 'en', 'Reading circle', 'Bring a book.', 'Room 2');
insert into public.service_hours (service_id, weekday, opens, closes)
  select '{SERVICE}', day, '00:00', '24:00' from generate_series(1, 7) as day;
analyze;
"""
PATH = "/en/book/benchmark/_payload.json"
CHANGES = {"event": "INSERT", "schema": "public", "table": "slot_notices", "filter": f"service_id=eq.{SERVICE}"}
# All clients connect from one address at once.
NO_LIMITS = {
    "BALAI_REALTIME_JOINS_PER_SECOND": "0",
    "BALAI_REALTIME_EVENTS_PER_SECOND": "0",
    "BALAI_REALTIME_CLIENT_CONNECTIONS": "0",
}


def measure() -> Iterator[Row]:
    """Pages, live pages, and kills, each on a site of its own."""
    with filled_site() as instance:
        for name, path in (("list of services", "/en/book"), ("page of a service", "/en/book/benchmark")):
            ratio, detail = cached(instance, path)
            yield Row(f"booking: {name}, cached ÷ bare ASGI application", ratio, 0.8, "higher", detail)
            rate = float(detail.split(" ")[0].replace(",", ""))
            yield Row(f"booking: {name}, cached, pages/s of a core", rate, MIN_PAGES_A_SECOND, "higher")
        yield from rendered(instance, MEMBER_PAGES)
    with program(**NO_LIMITS) as instance:
        instance.start()
        times = uvloop.run(_measure_live(instance))
    p95, slowest = sorted(times)[int(len(times) * 0.95)], max(times)
    detail = f"p95 {p95:.2f}, median {statistics.median(times):.2f}; {len(times)} times, half of them pages of members"
    yield Row("booking: 50 open pages drop a booked time, slowest (s)", slowest, MAX_SECONDS, "lower", detail)
    yield from measure_kills()


def token_of(member: str) -> str:
    """An access token."""
    return sign({"role": "authenticated", "sub": member, "exp": int(time.time()) + 3600}, SECRET)


@dataclass(slots=True)
class OpenPage:
    """A page of the service that follows its times as the front end does. `dropped`: when it showed the change."""

    client: httpx.AsyncClient
    member: str | None
    wanted: str = ""
    dropped: "asyncio.Future[float] | None" = None
    joined: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    socket: Socket | None = None
    refresh: "asyncio.Task[None] | None" = None

    async def open(self, port: int) -> None:
        """Subscribe."""
        anon = api_keys(SECRET).anon
        path = f"/realtime/v1/websocket?apikey={anon}&vsn=2.0.0"
        self.socket = await connect(port, path, self._received)
        access = token_of(self.member) if self.member else anon
        payload = {"config": {"postgres_changes": [CHANGES]}, "access_token": access}
        self.socket.send(json.dumps(["1", "1", f"realtime:places:{SERVICE}", "phx_join", payload]).encode())
        async with asyncio.timeout(30):
            await self.joined

    def follow(self, start: str) -> "asyncio.Future[float]":
        """Wait until the page shows a time as taken."""
        self.wanted, self.dropped = start, asyncio.get_running_loop().create_future()
        return self.dropped

    def _received(self, message: bytes) -> None:
        if b"Subscribed to PostgreSQL" in message and not self.joined.done():
            self.joined.set_result(None)
        elif b"postgres_changes" in message and b"slot_notices" in message and self._is_idle():
            self.refresh = asyncio.create_task(self._refresh())

    def _is_idle(self) -> bool:
        return self.joined.done() and (self.refresh is None or self.refresh.done())

    async def _refresh(self) -> None:
        await asyncio.sleep(SHORTEST_S + random.random() * SPREAD_S)
        headers = {"cookie": f"sb-access-token={token_of(self.member)}"} if self.member else {}
        data = (await self.client.get(PATH, headers=headers)).raise_for_status().json()["data"]
        left = {slot["startsAt"]: slot["left"] for day in data["days"] for slot in day["slots"]}
        if left.get(self.wanted, 0) == 0 and self.dropped is not None and not self.dropped.done():
            self.dropped.set_result(time.perf_counter())


async def _measure_live(instance: Program) -> list[float]:
    connection = await asyncpg.connect(EmbeddedPostgres(instance.data).url)
    await connection.execute(FILL)
    await connection.close()
    limits = httpx.Limits(max_connections=OPEN_PAGES)
    times: list[float] = []
    async with httpx.AsyncClient(base_url=instance.url, limits=limits, timeout=30) as client:
        pages = [OpenPage(client, MEMBERS[n // 2] if n % 2 else None) for n in range(OPEN_PAGES)]
        await asyncio.gather(*(page.open(instance.port) for page in pages))
        first = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + timedelta(hours=3)
        for number in range(ROUNDS):
            at = first + timedelta(hours=number)
            dropped = [page.follow(f"{at:%Y-%m-%dT%H:%M:%SZ}") for page in pages]
            started = time.perf_counter()
            await _book(client, MEMBERS[OPEN_PAGES // 2 + number], at)
            async with asyncio.timeout(30):
                times += [moment - started for moment in await asyncio.gather(*dropped)]
        for page in pages:
            if page.socket is not None:
                page.socket.close()
    return times


async def _book(client: httpx.AsyncClient, member: str, at: datetime) -> None:
    headers = {"apikey": api_keys(SECRET).anon, "authorization": f"Bearer {token_of(member)}"}
    wish = {"id": str(uuid.uuid4()), "service": SERVICE, "starts_at": at.isoformat()}
    (await client.post("/rest/v1/rpc/book", json=wish, headers=headers)).raise_for_status()
