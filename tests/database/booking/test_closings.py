"""Closing a time in one act: all who are booked get a message, nothing is offered, and it can be undone for an hour."""

import asyncio
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member

GRANT = """
insert into public.role_grants (member_id, role_id, service_id) select $1, id, $3 from public.roles where preset = $2
"""
CLOSE = "select public.close_time($1, $2, $3, $4, $5, $6)"
PREVIEW = "select public.preview_closing($1, $2, $3, $4)"
STATES = "select status::text, count(*) from public.bookings group by 1 order by 1"
RECORDED = """
select (select count(*) from public.closings), (select count(*) from public.staff_log),
  (select count(*) from public.slot_notices)
"""
DAY = timedelta(days=1)


@contextmanager
def refused(code: str) -> Any:
    with pytest.raises(asyncpg.PostgresError) as caught:
        yield
    assert caught.value.detail == code  # type: ignore[attr-defined]


async def answer(pool: Pool, who: Member, sql: str, *values: Any) -> dict[str, Any]:
    async with as_role(pool, who.caller, read_only=False) as conn:
        found: dict[str, Any] = msgspec.json.decode(await conn.fetchval(sql, *values))
    return found


async def close(
    pool: Pool,
    who: Member,
    start: datetime,
    service: UUID | None = None,
    host: UUID | None = None,
    act: UUID | None = None,
) -> dict[str, Any]:
    return await answer(pool, who, CLOSE, act or uuid4(), start, start + DAY, service, host, "The nurse is ill.")


async def undo(pool: Pool, who: Member, act: str) -> dict[str, Any]:
    return await answer(pool, who, "select public.undo_closing($1)", UUID(act))


async def read(pool: Pool, sql: str, *values: Any) -> list[Any]:
    async with as_owner(pool) as conn:
        return [tuple(row) for row in await conn.fetch(sql, *values)]


async def count_offered(pool: Pool, service: UUID, day: datetime) -> int:
    rows = await read(
        pool,
        "select count(*) from public.list_slots($1, $2, $2)",
        service,
        (day + timedelta(hours=8)).date(),
    )
    return int(rows[0][0])


async def test_a_day_is_cancelled_in_one_act_and_undone(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=2, per_person=2)
    people = [await make_member(pool) for _ in range(4)]
    morning = days_ahead(3, 0)
    for number, member in enumerate(people[:3]):
        await book(pool, member, service, days_ahead(3, 10 + number), party=2)
    await book(pool, people[3], service, days_ahead(3, 10), or_wait=True)
    kept = await book(pool, people[3], service, days_ahead(4))
    offered = await count_offered(pool, service, days_ahead(3))
    assert offered > 0
    seen = await answer(pool, admin, PREVIEW, morning, morning + DAY, service, None)
    assert seen == {"bookings": 4, "people": 7, "waiting": 1}
    assert await read(pool, STATES) == [("booked", 4), ("waiting", 1)]

    closed = await close(pool, admin, morning, service)
    assert (closed["bookings"], closed["restored"]) == (4, 0)
    # No booking was promoted on the way, and each member gets one message, with other times.
    assert await read(pool, STATES) == [("booked", 1), ("cancelled", 4)]
    mails = await read(
        pool, "select kind, details from public.outbox where kind in ('booking_cancelled', 'booking_promoted')"
    )
    details = [msgspec.json.decode(row[1]) for row in mails]
    assert [row[0] for row in mails] == ["booking_cancelled"] * 4
    assert all(each["by"] == "site" and each["reason"] == "The nurse is ill." for each in details)
    assert all(len(each["offers"]) == 3 for each in details)
    assert not any(morning <= datetime.fromisoformat(time) < morning + DAY
                   for each in details for time in each["offers"])  # fmt: skip
    assert await count_offered(pool, service, days_ahead(3)) == 0
    with refused("outside_hours"):
        await book(pool, people[0], service, days_ahead(3, 15))

    undone = await undo(pool, admin, closed["id"])
    assert undone["restored"] == 4
    assert await read(pool, STATES) == [("booked", 4), ("waiting", 1)]
    assert await count_offered(pool, service, days_ahead(3)) == offered
    assert (await undo(pool, admin, closed["id"]))["restored"] == 4
    log = await read(pool, "select act, actor_id from public.staff_log where thing = 'closings' order by id")
    assert log == [("insert", admin.id), ("update", admin.id)]
    assert await read(pool, "select status::text from public.bookings where id = $1", kept.id) == [("booked",)]


async def test_undoing_gives_back_only_what_is_free(pool: Pool, admin: Member) -> None:
    host = await make_member(pool)
    service = await make_service(pool, admin, host_id=str(host.id), capacity=1, per_person=1)
    mei, hoa, lan = [await make_member(pool) for _ in range(3)]
    other = await make_service(pool, admin)
    await book(pool, mei, service, days_ahead(3, 10))
    await book(pool, hoa, service, days_ahead(3, 11))
    await book(pool, lan, service, days_ahead(3, 12))
    closed = await close(pool, host, days_ahead(3, 0), host=host.id)
    # Mei went elsewhere meanwhile, at the same time.
    await book(pool, mei, other, days_ahead(3, 10))
    assert (await undo(pool, host, closed["id"]))["restored"] == 2
    assert await read(pool, "select member_id from public.bookings where status = 'cancelled'") == [(mei.id,)]
    assert await read(pool, "select max(taken) from public.slots") == [(1,)]


async def test_undo_ends_after_an_hour(pool: Pool, admin: Member) -> None:
    service, mei = await make_service(pool, admin), await make_member(pool)
    await book(pool, mei, service, days_ahead(3))
    closed = await close(pool, admin, days_ahead(3, 0), service)
    async with as_owner(pool) as conn:
        await conn.execute("update public.closings set closed_at = now() - interval '61 minutes'")
    with refused("undo_over"):
        await undo(pool, admin, closed["id"])
    assert await count_offered(pool, service, days_ahead(3)) == 0


async def test_each_closes_what_is_theirs(pool: Pool, admin: Member) -> None:
    host, colleague, reception, mei = [await make_member(pool) for _ in range(4)]
    first = await make_service(pool, admin, host_id=str(host.id))
    second = await make_service(pool, admin, host_id=str(colleague.id))
    async with as_owner(pool) as conn:
        await conn.execute(GRANT, reception.id, "receptionist", first)
    await book(pool, mei, first, days_ahead(3, 10))
    await book(pool, mei, second, days_ahead(3, 12))
    day = days_ahead(3, 0)
    wrong: list[tuple[Member, UUID | None, UUID | None]] = [
        (mei, None, None), (mei, first, None), (host, None, None), (host, first, None), (host, None, colleague.id),
        (reception, None, None), (reception, second, None), (reception, None, host.id),
    ]  # fmt: skip
    for who, service, person in wrong:
        for sql in (PREVIEW, None):
            with refused("not_allowed"):
                if sql:
                    await answer(pool, who, sql, day, day + DAY, service, person)
                else:
                    await close(pool, who, day, service, person)
    # A member who offers no service has no time to close: nothing is recorded, nor announced to open pages.
    before = await read(pool, RECORDED)
    with refused("not_allowed"):
        await close(pool, mei, day, host=mei.id)
    assert await read(pool, RECORDED) == before
    by_host = await close(pool, host, day, host=host.id)
    assert by_host["bookings"] == 1
    for who in (mei, colleague, reception):
        with refused("not_allowed"):
            await undo(pool, who, by_host["id"])
    assert (await undo(pool, host, by_host["id"]))["restored"] == 1
    by_reception = await close(pool, reception, day, service=first)
    assert by_reception["bookings"] == 1
    assert (await undo(pool, reception, by_reception["id"]))["restored"] == 1


async def test_no_booking_gets_into_a_day_that_is_being_closed(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=20, per_person=1)
    people = [await make_member(pool) for _ in range(12)]
    act, day = uuid4(), days_ahead(3, 0)

    async def try_booking(member: Member) -> None:
        try:
            await book(pool, member, service, days_ahead(3, 10))
        except asyncpg.PostgresError as error:
            assert error.detail == "outside_hours"  # type: ignore[attr-defined]

    await asyncio.gather(
        *(try_booking(member) for member in people[:6]),
        *(close(pool, admin, day, service, act=act) for _ in range(3)),
        *(try_booking(member) for member in people[6:]),
    )
    assert [row for row in await read(pool, STATES) if row[0] != "cancelled"] == []
    assert await read(pool, "select count(*) from public.closings") == [(1,)]
    told = await read(pool, "select count(*) from public.outbox where kind = 'booking_cancelled'")
    assert told == await read(pool, "select count(*) from public.bookings")


async def test_a_member_who_cancelled_before_stays_cancelled(pool: Pool, admin: Member) -> None:
    service, mei = await make_service(pool, admin), await make_member(pool)
    booking = await book(pool, mei, service, days_ahead(3))
    await cancel(pool, mei, booking.id)
    closed = await close(pool, admin, days_ahead(3, 0), service)
    assert (closed["bookings"], (await undo(pool, admin, closed["id"]))["restored"]) == (0, 0)
    assert await read(pool, STATES) == [("cancelled", 1)]
