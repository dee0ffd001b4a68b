"""Calendar feeds of staff: the booked times of a feed, and the feeds and addresses that a page shows."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.database.pool import Connection
from balai.site.loaders.calendars.read import ReadCalendar, list_read_calendars
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest

FIND_FEED = "select covers, language as lang, name from public.name_of_calendar_feed($1)"
LIST_TIMES = """
select id, starts_at, ends_at, changed_at, time_zone, lang, name, place, room_name, equipment_name, host_name, kind,
  taken, capacity
from public.staff_calendar($1)
"""
FIND_ADDRESS = """
select token from public.calendar_feeds where owner_id = auth.uid() and covers = $1 and room_id is not distinct from $2
"""
IS_HOST = "select exists (select from public.service_hosts h where h.host_id = auth.uid())"
IS_STAFF = "select public.my_scopes('bookings') <> '{}'"
Covers = Literal["own", "room", "site"]


class FeedName(Payload, frozen=True):
    """The range of a feed. `name`: of the person or the room."""

    covers: Covers
    lang: Lang
    name: str | None


class BookedTime(Payload, frozen=True):
    """A booked time without anything about the people that booked it, except how many."""

    id: UUID
    starts_at: datetime
    ends_at: datetime
    changed_at: datetime
    time_zone: str
    lang: Lang
    name: str
    place: str
    room_name: str | None
    equipment_name: str | None
    host_name: str | None
    kind: Literal["appointment", "session"]
    taken: int
    capacity: int


class StaffFeed(Payload, frozen=True):
    """A feed that the reader may have. `path`: its secret address, once it was opened."""

    covers: Covers
    room: UUID | None
    path: str | None


async def load_staff_feed(conn: Connection, token: UUID) -> tuple[FeedName, list[BookedTime]]:
    """The booked times of a feed. Raises NotFound for an address that does not work or no longer works."""
    found = await conn.fetchrow(FIND_FEED, token)
    if found is None:
        raise NotFound
    return read_row(FeedName, found), [read_row(BookedTime, row) for row in await conn.fetch(LIST_TIMES, token)]


async def list_own_feeds(request: PageRequest) -> tuple[StaffFeed, ...]:
    """The reader's own feed as a host, and that of all services they handle."""
    covered: list[Covers] = []
    if await request.conn.fetchval(IS_HOST):
        covered.append("own")
    if await request.conn.fetchval(IS_STAFF):
        covered.append("site")
    return tuple([await find_feed(request, covers, None) for covers in covered])


async def find_room_feed(request: PageRequest, room: UUID) -> StaffFeed | None:
    """The reader's feed of a room or piece of equipment, if they may have one."""
    return await find_feed(request, "room", room) if await request.conn.fetchval(IS_STAFF) else None


async def find_feed(request: PageRequest, covers: Covers, room: UUID | None) -> StaffFeed:
    """One feed of the reader, opened or not."""
    token = await request.conn.fetchval(FIND_ADDRESS, covers, room)
    return StaffFeed(covers, room, f"/calendar/staff/{token}.ics" if token else None)


class DayCalendarsPayload(Payload, frozen=True):
    """The calendar feeds that the reader may have for themselves, and the calendars that are read for them.

    `host`: the reader, if they offer a service.
    """

    feeds: tuple[StaffFeed, ...]
    host: UUID | None
    calendars: tuple[ReadCalendar, ...]


async def load_calendars(request: PageRequest) -> Page[DayCalendarsPayload]:
    """The reader's own calendars: those to subscribe to, and those that are read."""
    feeds = await list_own_feeds(request)
    is_host = any(feed.covers == "own" for feed in feeds)
    host = request.visitor.id if request.visitor and is_host else None
    return Page(DayCalendarsPayload(feeds, host, await list_read_calendars(request, host) if host else ()))
