"""The list of forums, and the list of one forum's posts."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID

from balai.site.loaders.forum.json_ld import forum_json_ld
from balai.site.loaders.forum.names import FORUM_TEXT, find_author, forum_name
from balai.site.loaders.forum.payloads import (
    ForumLatest,
    ForumPayload,
    ForumPerson,
    ForumPostCard,
    ForumsPayload,
    ForumSummary,
)
from balai.site.screens import Head, NotFound, Page, PageRequest, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

POSTS_PER_PAGE = 20


# There is something that the member has not read, since they joined or marked everything as read. One's own post counts
# as read.
IS_UNREAD = """
post.last_activity_at > (select public.unread_since())
and post.latest_number > coalesce(read.last_number, case when post.author_id = ${member} then 0 else -1 end)
"""

FORUMS = f"""
select forum.id, forum.slug, forum.position, text.language, text.name, text.description,
  forum.post_count, forum.reply_count, forum.last_activity_at, {{unread}} as unread,
  latest.id as latest_id, latest.language as latest_language, latest.title as latest_title,
  writer.id as author_id, writer.display_name as author_name, writer.picture_url as author_picture
from public.forums as forum {FORUM_TEXT}
left join public.posts as latest on latest.id = forum.latest_post_id and latest.title is not null
left join public.profiles as writer on writer.id = coalesce(latest.latest_writers[1], latest.author_id)
order by forum.position, forum.id
limit 200
"""  # noqa: S608 - our own fragment
LIST_FORUMS_AS_GUEST = FORUMS.format(unread="0")
# $2: the member. Counted among the latest posts only, so that the count costs the same in a forum of any size.
COUNT_UNREAD = f"""(
  select count(*) from (
    select id, author_id, latest_number, last_activity_at from public.posts
    where forum_id = forum.id and hidden_at is null and deleted_at is null
    order by is_pinned desc, last_activity_at desc, id desc limit 20) as post
  left join public.thread_reads as read on read.member_id = $2 and read.post_id = post.id
  where {IS_UNREAD.format(member=2)})"""  # noqa: S608 - our own fragment
LIST_FORUMS = FORUMS.format(unread=COUNT_UNREAD)

GET_FORUM = f"""
select forum.id, forum.slug, forum.position, text.language, text.name, text.description,
  forum.post_count, forum.reply_count
from public.forums as forum {FORUM_TEXT}
where forum.slug = $2
"""  # noqa: S608 - our own fragment

# The page is limited before authors are joined: PostgreSQL estimates the comparison of three columns as very selective,
# and would otherwise fetch and sort the rest of a large forum.
POSTS = """
select post.id, post.language, post.title, post.is_pinned, post.is_locked, post.reply_count, post.last_activity_at,
  author.id as author_id, author.display_name as author_name, author.picture_url as author_picture,
  {unread} as is_unread,
  array(
    select (writer.id, writer.display_name, writer.picture_url)
    from unnest(post.latest_writers) with ordinality as latest (id, place)
    join public.profiles as writer on writer.id = latest.id
    where latest.id is distinct from post.author_id
    order by latest.place limit 2) as writers
from (
  select id, language, title, is_pinned, is_locked, reply_count, last_activity_at, author_id, latest_number,
    latest_writers
  from public.posts
  where forum_id = $1 and hidden_at is null and deleted_at is null
    and (is_pinned, last_activity_at, id) < ($2, $3, $4)
  order by is_pinned desc, last_activity_at desc, id desc
  limit $5) as post
left join public.profiles as author on author.id = post.author_id
{reads}
order by post.is_pinned desc, post.last_activity_at desc, post.id desc
"""
# An anonymous visitor has no permission on the table of read positions.
LIST_POSTS_AS_GUEST = POSTS.format(unread="false", reads="")
# $6: the member.
LIST_POSTS = POSTS.format(
    unread=IS_UNREAD.format(member=6),
    reads="left join public.thread_reads as read on read.member_id = $6 and read.post_id = post.id",
)
FIRST_POST = (True, datetime.max.replace(tzinfo=UTC), UUID(int=2**128 - 1))


async def load_forums(request: PageRequest) -> Page[ForumsPayload]:
    """All forums with their counts and latest posts."""
    if request.visitor is None:
        rows = await request.conn.fetch(LIST_FORUMS_AS_GUEST, request.lang)
    else:
        rows = await request.conn.fetch(LIST_FORUMS, request.lang, request.visitor.id)
    forums = tuple(
        ForumSummary(
            forum=forum_name(row, row["language"]),
            post_count=row["post_count"],
            reply_count=row["reply_count"],
            unread=row["unread"],
            last_activity_at=row["last_activity_at"],
            latest=row["latest_id"]
            and ForumLatest(
                id=row["latest_id"],
                language=row["latest_language"],
                title=row["latest_title"],
                writer=find_author(row),
            ),
        )
        for row in rows
    )
    return Page(ForumsPayload(forums=forums), Head(description=request.text("forum.description")))


async def load_forum(request: PageRequest) -> Page[ForumPayload]:
    """One forum with a page of its posts."""
    row = await request.conn.fetchrow(GET_FORUM, request.lang, request.params["forumId"])
    if row is None:
        raise NotFound
    after = request.after(tuple[bool, datetime, UUID])
    wanted = (row["id"], *(after or FIRST_POST), POSTS_PER_PAGE + 1)
    if request.visitor is None:
        rows = await request.conn.fetch(LIST_POSTS_AS_GUEST, *wanted)
    else:
        rows = await request.conn.fetch(LIST_POSTS, *wanted, request.visitor.id)
    shown = rows[:POSTS_PER_PAGE]
    last = shown[-1] if len(rows) > POSTS_PER_PAGE else None
    forum = forum_name(row, row["language"])
    people = _People()
    payload = ForumPayload(
        forum=forum,
        post_count=row["post_count"],
        reply_count=row["reply_count"],
        posts=tuple(_card(post, people) for post in shown),
        people=tuple(people.listed),
        is_first_page=after is None,
        next=encode_cursor(last["is_pinned"], last["last_activity_at"], last["id"]) if last else None,
    )
    json_ld = forum_json_ld(request, forum.name) if request.is_anonymous else ()
    head = Head(title=forum.name, description=forum.description or None, json_ld=json_ld)
    return Page(payload, head)


class _People:
    """The authors of a list, each once: members write in several topics, and an address of a picture is long."""

    def __init__(self) -> None:
        self.listed: list[ForumPerson] = []
        self._places: dict[UUID, int] = {}

    def place(self, member: UUID | None, name: str, picture: str | None) -> int:
        """The position in the list; -1 without an account."""
        if member is None:
            return -1
        place = self._places.setdefault(member, len(self.listed))
        if place == len(self.listed):
            self.listed.append(ForumPerson(id=member, display_name=name, picture_url=picture))
        return place


def _card(row: "Row", people: _People) -> ForumPostCard:
    author = people.place(row["author_id"], row["author_name"], row["author_picture"])
    return ForumPostCard(
        id=row["id"],
        language=row["language"],
        title=row["title"],
        people=(author, *(people.place(*writer) for writer in row["writers"])),
        is_pinned=row["is_pinned"],
        is_locked=row["is_locked"],
        is_unread=row["is_unread"],
        reply_count=row["reply_count"],
        last_activity_at=row["last_activity_at"],
    )
