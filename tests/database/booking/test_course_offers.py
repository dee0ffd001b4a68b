"""Offers of whole courses: all dates are offered, taken, declined and ended together, in the order of the line."""

import asyncio
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.jobs.booking.waiting import end_overdue_waiting
from tests.database.booking.test_courses import BOOK_AS_GUEST, EMAILS, EVENINGS, book_course, call, make_course, read
from tests.database.booking.test_offers import OVER, accept, run
from tests.database.booking.test_restored_bookings import refused
from tests.factories.booking import book, cancel, change, days_ahead
from tests.factories.guests import prove
from tests.factories.members import Member, make_member

STATE = """
select status || case when offer_until is null then '' else ' offered' end, count(*), count(distinct offer_until)
from public.bookings where series_id = $1 group by 1
"""
TAKEN = "select count(*), min(taken), max(taken) from public.slots where service_id = $1"
WHOLE = len(EVENINGS)


async def state(pool: Pool, series: UUID) -> str:
    """The state of all dates, which is one."""
    [(word, number, offers)] = await read(pool, STATE, series)
    assert (number, offers) == (WHOLE, int(str(word).endswith("offered")))
    return str(word)


async def fill_and_wait(
    pool: Pool, admin: Member, parties: tuple[int, ...]
) -> tuple[UUID, tuple[Member, UUID], list[tuple[Member, UUID]]]:
    """A full course for two, one of those inside, and parties that wait for the whole."""
    service = await make_course(pool, admin, offer_hours=24)
    inside = [await make_member(pool) for _ in range(2)]
    made = [(await book_course(pool, member, service)).id for member in inside]
    line = []
    for party in parties:
        member = await make_member(pool)
        line.append((member, (await book_course(pool, member, service, or_wait=True, party=party)).id))
    return service, (inside[0], made[0]), line


async def test_a_freed_course_is_offered_to_the_first_party_that_fits(pool: Pool, admin: Member) -> None:
    service, (mei, freed), line = await fill_and_wait(pool, admin, (2, 1, 1))
    (large, one), (second, two), (_, three) = line
    await call(pool, mei, "cancel_series", freed)
    assert [await state(pool, each) for each in (one, two, three)] == ["waiting", "waiting offered", "waiting"]
    # All six count as taken: a passer-by gets none.
    assert await read(pool, TAKEN, service) == [(WHOLE, 2, 2)]
    with refused("full"):
        await book_course(pool, await make_member(pool), service)
    for wrong in (mei, large):
        with refused("not_found"):
            await accept(pool, wrong, two)
    with refused("offer_over"):
        await accept(pool, large, one)
    # One date cannot go its own way.
    dates = [row[0] for row in await read(pool, "select id from public.bookings where series_id = $1", two)]
    with refused("whole_only"):
        await change(pool, second, dates[2], days_ahead(EVENINGS[3], 12))
    # By the booking of any date.
    assert await accept(pool, second, dates[4]) == "booked"
    assert await accept(pool, second, two) == "booked"
    assert [await state(pool, each) for each in (one, two, three)] == ["waiting", "booked", "waiting"]
    assert await read(pool, EMAILS, second.id) == [
        ("booking_waiting", WHOLE), ("booking_offered", WHOLE), ("booking_confirmed", WHOLE)
    ]  # fmt: skip
    assert await read(pool, "select public.waiting_position(b) from public.bookings b where id = $1", one) == [(1,)]


async def test_what_two_give_up_goes_to_a_party_of_two_with_its_rank(pool: Pool, admin: Member) -> None:
    service, (mei, freed), line = await fill_and_wait(pool, admin, (2, 1))
    (_, large), (second, small) = line
    await call(pool, mei, "cancel_series", freed)
    assert [await state(pool, each) for each in (large, small)] == ["waiting", "waiting offered"]
    # Declined by one of its dates, as the link of a message does: all six are given up, and come back together.
    await cancel(pool, second, small)
    assert [await state(pool, each) for each in (large, small)] == ["waiting", "cancelled"]
    async with as_role(pool, second.caller, read_only=False) as connection:
        await connection.execute("select public.restore_booking($1)", small)
    assert await state(pool, small) == "waiting offered"
    await call(pool, second, "cancel_series", small)
    [(other,)] = await read(
        pool, "select distinct series_id from public.bookings where service_id = $1 and status = 'booked'", service
    )
    await call(pool, admin, "cancel_series", other)
    assert await state(pool, large) == "waiting offered"
    assert await read(pool, TAKEN, service) == [(WHOLE, 2, 2)]


async def test_an_offer_of_a_course_ends_once_and_passes_to_the_next(pool: Pool, many: Pool, admin: Member) -> None:
    service, (mei, freed), line = await fill_and_wait(pool, admin, (1, 1))
    (first, one), (second, two) = line
    await call(pool, mei, "cancel_series", freed)
    await run(pool, OVER)
    with refused("offer_over"):
        await accept(pool, first, one)
    await asyncio.gather(*(end_overdue_waiting(many) for _ in range(6)))
    assert [await state(pool, each) for each in (one, two)] == ["cancelled", "waiting offered"]
    assert await read(pool, EMAILS, first.id) == [
        ("booking_waiting", WHOLE), ("booking_offered", WHOLE), ("booking_offer_over", WHOLE)
    ]  # fmt: skip
    assert await read(pool, EMAILS, second.id) == [("booking_waiting", WHOLE), ("booking_offered", WHOLE)]
    # The last in line lets it pass, too: the course is free for everyone.
    await run(pool, OVER)
    await end_overdue_waiting(pool)
    assert await read(pool, TAKEN, service) == [(WHOLE, 1, 1)]
    assert (await book_course(pool, await make_member(pool), service)).status == "booked"


async def test_accepting_declining_and_ending_at_once_moves_all_dates(pool: Pool, many: Pool, admin: Member) -> None:
    service, (mei, freed), line = await fill_and_wait(pool, admin, (1, 1, 1))
    await call(pool, mei, "cancel_series", freed)
    first, one = line[0]
    await run(pool, OVER.replace("- interval '1 minute'", "+ interval '20 milliseconds'"))
    outsiders = [await make_member(pool) for _ in range(4)]
    results = await asyncio.gather(
        *(accept(many, first, one) for _ in range(3)),
        *(call(many, first, "cancel_series", one) for _ in range(2)),
        *(end_overdue_waiting(many) for _ in range(3)),
        *(book_course(many, each, service) for each in outsiders),
        return_exceptions=True,
    )  # fmt: skip
    for result in results:
        assert not isinstance(result, BaseException) or isinstance(result, asyncpg.PostgresError)
        assert getattr(result, "sqlstate", "PT409").startswith("PT"), result
    await end_overdue_waiting(pool)
    for _, series in line:
        await state(pool, series)
    assert await read(pool, TAKEN, service) == [(WHOLE, 2, 2)]
    taking = "select count(*), count(distinct series_id) from public.bookings where service_id = $1 and takes_place"
    assert await read(pool, taking, service) == [(2 * WHOLE, 2)]


async def test_a_date_that_is_full_keeps_the_whole_from_being_offered(pool: Pool, admin: Member) -> None:
    service = await make_course(pool, admin, "either", capacity=1, per_person=1, offer_hours=24)
    mei, hoa, ravi = [await make_member(pool) for _ in range(3)]
    evenings = [
        await book(
            pool, who, service, days_ahead(EVENINGS[day], 12).replace(hour=11, minute=0, second=0, microsecond=0)
        )
        for who, day in ((mei, 3), (ravi, 4))
    ]
    waits = (await book_course(pool, hoa, service, or_wait=True)).id
    await cancel(pool, mei, evenings[0].id)
    assert await state(pool, waits) == "waiting"
    await cancel(pool, ravi, evenings[1].id)
    assert await state(pool, waits) == "waiting offered"


async def test_a_guest_is_offered_the_course_by_links_that_answer(pool: Pool, admin: Member) -> None:
    service = await make_course(pool, admin, capacity=1, per_person=1, offer_hours=6)
    mei, token = await make_member(pool), await prove(pool, "mei@example.org")
    made = await book_course(pool, mei, service)
    waiting = BOOK_AS_GUEST.replace("$3)", "$3, or_wait => true)")
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        guest = msgspec.json.decode(await connection.fetchval(waiting, uuid4(), service, token))
    await call(pool, mei, "cancel_series", made.id)
    [(link,)] = await read(pool, "select public.booking_link($1)", UUID(guest["id"]))
    find = "select cardinality(dates), offer_until is not null from public.find_booking_link($1, 'en')"
    assert await read(pool, find, link) == [(WHOLE, True)]
    for answer, expected in (("cancel", "cancelled"), ("restore", "waiting offered"), ("accept", "booked")):
        await read(pool, "select public.answer_booking($1, $2)", link, answer)
        assert await state(pool, UUID(guest["id"])) == expected
    assert await read(pool, find, link) == [(WHOLE, False)]
    with pytest.raises(asyncpg.PostgresError):
        await call(pool, mei, "restore_series", made.id)
