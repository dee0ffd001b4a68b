"""The stored next free times equal the computed ones at once after each change, and open pages are notified."""

import asyncio
from typing import Any
from uuid import UUID

import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.free_times import refresh_free_times
from tests.factories.booking import EVERY_DAY, book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member

ALL = "array(select id from public.services)"
STORED = f'select service_id, starts_at, ends_at, "left" from public.next_times({ALL})'
COMPUTED = """
select s.id, free.starts_at, free.ends_at, free."left"
from public.services as s left join lateral public.next_free(s.id, 1, 1) as free on true where s.is_active
"""
NOTED = "select count(*) from public.free_time_changes"


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, is_admin=True)


async def read(pool: Pool, caller: Caller, query: str) -> dict[UUID, Any]:
    async with as_role(pool, caller) as connection:
        return {row[0]: tuple(row)[1:] for row in await connection.fetch(query)}


async def times(pool: Pool, who: Member | None = None) -> dict[UUID, Any]:
    """The stored times as a visitor sees them, which are the computed ones."""
    caller = who.caller if who else Caller.anonymous()
    stored = await read(pool, caller, STORED)
    assert stored == await read(pool, caller, COMPUTED)
    return stored


async def noted(pool: Pool) -> int:
    async with as_owner(pool) as connection:
        return int(await connection.fetchval(NOTED))


async def change(pool: Pool, statement: str, *arguments: Any) -> None:
    async with as_owner(pool) as connection:
        await connection.execute(statement, *arguments)


async def announced(pool: Pool) -> list[UUID]:
    """The services of which open pages were notified since the last call."""
    async with as_owner(pool) as connection:
        rows = await connection.fetch("delete from public.slot_notices returning service_id")
    return sorted(row[0] for row in rows)


async def test_bookings_and_cancellations_move_the_next_free_time(pool: Pool, ada: Member) -> None:
    mai, ben = await make_member(pool), await make_member(pool)
    service = await make_service(pool, ada, capacity=1, per_person=1, notice_minutes=1440)
    first = (await times(pool))[service][0]
    booked = await book(pool, mai, service, first)
    second = (await times(pool))[service][0]
    assert second > first
    own = await book(pool, ben, service, second)
    assert (await times(pool, ben))[service][0] > second
    await cancel(pool, mai, booked.id)
    assert (await times(pool))[service][0] == first
    await cancel(pool, ben, own.id)
    assert (await times(pool, ben))[service][0] == first
    assert await noted(pool) == 0


async def test_own_session_with_room_is_left_out_for_the_member_alone(pool: Pool, ada: Member) -> None:
    mai = await make_member(pool)
    service = await make_service(pool, ada)
    first = (await times(pool))[service][0]
    await book(pool, mai, service, first)
    assert (await times(pool))[service][0] == first
    assert (await times(pool))[service][2] == 2
    assert (await times(pool, mai))[service][0] > first


async def test_a_booked_host_is_busy_in_all_of_their_services(pool: Pool, ada: Member) -> None:
    host, mai = await make_member(pool), await make_member(pool)
    one, other = [
        await make_service(pool, ada, host_id=str(host.id), capacity=1, per_person=1, notice_minutes=1440)
        for _ in range(2)
    ]
    first = (await times(pool))[other][0]
    await announced(pool)
    await book(pool, mai, one, first)
    assert (await times(pool))[other][0] > first
    assert await announced(pool) == sorted([one, other])
    assert await noted(pool) == 0


async def test_suspension_of_the_only_host_moves_the_next_free_time(pool: Pool, ada: Member) -> None:
    host = await make_member(pool)
    service = await make_service(pool, ada, host_id=str(host.id), capacity=1, per_person=1)
    first = (await times(pool))[service][0]
    await announced(pool)
    await change(pool, "update auth.users set banned_until = now() + interval '4 days' where id = $1", host.id)
    assert (await times(pool))[service][0] > first
    assert await announced(pool) == [service]
    await change(pool, "update auth.users set banned_until = null where id = $1", host.id)
    assert (await times(pool))[service][0] == first
    assert await noted(pool) == 0


@pytest.mark.parametrize(
    "statement",
    [
        "update public.services set notice_minutes = 4320",
        "update public.services set window_days = 1, notice_minutes = 0",
        "update public.services set duration_minutes = 45",
        "update public.services set time_zone = 'America/Lima'",
        "update public.services set is_active = false where slug like 'other%'",
        "delete from public.service_hours where weekday = extract(isodow from now() + interval '1 day')",
        "delete from public.service_hours where true",
        "insert into public.service_exceptions (day) select current_date + n from generate_series(0, 5) as n",
        "insert into public.service_exceptions (service_id, day) select id, current_date + n"
        " from public.services, generate_series(0, 40) as n",
        "insert into public.service_exceptions (day, opens, closes) values (current_date + 2, '11:00', '12:30')",
        "update public.service_hours set closes = '10:00'",
    ],
)
async def test_every_change_of_what_is_offered_counts_at_once(pool: Pool, ada: Member, statement: str) -> None:
    services = [
        await make_service(pool, ada, slug=slug, duration_minutes=30, notice_minutes=1440) for slug in ("one", "other")
    ]
    await times(pool)
    await announced(pool)
    await change(pool, statement)
    await times(pool)
    # Once for each service, also where many rows have changed.
    assert await announced(pool) == ([services[1]] if "slug like" in statement else sorted(services))
    await change(pool, "delete from public.service_exceptions where true")
    await times(pool)
    assert await noted(pool) == 0


async def test_times_are_right_inside_the_changing_transaction(pool: Pool, ada: Member) -> None:
    service = await make_service(pool, ada)
    async with as_owner(pool) as connection:
        await connection.execute(
            "insert into public.service_exceptions (day) select current_date + n from generate_series(0, 60) n"
        )
        assert await connection.fetchval(f"select starts_at from public.next_times({ALL})") is None
    assert (await times(pool))[service][0] is None


async def test_transactions_that_commit_at_once_leave_no_wrong_time(pool: Pool, ada: Member) -> None:
    service = await make_service(pool, ada, capacity=1, per_person=1, notice_minutes=1440)
    first = (await times(pool))[service][0]
    # The second one reads before the first commits, and commits after it.
    async with as_owner(pool) as slow:
        await slow.execute(
            "insert into public.service_exceptions (service_id, day) values ($1, current_date + 5)", service
        )
        await slow.execute("set constraints all immediate")
        await change(pool, "insert into public.service_exceptions (day) values ($1::date)", first.date())
        assert await noted(pool) == 1
        assert (await times(pool))[service][0] > first
    await times(pool)
    assert await refresh_free_times(pool) is False
    assert await noted(pool) == 0
    await times(pool)


async def test_many_bookings_at_once(pool: Pool, ada: Member) -> None:
    service = await make_service(pool, ada, capacity=1, per_person=1, notice_minutes=1440)
    members = [await make_member(pool) for _ in range(8)]
    starts = [days_ahead(2, hour) for hour in range(9, 17)]
    await asyncio.gather(*(book(pool, who, service, start) for who, start in zip(members, starts, strict=True)))
    for who in (None, members[0]):
        assert (await times(pool, who))[service][0] not in starts
    await refresh_free_times(pool)
    assert await noted(pool) == 0


async def test_change_in_a_repeatable_read_transaction_is_refreshed_later(pool: Pool, ada: Member) -> None:
    service = await make_service(pool, ada, notice_minutes=1440)
    first = (await times(pool))[service][0]
    async with pool.acquire() as connection, connection.transaction(isolation="repeatable_read"):
        await connection.execute("insert into public.service_exceptions (day) values ($1)", first.date())
    assert (await times(pool))[service][0] > first
    assert await noted(pool) == 1
    await refresh_free_times(pool)
    assert await noted(pool) == 0
    assert (await times(pool))[service][0] > first


async def test_times_that_have_run_out_are_computed_until_they_are_refreshed(pool: Pool, ada: Member) -> None:
    hours = [{"weekday": day, "opens": "09:00", "closes": "10:00"} for day in range(1, 8)]
    service = await make_service(pool, ada, hours=hours)
    full = await times(pool)
    # As they were a month ago.
    await change(
        pool,
        "update public.free_times set starts = array(select t - interval '40 days' from unnest(starts) t),"
        " through = through - 40",
    )
    assert await times(pool) == full
    await refresh_free_times(pool)
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select starts[1] from public.free_times") == full[service][0]
    # Booked out up to yesterday's last day: only the day that entered the window is computed.
    await change(pool, "update public.free_times set starts = '{}', ends = '{}', places = '{}', through = through - 1")
    await read(pool, Caller.anonymous(), STORED)


async def test_deleted_service_leaves_nothing(pool: Pool, ada: Member) -> None:
    service = await make_service(pool, ada, hours=EVERY_DAY)
    await change(pool, "delete from public.services where id = $1", service)
    assert await noted(pool) == 0
    assert await times(pool) == {}
