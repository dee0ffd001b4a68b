"""Messages that were not delivered, and of what the host and the desk of a service are notified."""

from uuid import uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.jobs.booking_emails import queue_booking_emails
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.members import make_member
from tests.jobs.test_booking_emails import make_mailer, queued_messages, settings

ADD = """
insert into mailbox.queue (kind, recipient, language, content, channel) values ($1, $2, 'en', '{"variables": {}}', $3)
returning id
"""
LIST = "select kind, channel, reason, can_resend from public.list_failed_messages()"
STAFF = "select kind from public.outbox where recipient_id = $1 order by id"
GRANT = (
    "insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = 'receptionist'"
)


async def test_administrators_see_why_and_send_again(pool: Pool) -> None:
    admin, mei = await make_member(pool, is_admin=True), await make_member(pool)
    booking = await pool.fetchval(ADD, "booking_confirmed", "60123456789", "whatsapp")
    code = await pool.fetchval(ADD, "code", "60123456789", "sms")
    await pool.fetchval("select mailbox.abandon($1, 'WhatsApp 131026: 60123456789 is not there')", booking)
    await pool.fetchval("select mailbox.abandon($1, 'expired')", code)
    async with as_role(pool, admin.caller, read_only=False) as conn:
        rows = [tuple(row) for row in await conn.fetch(LIST)]
        assert sorted(rows) == [
            ("booking_confirmed", "whatsapp", "refused", True), ("code", "sms", "expired", False),
        ]  # fmt: skip
        assert await conn.fetchval("select public.count_failed_messages(100)") == 2
        again = [await conn.fetchval("select public.resend_message($1)", each) for each in (booking, booking, code)]
        assert again == [True, False, False]
        assert await conn.fetchval("select public.resend_message($1)", uuid4()) is False
        assert len(await conn.fetch(LIST)) == 1
    waiting = await pool.fetch("select kind, recipient, channel from mailbox.queue where given_up_at is null")
    assert [tuple(row) for row in waiting] == [("booking_confirmed", "60123456789", "whatsapp")]
    async with as_role(pool, mei.caller, read_only=False) as conn:
        assert await conn.fetchval("select public.count_failed_messages(100)") == 0
        with pytest.raises(asyncpg.PostgresError) as caught:
            await conn.fetch(LIST)
    assert caught.value.detail == "administrators_only"  # type: ignore[attr-defined]
    async with as_role(pool, mei.caller, read_only=False) as conn:
        with pytest.raises(asyncpg.PostgresError) as caught:
            await conn.fetchval("select public.resend_message($1)", booking)
    assert caught.value.detail == "administrators_only"  # type: ignore[attr-defined]


async def test_host_and_desk_hear_what_is_set_for_each(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    host, desk, mei = await make_member(pool), await make_member(pool), await make_member(pool)
    await pool.execute(GRANT, desk.id)
    service = await make_service(
        pool, admin, host_id=str(host.id), host_messages=["cancelled", "reminder"], desk_messages=["booked"]
    )
    first = await book(pool, mei, service, days_ahead(3))
    second = await book(pool, mei, service, days_ahead(4))
    await cancel(pool, mei, first.id)
    assert [row["kind"] for row in await pool.fetch(STAFF, host.id)] == ["staff_cancelled"]
    assert [row["kind"] for row in await pool.fetch(STAFF, desk.id)] == ["staff_booked", "staff_booked"]
    await pool.execute("delete from public.outbox")
    await pool.execute(
        "update public.booking_reminders set due_at = now() where due_at ="
        " (select min(due_at) from public.booking_reminders where booking_id = $1)",
        second.id,
    )
    await pool.fetchval("select public.queue_due_reminders(20)")
    assert [row["kind"] for row in await pool.fetch(STAFF, host.id)] == ["staff_reminder"]
    assert await pool.fetch(STAFF, desk.id) == []
    with pytest.raises(asyncpg.CheckViolationError):
        await pool.execute("update public.services set desk_messages = '{gossip}'")


async def test_a_member_is_reached_by_the_channel_that_they_chose(pool: Pool) -> None:
    admin, mei = await make_member(pool, is_admin=True), await make_member(pool)
    await pool.execute("update auth.users set phone = '60123456789', phone_confirmed_at = now() where id = $1", mei.id)
    service = await make_service(pool, admin, notifies_staff=False)
    async with as_role(pool, mei.caller, read_only=False) as conn:
        await conn.execute("select public.set_booking_channel('sms')")
    await book(pool, mei, service, days_ahead(3))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    [message] = await queued_messages(pool)
    assert (message.channel, message.recipient) == ("sms", "60123456789")
    assert await pool.fetchval("select next_channels -> 0 ->> 'recipient' from mailbox.queue") == mei.email
    async with as_role(pool, mei.caller, read_only=False) as conn:
        with pytest.raises(asyncpg.PostgresError) as caught:
            await conn.execute("select public.set_booking_channel('pigeon')")
    assert caught.value.detail == "unknown_channel"  # type: ignore[attr-defined]
