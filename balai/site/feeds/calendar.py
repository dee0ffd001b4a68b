"""Calendar files (RFC 5545): one booking as a download, an invitation by email (RFC 5546), a member's private feed.

The UID of a booking never changes and its SEQUENCE rises with each change, so calendar programs update or remove the
known event instead of adding a second one. Times are in the zone of the venue, and the file contains the zone's rules
(VTIMEZONE): an event next summer stays at ten o'clock there, whatever the reader's zone.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec
from icalendar import Calendar, Event, vCalAddress, vText, vUri

from balai.site.languages import HTML_LANG
from balai.site.loaders.booking.calendar import CalendarBooking, where
from balai.site.payloads import Lang

PRODUCT = "-//Balai//Booking//EN"
REFRESH = timedelta(hours=1)
STATUS = {"booked": "CONFIRMED", "waiting": "TENTATIVE", "cancelled": "CANCELLED"}
# A year on either side: the zone rules that a booking can need.
MARGIN = timedelta(days=366)


class Publisher(msgspec.Struct, frozen=True):
    """The site as the publisher of a file."""

    name: str
    site_url: str

    @property
    def host(self) -> str:
        """The host name, without a port."""
        return urlsplit(self.site_url).hostname or "localhost"


def booking_calendar(bookings: Sequence[CalendarBooking], publisher: Publisher, page: str = "") -> str:
    """The file of one booking, or of all dates of a course. Cancelled ones remove the events (METHOD:CANCEL).

    `page`: where a reader without an account sees the booking.
    """
    method = "CANCEL" if bookings[0].status == "cancelled" else "PUBLISH"
    return write_calendar(_calendar(bookings, publisher, method, page))


class Attendee(msgspec.Struct, frozen=True):
    """The recipient of an invitation. `page`: where they see the booking."""

    name: str
    email: str
    page: str


def invitation(booking: CalendarBooking, publisher: Publisher, attendee: Attendee) -> str:
    """The invitation to a booking, or its cancellation: calendar programs add, move or remove the event by themselves.

    The attendee has accepted by booking, so programs ask for no answer: the organizer's address reads none.
    """
    method = "CANCEL" if booking.status == "cancelled" else "REQUEST"
    calendar = begin_calendar(method)
    event = _event(booking, publisher, attendee.page)
    participant = vCalAddress(f"mailto:{attendee.email}")
    participant.params["CN"] = vText(attendee.name)
    participant.params["CUTYPE"] = vText("INDIVIDUAL")
    participant.params["ROLE"] = vText("REQ-PARTICIPANT")
    participant.params["PARTSTAT"] = vText("ACCEPTED")
    participant.params["RSVP"] = vText("FALSE")
    event.add("ATTENDEE", participant)
    event.add("TRANSP", "OPAQUE")
    calendar.add_component(event)
    add_zone_rules(calendar, [booking.starts_at])
    return write_calendar(calendar)


def member_calendar(bookings: Sequence[CalendarBooking], publisher: Publisher) -> str:
    """A feed to subscribe to."""
    calendar = _calendar(bookings, publisher, "PUBLISH")
    name_calendar(calendar, publisher.name)
    return write_calendar(calendar)


def write_calendar(calendar: Calendar) -> str:
    """The text of a calendar."""
    return str(calendar.to_ical(sorted=False), "utf-8")


def begin_calendar(method: str) -> Calendar:
    """A calendar without events."""
    calendar = Calendar()
    calendar.add("PRODID", PRODUCT)
    calendar.add("VERSION", "2.0")
    calendar.add("METHOD", method)
    return calendar


def name_calendar(calendar: Calendar, name: str) -> None:
    """Set the name of a subscribed calendar and how often programs refresh it."""
    calendar.add("X-WR-CALNAME", name)
    calendar.add("NAME", name)
    calendar.add("REFRESH-INTERVAL", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", "PT1H")


def add_zone_rules(calendar: Calendar, moments: Sequence[datetime]) -> None:
    """Add the rules of every zone of the events, around these moments."""
    if moments:
        days = [moment.date() for moment in moments]
        calendar.add_missing_timezones(first_date=min(days) - MARGIN, last_date=max(days) + MARGIN)


def _calendar(bookings: Sequence[CalendarBooking], publisher: Publisher, method: str, page: str = "") -> Calendar:
    calendar = begin_calendar(method)
    for booking in bookings:
        calendar.add_component(_event(booking, publisher, page))
    add_zone_rules(calendar, [booking.starts_at for booking in bookings])
    return calendar


def _event(booking: CalendarBooking, publisher: Publisher, page: str = "") -> Event:
    zone = ZoneInfo(booking.time_zone)
    page = page or f"{publisher.site_url}/{booking.lang}/book/view/{booking.id}"
    event = Event()
    event.add("UID", f"{booking.id}@{publisher.host}")
    event.add("SEQUENCE", booking.sequence)
    # The time of the change, not of the download: the same booking gives the same bytes and ETag.
    event.add("DTSTAMP", booking.updated_at)
    event.add("LAST-MODIFIED", booking.updated_at)
    event.add("DTSTART", booking.starts_at.astimezone(zone))
    event.add("DTEND", booking.ends_at.astimezone(zone))
    event.add("STATUS", STATUS[booking.status])
    event.add("SUMMARY", text_in(booking.lang, booking.name))
    event.add("DESCRIPTION", text_in(booking.lang, _description(booking, page)))
    if location := where(booking) or booking.online_url:
        event.add("LOCATION", text_in(booking.lang, location))
    event.add("URL", vUri(page))
    event.add("ORGANIZER", organizer_of(publisher))
    event.add("CLASS", "PRIVATE")
    return event


def _description(booking: CalendarBooking, page: str) -> str:
    parts = (booking.host_name, booking.online_url, booking.description, page)
    return "\n\n".join(part for part in parts if part)


def text_in(lang: Lang, text: str) -> vText:
    """A text with its language parameter."""
    value = vText(text)
    value.params["LANGUAGE"] = HTML_LANG[lang]
    return value


def organizer_of(publisher: Publisher) -> vCalAddress:
    """The site as organizer, with a no-reply address."""
    organizer = vCalAddress(f"mailto:no-reply@{publisher.host}")
    organizer.params["CN"] = vText(publisher.name)
    return organizer
