"""The feeds of a forum: its posts with the beginning of their text, in the order of the list.

Posts that are kept from the index are in no feed: readers of feeds store and index them.
"""

from datetime import datetime
from uuid import UUID

import msgspec

from balai.site.loaders.forum.forums import GET_FORUM_AS_GUEST, POSTS_PER_PAGE
from balai.site.loaders.forum.names import forum_name
from balai.site.loaders.forum.payloads import ForumName
from balai.site.screens import Lang, NotFound, PageRequest

LIST_POSTS = """
select post.id, post.language, post.title, post.excerpt, post.created_at, post.last_activity_at,
  author.display_name as author
from (
  select id, language, title, excerpt, created_at, last_activity_at, is_pinned, author_id from public.posts
  where forum_id = $1 and hidden_at is null and deleted_at is null and not 'index' = any (kept_from)
  order by is_pinned desc, last_activity_at desc, id desc
  limit $2) as post
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
    """A forum with its latest posts."""

    forum: ForumName
    posts: tuple[FeedPost, ...]


async def load_forum_feed(request: PageRequest) -> ForumFeed:
    """The forum that the path names."""
    row = await request.conn.fetchrow(GET_FORUM_AS_GUEST, request.lang, request.params["forumId"])
    if row is None:
        raise NotFound
    posts = [] if row["is_kept_from_index"] else await request.conn.fetch(LIST_POSTS, row["id"], POSTS_PER_PAGE)
    return ForumFeed(forum_name(row, row["language"]), tuple(FeedPost(**dict(post)) for post in posts))
