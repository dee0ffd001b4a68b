"""The series of an article, on the article's page.

The parts in the language of the page are numbered. Those in other languages stand in their place without a number.
"""

from typing import TYPE_CHECKING
from uuid import UUID

from balai.site.loaders.blog.payloads import ArticleSeries, SeriesPart
from balai.site.screens import PageRequest

if TYPE_CHECKING:
    from collections.abc import Iterable

# $1 the series, by its id or an address that it ever had; $2 the page's language.
FIND_SERIES = """
select series.id, series.slug, text.language as lang, text.title, text.description,
  array(select language::text from public.series_texts where series_id = series.id) as languages
from public.series as series
cross join lateral (
  select language, title, description from public.series_texts where series_id = series.id
  order by array_position((select public.preferred_languages($2::public.language)), language), language limit 1
) as text
where series.id = {series}
"""
FIND_OF_ARTICLE = FIND_SERIES.format(series="(select public.series_of_article($1::uuid))")
LIST_PARTS = """
select article.id, text.language as lang, text.slug, text.title
from public.parts_of_series($1) as part
join public.articles as article on article.id = part.article_id
cross join lateral (
  select language, slug, title from public.article_texts where article_id = article.id and status = 'published'
  order by array_position((select public.preferred_languages($2::public.language)), language),
    language = article.source_language desc
  limit 1
) as text
order by part.place
"""


async def load_article_series(request: PageRequest, article: UUID) -> ArticleSeries | None:
    """The series of an article with its parts, and the neighbours of the article among those with a number."""
    series = await request.conn.fetchrow(FIND_OF_ARTICLE, article, request.lang)
    if series is None:
        return None
    parts: list[SeriesPart] = []
    count = 0
    for row in await request.conn.fetch(LIST_PARTS, series["id"], request.lang):
        is_numbered = row["lang"] == request.lang
        count += is_numbered
        parts.append(SeriesPart(row["id"], count if is_numbered else None, row["slug"], row["lang"], row["title"]))
    place = next((place for place, part in enumerate(parts) if part.id == article), None)
    if place is None:
        return None
    return ArticleSeries(
        slug=series["slug"],
        lang=series["lang"],
        title=series["title"],
        number=parts[place].number,
        count=count,
        parts=tuple(parts),
        previous=_first_numbered(reversed(parts[:place])),
        next=_first_numbered(parts[place + 1 :]),
    )


def _first_numbered(parts: "Iterable[SeriesPart]") -> SeriesPart | None:
    return next((part for part in parts if part.number is not None), None)
