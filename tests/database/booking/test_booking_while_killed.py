"""Bookings whose connections are cut before their answers, as with kill -9 of the server: places and emails agree.

`python -m bench booking` kills the processes of a whole server twenty times.
"""

import asyncio
import random
from collections import Counter
from datetime import datetime
from uuid import UUID, uuid4

from balai.database.availability import is_unreachable
from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member

ROUNDS, MEMBERS = 2, 60
CUT = """
select pg_terminate_backend(pid) from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and application_name = 'balai' and state = 'active'
"""
ROWS = """
select (select array_agg(x.taken) from public.slots x where x.service_id = $1),
  (select array_agg(b.status::text || b.party_size) from public.bookings b where b.service_id = $1),
  (select count(distinct o.recipient_id) from public.outbox o where o.kind = 'booking_confirmed'
    and o.details ->> 'serviceId' = $1::text),
  (select count(*) from public.outbox o where o.kind = 'booking_confirmed' and o.details ->> 'serviceId' = $1::text),
  (select count(*) from public.booking_holds h where h.service_id = $1)
"""


async def try_to_hold(pool: Pool, member: Member, service: UUID, at: datetime) -> None:
    """Hold the place. If it is full, or the connection is cut, a visitor books without a hold."""
    try:
        async with as_role(pool, member.caller, read_only=False) as connection:
            await connection.execute("select public.hold_place($1, $2, $3)", uuid4(), service, at)
    except Exception as error:
        if not (is_unreachable(error) or str(getattr(error, "sqlstate", "")).startswith("PT")):
            raise


async def book_until_answered(pool: Pool, member: Member, service: UUID, at: datetime, *, holds: bool) -> str:
    booking = uuid4()
    async with asyncio.timeout(60):
        if holds:
            await try_to_hold(pool, member, service, at)
        while True:
            try:
                return (await book(pool, member, service, at, booking=booking)).status
            except Exception as error:  # noqa: BLE001 - see below
                # A connection that is cut fails in many ways, and the client sends its request again.
                if str(getattr(error, "sqlstate", "")).startswith("PT"):
                    return str(error.detail)  # type: ignore[attr-defined]
                await asyncio.sleep(0.01)


async def test_requests_for_3_places_while_connections_are_cut(pool: Pool, many: Pool, admin: Member) -> None:
    members, chance = [await make_member(pool) for _ in range(MEMBERS)], random.Random(14)
    for number in range(ROUNDS):
        service = await make_service(pool, admin, capacity=3, per_person=1, position=number + 1)
        at, cut = days_ahead(3, 9 + number), 0
        requests = [
            asyncio.create_task(book_until_answered(many, member, service, at, holds=index % 3 == 0))
            for index, member in enumerate(members)
        ]
        for _ in range(4):
            await asyncio.sleep(chance.random() / 20)
            async with as_owner(pool) as connection:
                cut += len(await connection.fetch(CUT))
        assert cut > 0
        assert Counter(await asyncio.gather(*requests)) == {"booked": 3, "full": MEMBERS - 3}
        async with as_owner(pool) as connection:
            rows = await connection.fetchrow(ROWS, service)
        assert rows is not None
        assert tuple(rows) == ([3], ["booked1"] * 3, 3, 3, 0)
