"""The list of services, each with its next free time, and the visitor's own coming bookings.

The database computes times in the zone of the venue: a calendar day is a day there, whatever the visitor's zone. The
page shows the visitor's time beside it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, Lang, Payload
from balai.site.screens import Page, PageRequest, Position, encode_cursor

PAGE_SIZE = 20

ServiceKind = Literal["appointment", "session"]
BookingStatus = Literal["booked", "waiting", "cancelled"]

LIST_SERVICES = """
with shown as materialized (
  select * from public.services
  where is_active and ($2::integer is null or (position, id) > ($2, $3))
  order by position, id
  limit $4)
select s.id, s.slug, s.kind, s.is_online, s.duration_minutes, s.capacity, s.notice_minutes, s.time_zone, s.position,
  s.picture_url, t.language as lang, t.name, left(t.description, 240) as description,
  public.host_names(s.id) as host_name, host.picture_url as host_picture_url,
  free.starts_at as next_free, free."left" as next_left,
  case when s.series is not null then (
    select count(*)::integer from public.service_exceptions e
    where e.service_id = s.id and e.opens is not null and e.day >= (now() at time zone s.time_zone)::date) end as dates
from shown s
cross join lateral public.service_text(s.id, $1::public.language) t
left join public.profiles host on host.id = s.host_id
left join public.next_times(array(select id from shown)) free on free.service_id = s.id
order by s.position, s.id
"""
NEXT_HOLD_END = "select public.next_hold_end()"
MY_NEXT_BOOKINGS = """
select d.id, d.status, d.starts_at, d.ends_at, d.time_zone, d.text_language as lang, d.name, d.party_size,
  d.waiting_position, d.request_until is not null as is_request, coalesce(d.offer_until > now(), false) as is_offered
from public.booking_details($1::public.language) d
where d.member_id = $2 and d.status <> 'cancelled' and d.ends_at > now()
order by d.starts_at, d.id
limit 6
"""


class ServiceCard(Payload, frozen=True):
    """A service in the list. `description`: its beginning."""

    id: UUID
    slug: str
    kind: ServiceKind
    name: str
    description: str
    lang: Lang
    is_online: bool
    picture_url: str | None
    host_name: str | None
    host_picture_url: str | None
    duration_minutes: int
    capacity: int
    time_zone: str
    next_free: datetime | None
    next_left: int | None
    # Of a course or an event: how many are coming. None: weekly hours.
    dates: int | None


class BookingLine(Payload, frozen=True):
    """One of the visitor's own coming bookings."""

    id: UUID
    status: BookingStatus
    starts_at: datetime
    ends_at: datetime
    time_zone: str
    name: str
    lang: Lang
    party_size: int
    waiting_position: int | None
    is_request: bool
    is_offered: bool


class BookPayload(Payload, frozen=True):
    services: tuple[ServiceCard, ...]
    mine: tuple[BookingLine, ...]
    next: str | None


async def load_book(request: PageRequest) -> Page[BookPayload]:
    """The services, each with its next free time, and the visitor's own next bookings."""
    position, last = request.after(tuple[Position, UUID]) or (None, None)
    rows = await request.conn.fetch(LIST_SERVICES, request.lang, position, last, PAGE_SIZE + 1)
    shown = rows[:PAGE_SIZE]
    mine = await request.conn.fetch(MY_NEXT_BOOKINGS, request.lang, request.visitor.id) if request.visitor else ()
    cards = tuple(read_row(ServiceCard, row) for row in shown)
    payload = BookPayload(
        services=cards,
        mine=tuple(read_row(BookingLine, row) for row in mine),
        next=encode_cursor(shown[-1]["position"], shown[-1]["id"]) if len(rows) > PAGE_SIZE else None,
    )
    times = [
        row["next_free"] - timedelta(minutes=row["notice_minutes"]) for row in rows if row["next_free"] is not None
    ]
    # Without any time, a new day may bring one.
    days = [next_midnight(request.now, row["time_zone"]) for row in rows]
    head = Head(description=request.text("book.description"))
    return Page(payload, head, valid_until=await find_validity(request, (*times, *days)))


async def find_validity(request: PageRequest, moments: Iterable[datetime]) -> datetime | None:
    """When a page of times expires without a change of rows. None: it is not cached, or nothing on it can change.

    `moments`: when a time shown becomes too near, and when another day enters the booking window. A held place becomes
    free without a change of rows, too.
    """
    if not request.is_anonymous:
        return None
    hold = await request.conn.fetchval(NEXT_HOLD_END)
    return min([*moments, *([hold] if hold else [])], default=None)


def next_midnight(now: datetime, zone: str) -> datetime:
    """When the next day begins in a zone."""
    local = now.astimezone(ZoneInfo(zone)) + timedelta(days=1)
    return local.replace(hour=0, minute=0, second=0, microsecond=0, fold=0).astimezone(now.tzinfo)
