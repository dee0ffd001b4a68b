"""Messages to the site: the contact page, and the administrators' list."""

from datetime import datetime
from uuid import UUID

from balai.site.screens import Lang, Page, PageRequest, Payload, encode_cursor

PAGE_SIZE = 20
START = (datetime.fromisoformat("9999-01-01T00:00:00+00:00"), UUID(int=2**128 - 1))
LIST = """
select m.id, m.name, m.email, m.language::text as language, m.body, m.created_at, m.handled_at,
  handler.display_name as handled_by
from public.messages m left join public.profiles handler on handler.id = m.handled_by
where (m.created_at, m.id) < ($1, $2)
order by m.created_at desc, m.id desc
limit $3
"""


class Message(Payload, frozen=True):
    """One message."""

    id: UUID
    name: str
    email: str
    language: Lang
    body: str
    created_at: datetime
    handled_at: datetime | None
    handled_by: str | None


class AdminMessagesPayload(Payload, frozen=True):
    """A page of messages, newest first."""

    messages: tuple[Message, ...]
    next: str | None


class ContactPayload(Payload, frozen=True):
    """The form's initial values."""

    name: str
    email: str


async def load_contact(request: PageRequest) -> Page[ContactPayload]:
    """The form. A member's name and email are filled in."""
    if request.visitor is None:
        return Page(ContactPayload(name="", email=""))
    email = await request.conn.fetchval("select coalesce(auth.email(), '')")
    return Page(ContactPayload(name=request.visitor.display_name, email=email))


async def load_messages(request: PageRequest) -> Page[AdminMessagesPayload]:
    """The messages, newest first."""
    rows = await request.conn.fetch(LIST, *(request.after(tuple[datetime, UUID]) or START), PAGE_SIZE + 1)
    shown = rows[:PAGE_SIZE]
    last = shown[-1] if len(rows) > PAGE_SIZE else None
    return Page(
        AdminMessagesPayload(
            messages=tuple(Message(**dict(row)) for row in shown),
            next=encode_cursor(last["created_at"], last["id"]) if last else None,
        )
    )
