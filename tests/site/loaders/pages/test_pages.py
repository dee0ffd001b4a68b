"""Loaders of the pages of one's own: language, addresses, versions, consent."""

from typing import Any
from uuid import UUID

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.site.loaders.pages.administration import AdminPagesPayload, PageEditorPayload
from balai.site.loaders.pages.consents import ConsentPayload
from balai.site.loaders.pages.page import SitePagePayload
from balai.site.screens import Moved, NotFound, Page
from tests.factories.members import Member, make_member
from tests.factories.pages import make_page, page_text, publish_page, save_page
from tests.support.pages import load_page


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, display_name="Ada", is_admin=True)


async def site_page(
    pool: Pool, slug: str, lang: Any = "en", who: Member | None = None, **query: str
) -> tuple[SitePagePayload, Page[Any]]:
    page = await load_page(pool, f"/pages/{slug}", lang=lang, who=who, query=query)
    assert isinstance(page.data, SitePagePayload)
    return page.data, page


async def give(pool: Pool, who: Member) -> None:
    async with as_role(pool, who.caller, read_only=False) as connection:
        await connection.execute(
            "select public.give_consents(array(select version_id from public.asked_consents('en')), 'en')"
        )


async def test_page_is_shown_in_the_readers_language_or_the_source(pool: Pool, ada: Member) -> None:
    await make_page(pool, ada, {"en": page_text("House rules"), "vi": page_text("Nội quy")})
    vietnamese, page = await site_page(pool, "house-rules", "vi")
    assert (vietnamese.title, vietnamese.lang, vietnamese.languages) == ("Nội quy", "vi", ("en", "vi"))
    assert page.translated == {"en", "vi"}
    malay, page = await site_page(pool, "house-rules", "ms")
    assert (malay.title, malay.lang) == ("House rules", "en")
    assert page.canonical == "/en/pages/house-rules"


async def test_old_addresses_lead_to_the_new_one(pool: Pool, ada: Member) -> None:
    first = await make_page(pool, ada, {"en": page_text("House rules")})
    await save_page(pool, ada, {"en": page_text("House rules")}, base=first["version"], id=first["id"], slug="rules")
    with pytest.raises(Moved) as moved:
        await site_page(pool, "house-rules", "vi")
    assert moved.value.path == "/vi/pages/rules"


async def test_drafts_and_earlier_versions_are_hidden_from_guests(pool: Pool, ada: Member) -> None:
    await save_page(pool, ada, {"en": page_text("Draft")})
    for who in (None, ada):
        with pytest.raises(NotFound):
            await site_page(pool, "draft", who=who)
    mai = await make_member(pool)
    first = await make_page(pool, ada, {"en": page_text("Terms", "Old")}, needs_consent=True)
    await give(pool, mai)
    saved = await save_page(pool, ada, {"en": page_text("Terms", "New")}, base=first["version"], id=first["id"])
    await publish_page(pool, ada, saved, asks_again=True)
    assert (await site_page(pool, "terms"))[0].number == 2
    old, page = await site_page(pool, "terms", who=mai, version="1")
    assert (old.number, old.is_current, page.head.noindex) == (1, False, True)
    assert (await site_page(pool, "terms", who=mai, version="99999999999999"))[0].number == 2
    for who, version in ((None, "1"), (mai, "3")):
        with pytest.raises(NotFound):
            await site_page(pool, "terms", who=who, version=version)


async def test_consent_screen_names_what_is_asked_and_what_was_given(pool: Pool, ada: Member) -> None:
    mai = await make_member(pool)
    texts = {"en": page_text("Terms"), "vi": page_text("Điều khoản")}
    first = await make_page(pool, ada, texts, needs_consent=True)
    data = (await load_page(pool, "/consent", lang="vi", who=mai)).data
    assert isinstance(data, ConsentPayload)
    assert [(one.title, one.lang, one.slug) for one in data.asked] == [("Điều khoản", "vi", "terms")]
    assert data.given == ()
    published = data.asked[0].version_id
    await give(pool, mai)
    data = (await load_page(pool, "/consent", lang="vi", who=mai)).data
    assert isinstance(data, ConsentPayload)
    assert data.asked == ()
    assert [(one.title, one.number, one.withdrawn_at) for one in data.given] == [("Terms", 1, None)]
    # Only a version that is still published can be agreed to again after its withdrawal.
    assert [one.current_id for one in data.given] == [published]
    saved = await save_page(pool, ada, texts, base=first["version"], id=first["id"])
    await publish_page(pool, ada, saved)
    data = (await load_page(pool, "/consent", lang="vi", who=mai)).data
    assert isinstance(data, ConsentPayload)
    assert [one.current_id for one in data.given] == [None]


async def test_administration_lists_pages_with_their_state(pool: Pool, ada: Member) -> None:
    first = await make_page(pool, ada, {"en": page_text("Terms")}, needs_consent=True)
    await give(pool, await make_member(pool))
    async with as_role(pool, ada.caller, read_only=False) as connection:
        template = await connection.fetchval("select public.create_page_from_template('privacy')")
    await save_page(pool, ada, {"en": page_text("Terms", "New")}, base=first["version"], id=first["id"])
    data = (await load_page(pool, "/admin/pages", who=ada)).data
    assert isinstance(data, AdminPagesPayload)
    privacy, terms = data.pages
    assert (privacy.kind, privacy.has_gaps, privacy.published_version) == ("privacy", True, None)
    assert len(privacy.languages) == 4
    assert (terms.is_changed, terms.consents, terms.published_version) == (True, 1, 1)
    editor = (await load_page(pool, f"/admin/pages/{template}", who=ada)).data
    assert isinstance(editor, PageEditorPayload) and editor.page is not None
    assert [text.lang for text in editor.page.texts] == ["en", "zh", "ms", "vi"]
    assert editor.page.row.id == UUID(str(template))
    assert (await load_page(pool, "/admin/pages/new", who=ada)).data == PageEditorPayload(None)
