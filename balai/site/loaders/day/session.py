"""The session that a private thread belongs to: its time, its link, and when the thread closes.

The database decides who sees a thread (booking/threads.sql); here is what its page shows beside the texts.
"""

from datetime import datetime
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import Moved, PageRequest

GET_SESSION = "select * from public.session_of_thread($1, $2::public.language)"
MY_BOOKING = "select public.booking_of_thread($1)"


class ThreadSession(Payload, frozen=True):
    """A session with a private thread. `booking`: the reader's own.

    `online_url` is there while it is shown, from `link_from` on if the service says so. `own_link`: the one of this
    session alone, for those who may set it.
    """

    slot_id: UUID
    booking: UUID | None
    service_slug: str
    name: str
    lang: Lang
    place: str
    starts_at: datetime
    ends_at: datetime
    time_zone: str
    host_name: str | None
    is_online: bool
    online_url: str | None
    link_from: datetime | None
    closes_at: datetime
    may_set_link: bool
    own_link: str | None


async def read_session(request: PageRequest, area: UUID, slot: UUID | None) -> ThreadSession | None:
    """The session of an area; None for an area of the forum."""
    if slot is None:
        return None
    row = await request.conn.fetchrow(GET_SESSION, area, request.lang)
    return read_row(ThreadSession, row) if row is not None else None


async def leave_thread(request: PageRequest, post: UUID) -> None:
    """Redirect a member who no longer attends from the thread of a session to their booking."""
    if request.visitor is None:
        return
    booking = await request.conn.fetchval(MY_BOOKING, post)
    if booking is not None:
        raise Moved(request.path_to("book.view", bookId=str(booking)), is_final=False)
