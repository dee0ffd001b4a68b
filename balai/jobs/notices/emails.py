"""Collects the notices of each member into one email, or one SMS, ten minutes after the first.

Notices that were read meanwhile are not sent, nor those that the member may no longer see. In quiet hours nothing is
sent; notices of these hours are one message afterwards. The next SMS waits for an hour: the site pays for each, and
other members set the pace of a watched topic. The rows leave their table and the message enters the queue in one
transaction, so each notice is in exactly one message however often a worker is killed.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import groupby
from urllib.parse import urlsplit
from uuid import UUID

import asyncpg
import msgspec

from balai.database.pool import Connection, Pool
from balai.database.transaction import as_owner
from balai.messaging.email_sender import Mailer
from balai.messaging.notices.listing import MAX_TEXT, NEWS_VARIABLE, News, NewsItem
from balai.messaging.queue import OutgoingMessage
from balai.settings import Settings

# Members, and rows that are looked at to find them.
BATCH, LOOK_AT = 50, 500
# One worker at a time: two would send a member two emails.
TRY_LOCK = "select pg_try_advisory_xact_lock(7236831203)"
HOLD = """
update public.notice_deliveries as d set hold_until = quiet.until
from (
  select member_id, public.quiet_until(member_id, now()) as until from (
    select distinct member_id from public.notice_deliveries
    where created_at <= clock_timestamp() - $1::interval and hold_until <= clock_timestamp()) as due) as quiet
where d.member_id = quiet.member_id and quiet.until is not null
"""
SMS_INTERVAL = timedelta(hours=1)
HOLD_SMS = """
update public.notice_deliveries as d set hold_until = s.sms_at + $2
from public.notice_settings as s
where s.member_id = d.member_id and d.channel = 'sms' and s.sms_at + $2 > clock_timestamp()
  and d.created_at <= clock_timestamp() - $1::interval and d.hold_until <= clock_timestamp()
"""
NOTE_SMS = """
insert into public.notice_settings (member_id, sms_at) values ($1, now())
on conflict (member_id) do update set sms_at = excluded.sms_at
"""
# Rows without a result are deleted all the same: read, withdrawn, or of a member who gets no emails. Texts come from
# the views of the role balai_mailer, which does not see what is marked: such a notice has neither title nor text.
TAKE = """
with due as (
  select distinct member_id, channel from (
    select member_id, channel from public.notice_deliveries
    where created_at <= clock_timestamp() - $1::interval and hold_until <= clock_timestamp()
    order by created_at limit $3) as oldest
  limit $2
), taken as (
  delete from public.notice_deliveries as d using due
  where d.member_id = due.member_id and d.channel = due.channel returning d.*
)
select t.member_id, t.channel, n.kind, n.post_id, n.path, n.count,
  -- Of reports it is the title of the reported topic.
  case when not exists (
    select from public.reports as r
    where n.kind in ('staff_report', 'report_handled') and r.id::text = any (n.things)
      and 'mail' = any (public.marks_of(r.post_id, r.reply_id))) then n.subject end as subject,
  n.booking_id,
  coalesce(actor.display_name, '') as actor,
  public.path_to_text(forum.slug, topic.id, topic.article_id, reply.number,
    public.offered_language(p.language)) as text_path,
  public.name_in_message(topic, public.offered_language(p.language)) as title,
  case when n.kind in ('article_changes', 'staff_article') then (
    select case n.kind when 'article_changes' then r.comment else r.note end
    from public.article_reviews as r where r.id = any (n.things::uuid[]) order by r.submitted_at desc limit 1)
  when not public.is_confidential(topic.forum_id)
    then public.rich_text_plain(case when t.reply_id is not null then mailed_reply.body when n.reply_id is null
      then mailed.body end) end as text,
  u.email, u.phone, public.offered_language(p.language)::text as language
from taken as t
join public.notifications as n on n.id = t.notification_id and n.read_at is null
join public.profiles as p on p.id = t.member_id
join auth.users as u on u.id = p.id and (u.banned_until is null or u.banned_until < now())
left join public.notice_settings as s on s.member_id = p.id
left join public.profiles as actor on actor.id = t.actor_id
left join public.posts as topic on topic.id = n.post_id
left join public.forums as forum on forum.id = topic.forum_id
left join public.replies as reply on reply.id = t.reply_id
left join texts.posts_to_mail as mailed on mailed.id = n.post_id
left join texts.replies_to_mail as mailed_reply on mailed_reply.id = t.reply_id
where not coalesce(s.is_unsubscribed, false)
  and (t.channel = 'email' and u.email is not null and u.email_confirmed_at is not null
    or t.channel = 'sms' and u.phone is not null and u.phone_confirmed_at is not null)
  and (n.post_id is null or public.topic_is_open_to(t.member_id, n.post_id))
  and (t.reply_id is null or reply.body is not null)
order by t.member_id, t.channel, t.id
"""
HAS_DUE = """
select exists (
  select from public.notice_deliveries
  where created_at <= clock_timestamp() - $1::interval and hold_until <= clock_timestamp())
"""
FIND_LINK = "select public.notice_link($1, $2)"


async def queue_notice_emails(pool: Pool, mailer: Mailer, settings: Settings, *, reply_to: str = "") -> bool:
    """Queue the messages that are due. True when more may be due.

    `reply_to`: the address for replies by email, with `{}` for the secret part; empty where there is none.
    """
    delay = timedelta(seconds=settings.notice_delay_seconds)
    async with as_owner(pool) as conn:
        if not await conn.fetchval(TRY_LOCK):
            return False
        await conn.execute(HOLD, delay)
        await conn.execute(HOLD_SMS, delay, SMS_INTERVAL)
        rows = await conn.fetch(TAKE, delay, BATCH, LOOK_AT)
        for _, group in groupby(rows, key=lambda row: (row["member_id"], row["channel"])):
            await mailer.queue(conn, await _compose(conn, settings, list(group), reply_to))
        return bool(await conn.fetchval(HAS_DUE, delay))


async def _compose(
    conn: Connection, settings: Settings, rows: Sequence[asyncpg.Record], reply_to: str
) -> OutgoingMessage:
    first = rows[0]
    if first["channel"] == "sms":
        await conn.execute(NOTE_SMS, first["member_id"])
        url = f"{settings.site_url}/{first['language']}/notifications"
        variables = {"count": str(len(rows)), "url": url}
        return OutgoingMessage("news", first["phone"], first["language"], variables, channel="sms")
    member: UUID = first["member_id"]
    topics = {row["post_id"] for row in rows}
    topic = first["post_id"] if len(topics) == 1 else None
    stop_topic = None if topic is None else await conn.fetchval(FIND_LINK, member, topic)
    news = News(
        site_url=settings.site_url,
        items=tuple(_item(row) for row in rows),
        stop=str(await conn.fetchval(FIND_LINK, member, None)),
        stop_topic=stop_topic and str(stop_topic),
        thread=topic and f"{topic}@{urlsplit(settings.site_url).hostname}",
        reply_to=reply_to.format(stop_topic.hex) if stop_topic and reply_to else None,
    )
    variables = {NEWS_VARIABLE: msgspec.json.encode(news).decode()}
    return OutgoingMessage("news", first["email"], first["language"], variables, user_id=member)


def _item(row: asyncpg.Record) -> NewsItem:
    path = row["text_path"] or (f"/book/view/{row['booking_id']}" if row["booking_id"] else row["path"])
    text = (row["text"] or "").strip()
    if len(text) > MAX_TEXT:
        text = text[: MAX_TEXT - 1].rstrip() + "…"
    return NewsItem(row["kind"], path, row["actor"], row["title"] or row["subject"] or "", text, row["count"])
