"""One post with its replies, and the form for a new post.

A thread is paged by the numbers of its replies, which have no gaps: page two starts after number 20, and the page of
reply 57 (`?reply=57`) is computed, at any length. For a member without such a query it is the page with the first reply
that they have not read.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from balai.site.loaders.forum.json_ld import post_json_ld
from balai.site.loaders.forum.names import FORUM_TEXT, find_author, forum_name
from balai.site.loaders.forum.payloads import (
    ForumEntry,
    ForumNewPostPayload,
    ForumOpeningPost,
    ForumPostPayload,
    ForumQuote,
    ForumReply,
    State,
)
from balai.site.rich_text import find_rich_text, plain_text
from balai.site.screens import LANGS, Head, JsonLd, Moved, NotFound, Page, PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

REPLIES_PER_PAGE = 20

POST = f"""
select post.id, post.language, post.title, post.body, post.is_pinned, post.is_locked, post.reply_count,
  post.hidden_at, post.deleted_at, post.created_at, post.edited_at, editor.display_name as editor_name,
  author.id as author_id, author.display_name as author_name, author.picture_url as author_picture,
  coalesce((select max(reply.number) from public.replies as reply where reply.post_id = post.id), 0) as last_number,
  forum.id as forum_id, forum.slug, forum.position, text.language as forum_language, text.name, text.description,
  forum.edit_window,
  {{last_read}} as last_read
from public.posts as post
join public.forums as forum on forum.id = post.forum_id {FORUM_TEXT}
left join public.profiles as author on author.id = post.author_id
left join public.profiles as editor on editor.id = post.edited_by
where post.id = $2
"""  # noqa: S608 - our own fragment
GET_POST_AS_GUEST = POST.format(last_read="null::integer")
# $3: the member.
GET_POST = POST.format(
    last_read="(select t.last_number from public.thread_reads as t where t.post_id = post.id and t.member_id = $3)"
)

LIST_REPLIES = """
select reply.id, reply.number, reply.language, reply.body, reply.hidden_at, reply.deleted_at, reply.created_at,
  reply.edited_at, editor.display_name as editor_name,
  author.id as author_id, author.display_name as author_name, author.picture_url as author_picture,
  quoted.number as quoted_number, quoted_author.display_name as quoted_name
from public.replies as reply
left join public.profiles as author on author.id = reply.author_id
left join public.profiles as editor on editor.id = reply.edited_by
left join public.replies as quoted on quoted.id = reply.quoted_reply_id
left join public.profiles as quoted_author on quoted_author.id = quoted.author_id
where reply.post_id = $1 and reply.number > $2
order by reply.number
limit $3
"""

LIST_HIDDEN_TEXTS = """
select distinct on (version.post_id, version.reply_id)
  coalesce(version.post_id, version.reply_id) as thing, version.body
from public.content_versions as version
where (version.post_id = any($1::uuid[]) or version.reply_id = any($1::uuid[])) and version.reason <> 'edit'
order by version.post_id, version.reply_id, version.id desc
"""

LIST_FORUM_NAMES = f"""
select forum.id, forum.slug, forum.position, text.language, text.name, text.description
from public.forums as forum {FORUM_TEXT}
order by forum.position, forum.id
limit 200
"""  # noqa: S608 - our own fragment


async def load_post(request: PageRequest) -> Page[ForumPostPayload]:
    """One post with the requested page of its replies."""
    row = await _get_post(request)
    if row is None:
        raise NotFound
    if row["slug"] != request.params["forumId"]:
        raise Moved(request.path_to("forum.post", forumId=row["slug"], postId=str(row["id"])))
    after = _first_number(request.query, row["last_number"])
    if row["last_read"] is not None and not request.query.keys() & {"after", "reply"}:
        after = _unread_page(row)
    replies = await request.conn.fetch(LIST_REPLIES, row["id"], after, REPLIES_PER_PAGE)
    withdrawn = await _list_withdrawn(request, [row, *replies])
    payload = ForumPostPayload(
        forum=forum_name(row, row["forum_language"], row["forum_id"]),
        post=_opening_post(request, row, withdrawn),
        replies=tuple(_reply(request, reply, row["edit_window"], withdrawn) for reply in replies),
        after=after,
        last_number=row["last_number"],
        page_size=REPLIES_PER_PAGE,
        last_read=row["last_read"],
    )
    where = {"after": str(after)} if after else None
    address = {"forumId": row["slug"], "postId": str(row["id"])}
    return Page(
        payload,
        _post_head(request, row, replies, after),
        alternates={lang: request.path_to("forum.post", lang=lang, query=where, **address) for lang in LANGS},
        canonical=request.path_to("forum.post", query=where, **address),
    )


async def _get_post(request: PageRequest) -> "Row | None":
    post = request.uuid("postId")
    if request.visitor is None:
        return await request.conn.fetchrow(GET_POST_AS_GUEST, request.lang, post)
    return await request.conn.fetchrow(GET_POST, request.lang, post, request.visitor.id)


async def load_new_post(request: PageRequest) -> Page[ForumNewPostPayload]:
    """The form for a new post. Anyone may see it; row policies require an account to publish."""
    rows = await request.conn.fetch(LIST_FORUM_NAMES, request.lang)
    forums = tuple(forum_name(row, row["language"]) for row in rows)
    wanted = request.query.get("forum")
    chosen = next((forum.slug for forum in forums if forum.slug == wanted), None)
    return Page(ForumNewPostPayload(forums=forums, chosen=chosen))


def _first_number(query: Mapping[str, str], last_number: int) -> int:
    """The number after which the page of replies begins: as requested, or of the page that contains `?reply=`."""
    name = "reply" if "reply" in query else "after"
    text = query.get(name, "0")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise NotFound
    number = int(text)
    if number == 0:
        return 0
    if number > last_number or (name == "after" and number == last_number):
        raise NotFound
    return (number - 1) // REPLIES_PER_PAGE * REPLIES_PER_PAGE if name == "reply" else number


def _unread_page(row: "Row") -> int:
    """The number before the page on which a member goes on reading: with the first unread reply, else the last page."""
    first_unread: int = max(1, min(row["last_read"] + 1, row["last_number"]))
    return (first_unread - 1) // REPLIES_PER_PAGE * REPLIES_PER_PAGE


async def _list_withdrawn(request: PageRequest, rows: Sequence["Row"]) -> Mapping[UUID, str]:
    """Hidden texts, for administrators and their authors: the row policy decides which are returned."""
    hidden = [row["id"] for row in rows if row["hidden_at"] is not None]
    if request.visitor is None or not hidden:
        return {}
    return {row["thing"]: row["body"] for row in await request.conn.fetch(LIST_HIDDEN_TEXTS, hidden)}


def _entry(
    request: PageRequest, row: "Row", edit_window: timedelta | None, withdrawn: Mapping[UUID, str]
) -> ForumEntry:
    """`can_edit` only controls the button; the database enforces the rule."""
    is_mine = request.visitor is not None and request.visitor.id == row["author_id"]
    in_time = edit_window is None or request.now <= row["created_at"] + edit_window
    state: State = "deleted" if row["deleted_at"] else "hidden" if row["hidden_at"] else "shown"
    return ForumEntry(
        id=row["id"],
        language=row["language"],
        state=state,
        body=find_rich_text(row["body"]),
        withdrawn=find_rich_text(withdrawn.get(row["id"])) if state == "hidden" else None,
        author=find_author(row),
        created_at=row["created_at"],
        edited_at=row["edited_at"],
        edited_by=row["editor_name"],
        is_mine=is_mine,
        can_edit=is_mine and in_time and state == "shown",
    )


def _opening_post(request: PageRequest, row: "Row", withdrawn: Mapping[UUID, str]) -> ForumOpeningPost:
    return ForumOpeningPost(
        entry=_entry(request, row, row["edit_window"], withdrawn),
        title=row["title"],
        is_pinned=row["is_pinned"],
        is_locked=row["is_locked"],
        reply_count=row["reply_count"],
    )


def _reply(
    request: PageRequest, row: "Row", edit_window: timedelta | None, withdrawn: Mapping[UUID, str]
) -> ForumReply:
    quotes = row["quoted_number"] and ForumQuote(number=row["quoted_number"], author_name=row["quoted_name"])
    return ForumReply(entry=_entry(request, row, edit_window, withdrawn), number=row["number"], quotes=quotes)


def _post_head(request: PageRequest, row: "Row", replies: Sequence["Row"], after: int) -> Head:
    if row["body"] is None:
        return Head(title=request.text("forum.post.gone"), noindex=True)
    description = plain_text(row["body"], 160)
    json_ld: tuple[JsonLd, ...] = ()
    if request.is_anonymous:
        json_ld = post_json_ld(request, row, replies, description if after else plain_text(row["body"], 5000))
    return Head(
        title=row["title"],
        description=description,
        og_type="article",
        json_ld=json_ld,
    )
