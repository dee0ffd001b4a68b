"""Administration of the pages of one's own: the list, and the editor with the working copy in all languages."""

from datetime import datetime
from typing import TYPE_CHECKING, Literal
from uuid import UUID

import msgspec

from balai.site.loaders.rows import read_row
from balai.site.payloads import Head, Lang, Payload, RichText, rich_text
from balai.site.screens import NotFound, Page, PageRequest

if TYPE_CHECKING:
    import asyncpg

PageKind = Literal["about", "privacy", "terms", "rules", "page"]
# A site has a handful of pages; the list is read whole.
MAX_PAGES = 500

LIST_PAGES = """
select page.id, page.slug, page.kind, page.needs_consent, page.published_version, page.updated_at,
  title.language as lang, title.title,
  (select version.published_at from public.page_versions as version
    where version.page_id = page.id and version.number = page.published_version) as published_at,
  array(select text.language::text from public.page_texts as text where text.page_id = page.id order by text.language)
    as languages,
  exists (
    select from public.page_texts as text where text.page_id = page.id and text.is_ready
      and (text.title || text.body::text) like '%[[%') as has_gaps,
  {changed} as is_changed,
  (select count(distinct consent.user_id) from public.consents as consent
    join public.page_versions as version on version.id = consent.version_id
    where version.page_id = page.id and consent.withdrawn_at is null) as consents
from public.pages as page
cross join lateral (
  select text.language, text.title from public.page_texts as text where text.page_id = page.id
  order by array_position((select public.preferred_languages($1::public.language)), text.language),
    text.language = page.source_language desc
  limit 1
) as title
where page.deleted_at is null {chosen}
order by page.kind = 'page', page.kind, page.created_at, page.id limit $2
"""
# Whether the working copy differs from what is published.
CHANGED = """
(page.published_version is not null and exists (
  select from (select language, title, body from public.page_texts where page_id = page.id and is_ready) as text
  full join (
    select given.language, given.title, given.body from public.page_version_texts as given
    join public.page_versions as version on version.id = given.version_id
    where version.page_id = page.id and version.number = page.published_version) as known
  on known.language = text.language
  where (text.title, text.body) is distinct from (known.title, known.body)))
"""
LIST_ALL = LIST_PAGES.format(changed=CHANGED, chosen="")
FIND_ONE = LIST_PAGES.format(changed=CHANGED, chosen="and page.id = $3")
GET_PAGE = """
select id, version, source_language,
  exists (select from public.page_versions as v where v.page_id = page.id and v.asks_consent) as has_asked
from public.pages as page where page.id = $1 and page.deleted_at is null
"""
LIST_TEXTS = """
select language as lang, title, body, is_ready from public.page_texts where page_id = $1 order by language
"""


class AdminPageRow(Payload, frozen=True):
    """A page in the list. `has_gaps`: a [[…]] of a template is left. `is_changed`: edited since it was published.

    `consents`: members who agree to one of its versions.
    """

    id: UUID
    slug: str
    kind: PageKind
    needs_consent: bool
    published_version: int | None
    published_at: datetime | None
    updated_at: datetime
    lang: Lang
    title: str
    languages: tuple[Lang, ...]
    has_gaps: bool
    is_changed: bool
    consents: int


class AdminPagesPayload(Payload, frozen=True):
    pages: tuple[AdminPageRow, ...]


class PageDraftText(Payload, frozen=True):
    lang: Lang
    title: str
    body: RichText
    is_ready: bool


class PageDraft(Payload, frozen=True):
    """The working copy. `has_asked`: a version of it has asked members for their consent."""

    row: AdminPageRow
    version: int
    source_language: Lang
    has_asked: bool
    texts: tuple[PageDraftText, ...]


class PageEditorPayload(Payload, frozen=True):
    page: PageDraft | None


async def load_pages(request: PageRequest) -> Page[AdminPagesPayload]:
    """Every page, those with a template first."""
    rows = await request.conn.fetch(LIST_ALL, request.lang, MAX_PAGES)
    return Page(AdminPagesPayload(tuple(_row(row) for row in rows)))


async def load_editor(request: PageRequest) -> Page[PageEditorPayload]:
    """The editor of a page, or of a new one."""
    if request.params["pageId"] == "new":
        return Page(PageEditorPayload(None))
    page = request.uuid("pageId")
    found = await request.conn.fetchrow(GET_PAGE, page)
    if found is None:
        raise NotFound
    [row] = await request.conn.fetch(FIND_ONE, request.lang, 1, page)
    texts = await request.conn.fetch(LIST_TEXTS, page)
    draft = PageDraft(
        row=_row(row),
        version=found["version"],
        source_language=found["source_language"],
        has_asked=found["has_asked"],
        texts=tuple(
            PageDraftText(
                lang=text["lang"], title=text["title"], body=rich_text(text["body"]), is_ready=text["is_ready"]
            )
            for text in texts
        ),
    )
    return Page(PageEditorPayload(draft), Head(title=draft.row.title))


def _row(row: "asyncpg.Record") -> AdminPageRow:
    read = read_row(AdminPageRow, row)
    return msgspec.structs.replace(read, languages=tuple(read.languages))
