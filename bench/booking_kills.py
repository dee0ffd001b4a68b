"""200 requests for 3 places while the server is killed: what is booked, what is confirmed, and what is left over.

In each round every member repeats the same request until it is answered, as the front end does. At a random moment one
of the server's processes gets SIGKILL: a worker, the database, or all of them with the supervisor.
"""

import asyncio
import os
import random
import signal
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import asyncpg
import httpx

from balai.database.embedded import EmbeddedPostgres
from balai.security.tokens import api_keys, sign
from bench.program import SECRET, Program, program
from bench.row import Row

MEMBERS, PLACES, ROUNDS = 200, 3, 20
# Of the requests of a round, which take half a second on a quiet machine.
LATEST_KILL_S = 0.6
SERVICE = "00000000-0000-4000-8000-0000000000cc"
MEMBER_IDS = [f"00000000-0000-4000-8000-{number:012}" for number in range(1, MEMBERS + 1)]
FILL = f"""
insert into auth.users (id, email, email_confirmed_at)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.org', now()
  from generate_series(1, {MEMBERS}) as n;
insert into public.services (id, slug, kind, duration_minutes, capacity, per_person, window_days, time_zone)
  values ('{SERVICE}', 'benchmark', 'session', 60, {PLACES}, 1, 30, 'UTC');
insert into public.service_texts (service_id, language, name, description, place)
  values ('{SERVICE}', 'en', 'Reading circle', 'Bring a book.', 'Room 2');
insert into public.service_hours (service_id, weekday, opens, closes)
  select '{SERVICE}', day, '00:00', '24:00' from generate_series(1, 7) as day;
analyze;
"""
COUNT_BOOKINGS = "select count(*) from public.bookings where starts_at = $1"
COUNT_CONFIRMATIONS = """
select count(*) from public.outbox o
join public.bookings b on b.member_id = o.recipient_id and b.starts_at = $1
where o.kind = 'booking_confirmed' and (o.details ->> 'startsAt')::timestamptz = $1
"""
# Places that no booking has, bookings without a place or a confirmation, and confirmations without a booking, as rows
# and as emails. A hold is left over once it has expired.
COUNT_ORPHANS = """
select
  (select coalesce(sum(abs(x.taken - (select count(*) from public.bookings b where b.slot_id = x.id)
      - (select coalesce(sum(h.party_size), 0) from public.booking_holds h where h.slot_id = x.id))), 0)
    from public.slots x)
  + (select count(*) from public.bookings b where not exists (select from public.slots x where x.id = b.slot_id))
  + (select abs((select count(*) from public.bookings)
    - (select count(*) from public.outbox where kind = 'booking_confirmed')))
  + (select count(*) from public.booking_holds where expires_at <= now())
  + (select abs((select count(*) from public.bookings)
    - (select count(*) from mailbox.queue where kind = 'booking_confirmed')))
"""
HAS_UNSENT = "select exists (select from public.outbox where sent_at is null)"


def measure_kills() -> Iterator[Row]:
    """All rounds on one site."""
    with program(BALAI_LOG_LEVEL="error") as instance:
        instance.start()
        booked, confirmed, orphans, killed = asyncio.run(_measure(instance))
    detail = f"{ROUNDS} rounds; killed: " + ", ".join(f"{name} {number}×" for name, number in killed.items())
    wrong = sum(number != PLACES for number in booked)
    yield Row(f"booking: rounds with other than {PLACES} of {MEMBERS} booked", wrong, 0, "lower", detail)
    wrong = sum(number != PLACES for number in confirmed)
    yield Row(f"booking: rounds with other than {PLACES} confirmations", wrong, 0, "lower", detail)
    yield Row("booking: rows left over after the kills", orphans, 0, "lower", detail)


async def _measure(instance: Program) -> tuple[list[int], list[int], int, Counter[str]]:
    connection = await asyncpg.connect(EmbeddedPostgres(instance.data).url)
    await connection.execute(FILL)
    await connection.close()
    first = datetime.now(UTC).replace(minute=0, second=0, microsecond=0) + timedelta(hours=30)
    starts = [first + timedelta(hours=number) for number in range(ROUNDS)]
    killed: Counter[str] = Counter()
    for number, at in enumerate(starts):
        killed[await _round(instance, number, at)] += 1
    connection = await asyncpg.connect(EmbeddedPostgres(instance.data).url)
    booked = [await connection.fetchval(COUNT_BOOKINGS, at) for at in starts]
    confirmed = [await connection.fetchval(COUNT_CONFIRMATIONS, at) for at in starts]
    async with asyncio.timeout(60):
        while await connection.fetchval(HAS_UNSENT):  # noqa: ASYNC110 - rows send no event
            await asyncio.sleep(0.1)
    orphans = int(await connection.fetchval(COUNT_ORPHANS))
    await connection.close()
    return booked, confirmed, orphans, killed


async def _round(instance: Program, number: int, at: datetime) -> str:
    limits = httpx.Limits(max_connections=MEMBERS)
    async with httpx.AsyncClient(base_url=instance.url, limits=limits, timeout=10) as client:
        requests = [asyncio.create_task(_book(client, member, at)) for member in MEMBER_IDS]
        await asyncio.sleep(random.random() * LATEST_KILL_S)
        name = ("worker", "worker", "database", "everything")[number % 4]
        await asyncio.to_thread(_kill, instance, name)
        outcomes = Counter(await asyncio.gather(*requests))
    if outcomes != {"booked": PLACES, "full": MEMBERS - PLACES}:
        raise RuntimeError(f"round {number}: {dict(outcomes)}")
    return name


def _kill(instance: Program, name: str) -> None:
    if name == "database":
        os.kill(int((instance.data / "postgres" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    elif name == "worker":
        os.kill(instance.worker(), signal.SIGKILL)
    else:
        instance.kill()
        instance.start()


async def _book(client: httpx.AsyncClient, member: str, at: datetime) -> str:
    """Repeat one request until it is answered."""
    claims = {"role": "authenticated", "sub": member, "exp": int(time.time()) + 3600}
    headers = {"apikey": api_keys(SECRET).anon, "authorization": f"Bearer {sign(claims, SECRET)}"}
    wish = {"id": str(uuid.uuid4()), "service": SERVICE, "starts_at": at.isoformat()}
    async with asyncio.timeout(120):
        while True:
            try:
                response = await client.post("/rest/v1/rpc/book", json=wish, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(0.05)
                continue
            if response.status_code == 200:
                return "booked"
            if response.status_code == 409:
                return str(response.json().get("details"))
            if response.status_code < 500:
                raise RuntimeError(response.text)
            await asyncio.sleep(0.05)
