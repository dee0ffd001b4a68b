"""The public calendar (RFC 5545): the coming sessions of all services or of one, to subscribe to."""

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
from balai.site.loaders.booking.sessions import CalendarSession, SessionList
from balai.site.screens import PageRequest


def session_calendar(request: PageRequest, found: SessionList, publisher: Publisher) -> str:
    """The file, in the language of its address where the services have texts in it."""
    calendar = begin_calendar("PUBLISH")
    name_calendar(calendar, f"{publisher.name} · {found.name}" if found.name else publisher.name)
    for session in found.sessions:
        calendar.add_component(_event(request, session, publisher))
    add_zone_rules(calendar, [session.starts_at for session in found.sessions])
    return write_calendar(calendar)


def _event(request: PageRequest, session: CalendarSession, publisher: Publisher) -> Event:
    zone = ZoneInfo(session.time_zone)
    page = request.absolute(request.path_to("book.service", serviceId=session.slug))
    event = Event()
    # A session has no row until its first booking: service and time identify it.
    event.add("UID", f"{session.service_id}-{int(session.starts_at.timestamp())}@{publisher.host}")
    event.add("SEQUENCE", session.sequence)
    event.add("DTSTAMP", session.updated_at)
    event.add("DTSTART", session.starts_at.astimezone(zone))
    event.add("DTEND", session.ends_at.astimezone(zone))
    event.add("SUMMARY", text_in(session.lang, session.name))
    event.add("DESCRIPTION", text_in(session.lang, "\n\n".join(filter(None, (session.description, page)))))
    if session.place and not session.is_online:
        event.add("LOCATION", text_in(session.lang, session.place))
    event.add("URL", vUri(page))
    event.add("ORGANIZER", organizer_of(publisher))
    # A subscription must not mark the reader as busy; only a booking does.
    event.add("TRANSP", "TRANSPARENT")
    return event
