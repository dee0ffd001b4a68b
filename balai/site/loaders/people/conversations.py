"""Private messages: the visitor's conversations, and one with its messages. Policies let no other user read them."""

from datetime import UTC, datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, Payload
from balai.site.screens import NotFound, Page, PageRequest, RowNumber, encode_cursor

PAGE_SIZE = 20
MESSAGES_PER_PAGE = 50
NEWEST = (datetime.max.replace(tzinfo=UTC), UUID(int=2**128 - 1))
LAST_NUMBER = 2**31 - 1
HAS_MESSAGES = "select has_messages from public.site_settings"
LIST_CONVERSATIONS = """
select id, person_id, display_name, picture_url, state, is_blocked, unread, last_body, last_is_mine, last_message_at
from public.my_conversations($1, $2, $3)
"""
GET_PERSON = """
select id, display_name, picture_url, takes_messages as can_write, is_blocked from public.show_person($1)
"""
FIND_CONVERSATION = "select id, state, last_number, last_read, other_read from public.find_conversation($1)"
LIST_MESSAGES = """
select id, number, body, author_id = $2 as is_mine, created_at
from public.private_messages where conversation_id = $1 and number < $3
order by number desc limit $4
"""

State = Literal["new", "asked", "request", "declined", "open"]


class ConversationRow(Payload, frozen=True):
    """A conversation in the list. `last_body` is None for a deleted message."""

    id: UUID
    person_id: UUID
    display_name: str
    picture_url: str | None
    state: State
    is_blocked: bool
    unread: int
    last_body: str | None
    last_is_mine: bool
    last_message_at: datetime


class ConversationsPayload(Payload, frozen=True):
    """A page of the visitor's conversations, newest message first."""

    conversations: tuple[ConversationRow, ...]
    next: str | None


class PrivateMessage(Payload, frozen=True):
    """One message. `body` is None once it is deleted."""

    id: UUID
    number: int
    body: str | None
    is_mine: bool
    created_at: datetime


class ConversationPayload(Payload, frozen=True, kw_only=True):
    """The conversation with one member; `id` is None before the first message.

    `state`: asked (they have not accepted), request (the visitor has not), declined (by the visitor).
    `can_write` False: one of the two has blocked the other, or the account is banned.
    `other_read`: how far they have read.
    """

    id: UUID | None
    person_id: UUID
    display_name: str
    picture_url: str | None
    state: State
    can_write: bool
    is_blocked: bool
    messages: tuple[PrivateMessage, ...]
    last_number: int
    last_read: int
    other_read: int
    earlier: str | None


async def _require_messages(request: PageRequest) -> UUID:
    if request.visitor is None or not await request.conn.fetchval(HAS_MESSAGES):
        raise NotFound
    return request.visitor.id


async def load_conversations(request: PageRequest) -> Page[ConversationsPayload]:
    """The visitor's conversations."""
    await _require_messages(request)
    after = request.after(tuple[datetime, UUID]) or NEWEST
    rows = await request.conn.fetch(LIST_CONVERSATIONS, *after, PAGE_SIZE + 1)
    shown = tuple(read_row(ConversationRow, row) for row in rows[:PAGE_SIZE])
    next_cursor = encode_cursor(shown[-1].last_message_at, shown[-1].id) if len(rows) > PAGE_SIZE else None
    return Page(ConversationsPayload(shown, next_cursor))


async def load_conversation(request: PageRequest) -> Page[ConversationPayload]:
    """The visitor's conversation with the member whom the path names."""
    visitor = await _require_messages(request)
    person = await request.conn.fetchrow(GET_PERSON, request.uuid("personId"))
    if person is None or person["id"] == visitor:
        raise NotFound
    talk = await request.conn.fetchrow(FIND_CONVERSATION, person["id"])
    rows = []
    if talk is not None:
        before = _before(request)
        rows = await request.conn.fetch(LIST_MESSAGES, talk["id"], visitor, before, MESSAGES_PER_PAGE + 1)
    shown = rows[:MESSAGES_PER_PAGE]
    payload = ConversationPayload(
        id=talk["id"] if talk else None,
        person_id=person["id"],
        display_name=person["display_name"],
        picture_url=person["picture_url"],
        state=talk["state"] if talk else "new",
        can_write=person["can_write"],
        is_blocked=person["is_blocked"],
        messages=tuple(read_row(PrivateMessage, row) for row in reversed(shown)),
        last_number=talk["last_number"] if talk else 0,
        last_read=talk["last_read"] if talk else 0,
        other_read=talk["other_read"] if talk else 0,
        earlier=str(shown[-1]["number"]) if len(rows) > MESSAGES_PER_PAGE else None,
    )
    return Page(payload, Head(title=person["display_name"]))


def _before(request: PageRequest) -> RowNumber:
    text = request.query.get("before", str(LAST_NUMBER))
    if not (text.isascii() and text.isdecimal() and len(text) < 11 and int(text) <= LAST_NUMBER):
        raise NotFound
    return int(text)
