"""Administration of members: search by name or email, and who is an administrator."""

from datetime import datetime
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import Page, PageRequest, encode_cursor

PAGE_SIZE = 30
START = (datetime.fromisoformat("9999-01-01T00:00:00+00:00"), UUID(int=2**128 - 1))
LIST_MEMBERS = """
select id, display_name, picture_url, email, language, is_admin, is_confirmed, created_at, last_sign_in_at, is_deleted
from public.list_members($1, $2, $3, $4)
"""


class MemberRow(Payload, frozen=True):
    """One member, as administrators see them. `is_deleted`: an administrator has deleted the account; it waits."""

    id: UUID
    display_name: str
    picture_url: str | None
    email: str
    language: Lang
    is_admin: bool
    is_confirmed: bool
    created_at: datetime
    last_sign_in_at: datetime | None
    is_deleted: bool


class MembersPayload(Payload, frozen=True):
    """A page of members, newest first."""

    members: tuple[MemberRow, ...]
    wanted: str
    next: str | None


async def load_members(request: PageRequest) -> Page[MembersPayload]:
    """The members whose name or email contains the query. Without a query: all."""
    wanted = request.query.get("q", "").strip()[:200].replace("\0", "")
    after = request.after(tuple[datetime, UUID]) or START
    rows = await request.conn.fetch(LIST_MEMBERS, wanted, *after, PAGE_SIZE + 1)
    shown = tuple(read_row(MemberRow, row) for row in rows[:PAGE_SIZE])
    next_cursor = encode_cursor(shown[-1].created_at, shown[-1].id) if len(rows) > PAGE_SIZE else None
    return Page(MembersPayload(shown, wanted, next_cursor))
