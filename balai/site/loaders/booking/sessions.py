"""Coming sessions for calendar programs, without an account: the times that the page of the service lists."""

from datetime import datetime
from uuid import UUID

import msgspec

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang
from balai.site.screens import NotFound, PageRequest

DAYS_AHEAD = 90
MAX_SESSIONS = 1000

LIST_SESSIONS = """
select s.id as service_id, s.slug, s.sequence, s.updated_at, s.time_zone, s.is_online,
  t.language as lang, t.name, t.description, t.place, offered.starts_at, offered.ends_at
from public.services s
cross join lateral public.service_text(s.id, $1::public.language) t
cross join lateral (select ($3::timestamptz at time zone s.time_zone)::date as day) today
cross join lateral public.list_slots(s.id, today.day, today.day + least(s.window_days, $4)) offered
where s.is_active and s.kind = 'session' and ($2::text is null or s.slug = $2)
order by offered.starts_at, s.id
limit $5
"""
FIND_SERVICE = """
select s.slug, t.name
from public.services s
cross join lateral public.service_text(s.id, $1::public.language) t
where s.id = (select address.service_id from public.service_slugs address where address.slug = $2)
  and s.is_active and s.kind = 'session'
"""


class CalendarSession(msgspec.Struct, frozen=True):
    """One time of a session. The link of an online one is part of the booking."""

    service_id: UUID
    slug: str
    sequence: int
    updated_at: datetime
    time_zone: str
    is_online: bool
    lang: Lang
    name: str
    description: str
    place: str
    starts_at: datetime
    ends_at: datetime


class SessionList(msgspec.Struct, frozen=True):
    """The coming sessions, and the name of the service if only one was requested."""

    name: str | None
    sessions: tuple[CalendarSession, ...]


async def load_sessions(request: PageRequest) -> SessionList:
    """The coming sessions of all services, or of the service in the address. Raises NotFound."""
    slug = request.params.get("serviceId")
    name = None
    if slug is not None:
        found = await request.conn.fetchrow(FIND_SERVICE, request.lang, slug)
        if found is None:
            raise NotFound
        # The address may be an old one.
        slug, name = found["slug"], found["name"]
    rows = await request.conn.fetch(LIST_SESSIONS, request.lang, slug, request.now, DAYS_AHEAD, MAX_SESSIONS)
    return SessionList(name, tuple(read_row(CalendarSession, row) for row in rows))
