"""Calendar files after RFC 5545: for one booking (a download, or attached to a mail) and for a member's private feed.

The UID of a booking never changes and its SEQUENCE rises with each change, so a calendar that knows an event moves or
removes it instead of adding a second one. Times stand in the zone of the venue, whose rules (VTIMEZONE) ride along: an
event next summer stays at ten o'clock there, whatever becomes of the reader's own clock.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import msgspec
from icalendar import Calendar, Event, vCalAddress, vText, vUri

from balai.site.loaders.book_calendar import CalendarBooking

PRODUCT = "-//Balai//Booking//EN"
REFRESH = timedelta(hours=1)
STATUS = {"booked": "CONFIRMED", "waiting": "TENTATIVE", "cancelled": "CANCELLED"}
# A year on either side: the rules of a zone as far as a booking can need them.
MARGIN = timedelta(days=366)


class Publisher(msgspec.Struct, frozen=True):
    """Who speaks in the file."""

    name: str
    site_url: str

    @property
    def host(self) -> str:
        """The host name, without a port."""
        return urlsplit(self.site_url).hostname or "localhost"


def booking_calendar(booking: CalendarBooking, publisher: Publisher) -> str:
    """The file of one booking. A cancelled one takes the event out of the calendar that has it (METHOD:CANCEL)."""
    method = "CANCEL" if booking.status == "cancelled" else "PUBLISH"
    return _write(_calendar([booking], publisher, method))


def member_calendar(bookings: Sequence[CalendarBooking], publisher: Publisher) -> str:
    """A feed to subscribe to."""
    calendar = _calendar(bookings, publisher, "PUBLISH")
    calendar.add("X-WR-CALNAME", publisher.name)
    calendar.add("NAME", publisher.name)
    calendar.add("REFRESH-INTERVAL", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", "PT1H")
    return _write(calendar)


def _write(calendar: Calendar) -> str:
    return str(calendar.to_ical(sorted=False), "utf-8")


def _calendar(bookings: Sequence[CalendarBooking], publisher: Publisher, method: str) -> Calendar:
    calendar = Calendar()
    calendar.add("PRODID", PRODUCT)
    calendar.add("VERSION", "2.0")
    calendar.add("METHOD", method)
    for booking in bookings:
        calendar.add_component(_event(booking, publisher))
    if bookings:
        first, last = _span(bookings)
        calendar.add_missing_timezones(first_date=first, last_date=last)
    return calendar


def _span(bookings: Sequence[CalendarBooking]) -> tuple[date, date]:
    days = [booking.starts_at.date() for booking in bookings]
    return min(days) - MARGIN, max(days) + MARGIN


def _event(booking: CalendarBooking, publisher: Publisher) -> Event:
    zone = ZoneInfo(booking.time_zone)
    page = f"{publisher.site_url}/{booking.lang}/book/view/{booking.id}"
    event = Event()
    event.add("UID", f"{booking.id}@{publisher.host}")
    event.add("SEQUENCE", booking.sequence)
    # The moment of the change, not of the download: the same booking gives the same bytes, and an ETag can hold.
    event.add("DTSTAMP", booking.updated_at)
    event.add("LAST-MODIFIED", booking.updated_at)
    event.add("DTSTART", booking.starts_at.astimezone(zone))
    event.add("DTEND", booking.ends_at.astimezone(zone))
    event.add("STATUS", STATUS[booking.status])
    event.add("SUMMARY", _text(booking.name, booking))
    event.add("DESCRIPTION", _text(_description(booking, page), booking))
    if location := booking.place or booking.online_url:
        event.add("LOCATION", _text(location, booking))
    event.add("URL", vUri(page))
    event.add("ORGANIZER", _organizer(publisher))
    event.add("CLASS", "PRIVATE")
    return event


def _text(text: str, booking: CalendarBooking) -> vText:
    value = vText(text)
    value.params["LANGUAGE"] = "zh-Hans" if booking.lang == "zh" else booking.lang
    return value


def _description(booking: CalendarBooking, page: str) -> str:
    parts = (booking.host_name, booking.online_url, booking.description, page)
    return "\n\n".join(part for part in parts if part)


def _organizer(publisher: Publisher) -> vCalAddress:
    organizer = vCalAddress(f"mailto:no-reply@{publisher.host}")
    organizer.params["CN"] = vText(publisher.name)
    return organizer
