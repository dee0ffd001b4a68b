"""The waiting list of a session whose person or room is there after all."""

import asyncio
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member

ADD_ABSENCE = "insert into public.absences (host_id, starts_at, ends_at) values ($1, $2, $3)"
SUSPEND = "update auth.users set banned_until = $2 where id = $1"


async def write(pool: Pool, *statements: tuple[object, ...]) -> None:
    """Execute statements in one transaction."""
    async with as_owner(pool) as connection:
        for statement, *values in statements:
            await connection.execute(str(statement), *values)


async def session_with_a_free_place(pool: Pool, admin: Member, host: Member, away: tuple[object, ...]) -> UUID:
    """A full session of two; a place becomes free while its host is away. Returns the member who waits for it."""
    at = days_ahead(3)
    service = await make_service(pool, admin, hosts=[str(host.id)], capacity=2)
    first, second, waiting = [await make_member(pool) for _ in range(3)]
    made = await book(pool, first, service, at)
    await book(pool, second, service, at)
    await book(pool, waiting, service, at, or_wait=True)
    await write(pool, away)
    await cancel(pool, first, made.id)
    assert await status(pool, waiting.id) == "waiting"
    return waiting.id


async def status(pool: Pool, member: UUID) -> str:
    async with as_owner(pool) as connection:
        found: str = await connection.fetchval("select status::text from public.bookings where member_id = $1", member)
    return found


def around(at: datetime) -> tuple[datetime, datetime]:
    return at - timedelta(hours=1), at + timedelta(hours=2)


async def test_the_end_of_a_suspension_gives_the_place(pool: Pool, admin: Member) -> None:
    host, at = await make_member(pool), days_ahead(3)
    waiting = await session_with_a_free_place(pool, admin, host, (SUSPEND, host.id, at + timedelta(hours=1)))
    # Shorter, but not before the session.
    await write(pool, (SUSPEND, host.id, at + timedelta(minutes=1)))
    assert await status(pool, waiting) == "waiting"
    await write(pool, (SUSPEND, host.id, None))
    assert await status(pool, waiting) == "booked"


async def test_a_removed_absence_gives_the_place(pool: Pool, admin: Member) -> None:
    host, at = await make_member(pool), days_ahead(3)
    waiting = await session_with_a_free_place(pool, admin, host, (ADD_ABSENCE, host.id, *around(at)))
    remove = ("delete from public.absences",)
    # A calendar that is read again replaces it in one transaction.
    await write(pool, remove, (ADD_ABSENCE, host.id, at, at + timedelta(hours=1)))
    assert await status(pool, waiting) == "waiting"
    await write(pool, remove)
    assert await status(pool, waiting) == "booked"


async def test_a_moved_absence_gives_the_place(pool: Pool, admin: Member) -> None:
    host, at = await make_member(pool), days_ahead(3)
    waiting = await session_with_a_free_place(pool, admin, host, (ADD_ABSENCE, host.id, *around(at)))
    await write(pool, ("update public.absences set ends_at = $1", at))
    assert await status(pool, waiting) == "booked"


async def test_a_calendar_is_removed_while_it_is_read(pool: Pool, admin: Member) -> None:
    host, at, calendar = await make_member(pool), days_ahead(3), uuid4()
    add = "insert into public.read_calendars (id, host_id, address) values ($1, $2, 'https://calendar.example/a')"
    take = "select public.take_busy_times($1, $2, $3, null, null)"
    starts, ends = around(at)

    async def read_again() -> bool:
        async with as_owner(pool) as connection:
            found: bool = await connection.fetchval(take, calendar, [starts], [ends])
        return found

    waiting = await session_with_a_free_place(pool, admin, host, (ADD_ABSENCE, host.id, *around(at)))
    await write(pool, (add, calendar, host.id), ("update public.absences set calendar_id = $1", calendar))
    async with as_role(pool, host.caller, read_only=False) as connection:
        assert await connection.fetchval("select public.remove_calendar($1)", calendar)
        reading = asyncio.create_task(read_again())
        waits = "select exists (select from pg_locks where not granted)"
        while not await connection.fetchval(waits):  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
    assert await reading is False
    assert await status(pool, waiting) == "booked"
