"""New topics and articles of the members whom the visitor follows, newest first."""

from datetime import UTC, datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest, encode_cursor

PAGE_SIZE = 20
NEWEST = (datetime.max.replace(tzinfo=UTC), UUID(int=2**128 - 1))
# $1: the visitor. The newest of each member by an index, so that the list costs the same however much they wrote.
LIST_TEXTS = """
select text.*, author.id as author_id, author.display_name as author_name, author.picture_url as author_picture
from public.follows as follow
join public.profiles as author on author.id = follow.followed_id
cross join lateral (
  (select 'topic' as kind, post.id, post.language as lang, post.title,
     public.path_to_text(forum.slug, post.id, post.article_id, null, $5::public.language) as path,
     post.created_at as moment
   from public.posts as post join public.forums as forum on forum.id = post.forum_id
   -- The topic with the comments on an article stands for no text of its own.
   where post.author_id = follow.followed_id and post.hidden_at is null and post.deleted_at is null
     and post.article_id is null and (post.created_at, post.id) < ($2, $3)
   order by post.created_at desc, post.id desc limit $4)
  union all
  (select 'article', article.id, words.lang, words.title, '/blog/' || words.slug, article.publish_at
   from (
     select id, publish_at from public.articles
     where author_id = follow.followed_id and status = 'published' and deleted_at is null and publish_at <= now()
       and (expire_at is null or expire_at > now()) and (publish_at, id) < ($2, $3)
     order by publish_at desc, id desc limit $4) as article
   cross join lateral (
     select t.language as lang, t.title, t.slug from public.article_texts as t
     where t.article_id = article.id and t.status = 'published'
     order by array_position((select public.language_order($5::public.language)), t.language) limit 1) as words)
) as text
where follow.follower_id = $1
order by text.moment desc, text.id desc
limit $4
"""
LIST_FOLLOWED = """
select person.id, person.display_name, person.picture_url
from public.follows as follow join public.profiles as person on person.id = follow.followed_id
where follow.follower_id = $1
order by follow.created_at desc, person.id
limit 500
"""


class FollowedPerson(Payload, frozen=True):
    """A member whom the visitor follows."""

    id: UUID
    display_name: str
    picture_url: str | None


class FollowedText(Payload, frozen=True):
    """A topic or an article. `path`: without the language."""

    kind: Literal["topic", "article"]
    id: UUID
    lang: Lang
    title: str
    path: str
    moment: datetime
    author_id: UUID
    author_name: str
    author_picture: str | None


class FollowingPayload(Payload, frozen=True):
    """A page of the list, and the members whose texts it holds."""

    people: tuple[FollowedPerson, ...]
    texts: tuple[FollowedText, ...]
    next: str | None


async def load_following(request: PageRequest) -> Page[FollowingPayload]:
    """The texts of followed members."""
    if request.visitor is None:
        raise NotFound
    after = request.after(tuple[datetime, UUID]) or NEWEST
    rows = await request.conn.fetch(LIST_TEXTS, request.visitor.id, *after, PAGE_SIZE + 1, request.lang)
    people = await request.conn.fetch(LIST_FOLLOWED, request.visitor.id)
    shown = tuple(read_row(FollowedText, row) for row in rows[:PAGE_SIZE])
    payload = FollowingPayload(
        people=tuple(read_row(FollowedPerson, row) for row in people),
        texts=shown,
        next=encode_cursor(shown[-1].moment, shown[-1].id) if len(rows) > PAGE_SIZE else None,
    )
    return Page(payload)
