"""Requests that staff confirm: what they occupy, who answers them, and how they end."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.jobs.booking.waiting import end_overdue_waiting
from tests.database.booking.test_restored_bookings import read, refused, restore
from tests.factories.booking import book, cancel, change, days_ahead, make_service
from tests.factories.guests import book_as_guest, prove
from tests.factories.members import Member, make_member

CONFIRM = "select public.confirm_booking($1) ->> 'status'"
DECLINE = "select public.decline_booking($1, $2) ->> 'status'"
STATE = """
select status || case when request_until is null then '' else ' request' end
  || case when takes_place then ' takes' else '' end
from public.bookings where id = $1
"""
TAKEN = "select coalesce(sum(taken), 0)::integer from public.slots where service_id = $1"
MESSAGES = "select kind from public.outbox where coalesce(recipient_id, guest_id) = $1 order by id"
LATE = "update public.bookings set request_until = now() - interval '1 minute' where id = $1"


async def act(pool: Pool, who: Member, sql: str, *values: Any) -> str:
    async with as_role(pool, who.caller, read_only=False) as connection:
        return str(await connection.fetchval(sql, *values))


async def run(pool: Pool, sql: str, *values: Any) -> None:
    async with as_owner(pool) as connection:
        await connection.execute(sql, *values)


async def state(pool: Pool, booking: UUID) -> str:
    return str((await read(pool, STATE, booking))[0])


async def test_a_request_takes_its_place_until_it_is_answered(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=1, per_person=1, needs_confirmation=True)
    mei, hoa = await make_member(pool), await make_member(pool)
    made = await book(pool, mei, service, days_ahead(3))
    assert (made.status, made.position) == ("waiting", None)
    assert await state(pool, made.id) == "waiting request takes"
    with refused("full"):
        await book(pool, hoa, service, days_ahead(3))
    for other in (mei, hoa):
        with refused("not_found"):
            await act(pool, other, CONFIRM, made.id)
        with refused("not_found"):
            await act(pool, other, DECLINE, made.id, "")
    assert await act(pool, admin, CONFIRM, made.id) == "booked"
    assert await act(pool, admin, CONFIRM, made.id) == "booked"
    with refused("request_over"):
        await act(pool, admin, DECLINE, made.id, "")
    assert await state(pool, made.id) == "booked takes"
    assert await read(pool, TAKEN, service) == [1]
    assert await read(pool, MESSAGES, mei.id) == ["booking_requested", "booking_confirmed"]
    # Of the answer the staff who gave it hear nothing, of the request they do.
    assert await read(pool, MESSAGES, admin.id) == ["staff_requested"]
    # Of a request, moving it is another one.
    assert (await change(pool, mei, made.id, days_ahead(4))).status == "waiting"
    assert await state(pool, made.id) == "waiting request takes"


async def test_a_declined_request_frees_its_place_and_says_why(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=1, per_person=1, needs_confirmation=True)
    mei, hoa = await make_member(pool), await make_member(pool)
    made = await book(pool, mei, service, days_ahead(3))
    line = await book(pool, hoa, service, days_ahead(3), or_wait=True)
    assert line.position == 1
    assert await act(pool, admin, DECLINE, made.id, "The nurse is away that day.") == "cancelled"
    assert await act(pool, admin, DECLINE, made.id, "") == "cancelled"
    reasons = "select details ->> 'reason' from public.outbox where kind = 'booking_declined'"
    assert await read(pool, reasons) == ["The nurse is away that day."]
    # The next party asks in turn.
    assert await state(pool, line.id) == "waiting request takes"
    with refused("full"):
        await restore(pool, admin, made.id)
    await cancel(pool, hoa, line.id)
    await restore(pool, admin, made.id)
    assert await state(pool, made.id) == "waiting request takes"
    with refused("not_found"):
        await act(pool, hoa, CONFIRM, made.id)


async def test_of_requests_that_leave_the_place_open_one_is_confirmed(pool: Pool, many: Pool, admin: Member) -> None:
    service = await make_service(
        pool, admin, capacity=1, per_person=1, needs_confirmation=True, request_takes_place=False
    )
    people = [await make_member(pool) for _ in range(6)]
    made = [(await book(pool, one, service, days_ahead(3))).id for one in people]
    assert await read(pool, TAKEN, service) == [0]
    answers = await asyncio.gather(*(act(many, admin, CONFIRM, each) for each in made), return_exceptions=True)
    assert sorted(str(getattr(each, "detail", each)) for each in answers) == ["booked", *["full"] * 5]
    assert await read(pool, TAKEN, service) == [1]


async def test_one_person_has_one_of_two_requests_at_a_time_confirmed(pool: Pool, many: Pool, admin: Member) -> None:
    mei = await make_member(pool)
    services = [
        await make_service(pool, admin, needs_confirmation=True, request_takes_place=False, position=n) for n in (1, 2)
    ]
    made = [(await book(pool, mei, service, days_ahead(3))).id for service in services]
    answers = await asyncio.gather(*(act(many, admin, CONFIRM, each) for each in made), return_exceptions=True)
    assert sorted(str(getattr(each, "detail", each)) for each in answers) == ["booked", "overlapping"]


async def test_a_request_without_an_answer_ends_once(pool: Pool, many: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, needs_confirmation=True, request_hours=48)
    token, mei = await prove(pool, "mei@example.org"), await make_member(pool)
    near = days_ahead(1)
    by_guest = await book_as_guest(pool, service, near, token)
    far = await book(pool, mei, service, days_ahead(9))
    until = "select request_until - {} from public.bookings where id = $1"
    # Never after the start.
    assert await read(pool, until.format("starts_at"), by_guest.id) == [timedelta()]
    assert await read(pool, until.format("created_at"), far.id) == [timedelta(hours=48)]
    await run(pool, LATE, by_guest.id)
    with refused("request_over"):
        await act(pool, admin, CONFIRM, by_guest.id)
    await asyncio.gather(*(end_overdue_waiting(many) for _ in range(5)))
    assert await state(pool, by_guest.id) == "cancelled request"
    assert await state(pool, far.id) == "waiting request takes"
    guest = (await read(pool, "select guest_id from public.bookings where id = $1", by_guest.id))[0]
    assert await read(pool, MESSAGES, guest) == ["booking_requested", "booking_request_over"]
    # The staff were late, not the guest: they open it again.
    await restore(pool, admin, by_guest.id)
    assert await act(pool, admin, CONFIRM, by_guest.id) == "booked"


async def test_staff_book_without_a_request(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, needs_confirmation=True)
    mei = await make_member(pool)
    for_mei = "select public.book_for($1, $2, $3, member => $4) ->> 'status'"
    assert await act(pool, admin, for_mei, uuid4(), service, days_ahead(3), mei.id) == "booked"


async def test_a_service_for_members_alone(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, allows_guests=False)
    token = await prove(pool, "mei@example.org")
    with refused("members_only"):
        await book_as_guest(pool, service, days_ahead(3), token)


async def test_a_service_that_allows_another_booking_at_its_time(pool: Pool, many: Pool, admin: Member) -> None:
    plain, other = [await make_service(pool, admin, position=n) for n in (1, 2)]
    allowed = await make_service(pool, admin, allows_overlap=True, position=3)
    mei, token = await make_member(pool), await prove(pool, "hoa@example.org")
    for made in (
        lambda service: book(many, mei, service, days_ahead(3)),
        lambda service: book_as_guest(many, service, days_ahead(3), token, name="Hoa", address="hoa@example.org"),
    ):
        answers = await asyncio.gather(*(made(each) for each in (plain, other, allowed)), return_exceptions=True)
        details = sorted(str(getattr(each, "detail", None) or getattr(each, "status", each)) for each in answers)
        assert details == ["booked", "booked", "overlapping"]
        assert getattr(answers[2], "status", None) == "booked"
