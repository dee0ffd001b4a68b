"""Bookings of the coming days, each made as its member.

The next sewing workshop has one place left; the next Malay class is full, with two members on the waiting list.
"""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from balai.database.pool import Connection
from balai.demo.people import act_as, read

# The upcoming sessions, booked or not; the file names the n-th.
LIST_SESSIONS = """
select starts_at from public.services s, public.service_starts(s, $2::date, $2::date + 27) starts
where s.slug = $1 and starts.starts_at > $3::timestamptz + make_interval(mins => s.notice_minutes)
order by starts_at
"""
BOOK = """
select public.book($2, s.id, $3, $4, $5, $6) from public.services s where s.slug = $1
"""


async def add_bookings(connection: Connection, people: dict[str, UUID], now: datetime) -> None:
    """Book, or join the waiting list of a full session."""
    for booking in read("bookings.json"):
        sessions = await connection.fetch(LIST_SESSIONS, booking["service"], now.date(), now)
        for member in booking["members"]:
            await act_as(connection, people[member])
            await _book(connection, booking, sessions[booking["session"]]["starts_at"])


async def _book(connection: Connection, booking: dict[str, Any], start: datetime) -> None:
    party, note = booking.get("party", 1), booking.get("note", "")
    await connection.execute(BOOK, booking["service"], uuid4(), start, party, note, booking.get("waits", False))
