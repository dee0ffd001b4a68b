"""Bookings for calendar files: one, or all of a member under their private address."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

import asyncpg
import msgspec

from balai.database.pool import Connection
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang
from balai.site.screens import NotFound, PageRequest

COLUMNS = """
select d.id, d.status, d.starts_at, d.ends_at, d.sequence, d.updated_at, d.time_zone, d.text_language as lang,
  d.name, d.description, d.place, d.online_url, d.host_name, d.room_name
"""
GET_BOOKING = f"{COLUMNS} from public.booking_details($1::public.language) d where d.id = $2"
LIST_FEED = f"{COLUMNS} from public.calendar_feed($1) d"
GET_GUEST_BOOKING = f"{COLUMNS} from public.guest_booking($1, $2::public.language) d"
# All dates of a course, for those who may see one of them.
LIST_SERIES = f"""
{COLUMNS} from public.booking_details($1::public.language) d
where d.id in (select x.id from public.series_of($2) x) order by d.starts_at, d.id
"""  # noqa: S608 - our own columns
LIST_GUEST_SERIES = f"""
{COLUMNS} from public.series_of($2, $3) x cross join lateral public.guest_booking(x.link, $1::public.language) d
order by d.starts_at, d.id
"""
# For the job, which reads as the owner.
LIST_SERIES_OF_JOB = f"""
{COLUMNS} from public.booking_details($1::public.language) d join public.bookings b on b.id = d.id
where b.series_id = $2 and d.status::text = $3 and d.starts_at = any ($4::timestamptz[]) order by d.starts_at, d.id
"""
IS_FEED = "select public.has_calendar_feed($1)"


class CalendarBooking(msgspec.Struct, frozen=True):
    """A booking with everything that a calendar file contains, in the language of its text."""

    id: UUID
    status: Literal["booked", "waiting", "cancelled"]
    starts_at: datetime
    ends_at: datetime
    sequence: int
    updated_at: datetime
    time_zone: str
    lang: Lang
    name: str
    description: str
    place: str
    online_url: str | None
    host_name: str | None
    room_name: str | None


def where(booking: CalendarBooking) -> str:
    """The room of a booking and the place of its service."""
    return ", ".join(part for part in (booking.room_name, booking.place) if part)


async def load_booking_file(request: PageRequest) -> list[CalendarBooking]:
    """The booking of `book.view` for visitors who may see that page; of a course all its dates."""
    booking = request.uuid("bookId")
    # An anonymous visitor has no permission on the table of bookings.
    found = await find_calendar_booking(request.conn, booking, request.lang) if request.visitor else None
    if found is None:
        raise NotFound
    return _together(found, await request.conn.fetch(LIST_SERIES, request.lang, booking))


async def load_ticket_file(request: PageRequest) -> list[CalendarBooking]:
    """The booking of a guest's signed link; of a course all its dates."""
    link = request.params["link"]
    row = await request.conn.fetchrow(GET_GUEST_BOOKING, link, request.lang)
    if row is None:
        raise NotFound
    return _together(_read(row), await request.conn.fetch(LIST_GUEST_SERIES, request.lang, row["id"], link))


async def list_course_bookings(
    conn: Connection, series: UUID, booking: CalendarBooking, starts: tuple[datetime, ...], lang: Lang
) -> list[CalendarBooking]:
    """The dates of a course that are as this one is, for a message about them."""
    return [_read(row) for row in await conn.fetch(LIST_SERIES_OF_JOB, lang, series, booking.status, starts)]


def _together(booking: CalendarBooking, rows: Sequence[asyncpg.Record]) -> list[CalendarBooking]:
    """With the other dates of the course that have the same status: a file adds events or removes them."""
    same = [_read(row) for row in rows if row["status"] == booking.status]
    return same or [booking]


async def find_calendar_booking(conn: Connection, booking: UUID, lang: Lang) -> CalendarBooking | None:
    """A booking that the connection's role may read. The email job reads as the owner."""
    row = await conn.fetchrow(GET_BOOKING, lang, booking)
    return _read(row) if row else None


async def load_member_feed(conn: Connection, token: UUID) -> list[CalendarBooking]:
    """A member's bookings by the token of their feed. Raises NotFound for an unknown or replaced token."""
    rows = await conn.fetch(LIST_FEED, token)
    if not rows and not await conn.fetchval(IS_FEED, token):
        raise NotFound
    return [_read(row) for row in rows]


def _read(row: asyncpg.Record) -> CalendarBooking:
    booking = read_row(CalendarBooking, row)
    # The meeting's link is for confirmed bookings only.
    return booking if booking.status == "booked" else msgspec.structs.replace(booking, online_url=None)
