"""One booking: for its member, administrators and the host, or for the guest who has its signed link."""

from datetime import datetime, timedelta
from typing import Literal, cast
from uuid import UUID

import asyncpg
import segno

from balai.site.intake.answer_texts import ShownAnswer, list_answers
from balai.site.intake.prices import OwedPrice, find_owed
from balai.site.loaders.booking.services import BookingStatus, ServiceKind
from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest

GET_BOOKING = """
select d.*, host.picture_url as host_picture_url, booking.confirmed_at is not null as is_confirmed,
  public.asked_dates(d.id) as asked_dates,
  service.thread_days is not null as has_thread, thread.slug as thread_area, topic.id as thread_post,
  case when service.link_minutes is not null
    then d.starts_at - make_interval(mins => service.link_minutes) end as link_from
from public.booking_details($1::public.language) d
join public.bookings booking on booking.id = d.id
join public.services service on service.id = d.service_id
left join public.profiles host on host.id = d.host_id
-- Row policies show it to those who attend, the host and the staff.
left join public.forums thread on thread.slot_id = booking.slot_id
left join lateral (
  select post.id from public.posts post where post.forum_id = thread.id order by post.created_at, post.id limit 1
) topic on true
where d.id = $2
"""
GET_GUEST_BOOKING = """
select d.*, host.picture_url as host_picture_url, public.is_confirmed_by_guest($2) as is_confirmed, 0 as asked_dates,
  coalesce(service.thread_days is not null, false) as has_thread, null::text as thread_area, null::uuid as thread_post,
  case when service.link_minutes is not null
    then d.starts_at - make_interval(mins => service.link_minutes) end as link_from
from public.guest_booking($2, $1::public.language) d
left join public.services service on service.id = d.service_id
left join public.profiles host on host.id = d.host_id
"""
BookingChannel = Literal["mail", "sms", "whatsapp", "zalo"]
FIND_CHANNEL = "select has_phone, channel from public.linked_channel($1)"
LIST_DATES = "select id, status, starts_at, ends_at, link from public.series_of($1, $2)"
MY_CALENDAR = "select calendar_token from public.my_profile()"


class GuestChannel(Payload, frozen=True):
    """By which channel messages reach a guest's phone number. `offered`: at least two. `chosen`: tried first."""

    offered: tuple[BookingChannel, ...]
    chosen: BookingChannel


class BookedDate(Payload, frozen=True):
    """A date of a course that was booked as a whole. `link`: the signed link of a guest's."""

    id: UUID
    status: BookingStatus
    starts_at: datetime
    ends_at: datetime
    link: str | None


class BookViewPayload(Payload, frozen=True):
    """A booking. `online_url` only while it is confirmed; `feed_path` only for its member; `link` only for a guest.

    `qr`: a picture of the address of its check-in, which the staff open at the door, while the booking is confirmed and
    coming. The address says nothing to others, and its member comes back here.
    `request_until`: until when the staff answer, of a request. `offer_until`: until when the place is offered.
    `asked_dates`: for how many dates the reader confirms or declines a request; several of a course.
    `has_thread`: the service has private threads; `thread_area` and `thread_post` name the one that is open to the
    reader.
    `link_from`: since when the link is shown.
    `never_booked`: it ended on the waiting list, or as a request.
    `chosen_by`: why this person, if the member asked for none.
    """

    id: UUID
    status: BookingStatus
    starts_at: datetime
    ends_at: datetime
    party_size: int
    note: str
    waiting_position: int | None
    request_until: datetime | None
    offer_until: datetime | None
    asked_dates: int
    kind: ServiceKind
    service_slug: str
    is_active: bool
    name: str
    description: str
    place: str
    lang: Lang
    is_online: bool
    online_url: str | None
    link_from: datetime | None
    has_thread: bool
    thread_area: str | None
    thread_post: UUID | None
    host_name: str | None
    host_picture_url: str | None
    room_name: str | None
    equipment_name: str | None
    chosen_by: tuple[Literal["wanted", "free", "language", "load", "order"], ...]
    member_name: str
    time_zone: str
    is_mine: bool
    is_confirmed: bool
    is_over: bool
    never_booked: bool
    qr: str | None
    can_change: bool
    change_until: datetime
    cancel_until_minutes: int
    calendar_path: str
    feed_path: str | None
    contact: str | None
    link: str | None
    channel: GuestChannel | None
    answers: tuple[ShownAnswer, ...]
    price: OwedPrice | None
    # Of a course that was booked as a whole: all its dates, this one included.
    dates: tuple[BookedDate, ...]


async def load_view(request: PageRequest) -> Page[BookViewPayload]:
    """The booking with its cancellation rule, and the paths of its calendar files."""
    booking = request.uuid("bookId")
    if request.visitor is None:
        raise NotFound
    row = await request.conn.fetchrow(GET_BOOKING, request.lang, booking)
    if row is None:
        raise NotFound
    is_mine = row["member_id"] == request.visitor.id
    # Row policies show a booking to its member, to the host and to staff.
    is_staff = not is_mine or request.visitor.is_admin or row["host_id"] == request.visitor.id
    token = await request.conn.fetchval(MY_CALENDAR) if is_mine else None
    path = request.path_to("book.view", bookId=str(booking))
    facts = _facts(request, row, path, is_mine=is_mine, is_staff=is_staff)
    facts |= {"feed_path": f"/calendar/{token}.ics" if token else None, "link": None, "channel": None}
    facts |= await _intake(request, booking)
    facts |= {"dates": await _list_dates(request, booking, None)}
    return Page(read_row(BookViewPayload, facts), Head(title=row["name"], noindex=True))


async def load_ticket(request: PageRequest) -> Page[BookViewPayload]:
    """The booking of a guest's signed link, which is the credential: no session is needed or looked at."""
    link = request.params["link"]
    row = await request.conn.fetchrow(GET_GUEST_BOOKING, request.lang, link)
    if row is None:
        raise NotFound
    facts = _facts(request, row, request.path_to("book.ticket", link=link), is_mine=True, is_staff=False)
    facts |= {"channel": await _find_channel(request, link)}
    facts |= {"feed_path": None, "link": link} | await _intake(request, row["id"], link)
    facts |= {"dates": await _list_dates(request, row["id"], link)}
    return Page(read_row(BookViewPayload, facts), Head(title=row["name"], noindex=True))


async def _find_channel(request: PageRequest, link: str) -> GuestChannel | None:
    """The choice of a guest; None where there is one way only, such as an email address."""
    offered = cast("tuple[BookingChannel, ...]", request.phone_channels)
    row = await request.conn.fetchrow(FIND_CHANNEL, link)
    if row is None or not row["has_phone"] or len(offered) < 2:
        return None
    return GuestChannel(offered=offered, chosen=row["channel"] if row["channel"] in offered else offered[0])


async def _intake(request: PageRequest, booking: UUID, link: str | None = None) -> dict[str, object]:
    answers = await list_answers(request.conn, [booking], request.lang, link)
    return {
        "answers": answers.get(booking, ()),
        "price": await find_owed(request.conn, booking, request.lang, link),
    }


async def _list_dates(request: PageRequest, booking: UUID, link: str | None) -> tuple[BookedDate, ...]:
    rows = await request.conn.fetch(LIST_DATES, booking, link)
    return tuple(read_row(BookedDate, row) for row in rows)


def _facts(request: PageRequest, row: asyncpg.Record, path: str, *, is_mine: bool, is_staff: bool) -> dict[str, object]:
    change_until = row["starts_at"] - timedelta(minutes=row["cancel_until_minutes"])
    is_open = row["status"] == "waiting" or is_staff or request.now <= change_until
    is_over = row["ends_at"] <= request.now
    has_code = row["status"] == "booked" and not is_over
    # The staff scan it and mark the booking, with their own rights.
    check_in = request.path_to("day.check-in", bookId=str(row["id"]))
    return {
        **dict(row),
        "lang": row["text_language"],
        "online_url": row["online_url"] if row["status"] == "booked" else None,
        "is_mine": is_mine,
        "offer_until": row["offer_until"] if row["offer_until"] and row["offer_until"] > request.now else None,
        "asked_dates": row["asked_dates"] or 0 if is_staff else 0,
        "is_over": is_over,
        "qr": draw_code(request.absolute(check_in)) if has_code else None,
        "can_change": row["status"] != "cancelled" and is_open and (is_staff or request.now < row["starts_at"]),
        "change_until": change_until,
        "calendar_path": f"{path}/calendar.ics",
    }


def draw_code(address: str) -> str:
    """A QR code of an address, as the address of an image. Its border is white in the dark too: scanners need it."""
    return segno.make(address, micro=False, error="m").svg_data_uri(scale=4, border=2, light="white", nl=False)
