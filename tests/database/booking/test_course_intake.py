"""Courses booked as a whole with questions, a price, requests and private threads."""

from datetime import timedelta
from uuid import UUID, uuid4

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.cleanup import clean_up
from balai.site.intake.answer_texts import list_answers
from tests.database.booking.test_answers import answer, question, read_as
from tests.database.booking.test_booking import refused
from tests.database.booking.test_courses import EVENINGS, book_course, call, make_course, read
from tests.factories.booking import cancel
from tests.factories.guests import prove
from tests.factories.members import Member, make_member

EMAIL = "mei@example.org"
AS_GUEST = "select public.book_series_as_guest($1, $2, 'Mei', $3, $4)"
DATES = "select id from public.bookings where series_id = $1 order by starts_at"
THREADS = "select p.id from public.posts p join public.forums f on f.id = p.forum_id where f.slot_id is not null"
OWED = "select amount, paid_at is not null from public.price_of_booking($1)"
AGE = "update public.bookings set starts_at = starts_at - $2::interval, ends_at = ends_at - $2::interval where id = $1"
PRICE = {"amount": 6000, "currency": "MYR"}


async def dates_of(pool: Pool, series: UUID) -> list[UUID]:
    return [row[0] for row in await read(pool, DATES, series)]


async def see(pool: Pool, member: Member, statement: str, *values: object) -> list[tuple[object, ...]]:
    async with as_role(pool, member.caller) as connection:
        return [tuple(row) for row in await connection.fetch(statement, *values)]


async def test_a_course_is_asked_once_and_its_answers_are_read_with_each_date(pool: Pool, admin: Member) -> None:
    asked = question("text", is_required=True)
    service = await make_course(pool, admin, questions=[asked])
    mei, lan = await make_member(pool), await make_member(pool)
    first = uuid4()
    with refused("answers_missing", "422"):
        await book_course(pool, mei, service, booking=first)
    assert await read(pool, DATES, first) == []
    await answer(pool, first, (asked, "Nuts"))
    await book_course(pool, mei, service, booking=first)
    dates = await dates_of(pool, first)
    for date in dates:
        assert await read_as(pool, mei, date) == ["Nuts"]
        assert await read_as(pool, admin, date) == ["Nuts"]
        assert await read_as(pool, lan, date) == []
    await cancel(pool, mei, first)
    assert await read_as(pool, mei, dates[3]) == ["Nuts"]


async def test_a_guest_answers_once_and_reads_with_the_link_of_each_date(pool: Pool, admin: Member) -> None:
    asked = question("text", is_required=True)
    service = await make_course(pool, admin, questions=[asked])
    token, first = await prove(pool, EMAIL), uuid4()
    anonymous = Caller.anonymous()
    async with as_role(pool, anonymous, read_only=False) as connection:
        with refused("answers_missing", "422"):
            await connection.fetchval(AS_GUEST, first, service, EMAIL, token)
    await answer(pool, first, (asked, "Nuts"))
    async with as_role(pool, anonymous, read_only=False) as connection:
        made = msgspec.json.decode(await connection.fetchval(AS_GUEST, first, service, EMAIL, token))
        dates = await connection.fetch("select id, link from public.series_of($1, $2)", first, made["link"])
        assert len(dates) == len(EVENINGS)
        for date in dates:
            found = await list_answers(connection, [date["id"]], "en", date["link"])
            assert [one.value for one in found[date["id"]]] == ["Nuts"]
            assert await list_answers(connection, [date["id"]], "en") == {}


async def test_answers_of_a_party_in_the_line_stay_until_after_the_last_date(pool: Pool, admin: Member) -> None:
    asked = question("text", is_required=True)
    service = await make_course(pool, admin, capacity=1, per_person=1, questions=[asked], answer_days=1)
    mei, hoa = await make_member(pool), await make_member(pool)
    series = {}
    for member in (mei, hoa):
        series[member.id] = uuid4()
        await answer(pool, series[member.id], (asked, "Nuts"))
        await book_course(pool, member, service, or_wait=True, booking=series[member.id])
    assert await read_as(pool, hoa, series[hoa.id]) == ["Nuts"]
    await call(pool, mei, "cancel_series", series[mei.id])
    dates = await dates_of(pool, series[hoa.id])
    assert await read_as(pool, admin, dates[-1]) == ["Nuts"]
    async with as_owner(pool) as connection:
        await connection.execute("set local session_replication_role = replica")
        await connection.execute(AGE, dates[0], timedelta(days=10))
    await clean_up(pool, has_site=True)
    assert await read_as(pool, hoa, dates[-1]) == ["Nuts"]
    async with as_owner(pool) as connection:
        await connection.execute("set local session_replication_role = replica")
        for date in dates[1:]:
            await connection.execute(AGE, date, timedelta(days=60))
    await clean_up(pool, has_site=True)
    assert await read_as(pool, hoa, dates[-1]) == []


async def test_a_whole_course_has_one_price_and_dates_booked_alone_have_their_own(pool: Pool, admin: Member) -> None:
    mei = await make_member(pool)
    whole = await make_course(pool, admin, price=PRICE)
    made = await book_course(pool, mei, whole)
    dates = await dates_of(pool, made.id)
    assert await read(pool, "select sum(amount) from public.booking_prices") == [(6000,)]
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.fetchval("select public.mark_paid($1, true)", dates[4])
    for date in dates:
        assert await see(pool, mei, OWED, date) == [(6000, True)]


async def test_the_threads_of_all_dates_open_for_those_inside_alone(pool: Pool, admin: Member) -> None:
    service = await make_course(pool, admin, thread_days=7)
    mei, hoa, ravi = [await make_member(pool) for _ in range(3)]
    first = (await book_course(pool, mei, service)).id
    await book_course(pool, hoa, service)
    await book_course(pool, ravi, service, or_wait=True)
    counts = [len(await see(pool, member, THREADS)) for member in (mei, hoa, ravi, admin)]
    assert counts == [6, 6, 0, 0]
    # A date that is given up alone closes its own thread.
    await cancel(pool, hoa, (await read(pool, "select id from public.bookings where member_id = $1", hoa.id))[0][0])
    await call(pool, mei, "cancel_series", first)
    counts = [len(await see(pool, member, THREADS)) for member in (mei, hoa, ravi)]
    assert counts == [0, 5, 6]
    watching = "select distinct member_id from public.watches where post_id = any ($1)"
    threads = [row[0] for row in await read(pool, THREADS)]
    assert {row[0] for row in await read(pool, watching, threads)} == {hoa.id, ravi.id}


async def test_the_price_of_a_course_stays_in_the_sums_until_all_dates_are_given_up(pool: Pool, admin: Member) -> None:
    service = await make_course(pool, admin, capacity=6, price=PRICE)
    sums = "select due from public.booking_sums(current_date - 31, current_date + 62) where service_id = $1"
    members = [await make_member(pool) for _ in range(6)]
    series = [(await book_course(pool, member, service)).id for member in members]
    assert await see(pool, admin, sums, service) == [(6 * 6000,)]
    await cancel(pool, members[0], series[0])
    assert await see(pool, admin, sums, service) == [(6 * 6000,)]
    await call(pool, members[0], "cancel_series", series[0])
    assert await see(pool, admin, sums, service) == [(5 * 6000,)]
    # Where each date has its own price, that of the first one goes with it.
    either = await make_course(pool, admin, "either", capacity=6, price=PRICE, allows_overlap=True, position=2)
    dates = [(await book_course(pool, member, either)).id for member in members]
    total = sums.replace("due", "sum(due)::integer")
    assert await see(pool, admin, total, either) == [(36 * 6000,)]
    await cancel(pool, members[0], dates[0])
    assert await see(pool, admin, total, either) == [(35 * 6000,)]
