"""Requests for whole courses: one answer, one end and one message for all dates, and places on all or on none."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.jobs.booking.waiting import end_overdue_waiting
from tests.database.booking.test_courses import (
    BOOK_AS_GUEST,
    COUNTS,
    EMAILS,
    EVENINGS,
    book_course,
    call,
    make_course,
    read,
)
from tests.database.booking.test_courses_at_the_desk import TAKEN, book_for, make_desk
from tests.database.booking.test_offers import OVER, accept
from tests.database.booking.test_requests import CONFIRM, DECLINE, act, run
from tests.database.booking.test_restored_bookings import refused, restore
from tests.factories.booking import BookingResult, cancel, change
from tests.factories.guests import prove
from tests.factories.members import Member, make_member

WHOLE = len(EVENINGS)
STATE = """
select status || case when request_until is null then '' else ' request' end, count(*), count(distinct request_until)
from public.bookings where series_id = $1 group by 1
"""
DATES = "select id from public.bookings where series_id = $1 order by starts_at"
LATE = "update public.bookings set request_until = now() - interval '1 minute' where series_id = $1"


async def make_asked(pool: Pool, admin: Member, series: str = "whole", **more: Any) -> UUID:
    return await make_course(pool, admin, series, needs_confirmation=True, **more)


async def state(pool: Pool, series: UUID) -> str:
    """The state of all dates, which is one, with one end."""
    [(word, number, ends)] = await read(pool, STATE, series)
    assert (number, ends) == (WHOLE, int(str(word).endswith("request")))
    return str(word)


async def dates_of(pool: Pool, series: UUID) -> list[UUID]:
    return [row[0] for row in await read(pool, DATES, series)]


async def test_one_answer_confirms_all_dates(pool: Pool, admin: Member) -> None:
    service = await make_asked(pool, admin, capacity=1, per_person=1)
    mei, hoa = await make_member(pool), await make_member(pool)
    other_desk = await make_desk(pool, await make_course(pool, admin))
    made = await book_course(pool, mei, service)
    assert (made.status, await state(pool, made.id)) == ("waiting", "waiting request")
    assert await read(pool, TAKEN, service) == [(WHOLE, 1, 1)]
    with refused("full"):
        await book_course(pool, hoa, service)
    dates = await dates_of(pool, made.id)
    for other in (mei, hoa, other_desk):
        for answer in (CONFIRM, DECLINE):
            with refused("not_found"):
                await act(pool, other, answer, dates[2], *([""] if answer == DECLINE else []))
    # No date of a request goes its own way.
    with refused("whole_only"):
        await change(pool, mei, dates[2], made.starts_at)
    desk = await make_desk(pool, service)
    assert await act(pool, desk, CONFIRM, dates[4]) == "booked"
    assert await act(pool, desk, CONFIRM, dates[0]) == "booked"
    assert await state(pool, made.id) == "booked"
    with refused("request_over"):
        await act(pool, desk, DECLINE, dates[1], "")
    assert await read(pool, EMAILS, mei.id) == [("booking_requested", WHOLE), ("booking_confirmed", WHOLE)]
    assert await read(pool, EMAILS, admin.id) == [("staff_requested", WHOLE)]


async def test_one_answer_declines_all_dates_and_the_next_party_asks(pool: Pool, admin: Member) -> None:
    service = await make_asked(pool, admin, capacity=1, per_person=1)
    mei, hoa = await make_member(pool), await make_member(pool)
    made = (await book_course(pool, mei, service)).id
    line = (await book_course(pool, hoa, service, or_wait=True)).id
    dates = await dates_of(pool, made)
    assert await act(pool, admin, DECLINE, dates[3], "The teacher is away.") == "cancelled"
    assert await act(pool, admin, DECLINE, dates[1], "") == "cancelled"
    assert [await state(pool, each) for each in (made, line)] == ["cancelled request", "waiting request"]
    assert await read(pool, EMAILS, mei.id) == [("booking_requested", WHOLE), ("booking_declined", WHOLE)]
    assert await read(pool, EMAILS, hoa.id) == [("booking_waiting", WHOLE), ("booking_requested", WHOLE)]
    # Taken back only while all dates are free, and then all of them.
    with refused("full"):
        await restore(pool, admin, dates[3])
    await cancel(pool, hoa, (await dates_of(pool, line))[2])
    assert await state(pool, line) == "cancelled request"
    with refused("not_found"):
        await restore(pool, hoa, dates[3])
    await restore(pool, admin, dates[3])
    assert await state(pool, made) == "waiting request"
    assert await act(pool, admin, CONFIRM, dates[5]) == "booked"
    assert await state(pool, made) == "booked"
    assert await read(pool, TAKEN, service) == [(WHOLE, 1, 1)]


async def test_a_request_without_an_answer_ends_once_for_all_dates(pool: Pool, many: Pool, admin: Member) -> None:
    # Longer than until the second evening: the request ends with the first.
    service = await make_asked(pool, admin, request_hours=24 * 14)
    token = await prove(pool, "mei@example.org")
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        guest = msgspec.json.decode(await connection.fetchval(BOOK_AS_GUEST, uuid4(), service, token))
    series = UUID(guest["id"])
    ends = "select distinct request_until = (select min(starts_at) from public.bookings where series_id = $1)"
    assert await read(pool, f"{ends} from public.bookings where series_id = $1", series) == [(True,)]
    await run(pool, LATE, series)
    with refused("request_over"):
        await act(pool, admin, CONFIRM, series)
    await asyncio.gather(*(end_overdue_waiting(many) for _ in range(5)))
    assert await state(pool, series) == "cancelled request"
    told = (
        "select kind, jsonb_array_length(details -> 'dates') from public.outbox where guest_id is not null order by id"
    )
    assert await read(pool, told) == [("booking_requested", WHOLE), ("booking_request_over", WHOLE)]
    await restore(pool, admin, series)
    assert await act(pool, admin, CONFIRM, series) == "booked"
    assert await state(pool, series) == "booked"


async def test_of_twenty_requests_at_once_three_take_places(pool: Pool, many: Pool, admin: Member) -> None:
    service = await make_asked(pool, admin, capacity=3)
    people = [await make_member(pool) for _ in range(20)]
    made = await asyncio.gather(*(book_course(many, one, service) for one in people), return_exceptions=True)
    asked = [one.id for one in made if isinstance(one, BookingResult)]
    assert [await state(pool, each) for each in asked] == ["waiting request"] * 3
    assert {one.detail for one in made if isinstance(one, asyncpg.PostgresError)} == {"full"}  # type: ignore[attr-defined]
    assert await read(pool, TAKEN, service) == [(WHOLE, 3, 3)]
    assert await read(pool, "select count(*) from public.bookings where service_id = $1", service) == [(3 * WHOLE,)]


async def test_of_twenty_requests_that_leave_places_open_three_are_confirmed(
    pool: Pool, many: Pool, admin: Member
) -> None:
    service = await make_asked(pool, admin, capacity=3, request_takes_place=False)
    made = [(await book_course(pool, await make_member(pool), service)).id for _ in range(20)]
    assert await read(pool, "select sum(taken) from public.slots where service_id = $1", service) == [(0,)]
    answers = await asyncio.gather(*(act(many, admin, CONFIRM, each) for each in made), return_exceptions=True)
    assert sorted(str(getattr(each, "detail", each)) for each in answers) == ["booked"] * 3 + ["full"] * 17
    assert sorted([await state(pool, each) for each in made]) == ["booked"] * 3 + ["waiting request"] * 17
    assert await read(pool, TAKEN, service) == [(WHOLE, 3, 3)]


async def test_confirming_declining_withdrawing_and_ending_at_once_moves_all_dates(
    pool: Pool, many: Pool, admin: Member
) -> None:
    service = await make_asked(pool, admin, capacity=1, per_person=1)
    mei, hoa = await make_member(pool), await make_member(pool)
    made = (await book_course(pool, mei, service)).id
    line = (await book_course(pool, hoa, service, or_wait=True)).id
    dates = await dates_of(pool, made)
    await run(pool, LATE.replace("- interval '1 minute'", "+ interval '20 milliseconds'"), made)
    results = await asyncio.gather(
        *(act(many, admin, CONFIRM, date) for date in dates[:3]),
        *(act(many, admin, DECLINE, date, "") for date in dates[3:]),
        *(cancel(many, mei, date) for date in dates[:2]),
        *(end_overdue_waiting(many) for _ in range(3)),
        return_exceptions=True,
    )  # fmt: skip
    for result in results:
        assert not isinstance(result, BaseException) or isinstance(result, asyncpg.PostgresError)
        assert getattr(result, "sqlstate", "PT409").startswith("PT"), result
    # A date of a confirmed course can be given up alone, so only the requests are of one state.
    states = {word for word, *_ in await read(pool, STATE, made)}
    assert states in ({"booked"}, {"booked", "cancelled"}, {"cancelled request"})
    assert await state(pool, line) in ("waiting", "waiting request")
    assert (await read(pool, "select max(taken) from public.slots where service_id = $1", service)) == [(1,)]


async def test_an_offer_and_a_freed_course_become_a_request(pool: Pool, admin: Member) -> None:
    service = await make_asked(pool, admin, capacity=1, per_person=1, offer_hours=24)
    mei, hoa = await make_member(pool), await make_member(pool)
    made = (await book_course(pool, mei, service)).id
    assert await act(pool, admin, CONFIRM, made) == "booked"
    line = (await book_course(pool, hoa, service, or_wait=True)).id
    await call(pool, mei, "cancel_series", made)
    assert await accept(pool, hoa, (await dates_of(pool, line))[3]) == "waiting"
    assert await state(pool, line) == "waiting request"
    assert await read(pool, EMAILS, hoa.id) == [
        ("booking_waiting", WHOLE), ("booking_offered", WHOLE), ("booking_requested", WHOLE)
    ]  # fmt: skip
    assert await act(pool, admin, CONFIRM, line) == "booked"
    assert await state(pool, line) == "booked"
    # An offer that ends is none: nothing to answer.
    late = (await book_course(pool, mei, service, or_wait=True)).id
    await call(pool, hoa, "cancel_series", line)
    await run(pool, OVER)
    await end_overdue_waiting(pool)
    assert await state(pool, late) == "cancelled"


async def test_a_date_that_is_moved_is_asked_for_alone(pool: Pool, admin: Member) -> None:
    service = await make_asked(pool, admin)
    mei = await make_member(pool)
    made = (await book_course(pool, mei, service)).id
    await act(pool, admin, CONFIRM, made)
    dates = await dates_of(pool, made)
    [(last,)] = await read(pool, "select starts_at from public.bookings where id = $1", dates[5])
    await cancel(pool, mei, dates[5])
    assert (await change(pool, mei, dates[4], last)).status == "waiting"
    await act(pool, admin, DECLINE, dates[4], "")
    assert await read(pool, COUNTS, service, mei.id) == [("booked", 4), ("cancelled", 2)]
    # The answer is undone, and given again.
    await restore(pool, admin, dates[4])
    await act(pool, admin, CONFIRM, dates[4])
    assert await read(pool, COUNTS, service, mei.id) == [("booked", 5), ("cancelled", 1)]
    await cancel(pool, mei, dates[3])
    [(last,)] = await read(pool, "select starts_at from public.bookings where id = $1", dates[3])
    # Withdrawn, it leaves the other dates.
    assert (await change(pool, mei, dates[4], last)).status == "waiting"
    await cancel(pool, mei, dates[4])
    assert await read(pool, COUNTS, service, mei.id) == [("booked", 3), ("cancelled", 3)]


async def test_the_desk_books_without_a_request(pool: Pool, admin: Member) -> None:
    service, mei = await make_asked(pool, admin), await make_member(pool)
    made = await book_for(pool, await make_desk(pool, service), service, member=mei.id)
    assert await state(pool, made.id) == "booked"
    with pytest.raises(asyncpg.PostgresError):
        await act(pool, admin, DECLINE, made.id, "")


async def test_the_host_of_one_date_alone_answers_for_none(pool: Pool, admin: Member) -> None:
    service, mei, host = await make_asked(pool, admin), await make_member(pool), await make_member(pool)
    made = (await book_course(pool, mei, service)).id
    asked, dates = "select public.asked_dates($1)", await dates_of(pool, made)
    give = (
        "update public.slots set host_id = $1 where id = any (select slot_id from public.bookings where id = any ($2))"
    )
    await run(pool, give, host.id, dates[:1])
    assert [await act(pool, who, asked, dates[0]) for who in (admin, host, mei)] == ["6", "0", "0"]
    with refused("not_found"):
        await act(pool, host, CONFIRM, dates[0])
    with refused("not_found"):
        await act(pool, host, DECLINE, dates[0], "")
    assert await state(pool, made) == "waiting request"
    await run(pool, give, host.id, dates)
    assert await act(pool, host, asked, dates[5]) == "6"
    assert await act(pool, host, CONFIRM, dates[5]) == "booked"
    assert await act(pool, admin, asked, dates[5]) == "0"
