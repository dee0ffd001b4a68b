"""Free times of a month for a service with 10 people, 5 rooms and 2,000 bookings: milliseconds in the database.

Asked as an anonymous visitor asks, over one connection: all people, and one of them.
"""

import asyncio
import statistics
import time
from collections.abc import Iterator

import asyncpg

from balai.database.embedded import EmbeddedPostgres
from bench.program import program
from bench.row import Row

PEOPLE, ROOMS, BOOKINGS, DAYS = 10, 5, 2_000, 31
# More than the five after which a session keeps its plans.
WARM_UP, ROUNDS = 10, 100
MAX_MILLISECONDS = 10
SERVICE = "00000000-0000-4000-8000-0000000000aa"
# Half hours from nine to five; four of the five rooms are taken at each. Triggers are off while filling.
FILL = f"""
set session_replication_role = replica;
insert into auth.users (id, email)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.org'
  from generate_series(1, {PEOPLE} + {BOOKINGS}) as n;
insert into public.profiles (id, display_name) select id, 'Member' from auth.users on conflict do nothing;
insert into public.services (
  id, slug, kind, duration_minutes, capacity, per_person, notice_minutes, window_days, time_zone)
  values ('{SERVICE}', 'clinic', 'appointment', 30, 1, 1, 0, 60, 'Asia/Singapore');
insert into public.service_hours (service_id, weekday, opens, closes)
  select '{SERVICE}', day, '09:00', '17:00' from generate_series(1, 7) as day;
insert into public.service_hosts (service_id, host_id, position)
  select '{SERVICE}', ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n
  from generate_series(1, {PEOPLE}) as n;
insert into public.work_hours (host_id, weekday, opens, closes)
  select h.host_id, day, span.opens, span.closes from public.service_hosts as h, generate_series(1, 6) as day,
    (values ('09:00'::time, '12:30'::time), ('13:00', '17:00')) as span (opens, closes);
insert into public.rooms (id, names) select gen_random_uuid(), '{{"en": "Room"}}' from generate_series(1, {ROOMS});
insert into public.service_rooms (service_id, room_id, position)
  select '{SERVICE}', id, row_number() over (order by id) from public.rooms;
insert into public.work_hours (room_id, weekday, opens, closes)
  select r.id, day, span.opens, span.closes from public.rooms as r, generate_series(1, 6) as day,
    (values ('08:00'::time, '13:00'::time), ('13:00', '18:00')) as span (opens, closes);
insert into public.absences (host_id, starts_at, ends_at)
  select host_id, now() + position * interval '3 days', now() + position * interval '3 days 8 hours'
  from public.service_hosts;
create temporary table made as
  select gen_random_uuid() as slot_id, n, start, h.host_id, r.room_id
  from (
    select n, ((now() at time zone 'Asia/Singapore')::date + 1 + n / 64 + time '09:00'
      + n / 4 % 16 * interval '30 minutes') at time zone 'Asia/Singapore' as start
    from generate_series(0, {BOOKINGS} - 1) as n
  ) as times
  join public.service_hosts as h on h.position = 1 + (n + n / 4) % {PEOPLE}
  join public.service_rooms as r on r.position = 1 + n % 4;
insert into public.slots (id, service_id, starts_at, ends_at, busy, host_id, room_id, capacity, taken)
  select slot_id, '{SERVICE}', start, start + interval '30 minutes', tstzrange(start, start + interval '30 minutes'),
    host_id, room_id, 1, 1 from made;
insert into public.bookings (slot_id, service_id, member_id, starts_at, ends_at, host_id, room_id)
  select slot_id, '{SERVICE}', ('00000000-0000-4000-8000-' || lpad(({PEOPLE} + 1 + n)::text, 12, '0'))::uuid, start,
    start + interval '30 minutes', host_id, room_id from made;
set session_replication_role = origin;
vacuum analyze;
"""
LIST = "select count(*) from public.list_slots($1, current_date, current_date + $2::integer, $3)"


def measure() -> Iterator[Row]:
    """Fill one site, then list the month."""
    with program() as instance:
        instance.start()
        yield from asyncio.run(_measure(EmbeddedPostgres(instance.data).url))


async def _measure(url: str) -> list[Row]:
    connection = await asyncpg.connect(url)
    for statement in (part for part in FILL.split(";\n") if part.strip()):
        await connection.execute(statement)
    host = await connection.fetchval("select host_id from public.service_hosts order by position limit 1")
    await connection.execute("set role anon")
    rows = []
    for name, wanted in (("any of 10 people", None), ("one of 10 people", host)):
        times = []
        for _ in range(WARM_UP + ROUNDS):
            started = time.perf_counter()
            found = await connection.fetchval(LIST, SERVICE, DAYS, wanted)
            times.append(1000 * (time.perf_counter() - started))
        median, slowest = statistics.median(times[WARM_UP:]), max(times[WARM_UP:])
        detail = f"{found} times, {ROOMS} rooms, {BOOKINGS:,} bookings; slowest {slowest:.1f}"
        rows.append(Row(f"booking: times of a month, {name}, ms", median, MAX_MILLISECONDS, "lower", detail))
    await connection.close()
    return rows
