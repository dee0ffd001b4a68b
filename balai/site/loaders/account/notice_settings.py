"""Of what a member is notified, and how: the channels of each kind, quiet hours, the digest, and what they watch.

And the page behind the links in emails, which needs no session.
"""

import math
from typing import Literal
from uuid import UUID

from balai.site.loaders.account.bounces import Bounces, read_bounces
from balai.site.loaders.account.notifications import NoticeKindName
from balai.site.loaders.forum.payloads import WatchLevel
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest

Channel = Literal["site", "email", "push", "sms"]
BookingChannel = Literal["mail", "sms", "whatsapp", "zalo"]
LIST_KINDS = """
select known.kind, known.section, known.offered, 'email' = any (known.sent_apart) as is_emailed_apart, array(
    select offer.channel from unnest(known.offered) as offer (channel)
    where coalesce((
      select choice.is_on from public.notice_choices as choice
      where choice.member_id = $1 and choice.kind = known.kind and choice.channel = offer.channel),
      offer.channel = any (known.channels))) as chosen
from public.notice_kinds as known
where known.section <> 'staff' or $2
order by known.position, known.kind
"""
GET_SETTINGS = """
select to_char(s.quiet_from, 'HH24:MI') as quiet_from, to_char(s.quiet_until, 'HH24:MI') as quiet_until,
  coalesce(s.digest, 'weekly') as digest, not coalesce(s.is_unsubscribed, false) as emails,
  coalesce(auth.email(), '') as email, p.time_zone, s.booking_channel
from public.my_profile() as p
left join public.notice_settings as s on s.member_id = p.id
"""
# Topics that the member writes in are tracked by themselves: only what they chose is listed, and their own topics.
LIST_WATCHES = """
select watch.id, watch.level, watch.language as watched_language, watch.post_id, forum.id as forum_id,
  forum.slug as forum_slug, case when watch.post_id is not null then
    public.path_to_text(forum.slug, post.id, post.article_id, null, $2::public.language) end as path,
  watch.tag, coalesce(post.title, text.name, (select max(t.label) from public.forum_tags as t where t.tag = watch.tag),
    watch.tag, '') as title, coalesce(post.language, text.language) as lang
from public.watches as watch
left join public.posts as post on post.id = watch.post_id
left join public.forums as forum on forum.id = coalesce(watch.forum_id, post.forum_id)
left join lateral (
  select t.name, t.language from public.forum_texts as t where t.forum_id = watch.forum_id
  order by array_position(public.language_order($2::public.language), t.language) limit 1) as text on true
where watch.member_id = $1 and not (watch.is_automatic and watch.level = 'tracking')
order by watch.post_id is not null, watch.changed_at desc, watch.id desc
limit 100
"""
FIND_LINK = "select title, is_for_all, is_done from public.find_notice_link($1)"
FIND_NEWSLETTER_LINK = "select is_guest, is_done from public.find_newsletter_link($1)"


class NoticeKind(Payload, frozen=True):
    """One row of the table of channels. `is_emailed_apart` without an offered email: it is always emailed."""

    kind: NoticeKindName
    section: Literal["forum", "blog", "people", "booking", "staff"]
    offered: tuple[Channel, ...]
    chosen: tuple[Channel, ...]
    is_emailed_apart: bool


class Watched(Payload, frozen=True):
    """A watched item: a forum, a topic of it, a tag, or everything in a language.

    `title`: of a tag, as members write it. `path`: to a topic, without the language; None if the member may not see it.
    """

    id: int
    level: WatchLevel
    watched_language: Lang | None
    forum_id: UUID | None
    forum_slug: str | None
    post_id: UUID | None
    path: str | None
    tag: str | None
    title: str
    lang: Lang | None


class NoticeSettingsPayload(Payload, frozen=True):
    """The settings of the visitor. Quiet hours as `22:00`, in their time zone.

    `email_delay_minutes`: the time in which notices become one email; 0: each is emailed at once.
    """

    kinds: tuple[NoticeKind, ...]
    watched: tuple[Watched, ...]
    quiet_from: str | None
    quiet_until: str | None
    digest: Literal["off", "daily", "weekly"]
    emails: bool
    email: str
    time_zone: str
    # By which channel messages about bookings come first; None: by email, else by SMS.
    booking_channel: BookingChannel | None
    has_sms: bool
    phone_channels: tuple[BookingChannel, ...]
    email_delay_minutes: int
    bounces: Bounces | None


class UnsubscribePayload(Payload, frozen=True):
    """The effect of a link in an email. `title`: of its topic. `is_done`: it has ended.

    `articles`: it is about new articles, to a member or to a guest, whose address is deleted.
    """

    link: UUID
    title: str | None
    is_for_all: bool
    is_done: bool
    articles: Literal["member", "guest"] | None


async def load_notice_settings(request: PageRequest) -> Page[NoticeSettingsPayload]:
    """The visitor's own settings."""
    if request.visitor is None:
        raise NotFound
    settings = await request.conn.fetchrow(GET_SETTINGS)
    if settings is None:
        raise NotFound
    kinds = await request.conn.fetch(LIST_KINDS, request.visitor.id, request.visitor.is_admin)
    watched = await request.conn.fetch(LIST_WATCHES, request.visitor.id, request.lang)
    methods = await request.sign_in_methods()
    lists = {
        "kinds": tuple(read_row(NoticeKind, row) for row in kinds),
        "watched": tuple(read_row(Watched, row) for row in watched),
    }
    facts = {
        "has_sms": methods.phone,
        "phone_channels": request.phone_channels,
        "email_delay_minutes": math.ceil(request.notice_delay_seconds / 60),
        "bounces": await read_bounces(request, request.visitor.id),
    }
    return Page(read_row(NoticeSettingsPayload, {**dict(settings), **lists, **facts}))


async def load_unsubscribe(request: PageRequest) -> Page[UnsubscribePayload]:
    """The page of a link."""
    try:
        link = UUID(request.query.get("link", ""))
    except ValueError as error:
        raise NotFound from error
    row = await request.conn.fetchrow(FIND_LINK, link)
    if row is None:
        return Page(await _read_newsletter_link(request, link))
    return Page(read_row(UnsubscribePayload, {**dict(row), "link": link, "articles": None}))


async def _read_newsletter_link(request: PageRequest, link: UUID) -> UnsubscribePayload:
    row = await request.conn.fetchrow(FIND_NEWSLETTER_LINK, link)
    if row is None:
        raise NotFound
    reader: Literal["member", "guest"] = "guest" if row["is_guest"] else "member"
    return UnsubscribePayload(link=link, title=None, is_for_all=False, is_done=row["is_done"], articles=reader)
