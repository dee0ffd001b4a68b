"""Latency of one row change to many subscribers. Each is a different member, so the policy is evaluated for each."""

import asyncio
import json
import time
import uuid
from collections.abc import Iterator

import asyncpg
import uvloop

from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import api_keys, sign
from bench.program import SECRET, Program, program
from bench.row import Row
from bench.websocket_client import Socket, connect

COUNTS = (100, 1000)
ROUNDS = 60
BATCH = 50
MAX_MS = 500
SCHEMA = """
create table public.bench_notes (id bigint generated always as identity primary key, author uuid, body text);
alter table public.bench_notes enable row level security;
create policy members on public.bench_notes for select to authenticated using (auth.uid() is distinct from author);
grant select on public.bench_notes to authenticated;
alter publication supabase_realtime add table public.bench_notes;
"""
INSERT = "insert into public.bench_notes (author, body) values (gen_random_uuid(), 'a line of a conversation')"
ITEM = {"event": "INSERT", "schema": "public", "table": "bench_notes"}
# All clients connect from one address at once.
NO_LIMITS = {
    "BALAI_REALTIME_JOINS_PER_SECOND": "0",
    "BALAI_REALTIME_EVENTS_PER_SECOND": "0",
    "BALAI_REALTIME_CLIENT_CONNECTIONS": "0",
}


class Followers:
    """Members who follow the table, each with different claims."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._sockets: list[Socket] = []
        self._expected = b""
        self._outstanding = 0
        self._all_received: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def _received(self, message: bytes) -> None:
        if self._expected in message:
            self._outstanding -= 1
            if self._outstanding == 0:
                self._all_received.set_result(None)

    async def grow_to(self, count: int) -> None:
        """Connect more clients, and wait for the confirmation of each subscription."""
        while len(self._sockets) < count:
            path = f"/realtime/v1/websocket?apikey={api_keys(SECRET).anon}&vsn=2.0.0"
            new = await asyncio.gather(*(connect(self._port, path, self._received) for _ in range(BATCH)))
            self._sockets += new
            self._expect(BATCH, b"Subscribed to PostgreSQL")
            for one in new:
                claims = {"role": "authenticated", "sub": str(uuid.uuid4()), "exp": int(time.time()) + 3600}
                payload = {"config": {"postgres_changes": [ITEM]}, "access_token": sign(claims, SECRET)}
                one.send(json.dumps(["1", "1", "realtime:bench", "phx_join", payload]).encode())
            async with asyncio.timeout(60):
                await self._all_received

    async def round(self, database: "asyncpg.Connection[asyncpg.Record]") -> float:
        """Return the seconds from before a commit to its last receipt."""
        self._expect(len(self._sockets), b"postgres_changes")
        started = time.perf_counter()
        await database.execute(INSERT)
        async with asyncio.timeout(60):
            await self._all_received
        return time.perf_counter() - started

    def _expect(self, count: int, expected: bytes) -> None:
        self._expected, self._outstanding = expected, count
        self._all_received = asyncio.get_running_loop().create_future()

    def close(self) -> None:
        """Close all connections."""
        for one in self._sockets:
            one.close()


def measure() -> Iterator[Row]:
    """Measure the latency to the last of a thousand subscribers, and its growth from a hundred."""
    with program(**NO_LIMITS) as instance:
        instance.start()
        few, many = uvloop.run(_follow(instance))
    detail = f"{COUNTS[0]}: {few * 1000:.0f} ms; each subscriber with different claims"
    yield Row(
        "row change to 1,000 subscribers under RLS: p99 to last receipt (ms)", many * 1000, MAX_MS, "lower", detail
    )
    growth = (many / few) / (COUNTS[1] / COUNTS[0])
    yield Row("row change: growth from 100 to 1,000 subscribers ÷ linear growth", growth, 1, "lower")


async def _follow(instance: Program) -> list[float]:
    database = await asyncpg.connect(EmbeddedPostgres(instance.data).url)
    await database.execute(SCHEMA)
    followers = Followers(instance.port)
    p99s = []
    for count in COUNTS:
        await followers.grow_to(count)
        times = [await followers.round(database) for _ in range(ROUNDS)]
        p99s.append(sorted(times)[int(ROUNDS * 0.99)])
    followers.close()
    await database.close()
    return p99s
