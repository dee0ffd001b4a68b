"""A member's own notifications, newest first."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest, encode_cursor

PAGE_SIZE = 20
START = (datetime.fromisoformat("9999-01-01T00:00:00+00:00"), UUID(int=2**128 - 1))
LIST_NOTIFICATIONS = """
select n.id, n.kind, n.count, n.created_at, n.read_at is null as is_unread, actor.display_name as actor_name,
  actor.picture_url as actor_picture,
  n.post_id, post.title, n.booking_id, booking.name as service_name, booking.starts_at,
  coalesce(n.path,
    public.path_to_text(forum.slug, post.id, post.article_id, reply.number, $1::public.language)) as path,
  n.subject, said.comment,
  coalesce(post.language, booking.text_language) as lang
from (
  select * from public.notifications
  where member_id = $2 and on_site and (created_at, id) < ($3, $4)
  order by created_at desc, id desc
  limit $5) as n
left join public.profiles as actor on actor.id = n.actor_id
left join public.posts as post on post.id = n.post_id
left join public.forums as forum on forum.id = post.forum_id
left join public.replies as reply on reply.id = n.reply_id
left join public.booking_details($1::public.language) as booking on booking.id = n.booking_id
left join lateral (
  select left(case n.kind when 'article_changes' then r.comment else r.note end, 300) as comment
  from public.article_reviews as r
  where n.kind in ('article_changes', 'staff_article')
    and r.id = any (case when n.kind in ('article_changes', 'staff_article') then n.things::uuid[] end)
  order by r.submitted_at desc limit 1) as said on true
order by n.created_at desc, n.id desc
"""

# As in notifications/kinds.sql; a test compares them.
NoticeKindName = Literal[
    "reply",
    "quote",
    "mention",
    "watched_topic",
    "watched_forum",
    "reaction",
    "reminder",
    "text_edited",
    "text_reviewed",
    "text_translated",
    "new_article",
    "article_changes",
    "article_approved",
    "direct_message",
    "role_given",
    "report_handled",
    "group_invited",
    "group_joined",
    "privacy_request",
    "data_incident",
    "booking_changed",
    "booking_cancelled",
    "booking_promoted",
    "booking_confirmed",
    "booking_declined",
    "booking_offered",
    "booking_reminder",
    "staff_report",
    "staff_queue",
    "staff_message",
    "staff_booking",
    "staff_group",
    "staff_article",
    "staff_privacy",
    "staff_privacy_due",
    "staff_incident_due",
]


class Notification(Payload, frozen=True):
    """One notification: about a topic and its first new reply, about a booking, or about something else.

    `path`: to it, without the language; null for a booking, and for a topic that the member may not see any more.
    `title` is null after the post's text was removed. `count`: how many things of the kind. `kind`: a row of
    public.notice_kinds. `comment`: of an editor who asked for changes, or the note of the writer who submitted a text.
    """

    id: UUID
    kind: NoticeKindName
    count: int
    created_at: datetime
    is_unread: bool
    actor_name: str | None
    actor_picture: str | None
    post_id: UUID | None
    title: str | None
    booking_id: UUID | None
    service_name: str | None
    starts_at: datetime | None
    lang: Lang | None
    path: str | None
    subject: str
    comment: str | None


class NotificationsPayload(Payload, frozen=True):
    """A page of notifications."""

    notifications: tuple[Notification, ...]
    next: str | None


async def load_notifications(request: PageRequest) -> Page[NotificationsPayload]:
    """The visitor's own notifications."""
    if request.visitor is None:
        raise NotFound
    after = request.after(tuple[datetime, UUID]) or START
    rows = await request.conn.fetch(LIST_NOTIFICATIONS, request.lang, request.visitor.id, *after, PAGE_SIZE + 1)
    shown = tuple(read_row(Notification, row) for row in rows[:PAGE_SIZE])
    last = shown[-1] if len(rows) > PAGE_SIZE else None
    return Page(NotificationsPayload(shown, encode_cursor(last.created_at, last.id) if last else None))
