"""Undoing a cancellation: by the side that cancelled, within an hour, while the place is free."""

import asyncio
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.booking import BookingResult, book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member

RESTORE = "select public.restore_booking($1)"
MAILS = "select kind from public.outbox where recipient_id = $1 order by id"
AGE = """
update public.bookings set cancelled_at = cancelled_at - $2::text::interval where id = $1
"""


async def restore(pool: Pool, who: Member, booking: UUID) -> BookingResult:
    async with as_role(pool, who.caller, read_only=False) as connection:
        return msgspec.json.decode(await connection.fetchval(RESTORE, booking), type=BookingResult)


@contextmanager
def refused(code: str) -> Any:
    with pytest.raises(asyncpg.PostgresError) as caught:
        yield
    assert caught.value.detail == code  # type: ignore[attr-defined]


async def read(pool: Pool, sql: str, *values: Any) -> list[Any]:
    async with as_owner(pool) as connection:
        return [row[0] for row in await connection.fetch(sql, *values)]


async def test_a_member_takes_a_cancellation_back(pool: Pool, admin: Member) -> None:
    service, mei = await make_service(pool, admin, capacity=1, per_person=1), await make_member(pool)
    made = await book(pool, mei, service, days_ahead(3))
    cancelled = await cancel(pool, mei, made.id)
    restored = await restore(pool, mei, made.id)
    assert (restored.status, restored.starts_at, restored.ends_at) == ("booked", made.starts_at, made.ends_at)
    # Calendars follow: each step has a higher number.
    assert made.sequence < cancelled.sequence < restored.sequence
    assert await read(pool, MAILS, mei.id) == ["booking_confirmed", "booking_cancelled", "booking_confirmed"]
    assert await restore(pool, mei, made.id) == restored
    assert await read(pool, "select taken from public.slots") == [1]


async def test_the_side_that_cancelled_undoes_it(pool: Pool, admin: Member) -> None:
    service, mei, hoa = await make_service(pool, admin), await make_member(pool), await make_member(pool)
    by_member, by_staff = [await book(pool, mei, service, days_ahead(day)) for day in (3, 4)]
    await cancel(pool, mei, by_member.id)
    await cancel(pool, admin, by_staff.id)
    for who, booking in ((admin, by_member), (mei, by_staff), (hoa, by_member), (hoa, by_staff)):
        with refused("not_found"):
            await restore(pool, who, booking.id)
    assert (await restore(pool, mei, by_member.id)).status == "booked"
    assert (await restore(pool, admin, by_staff.id)).status == "booked"
    assert await read(pool, "select cancelled_by_staff from public.bookings") == [False, False]


async def test_a_host_undoes_what_they_cancelled(pool: Pool, admin: Member) -> None:
    host, other, mei = [await make_member(pool) for _ in range(3)]
    service = await make_service(pool, admin, host_id=str(host.id))
    await make_service(pool, admin, host_id=str(other.id))
    booking = await book(pool, mei, service, days_ahead(3))
    await cancel(pool, host, booking.id)
    with refused("not_found"):
        await restore(pool, other, booking.id)
    assert (await restore(pool, host, booking.id)).status == "booked"


async def test_a_place_that_was_given_away_stays_away(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=1, per_person=1)
    mei, hoa = await make_member(pool), await make_member(pool)
    booking = await book(pool, mei, service, days_ahead(3))
    waiting = await book(pool, hoa, service, days_ahead(3), or_wait=True)
    assert waiting.status == "waiting"
    await cancel(pool, mei, booking.id)
    with refused("full"):
        await restore(pool, mei, booking.id)
    assert await read(pool, "select status::text from public.bookings where member_id = $1", hoa.id) == ["booked"]


async def test_a_position_on_the_waiting_list_comes_back(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=1, per_person=1)
    mei, hoa, linh = [await make_member(pool) for _ in range(3)]
    place = await book(pool, mei, service, days_ahead(3))
    first = await book(pool, hoa, service, days_ahead(3), or_wait=True)
    second = await book(pool, linh, service, days_ahead(3), or_wait=True)
    await cancel(pool, hoa, first.id)
    assert (await restore(pool, hoa, first.id)).position == 1
    await cancel(pool, hoa, first.id)
    await cancel(pool, mei, place.id)
    await cancel(pool, linh, second.id)
    # All others have left: the restored member gets the place at once.
    restored = await restore(pool, hoa, first.id)
    assert (restored.status, restored.position) == ("booked", None)


async def test_other_bookings_count(pool: Pool, admin: Member) -> None:
    one, other = await make_service(pool, admin), await make_service(pool, admin)
    mei = await make_member(pool)
    booking = await book(pool, mei, one, days_ahead(3))
    await cancel(pool, mei, booking.id)
    again = await book(pool, mei, one, days_ahead(3))
    with refused("already_booked"):
        await restore(pool, mei, booking.id)
    await cancel(pool, mei, again.id)
    elsewhere = await book(pool, mei, other, days_ahead(3))
    with refused("overlapping"):
        await restore(pool, mei, booking.id)
    await cancel(pool, mei, elsewhere.id)
    assert (await restore(pool, mei, booking.id)).status == "booked"


async def test_after_an_hour_it_is_too_late(pool: Pool, admin: Member) -> None:
    service, mei = await make_service(pool, admin), await make_member(pool)
    booking = await book(pool, mei, service, days_ahead(3))
    await cancel(pool, mei, booking.id)
    async with as_owner(pool) as connection:
        await connection.execute(AGE, booking.id, "61 minutes")
    with refused("undo_over"):
        await restore(pool, mei, booking.id)


async def test_rules_of_the_service_do_not_count(pool: Pool, admin: Member) -> None:
    """The booking was there before: a service that is closed by now had kept it."""
    service, mei = await make_service(pool, admin), await make_member(pool)
    booking = await book(pool, mei, service, days_ahead(3))
    await cancel(pool, mei, booking.id)
    await make_service(pool, admin, id=str(service), base_sequence=0, is_active=False, hours=[])
    assert (await restore(pool, mei, booking.id)).status == "booked"


async def test_simultaneous_undos_of_two_members_give_the_place_once(pool: Pool, many: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=1, per_person=1)
    mei, hoa = await make_member(pool), await make_member(pool)
    first = await book(pool, mei, service, days_ahead(3))
    await cancel(pool, mei, first.id)
    second = await book(pool, hoa, service, days_ahead(3))
    await cancel(pool, hoa, second.id)
    calls = [restore(many, who, booking.id) for who, booking in ((mei, first), (hoa, second)) for _ in range(8)]
    results = await asyncio.gather(*calls, return_exceptions=True)
    outcomes = {r.status if isinstance(r, BookingResult) else r.detail for r in results}  # type: ignore[union-attr]
    assert outcomes == {"booked", "full"}
    assert await read(pool, "select taken from public.slots") == [1]


async def test_only_cancelled_bookings_carry_the_marks(pool: Pool, admin: Member) -> None:
    service, mei = await make_service(pool, admin), await make_member(pool)
    booking = await book(pool, mei, service, days_ahead(3))
    for change in ("cancelled_by_staff = true", "waited_since = now()"):
        with pytest.raises(asyncpg.CheckViolationError):
            async with as_owner(pool) as connection:
                await connection.execute(f"update public.bookings set {change} where id = $1", booking.id)
