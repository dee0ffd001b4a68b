"""Calendar feeds of staff: the booked times of a person, of a room, or of all services that a person handles.

Calendar programs read them on servers of other companies, so an event says nothing about the people that booked
(decision 0185). The same times give the same bytes and ETag.
"""

from collections.abc import Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

from icalendar import Event, vUri

from balai.site.feeds.calendar import (
    Publisher,
    add_zone_rules,
    begin_calendar,
    name_calendar,
    organizer_of,
    text_in,
    write_calendar,
)
from balai.site.loaders.calendars.feeds import BookedTime, FeedName, load_staff_feed
from balai.site.pages.feed import FeedContent
from balai.site.request.limits import RequestLimit
from balai.site.screens import PageRequest

# Banning a member changes no row of the site's tables: their feed stops within this.
TTL = timedelta(minutes=5)
# Of one address in a minute, counted where nothing is cached. Programs ask every few minutes at most.
LIMIT = RequestLimit(30, timedelta(minutes=1))
TABLES = (
    *("calendar_feeds", "slots", "bookings", "services", "service_texts", "service_hosts", "rooms", "profiles"),
    *("administrators", "role_grants", "roles"),
)


async def staff_feed(request: PageRequest) -> FeedContent:
    """The feed of a secret address."""
    token = request.uuid("token")
    LIMIT.count(token)
    feed, times = await load_staff_feed(request.conn, token)
    text = staff_calendar(feed, times, Publisher(name=request.site.name, site_url=request.site_url))
    headers = [(b"cache-control", b"private"), (b"x-robots-tag", b"noindex")]
    return FeedContent(text.encode(), request.now + TTL, headers)


def staff_calendar(feed: FeedName, times: Sequence[BookedTime], publisher: Publisher) -> str:
    """The calendar file of these times."""
    calendar = begin_calendar("PUBLISH")
    name_calendar(calendar, f"{feed.name} – {publisher.name}" if feed.name else publisher.name)
    for time in times:
        calendar.add_component(_event(time, feed, publisher))
    add_zone_rules(calendar, [time.starts_at for time in times])
    return write_calendar(calendar)


def _event(time: BookedTime, feed: FeedName, publisher: Publisher) -> Event:
    zone = ZoneInfo(time.time_zone)
    starts_at = time.starts_at.astimezone(zone)
    event = Event()
    event.add("UID", f"{time.id}@{publisher.host}")
    event.add("DTSTAMP", time.changed_at)
    event.add("LAST-MODIFIED", time.changed_at)
    event.add("DTSTART", starts_at)
    event.add("DTEND", time.ends_at.astimezone(zone))
    event.add("STATUS", "CONFIRMED")
    event.add("SUMMARY", text_in(time.lang, _summary(time)))
    # In their own calendar a person knows who the host is.
    host = time.host_name if feed.covers != "own" else None
    board = f"{publisher.site_url}/{feed.lang}/day?day={starts_at.date()}"
    event.add("DESCRIPTION", "\n\n".join(part for part in (host, board) if part))
    places = (time.room_name, time.equipment_name, time.place)
    if location := ", ".join(part for part in places if part):
        event.add("LOCATION", text_in(time.lang, location))
    event.add("URL", vUri(board))
    event.add("ORGANIZER", organizer_of(publisher))
    event.add("CLASS", "PRIVATE")
    event.add("TRANSP", "OPAQUE")
    return event


def _summary(time: BookedTime) -> str:
    is_shared = time.kind == "session" or time.capacity > 1
    return f"{time.name} ({time.taken}/{time.capacity})" if is_shared else time.name
