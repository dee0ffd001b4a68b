"""Comments under an article: a page of the replies to its topic, by the rules of a thread.

Row policies decide what is read: without the right to see the area, an article has neither comments nor a form.
"""

from typing import TYPE_CHECKING
from uuid import UUID

from balai.site.loaders.blog.payloads import ArticleComments
from balai.site.loaders.forum.entries import load_marks, read_reply
from balai.site.loaders.forum.held import list_own_held
from balai.site.loaders.forum.threads import (
    INDEX,
    LIST_REPLIES,
    REPLIES_PER_PAGE,
    TRANSLATE,
    first_number,
    get_post,
    unread_page,
)
from balai.site.screens import PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

# $1 the article, $2 the area of new topics.
FIND_TOPIC = """
select forum.id as forum_id, forum.slug, topic.id,
  public.may('reply', forum.id) as can_reply
from public.forums as forum
left join public.posts as topic on topic.article_id = $1
where forum.id = coalesce((select p.forum_id from public.posts as p where p.article_id = $1), $2)
"""


async def load_comments(request: PageRequest, article: UUID, area: UUID | None) -> ArticleComments | None:
    """The requested page of the comments on an article; None if it takes none, or the visitor does not see the area."""
    if area is None:
        return None
    found = await request.conn.fetchrow(FIND_TOPIC, article, area)
    if found is None:
        return None
    topic = await get_post(request, found["id"]) if found["id"] else None
    if topic is None:
        return ArticleComments(
            forum=found["slug"],
            area=found["forum_id"],
            can_reply=request.visitor is None or found["can_reply"],
            held=await list_own_held(request, article=article),
        )
    return await _read_topic(request, topic)


async def _read_topic(request: PageRequest, topic: "Row") -> ArticleComments:
    after = first_number(request.query, topic["last_number"])
    if topic["last_read"] is not None and not request.query.keys() & {"after", "reply"}:
        after = unread_page(topic)
    replies = await request.conn.fetch(LIST_REPLIES, topic["id"], after, REPLIES_PER_PAGE, request.lang)
    if request.is_anonymous:
        replies = _without_kept(topic, replies)
    marks = await load_marks(request, replies)
    is_shown = topic["body"] is not None
    return ArticleComments(
        forum=topic["slug"],
        area=topic["forum_id"],
        post=topic["id"],
        is_untranslated=TRANSLATE in (*topic["kept_from"], *topic["area_kept_from"]),
        # A hidden topic takes its comments along.
        replies=tuple(read_reply(request, topic, reply, marks) for reply in replies) if is_shown else (),
        count=topic["reply_count"] if is_shown else 0,
        after=after,
        last_number=topic["last_number"] if is_shown else 0,
        page_size=REPLIES_PER_PAGE,
        last_read=topic["last_read"],
        can_reply=topic["can_reply"] and is_shown and not topic["is_locked"],
        can_moderate=topic["can_moderate"],
        lock_reason=topic["lock_reason"] if topic["is_locked"] else None,
        lock_note=topic["lock_note"] if topic["is_locked"] else "",
        held=await list_own_held(request, topic=topic["id"]) if topic["has_held"] else (),
    )


def _without_kept(topic: "Row", replies: "list[Row]") -> "list[Row]":
    """Without those that are kept from search engines, which read the article's page whole.

    Guests read them in the thread, whose page such a reply keeps out of search engines. An article stays in them,
    whatever is written below it.
    """
    if INDEX in (*topic["kept_from"], *topic["area_kept_from"]):
        return []
    return [reply for reply in replies if INDEX not in reply["kept_from"]]
