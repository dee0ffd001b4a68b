"""A page of one's own, in its published version or in an earlier one that the visitor agreed to.

The text is in the language of the page, else in the first of the visitor's own languages that the version has, else in
the language that the page was written in. The address is the same in all languages.
"""

from datetime import datetime
from uuid import UUID

from balai.site.payloads import LANGS, Head, Lang, Payload, RichText, rich_text
from balai.site.rich_text import plain_text
from balai.site.screens import Moved, NotFound, Page, PageRequest

MAX_DESCRIPTION_LENGTH = 200
# PostgreSQL's integer; larger numbers are no versions.
MAX_NUMBER = 2**31 - 1

FIND_PAGE = """
select page.id, page.slug, page.source_language, page.published_version,
  public.preferred_languages($2::public.language)::text[] as wanted
from public.page_slugs as address join public.pages as page on page.id = address.page_id
where address.slug = $1 and page.deleted_at is null
"""
FIND_VERSION = """
select version.id, version.number, version.published_at
from public.page_versions as version where version.page_id = $1 and version.number = $2
"""
LIST_TEXTS = (
    "select language as lang, title, body from public.page_version_texts where version_id = $1 order by language"
)


class SitePagePayload(Payload, frozen=True):
    """`lang` is the language shown, `languages` those of this version. `is_current`: it is the published version."""

    id: UUID
    slug: str
    lang: Lang
    languages: tuple[Lang, ...]
    title: str
    body: RichText
    number: int
    published_at: datetime
    is_current: bool


async def load_page(request: PageRequest) -> Page[SitePagePayload]:
    """The published version of a page; with `?version=` another one that the visitor may see."""
    page = await request.conn.fetchrow(FIND_PAGE, request.params["slug"], request.lang)
    if page is None:
        raise NotFound
    if page["slug"] != request.params["slug"]:
        raise Moved(request.path_to("page", slug=page["slug"]))
    number = _number(request.query.get("version")) or page["published_version"]
    version = await request.conn.fetchrow(FIND_VERSION, page["id"], number) if number else None
    if version is None:
        raise NotFound
    texts = {row["lang"]: row for row in await request.conn.fetch(LIST_TEXTS, version["id"])}
    wanted: list[Lang] = [*page["wanted"], page["source_language"], *texts]
    lang = next(lang for lang in wanted if lang in texts)
    text = texts[lang]
    is_current = number == page["published_version"]
    payload = SitePagePayload(
        id=page["id"],
        slug=page["slug"],
        lang=lang,
        languages=tuple(one for one in LANGS if one in texts),
        title=text["title"],
        body=rich_text(text["body"]),
        number=version["number"],
        published_at=version["published_at"],
        is_current=is_current,
    )
    description = plain_text(text["body"], MAX_DESCRIPTION_LENGTH)
    return Page(
        payload,
        Head(title=text["title"], description=description, noindex=not is_current),
        translated=frozenset(texts),
        canonical=request.path_to("page", lang=lang, slug=page["slug"]),
    )


def _number(given: str | None) -> int | None:
    return int(given) if given and given.isascii() and given.isdigit() and int(given) <= MAX_NUMBER else None
