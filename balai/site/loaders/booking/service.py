"""A service and a week of its times, one of them selected, or another one wanted.

The selection is in the address (`?from=` the first day, `?at=` the time, `?change=` the booking to move, `?month=` the
open month, `?host=` the person): it survives signing in, the back button and a page without JavaScript.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import chain
from typing import cast
from uuid import UUID
from zoneinfo import ZoneInfo

from balai.site.intake.prices import ServicePrice, find_price
from balai.site.intake.questions import AskedQuestion, list_questions
from balai.site.loaders.booking.courses import BookingSlot, Course, find_course
from balai.site.loaders.booking.details import BookingChannel
from balai.site.loaders.booking.json_ld import session_events
from balai.site.loaders.booking.month import BookingMonth, find_month
from balai.site.loaders.booking.services import BookingStatus, ServiceKind, find_validity, next_midnight
from balai.site.loaders.json_ld import breadcrumbs
from balai.site.loaders.query_values import parse_day, parse_id, parse_moment
from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, JsonLd, Lang, Payload
from balai.site.screens import Moved, NotFound, Page, PageRequest

DAYS_SHOWN = 7
# The form depends on the sign-in methods, which are read once a minute.
SIGN_IN_METHODS_TTL = timedelta(minutes=1)

GET_SERVICE = """
select s.id, s.slug, s.kind, s.is_online, s.is_active, s.duration_minutes, s.capacity, s.per_person, s.notice_minutes,
  s.window_days, s.cancel_until_minutes, s.needs_confirmation, s.offer_hours, s.allows_guests, s.time_zone,
  t.language as lang, t.name, t.description, t.place,
  s.picture_url, public.host_names(s.id) as host_name, host.picture_url as host_picture_url,
  s.series
from public.services s
cross join lateral public.service_text(s.id, $2::public.language) t
left join public.profiles host on host.id = s.host_id
where s.id = (select address.service_id from public.service_slugs address where address.slug = $1) and s.is_active
"""
LIST_SLOTS = """
select slot.starts_at, slot.ends_at, slot.capacity, slot."left", slot.waiting, b.id as booking_id, b.status,
  b.request_until is not null as is_request
from public.list_slots($1, $2, $3, $4) slot
left join public.bookings b on slot.mine and b.service_id = $1 and b.starts_at = slot.starts_at
  and b.member_id = $5 and b.status <> 'cancelled'
order by slot.starts_at
"""
LIST_SLOTS_AS_GUEST = """
select slot.starts_at, slot.ends_at, slot.capacity, slot."left", slot.waiting, null as booking_id, null as status,
  false as is_request
from public.list_slots($1, $2, $3, $4) slot
order by slot.starts_at
"""
NEXT_FREE = 'select starts_at, ends_at, "left" from public.next_free($1, 1, 3, $2, $3)'
# Several people: with one there is no choice.
LIST_HOSTS = """
select h.host_id as id, p.display_name as name
from public.service_hosts h join public.profiles p on p.id = h.host_id
where h.service_id = $1 order by h.position, h.host_id limit 50
"""
GET_CHANGING = """
select b.id, b.starts_at, b.ends_at, b.party_size, b.status, null as link
from public.bookings b
where b.id = $1 and b.service_id = $2 and b.status <> 'cancelled'
"""
GET_GUEST_CHANGING = """
select b.id, b.starts_at, b.ends_at, b.party_size, b.status, $1 as link
from public.guest_booking($1, $3::public.language) b
where b.service_id = $2 and b.status <> 'cancelled'
"""
GUEST_LINK = re.compile(r"[0-9a-f]{64}")


class ServiceFacts(Payload, frozen=True):
    """Everything that a visitor may know of a service. The link of an online one is part of the booking."""

    id: UUID
    slug: str
    kind: ServiceKind
    name: str
    description: str
    place: str
    lang: Lang
    is_online: bool
    picture_url: str | None
    host_name: str | None
    host_picture_url: str | None
    duration_minutes: int
    capacity: int
    per_person: int
    notice_minutes: int
    window_days: int
    cancel_until_minutes: int
    needs_confirmation: bool
    offer_hours: int
    allows_guests: bool
    time_zone: str


class SlotDay(Payload, frozen=True):
    """A day at the venue."""

    day: date
    slots: tuple[BookingSlot, ...]


class FreeTime(Payload, frozen=True):
    """A later free time."""

    starts_at: datetime
    ends_at: datetime
    left: int


class ChangingBooking(Payload, frozen=True):
    """The booking that is being moved. `link`: the signed link of a guest's."""

    id: UUID
    starts_at: datetime
    ends_at: datetime
    party_size: int
    status: BookingStatus
    link: str | None


class ServiceHost(Payload, frozen=True):
    """A person with whom the service can be booked."""

    id: UUID
    name: str


class BookServicePayload(Payload, frozen=True):
    """`hosts`: the people to choose from, if there are several. `host`: the chosen one; None: any suitable."""

    service: ServiceFacts
    # A course or an event: its dates are shown in place of the days.
    course: Course | None
    hosts: tuple[ServiceHost, ...]
    host: UUID | None
    days: tuple[SlotDay, ...]
    chosen: BookingSlot | None
    chosen_at: datetime | None
    changing: ChangingBooking | None
    suggestions: tuple[FreeTime, ...]
    earlier: date | None
    later: date | None
    today: date
    month: BookingMonth | None
    has_sms: bool
    # By which channels a phone number is reached, for a guest to choose from.
    phone_channels: tuple[BookingChannel, ...]
    questions: tuple[AskedQuestion, ...]
    price: ServicePrice | None


async def load_service(request: PageRequest) -> Page[BookServicePayload]:
    """A service and a week of its times.

    `?at=`: one of them is selected. `?change=`: a booking is being moved. `?month=`: a month of days beside them.
    `?host=`: with this person.
    """
    row = await request.conn.fetchrow(GET_SERVICE, request.params["serviceId"], request.lang)
    if row is None:
        raise NotFound
    if row["slug"] != request.params["serviceId"]:
        raise Moved(request.path_to("book.service", query=request.query, serviceId=row["slug"]))
    service = read_row(ServiceFacts, row)
    today = request.now.astimezone(ZoneInfo(service.time_zone)).date()
    chosen_at = parse_moment(request.query.get("at"))
    first = _first_day(request, service, today, chosen_at)
    hosts = tuple(read_row(ServiceHost, each) for each in await request.conn.fetch(LIST_HOSTS, service.id))
    host = next((each.id for each in hosts if str(each.id) == request.query.get("host")), None)
    days = await _list_days(request, service, first, host)
    course = await find_course(request, service.id, row["series"], today)
    changing = await _find_changing(request, service)
    chosen = next((slot for day in days for slot in day.slots if slot.starts_at == chosen_at), None)
    has_room = chosen is not None and chosen.left > 0
    is_free = has_room or any(slot.left and slot.booking_id is None for day in days for slot in day.slots)
    suggestions = (
        ()
        if has_room or course or (is_free and chosen_at is None)
        else await _next_free(request, service, chosen_at, host)
    )
    month, first_of_month = await find_month(
        request, service.id, host, service.time_zone, today, today + timedelta(days=service.window_days)
    )
    # For the form of a visitor who books without an account.
    has_sms = request.visitor is None and bool(chosen or course) and (await request.sign_in_methods()).phone
    payload = BookServicePayload(
        service=service,
        course=course,
        hosts=hosts if len(hosts) > 1 else (),
        host=host,
        days=days,
        chosen=chosen,
        chosen_at=chosen_at,
        changing=changing,
        suggestions=suggestions,
        earlier=max(first - timedelta(days=DAYS_SHOWN), today) if first > today else None,
        later=_later(first, today, service),
        today=today,
        month=month,
        has_sms=has_sms,
        phone_channels=_offered_channels(request) if has_sms else (),
        questions=await list_questions(request.conn, service.id, request.lang) if chosen or course else (),
        price=await find_price(request.conn, service.id, request.lang),
    )
    return Page(
        payload,
        _service_head(request, service, days, course),
        valid_until=await find_validity(request, _moments(request, payload, first_of_month)),
    )


def _offered_channels(request: PageRequest) -> tuple[BookingChannel, ...]:
    """The channels of a phone number, if there is a choice."""
    channels = cast("tuple[BookingChannel, ...]", request.phone_channels)
    return channels if len(channels) > 1 else ()


def _moments(request: PageRequest, payload: BookServicePayload, first_of_month: datetime | None) -> Iterator[datetime]:
    """When the page changes with time alone: a time becomes too near to be booked, or a day begins at the venue."""
    service = payload.service
    if payload.changing:
        # The address of a guest's booking is secret: the page is for this request only.
        yield request.now
    if payload.chosen or payload.course:
        yield request.now + SIGN_IN_METHODS_TTL
    dates = payload.course.dates if payload.course else ()
    shown = [slot.starts_at for slot in chain(dates, *(day.slots for day in payload.days))]
    shown += [time.starts_at for time in payload.suggestions]
    for start in (*shown, *([first_of_month] if first_of_month else [])):
        yield start - timedelta(minutes=service.notice_minutes)
    yield next_midnight(request.now, service.time_zone)


def _service_head(
    request: PageRequest, service: ServiceFacts, days: tuple[SlotDay, ...], course: Course | None
) -> Head:
    return Head(
        title=service.name,
        description=" ".join(service.description.split())[:200] or None,
        json_ld=_json_ld(request, service, course.dates if course else [slot for day in days for slot in day.slots])
        if request.is_anonymous
        else (),
        # One address for search engines: the service, not each week and selection.
        noindex=bool({"from", "at", "change", "month", "host"} & request.query.keys()),
    )


def _json_ld(request: PageRequest, service: ServiceFacts, slots: Sequence[BookingSlot]) -> tuple[JsonLd, ...]:
    times = [(slot.starts_at, slot.ends_at, slot.left) for slot in slots]
    events = session_events(request, service, times) if service.kind == "session" else ()
    here = request.path_to("book.service", serviceId=service.slug)
    trail = breadcrumbs(request, [(request.text("book.title"), request.path_to("book")), (service.name, here)])
    return (*events, trail)


def _first_day(request: PageRequest, service: ServiceFacts, today: date, chosen_at: datetime | None) -> date:
    wanted = parse_day(request.query.get("from"))
    if wanted is None and chosen_at is not None:
        wanted = chosen_at.astimezone(ZoneInfo(service.time_zone)).date()
        # The same week as when paging from today.
        wanted -= timedelta(days=(wanted - today).days % DAYS_SHOWN)
    if wanted is None:
        return today
    return max(today, min(wanted, today + timedelta(days=service.window_days)))


def _later(first: date, today: date, service: ServiceFacts) -> date | None:
    later = first + timedelta(days=DAYS_SHOWN)
    return later if later <= today + timedelta(days=service.window_days) else None


async def _list_days(
    request: PageRequest, service: ServiceFacts, first: date, host: UUID | None
) -> tuple[SlotDay, ...]:
    last = first + timedelta(days=DAYS_SHOWN - 1)
    rows = await _list_slots(request, service.id, first, last, host)
    zone = ZoneInfo(service.time_zone)
    days: dict[date, list[BookingSlot]] = {first + timedelta(days=n): [] for n in range(DAYS_SHOWN)}
    for slot in rows:
        days[slot.starts_at.astimezone(zone).date()].append(slot)
    return tuple(SlotDay(day=day, slots=tuple(slots)) for day, slots in days.items())


async def _list_slots(
    request: PageRequest, service: UUID, first: date, last: date, host: UUID | None
) -> list[BookingSlot]:
    """The bookable times on these days of the venue, with the visitor's own bookings."""
    visitor = request.visitor.id if request.visitor else None
    # An anonymous visitor has no permission on the table of bookings, and no bookings.
    statement = LIST_SLOTS if visitor else LIST_SLOTS_AS_GUEST
    arguments = (service, first, last, host, visitor) if visitor else (service, first, last, host)
    return [read_row(BookingSlot, row) for row in await request.conn.fetch(statement, *arguments)]


async def _next_free(
    request: PageRequest, service: ServiceFacts, after: datetime | None, host: UUID | None
) -> tuple[FreeTime, ...]:
    """Alternatives: times after the wanted one, or from now on if that is past or outside the booking window."""
    rows = await request.conn.fetch(NEXT_FREE, service.id, after or request.now, host)
    if not rows and after is not None:
        rows = await request.conn.fetch(NEXT_FREE, service.id, request.now, host)
    return tuple(read_row(FreeTime, row) for row in rows)


async def _find_changing(request: PageRequest, service: ServiceFacts) -> ChangingBooking | None:
    wanted = request.query.get("change")
    if wanted is None:
        return None
    if GUEST_LINK.fullmatch(wanted):
        row = await request.conn.fetchrow(GET_GUEST_CHANGING, wanted, service.id, request.lang)
        if row is None:
            raise NotFound
        return read_row(ChangingBooking, row)
    if request.visitor is None:
        return None
    row = await request.conn.fetchrow(GET_CHANGING, parse_id(wanted), service.id)
    if row is None:
        raise NotFound
    return read_row(ChangingBooking, row)
