"""Queues a message for each entry that the booking rules wrote to public.outbox: an email, else an SMS.

The outbox row and the queued message are committed in one transaction, so an entry becomes exactly one message however
often a worker is killed. The text is rendered at that time: a language or time zone that changed since then applies.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

import asyncpg
import msgspec
import structlog

from balai.database.pool import Connection, Pool
from balai.database.transaction import as_owner
from balai.messaging.channels.order import list_channels
from balai.messaging.email_rendering import format_datetime, format_day
from balai.messaging.email_sender import Mailer
from balai.messaging.own_texts.texts import OwnTexts, find_own_texts
from balai.messaging.queue import Attachment, Channel, NextChannel, OutgoingMessage
from balai.settings import Settings
from balai.site.feeds.calendar import Attendee, Publisher, booking_calendar, invitation
from balai.site.intake.prices import payment_rows
from balai.site.loaders.booking.calendar import CalendarBooking, find_calendar_booking, list_course_bookings, where
from balai.site.payloads import Lang

BATCH = 20
READ_SITE_NAME = "select name from public.site_names where language::text = $1"
TAKE = """
  select id, recipient_id, guest_id, kind, details, attempts, created_at from public.outbox
  where sent_at is null and next_attempt_at <= clock_timestamp()
  order by next_attempt_at, id limit $1 for update skip locked
"""
READ_RECIPIENT = """
  select u.email, case when u.phone_confirmed_at is not null then u.phone end as phone,
    public.offered_language(p.language)::text as language, p.time_zone, p.display_name as name,
    public.wants_notice(p.id, 'staff_booking', 'email') as is_emailed_as_staff,
    public.wants_notice(p.id, 'booking_reminder', 'email') as is_reminded_by_email,
    public.wants_notice(p.id, 'booking_reminder', 'sms') as is_reminded_by_sms,
    (select n.booking_channel from public.notice_settings n where n.member_id = p.id) as channel
  from public.profiles p join auth.users u on u.id = p.id where p.id = $1
"""
READ_GUEST = """
  select g.email, g.phone, public.offered_language(g.language)::text as language,
    coalesce(g.time_zone, s.time_zone) as time_zone, g.name, false as is_emailed_as_staff,
    public.guest_channel($2) as channel
  from public.guests g, public.site_settings s where g.id = $1
"""
READ_NAME = """
  select coalesce(p.display_name, g.name) from public.bookings b
  left join public.profiles p on p.id = b.member_id left join public.guests g on g.id = b.guest_id where b.id = $1
"""
READ_SLUG = "select s.slug from public.bookings b join public.services s on s.id = b.service_id where b.id = $1"
GUEST_LINK = "select public.guest_link($1)"
FIND_LINK = """
  select public.booking_link(b.id) as link,
    b.status = 'booked' and b.starts_at - make_interval(mins => s.cancel_until_minutes) < now() as is_late
  from public.bookings b join public.services s on s.id = b.service_id where b.id = $1
"""
# With links that answer at once, in place of the one to the booking.
ANSWERED = frozenset({"booking_reminder", "booking_offered"})
# Lead to other times: there is nothing to do about the booking any more.
OVER = frozenset({"booking_declined", "booking_request_over", "booking_offer_over"})
# They say what is to be paid, and how.
PAID_FOR = frozenset({"booking_confirmed", "booking_promoted", "booking_changed", "booking_reminder"})
# Not sent if the booking has changed since, or after their time: other messages say what happened.
REMINDERS = frozenset({"booking_reminder", "booking_follow_up"})
DUE_KINDS = REMINDERS | {"staff_reminder"}
# A reminder this long before the start has texts of its own.
SOON = timedelta(hours=12)
MARK_SENT = (
    "update public.outbox set sent_at = clock_timestamp(), attempts = attempts + 1, last_error = null where id = $1"
)
# At most ten doublings, which exceed the maximum backoff; the fortieth would overflow an interval.
RESCHEDULE = """
  update public.outbox set attempts = attempts + 1, last_error = $2,
    next_attempt_at = clock_timestamp()
      + least(interval '15 seconds' * power(2, least(attempts, 10)), interval '3 hours')
  where id = $1
"""

log = structlog.get_logger("balai.jobs.booking_emails")


class BookingDetails(msgspec.Struct, frozen=True, rename="camel"):
    """The details of an outbox entry, as the booking rules write them."""

    booking_id: UUID
    starts_at: datetime
    party_size: int
    service_id: UUID | None = None
    by: Literal["member", "site"] = "member"
    was_waiting: bool = False
    # Of a closed time: which, why, and other times of the service.
    closing_id: UUID | None = None
    reason: str = ""
    offers: tuple[datetime, ...] = ()
    # Of a course: the dates that the message is about.
    series_id: UUID | None = None
    dates: tuple[datetime, ...] = ()
    # Of reminders and offers: when it would come too late.
    expires_at: datetime | None = None
    # Of requests and offers: the time for an answer.
    until: datetime | None = None
    # Of a booking that was moved.
    previous_starts_at: datetime | None = None
    # Of a booking whose person has changed.
    former_host: UUID | None = None


class OutboxEntry(msgspec.Struct, frozen=True):
    """One row of the outbox, for a member or for a guest."""

    id: int
    recipient_id: UUID | None
    guest_id: UUID | None
    kind: str
    details: BookingDetails


class Recipient(msgspec.Struct, frozen=True):
    """The recipient with language and time zone. Without an email address the message is an SMS."""

    email: str | None
    phone: str | None
    language: Lang
    time_zone: str
    name: str
    is_emailed_as_staff: bool
    is_reminded_by_email: bool = True
    is_reminded_by_sms: bool = False
    # The recipient's choice for messages about bookings; of a guest for this booking.
    channel: Channel | None = None


async def queue_booking_emails(pool: Pool, mailer: Mailer, settings: Settings) -> bool:
    """Queue the emails that are due. True when more may be due."""
    async with as_owner(pool) as conn:
        rows = await conn.fetch(TAKE, BATCH)
        for row in rows:
            await _queue_one(conn, mailer, settings, row)
    return len(rows) == BATCH


async def _queue_one(conn: Connection, mailer: Mailer, settings: Settings, row: asyncpg.Record) -> None:
    # A savepoint for each entry: one that cannot be rendered fails alone.
    await conn.execute("savepoint entry")
    try:
        details = msgspec.json.decode(row["details"], type=BookingDetails)
        entry = OutboxEntry(row["id"], row["recipient_id"], row["guest_id"], row["kind"], details)
        for message in await _compose(conn, settings, entry):
            await mailer.queue(conn, message)
        await conn.execute(MARK_SENT, row["id"])
    except (asyncpg.PostgresError, msgspec.MsgspecError, KeyError, ValueError) as error:
        log.exception("booking_email_rescheduled", id=row["id"])
        await conn.execute("rollback to savepoint entry")
        await conn.execute(RESCHEDULE, row["id"], repr(error)[:500])


async def _compose(conn: Connection, settings: Settings, entry: OutboxEntry) -> tuple[OutgoingMessage, ...]:
    """The messages: none when the recipient has neither email address nor phone, or the booking is gone."""
    row = (
        await conn.fetchrow(READ_GUEST, entry.guest_id, entry.details.booking_id)
        if entry.guest_id
        else await conn.fetchrow(READ_RECIPIENT, entry.recipient_id)
    )
    if row is None or not (row["email"] or row["phone"]):
        return ()
    to = Recipient(**dict(row))
    is_staff = entry.kind.startswith("staff_")
    if is_staff and not to.is_emailed_as_staff:
        return ()
    booking = await find_calendar_booking(conn, entry.details.booking_id, to.language)
    if booking is None or (entry.kind in DUE_KINDS and not _is_still_due(entry.details, booking)):
        return ()
    # A guest has no account that would show the booking: the link is signed.
    path = f"ticket/{await conn.fetchval(GUEST_LINK, booking.id)}" if entry.guest_id else f"view/{booking.id}"
    variables = {
        "name": to.name,
        "service": booking.name,
        "member": await conn.fetchval(READ_NAME, booking.id) or "",
        # The venue's time first, as on the pages; then the member's local time if it differs.
        "starts_at": entry.details.starts_at.isoformat(),
        "time_zone": booking.time_zone,
        "when": format_datetime(entry.details.starts_at, booking.time_zone, to.language),
        "your_when": _own_time(entry.details.starts_at, booking.time_zone, to),
        "place": where(booking),
        "host": booking.host_name or "",
        "online_url": booking.online_url or "",
        "until": format_datetime(entry.details.until, booking.time_zone, to.language) if entry.details.until else "",
        **_closed(entry.details, booking.time_zone, to.language),
        "party_size": str(entry.details.party_size) if entry.details.party_size > 1 else "",
        "url": f"{settings.site_url}/{to.language}/book/{path}",
    }
    if entry.kind in PAID_FOR:
        variables |= await payment_rows(conn, booking.id, to.language, settings.site_url)
    if entry.kind in OVER:
        variables["url"] = f"{settings.site_url}/{to.language}/book/{await conn.fetchval(READ_SLUG, booking.id)}"
    if entry.kind in ANSWERED:
        variables |= await _answer_links(conn, settings, booking, to)
    if not is_staff:
        variables |= await _own_texts(conn, entry, booking, to.language)
    variables["link"] = variables["url"]
    kind = entry.kind if is_staff else _template(entry, variables)
    files: tuple[Attachment, ...] = ()
    # Hosts have a calendar feed. Waiting bookings have no event yet, unless they were moved.
    is_event = booking.status != "waiting" or entry.details.previous_starts_at is not None
    is_event = is_event and not entry.details.was_waiting
    if to.email and is_event and not is_staff and entry.kind not in REMINDERS:
        name = await conn.fetchval(READ_SITE_NAME, to.language)
        attendee = Attendee(to.name, to.email, variables["url"])
        publisher = Publisher(name, settings.site_url)
        files = (await _event_file(conn, entry.details, booking, publisher, attendee, to.language),)
    message = OutgoingMessage(kind, "", to.language, variables, files)
    return _by_channels(entry, to, message, settings.phone_channels or ("sms",))


def _template(entry: OutboxEntry, variables: dict[str, str]) -> str:
    """The kind of email to its member or guest."""
    if entry.kind == "booking_reminder" and "second_url" not in variables:
        return "booking_reminder_late"
    if entry.kind == "booking_changed" and entry.details.former_host:
        return "booking_changed_with_host"
    return f"{entry.kind}_by_site" if entry.details.by == "site" else entry.kind


async def _own_texts(conn: Connection, entry: OutboxEntry, booking: CalendarBooking, language: str) -> dict[str, str]:
    """The service's own texts for this message, and the placeholders that only they have."""
    details, kind = entry.details, entry.kind
    if details.by == "site":
        kind = "booking_closed" if details.closing_id else f"{kind}_by_site"
    elif kind == "booking_reminder" and details.starts_at - datetime.now(UTC) < SOON:
        kind = "booking_reminder_soon"
    texts = await find_own_texts(conn, details.service_id, kind, language) if details.service_id else OwnTexts()
    local = details.starts_at.astimezone(ZoneInfo(booking.time_zone))
    day = format_day(details.starts_at, booking.time_zone, language)
    return {**texts.variables(), "date": day, "time": f"{local:%H:%M}"}


def _is_still_due(details: BookingDetails, booking: CalendarBooking) -> bool:
    """Whether the booking is as it was when the reminder fell due, and its time has not come."""
    is_late = details.expires_at is not None and details.expires_at <= datetime.now(UTC)
    return booking.status == "booked" and booking.starts_at == details.starts_at and not is_late


async def _answer_links(
    conn: Connection, settings: Settings, booking: CalendarBooking, to: Recipient
) -> dict[str, str]:
    """Links to a page that asks before it acts: programs that check messages open every address in them.

    After the deadline of the service there is none to cancel.
    """
    [found] = await conn.fetch(FIND_LINK, booking.id)
    page = f"{settings.site_url}/{to.language}/book/view/answer?link={found['link']}"
    return {"url": page} if found["is_late"] else {"url": page, "second_url": f"{page}&act=cancel"}


def _by_channels(
    entry: OutboxEntry, to: Recipient, message: OutgoingMessage, phone_channels: Sequence[str]
) -> tuple[OutgoingMessage, ...]:
    """The message by the channel that the recipient has chosen, else by email, else by SMS; then by their others."""
    message = msgspec.structs.replace(message, expires_at=entry.details.expires_at)
    ways = list_channels(to.email, to.phone, to.channel, phone_channels)
    if entry.kind not in REMINDERS:
        return (_by(message, ways),)
    # A member without an email address has chosen no SMS either: it is their only way.
    by_phone = [way for way in ways if way.channel != "mail"]
    by_email = [way for way in ways if way.channel == "mail"] if to.is_reminded_by_email else []
    if to.channel and to.channel != "mail" and by_phone:
        return (_by(message, [*by_phone, *by_email]),)
    if by_phone and (to.is_reminded_by_sms or not to.email):
        return tuple(_by(message, each) for each in (by_email, by_phone) if each)
    return (_by(message, [*by_email, *by_phone]),) if by_email else ()


def _by(message: OutgoingMessage, ways: Sequence[NextChannel]) -> OutgoingMessage:
    first, *others = ways
    return msgspec.structs.replace(
        message, recipient=first.recipient, channel=first.channel, next_channels=tuple(others)
    )


def _closed(details: BookingDetails, zone: str, language: str) -> dict[str, str]:
    offers = "; ".join(format_datetime(moment, zone, language) for moment in details.offers)
    dates = "; ".join(format_datetime(moment, zone, language) for moment in details.dates)
    return {"reason": details.reason, "offers": offers, "dates": dates}


def _own_time(moment: datetime, venue: str, to: Recipient) -> str:
    try:
        own = ZoneInfo(to.time_zone)
    except KeyError:
        # PostgreSQL accepts other spellings (`Asia/SINGAPORE`) and may know zones that this machine does not.
        return ""
    if moment.astimezone(ZoneInfo(venue)).utcoffset() == moment.astimezone(own).utcoffset():
        return ""
    return format_datetime(moment, to.time_zone, to.language)


async def _event_file(
    conn: Connection,
    details: BookingDetails,
    booking: CalendarBooking,
    publisher: Publisher,
    attendee: Attendee,
    lang: Lang,
) -> Attachment:
    """The invitation to one booking, or a file with all dates of a course: an invitation has one event (RFC 5546)."""
    if details.series_id is None:
        return _invitation(booking, publisher, attendee)
    dates = await list_course_bookings(conn, details.series_id, booking, details.dates, lang) or [booking]
    method = "CANCEL" if booking.status == "cancelled" else "PUBLISH"
    text = booking_calendar(dates, publisher, attendee.page)
    return Attachment("course.ics", f"text/calendar; method={method}; charset=utf-8", text)


def _invitation(booking: CalendarBooking, publisher: Publisher, attendee: Attendee) -> Attachment:
    method = "CANCEL" if booking.status == "cancelled" else "REQUEST"
    content_type = f"text/calendar; method={method}; charset=utf-8"
    return Attachment("invite.ics", content_type, invitation(booking, publisher, attendee))
