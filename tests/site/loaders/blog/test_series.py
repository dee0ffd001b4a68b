"""The parts of a series by the language of the page, on the article and on the page of the series."""

import json
from uuid import UUID, uuid4

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.site.loaders.blog.payloads import AdminSeriesPayload, BlogArticlePayload, BlogSeriesPayload
from balai.site.screens import Moved
from tests.factories.blog import save_article, words
from tests.factories.members import make_member
from tests.support.pages import load_page

SAVE = "select public.save_series($1::jsonb, $2::jsonb, $3)"


async def test_parts_are_numbered_in_the_language_of_the_page(pool: Pool) -> None:
    admin, series = await make_member(pool, is_admin=True), uuid4()
    texts = [{"en": words("One"), "vi": words("Một")}, {"en": words("Two")}, {"en": words("Three"), "vi": words("Ba")}]
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute(SAVE, json.dumps({"id": str(series)}), json.dumps({"en": {"title": "Here"}}), 0)
    for text in texts:
        saved = await save_article(pool, admin, text, series_id=str(series))
        assert UUID(saved["id"])
    page = (await load_page(pool, "/blog/ba", lang="vi")).data
    assert isinstance(page, BlogArticlePayload)
    assert page.series is not None
    assert (page.series.number, page.series.count, page.series.next) == (2, 2, None)
    assert page.series.previous is not None
    assert page.series.previous.title == "Một"
    assert [part.number for part in page.series.parts] == [1, None, 2]
    shown = (await load_page(pool, "/blog/series/here", lang="vi")).data
    assert isinstance(shown, BlogSeriesPayload)
    assert [card.title for card in shown.parts] == ["Một", "Ba"]
    assert [card.title for card in shown.others] == ["Two"]
    listed = (await load_page(pool, "/admin/series", who=admin)).data
    assert isinstance(listed, AdminSeriesPayload)
    assert [part.title for part in listed.series[0].parts] == ["One", "Two", "Three"]
    renamed = json.dumps({"id": str(series), "slug": "there"}), json.dumps({"en": {"title": "There"}})
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute(SAVE, *renamed, 1)
    with pytest.raises(Moved):
        await load_page(pool, "/blog/series/here", lang="vi")
