"""Lists of posts, in one forum and across all: latest, new, unread, unanswered, top, and those with a tag.

Each page is one range of an index, paged by the key of its order, so that it costs the same at any size. The two lists
that depend on what a member has read look through a bounded number of posts in order; a page that is not full continues
where the search stopped.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, get_args
from uuid import UUID

import msgspec

from balai.site.loaders.forum.forums import (
    GET_FORUM,
    GET_FORUM_AS_GUEST,
    IS_UNREAD,
    LEVEL,
    LISTED_FOR,
    LISTED_SINCE,
    MAX_TAGS,
    POSTS_PER_PAGE,
    READS,
    SHOWN,
)
from balai.site.loaders.forum.json_ld import forum_json_ld
from balai.site.loaders.forum.names import FORUM_TEXT, IS_UNTRANSLATED, forum_name
from balai.site.loaders.forum.payloads import (
    ForumList,
    ForumName,
    ForumPayload,
    ForumPerson,
    ForumPostCard,
    ListName,
    ListSort,
    TopicsPayload,
    WatchLevel,
)
from balai.site.payloads import Head
from balai.site.screens import NotFound, Page, PageRequest, Position, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

# How many posts are looked through for one page of a member's own list, and for the numbers beside the lists.
SEARCHED = 200
COUNTED = 50
MAX_TAG = 40
LAST_ID = UUID(int=2**128 - 1)
END_OF_TIME = datetime.max.replace(tzinfo=UTC)

COLUMNS = """id, forum_id, author_id, language, title, tags, is_pinned, is_locked, solved_reply_id, reply_count,
  created_at, last_activity_at, latest_number, latest_writers, top_rank, kept_from"""
# The columns of a post for a list of the member $2. A member's own post counts as opened.
IS_FRESH = f"""
post.created_at > {LISTED_SINCE} and read.member_id is null and post.author_id is distinct from $2
"""
IS_LISTED_AS_UNREAD = IS_UNREAD.format(member=2, since=LISTED_SINCE)
HAS_NEW_REPLIES = f"""
{IS_LISTED_AS_UNREAD} and (read.member_id is not null or post.author_id = $2)
"""
NEW_REPLIES = f"""
case when {HAS_NEW_REPLIES} and {LEVEL} in ('watching', 'tracking')
  then post.latest_number - coalesce(read.last_number, 0) else 0 end
"""
# A member's own lists exclude muted topics. The list of unread topics also excludes those at the level "normal".
LISTED_WITH_REPLIES = f"{HAS_NEW_REPLIES} and coalesce({LEVEL} not in ('normal', 'muted'), true)"
LISTED_AS_FRESH = f"{IS_FRESH} and {LEVEL} is distinct from 'muted'"

# The page is limited before names are joined: PostgreSQL estimates the comparison of two columns as very selective, and
# would otherwise fetch and sort the rest of a large list. The text of an area is read once, not for each of its posts.
# $1: the page's language. $2: the member, null for guests, who have no permission on the table of read positions.
CARDS = f"""
with {{member}} page as materialized ({{page}}),
area as materialized (
  select forum.id, forum.slug, forum.position, forum.kept_from, forum.parent_id,
    text.language, text.name, text.description
  from public.forums as forum {FORUM_TEXT}
  where forum.id in (select page.forum_id from page))
select post.*, translated.title as translated_title, {{unread}} as is_unread, {{replies}} as new_replies,
  {IS_UNTRANSLATED} as is_untranslated,
  author.display_name as author_name, author.picture_url as author_picture,
  forum.slug, forum.position, forum.language as forum_language, forum.name, forum.description,
  array(
    select (writer.id, writer.display_name, writer.picture_url)
    from unnest(post.latest_writers) with ordinality as latest (id, place)
    join public.profiles as writer on writer.id = latest.id
    where latest.id is distinct from post.author_id
    order by latest.place limit 2) as writers
from page as post
join area as forum on forum.id = post.forum_id
left join public.profiles as author on author.id = post.author_id
left join public.translations as translated on translated.post_id = post.id and translated.language = $1
{{reads}}
order by post.{{key}} desc, post.id desc
"""  # noqa: S608 - our own fragments
# $3, $4: the key after which the page begins. $5: pinned posts, which stand above. $6: a forum. The limit is no
# parameter: without its value PostgreSQL expects many rows, and plans the statement at each execution.
RANGE = f"""
select {COLUMNS} from public.posts
where {SHOWN} {{where}} and id <> all ($5::uuid[]) and ({{key}}, id) < ($3, $4)
order by {{key}} desc, id desc limit {{limit}}
"""  # noqa: S608
# $7: the tag.
WITH_TAG = f"""
select {COLUMNS} from public.posts where id in (
  select post_id from public.post_tags
  where tag = $7 {{where}} and post_id <> all ($5::uuid[]) and ({{key}}, post_id) < ($3, $4)
  order by {{key}} desc, post_id desc limit {{limit}})
"""  # noqa: S608
SEARCH = f"""
select post.* from ({{page}}) as post {READS} where {{wanted}}
order by post.{{key}} desc, post.id desc limit {{limit}}
"""  # noqa: S608
# The key at which a search of $1 posts from a key on stops.
STOP = """
select {key}, id from public.posts where {shown} {where} and ({key}, id) < ($2, $3)
order by {key} desc, id desc offset $1 - 1 limit 1
"""
GET_PINNED = f"select {COLUMNS} from public.posts where id = any ($3::uuid[]) and {SHOWN}"  # noqa: S608
COUNT_NEW = f"""
with {LISTED_FOR} latest as materialized (
  select id, forum_id, author_id, language, tags, created_at, latest_number, last_activity_at from public.posts
  where {SHOWN} {{where}} order by last_activity_at desc, id desc limit {COUNTED})
select count(*) filter (where {LISTED_WITH_REPLIES}) as unread, count(*) filter (where {LISTED_AS_FRESH}) as fresh
from latest as post {READS}
"""  # noqa: S608
LIST_TAGS = f"""
select max(label) as label from public.forum_tags where post_count > 0
group by tag order by sum(post_count) desc, tag limit {MAX_TAGS}
"""  # noqa: S608
LIST_MODERATED = "select public.moderated_forums()"
GET_WATCH_OF_TAG = "select level from public.watches where tag = lower(btrim($1)) and member_id = $2"


@dataclass(frozen=True, slots=True)
class _Order:
    """The column that a list is ordered by, the type of its key, and what comes before every row."""

    key: str
    shape: Any
    first: Any


BY_ACTIVITY = _Order("last_activity_at", tuple[datetime, UUID], END_OF_TIME)
BY_CREATION = _Order("created_at", tuple[datetime, UUID], END_OF_TIME)
BY_REPLIES = _Order("reply_count", tuple[Position, UUID], 2**31 - 1)
BY_RANK = _Order("top_rank", tuple[float, UUID], 1e308)
SORTS: dict[str, _Order] = {"activity": BY_ACTIVITY, "created": BY_CREATION, "replies": BY_REPLIES}
ORDERS: dict[str, _Order] = {"new": BY_CREATION, "unread": BY_ACTIVITY, "unanswered": BY_CREATION, "top": BY_RANK}


@dataclass(frozen=True, slots=True)
class _Asked:
    """The query parameters of a list."""

    name: ListName
    sort: ListSort
    tag: str | None
    order: _Order
    forum: UUID | None
    member: UUID | None
    key: tuple[Any, UUID] | None

    @property
    def where(self) -> str:
        """Conditions besides the key, which the index of the list has too."""
        conditions = "and $6::uuid is null" if self.forum is None else "and forum_id = $6"
        if self.name == "unanswered":
            conditions += " and reply_count = 0 and not is_locked"
        return conditions

    @property
    def has_pinned(self) -> bool:
        return self.forum is not None and self.name == "latest" and self.sort == "activity" and self.tag is None


async def load_topics(request: PageRequest) -> Page[TopicsPayload]:
    """A list across all forums."""
    asked = _asked(request, None)
    tags = await request.conn.fetch(LIST_TAGS)
    watch: WatchLevel | None = None
    if asked.tag and asked.member:
        watch = await request.conn.fetchval(GET_WATCH_OF_TAG, asked.tag, asked.member)
    posts = await _load(request, asked, [])
    payload = TopicsPayload(
        tags=tuple(row["label"] for row in tags), list=posts, watch=watch, can_moderate=bool(posts.moderated)
    )
    return Page(payload, Head(title=f"#{asked.tag}" if asked.tag else None))


async def load_forum(request: PageRequest) -> Page[ForumPayload]:
    """One forum with a page of one of its lists."""
    if request.visitor is None:
        row = await request.conn.fetchrow(GET_FORUM_AS_GUEST, request.lang, request.params["forumId"])
    else:
        row = await request.conn.fetchrow(GET_FORUM, request.lang, request.visitor.id, request.params["forumId"])
    if row is None:
        raise NotFound
    forum = forum_name(row, row["language"])
    asked = _asked(request, forum.id)
    posts = await _load(request, asked, row["pinned"] if asked.has_pinned else [])
    payload = ForumPayload(
        forum=forum,
        post_count=row["post_count"],
        reply_count=row["reply_count"],
        tags=tuple(row["tags"]),
        list=posts,
        watch=row["watch"],
        can_create=row["can_create"],
        can_moderate=bool(posts.moderated),
    )
    json_ld = forum_json_ld(request, forum.name) if request.is_anonymous else ()
    head = Head(
        title=forum.name, description=forum.description or None, json_ld=json_ld, noindex=row["is_kept_from_index"]
    )
    return Page(payload, head)


def _asked(request: PageRequest, forum: UUID | None) -> _Asked:
    member = request.visitor.id if request.visitor else None
    names: tuple[ListName, ...] = get_args(ListName)
    sorts: tuple[ListSort, ...] = get_args(ListSort)
    name = next((one for one in names if one == request.query.get("list", "latest")), None)
    sort = next((one for one in sorts if one == request.query.get("sort", "activity")), None)
    tag = request.query.get("tag") or None
    if name is None or sort is None or (tag and (len(tag) > MAX_TAG or "\0" in tag)):
        raise NotFound
    if tag or (name == "unread" and member is None):
        # A tag has one list. A guest has read nothing.
        name, sort = "latest", "activity"
    order = SORTS[sort] if name == "latest" else ORDERS[name]
    return _Asked(name, sort, tag, order, forum, member, request.after(order.shape))


async def _load(request: PageRequest, asked: _Asked, pinned: list[UUID]) -> ForumList:
    """A page of a list. `pinned`: the posts above it, which it leaves out."""
    head = await _cards(request, asked, GET_PINNED, pinned) if pinned and asked.key is None else []
    room = POSTS_PER_PAGE - len(head)
    rows = await _page(request, asked, pinned)
    shown, searched, following = rows[:room], 0, None
    if len(rows) > room:
        following = encode_cursor(shown[-1][asked.order.key], shown[-1]["id"])
    elif asked.member and asked.name in {"new", "unread"}:
        searched = SEARCHED
        following = await _stop(request, asked)
    posts = _list(asked, (head, shown), (searched, following), await _count_new(request, asked))
    return msgspec.structs.replace(posts, moderated=await _moderated(request, posts.forums))


async def _moderated(request: PageRequest, forums: tuple[ForumName, ...]) -> tuple[int, ...]:
    """The positions of the forums that the visitor moderates. Most visitors have no such right and cost nothing."""
    if request.visitor is None or "moderate" not in request.visitor.rights:
        return ()
    moderated = set(await request.conn.fetchval(LIST_MODERATED))
    return tuple(place for place, forum in enumerate(forums) if forum.id in moderated)


async def _page(request: PageRequest, asked: _Asked, pinned: list[UUID]) -> "list[Row]":
    """The rows of a page without pinned posts, and one more if others follow."""
    order, rows = asked.order, POSTS_PER_PAGE + 1
    is_searched = asked.member is not None and asked.name in {"new", "unread"}
    statement = (WITH_TAG if asked.tag else RANGE).format(
        where=asked.where, key=order.key, limit=SEARCHED if is_searched else rows
    )
    if is_searched:
        wanted = LISTED_AS_FRESH if asked.name == "new" else LISTED_WITH_REPLIES
        statement = SEARCH.format(page=statement, wanted=wanted, key=order.key, limit=rows)
    tag = [asked.tag.lower()] if asked.tag else []
    return await _cards(request, asked, statement, *(asked.key or (order.first, LAST_ID)), pinned, asked.forum, *tag)


async def _cards(request: PageRequest, asked: _Asked, page: str, *values: Any) -> "list[Row]":
    """Rows of `page` with names. An anonymous visitor has no permission on the table of read positions."""
    is_guest = asked.member is None
    statement = CARDS.format(
        page=page,
        member="" if is_guest else LISTED_FOR,
        unread="$2::uuid is not null" if is_guest else IS_LISTED_AS_UNREAD,
        replies="0" if is_guest else NEW_REPLIES,
        reads="" if is_guest else READS,
        key=asked.order.key,
    )
    return await request.conn.fetch(statement, request.lang, asked.member, *values)


async def _stop(request: PageRequest, asked: _Asked) -> str | None:
    """The key where the search stopped; None at the end of the list."""
    key, post = asked.key or (asked.order.first, LAST_ID)
    where = asked.where.replace("$6", "$4")
    statement = STOP.format(key=asked.order.key, shown=SHOWN, where=where)
    row = await request.conn.fetchrow(statement, SEARCHED, key, post, asked.forum)
    return encode_cursor(row[0], row[1]) if row else None


async def _count_new(request: PageRequest, asked: _Asked) -> tuple[int, int]:
    if asked.member is None:
        return 0, 0
    where = "and $1::uuid is null" if asked.forum is None else "and forum_id = $1"
    row = await request.conn.fetchrow(COUNT_NEW.format(where=where), asked.forum, asked.member)
    return (row["unread"], row["fresh"]) if row else (0, 0)


def _list(
    asked: _Asked,
    rows: "tuple[list[Row], list[Row]]",
    end: tuple[int, str | None],
    new: tuple[int, int],
) -> ForumList:
    names = _Names()
    head, rest = rows
    return ForumList(
        name=asked.name,
        sort=asked.sort,
        tag=asked.tag,
        posts=(*(_card(row, names, is_pinned=True) for row in head), *(_card(row, names) for row in rest)),
        forums=tuple(names.forums),
        people=tuple(names.people),
        moderated=(),
        unread=new[0],
        fresh=new[1],
        count_to=COUNTED,
        searched=end[0],
        is_first_page=asked.key is None,
        next=end[1],
    )


class _Names:
    """The authors and forums of a list, each once: members write in several topics, and addresses are long."""

    def __init__(self) -> None:
        self.people: list[ForumPerson] = []
        self.forums: list[ForumName] = []
        self._places: dict[UUID, int] = {}

    def person(self, member: UUID | None, name: str, picture: str | None) -> int:
        """The position in the list; -1 without an account."""
        if member is None:
            return -1
        place = self._places.setdefault(member, len(self.people))
        if place == len(self.people):
            self.people.append(ForumPerson(id=member, display_name=name, picture_url=picture))
        return place

    def forum(self, row: "Row") -> int:
        """The position of the forum of a row."""
        place = self._places.setdefault(row["forum_id"], len(self.forums))
        if place == len(self.forums):
            self.forums.append(forum_name(row, row["forum_language"], row["forum_id"]))
        return place


def _card(row: "Row", names: _Names, *, is_pinned: bool = False) -> ForumPostCard:
    author = names.person(row["author_id"], row["author_name"], row["author_picture"])
    return ForumPostCard(
        id=row["id"],
        forum=names.forum(row),
        language=row["language"],
        title=row["translated_title"] or row["title"],
        is_translated=row["translated_title"] is not None,
        is_untranslated=row["is_untranslated"],
        tags=tuple(row["tags"]),
        people=(author, *(names.person(*writer) for writer in row["writers"])),
        is_pinned=is_pinned,
        is_locked=row["is_locked"],
        is_solved=row["solved_reply_id"] is not None,
        is_unread=row["is_unread"],
        new_replies=row["new_replies"],
        reply_count=row["reply_count"],
        last_activity_at=row["last_activity_at"],
    )
