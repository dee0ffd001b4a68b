"""The home page and the about page: the administrator's texts, and what is new in each area."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

import asyncpg

from balai.site.loaders.blog.articles import NEWEST, list_articles
from balai.site.loaders.blog.payloads import BlogCard
from balai.site.loaders.booking.services import find_validity
from balai.site.loaders.forum.forums import IS_UNREAD, READS, UNREAD_SINCE
from balai.site.loaders.forum.names import HUES, IS_UNTRANSLATED
from balai.site.loaders.opening import (
    Opening,
    SpecialDay,
    earliest,
    list_special_days,
    organization,
    read_contact,
    read_opening,
)
from balai.site.loaders.publication import next_change
from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, Lang, Payload, RichText, rich_text
from balai.site.pictures.member_files import shown_address
from balai.site.screens import Page, PageRequest

ARTICLES, TOPICS, EVENTS, RESOURCES = 4, 5, 4, 4
Section = Literal["ways", "talk", "week", "articles", "resources", "welcome"]

# $1 the page's language. Another language is used where there is no text in this one.
GET_TEXTS = """
select text.language as lang, text.home, text.about, text.opening_hours
from public.site_texts as text
order by array_position((select public.language_order($1::public.language)), text.language)
"""
GET_SECTIONS = "select home_sections from public.site_settings"
# The rows are limited before anything is joined to them.
TOPICS_QUERY = """
select post.id, post.language as lang, coalesce(translated.title, post.title) as title,
  coalesce(translated.language, post.language) as title_lang, post.reply_count,
  post.last_activity_at, {unread} as is_unread, {untranslated} as is_untranslated,
  forum.slug as forum_slug, forum.position as forum_position, name.name as forum_name, name.language as forum_lang,
  array(
    select (member.display_name, member.picture_url)
    from unnest(array[post.author_id] || array_remove(post.latest_writers, post.author_id))
      with ordinality as writer (id, place)
    join public.profiles as member on member.id = writer.id
    order by writer.place limit 3) as people
from (
  select id, forum_id, language, title, reply_count, last_activity_at, latest_number, author_id, latest_writers,
    kept_from
  from public.posts
  where hidden_at is null and deleted_at is null
  order by last_activity_at desc, id desc
  limit $2) as post
join public.forums as forum on forum.id = post.forum_id
left join public.translations as translated
  on translated.post_id = post.id and translated.language = $1::public.language
left join lateral (
  select text.name, text.language from public.forum_texts as text where text.forum_id = forum.id
  order by array_position((select public.language_order($1::public.language)), text.language) limit 1
) as name on true
{reads}
order by post.last_activity_at desc, post.id desc
"""
# An anonymous visitor has no permission on the table of read positions.
LIST_TOPICS_AS_GUEST = TOPICS_QUERY.format(unread="false", untranslated=IS_UNTRANSLATED, reads="")
# $3: the member.
LIST_TOPICS = TOPICS_QUERY.format(
    unread=IS_UNREAD.format(member=3, since=UNREAD_SINCE),
    untranslated=IS_UNTRANSLATED,
    reads=READS.replace("$2", "$3"),
)
# The next free time of each of the first services and of the courses and events that come next, the nearest first.
LIST_EVENTS = """
with service as materialized (
  (select * from public.services where is_active and series is null order by position, id limit 8)
  union all
  (select each.* from public.services as each
  cross join lateral (
    select min(day) as next from public.service_exceptions
    where service_id = each.id and opens is not null and day >= (now() at time zone each.time_zone)::date) as own
  where each.is_active and each.series is not null and own.next is not null
  order by own.next, each.id limit 8))
select service.id, service.slug, service.kind, service.notice_minutes, service.time_zone, service.capacity,
  host.display_name as host_name, text.language as lang, text.name, text.place,
  free.starts_at, free.ends_at, free."left"
from service
join public.next_times(array(select id from service)) as free on free.service_id = service.id
cross join lateral public.service_text(service.id, $1::public.language) as text
left join public.profiles as host on host.id = service.host_id
where free.starts_at is not null
order by free.starts_at, service.position, service.id
limit $2
"""
LIST_RESOURCES = """
select resource.id, resource.kind, file.url, file.language as file_lang, text.language as lang, text.title
from public.resources as resource
cross join lateral (
  select one.url, one.language from public.resource_files as one where one.resource_id = resource.id
  order by array_position((select public.language_order($1::public.language)), one.language) limit 1
) as file
cross join lateral (
  select words.language, words.title from public.resource_texts as words where words.resource_id = resource.id
  order by array_position((select public.language_order($1::public.language)), words.language) limit 1
) as text
where resource.is_published
order by resource.created_at desc, resource.id desc
limit $2
"""


class HomePerson(Payload, frozen=True):
    """A member who wrote in a topic."""

    display_name: str
    picture_url: str | None


class HomeTopic(Payload, frozen=True):
    """A topic of the forum, its title in `title_lang` if it is translated, else in its own language.

    `is_untranslated`: marked, for browsers as well.

    `people`: its author and those who replied last. `is_unread` is false for guests.
    """

    id: UUID
    lang: Lang
    title: str
    title_lang: Lang
    is_untranslated: bool
    reply_count: int
    last_activity_at: datetime
    is_unread: bool
    forum_slug: str
    forum_name: str | None
    forum_lang: Lang | None
    hue: int
    people: tuple[HomePerson, ...]


class HomeEvent(Payload, frozen=True):
    """The next free time of a service. `left`: its free places."""

    id: UUID
    slug: str
    kind: Literal["appointment", "session"]
    capacity: int
    time_zone: str
    host_name: str | None
    lang: Lang
    name: str
    place: str
    starts_at: datetime
    ends_at: datetime
    left: int


class HomeResource(Payload, frozen=True):
    """A resource with the file of the reader's language, else of the next one in their order: `file_lang`."""

    id: UUID
    kind: Literal["link", "document", "video", "form", "contact"]
    url: str
    file_lang: Lang | None
    lang: Lang
    title: str


class HomeText(Payload, frozen=True):
    """A text of the administrator, and its language."""

    lang: Lang
    body: RichText


class HomePayload(Payload, frozen=True, kw_only=True):
    """The content of a section is empty if the section is not in `sections`."""

    text: HomeText | None
    opening: Opening | None
    sections: tuple[Section, ...]
    articles: tuple[BlogCard, ...]
    topics: tuple[HomeTopic, ...]
    events: tuple[HomeEvent, ...]
    resources: tuple[HomeResource, ...]


class AboutPayload(Payload, frozen=True):
    """`hours_note`: the administrator's words beside the hours."""

    text: HomeText | None
    hours_note: str
    opening: Opening | None
    special_days: tuple[SpecialDay, ...]
    phone: str
    map_url: str


async def load_home(request: PageRequest) -> Page[HomePayload]:
    """The home page."""
    conn, lang = request.conn, request.lang
    text, _ = await read_site_text(request, "home")
    sections = tuple(await conn.fetchval(GET_SECTIONS))
    opening, opening_until = await read_opening(request)
    events = await conn.fetch(LIST_EVENTS, lang, EVENTS) if "week" in sections else []
    payload = HomePayload(
        text=text,
        opening=opening,
        sections=sections,
        articles=await list_articles(request, NEWEST, ARTICLES) if "articles" in sections else (),
        topics=await _list_topics(request) if "talk" in sections else (),
        events=tuple(read_row(HomeEvent, row) for row in events),
        resources=await _list_resources(request) if "resources" in sections else (),
    )
    head = Head(
        description=request.site.tagline or None,
        json_ld=(organization(request, await list_special_days(request)),),
    )
    events_until = await _events_until(request, events) if "week" in sections else None
    until = earliest(await next_change(request), opening_until, events_until)
    return Page(payload, head, valid_until=until)


async def load_about(request: PageRequest) -> Page[AboutPayload]:
    """The about page."""
    text, hours_note = await read_site_text(request, "about")
    opening, until = await read_opening(request)
    days = await list_special_days(request)
    contact = await read_contact(request)
    payload = AboutPayload(
        text=text,
        hours_note=hours_note,
        opening=opening,
        special_days=days,
        phone=contact.phone,
        map_url=contact.map_url,
    )
    return Page(payload, Head(json_ld=(organization(request, days, phone=payload.phone),)), valid_until=until)


async def _list_topics(request: PageRequest) -> tuple[HomeTopic, ...]:
    if request.visitor is None:
        rows = await request.conn.fetch(LIST_TOPICS_AS_GUEST, request.lang, TOPICS)
    else:
        rows = await request.conn.fetch(LIST_TOPICS, request.lang, TOPICS, request.visitor.id)
    return tuple(
        read_row(
            HomeTopic,
            {
                **dict(row),
                "hue": row["forum_position"] % HUES,
                "people": tuple(HomePerson(*person) for person in row["people"]),
            },
        )
        for row in rows
    )


async def _list_resources(request: PageRequest) -> tuple[HomeResource, ...]:
    rows = await request.conn.fetch(LIST_RESOURCES, request.lang, RESOURCES)
    return tuple(read_row(HomeResource, {**dict(row), "url": shown_address(request, row["url"])}) for row in rows)


async def _events_until(request: PageRequest, rows: Sequence[asyncpg.Record]) -> datetime | None:
    """The page expires when the first time shown is too near to be booked or a hold ends, at the latest in an hour."""
    times: list[datetime] = [row["starts_at"] - timedelta(minutes=row["notice_minutes"]) for row in rows]
    return await find_validity(request, (*times, request.now + timedelta(hours=1)))


async def read_site_text(request: PageRequest, name: Literal["home", "about"]) -> tuple[HomeText | None, str]:
    """The first text that is not empty, and the first words beside the opening hours."""
    rows = await request.conn.fetch(GET_TEXTS, request.lang)
    written = next((row for row in rows if '"content": []' not in row[name][:40]), None)
    note = next((row["opening_hours"] for row in rows if row["opening_hours"]), "")
    return HomeText(lang=written["lang"], body=rich_text(written[name])) if written else None, note
