"""REST, one worker: reads and writes per second, against pgbench with the same transactions.

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
from bench.pgbench import record_statements, run_pgbench, script_of
from bench.program import SECRET, Program, program
from bench.row import Row

ROUNDS = range(5)
SECONDS = 2
READER = "00000000-0000-4000-8000-000000000001"
LAST = 100_000 - 20
# Marks the varying value in a recorded transaction, which has this number nowhere else.
PLACEHOLDER = 54_321
FILL = (Path(__file__).parent / "rest_fill.sql").read_text()


@dataclass(frozen=True)
class Case:
    """A request of a visitor or member; `{first}` in its path is another number each time."""

    name: str
    target: float
    path: str
    is_member: bool = False
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    def request(self, first: int) -> Request:
        """Return the request for one number."""
        headers = _credentials(is_member=self.is_member) | self.headers
        method = "POST" if self.body else "GET"
        return Request(method, f"/rest/v1/{self.path.format(first=first)}", headers, self.body)


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
    """Measure all cases on one site."""
    with program(BALAI_WORKERS="1") as instance:
        instance.start()
        server = EmbeddedPostgres(instance.data)
        asyncio.run(_fill(server.url))
        for case in CASES:
            yield _compare(instance, server, case)


async def _fill(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(FILL)
    await connection.close()


def _compare(instance: Program, server: EmbeddedPostgres, case: Case) -> Row:
    random_numbers = random.Random(1)
    requests = [case.request(random_numbers.randint(1, LAST)) for _ in range(5_000)]
    _check(instance, requests[0])
    recorded = case.request(PLACEHOLDER)
    sent = httpx.Request(
        recorded.method, instance.url + recorded.path, headers=recorded.headers, content=recorded.body or None
    )
    script = script_of(asyncio.run(record_statements(server.url, sent)), first=PLACEHOLDER, last=LAST)
    connections = load_settings({}).database_pool_size
    pairs = [
        (
            requests_a_second(instance.url, requests, seconds=SECONDS),
            run_pgbench(server, script, seconds=SECONDS, connections=connections),
        )
        for _ in ROUNDS
    ]
    ours, theirs = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    detail = f"{ours:,.0f} requests/s and {theirs:,.0f} transactions/s"
    return Row(f"{case.name} ÷ pgbench, same transaction", ours / theirs, case.target, "higher", detail)


def _check(instance: Program, request: Request) -> None:
    """Check that the response contains the expected rows."""
    response = httpx.request(
        request.method, instance.url + request.path, headers=request.headers, content=request.body or None
    ).raise_for_status()
    if not request.body:
        rows = json.loads(response.text)
        assert len(rows) == 20 and all(value not in (None, []) for value in rows[0].values()), rows[:1]
