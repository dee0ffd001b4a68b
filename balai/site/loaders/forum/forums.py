"""The list of forums."""

from balai.site.loaders.forum.names import FORUM_TEXT, find_author, forum_name
from balai.site.loaders.forum.payloads import ForumLatest, ForumsPayload, ForumSummary
from balai.site.payloads import Head
from balai.site.screens import Page, PageRequest

POSTS_PER_PAGE = 20
# The read position of the member in each post: one look at the primary key for each. Joined without the limit, a plan
# that a session keeps reads all positions of the member instead, of whom it expects a few.
READS = """left join lateral (
  select own.member_id, own.last_number from public.thread_reads as own
  where own.member_id = $2 and own.post_id = post.id limit 1) as read on true"""


UNREAD_SINCE = "(select public.unread_since())"
# There is something that the member has not read, since they joined or marked everything as read. One's own post counts
# as read.
IS_UNREAD = """
post.last_activity_at > {since}
and post.latest_number > coalesce(read.last_number, case when post.author_id = ${member} then 0 else -1 end)
"""
# The level that the member has chosen for a post, as for notices (notifications/watches.sql): its own, else the first
# in this order of its forum, its language and its tags. Settings of more than one post are read once for a list: the
# common table expressions LISTED_FOR, of the member $2.
LEVELS = "array['muted', 'watching', 'watching_first', 'tracking', 'normal']"
LISTED_FOR = f"""
since as materialized (select public.unread_since() as moment),
wider as materialized (
  select forum_id, language, tag, array_position({LEVELS}, level) as place from public.watches
  where member_id = $2 and post_id is null),
"""  # noqa: S608
LISTED_SINCE = "(select since.moment from since)"
# Evaluated for posts with something new alone: a condition stands before it.
LEVEL = f"""(
  select ({LEVELS})[coalesce(
    (select array_position({LEVELS}, own.level) from public.watches as own
     where own.post_id = post.id and own.member_id = $2),
    (select min(wider.place) from wider
     where wider.forum_id = post.forum_id or wider.language = post.language
       or wider.tag in (select lower(each) from unnest(post.tags) as each)))])"""  # noqa: S608

FORUMS = f"""
select forum.id, forum.slug, forum.position, text.language, text.name, text.description,
  forum.post_count, forum.reply_count, forum.last_activity_at, {{unread}} as unread, above.id is not null as is_below,
  latest.id as latest_id, coalesce(translated.language, latest.language) as latest_language,
  coalesce(translated.title, latest.title) as latest_title,
  writer.id as author_id, writer.display_name as author_name, writer.picture_url as author_picture
from public.forums as forum {FORUM_TEXT}
left join public.posts as latest on latest.id = forum.latest_post_id and latest.title is not null
left join public.translations as translated on translated.post_id = latest.id and translated.language = $1
-- An area whose upper one is out of sight stands at the top.
left join public.forums as above on above.id = forum.parent_id
left join public.profiles as writer on writer.id = coalesce(latest.latest_writers[1], latest.author_id)
-- Threads of sessions are reached from their bookings.
where forum.slot_id is null
order by coalesce(above.position, forum.position), coalesce(above.id, forum.id), above.id is not null,
  forum.position, forum.id
limit 200
"""  # noqa: S608 - our own fragment
LIST_FORUMS_AS_GUEST = FORUMS.format(unread="0")
# $2: the member. Counted among the latest posts only, so that the count costs the same in a forum of any size.
COUNT_UNREAD = f"""(
  select count(*) from (
    select id, author_id, latest_number, last_activity_at from public.posts
    where forum_id = forum.id and hidden_at is null and deleted_at is null
    order by is_pinned desc, last_activity_at desc, id desc limit 20) as post
  {READS}
  where {IS_UNREAD.format(member=2, since=UNREAD_SINCE)})"""  # noqa: S608 - our own fragment
LIST_FORUMS = FORUMS.format(unread=COUNT_UNREAD)

MAX_TAGS = 12
MAX_PINNED = 10
SHOWN = "hidden_at is null and deleted_at is null"
PINNED = f"""
select id, latest_number from public.posts where forum_id = forum.id and is_pinned and {SHOWN}
order by last_activity_at desc, id desc limit {MAX_PINNED}
"""  # noqa: S608
FORUM = f"""
select forum.id, forum.slug, forum.position, text.language, text.name, text.description,
  forum.post_count, forum.reply_count, auth.uid() is null or public.may('create', forum.id) as can_create,
  'index' = any (forum.kept_from || coalesce(above.kept_from, '{{{{}}}}')) as is_kept_from_index, forum.kept_from,
  array(
    select used.label from public.forum_tags as used where used.forum_id = forum.id and used.post_count > 0
    order by used.post_count desc, used.tag limit {MAX_TAGS}) as tags,
  {{watch}} as watch, array(select post.id from ({PINNED}) as post {{pinned}}) as pinned
from public.forums as forum {FORUM_TEXT}
left join public.forums as above on above.id = forum.parent_id
where forum.slug = {{slug}}
"""  # noqa: S608 - our own fragment
GET_FORUM_AS_GUEST = FORUM.format(slug="$2", watch="null", pinned="")
# $2: the member. A pinned post that they have read to its end stands in its place.
GET_FORUM = FORUM.format(
    slug="$3",
    watch="(select w.level from public.watches as w where w.forum_id = forum.id and w.member_id = $2)",
    pinned=f"{READS} where read.member_id is null or read.last_number < post.latest_number",
)


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
            is_below=row["is_below"],
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
