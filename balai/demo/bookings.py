"""Bookings of the coming days, each made as its member or guest.

The next sewing workshop has one place left; the next Malay class is full, with two members on the waiting list;
of a later one two places are offered to them. The counsellor has requests to confirm.
"""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from balai.database.pool import Connection
from balai.demo.markup import rich_text
from balai.demo.people import act_as, read

# The upcoming sessions, booked or not; the file names the n-th of those at which its members have no other booking.
LIST_SESSIONS = """
select starts_at, ends_at from public.services s, public.service_starts(s, $2::date, $2::date + 27) starts
where s.slug = $1 and starts.starts_at > $3::timestamptz + make_interval(mins => s.notice_minutes)
order by starts_at
"""

BOOK = """
select public.book($2, s.id, $3, $4, $5, $6) from public.services s where s.slug = $1
"""
LEAVE = """
select public.cancel_booking(b.id) from public.bookings b join public.services s on s.id = b.service_id
where s.slug = $1 and b.starts_at = $2 and b.member_id = $3
"""
BOOK_AS_GUEST = """
select public.place_booking(
  $2, s.id, $3, 1, '', false, null, public.find_guest($4, $5, $6::public.language, null, true))
from public.services s where s.slug = $1
"""
# In the private thread of the session.
SAY = """
insert into public.replies (post_id, author_id, language, body)
select p.id, $3, $4::text::public.language, $5::jsonb from public.posts p
join public.forums f on f.id = p.forum_id join public.slots x on x.id = f.slot_id
join public.services s on s.id = x.service_id where s.slug = $1 and x.starts_at = $2
"""

# Answers in the language of each person, and every second booking of the next days paid.
ADD_ANSWERS = """
insert into public.booking_answers (intake_id, booking_id, question_id, language, is_sensitive, value)
select b.id, b.id, q.id, p.language, false,
  case q.kind when 'choice' then q.options -> (place % 3)::integer -> 'key'
    else to_jsonb(($1::text[])[1 + place % cardinality($1)]) end
from (select b.*, row_number() over (order by b.created_at, b.id) as place from public.bookings b) b
join public.profiles p on p.id = b.member_id
join public.service_questions q on q.service_id = b.service_id
"""
MARK_PAID = """
update public.booking_prices set paid_at = now() where booking_id in (
  select p.booking_id
  from (select booking_id, row_number() over (order by booking_id) as place from public.booking_prices) p
  where p.place % 2 = 0)
"""
WISHES = ["Baju kurung", "Áo gối", "窗帘", "A tote bag"]


# Members of the course, as a whole.
COURSE = ("four-kitchens", ("daniel", "priya", "mai"))
BOOK_COURSE = "select public.book_series($2, s.id) from public.services s where s.slug = $1"


class Made(NamedTuple):
    """A booking of the sample content."""

    member: str
    service: str
    start: datetime
    end: datetime


async def add_bookings(connection: Connection, people: dict[str, UUID], now: datetime) -> None:
    """Book, or join the waiting list of a full session; some book a course."""
    made: list[Made] = []
    for booking in read("bookings.json"):
        service, members = booking["service"], booking["members"]
        others = [one for one in made if one.member in members and one.service != service]
        sessions = await connection.fetch(LIST_SESSIONS, service, now.date(), now)
        # Which sessions come next depends on the hour.
        free = [s for s in sessions if not any(s["starts_at"] < o.end and s["ends_at"] > o.start for o in others)]
        session = free[booking["session"]]
        for member in members:
            await act_as(connection, people[member])
            await _book(connection, booking, session["starts_at"])
            made.append(Made(member, service, session["starts_at"], session["ends_at"]))
        if leaver := booking.get("leaves"):
            await act_as(connection, people[leaver])
            await connection.execute(LEAVE, service, session["starts_at"], people[leaver])
        for guest in booking.get("guests", ()):
            who = guest["name"], guest["address"], guest["language"]
            await connection.execute(BOOK_AS_GUEST, service, uuid4(), session["starts_at"], *who)
        for member, language, text in booking.get("thread", ()):
            await act_as(connection, people[member])
            await connection.execute(SAY, service, session["starts_at"], people[member], language, rich_text(text))
    service, members = COURSE
    for member in members:
        await act_as(connection, people[member])
        await connection.execute(BOOK_COURSE, service, uuid4())
    await connection.execute(ADD_ANSWERS, WISHES)
    await connection.execute(MARK_PAID)


async def _book(connection: Connection, booking: dict[str, Any], start: datetime) -> None:
    party, note = booking.get("party", 1), booking.get("note", "")
    await connection.execute(BOOK, booking["service"], uuid4(), start, party, note, booking.get("waits", False))
