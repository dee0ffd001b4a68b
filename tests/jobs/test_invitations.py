"""Invitations in real emails: read as an email program does, and applied to a calendar as RFC 5546 has it."""

from email.message import EmailMessage
from uuid import UUID

import pytest
from icalendar import Calendar, Component

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.jobs.booking_emails import queue_booking_emails
from balai.jobs.message_delivery import deliver_emails
from balai.messaging.email_sender import Mailer, SmtpSender
from tests.factories.booking import book, cancel, change, days_ahead, make_service
from tests.factories.guests import book_as_guest, prove
from tests.factories.members import Member, make_member
from tests.jobs.conftest import SmtpServer
from tests.jobs.test_booking_emails import settings


class CalendarProgram:
    """The events of a calendar program after the received invitations: one for each UID, the newest one."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.events: dict[str, Component] = {}
        self.sequences: dict[str, int] = {}

    def receive(self, email: EmailMessage) -> str:
        """Apply the calendar part of an email. Returns its method."""
        [part] = [part for part in email.walk() if part.get_content_type() == "text/calendar"]
        # RFC 6047: the method is in the header of the part too, and both are the same.
        calendar = Calendar.from_ical(part.get_content())
        assert part.get_param("method") == str(calendar["METHOD"])
        assert part.get_content_charset() == "utf-8"
        [event] = calendar.walk("VEVENT")
        attendee = event["ATTENDEE"]
        assert str(attendee) == f"mailto:{self.address}"
        assert attendee.params["PARTSTAT"] == "ACCEPTED" and attendee.params["RSVP"] == "FALSE"
        assert str(event["ORGANIZER"]) == "mailto:no-reply@site.example"
        uid, sequence = str(event["UID"]), int(event["SEQUENCE"])
        # A program ignores what is older than what it has.
        assert sequence > self.sequences.get(uid, -1)
        self.sequences[uid] = sequence
        if calendar["METHOD"] == "CANCEL":
            assert event["STATUS"] == "CANCELLED"
            del self.events[uid]
        else:
            assert event["STATUS"] == "CONFIRMED"
            [zone] = calendar.walk("VTIMEZONE")
            assert zone["TZID"] == event["DTSTART"].params["TZID"] == "Asia/Singapore"
            self.events[uid] = event
        return str(calendar["METHOD"])


class Post:
    """Sends what is queued over SMTP, and hands out the emails to one address."""

    def __init__(self, pool: Pool, server: SmtpServer, url: str) -> None:
        self._pool, self._server = pool, server
        self._mailer = Mailer(SmtpSender(url, email_from="Site <site@site.example>"), site="Site")

    async def collect(self, address: str) -> list[EmailMessage]:
        """The emails since the last call."""
        self._server.received.clear()
        await queue_booking_emails(self._pool, self._mailer, settings())
        await deliver_emails(self._pool, self._mailer, has_site=True)
        return [email for email in self._server.received if email["To"] == address]


@pytest.fixture
def post(pool: Pool, smtp_server: tuple[SmtpServer, str]) -> Post:
    return Post(pool, *smtp_server)


async def restore(pool: Pool, member: Member, booking: UUID) -> None:
    async with as_role(pool, member.caller, read_only=False) as conn:
        await conn.fetchval("select public.restore_booking($1)", booking)


async def test_calendar_follows_a_booking(pool: Pool, post: Post) -> None:
    """Booked, moved, cancelled, restored: one event throughout, at the right time."""
    admin, mai = (
        await make_member(pool, is_admin=True),
        await make_member(pool, display_name="Mai, R.N.", language="vi"),
    )
    service = await make_service(pool, admin, notifies_staff=False)
    program = CalendarProgram(mai.email)
    booking = (await book(pool, mai, service, days_ahead(3))).id

    [email] = await post.collect(mai.email)
    assert program.receive(email) == "REQUEST"
    uid = f"{booking}@site.example"
    assert program.events[uid]["DTSTART"].dt == days_ahead(3)
    assert program.events[uid]["SUMMARY"] == "Nhóm đọc sách"
    assert program.events[uid]["ATTENDEE"].params["CN"] == "Mai, R.N."

    await change(pool, mai, booking, days_ahead(5, 14))
    [email] = await post.collect(mai.email)
    assert program.receive(email) == "REQUEST"
    assert [event["DTSTART"].dt for event in program.events.values()] == [days_ahead(5, 14)]

    await cancel(pool, mai, booking)
    [email] = await post.collect(mai.email)
    assert (program.receive(email), program.events) == ("CANCEL", {})

    await restore(pool, mai, booking)
    [email] = await post.collect(mai.email)
    assert program.receive(email) == "REQUEST"
    assert list(program.events) == [uid]


async def test_parts_of_the_email(pool: Pool, post: Post) -> None:
    """An alternative to the text for programs that know invitations, and a file for all others."""
    admin, mai = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, admin, notifies_staff=False)
    await book(pool, mai, service, days_ahead(3))
    [email] = await post.collect(mai.email)
    alternative, file = email.iter_parts()
    assert [part.get_content_type() for part in alternative.iter_parts()] == [
        "text/plain",
        "text/html",
        "text/calendar",
    ]
    assert (file.get_content_type(), file.get_filename()) == ("application/ics", "invite.ics")
    assert file.is_attachment()
    text = Calendar.from_ical(file.get_content())
    assert text["METHOD"] == "REQUEST"


async def test_waiting_list_is_no_event_until_there_is_a_place(pool: Pool, post: Post) -> None:
    admin, mai, ana = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    service = await make_service(pool, admin, capacity=1, per_person=1, notifies_staff=False)
    first = await book(pool, mai, service, days_ahead(3))
    second = await book(pool, ana, service, days_ahead(3), or_wait=True)
    [email] = await post.collect(ana.email)
    assert "text/calendar" not in [part.get_content_type() for part in email.walk()]
    await cancel(pool, mai, first.id)
    [email] = await post.collect(ana.email)
    program = CalendarProgram(ana.email)
    assert program.receive(email) == "REQUEST"
    assert list(program.events) == [f"{second.id}@site.example"]


async def test_leaving_the_waiting_list_cancels_no_event(pool: Pool, post: Post) -> None:
    admin, mai, ana = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    service = await make_service(pool, admin, capacity=1, per_person=1, notifies_staff=False)
    await book(pool, mai, service, days_ahead(3))
    second = await book(pool, ana, service, days_ahead(3), or_wait=True)
    await post.collect(ana.email)
    await cancel(pool, ana, second.id)
    [email] = await post.collect(ana.email)
    assert "text/calendar" not in [part.get_content_type() for part in email.walk()]


async def test_guest_is_the_attendee_and_reads_their_ticket(pool: Pool, post: Post) -> None:
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin, notifies_staff=False)
    address = "mei@example.org"
    made = await book_as_guest(pool, service, days_ahead(3), await prove(pool, address), address=address)
    [email] = [each for each in await post.collect(address) if len(list(each.iter_attachments()))]
    program = CalendarProgram(address)
    assert program.receive(email) == "REQUEST"
    [event] = program.events.values()
    assert made.link in str(event["URL"])
