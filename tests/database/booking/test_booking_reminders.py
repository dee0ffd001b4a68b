"""Pending messages about a booking follow it, and links in messages answer for the participant alone."""

from datetime import timedelta
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.booking import book, cancel, change, days_ahead, make_service
from tests.factories.members import Member, make_member

PLANNED = "select kind, due_at, expires_at from public.booking_reminders where booking_id = $1 order by due_at"
SENT = (
    "select recipient_id, kind from public.outbox where kind in ('booking_reminder', 'booking_follow_up') order by id"
)
# As if the time had come.
MAKE_DUE = (
    "update public.booking_reminders set due_at = now() - interval '1 minute' where booking_id = $1 and due_at = $2"
)
ANSWER = "select public.answer_booking($1, $2)"
CONFIRMED = "select confirmed_at is not null from public.bookings where id = $1"
STATUS = "select status::text from public.bookings where id = $1"
RULES = "update public.services set reminder_minutes = $2, follow_up_minutes = $3 where id = $1"


async def make_booking(pool: Pool, days: int = 3) -> tuple[Member, Member, UUID, UUID]:
    admin, mai = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, admin)
    return admin, mai, service, (await book(pool, mai, service, days_ahead(days))).id


async def planned(pool: Pool, booking: UUID) -> list[tuple[str, float, float]]:
    """Kind, and hours from the start to when it is due and to when it would come too late."""
    start = await pool.fetchval("select starts_at from public.bookings where id = $1", booking)
    hours = timedelta(hours=1)
    return [
        (row["kind"], (row["due_at"] - start) / hours, (row["expires_at"] - start) / hours)
        for row in await pool.fetch(PLANNED, booking)
    ]


async def link_of(pool: Pool, booking: UUID) -> UUID:
    async with as_owner(pool) as conn:
        return UUID(str(await conn.fetchval("select public.booking_link($1)", booking)))


async def send_due(pool: Pool, booking: UUID, hours: int) -> int:
    """Let the reminder of so many hours fall due, and queue what is."""
    start = await pool.fetchval("select starts_at from public.bookings where id = $1", booking)
    await pool.execute(MAKE_DUE, booking, start - timedelta(hours=hours))
    async with as_owner(pool) as conn:
        return int(await conn.fetchval("select public.queue_due_reminders(100)"))


async def test_reminders_follow_their_booking(pool: Pool) -> None:
    _, mai, _, booking = await make_booking(pool)
    both = [("booking_reminder", -24, -2), ("booking_reminder", -2, 0)]
    assert await planned(pool, booking) == both
    await change(pool, mai, booking, days_ahead(5))
    assert await planned(pool, booking) == both
    await cancel(pool, mai, booking)
    assert await planned(pool, booking) == []
    async with as_role(pool, mai.caller, read_only=False) as conn:
        await conn.fetchval("select public.restore_booking($1)", booking)
    assert await planned(pool, booking) == both


async def test_only_what_is_still_ahead_is_planned(pool: Pool) -> None:
    """A member who books for tomorrow morning has just read the confirmation."""
    admin, mai = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, admin)
    for hour in range(9, 17):
        starts_at = days_ahead(1, hour)
        booking = (await book(pool, mai, service, starts_at)).id
        ahead = starts_at - await pool.fetchval("select now()")
        assert len(await planned(pool, booking)) == (2 if ahead > timedelta(days=1) else 1)


async def test_waiting_list_is_not_reminded_until_there_is_a_place(pool: Pool) -> None:
    admin, mai, ana = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    service = await make_service(pool, admin, capacity=1, per_person=1)
    first = await book(pool, mai, service, days_ahead(3))
    second = await book(pool, ana, service, days_ahead(3), or_wait=True)
    assert await planned(pool, second.id) == []
    await cancel(pool, mai, first.id)
    assert len(await planned(pool, second.id)) == 2


async def test_reminder_is_queued_once(pool: Pool) -> None:
    _, mai, _, booking = await make_booking(pool)
    assert await send_due(pool, booking, 24) == 1
    assert await send_due(pool, booking, 24) == 0
    assert await send_due(pool, booking, 2) == 1
    assert [tuple(row) for row in await pool.fetch(SENT)] == [(mai.id, "booking_reminder")] * 2


async def test_nothing_is_sent_after_the_fact(pool: Pool) -> None:
    """A site that was down for a day reminds of no session that is over, and once of one that is near."""
    _, _, _, booking = await make_booking(pool)
    await pool.execute(
        "update public.booking_reminders set due_at = now() - interval '2 days', expires_at = now() - interval '1 hour'"
        " where due_at = (select min(due_at) from public.booking_reminders)"
    )
    await pool.execute(
        "update public.booking_reminders set due_at = now() - interval '1 hour' where expires_at > now()"
    )
    async with as_owner(pool) as conn:
        assert await conn.fetchval("select public.queue_due_reminders(100)") == 2
    assert len(await pool.fetch(SENT)) == 1
    assert await planned(pool, booking) == []


async def test_quiet_hours_hold_a_reminder_that_can_wait(pool: Pool) -> None:
    _, mai, _, booking = await make_booking(pool)
    zone = "select (now() at time zone p.time_zone)::time from public.profiles p where p.id = $1"
    hour = await pool.fetchval(zone, mai.id)
    now = hour.replace(second=0, microsecond=0)
    until = now.replace(hour=(now.hour + 1) % 24)
    await pool.execute(
        "insert into public.notice_settings (member_id, quiet_from, quiet_until) values ($1, $2, $3)",
        mai.id,
        now,
        until,
    )
    assert await send_due(pool, booking, 24) == 1
    assert await pool.fetch(SENT) == []
    assert [kind for kind, *_ in await planned(pool, booking)] == ["booking_reminder"] * 2
    # One that would come too late then is sent at once.
    await pool.execute("update public.booking_reminders set due_at = now(), expires_at = now() + interval '1 minute'"
                       " where due_at = (select max(due_at) from public.booking_reminders)")  # fmt: skip
    async with as_owner(pool) as conn:
        await conn.fetchval("select public.queue_due_reminders(100)")
    assert len(await pool.fetch(SENT)) == 1


async def test_rules_of_a_service_change_what_is_planned(pool: Pool) -> None:
    _, _, service, booking = await make_booking(pool)
    await pool.execute(RULES, service, [2880, 60], 120)
    assert await planned(pool, booking) == [
        ("booking_reminder", -48, -1),
        ("booking_reminder", -1, 0),
        ("booking_follow_up", 3, 27),
    ]
    await pool.execute(RULES, service, [], None)
    assert await planned(pool, booking) == []
    for minutes in ([5], [60, 60, 60, 60], [None]):
        with pytest.raises(asyncpg.CheckViolationError):
            await pool.execute(RULES, service, minutes, None)


async def test_link_confirms_until_the_booking_moves(pool: Pool) -> None:
    _, mai, _, booking = await make_booking(pool)
    link = await link_of(pool, booking)
    async with as_owner(pool) as conn:
        assert [await conn.fetchval(ANSWER, link, "confirm") for _ in range(2)] == [True, True]
    assert await pool.fetchval(CONFIRMED, booking)
    await change(pool, mai, booking, days_ahead(4))
    assert not await pool.fetchval(CONFIRMED, booking)


async def test_link_cancels_and_restores_as_its_participant(pool: Pool) -> None:
    _, mai, _, booking = await make_booking(pool)
    link = await link_of(pool, booking)
    async with as_owner(pool) as conn:
        await conn.fetchval(ANSWER, link, "cancel")
        assert await conn.fetchval("select current_setting('request.jwt.claims', true)") in (None, "")
    assert await pool.fetchval(STATUS, booking) == "cancelled"
    cancelled = "select cancelled_by_staff from public.bookings where id = $1"
    assert await pool.fetchval(cancelled, booking) is False
    async with as_owner(pool) as conn:
        await conn.fetchval(ANSWER, link, "cancel")
        await conn.fetchval(ANSWER, link, "restore")
    assert await pool.fetchval(STATUS, booking) == "booked"
    emails = "select kind from public.outbox where recipient_id = $1 order by id"
    assert [row["kind"] for row in await pool.fetch(emails, mai.id)] == [
        "booking_confirmed",
        "booking_cancelled",
        "booking_confirmed",
    ]


async def test_link_gives_no_rights_of_staff(pool: Pool) -> None:
    """An administrator who booked for themselves is a participant: the cut-off holds for their forwarded link."""
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin, cancel_until_minutes=43200)
    booking = (await book(pool, admin, service, days_ahead(3))).id
    link = await link_of(pool, booking)
    with pytest.raises(asyncpg.PostgresError, match="too late"):
        async with as_owner(pool) as conn:
            await conn.fetchval(ANSWER, link, "cancel")
    assert await pool.fetchval(STATUS, booking) == "booked"


async def test_unknown_links_and_answers_do_nothing(pool: Pool) -> None:
    _, _, _, booking = await make_booking(pool)
    link = await link_of(pool, booking)
    async with as_owner(pool) as conn:
        assert await conn.fetchval(ANSWER, uuid4(), "cancel") is False
    for answer in ("", "delete", None):
        with pytest.raises(asyncpg.PostgresError):
            async with as_owner(pool) as conn:
                await conn.fetchval(ANSWER, link, answer)
    await pool.execute("update public.bookings set status = 'cancelled', cancelled_at = now() where id = $1", booking)
    with pytest.raises(asyncpg.PostgresError, match="no such booking"):
        async with as_owner(pool) as conn:
            await conn.fetchval(ANSWER, link, "confirm")


async def test_members_reach_neither_links_nor_plans(pool: Pool) -> None:
    _, mai, _, booking = await make_booking(pool)
    link = await link_of(pool, booking)
    for statement in (
        "select * from public.booking_links",
        "select * from public.booking_reminders",
        "select public.queue_due_reminders(1)",
        f"select public.booking_link('{booking}')",
        f"select public.answer_booking('{link}', 'confirm')",
        f"update public.bookings set confirmed_at = now() where id = '{booking}'",
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, mai.caller, read_only=False) as conn:
                await conn.execute(statement)


async def test_host_and_reception_are_notified_of_bookings(pool: Pool) -> None:
    """Each role in its own services. Without a host and a reception, the administrators are."""
    admin, host, desk, other, mai = [await make_member(pool, is_admin=n == 0) for n in range(5)]
    service = await make_service(pool, admin, host_id=str(host.id))
    elsewhere = await make_service(pool, admin)
    give = """insert into public.role_grants (member_id, role_id, service_id)
      select $1, id, $2 from public.roles where preset = $3"""
    await pool.execute(give, desk.id, service, "receptionist")
    await pool.execute(give, other.id, elsewhere, "receptionist")
    # The role of hosts is for their own bookings.
    await pool.execute(give, mai.id, service, "host")
    told = "select array_agg(distinct recipient_id) from public.outbox where kind = 'staff_booked'"
    await book(pool, mai, service, days_ahead(3))
    assert set(await pool.fetchval(told)) == {host.id, desk.id}
    site = "select member_id from public.notifications where kind = 'staff_booking'"
    assert {row["member_id"] for row in await pool.fetch(site)} == {host.id, desk.id}
    await pool.execute("delete from public.outbox")
    await pool.execute("delete from public.role_grants")
    await book(pool, mai, elsewhere, days_ahead(4))
    assert await pool.fetchval(told) == [admin.id]


async def test_editor_saves_when_to_remind(pool: Pool) -> None:
    """A save without these columns, by an older client, keeps them; a new service begins with both reminders."""
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin)
    read = "select reminder_minutes, follow_up_minutes, sequence from public.services where id = $1"
    assert tuple(await pool.fetchrow(read, service) or ()) == ([1440, 120], None, 0)
    await make_service(pool, admin, id=str(service), base_sequence=0, reminder_minutes=[2880], follow_up_minutes=60)
    await make_service(pool, admin, id=str(service), base_sequence=1)
    assert tuple(await pool.fetchrow(read, service) or ()) == ([2880], 60, 2)
    with pytest.raises(asyncpg.CheckViolationError):
        await make_service(pool, admin, id=str(service), base_sequence=2, reminder_minutes=[1])
