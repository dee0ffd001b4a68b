"""The page behind the links in reminders and offers: it asks whether the participant comes, or wants the place.

The link is the proof; no session.
"""

from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from balai.site.loaders.booking.services import BookingStatus
from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest

FIND = "select * from public.find_booking_link($1, $2::public.language)"
UNDO = timedelta(hours=1)
# As the endpoint reports them.
FAILURES = ("past_cutoff", "full", "overlapping", "already_booked", "undo_over", "offer_over", "not_found")

Asks = Literal["confirm", "cancel", "accept"]
AnswerFailure = Literal["past_cutoff", "full", "overlapping", "already_booked", "undo_over", "offer_over", "not_found"]


class BookAnswerPayload(Payload, frozen=True):
    """A booking in few words, and what its participant can answer now.

    `asks`: which link they followed; `accept` after they have accepted an offer.
    `dates`: of a party that waits, or waited, for a whole course, which is one answer, and after accepting it.
    A reminder of a booked course is about one date.
    """

    link: UUID
    asks: Asks
    failed: AnswerFailure | None
    status: BookingStatus
    starts_at: datetime
    ends_at: datetime
    dates: tuple[datetime, ...]
    time_zone: str
    party_size: int
    name: str
    place: str
    lang: Lang
    service_slug: str
    is_confirmed: bool
    is_request: bool
    offer_until: datetime | None
    is_over: bool
    can_cancel: bool
    can_restore: bool
    cancel_until: datetime


async def load_answer(request: PageRequest) -> Page[BookAnswerPayload]:
    """The booking of a link."""
    try:
        link = UUID(request.query.get("link", ""))
    except ValueError as error:
        raise NotFound from error
    row = await request.conn.fetchrow(FIND, link, request.lang)
    if row is None:
        raise NotFound
    is_over = row["ends_at"] <= request.now
    is_ahead = request.now < row["starts_at"]
    failed = request.query.get("failed")
    act = request.query.get("act")
    asks: Asks = "cancel" if act == "cancel" else "accept" if act == "accept" else "confirm"
    facts = {
        **dict(row),
        "link": link,
        "lang": row["text_language"],
        "asks": asks,
        "dates": row["dates"] if row["status"] != "booked" or asks == "accept" else [],
        "failed": failed if failed in FAILURES else None,
        "is_over": is_over,
        "is_request": row["request_until"] is not None,
        # One whose time has passed is no offer, although the job has not ended it yet.
        "offer_until": row["offer_until"] if row["offer_until"] and row["offer_until"] > request.now else None,
        "can_cancel": row["status"] == "waiting" or (row["status"] == "booked" and request.now <= row["cancel_until"]),
        "can_restore": row["status"] == "cancelled" and is_ahead and row["cancelled_at"] > request.now - UNDO,
    }
    return Page(read_row(BookAnswerPayload, facts), Head(title=row["name"], noindex=True))
