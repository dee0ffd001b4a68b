"""The versions of an article: by language, in pages, with the chosen one, for those who may edit it."""

from uuid import uuid4

import pytest

from balai.database.pool import Pool
from balai.site.loaders.blog.history import PAGE_SIZE
from balai.site.loaders.blog.payloads import BlogHistoryPayload
from balai.site.screens import NotFound
from tests.factories.blog import save_article, words
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

PATH = "/blog/one/edit/history"


async def history(pool: Pool, who: Member, **query: str) -> BlogHistoryPayload:
    data = (await load_page(pool, PATH, who=who, query=query)).data
    assert isinstance(data, BlogHistoryPayload)
    return data


async def test_versions_are_listed_by_language_and_page(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True, display_name="Ada")
    article = str(uuid4())
    for number in range(PAGE_SIZE + 1):
        text = words("One" if number == 0 else f"One {number}", slug="one")
        await save_article(pool, ada, {"en": text, "vi": words("Một")}, base=number, id=article)
    shown = await history(pool, ada)
    assert (len(shown.versions), shown.languages, shown.language) == (PAGE_SIZE, ("en", "vi"), "en")
    assert (shown.versions[0].author, [version.is_current for version in shown.versions[:2]]) == ("Ada", [True, False])
    assert shown.chosen is None
    assert shown.next is not None
    (first,) = (await history(pool, ada, after=shown.next)).versions
    chosen = await history(pool, ada, version=str(first.id))
    assert (chosen.chosen, chosen.words and chosen.words.title) == (first, "One")
    assert chosen.current is not None
    assert chosen.current.title == f"One {PAGE_SIZE}"
    other = await history(pool, ada, language="vi", version=str(first.id))
    assert (other.language, len(other.versions), other.chosen) == ("vi", 1, None), "a version of another language"
    for unknown in ("0", "-1", "x", "99999999999999999999"):
        assert (await history(pool, ada, version=unknown, language="xx")).chosen is None


async def test_history_is_not_found_for_others(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    await save_article(pool, ada, {"en": words("One")})
    with pytest.raises(NotFound):
        await history(pool, mai)
