"""Administration of bookings and services: the bookings of a day or week, all services, and one service.

Days are days in the site's zone. Row policies decide what may be read; the guards only select the page.
"""

from datetime import date, datetime, time, timedelta
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from balai.site.calendars.holidays import list_holidays
from balai.site.intake.question_editor import (
    EditedPrice,
    EditedQuestion,
    IntakeChoices,
    find_choices,
    find_edited_price,
    list_edited,
)
from balai.site.loaders.booking.places import RoomLine, list_rooms
from balai.site.loaders.booking.services import BookingStatus, ServiceKind
from balai.site.loaders.query_values import parse_day, parse_id
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest, encode_cursor

StaffTopic = Literal["booked", "changed", "cancelled", "reminder"]
PAGE_SIZE = 100

LIST_BOOKINGS = """
select d.id, d.status, d.starts_at, d.ends_at, d.party_size, d.note, d.waiting_position, d.member_name, d.host_name,
  d.service_id, d.service_slug, d.name as service_name, d.text_language as lang, d.time_zone
from public.booking_details($1::public.language) d
where d.starts_at >= $2 and d.starts_at < $3 and ($4::uuid is null or d.service_id = $4)
  and ($5::timestamptz is null or (d.starts_at, d.id) > ($5, $6))
order by d.starts_at, d.id
limit $7
"""
LIST_SERVICES = """
select s.id, s.slug, s.kind, s.is_active, t.language as lang, t.name, public.host_names(s.id) as host_name,
  array(select x.language::text from public.service_texts x where x.service_id = s.id order by x.language) as languages,
  (select count(*)::integer from public.bookings b
    where b.service_id = s.id and b.status = 'booked' and b.starts_at > now()) as coming
from public.services s
cross join lateral public.service_text(s.id, $1::public.language) t
order by s.is_active desc, s.position, s.id
limit 500
"""
LIST_REGIONS = "select region from public.holiday_regions order by region"
# Bookings on days of the site's zone, those on the waiting list included.
LIST_BOOKED_DAYS = """
select each.day, count(b.id)::integer as coming
from unnest($1::date[]) as each (day)
join public.bookings b on b.status <> 'cancelled' and b.attendance is null
  and b.starts_at < (each.day + 1)::timestamp at time zone $2 and b.ends_at > each.day::timestamp at time zone $2
  and b.starts_at > each.day::timestamp at time zone $2 - interval '1 day'
group by each.day
"""
LIST_HOUSE_DAYS = """
select e.id, e.day, to_char(e.opens, 'HH24:MI') as opens, to_char(e.closes, 'HH24:MI') as closes, e.note,
  (select count(*)::integer from public.bookings b
    where b.status = 'booked' and b.starts_at >= e.day::timestamp at time zone $2
      and b.starts_at < (e.day + 1)::timestamp at time zone $2) as coming
from public.service_exceptions e
where e.service_id is null and e.day >= $1
order by e.day, e.opens nulls first
limit 500
"""
GET_SERVICE = """
select s.id, s.slug, s.kind, link.online_url, s.duration_minutes,
  s.buffer_before_minutes, s.buffer_after_minutes, s.capacity, s.per_person, s.notice_minutes, s.window_days,
  s.cancel_until_minutes, s.time_zone, s.is_active, s.notifies_staff, s.position, s.picture_url,
  s.day_limit, s.week_limit, s.member_limit,
  s.needs_confirmation, s.request_takes_place, s.request_hours, s.offer_hours, s.allows_guests, s.allows_overlap,
  array(select r.room_id from public.service_rooms r where r.service_id = s.id order by r.position) as rooms,
  s.reminder_minutes, s.follow_up_minutes, s.thread_days, s.link_minutes, s.host_messages, s.desk_messages,
  s.answer_days, s.series,
  s.sequence as base_sequence,
  (select count(*)::integer from public.bookings b
    where b.service_id = s.id and b.status = 'booked' and b.starts_at > now()) as coming
from public.services s
left join public.service_links link on link.service_id = s.id
where s.id = $1
"""
LIST_SERVICE_HOSTS = """
select h.host_id as id, p.display_name as name
from public.service_hosts h join public.profiles p on p.id = h.host_id
where h.service_id = $1 order by h.position, h.host_id
"""
LIST_TEXTS = """
select t.language, t.name, t.description, t.place
from public.service_texts t where t.service_id = $1 order by t.language
"""
LIST_HOURS = """
select h.weekday, to_char(h.opens, 'HH24:MI') as opens, to_char(h.closes, 'HH24:MI') as closes
from public.service_hours h where h.service_id = $1 order by h.weekday, h.opens
"""
LIST_EXCEPTIONS = """
select e.day, to_char(e.opens, 'HH24:MI') as opens, to_char(e.closes, 'HH24:MI') as closes, e.note
from public.service_exceptions e where e.service_id = $1 and e.day >= $2 order by e.day, e.opens nulls first
"""
# Present hosts come first, so that the limit never cuts one of them; the page sorts by the rules of its language and
# finds all others by name.
LIST_HOSTS = """
select p.id, p.display_name as name
from public.profiles p
where exists (select from public.administrators a where a.user_id = p.id)
  or exists (select from public.service_hosts h where h.host_id = p.id)
order by exists (select from public.service_hosts h where h.host_id = p.id) desc, p.display_name, p.id
limit 200
"""


class AdminBooking(Payload, frozen=True):
    """A booking in the list of a day."""

    id: UUID
    status: BookingStatus
    starts_at: datetime
    ends_at: datetime
    party_size: int
    note: str
    waiting_position: int | None
    member_name: str
    host_name: str | None
    service_id: UUID
    service_slug: str
    service_name: str
    lang: Lang
    time_zone: str


class AdminServiceLine(Payload, frozen=True):
    """A service in the list. `coming`: the number of future bookings."""

    id: UUID
    slug: str
    kind: ServiceKind
    is_active: bool
    name: str
    lang: Lang
    host_name: str | None
    languages: tuple[Lang, ...]
    coming: int


class AdminBookingsPayload(Payload, frozen=True):
    day: date
    span: Literal["day", "week"]
    previous: date
    following: date
    today: date
    service: UUID | None
    services: tuple[AdminServiceLine, ...]
    bookings: tuple[AdminBooking, ...]
    next: str | None


class HouseDay(Payload, frozen=True):
    """A day on which the whole site is closed, or open at other times."""

    id: UUID
    day: date
    opens: str | None
    closes: str | None
    note: str
    coming: int


class SuggestedHoliday(Payload, frozen=True):
    """A public holiday that is suggested as a closed day. `names`: by language.

    `is_estimated`: the moon decides, and it may move by a day. `closed`: the id of the closed day, if it is one.
    """

    day: date
    name: str
    names: dict[Lang, str]
    is_estimated: bool
    is_substitute: bool
    coming: int
    closed: UUID | None


class AdminServicesPayload(Payload, frozen=True):
    """`regions`: those whose holidays are suggested."""

    services: tuple[AdminServiceLine, ...]
    house_days: tuple[HouseDay, ...]
    today: date
    regions: tuple[str, ...]
    holidays: tuple[SuggestedHoliday, ...]


class ServiceWords(Payload, frozen=True):
    """The texts of a service in one language."""

    language: Lang
    name: str
    description: str
    place: str


class ServiceHours(Payload, frozen=True):
    """Weekly opening hours, in wall-clock time of the venue. Monday is 1; a day may end at 24:00."""

    weekday: int
    opens: str
    closes: str


class ServiceException(Payload, frozen=True):
    """An exception: closed, or open at these times instead of the weekly ones."""

    day: date
    opens: str | None
    closes: str | None
    note: str


class HostOption(Payload, frozen=True):
    """A person who may be selected as host."""

    id: UUID
    name: str


class EditedService(Payload, frozen=True):
    """A service in the editor. A save must name its `base_sequence`."""

    id: UUID
    slug: str
    kind: ServiceKind
    hosts: tuple[HostOption, ...]
    rooms: tuple[UUID, ...]
    picture_url: str | None
    online_url: str | None
    duration_minutes: int
    buffer_before_minutes: int
    buffer_after_minutes: int
    capacity: int
    per_person: int
    notice_minutes: int
    window_days: int
    cancel_until_minutes: int
    time_zone: str
    is_active: bool
    notifies_staff: bool
    day_limit: int | None
    week_limit: int | None
    member_limit: int | None
    needs_confirmation: bool
    request_takes_place: bool
    request_hours: int
    offer_hours: int
    allows_guests: bool
    allows_overlap: bool
    # Minutes before the start, and after the end.
    reminder_minutes: tuple[int, ...]
    follow_up_minutes: int | None
    # Days after the end, and minutes before the start.
    thread_days: int | None
    link_minutes: int | None
    # Of what the host and the desk are notified.
    host_messages: tuple[StaffTopic, ...]
    desk_messages: tuple[StaffTopic, ...]
    # After which the answers of a past booking are deleted.
    answer_days: int
    # On dates of its own, and how they are booked. None: weekly hours.
    series: Literal["single", "whole", "either"] | None
    position: int
    base_sequence: int
    coming: int
    texts: tuple[ServiceWords, ...]
    hours: tuple[ServiceHours, ...]
    exceptions: tuple[ServiceException, ...]
    questions: tuple[EditedQuestion, ...]
    price: EditedPrice | None


class AdminServicePayload(Payload, frozen=True):
    """`service` is None for a new one."""

    service: EditedService | None
    hosts: tuple[HostOption, ...]
    rooms: tuple[RoomLine, ...]
    intake: IntakeChoices
    today: date


async def load_bookings(request: PageRequest) -> Page[AdminBookingsPayload]:
    """The bookings of `?day=`, or of the week from that day."""
    zone = ZoneInfo(request.site.time_zone)
    today = request.now.astimezone(zone).date()
    day = parse_day(request.query.get("day")) or today
    span: Literal["day", "week"] = "week" if request.query.get("span") == "week" else "day"
    step = timedelta(days=7 if span == "week" else 1)
    service = parse_id(request.query.get("service"))
    start, end = (datetime.combine(each, time(), zone) for each in (day, day + step))
    after = request.after(tuple[datetime, UUID]) or (None, None)
    rows = await request.conn.fetch(LIST_BOOKINGS, request.lang, start, end, service, *after, PAGE_SIZE + 1)
    shown = rows[:PAGE_SIZE]
    return Page(
        AdminBookingsPayload(
            day=day,
            span=span,
            previous=day - step,
            following=day + step,
            today=today,
            service=service,
            services=await _list_services(request),
            bookings=tuple(read_row(AdminBooking, row) for row in shown),
            next=encode_cursor(shown[-1]["starts_at"], shown[-1]["id"]) if len(rows) > PAGE_SIZE else None,
        )
    )


async def load_services(request: PageRequest) -> Page[AdminServicesPayload]:
    """All services, inactive ones last, and the exceptions of the whole site."""
    zone = request.site.time_zone
    today = request.now.astimezone(ZoneInfo(zone)).date()
    days = await request.conn.fetch(LIST_HOUSE_DAYS, today, zone)
    regions = tuple(row["region"] for row in await request.conn.fetch(LIST_REGIONS))
    house_days = tuple(read_row(HouseDay, row) for row in days)
    return Page(
        AdminServicesPayload(
            services=await _list_services(request),
            house_days=house_days,
            today=today,
            regions=regions,
            holidays=await _list_holidays(request, regions, today, house_days),
        )
    )


async def _list_holidays(
    request: PageRequest, regions: tuple[str, ...], today: date, house_days: tuple[HouseDay, ...]
) -> tuple[SuggestedHoliday, ...]:
    found = list_holidays(regions, today)
    rows = await request.conn.fetch(LIST_BOOKED_DAYS, [each.day for each in found], request.site.time_zone)
    coming = {row["day"]: row["coming"] for row in rows}
    closed = {each.day: each.id for each in house_days if each.opens is None}
    return tuple(
        SuggestedHoliday(
            day=each.day,
            name=each.names[request.lang],
            names=each.names,
            is_estimated=each.is_estimated,
            is_substitute=each.is_substitute,
            coming=coming.get(each.day, 0),
            closed=closed.get(each.day),
        )
        for each in found
    )


async def load_service_editor(request: PageRequest) -> Page[AdminServicePayload]:
    """One service, or the defaults of a new one."""
    today = request.now.astimezone(ZoneInfo(request.site.time_zone)).date()
    hosts = await request.conn.fetch(LIST_HOSTS)
    service = None if request.params["serviceId"] == "new" else await _get_service(request, today)
    return Page(
        AdminServicePayload(
            service=service,
            hosts=tuple(read_row(HostOption, row) for row in hosts),
            rooms=await list_rooms(request),
            intake=await find_choices(request.conn),
            today=today,
        )
    )


async def _list_services(request: PageRequest) -> tuple[AdminServiceLine, ...]:
    rows = await request.conn.fetch(LIST_SERVICES, request.lang)
    return tuple(read_row(AdminServiceLine, row) for row in rows)


async def _get_service(request: PageRequest, today: date) -> EditedService:
    service = request.uuid("serviceId")
    row = await request.conn.fetchrow(GET_SERVICE, service)
    if row is None:
        raise NotFound
    parts = {
        "hosts": tuple(read_row(HostOption, each) for each in await request.conn.fetch(LIST_SERVICE_HOSTS, service)),
        "texts": tuple(read_row(ServiceWords, each) for each in await request.conn.fetch(LIST_TEXTS, service)),
        "hours": tuple(read_row(ServiceHours, each) for each in await request.conn.fetch(LIST_HOURS, service)),
        "exceptions": tuple(
            read_row(ServiceException, each) for each in await request.conn.fetch(LIST_EXCEPTIONS, service, today)
        ),
        "questions": await list_edited(request.conn, service),
        "price": await find_edited_price(request.conn, service),
    }
    return read_row(EditedService, {**row, **parts})
