"""Offers of freed places to the waiting list: in order, once, and on to the next party when their time has passed."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.booking.waiting import end_overdue_waiting
from tests.database.booking.test_restored_bookings import read, refused, restore
from tests.factories.booking import BookingResult, book, cancel, change, days_ahead, make_service
from tests.factories.guests import book_as_guest, prove
from tests.factories.members import Member, make_member

ACCEPT = "select public.accept_offer($1, $2) ->> 'status'"
STATE = "select status || case when offer_until is null then '' else ' offered' end from public.bookings where id = $1"
TAKEN = "select coalesce(sum(taken), 0)::integer from public.slots where service_id = $1"
MESSAGES = "select kind from public.outbox where coalesce(recipient_id, guest_id) = $1 order by id"
OVER = "update public.bookings set offer_until = now() - interval '1 minute' where offer_until is not null"


async def accept(pool: Pool, who: Member | None, booking: UUID, link: str | None = None) -> str:
    async with as_role(pool, who.caller if who else Caller.anonymous(), read_only=False) as connection:
        return str(await connection.fetchval(ACCEPT, booking, link))


async def run(pool: Pool, sql: str, *values: Any) -> None:
    async with as_owner(pool) as connection:
        await connection.execute(sql, *values)


async def state(pool: Pool, booking: UUID) -> str:
    return str((await read(pool, STATE, booking))[0])


async def fill_and_wait(
    pool: Pool, admin: Member, parties: tuple[int, ...], **settings: Any
) -> tuple[UUID, BookingResult, list[tuple[Member, UUID]], Member]:
    """A full session of two, one booking of them by `holder`, and parties that wait for it."""
    service = await make_service(pool, admin, **{"capacity": 2, "offer_hours": 24, **settings})
    holder, other = await make_member(pool), await make_member(pool)
    made = await book(pool, holder, service, days_ahead(5))
    await book(pool, other, service, days_ahead(5))
    waiting = []
    for party in parties:
        member = await make_member(pool)
        waiting.append((member, (await book(pool, member, service, days_ahead(5), party=party, or_wait=True)).id))
    return service, made, waiting, holder


async def test_a_freed_place_is_offered_to_the_first_party_that_fits(pool: Pool, admin: Member) -> None:
    service, made, line, holder = await fill_and_wait(pool, admin, (2, 1, 1))
    (_, large), (second, fits), (_, third) = line
    await cancel(pool, holder, made.id)
    assert [await state(pool, each) for each in (large, fits, third)] == ["waiting", "waiting offered", "waiting"]
    # The place counts as taken: a passer-by does not get it.
    assert await read(pool, TAKEN, service) == [2]
    with refused("full"):
        await book(pool, await make_member(pool), service, days_ahead(5))
    for wrong in (holder, await make_member(pool)):
        with refused("not_found"):
            await accept(pool, wrong, fits)
    with refused("offer_over"):
        await accept(pool, line[0][0], large)
    assert await accept(pool, second, fits) == "booked"
    assert await accept(pool, second, fits) == "booked"
    assert await read(pool, MESSAGES, second.id) == ["booking_waiting", "booking_offered", "booking_confirmed"]
    assert await read(pool, "select public.waiting_position(b) from public.bookings b where id = $1", large) == [1]


async def test_a_declined_offer_goes_to_the_next(pool: Pool, admin: Member) -> None:
    _, made, line, holder = await fill_and_wait(pool, admin, (1, 1))
    (first, one), (_, two) = line
    await cancel(pool, holder, made.id)
    await cancel(pool, first, one)
    assert [await state(pool, each) for each in (one, two)] == ["cancelled", "waiting offered"]
    # Back on the list, behind the offer.
    assert (await restore(pool, first, one)).status == "waiting"
    assert await state(pool, two) == "waiting offered"


async def test_what_two_give_up_goes_to_a_party_of_two_with_its_rank(pool: Pool, admin: Member) -> None:
    service, made, line, holder = await fill_and_wait(pool, admin, (2, 1))
    (_, large), (second, small) = line
    await cancel(pool, holder, made.id)
    assert [await state(pool, each) for each in (large, small)] == ["waiting", "waiting offered"]
    await cancel(pool, second, small)
    others = await read(pool, "select id from public.bookings where service_id = $1 and status = 'booked'", service)
    await cancel(pool, admin, others[0])
    assert await state(pool, large) == "waiting offered"
    assert await read(pool, TAKEN, service) == [2]


async def test_an_offer_ends_once_and_passes_to_the_next(pool: Pool, many: Pool, admin: Member) -> None:
    service, made, line, holder = await fill_and_wait(pool, admin, (1, 1))
    (first, one), (second, two) = line
    await cancel(pool, holder, made.id)
    await run(pool, OVER)
    with refused("offer_over"):
        await accept(pool, first, one)
    await asyncio.gather(*(end_overdue_waiting(many) for _ in range(6)))
    assert [await state(pool, each) for each in (one, two)] == ["cancelled", "waiting offered"]
    assert await read(pool, MESSAGES, first.id) == ["booking_waiting", "booking_offered", "booking_offer_over"]
    assert await read(pool, MESSAGES, second.id) == ["booking_waiting", "booking_offered"]
    # The last in line lets it pass, too: the place is free for everyone.
    await run(pool, OVER)
    await end_overdue_waiting(pool)
    assert await read(pool, TAKEN, service) == [1]
    assert (await book(pool, await make_member(pool), service, days_ahead(5))).status == "booked"


async def test_a_killed_run_changes_nothing_and_the_next_one_does_it_once(pool: Pool, admin: Member) -> None:
    _, made, line, holder = await fill_and_wait(pool, admin, (1, 1))
    await cancel(pool, holder, made.id)
    await run(pool, OVER)
    # The backend of the run ends before its commit, as with kill -9.
    connection = await pool.acquire()
    transaction = connection.transaction()
    await transaction.start()
    assert await connection.fetchval("select public.end_overdue_waiting(10)") == 1
    backend = await connection.fetchval("select pg_backend_pid()")
    await run(pool, "select pg_terminate_backend($1, 5000)", backend)
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, ConnectionError)):
        await transaction.commit()
    await pool.release(connection)
    assert [await state(pool, each) for _, each in line] == ["waiting offered", "waiting"]
    await end_overdue_waiting(pool)
    assert [await state(pool, each) for _, each in line] == ["cancelled", "waiting offered"]
    assert await read(pool, MESSAGES, line[1][0].id) == ["booking_waiting", "booking_offered"]


async def test_accepting_and_ending_at_once_gives_one_place(pool: Pool, many: Pool, admin: Member) -> None:
    service, made, line, holder = await fill_and_wait(pool, admin, (1, 1, 1))
    await cancel(pool, holder, made.id)
    first, one = line[0]
    await run(pool, OVER.replace("- interval '1 minute'", "+ interval '20 milliseconds'"))
    await asyncio.gather(
        *(accept(many, first, one) for _ in range(4)), *(end_overdue_waiting(many) for _ in range(4)),
        return_exceptions=True,
    )  # fmt: skip
    await end_overdue_waiting(pool)
    assert await read(pool, TAKEN, service) == [2]
    taking = "select count(*)::integer from public.bookings where service_id = $1 and takes_place"
    assert await read(pool, taking, service) == [2]


async def test_a_guest_accepts_by_the_signed_link(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=1, per_person=1, offer_hours=6)
    mei, token = await make_member(pool), await prove(pool, "hoa@example.org")
    made = await book(pool, mei, service, days_ahead(5))
    hoa = await book_as_guest(pool, service, days_ahead(5), token, name="Hoa", address="hoa@example.org", or_wait=True)
    await cancel(pool, mei, made.id)
    with refused("not_found"):
        await accept(pool, None, hoa.id)
    assert await accept(pool, None, hoa.id, hoa.link) == "booked"


async def test_the_link_of_the_message_accepts(pool: Pool, admin: Member) -> None:
    _, made, line, holder = await fill_and_wait(pool, admin, (1,))
    await cancel(pool, holder, made.id)
    token = (await read(pool, "select public.booking_link($1)", line[0][1]))[0]
    answer = "select public.answer_booking($1, $2)"
    assert await read(pool, answer, token, "accept") == [True]
    assert await state(pool, line[0][1]) == "booked"


async def test_an_offer_ends_before_the_notice(pool: Pool, admin: Member) -> None:
    service, made, line, holder = await fill_and_wait(pool, admin, (1,), offer_hours=48, notice_minutes=6000)
    await cancel(pool, holder, made.id)
    ahead = "select starts_at - offer_until from public.bookings where id = $1"
    assert await read(pool, ahead, line[0][1]) == [timedelta(minutes=6000)]
    # With an offered place, another booking at its time has to wait for the answer.
    other = await make_service(pool, admin, position=2)
    with refused("overlapping"):
        await book(pool, line[0][0], other, days_ahead(5))
    moved = await change(pool, line[0][0], line[0][1], days_ahead(6))
    assert (moved.status, await read(pool, TAKEN, service)) == ("booked", [2])


async def test_an_offer_at_the_time_of_another_booking_is_refused_with_its_reason(pool: Pool, admin: Member) -> None:
    service, made, [(member, waits)], holder = await fill_and_wait(pool, admin, (1,), allows_overlap=True)
    await cancel(pool, holder, made.id)
    await book(pool, member, await make_service(pool, admin, position=2, allows_overlap=True), days_ahead(5))
    await run(pool, "update public.services set allows_overlap = false")
    await run(pool, "update public.bookings set may_overlap = false where status = 'booked'")
    with refused("overlapping"):
        await accept(pool, member, waits)
    assert await state(pool, waits) == "waiting offered"
    assert await read(pool, TAKEN, service) == [2]
