"""Messages to the site: the contact page, and the administrators' list."""

from datetime import datetime
from uuid import UUID

from balai.site.loaders.home import read_site_text
from balai.site.loaders.opening import Opening, SpecialDay, list_special_days, organization, read_contact, read_opening
from balai.site.payloads import Head, Lang, Payload
from balai.site.screens import Page, PageRequest, encode_cursor

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
    """The form's initial values, and where and when the site is open. `hours_note`: words beside the hours."""

    name: str
    email: str
    phone: str
    map_url: str
    hours_note: str
    opening: Opening | None
    special_days: tuple[SpecialDay, ...]


async def load_contact(request: PageRequest) -> Page[ContactPayload]:
    """The form. A member's name and email are filled in."""
    member = request.visitor
    opening, until = await read_opening(request)
    _, hours_note = await read_site_text(request, "about")
    days = await list_special_days(request)
    contact = await read_contact(request)
    email = await request.conn.fetchval("select coalesce(auth.email(), '')") if member else ""
    payload = ContactPayload(
        name=member.display_name if member else "",
        email=email,
        phone=contact.phone,
        map_url=contact.map_url,
        hours_note=hours_note,
        opening=opening,
        special_days=days,
    )
    return Page(payload, Head(json_ld=(organization(request, days, phone=payload.phone),)), valid_until=until)


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
