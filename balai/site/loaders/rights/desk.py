"""The desk of staff: what waits, what is claimed and what was decided, in the languages that the visitor reads."""

from datetime import UTC, datetime
from typing import Literal, get_args
from uuid import UUID

import msgspec

from balai.site.languages import find_lang
from balai.site.screens import Lang, NotFound, Page, PageRequest, Payload, encode_cursor

PAGE_SIZE = 20
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
State = Literal["open", "in_progress", "resolved", "rejected"]
Kind = Literal["post", "reply", "held", "private", "message"]
LIST_CASES = """
select *, notes::text as notes_text from public.desk_list($1, $2::text::public.language, $3, $4, $5, $6)
"""


class DeskNote(Payload, frozen=True):
    """A note of staff on a case. `author_name` is None for a deleted account."""

    id: UUID
    body: str
    created_at: datetime
    author_name: str | None


class DeskCase(Payload, frozen=True):
    """One case. `is_late`: it has waited for 15 minutes. `reasons`: of its reports, or why a text is held."""

    id: UUID
    kind: Kind
    lang: Lang | None
    state: State
    opened_at: datetime
    is_late: bool
    claimed_by: UUID | None
    claimer_name: str | None
    decided_at: datetime | None
    decider_name: str | None
    post_id: UUID | None
    reply_number: int | None
    forum_slug: str | None
    title: str | None
    body: str
    author_id: UUID | None
    author_name: str | None
    reasons: tuple[str, ...]
    reporters: int
    notes: tuple[DeskNote, ...]


class DeskPayload(Payload, frozen=True):
    """Cases of one state, oldest first. `language`: only these. `is_all`: languages they do not read, too."""

    state: State
    language: Lang | None
    is_all: bool
    cases: tuple[DeskCase, ...]
    next: str | None


async def load_desk(request: PageRequest) -> Page[DeskPayload]:
    """The cases that the visitor may decide."""
    asked = request.query.get("state", "open")
    state = next((one for one in get_args(State) if one == asked), None)
    if state is None:
        raise NotFound
    language = find_lang(request.query.get("language"))
    is_all = request.query.get("show") == "all"
    moment, last_id = request.after(tuple[datetime, UUID]) or (BEGINNING, UUID(int=0))
    rows = await request.conn.fetch(LIST_CASES, state, language, is_all, moment, last_id, PAGE_SIZE + 1)
    last = rows[PAGE_SIZE - 1] if len(rows) > PAGE_SIZE else None
    cases = tuple(
        DeskCase(
            **{
                name: row[name]
                for name in DeskCase.__struct_fields__
                if name not in {"lang", "notes", "body", "reasons"}
            },
            lang=find_lang(row["language"]),
            body=row["body"] or "",
            reasons=tuple(row["reasons"]),
            notes=msgspec.json.decode(row["notes_text"], type=tuple[DeskNote, ...]),
        )
        for row in rows[:PAGE_SIZE]
    )
    after = encode_cursor(last["opened_at"], last["id"]) if last else None
    return Page(DeskPayload(state=state, language=language, is_all=is_all, cases=cases, next=after))
