"""A member's own profile: public and private fields, their posts and bookings."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.forum.held import list_own_held
from balai.site.loaders.forum.payloads import OwnHeldText
from balai.site.loaders.people.trust import Trust, explain_trust
from balai.site.loaders.rows import read_row
from balai.site.payloads import LANGS, Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest, decode_cursor, encode_cursor

PAGE_SIZE = 10
Audience = Literal["everyone", "members", "group", "staff", "nobody"]
START = (datetime.fromisoformat("9999-01-01T00:00:00+00:00"), UUID(int=2**128 - 1))
GET_PROFILE = """
select id, display_name, picture_url, about, language, time_zone, created_at, auth.email() as email,
  public.my_content_languages()::text[] as content_languages
from public.my_profile()
"""
GET_CHOICES = """
select speaks::text[] as speaks, about_for, languages_for, since_for, activity_for, is_listed, takes_messages
from public.my_visibility()
"""
LIST_POSTS = """
select post.id, public.path_to_text(forum.slug, post.id, null, null, $5::public.language) as path,
  post.language as lang, post.title, post.hidden_at is not null as is_hidden, post.reply_count, post.created_at,
  post.latest_number > coalesce(read.last_number, 0)
    and post.last_activity_at > (select public.unread_since()) as is_unread
from public.posts as post
join public.forums as forum on forum.id = post.forum_id
left join public.thread_reads as read on read.member_id = $1 and read.post_id = post.id
where post.author_id = $1 and post.article_id is null and post.deleted_at is null
  and (post.created_at, post.id) < ($2, $3)
order by post.created_at desc, post.id desc
limit $4
"""
BOOKINGS = """
select d.id, d.status, d.starts_at, d.ends_at, d.text_language as lang, d.name, d.place, thread.slug as thread_area,
  (select post.id from public.posts as post where post.forum_id = thread.id order by post.created_at, post.id limit 1)
    as thread_post,
  d.request_until is not null as is_request, coalesce(d.offer_until > now(), false) as is_offered
from public.booking_details($1::public.language) as d
join public.bookings as booking on booking.id = d.id
left join public.forums as thread on thread.slot_id = booking.slot_id
where d.member_id = $2 and {which}
"""
LIST_BOOKINGS = BOOKINGS.format(
    which="""(d.starts_at, d.id) < ($3, $4) and (d.ends_at < now() or d.status = 'cancelled')
order by d.starts_at desc, d.id desc
limit $5"""
)
# More than a member can have ahead under the usual rules of services.
LIST_COMING = BOOKINGS.format(
    which="""d.ends_at >= now() and d.status <> 'cancelled'
order by d.starts_at, d.id
limit 50"""
)


MAY_HAVE_BOOKED = "select public.may_have_booked_as_guest()"
LIST_CLAIMS = "select guest_id, name, bookings from public.my_claims()"


class ProfilePost(Payload, frozen=True):
    """One of the member's posts. A hidden one has no title. `is_unread`: it has replies that they have not read."""

    id: UUID
    path: str
    lang: Lang
    title: str | None
    is_hidden: bool
    is_unread: bool
    reply_count: int
    created_at: datetime


class ProfileBooking(Payload, frozen=True):
    """One of the member's bookings. One that waits for an answer of the staff or of the member is marked.

    `thread_area`, `thread_post`: the private thread of its session.
    """

    id: UUID
    status: Literal["booked", "waiting", "cancelled"]
    is_request: bool
    is_offered: bool
    starts_at: datetime
    ends_at: datetime
    lang: Lang
    name: str
    place: str
    thread_area: str | None
    thread_post: UUID | None


class ProfileClaim(Payload, frozen=True):
    """A guest whose bookings the member has taken over, and can give back."""

    guest_id: UUID
    name: str
    bookings: int


class ProfileChoices(Payload, frozen=True):
    """The visibility of each field of the profile, and whether the member is in the directory and may be written to."""

    speaks: tuple[Lang, ...]
    about_for: Audience
    languages_for: Audience
    since_for: Audience
    activity_for: Audience
    is_listed: bool
    takes_messages: bool


class ProfilePayload(Payload, frozen=True):
    """The profile with the newest of both lists. Each list has its own cursor.

    `held`: texts that wait for a moderator, or were rejected.

    `coming`: bookings ahead, the next first; `bookings`: those past or cancelled.

    `may_have_booked`: a guest has booked with an address of the account, which the member may take over.

    `content_languages`: every language, in the member's order for content that the page's language lacks.
    """

    id: UUID
    email: str
    display_name: str
    picture_url: str | None
    about: str
    language: Lang
    content_languages: tuple[Lang, ...]
    time_zone: str
    created_at: datetime
    choices: ProfileChoices
    posts: tuple[ProfilePost, ...]
    next_posts: str | None
    held: tuple[OwnHeldText, ...]
    trust: Trust
    coming: tuple[ProfileBooking, ...]
    bookings: tuple[ProfileBooking, ...]
    next_bookings: str | None
    may_have_booked: bool
    claims: tuple[ProfileClaim, ...]


async def load_profile(request: PageRequest) -> Page[ProfilePayload]:
    """The visitor's own profile."""
    if request.visitor is None:
        raise NotFound
    profile = await request.conn.fetchrow(GET_PROFILE)
    if profile is None:
        raise NotFound
    posts, next_posts = await _list_posts(request, request.visitor.id)
    bookings, next_bookings = await _list_bookings(request, request.visitor.id)
    ahead = await request.conn.fetch(LIST_COMING, request.lang, request.visitor.id)
    coming = tuple(read_row(ProfileBooking, row) for row in ahead)
    choices = dict(await request.conn.fetchrow(GET_CHOICES) or {})
    lists = {
        "choices": read_row(ProfileChoices, {**choices, "speaks": tuple(choices["speaks"])}),
        "held": await list_own_held(request),
        "trust": await explain_trust(request),
        "coming": coming,
        "posts": posts,
        "next_posts": next_posts,
        "bookings": bookings,
        "next_bookings": next_bookings,
        "may_have_booked": await request.conn.fetchval(MAY_HAVE_BOOKED),
        "claims": tuple(read_row(ProfileClaim, row) for row in await request.conn.fetch(LIST_CLAIMS)),
    }
    order = dict.fromkeys((*(profile["content_languages"] or (profile["language"],)), *LANGS))
    facts = {**dict(profile), "email": profile["email"] or "", "content_languages": tuple(order)}
    return Page(read_row(ProfilePayload, {**facts, **lists}))


async def _list_posts(request: PageRequest, member: UUID) -> tuple[tuple[ProfilePost, ...], str | None]:
    rows = await request.conn.fetch(LIST_POSTS, member, *_after(request, "posts"), PAGE_SIZE + 1, request.lang)
    shown = tuple(read_row(ProfilePost, row) for row in rows[:PAGE_SIZE])
    return shown, encode_cursor(shown[-1].created_at, shown[-1].id) if len(rows) > PAGE_SIZE else None


async def _list_bookings(request: PageRequest, member: UUID) -> tuple[tuple[ProfileBooking, ...], str | None]:
    rows = await request.conn.fetch(LIST_BOOKINGS, request.lang, member, *_after(request, "bookings"), PAGE_SIZE + 1)
    shown = tuple(read_row(ProfileBooking, row) for row in rows[:PAGE_SIZE])
    return shown, encode_cursor(shown[-1].starts_at, shown[-1].id) if len(rows) > PAGE_SIZE else None


def _after(request: PageRequest, parameter: str) -> tuple[datetime, UUID]:
    cursor = request.query.get(parameter)
    return START if cursor is None else decode_cursor(cursor, tuple[datetime, UUID])
