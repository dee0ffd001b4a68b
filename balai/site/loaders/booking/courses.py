"""The dates of a course or a one-off event, on the page of its service."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

import msgspec

from balai.site.loaders.booking.services import BookingStatus
from balai.site.loaders.rows import read_row
from balai.site.payloads import Payload
from balai.site.screens import PageRequest

SeriesKind = Literal["single", "whole", "either"]

# list_slots() reads at most 93 days at once: those parts of the coming year in which the service has a date.
LIST_DATES = """
select slot.starts_at, slot.ends_at, slot.capacity, slot."left", slot.waiting, {mine} as booking_id, {status} as status,
  {request} as is_request
from (
  select distinct (e.day - $2::date) / 93 as number from public.service_exceptions e
  where e.service_id = $1 and e.opens is not null and e.day between $2::date and $2::date + 400) part
cross join lateral public.list_slots($1, $2::date + part.number * 93, $2::date + part.number * 93 + 92) slot
{join}
order by slot.starts_at
"""
# An anonymous visitor has no permission on the table of bookings.
LIST_DATES_AS_GUEST = LIST_DATES.format(mine="null::uuid", status="null::text", request="false", join="")
LIST_DATES_OF_MEMBER = LIST_DATES.format(
    mine="b.id",
    status="b.status::text",
    request="b.request_until is not null",
    join="""left join public.bookings b on slot.mine and b.service_id = $1 and b.starts_at = slot.starts_at
  and b.member_id = $3 and b.status <> 'cancelled'""",
)


class BookingSlot(Payload, frozen=True):
    """A time that can be booked, or waited for if it is full. `booking_id`: the visitor's own booking at this time."""

    starts_at: datetime
    ends_at: datetime
    capacity: int
    left: int
    waiting: int
    booking_id: UUID | None
    status: BookingStatus | None
    is_request: bool


class Course(Payload, frozen=True):
    """The coming dates, without those that are too near, and how they are booked.

    `whole`: the course as one time, for its form: it begins with the first date, and the date with the fewest free
    places decides. `own`: the visitor's booking of a date, if there is one.
    """

    series: SeriesKind
    dates: tuple[BookingSlot, ...]
    whole: BookingSlot | None
    own: UUID | None


async def find_course(request: PageRequest, service: UUID, series: SeriesKind | None, today: date) -> Course | None:
    """The dates of a service that has its own. None: it has weekly hours."""
    if series is None:
        return None
    visitor = request.visitor
    statement = LIST_DATES_OF_MEMBER if visitor else LIST_DATES_AS_GUEST
    rows = await request.conn.fetch(statement, service, today, *([visitor.id] if visitor else []))
    dates = tuple(read_row(BookingSlot, row) for row in rows)
    own = next((each.booking_id for each in dates if each.booking_id), None)
    return Course(series, dates, _whole(dates), own)


def _whole(dates: tuple[BookingSlot, ...]) -> BookingSlot | None:
    if not dates:
        return None
    fewest = min(dates, key=lambda each: each.left)
    waiting = max(each.waiting for each in dates)
    return msgspec.structs.replace(fewest, starts_at=dates[0].starts_at, ends_at=dates[0].ends_at, waiting=waiting)
