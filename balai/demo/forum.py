"""Forums with their posts, replies, translations and marks, and comments on articles.

Times are minutes after the post or article. Replies to translate are named by their number; 0: the post.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.database.pool import Connection
from balai.demo.markup import rich_text
from balai.demo.people import DEMO_MEMBERS, act_as, read
from balai.demo.timeline import some_days_ago

ADD_FORUM = """
insert into public.forums (slug, position, edit_window) values ($1, $2, $3::text::interval) returning id
"""
ADD_FORUM_TEXT = """
insert into public.forum_texts (forum_id, language, name, description) values ($1, $2::text::public.language, $3, $4)
"""
ADD_POST = """
insert into public.posts (
  forum_id, author_id, language, title, body, is_pinned, tags, created_at, text_since, last_activity_at)
select id, $2, $3::text::public.language, $4, $5, $6, $8, $7, $7, $7 from public.forums where slug = $1
returning id
"""
ADD_REPLY = """
insert into public.replies (post_id, author_id, language, body, quoted_reply_id, created_at, text_since)
values ($1, $2, $3::text::public.language, $4, $5, $6, $6)
returning id
"""
# Two threads with new replies, two that were never opened, all others read.
ADD_READS = """
insert into public.thread_reads as known (member_id, post_id, last_number)
select $1, post.id, case when post.place <= 2 then greatest(post.latest_number - 2, 0) else post.latest_number end
from (
  select id, latest_number, row_number() over (order by last_activity_at desc, id) as place from public.posts) as post
where post.place not in (3, 4)
on conflict (member_id, post_id) do update set last_number = excluded.last_number
"""
# Told when they happened; those of earlier days are read.
AGE_NOTIFICATIONS = """
update public.notifications as n set
  created_at = post.last_activity_at,
  read_at = case when post.last_activity_at < $1::timestamptz - interval '2 days' then post.last_activity_at end
from public.posts as post where post.id = n.post_id
"""
LOCK_POST = "update public.posts set is_locked = true where id = $1"
SOLVE_POST = "update public.posts set solved_reply_id = $2 where id = $1"
# Some members like each post and reply; which ones, and what they feel, follows from the texts.
ADD_REACTIONS = """
with entries as (
  select id as post_id, null::uuid as reply_id, author_id, title as words from public.posts
  union all
  select null, id, author_id, public.rich_text_plain(body) from public.replies)
insert into public.reactions (member_id, post_id, reply_id, kind)
select member.id, entry.post_id, entry.reply_id,
  (array['like', 'like', 'thanks', 'thanks', 'cheer', 'laugh'])[1 + abs(hashtext(entry.words || member.id) % 6)]
from entries as entry
join unnest($1::uuid[]) as member (id) on member.id <> entry.author_id
where abs(hashtext(entry.words || member.id || 'x') % 9) = 0
"""
ADD_BOOKMARKS = """
insert into public.bookmarks (member_id, post_id, note, remind_at, created_at)
select $1, post.id, case when post.place = 1 then $2 else '' end,
  case when post.place = 1 then $3::timestamptz + interval '2 days' end, $3::timestamptz - interval '1 day' * post.place
from (
  select id, row_number() over (order by reply_count desc, id) as place from public.posts where author_id <> $1) as post
where post.place <= 3
"""

CHOOSE_AREA = """
update public.site_settings set comments_forum_id = (select id from public.forums where slug = 'neighbourhood')
"""
FIND_ARTICLE = """
select a.id, a.publish_at
from public.articles as a join public.article_slugs as s on s.article_id = a.id where s.slug = $1
"""
ADD_COMMENT = "select public.add_comment($1, $2, $3, $4::text::public.language)"
# The topic is as old as its first comment.
SET_TIMES = """
with moved as (
  update public.replies set created_at = $2, text_since = $2 where id = $1 returning post_id)
update public.posts set last_activity_at = $2, created_at = least(created_at, $2), text_since = least(text_since, $2)
where id = (select post_id from moved)
"""

ADD_POLL = "select public.add_poll($1, $2::text::jsonb)"
VOTE = "select public.vote((select id from public.polls where post_id = $1), $2)"

BOOKMARK_NOTES = {
    "en": "Ask again on Thursday",
    "zh": "星期四再问一次",
    "ms": "Tanya lagi hari Khamis",
    "vi": "Thứ năm hỏi lại",
}
FIND_POST = "select id from public.posts where title = $1"
FIND_REPLY = "select id from public.replies where post_id = $1 and number = $2"
ADD_TRANSLATION = """
insert into public.translations (post_id, reply_id, language, title, body, translator_id, source_version, created_at,
  updated_at)
select $1::uuid, $2::uuid, $3::text::public.language, $4, $5, $6, 1, x.created_at + interval '5 hours',
  x.created_at + interval '5 hours'
from (
  select p.created_at from public.posts as p where p.id = $1
  union all
  select r.created_at from public.replies as r where r.id = $2) as x
"""
ADD_REQUEST = """
insert into public.translation_requests (post_id, reply_id, language, member_id)
values ($1, $2, $3::text::public.language, $4)
"""
MARK = "update public.posts set kept_from = $2 where id = $1"


async def add_forums(connection: Connection) -> None:
    """Create the forums in their order."""
    for position, forum in enumerate(read("forums.json")):
        forum_id = await connection.fetchval(ADD_FORUM, forum["slug"], position, forum.get("edit_window"))
        for language, (name, description) in forum["texts"].items():
            await connection.execute(ADD_FORUM_TEXT, forum_id, language, name, description)


async def add_posts(connection: Connection, people: dict[str, UUID], now: datetime) -> None:
    """Create posts with their replies, oldest first."""
    for number, post in enumerate(sorted(read("posts.json"), key=lambda post: -post["days"])):
        await _add_post(connection, people, some_days_ago(now, post["days"], number), post)
    await connection.execute(ADD_REACTIONS, list(people.values()))
    for member in DEMO_MEMBERS:
        await connection.execute(ADD_READS, people[member.key])
        await connection.execute(ADD_BOOKMARKS, people[member.key], BOOKMARK_NOTES[member.language], now)
    await connection.execute(AGE_NOTIFICATIONS, now)


async def _add_post(connection: Connection, people: dict[str, UUID], posted_at: datetime, post: dict[str, Any]) -> None:
    post_id = await connection.fetchval(
        ADD_POST,
        post["forum"],
        people[post["author"]],
        post["language"],
        post["title"],
        rich_text(post["body"]),
        post.get("pinned", False),
        posted_at,
        post.get("tags", []),
    )
    replies: list[UUID] = []
    for reply in post["replies"]:
        quoted = replies[reply["quotes"] - 1] if "quotes" in reply else None
        moment = posted_at + timedelta(minutes=reply["minutes"])
        body = rich_text(reply["body"])
        author = people[reply["author"]]
        replies.append(await connection.fetchval(ADD_REPLY, post_id, author, reply["language"], body, quoted, moment))
    if post.get("locked"):
        await connection.execute(LOCK_POST, post_id)
    if "answer" in post:
        await connection.execute(SOLVE_POST, post_id, replies[post["answer"] - 1])
    if "poll" in post:
        await _add_poll(connection, people, post_id, post)


async def _add_poll(connection: Connection, people: dict[str, UUID], post_id: UUID, post: dict[str, Any]) -> None:
    poll = {**post["poll"]}
    votes = poll.pop("votes")
    await act_as(connection, people[post["author"]])
    await connection.execute(ADD_POLL, post_id, msgspec.json.encode(poll).decode())
    for voter, choices in votes.items():
        await act_as(connection, people[voter])
        await connection.execute(VOTE, post_id, choices)


async def add_comments(connection: Connection, people: dict[str, UUID], now: datetime) -> None:
    """Comment on articles as members do; then set the times, none of them in the future."""
    await connection.execute(CHOOSE_AREA)
    for entry in read("comments.json"):
        [article] = await connection.fetch(FIND_ARTICLE, entry["article"])
        for comment in entry["comments"]:
            await act_as(connection, people[comment["author"]])
            reply = uuid4()
            body = rich_text(comment["body"])
            await connection.fetchval(ADD_COMMENT, article["id"], reply, body, comment["language"])
            moment = min(article["publish_at"] + timedelta(minutes=comment["minutes"]), now)
            await connection.execute(SET_TIMES, reply, moment)


async def add_translations(connection: Connection, people: dict[str, UUID]) -> None:
    """Add translations of posts and replies, requests for more, and a post with marks."""
    for entry in read("translations.json"):
        post = await connection.fetchval(FIND_POST, entry["post"])
        await _add_texts(connection, people, (post, None), entry.get("texts", {}))
        for number, texts in entry.get("replies", {}).items():
            reply = await connection.fetchval(FIND_REPLY, post, int(number))
            await _add_texts(connection, people, (None, reply), texts)
        for number, asked in entry.get("asks", {}).items():
            reply = await connection.fetchval(FIND_REPLY, post, int(number)) if number != "0" else None
            for language, members in asked.items():
                for member in members:
                    thing = (post, None) if reply is None else (None, reply)
                    await connection.execute(ADD_REQUEST, *thing, language, people[member])
        if "kept_from" in entry:
            await connection.execute(MARK, post, entry["kept_from"])


async def _add_texts(
    connection: Connection, people: dict[str, UUID], thing: tuple[UUID | None, UUID | None], texts: dict[str, Any]
) -> None:
    for language, text in texts.items():
        values = (language, text.get("title"), rich_text(text["body"]), people[text["by"]])
        await connection.execute(ADD_TRANSLATION, *thing, *values)
