"""The board of a day or a week, for hosts and receptionists: who is booked with whom, and who was there.

Days are days in the site's zone. Row policies decide which bookings a caller reads; members read their own, too, so the
board asks for those that the caller handles.
"""

from datetime import date, datetime, time, timedelta
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from balai.site.exports.tables import write_csv
from balai.site.intake.answer_texts import ShownAnswer, list_answers
from balai.site.intake.money import write_money
from balai.site.loaders.booking.services import BookingStatus
from balai.site.loaders.query_values import parse_day, parse_id
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest

MAX_BOOKINGS = 500
Attendance = Literal["arrived", "late", "no_show", "done"]

LIST_BOOKINGS = """
select d.id, d.status, d.starts_at, d.ends_at, d.party_size, d.note, d.waiting_position, d.member_name,
  d.request_until, case when d.request_until is not null then public.asked_dates(d.id) else 0 end as asked_dates,
  d.offer_until, d.contact,
  b.host_id, host.display_name as host_name, d.service_id, d.service_slug, d.name as service_name,
  d.text_language as lang, d.time_zone, b.attendance, b.attendance_at, marker.display_name as attendance_by,
  thread.slug as thread_area,
  (select post.id from public.posts post where post.forum_id = thread.id order by post.created_at, post.id limit 1)
    as thread_post,
  case when d.status = 'booked' then b.confirmed_at end as confirmed_at,
  price.amount, price.currency, price.paid_at
from public.booking_details($1::public.language) d
join public.bookings b on b.id = d.id
left join public.profiles host on host.id = b.host_id
left join public.profiles marker on marker.id = b.attendance_by
left join public.forums thread on thread.slot_id = b.slot_id
-- A course that is booked as a whole has one price.
left join lateral (
  select p.* from public.booking_prices p where p.booking_id in (b.id, b.series_id)
  order by p.booking_id = b.id desc limit 1
) price on true
where d.starts_at >= $2 and d.starts_at < $3 and ($4::uuid is null or d.service_id = $4)
  and (b.host_id = (select auth.uid())
    or array[(select public.site_scope()), b.service_id] && (select public.my_scopes('bookings')))
order by d.starts_at, d.member_name, d.id
limit $5
"""
LIST_NOTES = """
select n.id, n.booking_id, n.body, n.created_at, writer.display_name as writer_name,
  coalesce(n.written_by = auth.uid(), false) as is_own
from public.booking_notes n
left join public.profiles writer on writer.id = n.written_by
where n.booking_id = any ($1)
order by n.created_at, n.id
"""
LIST_SERVICES = """
select s.id, s.kind, t.name, t.language as lang,
  array[(select public.site_scope()), s.id] && (select public.my_scopes('bookings')) as is_whole
from public.services s
cross join lateral public.service_text(s.id, $1::public.language) t
where array[(select public.site_scope()), s.id] && (select public.my_scopes('bookings'))
  or exists (select from public.service_hosts h where h.service_id = s.id and h.host_id = auth.uid())
  or exists (select from public.bookings b where b.service_id = s.id and b.host_id = auth.uid())
order by s.position, s.id
limit 500
"""
# With the caller's bookings alone: the people to whom they can give one.
LIST_HOSTS = """
select p.id, p.display_name as name, array_agg(h.service_id) as service_ids,
  p.id = auth.uid() or bool_or(
    array[(select public.site_scope()), h.service_id] && (select public.my_scopes('bookings'))) as is_column
from public.service_hosts h join public.profiles p on p.id = h.host_id
where h.service_id = any ($1)
group by p.id, p.display_name
order by p.display_name, p.id
limit 50
"""
LIST_CLOSINGS = """
select c.id, lower(c.span) as starts_at, upper(c.span) as ends_at, c.reason, c.service_id, c.host_id,
  host.display_name as host_name, colleague.display_name as colleague_name,
  (select t.name from public.service_text(c.service_id, $1::public.language) t) as service_name,
  c.closed_at > now() - interval '1 hour' as can_undo
from public.closings c
left join public.profiles host on host.id = c.host_id
left join public.profiles colleague on colleague.id = c.colleague_id
where c.undone_at is null and c.span && tstzrange($2, $3)
order by c.span, c.id
limit 100
"""
LIST_NUMBERS = """
select q.id, q.service_id, q.number, q.state, q.place
from public.queue_numbers q
where q.day = $1 and q.service_id = any ($2) and q.state in ('waiting', 'called')
order by q.number
limit 500
"""
MAY_ALL = "select public.may('bookings')"


class BoardNote(Payload, frozen=True):
    """A note of staff on a booking. `is_own`: the reader can delete it."""

    id: UUID
    body: str
    created_at: datetime
    writer_name: str | None
    is_own: bool


class BoardBooking(Payload, frozen=True):
    """A booking on the board. `request_until`: a request, to be answered by then. `contact`: of a guest.

    `asked_dates`: the dates that the answer is for, several of a course; 0: another person answers.

    `attendance_by`: who marked it. `thread_area`, `thread_post`: the private thread of its session.
    `confirmed_at`: when the participant said that they come, by the link of a reminder.
    """

    id: UUID
    status: BookingStatus
    starts_at: datetime
    ends_at: datetime
    party_size: int
    note: str
    waiting_position: int | None
    request_until: datetime | None
    asked_dates: int
    offer_until: datetime | None
    member_name: str
    contact: str | None
    host_id: UUID | None
    host_name: str | None
    service_id: UUID
    service_slug: str
    service_name: str
    lang: Lang
    time_zone: str
    attendance: Attendance | None
    attendance_at: datetime | None
    attendance_by: str | None
    thread_area: str | None
    thread_post: UUID | None
    confirmed_at: datetime | None
    price: str | None
    is_paid: bool
    notes: tuple[BoardNote, ...]
    answers: tuple[ShownAnswer, ...]


class BoardService(Payload, frozen=True):
    """A service that the reader handles: `is_whole`, or only the bookings with them."""

    id: UUID
    kind: Literal["appointment", "session"]
    name: str
    lang: Lang
    is_whole: bool


class BoardHost(Payload, frozen=True):
    """A person of these services. `is_column`: the reader sees their bookings, so their day has a column."""

    id: UUID
    name: str
    service_ids: tuple[UUID, ...]
    is_column: bool


class BoardClosing(Payload, frozen=True):
    """A closed time. Without a service and a host it is the whole site's. `colleague_name`: who has taken over."""

    id: UUID
    starts_at: datetime
    ends_at: datetime
    reason: str
    service_id: UUID | None
    service_name: str | None
    host_id: UUID | None
    host_name: str | None
    colleague_name: str | None
    can_undo: bool


class BoardNumber(Payload, frozen=True):
    """A number of the queue that is waiting, or called to a place."""

    id: UUID
    service_id: UUID
    number: int
    state: Literal["waiting", "called"]
    place: str


class DayBoardPayload(Payload, frozen=True):
    """`may_close_all`: the reader can close the whole site. `is_cut`: there are more bookings than shown.

    `file_path`: the same bookings as CSV.
    """

    day: date
    span: Literal["day", "week"]
    first: date
    last: date
    previous: date
    following: date
    today: date
    service: UUID | None
    services: tuple[BoardService, ...]
    hosts: tuple[BoardHost, ...]
    bookings: tuple[BoardBooking, ...]
    closings: tuple[BoardClosing, ...]
    numbers: tuple[BoardNumber, ...]
    may_close_all: bool
    is_cut: bool
    file_path: str


class _Range:
    """The day or the week in the query."""

    def __init__(self, request: PageRequest) -> None:
        self.zone = ZoneInfo(request.site.time_zone)
        self.today = request.now.astimezone(self.zone).date()
        self.day = parse_day(request.query.get("day")) or self.today
        self.span: Literal["day", "week"] = "week" if request.query.get("span") == "week" else "day"
        self.first = self.day - timedelta(days=self.day.weekday()) if self.span == "week" else self.day
        self.step = timedelta(days=7 if self.span == "week" else 1)
        self.service = parse_id(request.query.get("service"))
        self.start, self.end = (
            datetime.combine(each, time(), self.zone) for each in (self.first, self.first + self.step)
        )


async def load_board(request: PageRequest) -> Page[DayBoardPayload]:
    """The bookings of `?day=`, or of its week."""
    shown = _Range(request)
    rows = await _list_bookings(request, shown)
    services = tuple(read_row(BoardService, row) for row in await request.conn.fetch(LIST_SERVICES, request.lang))
    shown_services = [service.id for service in services if shown.service in (None, service.id)]
    hosts = await request.conn.fetch(LIST_HOSTS, shown_services)
    closings = await request.conn.fetch(LIST_CLOSINGS, request.lang, shown.start, shown.end)
    numbers = await request.conn.fetch(LIST_NUMBERS, shown.today, [service.id for service in services])
    query = {"day": shown.day.isoformat(), "span": shown.span} | (
        {"service": str(shown.service)} if shown.service else {}
    )
    path = request.path_to("day", query=query)
    return Page(
        DayBoardPayload(
            day=shown.day,
            span=shown.span,
            first=shown.first,
            last=shown.first + shown.step - timedelta(days=1),
            previous=shown.day - shown.step,
            following=shown.day + shown.step,
            today=shown.today,
            service=shown.service,
            services=services,
            hosts=tuple(read_row(BoardHost, row) for row in hosts),
            bookings=rows[:MAX_BOOKINGS],
            closings=tuple(read_row(BoardClosing, row) for row in closings),
            numbers=tuple(read_row(BoardNumber, row) for row in numbers),
            may_close_all=await request.conn.fetchval(MAY_ALL),
            is_cut=len(rows) > MAX_BOOKINGS,
            file_path=path.replace("/day", "/day/bookings.csv", 1),
        )
    )


async def load_board_file(request: PageRequest) -> bytes:
    """The bookings of the board as CSV, for those who may see the board. Raises NotFound for all others."""
    if request.visitor is None or not request.visitor.handles_bookings:
        raise NotFound
    shown = _Range(request)
    names = (
        *("day", "from", "to", "service", "host", "name", "people", "status", "confirmed", "attendance"),
        *("price", "paid", "note"),
    )
    rows = [
        (
            booking.starts_at.astimezone(shown.zone).date().isoformat(),
            *(f"{moment.astimezone(shown.zone):%H:%M}" for moment in (booking.starts_at, booking.ends_at)),
            booking.service_name,
            booking.host_name or "",
            booking.member_name,
            booking.party_size,
            booking.status,
            f"{booking.confirmed_at.astimezone(shown.zone):%Y-%m-%d %H:%M}" if booking.confirmed_at else "",
            booking.attendance or "",
            booking.price or "",
            request.text("day.csv.yes") if booking.is_paid else "",
            booking.note,
        )
        for booking in await _list_bookings(request, shown)
    ]
    table = write_csv([request.text(f"day.csv.{name}") for name in names], rows)
    return b"".join(table)


async def _list_bookings(request: PageRequest, shown: _Range) -> tuple[BoardBooking, ...]:
    rows = await request.conn.fetch(
        LIST_BOOKINGS, request.lang, shown.start, shown.end, shown.service, MAX_BOOKINGS + 1
    )
    notes: dict[UUID, list[BoardNote]] = {}
    for row in await request.conn.fetch(LIST_NOTES, [row["id"] for row in rows]):
        notes.setdefault(row["booking_id"], []).append(read_row(BoardNote, row))
    answers = await list_answers(request.conn, [row["id"] for row in rows], request.lang)
    return tuple(
        read_row(
            BoardBooking,
            {
                **row,
                "notes": tuple(notes.get(row["id"], ())),
                "answers": answers.get(row["id"], ()),
                "price": write_money(row["amount"], row["currency"], request.lang) if row["amount"] else None,
                "is_paid": row["paid_at"] is not None,
            },
        )
        for row in rows
    )
