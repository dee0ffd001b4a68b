"""Each row of the booking outbox becomes one email, in the recipient's language and time zone."""

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import UUID

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.jobs.booking_emails import queue_booking_emails
from balai.jobs.message_delivery import deliver_emails, deliver_sms
from balai.messaging.channels.message import SmsMessage
from balai.messaging.email_rendering import format_datetime, render
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.queue import Contents, OutgoingMessage
from balai.messaging.sms_sender import SmsSender
from balai.settings import Settings, load_settings
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.guests import book_as_guest, prove
from tests.factories.members import Member, make_member

FIRST_ROW = "select attempts, last_error, next_attempt_at > now() as later from public.outbox order by id"
READ = """
select kind, recipient, language, content, channel from mailbox.queue
where (kind like 'staff%') = $1 order by created_at
"""


def settings() -> Settings:
    return load_settings({"BALAI_SITE_URL": "https://site.example"})


def make_mailer(pool: Pool) -> Mailer:
    return Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")


async def queued_messages(pool: Pool, *, staff: bool = False) -> list[OutgoingMessage]:
    """Messages to members, or to hosts and administrators."""
    rows = await pool.fetch(READ, staff)
    opened = [msgspec.json.decode(row["content"], type=Contents) for row in rows]
    return [
        OutgoingMessage(
            row["kind"], row["recipient"], row["language"], content.variables, content.attachments, row["channel"]
        )
        for row, content in zip(rows, opened, strict=True)
    ]


async def make_people(pool: Pool) -> tuple[Member, Member, Member]:
    admin = await make_member(pool, is_admin=True)
    mai = await make_member(pool, display_name="Mai", language="vi", time_zone="Asia/Ho_Chi_Minh")
    ana = await make_member(pool, display_name="Ana", language="en", time_zone="UTC")
    return admin, mai, ana


async def test_a_confirmation_says_what_is_to_be_paid_and_how(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    price = {
        "amount": 150_000,
        "currency": "VND",
        "notes": {"vi": "Chuyển khoản hoặc tại quầy"},
        "qr_url": "/demo/qr.svg",
    }
    booking = (await book(pool, mai, await make_service(pool, admin, price=price), days_ahead(3))).id
    await queue_booking_emails(pool, make_mailer(pool), settings())
    (message,) = await queued_messages(pool)
    rendered = render(message, site="Site")
    for text in ("150.000\N{NO-BREAK SPACE}₫", "Chuyển khoản hoặc tại quầy", "https://site.example/demo/qr.svg"):
        assert text in rendered.plain
        assert text in rendered.html
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute("select public.mark_paid($1, true)", booking)
        await connection.execute("select public.change_booking($1, $2)", booking, days_ahead(4))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    assert "150.000" not in render((await queued_messages(pool))[-1], site="Site").plain


async def test_booking_sends_a_confirmation(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    service = await make_service(pool, admin)
    starts_at = days_ahead(3)
    booking = await book(pool, mai, service, starts_at, party=2)
    await queue_booking_emails(pool, make_mailer(pool), settings())
    [message] = await queued_messages(pool)
    assert (message.kind, message.recipient, message.language) == ("booking_confirmed", mai.email, "vi")
    assert message.variables["service"] == "Nhóm đọc sách"
    assert message.variables["place"] == "Phòng 2"
    assert message.variables["party_size"] == "2"
    assert message.variables["url"] == f"https://site.example/vi/book/view/{booking.id}"
    # Ten o'clock at the venue is nine in the member's time zone.
    assert message.variables["when"].startswith("10:00 ")
    assert message.variables["when"].endswith("(Singapore, GMT+8)")
    assert message.variables["your_when"].startswith("09:00 ")
    assert message.variables["your_when"].endswith("(TP. Hồ Chí Minh, GMT+7)")
    [file] = message.attachments
    assert f"UID:{booking.id}" in file.content
    assert "METHOD:REQUEST" in file.content
    rendered = render(message, site="Site")
    assert rendered.subject.startswith("Đã đặt chỗ: Nhóm đọc sách, 10:00")
    assert message.variables["url"] in rendered.plain


async def test_guests_get_the_signed_link_by_email_or_sms(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    service, starts_at = await make_service(pool, admin), days_ahead(3)
    by_email = await book_as_guest(pool, service, starts_at, await prove(pool, "mei@example.org"), language="zh")
    token = await prove(pool, "012-345 6789")
    by_sms = await book_as_guest(pool, service, starts_at, token, name="Siti", address="012-345 6789", language="ms")
    await pool.execute("delete from mailbox.queue")
    await queue_booking_emails(pool, make_mailer(pool), settings())
    email, sms = await queued_messages(pool)
    assert (email.recipient, email.language, email.channel) == ("mei@example.org", "zh", "mail")
    assert email.variables["url"] == f"https://site.example/zh/book/ticket/{by_email.link}"
    assert email.attachments
    assert (sms.recipient, sms.channel, sms.variables["name"]) == ("60123456789", "sms", "Siti")
    assert sms.variables["url"] == f"https://site.example/ms/book/ticket/{by_sms.link}"
    assert {message.variables["member"] for message in await queued_messages(pool, staff=True)} == {"Mei Tan", "Siti"}


@pytest.mark.parametrize("language", ["vi", "en"])
async def test_emails_use_the_name_of_the_site(pool: Pool, language: str) -> None:
    """A site that is named in another language than the recipient's has that name."""
    admin, mai, _ = await make_people(pool)
    await pool.execute("update public.site_texts set name = 'Hội quán Hoà Hợp' where language = $1", language)
    await book(pool, mai, await make_service(pool, admin), days_ahead(3))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    await deliver_emails(pool, make_mailer(pool), has_site=True)
    row = await pool.fetchrow("select plain, attachments from mailbox.messages where recipient = $1", mai.email)
    assert row is not None
    assert "Hội quán Hoà Hợp" in row["plain"]
    assert "BEGIN:VCALENDAR" in row["attachments"]
    assert "Hội quán Hoà Hợp" in row["attachments"]
    assert "Balai" not in row["plain"]


async def test_cancellation_notifies_both_members(pool: Pool) -> None:
    admin, mai, ana = await make_people(pool)
    service = await make_service(pool, admin, capacity=1, per_person=1)
    first = await book(pool, mai, service, days_ahead(3))
    await book(pool, ana, service, days_ahead(3), or_wait=True)
    await cancel(pool, mai, first.id)
    await queue_booking_emails(pool, make_mailer(pool), settings())
    sent = sorted((message.kind, message.recipient) for message in await queued_messages(pool))
    assert ("booking_promoted", ana.email) in sent
    assert ("booking_waiting", ana.email) in sent
    assert ("booking_confirmed", mai.email) in sent
    for message in await queued_messages(pool):
        render(message, site="Site")


async def test_cancellation_names_the_side_that_cancelled(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    service = await make_service(pool, admin)
    for canceller, day in ((mai, 3), (admin, 4)):
        await cancel(pool, canceller, (await book(pool, mai, service, days_ahead(day))).id)
    await queue_booking_emails(pool, make_mailer(pool), settings())
    sent = [
        render(message, site="Site").plain for message in await queued_messages(pool) if "cancelled" in message.kind
    ]
    assert ["Bạn đã huỷ" in plain for plain in sent] == [True, False]
    assert ["Chúng tôi đã huỷ" in plain for plain in sent] == [False, True]


async def test_a_closed_time_is_explained_with_other_times(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    service = await make_service(pool, admin)
    await book(pool, mai, service, days_ahead(3))
    day = days_ahead(3, 0)
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute(
            "select public.close_time(gen_random_uuid(), $1, $2, $3, null, 'The nurse is ill.')",
            day,
            day + timedelta(days=1),
            service,
        )
    await queue_booking_emails(pool, make_mailer(pool), settings())
    closed = [message for message in await queued_messages(pool) if message.kind == "booking_cancelled_by_site"]
    assert [message.recipient for message in closed] == [mai.email]
    plain = render(closed[0], site="Site").plain
    assert "The nurse is ill." in plain
    assert "Giờ khác còn trống" in plain
    # Staff get no message for each booking of their own act.
    assert not [message for message in await queued_messages(pool, staff=True) if message.kind == "staff_cancelled"]


async def test_many_workers_queue_one_email_per_row(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    service = await make_service(pool, admin)
    for day in range(2, 8):
        await book(pool, mai, service, days_ahead(day))
    mailer = make_mailer(pool)
    await asyncio.gather(*(queue_booking_emails(pool, mailer, settings()) for _ in range(5)))
    await queue_booking_emails(pool, mailer, settings())
    assert len(await queued_messages(pool)) == 6
    assert await pool.fetchval("select count(*) from public.outbox where sent_at is null") == 0


async def test_row_that_cannot_be_rendered_blocks_no_other(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    service = await make_service(pool, admin)
    await book(pool, mai, service, days_ahead(2))
    await pool.execute("update public.outbox set details = '{}'")
    await book(pool, mai, service, days_ahead(3))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    assert len(await queued_messages(pool)) == 1
    row = await pool.fetchrow(FIRST_ROW)
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
    assert len(await queued_messages(pool)) == 1
    pause = "select next_attempt_at - clock_timestamp() from public.outbox where attempts = 41"
    assert timedelta(hours=2) < await pool.fetchval(pause) < timedelta(hours=4)


async def test_time_zone_unknown_to_python_blocks_no_email(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    async with as_role(pool, mai.caller, read_only=False) as conn:
        # PostgreSQL ignores the case of zone names.
        await conn.execute("update public.profiles set time_zone = 'Asia/KUALA_lumpur' where id = $1", mai.id)
    await book(pool, mai, await make_service(pool, admin), days_ahead(2))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    [message] = await queued_messages(pool)
    assert message.variables["when"].endswith("(Singapore, GMT+8)")
    assert message.variables["your_when"] == ""


def test_times_are_formatted_by_language() -> None:
    moment = datetime(2026, 11, 20, 11, 5, tzinfo=UTC)
    assert format_datetime(moment, "Asia/Singapore", "en") == "Friday, 20 November 2026, 19:05 (Singapore, GMT+8)"
    assert format_datetime(moment, "Asia/Singapore", "zh") == "2026年11月20日星期五 19:05（新加坡，GMT+8）"
    assert format_datetime(moment, "Asia/Singapore", "ms") == "Jumaat, 20 November 2026, 19:05 (Singapore, GMT+8)"
    assert format_datetime(moment, "Asia/Singapore", "vi") == "19:05 Thứ Sáu, 20 tháng 11, 2026 (Singapore, GMT+8)"


async def test_member_with_a_phone_number_only_receives_an_sms(pool: Pool) -> None:
    admin, mai, ana = await make_people(pool)
    await pool.execute(
        "update auth.users set email = null, phone = '84912345678', phone_confirmed_at = now() where id = $1", mai.id
    )
    await pool.execute("update auth.users set email = null, phone = '6591234567' where id = $1", ana.id)
    service = await make_service(pool, admin)
    booking = await book(pool, mai, service, days_ahead(3))
    # An unconfirmed number may belong to another person.
    await book(pool, ana, service, days_ahead(3))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    [message] = await queued_messages(pool)
    assert (message.channel, message.recipient, message.kind) == ("sms", "84912345678", "booking_confirmed")
    sent: list[SmsMessage] = []

    class Provider:
        async def send(self, id: UUID, message: SmsMessage) -> None:
            sent.append(message)

    sender = SmsSender(Provider(), site="Site")
    await deliver_sms(pool, sender, has_site=True)
    await deliver_sms(pool, sender, has_site=True)
    [sms] = sent
    assert sms.content.startswith("Đã đặt chỗ: Nhóm đọc sách, 10:00")
    assert sms.content.endswith(f" https://site.example/vi/book/view/{booking.id}")


async def test_staff_read_who_booked_in_their_language(pool: Pool) -> None:
    admin, mai, _ = await make_people(pool)
    host = await make_member(pool, display_name="Host", language="zh", time_zone="Asia/Singapore")
    service = await make_service(pool, admin, host_id=str(host.id))
    booking = await book(pool, mai, service, days_ahead(3), party=2, note="private")
    await cancel(pool, mai, booking.id)
    await queue_booking_emails(pool, make_mailer(pool), settings())
    booked, cancelled = await queued_messages(pool, staff=True)
    assert (booked.kind, booked.recipient, booked.language) == ("staff_booked", host.email, "zh")
    assert (cancelled.kind, cancelled.recipient) == ("staff_cancelled", host.email)
    rendered = render(booked, site="Site")
    assert rendered.subject.startswith("新预约：Reading circle，")
    assert "Mai 已预约。" in rendered.plain and "名额：2" in rendered.plain
    assert "private" not in rendered.plain and not booked.attachments


async def test_a_guest_is_reached_by_the_channel_that_they_chose(pool: Pool) -> None:
    admin = await make_member(pool, display_name="Aisyah", is_admin=True)
    service = await make_service(pool, admin)
    number = "012-345 6789"
    token = await prove(pool, number)
    made = await book_as_guest(pool, service, days_ahead(3), token, name="Siti", address=number, channel="zalo")
    by_email = await book_as_guest(pool, service, days_ahead(4), await prove(pool, "mei@example.org"), channel="zalo")
    choose, cancel = "select public.choose_guest_channel($1, $2)", "select public.cancel_booking($1, $2)"
    phones = {"SMS": "https://sms.example", "WHATSAPP": "https://wa.example", "ZALO": "https://zalo.example"}
    urls = {f"BALAI_{name}_URL": url for name, url in {"SITE": "https://site.example", **phones}.items()}
    both = load_settings({**urls, "BALAI_SMS_WEBHOOK_SECRET": "a-secret-that-is-long-enough-for-this"})
    await queue_booking_emails(pool, make_mailer(pool), both)
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        assert await connection.fetchval(choose, made.link, "whatsapp") == "whatsapp"
        await connection.fetchval(cancel, made.id, made.link)
    await queue_booking_emails(pool, make_mailer(pool), both)
    find = "select kind, channel from mailbox.queue where channel in ('zalo', 'whatsapp') order by created_at"
    rows = await pool.fetch(find)
    assert [tuple(row) for row in rows] == [("booking_confirmed", "zalo"), ("booking_cancelled", "whatsapp")]
    for link, channel, detail in (
        (made.link, "pigeon", "unknown_channel"), (made.link, "mail", "unknown_channel"),
        (made.link[:-1] + "x", "sms", "not_found"), (by_email.link, "sms", "not_found"),
    ):  # fmt: skip
        with pytest.raises(asyncpg.PostgresError) as refused:
            async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
                await connection.fetchval(choose, link, channel)
        assert refused.value.as_dict()["detail"] == detail
    for who in (Caller.anonymous(), admin.caller):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, who) as connection:
                await connection.fetch("select * from public.guest_channels")
