"""Each row of the booking outbox becomes one email, in the recipient's language and time zone."""

import asyncio
from datetime import UTC, datetime, timedelta

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.jobs.booking_emails import queue_booking_emails
from balai.jobs.message_delivery import deliver_emails
from balai.messaging.email_rendering import format_datetime, render
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.queue import Contents, OutgoingMessage
from balai.settings import Settings, load_settings
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member

FIRST_NOTICE = "select attempts, last_error, next_attempt_at > now() as later from public.outbox order by id"
READ = "select kind, recipient, language, content from mailbox.queue order by created_at"


def settings() -> Settings:
    return load_settings({"BALAI_SITE_URL": "https://hall.example"})


def make_mailer(pool: Pool) -> Mailer:
    return Mailer(MailboxSender(pool, email_from="hall@example.org"), site="Hall")


async def letters(pool: Pool) -> list[OutgoingMessage]:
    rows = await pool.fetch(READ)
    opened = [msgspec.json.decode(row["content"], type=Contents) for row in rows]
    return [
        OutgoingMessage(row["kind"], row["recipient"], row["language"], content.variables, content.attachments)
        for row, content in zip(rows, opened, strict=True)
    ]


async def make_people(pool: Pool) -> tuple[Member, Member, Member]:
    admin = await make_member(pool, is_admin=True)
    mai = await make_member(pool, display_name="Mai", language="vi", time_zone="Asia/Ho_Chi_Minh")
    ana = await make_member(pool, display_name="Ana", language="en", time_zone="UTC")
    return admin, mai, ana


async def test_booking_sends_a_confirmation(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    service = await make_service(pool, admin)
    starts_at = days_ahead(3)
    booking = await book(pool, mai, service, starts_at, party=2)
    await queue_booking_emails(pool, make_mailer(pool), settings())
    [letter] = await letters(pool)
    assert (letter.kind, letter.recipient, letter.language) == ("booking_confirmed", mai.email, "vi")
    assert letter.variables["service"] == "Nhóm đọc sách"
    assert letter.variables["place"] == "Phòng 2"
    assert letter.variables["party_size"] == "2"
    assert letter.variables["url"] == f"https://hall.example/vi/book/view/{booking.id}"
    # Ten o'clock at the venue is nine in the member's time zone.
    assert letter.variables["when"].startswith("10:00 ")
    assert letter.variables["when"].endswith("(Asia/Singapore)")
    assert letter.variables["your_when"].startswith("09:00 ")
    assert letter.variables["your_when"].endswith("(Asia/Ho_Chi_Minh)")
    [file] = letter.attachments
    assert f"UID:{booking.id}" in file.content
    assert "METHOD:PUBLISH" in file.content
    message = render(letter, site="Hall")
    assert message.subject.startswith("Đã đặt chỗ: Nhóm đọc sách, 10:00")
    assert letter.variables["url"] in message.plain


async def test_emails_use_the_name_of_the_site(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    await pool.execute("update public.site_texts set name = 'Hội quán Hoà Hợp' where language = 'vi'")
    await book(pool, mai, await make_service(pool, admin), days_ahead(3))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    await deliver_emails(pool, make_mailer(pool), has_site=True)
    row = await pool.fetchrow("select plain, attachments from mailbox.messages")
    assert row is not None
    assert "Hội quán Hoà Hợp" in row["plain"]
    assert "BEGIN:VCALENDAR" in row["attachments"]


async def test_cancellation_notifies_both_members(pool: Pool) -> None:
    admin, mai, ana = await make_people(pool)
    service = await make_service(pool, admin, capacity=1, per_person=1)
    first = await book(pool, mai, service, days_ahead(3))
    await book(pool, ana, service, days_ahead(3), or_wait=True)
    await cancel(pool, mai, first.id)
    await queue_booking_emails(pool, make_mailer(pool), settings())
    told = sorted((letter.kind, letter.recipient) for letter in await letters(pool))
    assert ("booking_promoted", ana.email) in told
    assert ("booking_waiting", ana.email) in told
    assert ("booking_confirmed", mai.email) in told
    for letter in await letters(pool):
        render(letter, site="Hall")


async def test_cancellation_names_the_side_that_cancelled(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    service = await make_service(pool, admin)
    for who, day in ((mai, 3), (admin, 4)):
        await cancel(pool, who, (await book(pool, mai, service, days_ahead(day))).id)
    await queue_booking_emails(pool, make_mailer(pool), settings())
    told = [render(letter, site="Hall").plain for letter in await letters(pool) if "cancelled" in letter.kind]
    assert ["Bạn đã huỷ" in plain for plain in told] == [True, False]
    assert ["Ban tổ chức đã huỷ" in plain for plain in told] == [False, True]


async def test_many_workers_queue_one_email_per_row(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    service = await make_service(pool, admin)
    for day in range(2, 8):
        await book(pool, mai, service, days_ahead(day))
    mailer = make_mailer(pool)
    await asyncio.gather(*(queue_booking_emails(pool, mailer, settings()) for _ in range(5)))
    await queue_booking_emails(pool, mailer, settings())
    assert len(await letters(pool)) == 6
    assert await pool.fetchval("select count(*) from public.outbox where sent_at is null") == 0


async def test_row_that_cannot_be_rendered_blocks_no_other(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    service = await make_service(pool, admin)
    await book(pool, mai, service, days_ahead(2))
    await pool.execute("update public.outbox set details = '{}'")
    await book(pool, mai, service, days_ahead(3))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    assert len(await letters(pool)) == 1
    row = await pool.fetchrow(
        "select attempts, last_error, next_attempt_at > now() as later from public.outbox order by id"
    )
    assert row is not None
    assert (row["attempts"], row["later"]) == (1, True)
    assert "ValidationError" in row["last_error"]


async def test_row_that_fails_for_days_blocks_no_other(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    service = await make_service(pool, admin)
    await book(pool, mai, service, days_ahead(2))
    # Four days with an attempt every three hours.
    await pool.execute("update public.outbox set details = '{}', attempts = 40")
    await book(pool, mai, service, days_ahead(3))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    assert len(await letters(pool)) == 1
    pause = "select next_attempt_at - clock_timestamp() from public.outbox where attempts = 41"
    assert timedelta(hours=2) < await pool.fetchval(pause) < timedelta(hours=4)


async def test_time_zone_unknown_to_python_blocks_no_email(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    async with as_role(pool, mai.caller, read_only=False) as conn:
        # PostgreSQL ignores the case of zone names.
        await conn.execute("update public.profiles set time_zone = 'Asia/KUALA_lumpur' where id = $1", mai.id)
    await book(pool, mai, await make_service(pool, admin), days_ahead(2))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    [letter] = await letters(pool)
    assert letter.variables["when"].endswith("(Asia/Singapore)")
    assert letter.variables["your_when"] == ""


def test_times_are_formatted_by_language() -> None:
    moment = datetime(2026, 11, 20, 11, 5, tzinfo=UTC)
    assert format_datetime(moment, "Asia/Singapore", "en") == "Friday, 20 November 2026, 19:05 (Asia/Singapore)"
    assert format_datetime(moment, "Asia/Singapore", "zh") == "2026年11月20日星期五 19:05（Asia/Singapore）"
    assert format_datetime(moment, "Asia/Singapore", "ms") == "Jumaat, 20 November 2026, 19:05 (Asia/Singapore)"
    assert format_datetime(moment, "Asia/Singapore", "vi") == "19:05 Thứ Sáu, 20 tháng 11, 2026 (Asia/Singapore)"
