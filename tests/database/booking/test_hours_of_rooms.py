"""Weekly hours of rooms: a time is offered when a person and a room are both there."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member

LIST_SLOTS = 'select starts_at, "left" from public.list_slots($1, $2, $2)'
SAVE_HOURS = "select public.save_work_hours($1, $2, $3::jsonb)"
ADD_ABSENCE = "insert into public.absences (room_id, starts_at, ends_at) values ($1, $2, $3)"


async def make_rooms(pool: Pool, number: int, zone: str = "Asia/Singapore") -> list[UUID]:
    rooms = [uuid4() for _ in range(number)]
    async with as_owner(pool) as connection:
        await connection.execute("update public.site_settings set time_zone = $1", zone)
        for position, room in enumerate(rooms):
            await connection.execute(
                'insert into public.rooms (id, names, position) values ($1, \'{"en": "Room"}\', $2)', room, position
            )
    return rooms


async def open_on(pool: Pool, caller: Member, day: date, *spans: tuple[str, str], room: UUID | None = None) -> None:
    """Save the hours of one weekday, of the room or of the caller; each span that begins at 0:00 is on the next day."""
    hours = [
        {"weekday": (day + timedelta(days=opens == "00:00")).isoweekday(), "opens": opens, "closes": closes}
        for opens, closes in spans
    ]
    async with as_role(pool, caller.caller, read_only=False) as connection:
        host = None if room else caller.id
        await connection.fetchval(SAVE_HOURS, host, room, msgspec.json.encode(hours).decode())


async def offered(pool: Pool, service: UUID, day: date) -> dict[datetime, int]:
    async with as_role(pool, Caller.anonymous()) as connection:
        return dict(map(tuple, await connection.fetch(LIST_SLOTS, service, day)))


async def appointment(pool: Pool, admin: Member, rooms: list[UUID], hosts: list[Member], **more: Any) -> UUID:
    return await make_service(
        pool, admin, kind="appointment", capacity=1, per_person=1, hosts=[str(host.id) for host in hosts],
        rooms=[str(room) for room in rooms], **more,
    )  # fmt: skip


async def test_a_time_needs_a_person_and_a_room_that_are_there(pool: Pool, admin: Member) -> None:
    mai, lim = await make_member(pool), await make_member(pool)
    late, early, closed = await make_rooms(pool, 3)
    service = await appointment(pool, admin, [late, early, closed], [mai, lim])
    at = days_ahead(3)
    day = at.date()
    assert await offered(pool, service, day) == {days_ahead(3, hour): 2 for hour in range(9, 17)}
    # Two people and two of the rooms from ten to two; the third room is never open on this day.
    await open_on(pool, mai, day, ("10:00", "14:00"))
    await open_on(pool, lim, day, ("10:00", "14:00"))
    await open_on(pool, admin, day, ("12:00", "16:00"), room=late)
    await open_on(pool, admin, day, ("09:00", "11:00"), ("12:00", "13:00"), room=early)
    await open_on(pool, admin, day + timedelta(days=1), ("09:00", "17:00"), room=closed)
    assert await offered(pool, service, day) == {days_ahead(3, 10): 1, days_ahead(3, 12): 2, days_ahead(3, 13): 1}
    # A room that is away on one date is not there, whatever its weekly hours say.
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute(ADD_ABSENCE, late, days_ahead(3, 13), days_ahead(3, 14))
    assert await offered(pool, service, day) == {days_ahead(3, 10): 1, days_ahead(3, 12): 2}
    made = [await book(pool, await make_member(pool), service, days_ahead(3, hour)) for hour in (10, 12, 12)]
    async with as_owner(pool) as connection:
        rows = await connection.fetch("select id, room_id from public.bookings")
    assert [dict(map(tuple, rows))[booking.id] for booking in made] == [early, late, early]
    # A request made by hand is refused as well.
    for hour in (11, 13, 15):
        with pytest.raises(asyncpg.PostgresError, match="not enough free places"):
            await book(pool, await make_member(pool), service, days_ahead(3, hour))
    # Without hours nothing is restricted any more.
    for room in (late, early, closed):
        await open_on(pool, admin, day, room=room)
    assert (await offered(pool, service, day))[days_ahead(3, 13)] == 2


async def test_hours_of_a_room_join_at_midnight_and_at_the_end_of_the_week(pool: Pool, admin: Member) -> None:
    # Nine o'clock in UTC is eleven in the evening in Honolulu, of the day before: here of a Sunday.
    (room,) = await make_rooms(pool, 1, "Pacific/Honolulu")
    monday = days_ahead(3, 9, "UTC")
    monday += timedelta(days=(1 - monday.isoweekday()) % 7)
    sunday = monday.date() - timedelta(days=1)
    service = await appointment(
        pool, admin, [room], [], time_zone="UTC", duration_minutes=120,
        hours=[{"weekday": 1, "opens": "09:00", "closes": "11:00"}],
    )  # fmt: skip
    for spans, is_offered in (
        ([], True),
        ([("23:00", "24:00"), ("00:00", "01:00")], True),
        ([("23:00", "24:00"), ("00:00", "00:59")], False),
        ([("23:00", "24:00")], False),
        ([("00:00", "01:00")], False),
        ([("23:00", "23:59"), ("00:00", "01:00")], False),
    ):
        await open_on(pool, admin, sunday, *spans, room=room)
        assert await offered(pool, service, monday.date()) == ({monday.astimezone(UTC): 1} if is_offered else {}), spans


async def test_hours_of_a_room_are_set_by_who_may_and_used_at_once(pool: Pool, admin: Member) -> None:
    mai, member = await make_member(pool), await make_member(pool)
    (room,) = await make_rooms(pool, 1)
    service = await appointment(pool, admin, [room], [mai])
    day = days_ahead(3).date()
    for other in (mai, member):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await open_on(pool, other, day, ("09:00", "10:00"), room=room)
    find = "select starts_at from public.next_times(array[$1::uuid])"
    # Open on one weekday alone, which the stored next times of the service follow.
    await open_on(pool, admin, day, ("11:00", "12:00"), room=room)
    async with as_role(pool, Caller.anonymous()) as connection:
        assert await connection.fetchval(find, service) == days_ahead(3, 11)
