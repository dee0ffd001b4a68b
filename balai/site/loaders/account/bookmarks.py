"""A member's bookmarks of every kind in one list, newest first."""

from datetime import datetime
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.pictures.member_files import shown_address
from balai.site.screens import NotFound, Page, PageRequest, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

PAGE_SIZE = 20
START = (datetime.fromisoformat("9999-01-01T00:00:00+00:00"), UUID(int=2**128 - 1))
# $1: the page's language, in whose order a text of an article, resource or service is chosen.
LIST_BOOKMARKS = """
select mark.id, mark.note, mark.remind_at, mark.reminded_at is not null as is_over, mark.created_at,
  case when mark.reply_id is not null then 'reply' when mark.post_id is not null then 'post'
    when mark.article_id is not null then 'article' when mark.resource_id is not null then 'resource'
    else 'service' end as kind,
  coalesce(post.title, text.title) as title, coalesce(post.language, text.language) as language,
  coalesce(reply.post_id, mark.post_id) as post_id, mark.reply_id, mark.article_id, mark.resource_id, mark.service_id,
  public.path_to_text(forum.slug, post.id, post.article_id, reply.number, $1::public.language) as text_path,
  text.slug, author.display_name as author_name
from (
  select * from public.bookmarks
  where member_id = $2 and (created_at, id) < ($3, $4)
  order by created_at desc, id desc limit $5) as mark
left join public.replies as reply on reply.id = mark.reply_id
left join public.posts as post on post.id = coalesce(reply.post_id, mark.post_id)
left join public.forums as forum on forum.id = post.forum_id
left join public.profiles as author
  on author.id = case when reply.id is null then post.author_id else reply.author_id end
left join lateral (
  select one.title, one.language, one.slug from (
    select t.title, t.language, t.slug from public.article_texts as t where t.article_id = mark.article_id
    union all
    select t.title, t.language, public.resource_address(t.resource_id, $1::public.language)
      from public.resource_texts as t where t.resource_id = mark.resource_id
    union all
    select t.name, t.language, s.slug from public.service_texts as t
      join public.services as s on s.id = t.service_id where t.service_id = mark.service_id) as one
  order by array_position((select public.language_order($1::public.language)), one.language) limit 1) as text on true
order by mark.created_at desc, mark.id desc
"""


class Bookmark(Payload, frozen=True):
    """One bookmark. `title` and `path` are null if its text was removed. `is_over`: the reminder was given."""

    id: UUID
    kind: Literal["post", "reply", "article", "resource", "service"]
    title: str | None
    language: Lang | None
    author_name: str | None
    path: str | None
    note: str
    remind_at: datetime | None
    is_over: bool
    created_at: datetime


class BookmarksPayload(Payload, frozen=True):
    """A page of bookmarks."""

    bookmarks: tuple[Bookmark, ...]
    next: str | None


async def load_bookmarks(request: PageRequest) -> Page[BookmarksPayload]:
    """The visitor's own bookmarks."""
    if request.visitor is None:
        raise NotFound
    after = request.after(tuple[datetime, UUID]) or START
    rows = await request.conn.fetch(LIST_BOOKMARKS, request.lang, request.visitor.id, *after, PAGE_SIZE + 1)
    shown = tuple(read_row(Bookmark, {**dict(row), "path": _path(request, row)}) for row in rows[:PAGE_SIZE])
    last = shown[-1] if len(rows) > PAGE_SIZE else None
    return Page(BookmarksPayload(shown, encode_cursor(last.created_at, last.id) if last else None))


def _path(request: PageRequest, row: "Row") -> str | None:
    if row["title"] is None:
        return None
    match row["kind"]:
        case "article":
            return request.path_to("blog.article", lang=row["language"], blogId=row["slug"])
        case "service":
            return request.path_to("book.service", serviceId=row["slug"])
        case "resource":
            return shown_address(request, row["slug"]) if row["slug"] else None
    return f"/{request.lang}{row['text_path']}"
