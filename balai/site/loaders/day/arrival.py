"""Check-in by the code of a ticket, and the public screen of the numbers that are called."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from balai.site.loaders.booking.services import BookingStatus
from balai.site.loaders.day.board import Attendance
from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, Lang, Payload
from balai.site.screens import Moved, NotFound, Page, PageRequest

GET_BOOKING = """
select d.id, d.status, d.starts_at, d.ends_at, d.party_size, d.note, d.member_name, host.display_name as host_name,
  d.name as service_name, d.text_language as lang, d.time_zone, b.attendance, b.attendance_at
from public.booking_details($1::public.language) d
join public.bookings b on b.id = d.id
left join public.profiles host on host.id = b.host_id
where d.id = $2
  and (b.host_id = auth.uid() or array[public.site_scope(), b.service_id] && public.my_scopes('bookings'))
"""
IS_MINE = "select exists (select from public.bookings b where b.id = $1 and b.member_id = auth.uid())"
LIST_NUMBERS = """
select q.service_id, q.number, q.state, q.place, t.name as service_name, t.language as lang
from public.queue_numbers q
cross join lateral public.service_text(q.service_id, $2::public.language) t
join public.services s on s.id = q.service_id
where q.day = $1 and q.state in ('waiting', 'called') and ($3::text is null or s.slug = $3)
order by q.state, q.called_at desc, q.number
limit 200
"""


class CheckInPayload(Payload, frozen=True):
    """The booking of a ticket, for its staff. `is_today`: it can be marked. `today`: the day at the venue."""

    id: UUID
    status: BookingStatus
    starts_at: datetime
    ends_at: datetime
    party_size: int
    note: str
    member_name: str
    host_name: str | None
    service_name: str
    lang: Lang
    time_zone: str
    attendance: Attendance | None
    attendance_at: datetime | None
    is_today: bool
    today: date


class ServedNumber(Payload, frozen=True):
    """A number that is called, or waits. Numbers belong to a service and a place, never to a name."""

    service_id: UUID
    service_name: str
    lang: Lang
    number: int
    state: Literal["waiting", "called"]
    place: str


class ScreenTitle(Payload, frozen=True):
    """The title of the screen in one language."""

    lang: Lang
    title: str


class NowServingPayload(Payload, frozen=True):
    """Called numbers, the last one first, and those that wait. `titles`: in the site's other languages."""

    titles: tuple[ScreenTitle, ...]
    called: tuple[ServedNumber, ...]
    waiting: tuple[ServedNumber, ...]


async def load_check_in(request: PageRequest) -> Page[CheckInPayload]:
    """The booking, for those who handle it. Its own member goes on to the ticket; for all others it does not exist."""
    booking = request.uuid("bookId")
    row = await request.conn.fetchrow(GET_BOOKING, request.lang, booking)
    if row is None:
        if await request.conn.fetchval(IS_MINE, booking):
            raise Moved(request.path_to("book.view", bookId=str(booking)), is_final=False)
        raise NotFound
    zone = ZoneInfo(row["time_zone"])
    today = request.now.astimezone(zone).date()
    facts = {**row, "today": today, "is_today": row["starts_at"].astimezone(zone).date() == today}
    return Page(read_row(CheckInPayload, facts), Head(title=row["member_name"], noindex=True))


async def load_now_serving(request: PageRequest) -> Page[NowServingPayload]:
    """The numbers of today, of all services or of `?service=`."""
    today = request.now.astimezone(ZoneInfo(request.site.time_zone)).date()
    rows = await request.conn.fetch(LIST_NUMBERS, today, request.lang, request.query.get("service"))
    numbers = [read_row(ServedNumber, row) for row in rows]
    return Page(
        NowServingPayload(
            titles=tuple(
                ScreenTitle(lang, request.text("day.serving.title", lang=lang))
                for lang in request.site.languages
                if lang != request.lang
            ),
            called=tuple(number for number in numbers if number.state == "called"),
            waiting=tuple(sorted((n for n in numbers if n.state == "waiting"), key=lambda n: n.number)),
        )
    )
