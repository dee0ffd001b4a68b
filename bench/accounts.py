"""Accounts: token refresh and GET /user against pgbench with the same statements; page latency in a flood of sign-ins.

Each refresh needs the token of the previous one, so every connection has a session of its own.
"""

import asyncio
import random
import re
import statistics
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import msgspec

from balai.backend.auth.account import get_user
from balai.backend.auth.sessions import refresh, refresh_checks
from balai.database.embedded import EmbeddedPostgres, binaries
from balai.security.tokens import api_keys, sign
from bench.load import Request, requests_a_second
from bench.program import SECRET, Program, program
from bench.row import Row

ROUNDS = range(3)
SECONDS = 3.0
MEMBERS = 16
FLOOD_PER_SECOND = 50
PAGES_PER_SECOND = 10
PASSWORD = "a password of the benchmarks"
EXPIRY = 4_000_000_000
REFRESH = "POST /auth/v1/token?grant_type=refresh_token HTTP/1.1\r\nhost: bench\r\n"


@dataclass(frozen=True)
class Member:
    """A signed-in member."""

    id: str
    session: str
    token: str


def _inline(text: str, *values: str) -> str:
    """Return a statement for pgbench: one line, with pgbench's variables as parameters."""
    for number, value in reversed(list(enumerate(values, 1))):
        text = text.replace(f"${number}", value)
    # pgbench would read a colon before a word as a variable.
    return " ".join(text.replace("HH24:MI:SS", 'HH24":"MI":"SS').split()) + ";"


MEMBER, SESSION, USED, FRESH = ":member", ":session", ":used", ":fresh"
PREPARE_REFRESH = """
select token as used, substr(md5(random()::text), 1, 12) as fresh, member, session
from public.bench_sessions b cross join lateral (
  select token from auth.refresh_tokens t where t.session_id = b.session and not revoked order by id desc limit 1) as t
where n = :client_id + 1 \\gset
"""
ENTRY = """'{"action": "token_refreshed", "actor_id": "x", "log_type": "token", "actor_username": "m@example.org"}'"""
SCRIPT_REFRESH = (
    " ".join(PREPARE_REFRESH.split())
    + "\n"
    + "\n".join(
        [
            "begin;",
            refresh_checks.SET_LOCK_TIMEOUT[0] + ";",
            _inline(refresh.LOCK_SESSION, USED),
            _inline(refresh.READ_STATE, USED, "false"),
            _inline(refresh.RECORD_REFRESH, SESSION, "now()", "'pgbench'", "'127.0.0.1'", "gen_random_uuid()", ENTRY),
            _inline(refresh.ROTATE, FRESH, MEMBER, SESSION, USED, "now()"),
            "commit;",
        ]
    )
)


def measure() -> Iterator[Row]:
    """Measure all three on one site with sixteen signed-in members."""
    limits = {"BALAI_RATE_LIMIT_TOKEN_REFRESH": "1000000000"}
    with program(BALAI_WORKERS="1", **limits) as instance:
        instance.start()
        server = EmbeddedPostgres(instance.data)
        yield _get_user(instance, server, asyncio.run(_fill(instance, server.url)))
        yield _refreshes(instance, server)
        yield _latency_in_flood(instance)


async def _fill(instance: Program, url: str) -> list[Member]:
    """Create the members, sign them in, and record their sessions."""
    admin = {"authorization": f"Bearer {api_keys(SECRET).service_role}"}
    members = []
    connection = await asyncpg.connect(url)
    await connection.execute("create table public.bench_sessions (n int primary key, member uuid, session uuid)")
    async with httpx.AsyncClient(base_url=f"{instance.url}/auth/v1", timeout=30) as client:
        for number in range(1, MEMBERS + 1):
            body = {"email": f"m{number}@example.org", "password": PASSWORD}
            (await client.post("/admin/users", json={**body, "email_confirm": True}, headers=admin)).raise_for_status()
            session = (await client.post("/token?grant_type=password", json=body)).raise_for_status().json()
            row = """
              insert into public.bench_sessions select $1, user_id, id from auth.sessions where user_id = $2
              returning session::text
            """
            user = session["user"]["id"]
            members.append(Member(user, await connection.fetchval(row, number, user), session["access_token"]))
    await connection.close()
    return members


def _get_user(instance: Program, server: EmbeddedPostgres, members: list[Member]) -> Row:
    requests = [Request("GET", "/auth/v1/user", {"authorization": f"Bearer {member.token}"}) for member in members]
    # One script per member: looking up the member would be a second statement.
    scripts = [_inline(get_user.SELECT_USER, f"'{member.id}'", f"'{member.session}'", "now()") for member in members]
    pairs = [(requests_a_second(instance.url, requests, seconds=SECONDS), _pgbench(server, *scripts)) for _ in ROUNDS]
    return _row("GET /user of one worker ÷ pgbench, same statements", pairs, "requests/s")


def _refreshes(instance: Program, server: EmbeddedPostgres) -> Row:
    pairs = [(asyncio.run(_refresh_rate(instance)), _pgbench(server, SCRIPT_REFRESH)) for _ in ROUNDS]
    return _row("token refreshes of one worker ÷ pgbench, same statements", pairs, "grants/s")


async def _refresh_rate(instance: Program) -> float:
    """Return refreshes per second, by sixteen members at once, each with a token chain of their own."""
    sessions = [await _sign_in(instance, number) for number in range(1, MEMBERS + 1)]
    until = time.perf_counter() + SECONDS
    started = time.perf_counter()
    counts = await asyncio.gather(*(_refresh_until(instance, session["refresh_token"], until) for session in sessions))
    return sum(counts) / (time.perf_counter() - started)


async def _sign_in(instance: Program, number: int) -> dict[str, str]:
    async with httpx.AsyncClient(timeout=30) as client:
        body = {"email": f"m{number}@example.org", "password": PASSWORD}
        response = await client.post(f"{instance.url}/auth/v1/token?grant_type=password", json=body)
        return dict(response.raise_for_status().json())


async def _refresh_until(instance: Program, token: str, until: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", instance.port)
    count = 0
    while time.perf_counter() < until:
        body = msgspec.json.encode({"refresh_token": token})
        writer.write(f"{REFRESH}content-length: {len(body)}\r\n\r\n".encode() + body)
        response = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", response)
        assert response.startswith(b"HTTP/1.1 200") and length is not None, response
        token = msgspec.json.decode(await reader.readexactly(int(length[1])))["refresh_token"]
        count += 1
    writer.close()
    return count


def _latency_in_flood(instance: Program) -> Row:
    pairs = [
        (asyncio.run(_page_p99(instance, flood=True)), asyncio.run(_page_p99(instance, flood=False))) for _ in ROUNDS
    ]
    return _row("page p99 with 50 sign-in attempts/s ÷ without", pairs, "ms", target=2, better="lower")


async def _page_p99(instance: Program, *, flood: bool) -> float:
    """Return the p99 latency of pages in ms at a constant request rate; `flood`: with password guesses."""
    times: list[float] = []
    headers = {
        "cookie": f"sb-access-token={sign({'role': 'authenticated', 'sub': str(UUID(int=1)), 'exp': EXPIRY}, SECRET)}"
    }
    async with httpx.AsyncClient(timeout=30, limits=httpx.Limits(max_connections=None)) as client:

        async def page() -> None:
            started = time.perf_counter()
            (await client.get(f"{instance.url}/en/forum", headers=headers)).raise_for_status()
            times.append((time.perf_counter() - started) * 1000)

        async def guess() -> None:
            body = {"email": f"g{random.getrandbits(40)}@example.org", "password": "a guess"}
            await client.post(f"{instance.url}/auth/v1/token?grant_type=password", json=body)

        await page()
        times.clear()
        loads = [_at_rate(page, PAGES_PER_SECOND)] + ([_at_rate(guess, FLOOD_PER_SECOND)] if flood else [])
        await asyncio.gather(*loads)
    return sorted(times)[int(len(times) * 0.99)]


async def _at_rate(action: Callable[[], Awaitable[None]], per_second: int) -> None:
    tasks = []
    started = time.perf_counter()
    for number in range(int(per_second * SECONDS)):
        await asyncio.sleep(max(0.0, started + number / per_second - time.perf_counter()))
        tasks.append(asyncio.ensure_future(action()))
    await asyncio.gather(*tasks)


def _row(name: str, pairs: list[tuple[float, float]], unit: str, *, target: float = 0.3, better: Any = "higher") -> Row:
    ours, theirs = (statistics.median(figures) for figures in zip(*pairs, strict=True))
    return Row(name, ours / theirs, target, better, f"{ours:,.0f} and {theirs:,.0f} {unit}")


def _pgbench(server: EmbeddedPostgres, *texts: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        scripts = [Path(folder) / f"{number}.sql" for number in range(len(texts))]
        for script, text in zip(scripts, texts, strict=True):
            script.write_text(text)
        found = re.search(r"host=(.*)", server.url)
        assert found is not None
        command = [str(binaries() / "pgbench"), "-n", "-M", "prepared", "-T", str(int(SECONDS))]
        command += [part for script in scripts for part in ("-f", str(script))]
        command += ["-j", "1", "-c", str(MEMBERS), "-h", found[1], "-U", "postgres", "postgres"]
        done = subprocess.run(command, capture_output=True, text=True)
    rate = re.search(r"tps = ([0-9.]+)", done.stdout)
    assert rate is not None, done.stdout + done.stderr
    return float(rate[1])
