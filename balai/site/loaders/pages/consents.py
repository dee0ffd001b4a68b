"""The documents that a visitor is asked to agree to, and those that a member agreed to."""

from datetime import datetime
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import Page, PageRequest

LIST_ASKED = "select version_id, slug, title, language as lang from public.asked_consents($1::public.language)"
# Bounded: a member who agrees and withdraws all day reads the newest of it.
LIST_GIVEN = """
select consent.id, page.slug, text.title, consent.language as lang, version.number, consent.given_at,
  consent.withdrawn_at,
  case when page.needs_consent and page.published_version = version.number then version.id end as current_id
from public.consents as consent
join public.page_versions as version on version.id = consent.version_id
join public.page_version_texts as text on text.version_id = version.id and text.language = consent.language
left join public.pages as page on page.id = version.page_id
where consent.user_id = $1
order by consent.given_at desc, consent.id desc limit 100
"""


class AskedConsent(Payload, frozen=True):
    """A page that needs consent. `version_id` is what a consent names, `lang` the language that it is shown in."""

    version_id: UUID
    slug: str
    title: str
    lang: Lang


class GivenConsent(Payload, frozen=True):
    """A consent of the visitor. `slug` is null when the page is not published any more.

    `current_id`: the version, if it is the one that can be agreed to now, so that withdrawing it can be undone.
    """

    id: UUID
    slug: str | None
    title: str
    lang: Lang
    number: int
    given_at: datetime
    withdrawn_at: datetime | None
    current_id: UUID | None


class ConsentPayload(Payload, frozen=True):
    asked: tuple[AskedConsent, ...]
    given: tuple[GivenConsent, ...]


async def list_asked(request: PageRequest) -> tuple[AskedConsent, ...]:
    """The documents that the visitor has not agreed to yet; for a guest all that a new member agrees to."""
    rows = await request.conn.fetch(LIST_ASKED, request.lang)
    return tuple(read_row(AskedConsent, row) for row in rows)


async def load_consent(request: PageRequest) -> Page[ConsentPayload]:
    """The question, and what the visitor agreed to before."""
    given = await request.conn.fetch(LIST_GIVEN, request.visitor.id) if request.visitor else []
    return Page(ConsentPayload(await list_asked(request), tuple(read_row(GivenConsent, row) for row in given)))
