"""Moving a booking at the desk to another person: the rules of booking, the messages, the thread, and the undo."""

import asyncio
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.database.booking.test_attendance import give
from tests.database.booking.test_closings import answer, read, refused
from tests.database.booking.test_handing_over import APPOINTMENT, HOSTS, book_with, make_clinic
from tests.database.booking.test_hosts_and_rooms import make_room
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member

MOVE = "select public.move_booking($1, $2, $3)"
UNDO = "select public.undo_move($1)"
TIMES = "select host_id, starts_at from public.move_times($1, $2, $2, $3)"
TOLD = """
select o.kind, coalesce(p.display_name, g.name, '')
from public.outbox o left join public.profiles p on p.id = o.recipient_id left join public.guests g on g.id = o.guest_id
order by 1, 2
"""
STATE = "select host_id, starts_at, sequence, chosen_by, room_id from public.bookings where id = $1"
THREADS = "select p.title from public.posts p join public.forums f on f.id = p.forum_id where f.slot_id is not null"
WATCHERS = """
select m.display_name from public.watches w join public.posts p on p.id = w.post_id
join public.forums f on f.id = p.forum_id join public.profiles m on m.id = w.member_id
where f.slot_id is not null order by 1
"""


async def move(pool: Pool, who: Member, booking: str, at: datetime, host: Member | None) -> dict[str, Any]:
    return await answer(pool, who, MOVE, UUID(booking), at, host.id if host else None)


async def undo(pool: Pool, who: Member, booking: str) -> dict[str, Any]:
    return await answer(pool, who, UNDO, UUID(booking))


async def test_a_booking_goes_to_another_person_and_back(pool: Pool) -> None:
    admin, mai, tan, both, _ = await make_clinic(pool)
    ana = await make_member(pool, display_name="Ana")
    at = days_ahead(3)
    booking = await book_with(pool, ana, both, at, mai)
    before = await read(pool, STATE, UUID(booking))

    await pool.execute("delete from public.outbox")
    done = await move(pool, admin, booking, at, tan)
    assert (done["host_id"], done["sequence"], done["chosen_by"]) == (str(tan.id), 1, [])
    assert await read(pool, HOSTS) == [(at, "Tan")]
    told = [("booking_handed_over", "Ana"), ("staff_handed_over", "Mai"), ("staff_handed_over", "Tan")]
    assert await read(pool, TOLD) == told
    # The same again changes nothing and sends nothing.
    assert (await move(pool, admin, booking, at, tan))["sequence"] == 1
    assert await read(pool, TOLD) == told

    await pool.execute("delete from public.outbox")
    assert (await undo(pool, admin, booking))["sequence"] == 2
    assert (await undo(pool, admin, booking))["sequence"] == 2
    (state,) = await read(pool, STATE, UUID(booking))
    assert (*state[:2], state[3]) == (*before[0][:2], before[0][3])
    assert await read(pool, TOLD) == told

    # To another person and another time: one message that tells both.
    await pool.execute("delete from public.outbox")
    await move(pool, admin, booking, at + timedelta(hours=2), tan)
    assert await read(pool, HOSTS) == [(at + timedelta(hours=2), "Tan")]
    assert await read(pool, TOLD) == [
        ("booking_changed", "Ana"), ("staff_handed_over", "Mai"), ("staff_handed_over", "Tan")
    ]  # fmt: skip
    details = await read(
        pool, "select details ->> 'formerHost', details ? 'previousStartsAt' from public.outbox limit 1"
    )
    assert details == [(str(mai.id), True)]
    # With the same person it is a move as before.
    await pool.execute("delete from public.outbox")
    await move(pool, admin, booking, at + timedelta(hours=3), None)
    assert await read(pool, TOLD) == [("booking_changed", "Ana"), ("staff_changed", "Tan")]


async def test_only_those_who_handle_the_booking_move_it(pool: Pool) -> None:
    admin, mai, tan, both, _ = await make_clinic(pool)
    ana, reception, elsewhere = [await make_member(pool) for _ in range(3)]
    await give(pool, reception, "receptionist", both)
    await give(pool, elsewhere, "receptionist", await make_service(pool, admin))
    at = days_ahead(3)
    booking = await book_with(pool, ana, both, at, mai)
    # Neither the member, nor the colleague who would get it, nor the reception of another service.
    for stranger in (ana, tan, elsewhere):
        with refused("not_found"):
            await move(pool, stranger, booking, at, tan)
        with refused("not_found"):
            await answer(pool, stranger, TIMES, UUID(booking), at.date(), [tan.id])
        with refused("not_found"):
            await undo(pool, stranger, booking)
    assert await read(pool, HOSTS) == [(at, "Mai")]
    await move(pool, reception, booking, at, tan)
    # The person who had it did not give it away.
    for stranger in (mai, ana, elsewhere):
        with refused("not_found"):
            await undo(pool, stranger, booking)
    await undo(pool, reception, booking)
    # A host gives their own away, and takes it back while it is the last that happened to it.
    await move(pool, mai, booking, at, tan)
    with refused("not_found"):
        await move(pool, mai, booking, at, mai)
    await undo(pool, mai, booking)
    await move(pool, mai, booking, at, tan)
    await move(pool, tan, booking, at + timedelta(hours=1), None)
    with refused("not_found"):
        await undo(pool, mai, booking)


async def test_the_rules_of_booking_hold(pool: Pool) -> None:
    admin, mai, tan, both, alone = await make_clinic(pool)
    ana, bo, chi = [await make_member(pool, display_name=name) for name in ("Ana", "Bo", "Chi")]
    day = days_ahead(3, 0)
    booking = await book_with(pool, ana, both, days_ahead(3, 10), mai)
    only_mai = await book_with(pool, bo, alone, days_ahead(3, 14), mai)
    await book_with(pool, chi, both, days_ahead(3, 11), tan)
    own = await book_with(pool, tan, both, days_ahead(3, 13), mai)
    await book(pool, tan, await make_service(pool, admin), days_ahead(3, 15))
    async with as_owner(pool) as conn:
        await conn.execute(
            "insert into public.absences (host_id, starts_at, ends_at) values ($1, $2, $3)",
            tan.id, days_ahead(3, 8), days_ahead(3, 10),
        )  # fmt: skip
    for subject, hour, code in (
        (only_mai, 14, "host_unsuitable"), (booking, 11, "host_busy"), (booking, 9, "host_away"), (own, 13, "host_own"),
        (booking, 15, "host_busy"), (booking, 8, "outside_hours"),
    ):  # fmt: skip
        with refused(code):
            await move(pool, admin, subject, days_ahead(3, hour), tan)
    free = await read_times(pool, admin, booking, day, [tan.id])
    # Not at nine (leave), eleven and fifteen (bookings), and thirteen is their own booking with Mai.
    assert [at for _, at in free] == [days_ahead(3, hour) for hour in (10, 12, 14, 16)]
    both_hosts = await read_times(pool, admin, booking, day, [mai.id, tan.id])
    assert {at for host, at in both_hosts if host == mai.id} == {days_ahead(3, hour) for hour in (9, 11, 12, 15, 16)}
    assert await read_times(pool, admin, own, day, [tan.id]) == []
    with refused("undo_over"):
        await move(pool, admin, booking, days_ahead(3, 12), tan)
        await cancel(pool, ana, UUID(booking))
        await undo(pool, admin, booking)


async def read_times(pool: Pool, who: Member, booking: str, day: datetime, hosts: list[UUID]) -> list[Any]:
    async with as_role(pool, who.caller) as conn:
        local = (day + timedelta(hours=12)).date()
        return [tuple(row) for row in await conn.fetch(TIMES, UUID(booking), local, hosts)]


async def test_the_only_room_stays_and_a_waiting_party_gets_the_freed_person(pool: Pool) -> None:
    admin, mai, tan = [await make_member(pool, display_name=name, is_admin=name == "A") for name in ("A", "Mai", "Tan")]
    hosts = [str(mai.id), str(tan.id)]
    ana, bo = await make_member(pool), await make_member(pool)
    at = days_ahead(3)
    room = await make_room(pool)
    narrow = await make_service(pool, admin, hosts=hosts, rooms=[str(room)], **APPOINTMENT)
    booking = await book_with(pool, ana, narrow, at, mai)
    assert at in [time for _, time in await read_times(pool, admin, booking, days_ahead(3, 0), [tan.id])]
    await move(pool, admin, booking, at, tan)
    assert await read(pool, "select host_id, room_id from public.bookings") == [(tan.id, room)]

    wide = await make_service(pool, admin, hosts=hosts, **APPOINTMENT)
    later = days_ahead(4)
    first = await book_with(pool, ana, wide, later, mai)
    waiting = "select public.book($1, $2, $3, or_wait => true, host => $4)"
    await answer(pool, bo, waiting, uuid4(), wide, later, mai.id)
    await move(pool, admin, first, later, tan)
    booked = "select member_id, host_id from public.bookings where status = 'booked' and service_id = $1"
    assert set(await read(pool, booked, wide)) == {(ana.id, tan.id), (bo.id, mai.id)}
    # So the way back is closed.
    with refused("host_busy"):
        await undo(pool, admin, first)


async def test_the_thread_and_its_readers_follow(pool: Pool) -> None:
    admin, mai, tan = [await make_member(pool, display_name=name, is_admin=name == "A") for name in ("A", "Mai", "Tan")]
    ana = await make_member(pool, display_name="Ana")
    at = days_ahead(3)
    service = await make_service(pool, admin, hosts=[str(mai.id), str(tan.id)], thread_days=7, **APPOINTMENT)
    booking = await book_with(pool, ana, service, at, mai)
    (topic,) = await read(pool, "select p.id from public.posts p")
    async with as_owner(pool) as conn:
        await conn.execute("insert into public.slot_links (slot_id, online_url) "
                           "select slot_id, 'https://meet.example/a' from public.bookings")  # fmt: skip

    async def readers() -> list[str]:
        found = []
        for member, name in ((ana, "Ana"), (mai, "Mai"), (tan, "Tan"), (admin, "A")):
            areas = await read(pool, "select cardinality(public.session_areas_of($1, 'see'))", member.id)
            if areas[0][0]:
                found.append(name)
        return found

    title = await read(pool, THREADS)
    assert (await readers(), await read(pool, WATCHERS)) == (["Ana", "Mai"], [("Ana",), ("Mai",)])
    await move(pool, admin, booking, at, tan)
    assert (await readers(), await read(pool, WATCHERS)) == (["Ana", "Tan"], [("Ana",), ("Tan",)])
    await move(pool, admin, booking, at + timedelta(hours=2), mai)
    assert (await readers(), await read(pool, WATCHERS)) == (["Ana", "Mai"], [("Ana",), ("Mai",)])
    # It is the same topic, under its new time, with the link of the meeting.
    (moved,) = await read(pool, THREADS)
    assert moved[0].replace("12:00", "10:00") == title[0][0] != moved[0]
    assert await read(pool, "select p.id from public.posts p") == [topic]
    assert await read(pool, "select l.slot_id = b.slot_id from public.slot_links l, public.bookings b") == [(True,)]
    # No act of a member on a text.
    assert await read(pool, "select thing from public.staff_log where thing in ('posts', 'forums')") == []
    await undo(pool, admin, booking)
    assert (await readers(), await read(pool, THREADS)) == (["Ana", "Tan"], title)


async def test_many_moves_into_one_slot_and_one_wins(pool: Pool) -> None:
    admin, mai, tan, both, _ = await make_clinic(pool)
    hours = range(9, 17)
    members = [await make_member(pool) for _ in hours]
    bookings = [
        await book_with(pool, member, both, days_ahead(3, hour), mai)
        for hour, member in zip(hours, members, strict=True)
    ]
    rival = await make_member(pool)

    async def attempt(act: Any) -> str:
        try:
            await act
        except asyncpg.PostgresError as error:
            return str(error.detail)
        return "moved"

    outcomes = await asyncio.gather(
        *(attempt(move(pool, admin, booking, days_ahead(3, 12), tan)) for booking in bookings),
        attempt(book_with(pool, rival, both, days_ahead(3, 12), tan)),
    )
    assert outcomes.count("moved") == 1
    assert set(outcomes) <= {"moved", "host_busy", "full"}
    assert await read(pool, "select count(*) from public.bookings where host_id = $1", tan.id) == [(1,)]
    # Nine bookings or eight, each in one place.
    overlaps = """
      select count(*) from public.slots a join public.slots b
        on a.id < b.id and a.host_id = b.host_id and a.busy && b.busy
      where a.taken > 0 and b.taken > 0
    """
    assert await read(pool, overlaps) == [(0,)]


async def test_sessions_are_joined_and_take_place_once(pool: Pool) -> None:
    admin, mai, tan = [await make_member(pool, display_name=name, is_admin=name == "A") for name in ("A", "Mai", "Tan")]
    ana, bo, chi = [await make_member(pool) for _ in range(3)]
    service = await make_service(pool, admin, hosts=[str(mai.id), str(tan.id)], capacity=2, per_person=1)
    booking = await book_with(pool, ana, service, days_ahead(3, 10), mai)
    other = await book_with(pool, bo, service, days_ahead(3, 10), mai)
    await book_with(pool, chi, service, days_ahead(3, 12), tan)
    # Another one is in the session: it stays with its person.
    with refused("full"):
        await move(pool, admin, booking, days_ahead(3, 10), tan)
    await move(pool, admin, booking, days_ahead(3, 12), tan)
    assert await read(pool, HOSTS) == [(days_ahead(3, 10), "Mai"), (days_ahead(3, 12), "Tan")]
    # Full by now.
    with refused("host_busy"):
        await move(pool, admin, other, days_ahead(3, 12), tan)
