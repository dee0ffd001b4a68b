"""A member as others see them: what each field's audience allows, and their newest texts."""

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from balai.site.loaders.publication import next_change
from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, Lang, Payload
from balai.site.rich_text import plain_text
from balai.site.screens import NotFound, Page, PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

MAX_TEXTS = 10
MAX_ARTICLES = 5
EXCERPT_LENGTH = 200
DESCRIPTION_LENGTH = 160
GET_PERSON = """
select id, display_name, picture_url, about, languages::text[] as languages, since, shows_activity, is_public,
  is_active, takes_messages, is_followed, is_blocked
from public.show_person($1)
"""
# Read with the visitor's role: the policies of the tables decide which texts there are. $3: the page's language.
LIST_TEXTS = """
select * from (
  (select post.id as post_id, null::integer as reply_number, post.language as lang, post.title, post.body,
     post.created_at, public.path_to_text(forum.slug, post.id, post.article_id, null, $3::public.language) as path
   from public.posts as post join public.forums as forum on forum.id = post.forum_id
   where post.author_id = $1 and post.hidden_at is null and post.deleted_at is null
     -- The topic with the comments on an article stands for no text of its own.
     and post.article_id is null
   order by post.created_at desc, post.id desc limit $2)
  union all
  (select post.id, reply.number, reply.language, post.title, reply.body, reply.created_at,
     public.path_to_text(forum.slug, post.id, post.article_id, reply.number, $3::public.language)
   from public.replies as reply
   join public.posts as post on post.id = reply.post_id
   join public.forums as forum on forum.id = post.forum_id
   where reply.author_id = $1 and reply.hidden_at is null and reply.deleted_at is null and post.title is not null
   order by reply.created_at desc, reply.id desc limit $2)) as text
order by created_at desc, post_id, reply_number desc
limit $2
"""
# $3: the page's language.
LIST_ARTICLES = """
select article.id, article.publish_at, text.lang, text.slug, text.title
from (
  select id, publish_at from public.articles
  where author_id = $1 and status = 'published' and deleted_at is null and publish_at <= now()
    and (expire_at is null or expire_at > now())
  order by publish_at desc, id desc
  limit $2) as article
cross join lateral (
  select t.language as lang, t.slug, t.title from public.article_texts as t
  where t.article_id = article.id and t.status = 'published'
  order by array_position((select public.language_order($3::public.language)), t.language) limit 1) as text
order by article.publish_at desc, article.id desc
"""


class PersonText(Payload, frozen=True):
    """A topic of the member, or their reply in one: `reply_number`. `path`: without the language."""

    post_id: UUID
    reply_number: int | None
    path: str
    lang: Lang
    title: str
    excerpt: str
    created_at: datetime


class PersonArticle(Payload, frozen=True):
    """A published article of the member."""

    id: UUID
    slug: str
    lang: Lang
    title: str
    publish_at: datetime


class PersonPayload(Payload, frozen=True, kw_only=True):
    """A member's profile. Fields that the visitor may not see are empty.

    `is_active` False: the account is banned. `shows_activity`: the lists are shown, though they may be empty.
    """

    id: UUID
    display_name: str
    picture_url: str | None
    about: str
    languages: tuple[Lang, ...]
    since: datetime | None
    shows_activity: bool
    is_active: bool
    is_mine: bool
    takes_messages: bool
    is_followed: bool
    is_blocked: bool
    texts: tuple[PersonText, ...]
    articles: tuple[PersonArticle, ...]


async def load_person(request: PageRequest) -> Page[PersonPayload]:
    """The profile of the member whom the path names."""
    person = request.uuid("personId")
    row = await request.conn.fetchrow(GET_PERSON, person)
    if row is None:
        raise NotFound
    texts: list[Row] = []
    articles: list[Row] = []
    if row["shows_activity"]:
        texts = await request.conn.fetch(LIST_TEXTS, person, MAX_TEXTS, request.lang)
        articles = await request.conn.fetch(LIST_ARTICLES, person, MAX_ARTICLES, request.lang)
    lists = {
        "languages": tuple(row["languages"]),
        "is_mine": request.visitor is not None and request.visitor.id == person,
        "texts": tuple(_text(text) for text in texts),
        "articles": tuple(read_row(PersonArticle, article) for article in articles),
    }
    head = Head(
        title=row["display_name"],
        description=" ".join(row["about"].split())[:DESCRIPTION_LENGTH] or None,
        og_type="profile",
        noindex=not row["is_public"],
    )
    payload = PersonPayload(**{name: value for name, value in row.items() if name != "is_public"} | lists)
    return Page(payload, head, valid_until=await next_change(request))


def _text(row: "Row") -> PersonText:
    excerpt = plain_text(row["body"], EXCERPT_LENGTH)
    return read_row(PersonText, {**dict(row), "excerpt": excerpt})
