"""The desk of staff: what waits, what is claimed and what was decided, in the languages that the visitor reads.

Beside it what is hidden, and what reports did by themselves: `desk_lists.py`.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, get_args
from uuid import UUID

import msgspec

from balai.site.languages import find_lang
from balai.site.loaders.rights.desk_lists import AutomaticAct, HiddenThing, list_automatic, list_hidden
from balai.site.payloads import Lang, Payload
from balai.site.rich_text import RichText, find_rich_text
from balai.site.screens import NotFound, Page, PageRequest, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

PAGE_SIZE = 20
State = Literal["open", "in_progress", "resolved", "rejected"]
Shelf = Literal["open", "in_progress", "resolved", "rejected", "hidden", "automatic"]
Kind = Literal["post", "reply", "held", "private", "message", "profile", "booking", "translation"]
LIST_CASES = """
select item.*, public.path_to_text(item.forum_slug, item.post_id, (
  select post.article_id from public.posts as post where post.id = item.post_id), item.reply_number,
  $7::text::public.language) as path
from public.desk_list($1, $2::text::public.language, $3, $4, $5, $6, $7::text::public.language) as item
"""


class DeskNote(Payload, frozen=True):
    """A note of staff on a case. `author_name` is None for a deleted account."""

    id: UUID
    body: str
    created_at: datetime
    author_name: str | None


class DeskReport(Payload, frozen=True):
    """One report. `reporter_name` is None for a deleted account."""

    id: UUID
    reason: Literal["spam", "abuse", "private", "other"]
    note: str
    created_at: datetime
    reporter_name: str | None


class DeskBooking(Payload, frozen=True):
    """A booking of a member or guest who books conspicuously often."""

    id: UUID
    starts_at: datetime
    ends_at: datetime
    is_cancelled: bool
    name: str | None
    service: str | None


class DeskPoll(Payload, frozen=True):
    """The poll of a topic that waits."""

    question: str
    options: tuple[str, ...]


class DeskOriginal(Payload, frozen=True):
    """The text that was translated, as it is now: its beginning. `title`: of a post."""

    language: Lang
    title: str | None
    body: str


class DeskCase(Payload, frozen=True):
    """One case. `is_late`: it has waited for 15 minutes. `reasons`: of its reports, or why a text is held.

    `title`: of a post, or the address of a guest. `document`: the whole text that waits; `body`: an excerpt of others.
    `original`: of a translation. `path`: to a text of the forum, without the language.
    `silenced_until`: the author, by reports; `silence_act`: if the visitor may undo it.
    """

    id: UUID
    kind: Kind
    thing_id: UUID
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
    path: str | None
    title: str | None
    body: str
    document: RichText | None
    poll: DeskPoll | None
    is_hidden: bool
    author_id: UUID | None
    author_name: str | None
    reasons: tuple[str, ...]
    reporters: int
    reports: tuple[DeskReport, ...]
    bookings: tuple[DeskBooking, ...]
    notes: tuple[DeskNote, ...]
    silence_act: UUID | None
    silenced_until: datetime | None
    original: DeskOriginal | None


class DeskPayload(Payload, frozen=True):
    """Cases of one state: open ones oldest first, decided ones newest first; or what is hidden, or done without staff.

    `language`: only these. `is_all`: languages they do not read, too.
    """

    shelf: Shelf
    language: Lang | None
    is_all: bool
    cases: tuple[DeskCase, ...]
    hidden: tuple[HiddenThing, ...]
    automatic: tuple[AutomaticAct, ...]
    next: str | None


async def load_desk(request: PageRequest) -> Page[DeskPayload]:
    """The cases that the visitor may decide, or another shelf."""
    asked = request.query.get("state", "open")
    shelf = next((one for one in get_args(Shelf) if one == asked), None)
    if shelf is None:
        raise NotFound
    lists: dict[str, Any] = {"cases": (), "hidden": (), "automatic": ()}
    language = find_lang(request.query.get("language"))
    is_all = request.query.get("show") == "all"
    if shelf == "hidden":
        lists["hidden"], following = await list_hidden(request)
    elif shelf == "automatic":
        lists["automatic"], following = await list_automatic(request)
    else:
        lists["cases"], following = await _list_cases(request, shelf, language, is_all=is_all)
    return Page(DeskPayload(shelf=shelf, language=language, is_all=is_all, **lists, next=following))


async def _list_cases(
    request: PageRequest, state: str, language: Lang | None, *, is_all: bool
) -> tuple[tuple[DeskCase, ...], str | None]:
    after = request.after(tuple[datetime, UUID]) or (None, None)
    rows = await request.conn.fetch(LIST_CASES, state, language, is_all, *after, PAGE_SIZE + 1, request.lang)
    cases = tuple(_case(row) for row in rows[:PAGE_SIZE])
    if len(rows) <= PAGE_SIZE:
        return cases, None
    return cases, encode_cursor(cases[-1].decided_at or cases[-1].opened_at, cases[-1].id)


def _case(row: "Row") -> DeskCase:
    parts: dict[str, Any] = {
        "lang": find_lang(row["language"]),
        "body": row["body"] or "",
        "reasons": tuple(row["reasons"]),
        "document": find_rich_text(row["document"]),
        "poll": msgspec.json.decode(row["poll"], type=DeskPoll) if row["poll"] else None,
        "reports": msgspec.json.decode(row["reports"], type=tuple[DeskReport, ...]),
        "bookings": msgspec.json.decode(row["bookings"], type=tuple[DeskBooking, ...]),
        "original": msgspec.json.decode(row["original"], type=DeskOriginal) if row["original"] else None,
        "notes": msgspec.json.decode(row["notes"], type=tuple[DeskNote, ...]),
    }
    names = [name for name in DeskCase.__struct_fields__ if name not in parts]
    return DeskCase(**{name: row[name] for name in names}, **parts)
