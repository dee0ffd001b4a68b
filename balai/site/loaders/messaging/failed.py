"""Administration: messages that could not be delivered. Neither their text nor their recipient is shown."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Payload
from balai.site.screens import Page, PageRequest, encode_cursor

PAGE_SIZE = 50
LIST = "select id, kind, channel, failed_at, reason, can_resend from public.list_failed_messages($1, $2)"


class FailedMessage(Payload, frozen=True):
    """A message whose delivery has ended. `kind`: of the queue; new ones have no name in the interface."""

    id: UUID
    kind: str
    channel: Literal["mail", "sms", "whatsapp", "zalo"]
    failed_at: datetime
    reason: Literal["expired", "limit", "no_provider", "unreachable", "refused"]
    can_resend: bool


class FailedMessagesPayload(Payload, frozen=True):
    messages: tuple[FailedMessage, ...]
    is_first_page: bool
    next: str | None


async def load_failed(request: PageRequest) -> Page[FailedMessagesPayload]:
    """The newest first."""
    after = request.after(tuple[datetime, UUID])
    rows = await request.conn.fetch(LIST, *(after or (None, None)))
    shown = rows[:PAGE_SIZE]
    return Page(
        FailedMessagesPayload(
            messages=tuple(read_row(FailedMessage, row) for row in shown),
            is_first_page=after is None,
            next=encode_cursor(shown[-1]["failed_at"], shown[-1]["id"]) if len(rows) > PAGE_SIZE else None,
        )
    )
