"""The versions of an article in one language, for those who may edit it.

For all others the page does not exist, and the row policy returns nothing.
"""

from typing import TYPE_CHECKING

import msgspec

from balai.site.loaders.blog.articles import article_words
from balai.site.loaders.blog.payloads import ArticleVersion, BlogHistoryPayload
from balai.site.payloads import LANGS, Head
from balai.site.screens import NotFound, Page, PageRequest, RowNumber, encode_cursor

if TYPE_CHECKING:
    import asyncpg

    Row = asyncpg.Record

PAGE_SIZE = 20
NEWEST = 2**63 - 1

FIND_ARTICLE = """
select article.id, article.version, article.source_language, source.title, source.slug,
  array(select distinct v.language::text from public.article_versions as v where v.article_id = article.id) as languages
from public.article_slugs as address
join public.articles as article on article.id = address.article_id
join public.article_texts as source on source.article_id = article.id and source.language = article.source_language
where address.slug = $1 and article.deleted_at is null
"""
GET_TEXT = """
select title, summary, body, cover_alt from public.article_texts
where article_id = $1 and language = $2::public.language
"""
VERSION = """
select version.id, version.saved_at, version.restored_from is not null as is_restored,
  version.title, version.summary, version.body, version.cover_alt, author.display_name as author
from public.article_versions as version
left join public.profiles as author on author.id = version.author_id
where version.article_id = $1 and version.language = $2::public.language
"""
GET_VERSION = f"{VERSION} and version.id = $3"
# Without the texts, which may be 200 KB each.
LIST_VERSIONS = f"""
select id, saved_at, is_restored, author
from ({VERSION}) as version where id < $3 order by id desc limit $4
"""  # noqa: S608 - our own fragment
GET_NEWEST = """
select max(id) from public.article_versions where article_id = $1 and language = $2::public.language
"""


async def load_history(request: PageRequest) -> Page[BlogHistoryPayload]:
    """A page of versions, and the chosen one beside the current text."""
    article = await request.conn.fetchrow(FIND_ARTICLE, request.params["blogId"])
    if article is None or not article["languages"]:
        raise NotFound
    languages = tuple(lang for lang in LANGS if lang in article["languages"])
    wanted = request.query.get("language", request.lang)
    language = next((lang for lang in languages if lang == wanted), article["source_language"])
    text = (article["id"], language)
    current = await request.conn.fetchrow(GET_TEXT, *text)
    newest = await request.conn.fetchval(GET_NEWEST, *text) if current else None
    chosen = await _find_chosen(request, text)
    (before,) = request.after(tuple[RowNumber]) or (NEWEST,)
    rows = await request.conn.fetch(LIST_VERSIONS, *text, before, PAGE_SIZE + 1)
    shown = rows[:PAGE_SIZE]
    payload = BlogHistoryPayload(
        slug=article["slug"],
        title=article["title"],
        version=article["version"],
        languages=languages,
        language=language,
        current=article_words(current) if current else None,
        current_version=newest,
        chosen=_version(chosen, newest) if chosen else None,
        words=article_words(chosen) if chosen else None,
        versions=tuple(_version(row, newest) for row in shown),
        next=encode_cursor(shown[-1]["id"]) if len(rows) > PAGE_SIZE else None,
    )
    return Page(payload, Head(title=request.text("blog.history.titleOf", title=article["title"])))


async def _find_chosen(request: PageRequest, text: tuple[object, object]) -> "Row | None":
    """The version that the address names; an unknown number chooses none."""
    try:
        number = msgspec.convert(request.query.get("version"), RowNumber, strict=False)
    except msgspec.ValidationError:
        return None
    return await request.conn.fetchrow(GET_VERSION, *text, number)


def _version(row: "Row", newest: int | None) -> ArticleVersion:
    return ArticleVersion(
        id=row["id"],
        author=row["author"],
        saved_at=row["saved_at"],
        is_restored=row["is_restored"],
        is_current=row["id"] == newest,
    )
