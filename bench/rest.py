"""The data service, one worker: what it reads and writes a second, beside pgbench running the very same transactions.

pgbench has one thread, and as many connections as the worker has to PostgreSQL.
"""

import asyncio
import json
import random
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import asyncpg
import httpx

from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import api_keys, sign
from balai.settings import load_settings
from bench.load import Request, requests_a_second
from bench.program import SECRET, Program, program
from bench.row import Row
from bench.same_sql import overhear, pgbench, script_of

ROUNDS = range(5)
SECONDS = 2
READER = "00000000-0000-4000-8000-000000000001"
LAST = 100_000 - 20
# No other value of a transaction is this number.
MARK = 54_321
FILL = (Path(__file__).parent / "rest_fill.sql").read_text()


@dataclass(frozen=True)
class Case:
    """A request, `{first}` in whose address is another number each time, and who sends it."""

    name: str
    target: float
    address: str
    is_member: bool = False
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    def request(self, first: int) -> Request:
        """The request for one number."""
        headers = _credentials(is_member=self.is_member) | self.headers
        method = "POST" if self.body else "GET"
        return Request(method, f"/rest/v1/{self.address.format(first=first)}", headers, self.body)


@cache
def _credentials(*, is_member: bool) -> dict[str, str]:
    key = api_keys(SECRET).anon
    claims = {"role": "authenticated", "sub": READER, "exp": int(time.time()) + 3600}
    return {"apikey": key, "authorization": f"Bearer {sign(claims, SECRET) if is_member else key}"}


WINDOW = "&id=gte.{first}&order=id&limit=20"
CASES = (
    Case("20 rows by key", 0.5, "bench_items?select=id,name,note,done,created_at" + WINDOW),
    Case(
        "20 rows by key as a member, policy on auth.uid()",
        0.5,
        "bench_own?select=id,name,note,done,created_at" + WINDOW,
        is_member=True,
    ),
    Case("20 rows with two embeds", 0.5, "bench_items?select=id,name,bench_groups(name),bench_tags(tag)" + WINDOW),
    Case(
        "insert of one row, return=minimal",
        0.4,
        "bench_writes",
        is_member=True,
        body=b'{"name":"A row","done":true}',
        headers={"prefer": "return=minimal", "content-type": "application/json"},
    ),
)


def measure() -> Iterator[Row]:
    """One site for all."""
    with program(BALAI_WORKERS="1") as hall:
        hall.start()
        server = EmbeddedPostgres(hall.data)
        asyncio.run(_fill(server.url))
        for case in CASES:
            yield _compare(hall, server, case)


async def _fill(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(FILL)
    await connection.close()


def _compare(hall: Program, server: EmbeddedPostgres, case: Case) -> Row:
    chance = random.Random(1)
    requests = [case.request(chance.randint(1, LAST)) for _ in range(5_000)]
    _check(hall, requests[0])
    marked = case.request(MARK)
    as_sent = httpx.Request(marked.method, hall.url + marked.path, headers=marked.headers, content=marked.body or None)
    script = script_of(asyncio.run(overhear(server.url, as_sent)), first=MARK, last=LAST)
    connections = load_settings({}).database_pool_size
    pairs = [
        (
            requests_a_second(hall.url, requests, seconds=SECONDS),
            pgbench(server, script, seconds=SECONDS, connections=connections),
        )
        for _ in ROUNDS
    ]
    ours, theirs = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    detail = f"{ours:,.0f} requests/s and {theirs:,.0f} transactions/s"
    return Row(f"{case.name} ÷ pgbench, same transaction", ours / theirs, case.target, "higher", detail)


def _check(hall: Program, request: Request) -> None:
    """The answer is what is meant to be measured."""
    answer = httpx.request(
        request.method, hall.url + request.path, headers=request.headers, content=request.body or None
    ).raise_for_status()
    if not request.body:
        rows = json.loads(answer.text)
        assert len(rows) == 20 and all(value not in (None, []) for value in rows[0].values()), rows[:1]
