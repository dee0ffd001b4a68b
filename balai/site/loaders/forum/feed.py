"""The feeds of a forum: its posts with the beginning of their text, in the order of the list.

Posts that are kept from the index are in no feed: readers of feeds store and index them.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from balai.site.loaders.forum.forums import GET_FORUM_AS_GUEST, POSTS_PER_PAGE
from balai.site.loaders.forum.names import forum_name
from balai.site.loaders.forum.payloads import ForumName
from balai.site.payloads import Lang
from balai.site.rich_text import plain_text
from balai.site.screens import NotFound, PageRequest

# That of the database for posts.
MAX_EXCERPT = 240
# $3 the language of the posts or of a translation, $4 their tag; null for any.
LIST_POSTS = """
select post.id, coalesce(translated.language, post.language) as language,
  coalesce(translated.title, post.title) as title, post.excerpt, translated.body as translated_body,
  post.created_at, post.last_activity_at, author.display_name as author
from (
  select id, language, title, excerpt, created_at, last_activity_at, is_pinned, author_id from public.posts
  where forum_id = $1 and hidden_at is null and deleted_at is null and not 'index' = any (kept_from)
    and ($3::public.language is null or language = $3 or exists (
      select from public.translations where post_id = posts.id and language = $3))
    and ($4::text is null or exists (select from public.post_tags where post_id = posts.id and tag = lower($4)))
  order by is_pinned desc, last_activity_at desc, id desc
  limit $2) as post
left join public.translations as translated on translated.post_id = post.id and translated.language = $3
left join public.profiles as author on author.id = post.author_id
order by post.is_pinned desc, post.last_activity_at desc, post.id desc
"""


class FeedPost(msgspec.Struct, frozen=True):
    """One post. `author` is None for a deleted account."""

    id: UUID
    language: Lang
    title: str
    excerpt: str
    created_at: datetime
    last_activity_at: datetime
    author: str | None


class ForumFeed(msgspec.Struct, frozen=True):
    """A forum with its latest posts, of one tag if one is asked for."""

    forum: ForumName
    tag: str | None
    posts: tuple[FeedPost, ...]


async def load_forum_feed(request: PageRequest, lang: Lang | None) -> ForumFeed:
    """The forum that the path names. `lang`: with the posts that exist in this language alone."""
    row = await request.conn.fetchrow(GET_FORUM_AS_GUEST, request.lang, request.params["forumId"])
    tag = request.query.get("tag") or None
    if row is None:
        raise NotFound
    posts = (
        [] if row["is_kept_from_index"] else await request.conn.fetch(LIST_POSTS, row["id"], POSTS_PER_PAGE, lang, tag)
    )
    return ForumFeed(forum_name(row, row["language"]), tag, tuple(_post(**dict(post)) for post in posts))


def _post(translated_body: str | None, **values: Any) -> FeedPost:
    """A translation's beginning is shown in place of that of the post."""
    if translated_body:
        values["excerpt"] = plain_text(translated_body, MAX_EXCERPT)
    return FeedPost(**values)
