"""The day at the desk: attendance, notes, and which bookings a host and a receptionist handle."""

import asyncio
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.booking import book, cancel, change, days_ahead, make_service
from tests.factories.members import Member, make_member

GRANT = """
insert into public.role_grants (member_id, role_id, service_id) select $1, id, $3 from public.roles where preset = $2
"""
MARK = "select public.mark_attendance($1, $2::text::public.attendance)"
ADD_NOTE = "insert into public.booking_notes (booking_id, body) values ($1, $2)"
# The day of the venue has begun, and the booking too.
MAKE_TODAY = """
with moved as (
  update public.slots set starts_at = now() - interval '5 minutes', ends_at = now() + interval '55 minutes',
    busy = tstzrange(now() - interval '5 minutes', now() + interval '55 minutes')
  where id = (select slot_id from public.bookings where id = $1))
update public.bookings set starts_at = now() - interval '5 minutes', ends_at = now() + interval '55 minutes'
where id = $1
"""


@contextmanager
def refused(code: str) -> Any:
    with pytest.raises(asyncpg.PostgresError) as caught:
        yield
    assert caught.value.detail == code  # type: ignore[attr-defined]


async def run(pool: Pool, who: Member, sql: str, *values: Any) -> list[Any]:
    async with as_role(pool, who.caller, read_only=False) as conn:
        return [row[0] for row in await conn.fetch(sql, *values)]


async def read(pool: Pool, sql: str, *values: Any) -> list[Any]:
    async with as_owner(pool) as conn:
        return [tuple(row) for row in await conn.fetch(sql, *values)]


async def give(pool: Pool, member: Member, role: str, service: UUID | None) -> None:
    async with as_owner(pool) as conn:
        await conn.execute(GRANT, member.id, role, service)


async def start(pool: Pool, booking: UUID) -> None:
    async with as_owner(pool) as conn:
        await conn.execute(MAKE_TODAY, booking)


async def test_states_have_a_time_an_actor_and_a_log_row(pool: Pool, admin: Member) -> None:
    host, mei = await make_member(pool), await make_member(pool)
    service = await make_service(pool, admin, host_id=str(host.id))
    booking = (await book(pool, mei, service, days_ahead(1))).id
    for state in ("arrived", "no_show"):
        with refused("too_early"):
            await run(pool, host, MARK, booking, state)
    await start(pool, booking)
    state = "select attendance::text, attendance_by, attendance_at is not null from public.bookings"
    for mark in ("arrived", "late", "done", "no_show"):
        await run(pool, host, MARK, booking, mark)
        assert await read(pool, state) == [(mark, host.id, True)]
    await run(pool, host, MARK, booking, None)
    assert await read(pool, state) == [(None, None, False)]
    log = """
      select changes ->> 'attendance', actor_id, member_id from public.staff_log where thing = 'bookings' order by id
    """
    assert [row[0] for row in await read(pool, log)] == [
        '[null, "arrived"]', '["arrived", "late"]', '["late", "done"]', '["done", "no_show"]', '["no_show", null]',
    ]  # fmt: skip
    assert {row[1:] for row in await read(pool, log)} == {(host.id, mei.id)}


async def test_only_the_staff_of_a_booking_mark_it(pool: Pool, admin: Member) -> None:
    host, other_host, reception, elsewhere, mei = [await make_member(pool) for _ in range(5)]
    service = await make_service(pool, admin, host_id=str(host.id))
    other = await make_service(pool, admin, host_id=str(other_host.id))
    await give(pool, reception, "receptionist", service)
    await give(pool, elsewhere, "receptionist", other)
    booking = (await book(pool, mei, service, days_ahead(1))).id
    await start(pool, booking)
    for who in (mei, other_host, elsewhere):
        with refused("not_found"):
            await run(pool, who, MARK, booking, "arrived")
        assert who is mei or await run(pool, who, "select id from public.bookings") == []
    for who in (host, reception, admin):
        await run(pool, who, MARK, booking, "arrived")
        assert await run(pool, who, "select id from public.bookings") == [booking]
        assert await run(pool, who, "select public.handles_bookings()") == [True]
    assert await run(pool, mei, "select public.handles_bookings()") == [False]
    # A member writes no column of their booking.
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await run(pool, mei, "update public.bookings set attendance = 'done' returning id")


async def test_notes_are_for_the_staff_of_the_service(pool: Pool, admin: Member) -> None:
    host, reception, elsewhere, mei = [await make_member(pool) for _ in range(4)]
    service = await make_service(pool, admin, host_id=str(host.id))
    await give(pool, reception, "receptionist", service)
    await give(pool, elsewhere, "receptionist", await make_service(pool, admin))
    booking = (await book(pool, mei, service, days_ahead(1))).id
    await run(pool, host, ADD_NOTE, booking, "Needs the ground floor.")
    for who in (mei, elsewhere):
        assert await run(pool, who, "select body from public.booking_notes") == []
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await run(pool, who, ADD_NOTE, booking, "Hello")
    assert await run(pool, reception, "select body from public.booking_notes") == ["Needs the ground floor."]
    # Only its writer deletes a note; and no user writes in the name of another.
    assert await run(pool, reception, "delete from public.booking_notes returning id") == []
    assert len(await run(pool, host, "delete from public.booking_notes returning id")) == 1
    assert await read(pool, "select act, actor_id, changes::text like '%ground%' from public.staff_log "
                            "where thing = 'booking_notes' order by id") == [
        ("insert", host.id, False), ("delete", host.id, False)]  # fmt: skip
    mine = (await run(pool, mei, "select public.my_data()::text"))[0]
    assert '"host_id"' not in mine and '"attendance"' in mine


async def test_a_moved_or_cancelled_booking_has_no_attendance(pool: Pool, admin: Member) -> None:
    mei = await make_member(pool)
    service = await make_service(pool, admin)
    for act in (cancel, lambda *given: change(*given, days_ahead(3))):
        booking = (await book(pool, mei, service, days_ahead(1))).id
        await start(pool, booking)
        await run(pool, admin, MARK, booking, "arrived")
        await act(pool, admin, booking)
        assert await read(pool, "select attendance, attendance_at from public.bookings where id = $1", booking) == [
            (None, None)
        ]
        await cancel(pool, admin, booking)
        with refused("not_found"):
            await run(pool, admin, MARK, booking, "arrived")


async def test_a_booking_follows_the_host_of_its_slot(pool: Pool, admin: Member) -> None:
    first, second, mei = [await make_member(pool) for _ in range(3)]
    service = await make_service(pool, admin, host_id=str(first.id))
    booking = (await book(pool, mei, service, days_ahead(1))).id
    async with as_owner(pool) as conn:
        await conn.execute("update public.slots set host_id = $1", second.id)
    assert await run(pool, first, "select id from public.bookings") == []
    assert await run(pool, second, "select id from public.bookings") == [booking]


async def test_two_marks_at_once_are_one_after_the_other(pool: Pool, admin: Member) -> None:
    mei = await make_member(pool)
    service = await make_service(pool, admin)
    booking = (await book(pool, mei, service, days_ahead(1))).id
    await start(pool, booking)
    await asyncio.gather(*(run(pool, admin, MARK, booking, mark) for mark in ("arrived", "late", "done") * 3))
    changes = await read(pool, "select changes -> 'attendance' ->> 0, changes -> 'attendance' ->> 1 "
                               "from public.staff_log where thing = 'bookings' order by id")  # fmt: skip
    # Each begins with the state in which the one before it ended.
    assert [before for before, _ in changes] == [None, *(after for _, after in changes[:-1])]
