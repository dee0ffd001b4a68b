"""Requests of people about their data: the desk of those who answer them, and a member's own."""

from datetime import date, datetime
from typing import TYPE_CHECKING, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec

from balai.site.loaders.rows import read_row
from balai.site.payloads import Payload
from balai.site.screens import NotFound, Page, PageRequest, encode_cursor

if TYPE_CHECKING:
    import asyncpg

PAGE_SIZE = 30
PrivacyKind = Literal["access", "correction", "erasure", "portability", "consent"]
PrivacyChannel = Literal["site", "email", "phone", "in_person"]
PrivacyState = Literal["open", "in_progress", "done", "refused", "withdrawn"]
PrivacyFilter = Literal["current", "open", "in_progress", "done", "refused", "withdrawn"]

COLUMNS = """
select r.id, r.kind, r.channel, r.message, r.received_on, r.due_on, r.extension_reason, r.is_extended, r.state,
  r.outcome, r.closed_at, r.erased_at is not null as is_erased,
  r.closed_at is null and r.due_on < $1::date as is_overdue
"""
STAFF_COLUMNS = f"""
{COLUMNS}, r.member_id, coalesce(member.display_name, r.person_name) as person_name, r.person_contact,
  r.handled_by, handler.display_name as handler_name
from public.privacy_requests as r
left join public.profiles as member on member.id = r.member_id
left join public.profiles as handler on handler.id = r.handled_by
"""
# By due date: what is overdue comes first.
LIST_CURRENT = f"""
{STAFF_COLUMNS}
where r.closed_at is null and ($2::text = 'current' or r.state = $2) and (r.due_on, r.id) > ($3::date, $4::uuid)
order by r.due_on, r.id limit $5
"""
LIST_CLOSED = f"""
{STAFF_COLUMNS}
where r.closed_at is not null and r.state = $2 and (r.closed_at, r.id) < ($3::timestamptz, $4::uuid)
order by r.closed_at desc, r.id desc limit $5
"""
LIST_OWN = f"{COLUMNS} from public.privacy_requests as r where r.member_id = $2 order by r.created_at desc limit 50"
GET_DAYS = "select privacy_days from public.site_settings"
GET_MEMBER = "select display_name from public.profiles where id = $1"
FIRST = (date(1, 1, 1), UUID(int=0))
LAST = (datetime.fromisoformat("9999-01-01T00:00:00+00:00"), UUID(int=2**128 - 1))


class OwnPrivacyRequest(Payload, frozen=True):
    """A request as its member sees it. `outcome`: the answer. `extension_reason`: why it is due later than usual."""

    id: UUID
    kind: PrivacyKind
    message: str | None
    received_on: date
    due_on: date
    extension_reason: str | None
    state: PrivacyState
    outcome: str | None
    closed_at: datetime | None
    is_overdue: bool


class PrivacyRequest(OwnPrivacyRequest, frozen=True):
    """A request as staff see it. `member_id`: None for a person without an account, who has a contact.

    `is_erased`: the person and the texts are deleted.
    """

    channel: PrivacyChannel
    is_extended: bool
    is_erased: bool
    member_id: UUID | None
    person_name: str | None
    person_contact: str | None
    handled_by: UUID | None
    handler_name: str | None


class AdminPrivacyPayload(Payload, frozen=True):
    """A page of requests. `state` "current": all that are not closed. `today`: in the site's zone.

    `days`: until a new request is due.
    `member_id`, `member_name`: for whom a request is about to be added.
    """

    requests: tuple[PrivacyRequest, ...]
    state: PrivacyFilter
    today: date
    days: int
    member_id: UUID | None
    member_name: str | None
    next: str | None


async def load_privacy(request: PageRequest) -> Page[AdminPrivacyPayload]:
    """Requests that are not closed, the first due first; or those of one state."""
    state, today = request.query.get("state", "current"), _today(request)
    member_id, member_name = await _read_member(request)
    if state in ("current", "open", "in_progress"):
        after = request.after(tuple[date, UUID]) or FIRST
        rows = await request.conn.fetch(LIST_CURRENT, today, state, *after, PAGE_SIZE + 1)
    elif state in ("done", "refused", "withdrawn"):
        before = request.after(tuple[datetime, UUID]) or LAST
        rows = await request.conn.fetch(LIST_CLOSED, today, state, *before, PAGE_SIZE + 1)
    else:
        raise NotFound
    shown = tuple(read_row(PrivacyRequest, row) for row in rows[:PAGE_SIZE])
    return Page(
        AdminPrivacyPayload(
            requests=shown,
            state=state,  # type: ignore[arg-type]  # one of those above
            today=today,
            days=await request.conn.fetchval(GET_DAYS),
            member_id=member_id,
            member_name=member_name,
            next=_cursor(rows[PAGE_SIZE - 1]) if len(rows) > PAGE_SIZE else None,
        )
    )


async def list_own_requests(request: PageRequest) -> tuple[OwnPrivacyRequest, ...]:
    """The visitor's own requests, newest first."""
    if request.visitor is None:
        return ()
    rows = await request.conn.fetch(LIST_OWN, _today(request), request.visitor.id)
    return tuple(read_row(OwnPrivacyRequest, row) for row in rows)


async def _read_member(request: PageRequest) -> tuple[UUID | None, str | None]:
    text = request.query.get("member")
    if text is None:
        return None, None
    try:
        member_id = msgspec.convert(text, UUID)
    except msgspec.ValidationError as error:
        raise NotFound from error
    name = await request.conn.fetchval(GET_MEMBER, member_id)
    return (member_id, name) if name is not None else (None, None)


def _today(request: PageRequest) -> date:
    return request.now.astimezone(ZoneInfo(request.site.time_zone)).date()


def _cursor(row: "asyncpg.Record") -> str:
    return encode_cursor(row["closed_at"] or row["due_on"], row["id"])
