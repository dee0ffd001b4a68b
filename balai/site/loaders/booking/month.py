"""A month of a service: the number of free times per day."""

from datetime import date, datetime, timedelta
from uuid import UUID

from balai.site.loaders.query_values import parse_month
from balai.site.payloads import Payload
from balai.site.screens import PageRequest

# $1 the service, $2 and $3 the days at the venue, $4 its zone, $5 the person.
COUNT_FREE = """
select (slot.starts_at at time zone $4)::date as day, count(*) filter (where slot."left" > 0) as free,
  min(slot.starts_at) as first
from public.list_slots($1, $2, $3, $5) as slot
group by 1
"""


class MonthDay(Payload, frozen=True):
    """A day, and how many of its times have free places."""

    day: date
    free: int


class BookingMonth(Payload, frozen=True):
    """The days of a month. `earlier` and `later`: first days of the adjacent months, if they can be shown."""

    days: tuple[MonthDay, ...]
    earlier: date | None
    later: date | None


async def find_month(
    request: PageRequest, service: UUID, host: UUID | None, zone: str, today: date, last_day: date
) -> tuple[BookingMonth | None, datetime | None]:
    """The month in the query, limited to the booking window, and its first time. None: the query has none."""
    wanted = parse_month(request.query.get("month"))
    if wanted is None:
        return None, None
    first = max(today.replace(day=1), min(wanted, last_day.replace(day=1)))
    following = _next_month(first)
    rows = await request.conn.fetch(COUNT_FREE, service, first, following - timedelta(days=1), zone, host)
    free = {row["day"]: row["free"] for row in rows}
    days = (first + timedelta(days=n) for n in range((following - first).days))
    month = BookingMonth(
        days=tuple(MonthDay(day, free.get(day, 0)) for day in days),
        earlier=(first - timedelta(days=1)).replace(day=1) if first > today else None,
        later=following if following <= last_day else None,
    )
    return month, min((row["first"] for row in rows), default=None)


def _next_month(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1)
