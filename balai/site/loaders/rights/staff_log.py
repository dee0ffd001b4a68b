"""The staff log, newest first: all of it, of one kind of thing, of one member of staff, or about one member."""

from datetime import datetime
from typing import TYPE_CHECKING, Literal, get_args
from urllib.parse import quote
from uuid import UUID

import msgspec

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest, RowNumber, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

PAGE_SIZE = 50
NEWEST = 2**63 - 1
# Names of tables, besides "settings"; "users": accounts.
Thing = Literal[
    "posts",
    "replies",
    "reports",
    "held_texts",
    "automatic_acts",
    "member_trust",
    "forum_acts",
    "forums",
    "forum_texts",
    "area_rights",
    "area_bans",
    "groups",
    "group_members",
    "roles",
    "role_grants",
    "administrators",
    "invitations",
    "profiles",
    "users",
    "penalties",
    "desk_cases",
    "desk_notes",
    "barriers",
    "articles",
    "article_acts",
    "article_reviews",
    "series",
    "series_texts",
    "series_articles",
    "resources",
    "resource_files",
    "resource_categories",
    "resource_category_texts",
    "pages",
    "wordings",
    "services",
    "service_hours",
    "service_exceptions",
    "work_hours",
    "absences",
    "rooms",
    "opening_hours",
    "opening_exceptions",
    "bookings",
    "booking_notes",
    "booking_answers",
    "booking_prices",
    "closings",
    "translations",
    "service_messages",
    "messages",
    "privacy_requests",
    "perspectives",
    "incidents",
    "incident_texts",
    "email_bounces",
    "settings",
]
LIST_LOG = """
select log.id, log.at, log.thing, log.act, log.thing_id, log.changes::text as changes, log.actor_id,
  actor.display_name as actor_name, log.member_id, member.display_name as member_name,
  subject.language, subject.title, subject.path
from public.staff_log as log
left join public.profiles as actor on actor.id = log.actor_id
left join public.profiles as member on member.id = log.member_id
left join lateral public.log_subject(log.thing, log.thing_id, $6::public.language) as subject on true
where log.id < $1 and ($2::text is null or log.thing = $2) and ($3::uuid is null or log.actor_id = $3)
  and ($4::uuid is null or log.member_id = $4)
order by log.id desc
limit $5
"""


class LogChange(Payload, frozen=True):
    """A column before and after, as text."""

    name: str
    before: str | None
    after: str | None


class LogEntry(Payload, frozen=True):
    """One act. Names are None for deleted accounts.

    `title`: of the thing, in `language`; None if it has none, or the visitor does not read it. `path`: its page,
    without the language.
    """

    id: int
    at: datetime
    thing: str
    act: Literal["insert", "update", "delete", "read"]
    thing_id: UUID | None
    actor_id: UUID | None
    actor_name: str | None
    member_id: UUID | None
    member_name: str | None
    language: Lang | None
    title: str | None
    path: str | None
    changes: tuple[LogChange, ...]


class StaffLogPayload(Payload, frozen=True):
    """A page of the log. `thing`, `actor`, `member`: what it is narrowed to."""

    entries: tuple[LogEntry, ...]
    things: tuple[Thing, ...]
    thing: str | None
    actor: UUID | None
    member: UUID | None
    next: str | None


async def load_log(request: PageRequest) -> Page[StaffLogPayload]:
    """A page of the log, narrowed by the query."""
    thing = request.query.get("thing")
    if thing is not None and thing not in get_args(Thing):
        raise NotFound
    actor, member = (_uuid(request.query.get(name)) for name in ("actor", "member"))
    (before,) = request.after(tuple[RowNumber]) or (NEWEST,)
    rows = await request.conn.fetch(LIST_LOG, before, thing, actor, member, PAGE_SIZE + 1, request.lang)
    entries = tuple(
        read_row(LogEntry, {**row, "path": _path(row), "changes": _changes(row["changes"])}) for row in rows[:PAGE_SIZE]
    )
    return Page(
        StaffLogPayload(
            entries=entries,
            things=get_args(Thing),
            thing=thing,
            actor=actor,
            member=member,
            next=encode_cursor(entries[-1].id) if len(rows) > PAGE_SIZE else None,
        )
    )


def _uuid(text: str | None) -> UUID | None:
    try:
        return None if text is None else UUID(text)
    except ValueError as error:
        raise NotFound from error


def _path(row: "Row") -> str | None:
    """Addresses of articles may have signs of any script; the others are encoded or need no encoding."""
    path: str | None = row["path"]
    return quote(path) if path and row["thing"] == "articles" else path


def _changes(text: str) -> tuple[LogChange, ...]:
    changed: dict[str, tuple[object, object]] = msgspec.json.decode(text)
    said = {name: [_say(value) for value in values] for name, values in sorted(changed.items())}
    # Of a new row, columns without a value say nothing.
    return tuple(LogChange(name, before, after) for name, (before, after) in said.items() if before != after)


def _say(value: object) -> str | None:
    if value is None or value == []:
        return None
    if isinstance(value, str):
        return value
    return msgspec.json.encode(value).decode()
