"""The page of a series for its readers, and the list of all series for editors."""

from typing import TYPE_CHECKING
from uuid import UUID

from balai.site.loaders.blog.articles import article_state, list_articles_by_ids
from balai.site.loaders.blog.payloads import (
    AdminSeries,
    AdminSeriesPart,
    AdminSeriesPayload,
    BlogCard,
    BlogSeriesPayload,
    SeriesChoice,
    SeriesText,
)
from balai.site.loaders.blog.series_parts import FIND_SERIES
from balai.site.loaders.json_ld import CONTEXT, breadcrumbs
from balai.site.loaders.publication import next_change
from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, JsonLd
from balai.site.screens import Moved, NotFound, Page, PageRequest

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

FIND_BY_SLUG = FIND_SERIES.format(series="(select series_id from public.series_slugs where slug = $1)")
LIST_PART_IDS = "select article_id from public.parts_of_series($1) order by place"
LIST_SERIES = "select id, slug, version from public.series order by created_at desc, id limit 200"
LIST_SERIES_TEXTS = "select series_id, language as lang, title, description from public.series_texts order by language"
# Row policies return all articles to editors.
LIST_ALL_PARTS = """
select part.series_id, article.id, article.status, article.publish_at, article.expire_at, now() as now,
  text.language as lang, text.title, text.slug,
  array(select t.language::text from public.article_texts as t
    where t.article_id = article.id and t.status = 'published' order by t.language) as languages
from public.series_articles as part
join public.articles as article on article.id = part.article_id and article.deleted_at is null
cross join lateral (
  select language, title, slug from public.article_texts where article_id = article.id
  order by array_position(public.language_order($1::public.language), language) limit 1
) as text
order by part.series_id, part.position
"""
LIST_FREE_ARTICLES = """
select article.id, text.language as lang, text.title
from public.articles as article
cross join lateral (
  select language, title from public.article_texts where article_id = article.id
  order by array_position(public.language_order($1::public.language), language) limit 1
) as text
where article.deleted_at is null
  and not exists (select from public.series_articles as part where part.article_id = article.id)
order by article.updated_at desc, article.id limit 200
"""


async def load_series(request: PageRequest) -> Page[BlogSeriesPayload]:
    """A series: its parts in the language of the page, then those in other languages."""
    series = await request.conn.fetchrow(FIND_BY_SLUG, request.params["seriesId"], request.lang)
    if series is None:
        raise NotFound
    if series["slug"] != request.params["seriesId"]:
        raise Moved(request.path_to("blog.series", seriesId=series["slug"]))
    ids: list[UUID] = [row["article_id"] for row in await request.conn.fetch(LIST_PART_IDS, series["id"])]
    found = await list_articles_by_ids(request, ids)
    cards = [found[part] for part in ids if part in found]
    payload = BlogSeriesPayload(
        slug=series["slug"],
        lang=series["lang"],
        title=series["title"],
        description=series["description"],
        parts=tuple(card for card in cards if card.lang == request.lang),
        others=tuple(card for card in cards if card.lang != request.lang),
    )
    canonical = request.path_to("blog.series", lang=series["lang"], seriesId=series["slug"])
    return Page(
        payload,
        Head(
            title=series["title"],
            description=series["description"] or request.text("blog.description"),
            json_ld=_json_ld(request, payload, cards, canonical) if request.is_anonymous else (),
            noindex=not cards,
        ),
        valid_until=await next_change(request),
        translated=frozenset(series["languages"]),
        canonical=canonical,
    )


def _json_ld(
    request: PageRequest, series: BlogSeriesPayload, cards: list[BlogCard], canonical: str
) -> tuple[JsonLd, ...]:
    address = request.absolute(canonical)
    written: dict[str, object] = {
        "@context": CONTEXT,
        "@type": "CreativeWorkSeries",
        "@id": address,
        "url": address,
        "name": series.title,
        "hasPart": [
            {
                "@type": "Article",
                "headline": card.title,
                "url": request.absolute(request.path_to("blog.article", lang=card.lang, blogId=card.slug)),
            }
            for card in cards
        ],
    }
    if series.description:
        written["description"] = series.description
    trail = [(request.text("blog.title"), request.path_to("blog", lang=series.lang)), (series.title, canonical)]
    return written, breadcrumbs(request, trail)


async def load_admin_series(request: PageRequest) -> Page[AdminSeriesPayload]:
    """All series with their texts and articles, the newest first."""
    texts: dict[UUID, list[SeriesText]] = {}
    for row in await request.conn.fetch(LIST_SERIES_TEXTS):
        texts.setdefault(row["series_id"], []).append(read_row(SeriesText, row))
    parts: dict[UUID, list[AdminSeriesPart]] = {}
    for row in await request.conn.fetch(LIST_ALL_PARTS, request.lang):
        parts.setdefault(row["series_id"], []).append(_part(row))
    free = await request.conn.fetch(LIST_FREE_ARTICLES, request.lang)
    series = (
        AdminSeries(
            id=row["id"],
            slug=row["slug"],
            version=row["version"],
            texts=tuple(texts.get(row["id"], ())),
            parts=tuple(parts.get(row["id"], ())),
        )
        for row in await request.conn.fetch(LIST_SERIES)
    )
    return Page(AdminSeriesPayload(series=tuple(series), articles=tuple(read_row(SeriesChoice, row) for row in free)))


def _part(row: "Row") -> AdminSeriesPart:
    return AdminSeriesPart(
        id=row["id"],
        lang=row["lang"],
        title=row["title"],
        slug=row["slug"],
        state=article_state(row),
        languages=tuple(row["languages"]),
    )
