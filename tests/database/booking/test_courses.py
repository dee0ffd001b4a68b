"""Courses: all dates are booked at once or none, the line moves as a whole, and one evening can be given up."""

import asyncio
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.database.booking.test_restored_bookings import refused
from tests.factories.booking import BookingResult, book, cancel, days_ahead, make_service
from tests.factories.guests import book_as_guest, prove
from tests.factories.members import Member, make_member

EVENINGS = tuple(3 + 7 * week for week in range(6))
BOOK = "select public.book_series($1, $2, $3, '', $4)"
BOOK_AS_GUEST = "select public.book_series_as_guest($1, $2, 'Mei Tan', 'mei@example.org', $3)"
COUNTS = """
select status::text, count(*) from public.bookings where service_id = $1 and member_id = $2 group by 1 order by 1
"""
EMAILS = """
select kind, jsonb_array_length(details -> 'dates') from public.outbox where recipient_id = $1 order by id
"""


async def make_course(pool: Pool, admin: Member, series: str = "whole", **more: Any) -> UUID:
    """Six evenings, a week apart."""
    dates = [
        {"day": days_ahead(day, 12).date().isoformat(), "opens": "19:00", "closes": "20:00", "note": ""}
        for day in EVENINGS
    ]
    settings: dict[str, Any] = {"capacity": 2, "window_days": 60, "series": series, **more}
    return await make_service(pool, admin, hours=(), exceptions=dates, **settings)


async def book_course(
    pool: Pool, member: Member, service: UUID, *, or_wait: bool = False, booking: UUID | None = None, party: int = 1
) -> BookingResult:
    async with as_role(pool, member.caller, read_only=False) as connection:
        result = await connection.fetchval(BOOK, booking or uuid4(), service, party, or_wait)
    return msgspec.json.decode(result, type=BookingResult)


async def call(pool: Pool, member: Member, name: str, booking: UUID) -> dict[str, Any]:
    async with as_role(pool, member.caller, read_only=False) as connection:
        answer: dict[str, Any] = msgspec.json.decode(await connection.fetchval(f"select public.{name}($1)", booking))
    return answer


async def read(pool: Pool, sql: str, *values: Any) -> list[Any]:
    async with as_owner(pool) as connection:
        return [tuple(row) for row in await connection.fetch(sql, *values)]


async def test_a_course_of_six_evenings_fills_and_the_line_moves(pool: Pool, admin: Member) -> None:
    service = await make_course(pool, admin)
    mei, hoa, ravi, linh = [await make_member(pool) for _ in range(4)]
    first = uuid4()
    made = await book_course(pool, mei, service, booking=first)
    assert made == await book_course(pool, mei, service, booking=first)
    await book_course(pool, hoa, service)
    with pytest.raises(asyncpg.PostgresError) as full:
        await book_course(pool, ravi, service)
    assert full.value.detail == "full"  # type: ignore[attr-defined]
    assert (await book_course(pool, ravi, service, or_wait=True)).status == "waiting"
    assert (await book_course(pool, linh, service, or_wait=True)).position == 2
    assert await read(pool, COUNTS, service, mei.id) == [("booked", 6)]
    assert await read(pool, COUNTS, service, ravi.id) == [("waiting", 6)]

    with pytest.raises(asyncpg.PostgresError):
        await call(pool, linh, "cancel_series", first)
    assert (await call(pool, mei, "cancel_series", first))["cancelled"] == 6
    assert await read(pool, COUNTS, service, ravi.id) == [("booked", 6)]
    assert await read(pool, COUNTS, service, linh.id) == [("waiting", 6)]
    # One email for each act, with all dates.
    assert await read(pool, EMAILS, mei.id) == [("booking_confirmed", 6), ("booking_cancelled", 6)]
    assert await read(pool, EMAILS, ravi.id) == [("booking_waiting", 6), ("booking_promoted", 6)]
    # The place is taken, so the cancellation cannot be undone, not even in part.
    with pytest.raises(asyncpg.PostgresError):
        await call(pool, mei, "restore_series", first)
    assert await read(pool, COUNTS, service, mei.id) == [("cancelled", 6)]


async def test_a_course_is_booked_whole_or_not_at_all(pool: Pool, admin: Member) -> None:
    service = await make_course(pool, admin, "either", capacity=1, per_person=1)
    mei, hoa, ravi = [await make_member(pool) for _ in range(3)]
    evening = datetime.combine(days_ahead(EVENINGS[3], 12).date(), datetime.min.time(), UTC).replace(hour=11)
    single = await book(pool, mei, service, evening)
    with pytest.raises(asyncpg.PostgresError) as full:
        await book_course(pool, hoa, service)
    assert full.value.detail == "full"  # type: ignore[attr-defined]
    assert await read(pool, COUNTS, service, hoa.id) == []
    await book_course(pool, hoa, service, or_wait=True)
    # Behind hoa, and for this evening alone.
    await book(pool, ravi, service, evening, or_wait=True)
    await cancel(pool, mei, single.id)
    assert await read(pool, COUNTS, service, hoa.id) == [("booked", 6)]
    assert await read(pool, COUNTS, service, ravi.id) == [("waiting", 1)]

    dates = await read(pool, "select id from public.bookings where member_id = $1 order by starts_at", hoa.id)
    await cancel(pool, hoa, dates[3][0])
    assert await read(pool, COUNTS, service, ravi.id) == [("booked", 1)]
    assert await read(pool, COUNTS, service, hoa.id) == [("booked", 5), ("cancelled", 1)]


async def test_a_course_that_is_cancelled_is_restored_whole(pool: Pool, admin: Member) -> None:
    service = await make_course(pool, admin)
    mei = await make_member(pool)
    made = await book_course(pool, mei, service)
    with pytest.raises(asyncpg.PostgresError) as single:
        await book(pool, await make_member(pool), service, made.starts_at)
    assert single.value.detail == "whole_only"  # type: ignore[attr-defined]
    await call(pool, mei, "cancel_series", made.id)
    assert (await call(pool, mei, "restore_series", made.id))["status"] == "booked"
    assert await read(pool, COUNTS, service, mei.id) == [("booked", 6)]


async def test_of_many_at_once_as_many_get_the_course_as_it_has_places(pool: Pool, admin: Member) -> None:
    service = await make_course(pool, admin)
    members = [await make_member(pool) for _ in range(8)]
    results = await asyncio.gather(*(book_course(pool, member, service) for member in members), return_exceptions=True)
    assert sum(isinstance(result, BookingResult) for result in results) == 2
    taken = await read(pool, "select count(*), min(taken), max(taken) from public.slots where service_id = $1", service)
    assert taken == [(6, 2, 2)]


async def test_a_course_is_one_of_the_ten_bookings_of_an_address(pool: Pool, admin: Member) -> None:
    course, token = await make_course(pool, admin), await prove(pool, "mei@example.org")
    service = await make_service(pool, admin)
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        await connection.execute(BOOK_AS_GUEST, uuid4(), course, token)
    for day in range(4, 13):
        await book_as_guest(pool, service, days_ahead(day), token, name=f"Mei {day}")
    with refused("too_many_bookings"):
        await book_as_guest(pool, service, days_ahead(13), token)


async def test_staff_see_the_dates_of_a_guest_without_their_links(pool: Pool, admin: Member) -> None:
    service, token = await make_course(pool, admin), await prove(pool, "mei@example.org")
    dates = "select link from public.series_of($1, $2)"
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        made = msgspec.json.decode(await connection.fetchval(BOOK_AS_GUEST, uuid4(), service, token))
        assert all(row["link"] for row in await connection.fetch(dates, made["id"], made["link"]))
        assert await connection.fetch(dates, made["id"], "0" * 64) == []
    async with as_role(pool, admin.caller) as connection:
        rows = await connection.fetch(dates, made["id"], "0" * 64)
    assert [row["link"] for row in rows] == [None] * len(EVENINGS)


async def test_the_link_of_a_claimed_course_opens_no_date(pool: Pool, admin: Member) -> None:
    service, token = await make_course(pool, admin), await prove(pool, "mei@example.org")
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        first = msgspec.json.decode(await connection.fetchval(BOOK_AS_GUEST, uuid4(), service, token))
    mei = await make_member(pool)
    async with as_role(pool, mei.caller, read_only=False) as connection:
        [guest] = await connection.fetch("select guest_id from public.list_claims('mei@example.org', $1)", token)
        await connection.execute("select public.claim_guests($1, 'mei@example.org', $2)", [guest["guest_id"]], token)
    # The old link opens none of the dates.
    async with as_role(pool, Caller.anonymous()) as connection:
        assert await connection.fetch("select id from public.series_of($1, $2)", first["id"], first["link"]) == []
        assert await connection.fetch("select id from public.guest_booking($1, 'en')", first["link"]) == []


async def test_a_whole_course_is_held_for_its_holder_or_not_at_all(pool: Pool, many: Pool, admin: Member) -> None:
    service = await make_course(pool, admin, offer_hours=0)
    mei, hoa, ravi, linh = [await make_member(pool) for _ in range(4)]
    held = "select count(*), count(distinct part) from public.booking_holds"
    taken = "select min(taken), max(taken) from public.slots where service_id = $1"

    async def hold(who: Member, party: int = 1) -> dict[str, Any]:
        async with as_role(many, who.caller, read_only=False) as connection:
            answer = await connection.fetchval("select public.hold_series($1, $2, $3)", uuid4(), service, party)
        return dict(msgspec.json.decode(answer))

    assert await hold(mei) == {"seconds": 300, "left": 2}
    # Again, for more: it replaces what was held.
    assert (await hold(mei, 2))["left"] == 2
    assert await read(pool, held) == [(6, 6)] and await read(pool, taken, service) == [(2, 2)]
    for late in (book_course(pool, hoa, service), hold(hoa)):
        with refused("full"):
            await late
    # One of two is booked, and the other goes to the one who waits.
    assert (await book_course(pool, hoa, service, or_wait=True)).status == "waiting"
    booked = await book_course(pool, mei, service)
    assert booked.status == "booked"
    assert await read(pool, held) == [(0, 0)]
    assert await read(pool, COUNTS, service, hoa.id) == [("booked", 6)]
    await call(
        pool,
        mei,
        "cancel_series",
        (await read(pool, "select id from public.bookings where member_id = $1", mei.id))[0][0],
    )
    results = await asyncio.gather(*(hold(who) for who in (ravi, linh, mei)), return_exceptions=True)
    assert sum(isinstance(result, dict) for result in results) == 1
    assert await read(pool, held) == [(6, 6)] and await read(pool, taken, service) == [(2, 2)]
    # Nothing is left of it after five minutes, for the next writer.
    async with as_owner(pool) as connection:
        await connection.execute("update public.booking_holds set expires_at = now() - interval '1 second'")
        await connection.execute("select public.end_holds()")
    assert await read(pool, held) == [(0, 0)] and await read(pool, taken, service) == [(1, 1)]


async def test_a_guest_holds_a_course_by_the_secret_of_the_tab(pool: Pool, admin: Member) -> None:
    service, secret = await make_course(pool, admin), uuid4()
    token = await prove(pool, "mei@example.org")

    async def call_as_guest(sql: str, *values: Any, **headers: str) -> dict[str, Any]:
        async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
            sent = {"x-balai-network": "203.0.113.7"} | {
                name.replace("_", "-"): value for name, value in headers.items()
            }
            await connection.execute(
                "select set_config('request.headers', $1, true)", msgspec.json.encode(sent).decode()
            )
            return dict(msgspec.json.decode(await connection.fetchval(sql, *values)))

    hold = "select public.hold_series($1, $2, 2)"
    assert await call_as_guest(hold, secret, service) == {"seconds": 300, "left": 2}
    with refused("full"):
        await call_as_guest(hold, uuid4(), service)
    for headers in ({}, {"x_balai_hold": str(uuid4())}):
        with refused("full"):
            await call_as_guest(BOOK_AS_GUEST, uuid4(), service, token, **headers)
    booked = await call_as_guest(BOOK_AS_GUEST, uuid4(), service, token, x_balai_hold=str(secret))
    assert booked["status"] == "booked"
    assert await read(pool, "select count(*) from public.booking_holds") == [(0,)]
    assert await read(pool, "select min(taken), max(taken) from public.slots where service_id = $1", service) == [
        (1, 1)
    ]
