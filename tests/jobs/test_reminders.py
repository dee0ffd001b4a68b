"""Reminders by a real SMTP server and by SMS: once under SIGKILL, in the reader's language, never too late."""

import signal
from collections import Counter
from datetime import timedelta
from uuid import UUID

import pytest

from balai.database.pool import Pool
from balai.jobs.booking.reminders import queue_reminders
from balai.jobs.booking_emails import queue_booking_emails
from balai.messaging.templates import LANGUAGES
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.jobs.conftest import SmtpServer
from tests.jobs.test_booking_emails import make_mailer, queued_messages, settings
from tests.jobs.test_killed_notice_worker import END_CLAIMS, start, wait_for_second_email, wait_for_sent

MAKE_DUE = """
update public.booking_reminders set due_at = now() - interval '1 minute'
where due_at in (select min(due_at) from public.booking_reminders group by booking_id)
"""
FORGET_CONFIRMATIONS = "update public.outbox set sent_at = now()"
READERS = 12


async def make_reminded(pool: Pool, number: int) -> dict[str, str]:
    """Members of four languages whose booking is to be reminded of now: language by address."""
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin, capacity=number, notifies_staff=False)
    languages = {}
    for index in range(number):
        language = LANGUAGES[index % len(LANGUAGES)]
        member = await make_member(pool, language=language)
        await book(pool, member, service, days_ahead(3))
        languages[member.email] = language
    await pool.execute(FORGET_CONFIRMATIONS)
    await pool.execute(MAKE_DUE)
    return languages


@pytest.mark.parametrize("stop", ["collecting", "sending"])
async def test_killed_worker_repeats_and_loses_no_reminder(
    pool: Pool, database: str, smtp_server: tuple[SmtpServer, str], stop: str
) -> None:
    server, url = smtp_server
    languages = await make_reminded(pool, READERS)
    server.accepts = 5
    worker = await start(database, url, stop)
    if stop == "collecting":
        await wait_for_second_email(worker)
    else:
        await wait_for_sent(pool, 5)
    worker.send_signal(signal.SIGKILL)
    await worker.wait()
    server.accepts = None
    await pool.execute(END_CLAIMS)
    second = await start(database, url, "never")
    try:
        await wait_for_sent(pool, READERS)
    finally:
        second.kill()
        await second.wait()
    assert Counter(email["To"] for email in server.received) == Counter(languages.keys())
    assert {email["To"]: email["Content-Language"] for email in server.received} == languages
    left = "select count(*) from public.booking_reminders where due_at <= now()"
    assert await pool.fetchval(left) == 0


async def remind(pool: Pool) -> None:
    await pool.execute(FORGET_CONFIRMATIONS)
    await pool.execute(MAKE_DUE)
    await queue_reminders(pool)
    await queue_booking_emails(pool, make_mailer(pool), settings())


async def booked(pool: Pool, **person: str) -> tuple[Member, UUID]:
    admin, mai = await make_member(pool, is_admin=True), await make_member(pool, **person)
    service = await make_service(pool, admin, notifies_staff=False)
    return mai, (await book(pool, mai, service, days_ahead(3))).id


async def test_reminder_has_links_that_ask_first(pool: Pool) -> None:
    mai, booking = await booked(pool, language="vi", display_name="Mai")
    await remind(pool)
    [message] = await queued_messages(pool)
    link = await pool.fetchval("select token from public.booking_links where booking_id = $1", booking)
    assert (message.kind, message.recipient, message.language) == ("booking_reminder", mai.email, "vi")
    page = f"https://site.example/vi/book/view/answer?link={link}"
    assert message.variables["url"] == page
    assert message.variables["second_url"] == f"{page}&act=cancel"
    expires = await pool.fetchval("select expires_at from mailbox.queue")
    start = await pool.fetchval("select starts_at from public.bookings")
    # The second reminder says the same two hours before.
    assert expires == start - timedelta(hours=2)


async def test_reminder_after_the_deadline_has_no_link_to_cancel(pool: Pool) -> None:
    await booked(pool)
    await pool.execute("update public.services set cancel_until_minutes = 5 * 24 * 60")
    await remind(pool)
    [message] = await queued_messages(pool)
    assert message.kind == "booking_reminder_late"
    assert "second_url" not in message.variables


async def test_cancelled_between_due_and_sent_is_not_reminded(pool: Pool) -> None:
    mai, booking = await booked(pool)
    await pool.execute(FORGET_CONFIRMATIONS)
    await pool.execute(MAKE_DUE)
    await queue_reminders(pool)
    await cancel(pool, mai, booking)
    await queue_booking_emails(pool, make_mailer(pool), settings())
    assert [message.kind for message in await queued_messages(pool)] == ["booking_cancelled"]


async def test_reminder_goes_by_the_chosen_channels(pool: Pool) -> None:
    mai, _ = await booked(pool)
    await pool.execute("update auth.users set phone = '84912345678', phone_confirmed_at = now() where id = $1", mai.id)
    choose = (
        "insert into public.notice_choices (member_id, kind, channel, is_on) values ($1, 'booking_reminder', $2, $3)"
    )
    await pool.execute(choose, mai.id, "email", False)
    await pool.execute(choose, mai.id, "sms", True)
    await remind(pool)
    [message] = await queued_messages(pool)
    assert (message.channel, message.recipient) == ("sms", "84912345678")
    assert await pool.fetchval("select count(*) from public.notice_deliveries") == 0
    assert (
        await pool.fetchval("select kind from public.notifications where member_id = $1", mai.id) == "booking_reminder"
    )


async def test_member_with_a_phone_alone_is_reminded_by_sms(pool: Pool) -> None:
    mai, _ = await booked(pool)
    await pool.execute(
        "update auth.users set email = null, phone = '84912345678', phone_confirmed_at = now() where id = $1", mai.id
    )
    await remind(pool)
    assert [(each.channel, each.kind) for each in await queued_messages(pool)] == [("sms", "booking_reminder")]


async def test_follow_up_comes_once_after_the_end(pool: Pool) -> None:
    _, booking = await booked(pool)
    await pool.execute("update public.services set reminder_minutes = '{}', follow_up_minutes = 60")
    await pool.execute(FORGET_CONFIRMATIONS)
    # As if the session had ended two hours ago.
    await pool.execute(
        "update public.booking_reminders set due_at = now() - interval '1 hour', expires_at = now() + interval '1 day'"
    )
    for _ in range(2):
        await queue_reminders(pool)
        await queue_booking_emails(pool, make_mailer(pool), settings())
    [message] = await queued_messages(pool)
    assert message.kind == "booking_follow_up"
    assert message.variables["url"].endswith(f"/book/view/{booking}")
