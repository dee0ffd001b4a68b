"""The home page and the about page: the administrator's texts, and what is new in each area."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.blog.articles import NEWEST, list_articles, next_change
from balai.site.loaders.blog.payloads import BlogCard
from balai.site.loaders.json_ld import CONTEXT
from balai.site.loaders.rows import read_row
from balai.site.screens import Head, JsonLd, Lang, Page, PageRequest, Payload, RichText, rich_text

ARTICLES, POSTS, SERVICES, RESOURCES = 3, 5, 4, 5

# $1 the page's language. Another language is used where there is no text in this one.
GET_TEXTS = """
select text.language as lang, text.home, text.about, text.opening_hours
from public.site_texts as text
order by array_position((select public.language_order($1::public.language)), text.language)
"""
LIST_POSTS = """
select post.id, post.language as lang, post.title, post.reply_count, post.last_activity_at,
  forum.slug as forum_slug, name.name as forum_name, name.language as forum_lang
from public.posts as post
join public.forums as forum on forum.id = post.forum_id
left join lateral (
  select text.name, text.language from public.forum_texts as text where text.forum_id = forum.id
  order by array_position((select public.language_order($1::public.language)), text.language) limit 1
) as name on true
where post.hidden_at is null and post.deleted_at is null
order by post.last_activity_at desc, post.id desc
limit $2
"""
LIST_SERVICES = """
select service.id, service.slug, service.kind, service.duration_minutes, text.language as lang, text.name
from public.services as service
cross join lateral public.service_text(service.id, $1::public.language) as text
where service.is_active
order by service.position, service.id
limit $2
"""
LIST_RESOURCES = """
select resource.id, resource.kind, resource.url, text.language as lang, text.title
from public.resources as resource
cross join lateral (
  select words.language, words.title from public.resource_texts as words where words.resource_id = resource.id
  order by array_position((select public.language_order($1::public.language)), words.language) limit 1
) as text
where resource.is_published
order by resource.created_at desc, resource.id desc
limit $2
"""


class HomePost(Payload, frozen=True):
    id: UUID
    lang: Lang
    title: str
    reply_count: int
    last_activity_at: datetime
    forum_slug: str
    forum_name: str | None
    forum_lang: Lang | None


class HomeService(Payload, frozen=True):
    id: UUID
    slug: str
    kind: Literal["appointment", "session"]
    duration_minutes: int
    lang: Lang
    name: str


class HomeResource(Payload, frozen=True):
    id: UUID
    kind: Literal["link", "document", "video", "form", "contact"]
    url: str
    lang: Lang
    title: str


class HomeText(Payload, frozen=True):
    """A text of the administrator, and its language."""

    lang: Lang
    body: RichText


class HomePayload(Payload, frozen=True):
    text: HomeText | None
    opening_hours: str
    articles: tuple[BlogCard, ...]
    posts: tuple[HomePost, ...]
    services: tuple[HomeService, ...]
    resources: tuple[HomeResource, ...]


class AboutPayload(Payload, frozen=True):
    text: HomeText | None
    opening_hours: str


async def load_home(request: PageRequest) -> Page[HomePayload]:
    """The home page."""
    conn, lang = request.conn, request.lang
    text, opening_hours = await _texts(request, "home")
    payload = HomePayload(
        text=text,
        opening_hours=opening_hours,
        articles=await list_articles(request, NEWEST, ARTICLES),
        posts=tuple(read_row(HomePost, row) for row in await conn.fetch(LIST_POSTS, lang, POSTS)),
        services=tuple(read_row(HomeService, row) for row in await conn.fetch(LIST_SERVICES, lang, SERVICES)),
        resources=tuple(read_row(HomeResource, row) for row in await conn.fetch(LIST_RESOURCES, lang, RESOURCES)),
    )
    head = Head(description=request.site.tagline or None, json_ld=(_organization(request),))
    return Page(payload, head, valid_until=await next_change(request))


async def load_about(request: PageRequest) -> Page[AboutPayload]:
    """The about page."""
    text, opening_hours = await _texts(request, "about")
    return Page(AboutPayload(text=text, opening_hours=opening_hours), Head(json_ld=(_organization(request),)))


async def _texts(request: PageRequest, name: Literal["home", "about"]) -> tuple[HomeText | None, str]:
    """The first text that is not empty, and the first opening hours."""
    rows = await request.conn.fetch(GET_TEXTS, request.lang)
    written = next((row for row in rows if '"content": []' not in row[name][:40]), None)
    hours = next((row["opening_hours"] for row in rows if row["opening_hours"]), "")
    return HomeText(lang=written["lang"], body=rich_text(written[name])) if written else None, hours


def _organization(request: PageRequest) -> JsonLd:
    logo = {"logo": request.absolute(request.site.logo_url)} if request.site.logo_url else {}
    return {
        "@context": CONTEXT,
        "@type": "Organization",
        "name": request.site.name,
        "url": request.site_url,
        **logo,
    }
