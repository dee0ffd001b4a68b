"""People, rooms and equipment of the services, for the administration: the list, and the times of one of them.

Weekly hours are wall-clock times of the site. Leave and other absences are instants, shown in the zone of the site.
"""

from datetime import date, datetime
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from balai.site.loaders.calendars.feeds import StaffFeed, find_feed, find_room_feed
from balai.site.loaders.calendars.read import ReadCalendar, list_read_calendars
from balai.site.loaders.rows import read_row
from balai.site.payloads import Payload
from balai.site.screens import NotFound, Page, PageRequest

LIST_ROOMS = """
select r.id, r.kind, r.names::text as names, public.room_name(r.names, $1::public.language) as name, r.is_active,
  r.position, exists (select from public.work_hours w where w.room_id = r.id) as has_hours,
  (select count(*)::integer from public.service_rooms s where s.room_id = r.id) as services
from public.rooms r
order by r.is_active desc, r.kind, r.position, r.id
limit 500
"""
LIST_PEOPLE = """
select p.id, p.display_name as name, p.picture_url, count(*)::integer as services,
  exists (select from public.work_hours w where w.host_id = p.id) as has_hours,
  (select min(a.starts_at) from public.absences a
    where a.host_id = p.id and a.calendar_id is null and a.ends_at > now()) as away_from
from public.service_hosts h join public.profiles p on p.id = h.host_id
where public.may('hours') or p.id = $1
group by p.id
order by p.display_name, p.id
limit 500
"""
FIND_HOST = """
select p.id, p.display_name as name from public.profiles p
where p.id = $1 and exists (select from public.service_hosts h where h.host_id = p.id)
  and (public.may('hours') or p.id = $2)
"""
FIND_ROOM = """
select r.id, public.room_name(r.names, $2::public.language) as name from public.rooms r
where r.id = $1 and public.may('hours')
"""
LIST_HOURS = """
select w.id, w.weekday, to_char(w.opens, 'HH24:MI') as opens, to_char(w.closes, 'HH24:MI') as closes
from public.work_hours w where w.host_id = $1 or w.room_id = $1 order by w.weekday, w.opens
"""
LIST_ABSENCES = """
select a.id, a.starts_at, a.ends_at, a.note,
  (select count(*)::integer from public.bookings b
    where b.status = 'booked' and b.starts_at < a.ends_at and b.ends_at > a.starts_at
      and (b.host_id = a.host_id or b.room_id = a.room_id or b.equipment_id = a.room_id)) as coming
from public.absences a
where (a.host_id = $1 or a.room_id = $1) and a.calendar_id is null and a.ends_at > $2
order by a.starts_at, a.id
limit 200
"""

RoomKind = Literal["room", "equipment"]


class RoomLine(Payload, frozen=True):
    """A room or piece of equipment. `names`: by language, as JSON."""

    id: UUID
    kind: RoomKind
    names: str
    name: str
    is_active: bool
    position: int
    has_hours: bool
    services: int


class PersonLine(Payload, frozen=True):
    """A person who offers services. `away_from`: when the next leave begins, or began."""

    id: UUID
    name: str
    picture_url: str | None
    services: int
    has_hours: bool
    away_from: datetime | None


class AdminPlacesPayload(Payload, frozen=True):
    """`can_edit`: everything; without it the visitor has their own times alone."""

    can_edit: bool
    people: tuple[PersonLine, ...]
    rooms: tuple[RoomLine, ...]


class WorkSpan(Payload, frozen=True):
    """Weekly hours of a person or a room."""

    id: UUID
    weekday: int
    opens: str
    closes: str


class Absence(Payload, frozen=True):
    """A time at which a person or a room cannot be booked. `coming`: bookings that fall into it."""

    id: UUID
    starts_at: datetime
    ends_at: datetime
    note: str
    coming: int


class AdminPlacePayload(Payload, frozen=True):
    """`feed`: the reader's calendar feed of this room, or of themselves."""

    id: UUID
    name: str
    is_person: bool
    hours: tuple[WorkSpan, ...]
    absences: tuple[Absence, ...]
    today: date
    feed: StaffFeed | None
    calendars: tuple[ReadCalendar, ...]


async def list_rooms(request: PageRequest) -> tuple[RoomLine, ...]:
    """All rooms and equipment, those in use first."""
    return tuple(read_row(RoomLine, row) for row in await request.conn.fetch(LIST_ROOMS, request.lang))


async def load_places(request: PageRequest) -> Page[AdminPlacesPayload]:
    """The people of the services, and all rooms and equipment."""
    people = await request.conn.fetch(LIST_PEOPLE, request.visitor.id if request.visitor else None)
    return Page(
        AdminPlacesPayload(
            can_edit=bool(await request.conn.fetchval("select public.may('hours')")),
            people=tuple(read_row(PersonLine, row) for row in people),
            rooms=await list_rooms(request),
        )
    )


async def load_place(request: PageRequest) -> Page[AdminPlacePayload]:
    """Weekly hours and absences of a person or a room."""
    place = request.uuid("placeId")
    visitor = request.visitor.id if request.visitor else None
    person = await request.conn.fetchrow(FIND_HOST, place, visitor)
    row = person or await request.conn.fetchrow(FIND_ROOM, place, request.lang)
    if row is None:
        raise NotFound
    hours = await request.conn.fetch(LIST_HOURS, place)
    absences = await request.conn.fetch(LIST_ABSENCES, place, request.now)
    return Page(
        AdminPlacePayload(
            id=place,
            name=row["name"],
            is_person=person is not None,
            hours=tuple(read_row(WorkSpan, each) for each in hours),
            absences=tuple(read_row(Absence, each) for each in absences),
            today=request.now.astimezone(ZoneInfo(request.site.time_zone)).date(),
            feed=await _find_feed(request, place, is_person=person is not None),
            calendars=await list_read_calendars(request, place) if person else (),
        )
    )


async def _find_feed(request: PageRequest, place: UUID, *, is_person: bool) -> StaffFeed | None:
    if not is_person:
        return await find_room_feed(request, place)
    # The feed of a person is theirs alone.
    is_own = request.visitor is not None and request.visitor.id == place
    return await find_feed(request, "own", None) if is_own else None
