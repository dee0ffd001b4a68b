"""Emails each member the topics with the most replies since their last digest, in their language.

Weekly until the member chooses otherwise, from 8 o'clock in their zone, outside quiet hours. Without anything new, or
for a member who was here since the last one, nothing is sent. After 180 days without a visit there are no more digests.
The time of the last digest and the queued email are committed together: a worker that is killed repeats and loses none.
"""

from uuid import UUID

import asyncpg
import msgspec

from balai.database.pool import Connection, Pool
from balai.database.transaction import as_owner
from balai.messaging.email_sender import Mailer
from balai.messaging.notices.listing import NEWS_VARIABLE, News, NewsItem
from balai.messaging.queue import OutgoingMessage
from balai.settings import Settings

BATCH, TOPICS, MIN_HOUR = 50, 5, 8
# A little less than a period, so that digests come at the same hour: the first run after 8 o'clock.
PERIODS = {"daily": "23 hours", "weekly": "6 days 23 hours"}
SILENCE = "180 days"
# A new row makes the period begin with the first look at a member, so that a new member waits for it.
BEGIN = """
insert into public.notice_settings (member_id, digest_at)
select p.id, now() from public.profiles as p
where not exists (select from public.notice_settings as s where s.member_id = p.id and s.digest_at is not null)
limit 1000
on conflict (member_id) do update set digest_at = now()
"""
# `seen_at`: the last sign-in or the last renewal of a session.
TAKE = f"""
update public.notice_settings as s set digest_at = now()
from (
  select s.member_id, s.digest_at as since, u.email, public.offered_language(p.language)::text as language,
    seen.at as seen_at
  from public.notice_settings as s
  join public.profiles as p on p.id = s.member_id
  join auth.users as u on u.id = s.member_id
  cross join lateral (
    select greatest(u.last_sign_in_at, u.created_at, (
      select max(coalesce(session.refreshed_at, session.created_at))
      from auth.sessions as session where session.user_id = u.id)) as at) as seen
  where (s.digest = 'weekly' and s.digest_at < now() - interval '{PERIODS["weekly"]}'
      or s.digest = 'daily' and s.digest_at < now() - interval '{PERIODS["daily"]}')
    and extract(hour from now() at time zone p.time_zone) >= {MIN_HOUR}
    and public.quiet_until(s.member_id, now()) is null
  order by s.digest_at limit $1
  for update of s skip locked) as due
join auth.users as u on u.id = due.member_id
where s.member_id = due.member_id
returning s.member_id, due.since, due.language, due.email,
  not s.is_unsubscribed and u.email_confirmed_at is not null and due.email is not null
    and (u.banned_until is null or u.banned_until < now())
    and due.seen_at < due.since and due.seen_at > now() - interval '{SILENCE}' as is_wanted
"""  # noqa: S608 - our own constants
# Replies of the period, most first; not those that the member has read or wrote in themselves, nor muted ones. The
# newest 200 topics are looked at, however large the forum. The view has no text that is marked; nor do marked replies
# count.
LIST_TOPICS = """
select topic.id, mailed.title, mailed.excerpt,
  public.path_to_text(forum.slug, topic.id, topic.article_id, null, public.offered_language(p.language)) as path,
  count(reply.id)::int as replies
from (
  select post.* from public.posts as post
  where post.hidden_at is null and post.deleted_at is null and post.last_activity_at > $2
  order by post.last_activity_at desc, post.id desc limit 200) as topic
join texts.posts_to_mail as mailed on mailed.id = topic.id
join public.forums as forum on forum.id = topic.forum_id
join public.profiles as p on p.id = $1
left join public.replies as reply on reply.post_id = topic.id and reply.created_at > $2
  and reply.hidden_at is null and reply.deleted_at is null and reply.author_id is distinct from $1
  and not 'mail' = any (reply.kept_from)
left join public.thread_reads as read on read.member_id = $1 and read.post_id = topic.id
left join public.watches as own on own.member_id = $1 and own.post_id = topic.id
where topic.author_id is distinct from $1
  and coalesce(read.last_number, -1) < topic.latest_number
  and (topic.language = p.language or topic.language = any (p.content_languages))
  and public.topic_is_open_to($1, topic.id) and not public.is_confidential(topic.forum_id)
  -- As watchers_of() has it: the level of the topic itself comes before those of its forum, language and tags.
  and case when own.level is not null then own.level <> 'muted' else not exists (
    select from public.watches as wider
    where wider.member_id = $1 and wider.level = 'muted'
      and (wider.forum_id = topic.forum_id or wider.language = topic.language
        or wider.tag in (select lower(tag) from unnest(topic.tags) as tag))) end
group by topic.id, topic.article_id, mailed.title, forum.slug, mailed.excerpt, p.language, topic.last_activity_at
order by count(reply.id) desc, topic.last_activity_at desc limit $3
"""
FIND_LINK = "select public.notice_link($1, null)"


async def queue_digests(pool: Pool, mailer: Mailer, settings: Settings) -> bool:
    """Queue the digests that are due. True when more may be due."""
    async with as_owner(pool) as conn:
        await conn.execute(BEGIN)
        rows = await conn.fetch(TAKE, BATCH)
        for row in rows:
            if row["is_wanted"]:
                await _queue(conn, mailer, settings, row)
    return len(rows) == BATCH


async def _queue(conn: Connection, mailer: Mailer, settings: Settings, row: asyncpg.Record) -> None:
    member: UUID = row["member_id"]
    topics = await conn.fetch(LIST_TOPICS, member, row["since"], TOPICS)
    if not topics:
        return
    items = tuple(
        NewsItem(
            "topic" if topic["replies"] else "new_topic",
            topic["path"],
            title=topic["title"],
            text=topic["excerpt"],
            count=topic["replies"],
        )
        for topic in topics
    )
    link = await conn.fetchval(FIND_LINK, member)
    news = News(site_url=settings.site_url, items=items, kind="digest", stop=str(link))
    variables = {NEWS_VARIABLE: msgspec.json.encode(news).decode()}
    await mailer.queue(conn, OutgoingMessage("news", row["email"], row["language"], variables, user_id=member))
