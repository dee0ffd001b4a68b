"""The article editor: a new article, and one with all its languages."""

from uuid import UUID

import pytest

from balai.database.pool import Pool
from balai.site.loaders.blog.payloads import BlogDraft, BlogWritePayload
from balai.site.screens import NotFound
from tests.factories.blog import save_article, words
from tests.factories.members import Member, make_member
from tests.support.pages import load_page


async def opened(pool: Pool, path: str, who: Member) -> BlogDraft | None:
    data = (await load_page(pool, path, who=who)).data
    assert isinstance(data, BlogWritePayload)
    return data.article


async def test_new_article_is_empty(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    assert await opened(pool, "/blog/new", ada) is None


async def test_all_languages_are_loaded_with_their_state(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    saved = await save_article(pool, ada, {"en": words("One"), "vi": words("Một", status="draft")}, status="draft")
    await save_article(pool, ada, {"en": words("One!")}, base=1, id=saved["id"], status="draft")
    draft = await opened(pool, "/blog/mot/edit", ada)
    assert draft is not None
    assert (draft.id, draft.version, draft.state) == (UUID(saved["id"]), 2, "draft")
    assert [(text.lang, text.title, text.status, text.is_outdated) for text in draft.texts] == [
        ("en", "One!", "published", False),
        ("vi", "Một", "draft", True),
    ]


async def test_outdated_translation_comes_with_the_original_that_it_was_compared_with(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    texts = {"en": words("One"), "vi": words("Một")}
    saved = await save_article(pool, ada, texts)
    await save_article(pool, ada, {"en": words("Two"), "vi": words("Một hai")}, base=1, id=saved["id"])
    await save_article(pool, ada, {"en": words("Three")}, base=2, id=saved["id"])

    async def compared() -> list[str | None]:
        draft = await opened(pool, "/blog/mot/edit", ada)
        assert draft is not None
        return [text.compared.title if text.compared else None for text in draft.texts]

    assert await compared() == [None, "One"], "not the version at its last save"
    current = {"vi": {**words("Một hai"), "is_current": True}}
    await save_article(pool, ada, current, base=3, id=saved["id"])
    assert await compared() == [None, None]
    await save_article(pool, ada, {"en": words("Four")}, base=4, id=saved["id"])
    assert await compared() == [None, "Three"]


async def test_draft_is_not_found_for_others(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    await save_article(pool, ada, {"en": words("One")}, status="draft")
    with pytest.raises(NotFound):
        await opened(pool, "/blog/one/edit", mai)
