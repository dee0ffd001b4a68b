"""Numbers of walk-ins, and counts of bookings without names."""

import asyncio
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.booking.waiting import end_overdue_waiting
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member

GRANT = """
insert into public.role_grants (member_id, role_id, service_id) select $1, id, $3 from public.roles where preset = $2
"""
TAKE = "select public.take_number($1, $2)"
CALL = "select public.call_next($1, $2)"
SEEN = "select number, state, place from public.queue_numbers order by number"
REPORT = "select bookings, people, arrived, late, missed, cancelled from public.booking_report($1, $2)"
LANGUAGES = "select language::text, bookings from public.booking_languages($1, $2) order by bookings desc"


async def ask(pool: Pool, caller: Caller, sql: str, *values: Any) -> list[Any]:
    async with as_role(pool, caller, read_only=False) as conn:
        return [tuple(row) for row in await conn.fetch(sql, *values)]


async def act(pool: Pool, who: Member, sql: str, *values: Any) -> Any:
    answer = (await ask(pool, who.caller, sql, *values))[0][0]
    return answer and msgspec.json.decode(answer)


async def test_a_number_is_taken_called_and_served(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin)
    first = uuid4()
    assert [(await act(pool, admin, TAKE, each, service))["number"] for each in (first, uuid4(), first)] == [1, 2, 1]
    assert (await act(pool, admin, CALL, service, "Room 2"))["number"] == 1
    # A visitor without an account sees a number and a place.
    assert await ask(pool, Caller.anonymous(), SEEN) == [(1, "called", "Room 2"), (2, "waiting", "")]
    assert (await act(pool, admin, CALL, service, "Room 2"))["number"] == 2
    assert await act(pool, admin, CALL, service, "Room 2") is None
    assert await ask(pool, Caller.anonymous(), SEEN) == [(1, "served", "Room 2"), (2, "called", "Room 2")]
    await act(pool, admin, "select public.set_number_state($1, 'waiting')", first)
    assert (await act(pool, admin, CALL, service, "Desk"))["number"] == 1


async def test_numbers_are_unique_across_services_and_desks(pool: Pool, admin: Member) -> None:
    services = [await make_service(pool, admin) for _ in range(2)]
    taken = await asyncio.gather(*(act(pool, admin, TAKE, uuid4(), services[n % 2]) for n in range(10)))
    assert sorted(each["number"] for each in taken) == list(range(1, 11))
    called = await asyncio.gather(*(act(pool, admin, CALL, services[0], f"Desk {n}") for n in range(5)))
    numbers = [each["number"] for each in called if each]
    assert len(numbers) == len(set(numbers)) == 5


async def test_only_staff_of_the_service_move_the_queue(pool: Pool, admin: Member) -> None:
    host, reception, mei = [await make_member(pool) for _ in range(3)]
    first, second = await make_service(pool, admin, host_id=str(host.id)), await make_service(pool, admin)
    async with as_owner(pool) as conn:
        await conn.execute(GRANT, reception.id, "receptionist", first)
    number = UUID((await act(pool, reception, TAKE, uuid4(), first))["id"])
    assert (await act(pool, host, CALL, first, ""))["number"] == 1
    for who, service in ((mei, first), (reception, second), (host, second)):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await act(pool, who, TAKE, uuid4(), service)
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await act(pool, who, CALL, service, "")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await act(pool, mei, "select public.set_number_state($1, 'gone')", number)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await ask(pool, mei.caller, "update public.queue_numbers set state = 'gone' returning number")


async def speaking(pool: Pool, language: str) -> Member:
    member = await make_member(pool)
    async with as_owner(pool) as conn:
        await conn.execute(
            "update public.profiles set language = $2::text::public.language where id = $1", member.id, language
        )
    return member


def months(moment: datetime) -> tuple[date, date]:
    first = moment.date().replace(day=1)
    return first.replace(month=1), first.replace(month=12)


async def test_a_report_counts_and_hides_what_could_be_recognised(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=20, per_person=2, cancel_until_minutes=0)
    when = days_ahead(2)
    people = [await speaking(pool, language) for language in ("vi",) * 6 + ("ms",) * 2 + ("zh",)]
    for member in people[:4]:
        await book(pool, member, service, when, party=2)
    span = months(when)
    # Four bookings could say who they are of.
    assert await ask(pool, admin.caller, REPORT, *span) == [(None,) * 6]
    assert await ask(pool, admin.caller, LANGUAGES, *span) == []
    made = [await book(pool, member, service, when) for member in people[4:]]
    await cancel(pool, people[8], made[-1].id)
    assert await ask(pool, admin.caller, REPORT, *span) == [(8, 12, 0, 0, 0, 1)]
    # Two alone would be the difference to the total: the next language joins them.
    assert await ask(pool, admin.caller, LANGUAGES, *span) == [(None, 8)]
    for language in ("ms", "ms", "zh"):
        await book(pool, await speaking(pool, language), service, when)
    assert await ask(pool, admin.caller, LANGUAGES, *span) == [("vi", 6), (None, 5)]


async def test_requests_that_ended_are_apart_from_cancelled_bookings(pool: Pool, admin: Member) -> None:
    rules = {"capacity": 6, "per_person": 1, "needs_confirmation": True, "cancel_until_minutes": 0}
    service, when = await make_service(pool, admin, **rules), days_ahead(2)
    people = [await make_member(pool) for _ in range(8)]
    made = [(await book(pool, member, service, when)).id for member in people[:6]]
    # Two wait for a place and never get one: they count in none of the numbers.
    for member in people[6:]:
        await cancel(pool, member, (await book(pool, member, service, when, or_wait=True)).id)
    for confirmed in made[:3]:
        await act(pool, admin, "select public.confirm_booking($1)", confirmed)
    await act(pool, admin, "select public.decline_booking($1)", made[3])
    async with as_owner(pool) as conn:
        await conn.execute("update public.bookings set request_until = now() where id = $1", made[4])
    await end_overdue_waiting(pool)
    for member, booking in ((people[0], made[0]), (people[5], made[5])):
        await cancel(pool, member, booking)
    counts = "select bookings, cancelled, declined, expired, withdrawn from public.booking_report($1, $2)"
    assert await ask(pool, admin.caller, counts, *months(when)) == [(2, 1, 1, 1, 1)]


async def test_a_report_is_of_what_the_caller_handles(pool: Pool, admin: Member) -> None:
    host, reception, mei = [await make_member(pool) for _ in range(3)]
    first, second = await make_service(pool, admin, host_id=str(host.id)), await make_service(pool, admin)
    async with as_owner(pool) as conn:
        await conn.execute(GRANT, reception.id, "receptionist", second)
    await book(pool, mei, first, days_ahead(2))
    span = months(days_ahead(2))
    found = "select service_id from public.booking_report($1, $2)"
    assert await ask(pool, host.caller, found, *span) == [(first,)]
    assert await ask(pool, reception.caller, found, *span) == []
    assert await ask(pool, mei.caller, found, *span) == []
    assert await ask(pool, admin.caller, found, *span) == [(first,)]
