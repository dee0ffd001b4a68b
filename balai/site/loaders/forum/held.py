"""Texts held for review, for their author and for the moderators of their area, and what reports did by themselves.

Read with the visitor's role: row policies decide which there are.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from balai.site.loaders.forum.names import FORUM_TEXT, find_author
from balai.site.loaders.forum.payloads import ForumPerson, OwnHeldText
from balai.site.loaders.rows import read_row
from balai.site.rich_text import RichText, find_rich_text, plain_text
from balai.site.screens import Lang, PageRequest, Payload, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

PAGE_SIZE = 20
EXCERPT_LENGTH = 300
HeldFor = Literal["first", "fast", "reported"]

# Oldest first: their authors have waited longest.
LIST_WAITING = f"""
select held.id, held.post_id, held.language, coalesce(held.title, topic.title) as title, held.body, held.held_for,
  held.created_at, forum.slug as forum_slug, text.name as forum_name, text.language as forum_lang,
  author.id as author_id, author.display_name as author_name, author.picture_url as author_picture
from public.held_texts as held
join public.forums as forum on forum.id = held.forum_id {FORUM_TEXT}
join public.profiles as author on author.id = held.author_id
left join public.posts as topic on topic.id = held.post_id
where held.status = 'waiting' and forum.id = any ((select public.moderated_forums())::uuid[])
  and ($2::timestamptz is null or (held.created_at, held.id) > ($2, $3::uuid))
order by held.created_at, held.id
limit $4
"""  # noqa: S608 - our own fragment
COUNT_WAITING = """
select count(*) from (
  select from public.held_texts
  where status = 'waiting' and forum_id = any ((select public.moderated_forums())::uuid[]) limit 1000) as waiting
"""
LIST_AUTOMATIC = """
select act.id, act.kind, act.reporters, act.created_at, act.until, act.undone_at, undoer.display_name as undone_by,
  member.display_name as member_name, topic.id as post_id, reply.number as reply_number, forum.slug as forum_slug,
  topic.title, topic.language
from public.automatic_acts as act
left join public.replies as reply on reply.id = act.reply_id
join public.posts as topic on topic.id = coalesce(act.post_id, reply.post_id)
join public.forums as forum on forum.id = topic.forum_id
left join public.profiles as member on member.id = act.member_id
left join public.profiles as undoer on undoer.id = act.undone_by
where $1::timestamptz is null or (act.created_at, act.id) < ($1, $2::uuid)
order by act.created_at desc, act.id desc
limit $3
"""
LIST_OWN = """
select held.id, held.post_id, held.language, held.title, held.body, held.status, held.created_at, held.usual_hours,
  held.reason, held.note
from public.my_held_texts($1) as held
"""


class HeldText(Payload, frozen=True):
    """A topic or reply that waits for a moderator. `post_id`: the topic of a reply."""

    id: UUID
    post_id: UUID | None
    forum_slug: str
    forum_name: str
    forum_lang: Lang
    language: Lang
    title: str | None
    body: RichText | None
    held_for: HeldFor
    author: ForumPerson | None
    created_at: datetime


class AutomaticAct(Payload, frozen=True):
    """What reports did without a moderator. `title` is None where the topic itself is hidden."""

    id: UUID
    kind: Literal["hide", "hold", "close"]
    reporters: int
    member_name: str | None
    forum_slug: str
    post_id: UUID
    reply_number: int | None
    title: str | None
    language: Lang
    created_at: datetime
    until: datetime | None
    undone_at: datetime | None
    undone_by: str | None


async def list_waiting(request: PageRequest) -> tuple[tuple[HeldText, ...], str | None]:
    """A page of the texts that wait in the areas which the visitor moderates, with the cursor of the next."""
    after = request.after(tuple[datetime, UUID]) or (None, None)
    rows = await request.conn.fetch(LIST_WAITING, request.lang, *after, PAGE_SIZE + 1)
    shown = tuple(_held(row) for row in rows[:PAGE_SIZE])
    return shown, encode_cursor(shown[-1].created_at, shown[-1].id) if len(rows) > PAGE_SIZE else None


async def count_waiting(request: PageRequest) -> int:
    """How many wait, up to a thousand."""
    count: int = await request.conn.fetchval(COUNT_WAITING)
    return count


async def list_automatic(request: PageRequest) -> tuple[tuple[AutomaticAct, ...], str | None]:
    """A page of the automatic acts in the areas which the visitor moderates, newest first."""
    after = request.after(tuple[datetime, UUID]) or (None, None)
    rows = await request.conn.fetch(LIST_AUTOMATIC, *after, PAGE_SIZE + 1)
    shown = tuple(read_row(AutomaticAct, row) for row in rows[:PAGE_SIZE])
    return shown, encode_cursor(shown[-1].created_at, shown[-1].id) if len(rows) > PAGE_SIZE else None


async def list_own_held(request: PageRequest, topic: UUID | None = None) -> tuple[OwnHeldText, ...]:
    """What the visitor wrote that waits or was rejected: everywhere, or in one topic."""
    if request.visitor is None:
        return ()
    rows = await request.conn.fetch(LIST_OWN, topic)
    return tuple(
        read_row(OwnHeldText, {**dict(row), "excerpt": plain_text(row["body"], EXCERPT_LENGTH)}) for row in rows
    )


def _held(row: "Row") -> HeldText:
    facts = {**dict(row), "body": find_rich_text(row["body"]), "author": find_author(row)}
    return read_row(HeldText, facts)
