"""Bookings for calendar files: one, or all of a member under their private address."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import asyncpg
import msgspec

from balai.database.pool import Connection
from balai.site.loaders.rows import read_row
from balai.site.screens import Lang, NotFound, PageRequest

GET_BOOKING = """
select d.id, d.status, d.starts_at, d.ends_at, d.sequence, d.updated_at, d.time_zone, d.text_language as lang,
  d.name, d.description, d.place, d.online_url, d.host_name, d.room_name
from public.booking_details($1::public.language) d
where d.id = $2
"""
LIST_FEED = """
select d.id, d.status, d.starts_at, d.ends_at, d.sequence, d.updated_at, d.time_zone, d.text_language as lang,
  d.name, d.description, d.place, d.online_url, d.host_name, d.room_name
from public.calendar_feed($1) d
"""
GET_GUEST_BOOKING = """
select d.id, d.status, d.starts_at, d.ends_at, d.sequence, d.updated_at, d.time_zone, d.text_language as lang,
  d.name, d.description, d.place, d.online_url, d.host_name, d.room_name
from public.guest_booking($1, $2::public.language) d
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


async def load_booking_file(request: PageRequest) -> CalendarBooking:
    """The booking of `book.view`, for visitors who may see that page."""
    # An anonymous visitor has no permission on the table of bookings.
    booking = (
        await find_calendar_booking(request.conn, request.uuid("bookId"), request.lang) if request.visitor else None
    )
    if booking is None:
        raise NotFound
    return booking


async def load_ticket_file(request: PageRequest) -> CalendarBooking:
    """The booking of a guest's signed link."""
    row = await request.conn.fetchrow(GET_GUEST_BOOKING, request.params["link"], request.lang)
    if row is None:
        raise NotFound
    return _read(row)


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
