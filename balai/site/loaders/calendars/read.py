"""Calendars of a host at other providers, which the site reads: their state, never their address."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Payload
from balai.site.screens import PageRequest

LIST_CALENDARS = """
select c.id, c.site, c.read_at, c.failing_since, c.failure,
  (select count(*)::integer from public.absences a where a.calendar_id = c.id and a.ends_at > $2) as times,
  (select count(distinct b.id)::integer from public.absences a
    join public.bookings b on b.host_id = a.host_id and b.status = 'booked'
      and b.starts_at < a.ends_at and b.ends_at > a.starts_at and b.ends_at > $2
    where a.calendar_id = c.id and a.ends_at > $2) as coming
from public.read_calendars c
where c.host_id = $1
order by c.created_at, c.id
"""


class ReadCalendar(Payload, frozen=True):
    """`read_at`: None before the first time. `times`: busy ones to come. `coming`: bookings that fall into them."""

    id: UUID
    site: str
    read_at: datetime | None
    failing_since: datetime | None
    failure: Literal["unreachable", "not_a_calendar", "too_large", "too_many"] | None
    times: int
    coming: int


async def list_read_calendars(request: PageRequest, host: UUID) -> tuple[ReadCalendar, ...]:
    """The calendars of a host, as far as the reader may see them."""
    rows = await request.conn.fetch(LIST_CALENDARS, host, request.now)
    return tuple(read_row(ReadCalendar, row) for row in rows)
