"""Entries of the site map: every public page with all its languages, in parts that stay stable.

A part is named by the key of its first row. Rows are ordered by creation, so a full part never changes and only the
last one grows. Always read as an anonymous visitor: the result is the same for everyone.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Literal
from uuid import UUID

import msgspec

from balai.site.payloads import Lang
from balai.site.screens import NotFound, PageRequest, decode_cursor, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

Kind = Literal["articles", "posts"]
# In four languages each: 10,000 addresses.
ENTRIES_PER_PART = 2_500

# A subquery: the areas whose texts are kept from search engines.
CLOSED_AREAS = """(
  select area.id from public.forums as area left join public.forums as above on above.id = area.parent_id
  where 'index' = any (area.kept_from || coalesce(above.kept_from, '{}')))"""
LIST_POST_STARTS = f"""
select created_at as made_at, id from (
  select created_at, id, row_number() over (order by created_at, id) as place from public.posts
  where hidden_at is null and deleted_at is null and not 'index' = any (kept_from)
    and forum_id not in {CLOSED_AREAS}
) as numbered where place % $1 = 1 order by created_at, id
"""  # noqa: S608 - our own fragment
LIST_ARTICLE_STARTS = """
select publish_at as made_at, id from (
  select publish_at, id, row_number() over (order by publish_at, id) as place from public.articles
  where status = 'published' and deleted_at is null and publish_at <= now() and (expire_at is null or expire_at > now())
) as numbered where place % $1 = 1 order by publish_at, id
"""
LIST_POSTS = f"""
select post.id, forum.slug, post.last_activity_at as changed_at
from public.posts as post join public.forums as forum on forum.id = post.forum_id
where (post.created_at, post.id) >= ($1, $2) and post.hidden_at is null and post.deleted_at is null
  and not 'index' = any (post.kept_from) and post.forum_id not in {CLOSED_AREAS}
order by post.created_at, post.id limit $3
"""  # noqa: S608 - our own fragment
LIST_ARTICLES = """
select text.languages, text.slugs, text.changed_at
from (
  select id, publish_at from public.articles
  where (publish_at, id) >= ($1, $2) and status = 'published' and deleted_at is null and publish_at <= now()
    and (expire_at is null or expire_at > now())
  order by publish_at, id limit $3
) as article
join lateral (
  select array_agg(language::text order by language) as languages, array_agg(slug order by language) as slugs,
    max(updated_at) as changed_at
  from public.article_texts where article_id = article.id and status = 'published'
) as text on text.slugs is not null
order by article.publish_at, article.id
"""
LIST_FORUMS = f"""
select slug, last_activity_at as changed_at from public.forums where id not in {CLOSED_AREAS}
order by position, id limit $1
"""  # noqa: S608 - our own fragment
LIST_SERVICES = "select slug from public.services where is_active order by position, id limit $1"
LIST_SERIES = """
select series.slug, array_agg(text.language::text order by text.language) as languages
from public.series as series join public.series_texts as text on text.series_id = series.id
group by series.id order by series.created_at, series.id limit $1
"""
LIST_PAGES = """
select page.slug, array_agg(text.language::text order by text.language) as languages, version.published_at as changed_at
from public.pages as page
join public.page_versions as version on version.page_id = page.id and version.number = page.published_version
join public.page_version_texts as text on text.version_id = version.id
group by page.id, version.id order by page.created_at, page.id limit $1
"""


class SitemapEntry(msgspec.Struct, frozen=True):
    """One page with its path in each language in which it exists."""

    paths: Mapping[Lang, str]
    changed_at: datetime | None = None


async def list_sitemap_parts(request: PageRequest) -> tuple[tuple[Kind, str], ...]:
    """Kind and name of every part except the part of the fixed pages."""
    posts = await request.conn.fetch(LIST_POST_STARTS, ENTRIES_PER_PART)
    articles = await request.conn.fetch(LIST_ARTICLE_STARTS, ENTRIES_PER_PART)
    return (*(("articles", _name(row)) for row in articles), *(("posts", _name(row)) for row in posts))


async def load_sitemap_pages(request: PageRequest, screens: tuple[str, ...]) -> tuple[SitemapEntry, ...]:
    """The screens without parameters, the forums, the services, the series and the pages of one's own."""
    forums = await request.conn.fetch(LIST_FORUMS, ENTRIES_PER_PART)
    services = await request.conn.fetch(LIST_SERVICES, ENTRIES_PER_PART)
    series = await request.conn.fetch(LIST_SERIES, ENTRIES_PER_PART)
    pages = await request.conn.fetch(LIST_PAGES, ENTRIES_PER_PART)
    path_to, langs = request.path_to, request.site.languages
    return (
        *(SitemapEntry({lang: path_to(screen, lang=lang) for lang in langs}) for screen in screens),
        *(
            SitemapEntry(
                {lang: path_to("forum.forum", lang=lang, forumId=row["slug"]) for lang in langs}, row["changed_at"]
            )
            for row in forums
        ),
        *(
            SitemapEntry({lang: path_to("book.service", lang=lang, serviceId=row["slug"]) for lang in langs})
            for row in services
        ),
        *(
            SitemapEntry(
                {
                    lang: path_to("blog.series", lang=lang, seriesId=row["slug"])
                    for lang in langs
                    if lang in row["languages"]
                }
            )
            for row in series
        ),
        *(
            SitemapEntry(
                {lang: path_to("page", lang=lang, slug=row["slug"]) for lang in langs if lang in row["languages"]},
                row["changed_at"],
            )
            for row in pages
        ),
    )


async def load_sitemap_part(request: PageRequest) -> tuple[SitemapEntry, ...]:
    """One part, by its kind and name."""
    made_at, first = decode_cursor(request.params["part"], tuple[datetime, UUID])
    match request.params["kind"]:
        case "posts":
            rows = await request.conn.fetch(LIST_POSTS, made_at, first, ENTRIES_PER_PART)
            return tuple(_post(request, row) for row in rows)
        case "articles":
            rows = await request.conn.fetch(LIST_ARTICLES, made_at, first, ENTRIES_PER_PART)
            return tuple(_article(request, row) for row in rows)
    raise NotFound


def _post(request: PageRequest, row: "Row") -> SitemapEntry:
    path_to, forum, post, langs = request.path_to, row["slug"], str(row["id"]), request.site.languages
    paths = {lang: path_to("forum.post", lang=lang, forumId=forum, postId=post) for lang in langs}
    return SitemapEntry(paths, row["changed_at"])


def _article(request: PageRequest, row: "Row") -> SitemapEntry:
    slugs, langs = dict(zip(row["languages"], row["slugs"], strict=True)), request.site.languages
    paths = {lang: request.path_to("blog.article", lang=lang, blogId=slugs[lang]) for lang in langs if lang in slugs}
    return SitemapEntry(paths, row["changed_at"])


def _name(row: "Row") -> str:
    return encode_cursor(row["made_at"], row["id"])
