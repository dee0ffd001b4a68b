"""Beside the cases of the desk: hidden posts and replies, and what reports did without a moderator.

Read with the visitor's role, and of the areas that they moderate alone.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.rich_text import plain_text
from balai.site.screens import PageRequest, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

PAGE_SIZE = 20
EXCERPT_LENGTH = 400
LAST_ID = UUID(int=2**128 - 1)
# The last text of what is hidden is in its newest version.
LIST_HIDDEN = """
with areas as materialized (select public.moderated_forums() as ids)
select item.id, item.hidden_at, post.id as post_id, reply.id as reply_id, reply.number as reply_number,
  public.path_to_text(forum.slug, post.id, post.article_id, reply.number, $4::public.language) as path,
  coalesce(reply.language, post.language) as language,
  coalesce(post.title, taken.title) as title, taken.body, author.display_name as author_name
from (
  (select p.id, p.hidden_at, p.id as post_id, null::uuid as reply_id from areas, public.posts as p
   where p.hidden_at is not null and p.merged_into is null and p.forum_id = any (areas.ids)
     and (p.hidden_at, p.id) < (coalesce($1, 'infinity'::timestamptz), $2)
   order by p.hidden_at desc, p.id desc limit $3)
  union all
  (select r.id, r.hidden_at, null, r.id
   from areas, public.replies as r join public.posts as p on p.id = r.post_id
   where r.hidden_at is not null and r.became_post is null and p.forum_id = any (areas.ids)
     and (r.hidden_at, r.id) < (coalesce($1, 'infinity'::timestamptz), $2)
   order by r.hidden_at desc, r.id desc limit $3)) as item
left join public.replies as reply on reply.id = item.reply_id
join public.posts as post on post.id = coalesce(item.post_id, reply.post_id)
join public.forums as forum on forum.id = post.forum_id
left join public.profiles as author
  on author.id = case when reply.id is null then post.author_id else reply.author_id end
left join lateral (
  select version.title, version.body from public.content_versions as version
  where version.reason <> 'edit' and (version.post_id = item.post_id or version.reply_id = item.reply_id)
  order by version.id desc limit 1) as taken on true
order by item.hidden_at desc, item.id desc
limit $3
"""
LIST_AUTOMATIC = """
select act.id, act.kind, act.reporters, act.created_at, act.until, act.undone_at, undoer.display_name as undone_by,
  member.display_name as member_name,
  public.path_to_text(forum.slug, topic.id, topic.article_id, reply.number, $4::public.language) as path,
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


class HiddenThing(Payload, frozen=True):
    """A hidden post or reply with its last text. `reply_number` is None for a post. `path`: without the language."""

    post_id: UUID
    reply_id: UUID | None
    reply_number: int | None
    path: str
    language: Lang
    title: str | None
    text: str
    author_name: str | None
    hidden_at: datetime


class AutomaticAct(Payload, frozen=True):
    """The automatic acts of reports. `title` is None where the topic itself is hidden."""

    id: UUID
    kind: Literal["hide", "hold", "silence", "close"]
    reporters: int
    member_name: str | None
    path: str
    title: str | None
    language: Lang
    created_at: datetime
    until: datetime | None
    undone_at: datetime | None
    undone_by: str | None


async def list_hidden(request: PageRequest) -> tuple[tuple[HiddenThing, ...], str | None]:
    """A page of the hidden posts and replies in the areas which the visitor moderates, newest first."""
    after = request.after(tuple[datetime, UUID]) or (None, LAST_ID)
    rows = await request.conn.fetch(LIST_HIDDEN, *after, PAGE_SIZE + 1, request.lang)
    shown = tuple(_hidden(row) for row in rows[:PAGE_SIZE])
    last = rows[PAGE_SIZE - 1] if len(rows) > PAGE_SIZE else None
    return shown, encode_cursor(last["hidden_at"], last["id"]) if last else None


async def list_automatic(request: PageRequest) -> tuple[tuple[AutomaticAct, ...], str | None]:
    """A page of the automatic acts in the areas which the visitor moderates, newest first."""
    after = request.after(tuple[datetime, UUID]) or (None, None)
    rows = await request.conn.fetch(LIST_AUTOMATIC, *after, PAGE_SIZE + 1, request.lang)
    shown = tuple(read_row(AutomaticAct, row) for row in rows[:PAGE_SIZE])
    return shown, encode_cursor(shown[-1].created_at, shown[-1].id) if len(rows) > PAGE_SIZE else None


def _hidden(row: "Row") -> HiddenThing:
    text = plain_text(row["body"], EXCERPT_LENGTH) if row["body"] else ""
    return read_row(HiddenThing, {**dict(row), "text": text})
