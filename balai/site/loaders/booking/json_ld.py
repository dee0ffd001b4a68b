"""Structured data of sessions: one schema.org Event per coming time."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from balai.site.languages import HTML_LANG
from balai.site.payloads import JsonLd, Lang
from balai.site.screens import PageRequest

MAX_EVENTS = 10


class Session(Protocol):
    """The fields of a service in an event."""

    @property
    def slug(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def lang(self) -> Lang: ...
    @property
    def is_online(self) -> bool: ...
    @property
    def capacity(self) -> int: ...
    @property
    def time_zone(self) -> str: ...


def session_events(
    request: PageRequest, service: Session, times: Sequence[tuple[datetime, datetime, int]]
) -> tuple[JsonLd, ...]:
    """Events for the first of these times (start, end, places left)."""
    return tuple(_event(request, service, *time) for time in times[:MAX_EVENTS])


def _event(request: PageRequest, service: Session, starts_at: datetime, ends_at: datetime, left: int) -> JsonLd:
    zone = ZoneInfo(service.time_zone)
    address = request.absolute(request.path_to("book.service", serviceId=service.slug))
    mode = "Online" if service.is_online else "Offline"
    return {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": service.name,
        "description": service.description,
        "inLanguage": HTML_LANG[service.lang],
        "startDate": starts_at.astimezone(zone).isoformat(),
        "endDate": ends_at.astimezone(zone).isoformat(),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": f"https://schema.org/{mode}EventAttendanceMode",
        "location": _location(request, service, address),
        "organizer": {"@type": "Organization", "name": request.site.name, "url": request.site_url},
        "url": address,
        "maximumAttendeeCapacity": service.capacity,
        "remainingAttendeeCapacity": left,
    }


def _location(request: PageRequest, service: Session, address: str) -> JsonLd:
    # The meeting's link is for those who have booked.
    if service.is_online:
        return {"@type": "VirtualLocation", "url": address}
    place = service.place or request.site.name
    return {"@type": "Place", "name": place, "address": place}
