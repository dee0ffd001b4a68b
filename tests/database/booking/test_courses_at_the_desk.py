"""Staff book whole courses for callers and walk-ins: all dates or none, one message, and never for the wrong person."""

import asyncio
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from tests.database.booking.test_courses import COUNTS, EMAILS, EVENINGS, book_course, call, make_course, read
from tests.database.booking.test_reception import GIVE_ROLE
from tests.database.booking.test_restored_bookings import refused
from tests.factories.booking import BookingResult
from tests.factories.members import Member, make_member

BOOK_FOR = """
select public.book_series_for($1, $2, member => $3, guest => $4, name => $5, address => $6, party => $7, or_wait => $8)
"""
WHOLE = len(EVENINGS)
TAKEN = "select count(*), min(taken), max(taken) from public.slots where service_id = $1"


async def make_desk(pool: Pool, service: UUID) -> Member:
    """A receptionist of the service."""
    desk = await make_member(pool, display_name="Rosnah")
    await pool.execute(GIVE_ROLE, desk.id, service)
    return desk


async def book_for(
    pool: Pool,
    who: Member,
    service: UUID,
    *,
    member: UUID | None = None,
    guest: UUID | None = None,
    name: str | None = None,
    address: str | None = None,
    party: int = 1,
    or_wait: bool = False,
    booking: UUID | None = None,
) -> BookingResult:
    async with as_role(pool, who.caller, read_only=False) as connection:
        answer = await connection.fetchval(
            BOOK_FOR, booking or uuid4(), service, member, guest, name, address, party, or_wait
        )
    return msgspec.json.decode(answer, type=BookingResult)


async def test_a_walk_in_a_caller_and_a_member_get_all_dates(pool: Pool, admin: Member) -> None:
    service = await make_course(pool, admin, capacity=3)
    desk, mai, booking = await make_desk(pool, service), await make_member(pool), uuid4()
    for _ in range(2):
        # A repeated request makes no second booking and no second guest.
        made = await book_for(pool, desk, service, name="Walk In", booking=booking)
        assert (made.id, made.status) == (booking, "booked")
    await book_for(pool, desk, service, name="Caller", address="caller@example.org")
    await book_for(pool, desk, service, member=mai.id)
    assert await read(pool, TAKEN, service) == [(WHOLE, 3, 3)]
    people = "select count(*), count(distinct person_id), count(distinct series_id), count(distinct booked_by)"
    assert await read(pool, f"{people} from public.bookings where service_id = $1", service) == [(3 * WHOLE, 3, 3, 1)]
    # One message for the course.
    assert await read(pool, EMAILS, mai.id) == [("booking_confirmed", WHOLE)]
    of_guests = (
        "select count(*) from public.outbox o join public.guests g on g.id = o.guest_id where g.email is not null"
    )
    assert await read(pool, of_guests) == [(1,)]
    with refused("already_booked"):
        await book_for(pool, desk, service, member=mai.id, or_wait=True)
    with refused("full"):
        await book_for(pool, desk, service, name="Late")
    assert (await book_for(pool, desk, service, name="Late", or_wait=True)).status == "waiting"
    # The desk takes back what it has booked: the course goes to the one who waits.
    await call(pool, desk, "cancel_series", booking)
    state = "select b.status::text, count(*) from public.bookings b join public.guests g on g.id = b.guest_id"
    assert await read(pool, f"{state} where g.name = 'Late' group by 1") == [("booked", WHOLE)]


async def test_only_those_who_handle_the_course_book_it_for_others(pool: Pool, admin: Member) -> None:
    service, other = await make_course(pool, admin), await make_course(pool, admin)
    desk = await make_desk(pool, service)
    for who in (await make_member(pool), await make_desk(pool, other)):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await book_for(pool, who, service, name="Mei")
    await book_for(pool, admin, other, name="Huy", address="huy@example.org")
    [(stranger,)] = await read(pool, "select id from public.guests")
    with refused("not_found"):
        await book_for(pool, desk, service, guest=stranger)
    with refused("not_found"):
        await book_for(pool, desk, service, member=uuid4())
    with refused("name"):
        await book_for(pool, desk, service, name="  ")
    with refused("too_many"):
        await book_for(pool, desk, service, name="Mei", party=3)
    assert await read(pool, "select count(*) from public.bookings where service_id = $1", service) == [(0,)]


async def test_the_notice_binds_members_and_not_the_desk(pool: Pool, admin: Member) -> None:
    # The first evening is nearer than the notice, the others are not.
    service = await make_course(pool, admin, notice_minutes=5 * 24 * 60)
    mai, linh = await make_member(pool), await make_member(pool)
    await book_course(pool, mai, service)
    await book_for(pool, await make_desk(pool, service), service, member=linh.id, party=1)
    assert await read(pool, COUNTS, service, mai.id) == [("booked", WHOLE - 1)]
    assert await read(pool, COUNTS, service, linh.id) == [("booked", WHOLE)]


async def test_of_twenty_at_once_three_get_the_course_and_none_a_part(pool: Pool, many: Pool, admin: Member) -> None:
    service = await make_course(pool, admin, capacity=3)
    desks = [await make_desk(pool, service) for _ in range(4)]
    members = [await make_member(pool) for _ in range(10)]
    results = await asyncio.gather(
        *(book_for(many, desks[number % 4], service, name=f"Caller {number}") for number in range(10)),
        *(book_course(many, member, service) for member in members),
        return_exceptions=True,
    )
    assert sum(isinstance(result, BookingResult) for result in results) == 3
    assert {result.detail for result in results if isinstance(result, asyncpg.PostgresError)} == {"full"}  # type: ignore[attr-defined]
    assert await read(pool, TAKEN, service) == [(WHOLE, 3, 3)]
    whole = "select count(*) from public.bookings where service_id = $1 group by series_id, person_id"
    assert await read(pool, whole, service) == [(WHOLE,)] * 3
    messages = "select count(*) from public.outbox where kind = 'booking_confirmed'"
    assert await read(pool, messages) == [(3,)]
