"""Loaders of the blog: language, permanent URLs, and expiry of cached pages."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.site.loaders.blog.payloads import BlogArticlePayload, BlogPayload
from balai.site.loaders.blog.topics import TOPICS
from balai.site.screens import Moved, NotFound, Page
from tests.factories.blog import rich, save_article, words
from tests.factories.members import Member, make_member
from tests.support.pages import load_page


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, display_name="Ada", is_admin=True)


async def blog(pool: Pool, lang: Any = "en", who: Member | None = None, **query: str) -> BlogPayload:
    data = (await load_page(pool, "/blog", lang=lang, who=who, query=query)).data
    assert isinstance(data, BlogPayload)
    return data


async def article(
    pool: Pool, slug: str, lang: Any = "en", who: Member | None = None
) -> tuple[BlogArticlePayload, Page[Any]]:
    page = await load_page(pool, f"/blog/{slug}", lang=lang, who=who)
    assert isinstance(page.data, BlogArticlePayload)
    return page.data, page


async def test_list_is_newest_first_and_paged_by_key(pool: Pool, ada: Member) -> None:
    for day in range(1, 15):
        await save_article(pool, ada, {"en": words(f"Day {day}")}, publish_at=f"2026-01-{day:02}T08:00:00Z")
    first = await blog(pool)
    assert [card.title for card in first.articles] == [f"Day {day}" for day in range(14, 2, -1)]
    assert first.next is not None
    second = await blog(pool, after=first.next)
    assert [card.title for card in second.articles] == ["Day 2", "Day 1"]
    assert second.next is None
    assert not second.is_first_page


async def test_card_is_in_the_readers_language_or_the_source(pool: Pool, ada: Member) -> None:
    await save_article(pool, ada, {"en": words("One", summary="First"), "vi": words("Một", summary="Đầu tiên")})
    await save_article(pool, ada, {"zh": words("二")}, source_language="zh")
    cards = (await blog(pool, "vi")).articles
    assert {(card.lang, card.title, card.summary) for card in cards} == {("vi", "Một", "Đầu tiên"), ("zh", "二", "")}


async def test_tag_filters_the_list(pool: Pool, ada: Member) -> None:
    await save_article(pool, ada, {"en": words("One")}, tags=["health", "news"])
    await save_article(pool, ada, {"en": words("Two")}, tags=["news"])
    tagged = await blog(pool, tag="health")
    assert [card.title for card in tagged.articles] == ["One"]
    assert tagged.tags == ("news", "health")
    assert (await blog(pool, tag="nothing")).articles == ()


async def test_administrators_read_the_same_list(pool: Pool, ada: Member) -> None:
    await save_article(pool, ada, {"en": words("Draft")}, status="draft")
    await save_article(pool, ada, {"en": words("Planned")}, publish_at="2126-01-01T00:00:00Z")
    assert (await blog(pool, who=ada)).articles == ()


async def test_cached_list_expires_when_the_next_article_is_published(pool: Pool, ada: Member) -> None:
    soon = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=1)
    await save_article(pool, ada, {"en": words("Now")}, expire_at=(soon + timedelta(hours=1)).isoformat())
    await save_article(pool, ada, {"en": words("Soon")}, publish_at=soon.isoformat())
    assert (await load_page(pool, "/blog")).valid_until == soon
    assert (await load_page(pool, "/blog/now")).valid_until == soon


async def test_article_is_shown_in_the_readers_language(pool: Pool, ada: Member) -> None:
    await save_article(pool, ada, {"en": words("One"), "vi": words("Một", body=rich("Chữ"))}, tags=["news"])
    data, page = await article(pool, "mot", "vi")
    assert (data.lang, data.title, bytes(data.body).decode().count("Chữ")) == ("vi", "Một", 1)
    assert [(sibling.lang, sibling.slug) for sibling in data.siblings] == [("en", "one")]
    paths = {"en": "/en/blog/one", "zh": "/zh/blog/one", "ms": "/ms/blog/one", "vi": "/vi/blog/mot"}
    assert page.alternates == paths
    assert page.translated == {"en", "vi"}
    assert page.canonical == "/vi/blog/mot"
    said = page.head.json_ld[0]
    assert (said["@type"], said["headline"], said["inLanguage"]) == ("Article", "Một", "vi")
    assert page.head.og_type == "article"


async def test_without_a_translation_the_source_is_shown_and_canonical(pool: Pool, ada: Member) -> None:
    await save_article(pool, ada, {"en": words("One"), "vi": words("Một", status="draft")})
    data, page = await article(pool, "one", "vi")
    assert (data.lang, data.title) == ("en", "One")
    assert page.canonical == "/en/blog/one"
    assert page.translated == {"en"}


async def test_old_and_foreign_slugs_redirect(pool: Pool, ada: Member) -> None:
    first = await save_article(pool, ada, {"en": words("Old"), "zh": words("旧")})
    await save_article(pool, ada, {"en": words("Old", slug="fresh")}, base=1, id=first["id"])
    for slug, lang, path in (
        ("old", "en", "/en/blog/fresh"),
        ("old", "zh", "/zh/blog/%E6%97%A7"),
        ("旧", "ms", "/ms/blog/fresh"),
    ):
        with pytest.raises(Moved) as moved:
            await article(pool, slug, lang)
        assert moved.value.path == path


async def test_unpublished_article_is_visible_to_administrators_only(pool: Pool, ada: Member) -> None:
    mai = await make_member(pool)
    await save_article(pool, ada, {"en": words("Draft")}, status="draft")
    await save_article(pool, ada, {"en": words("Planned")}, publish_at="2126-01-01T00:00:00Z")
    for slug in ("draft", "planned", "nothing"):
        for who in (None, mai):
            with pytest.raises(NotFound):
                await article(pool, slug, who=who)
    for slug in ("draft", "planned"):
        data, page = await article(pool, slug, who=ada)
        assert data.state == slug
        assert page.head.noindex


async def test_readers_see_that_a_translation_is_outdated(pool: Pool, ada: Member) -> None:
    first = await save_article(pool, ada, {"en": words("One"), "vi": words("Một")})
    await save_article(pool, ada, {"en": words("One", summary="More")}, base=1, id=first["id"])
    for reader in (ada, None):
        shown = (await article(pool, "mot", "vi", reader))[0]
        assert shown.is_outdated and shown.source_lang == "en"
        assert [(sibling.lang, sibling.slug) for sibling in shown.siblings] == [("en", "one")]
    assert not (await article(pool, "one", "en"))[0].is_outdated
    for lang, outdated in (("vi", True), ("en", False), ("zh", False)):
        blog = (await load_page(pool, "/blog", lang=lang)).data  # type: ignore[arg-type]
        assert [card.is_outdated for card in blog.articles] == [outdated], lang  # type: ignore[attr-defined]
    await save_article(
        pool, ada, {"en": words("One", summary="More"), "vi": words("Một", is_current=True)}, base=2, id=first["id"]
    )
    assert not (await article(pool, "mot", "vi"))[0].is_outdated


def test_named_topics_have_interface_texts() -> None:
    texts = json.loads((Path(__file__).parents[4] / "web" / "locales" / "en.json").read_text())
    assert {key.removeprefix("topic.") for key in texts if key.startswith("topic.")} == set(TOPICS)


async def test_related_articles_share_a_tag_or_are_the_newest(pool: Pool, ada: Member) -> None:
    await save_article(pool, ada, {"en": words("This")}, tags=["health"], publish_at="2026-01-09T08:00:00Z")
    await save_article(pool, ada, {"en": words("Old, same tag")}, tags=["health"], publish_at="2026-01-01T08:00:00Z")
    await save_article(pool, ada, {"en": words("Source"), "vi": words("Cùng thẻ")}, tags=["health", "news"])
    for day in range(2, 7):
        await save_article(pool, ada, {"en": words(f"Day {day}")}, publish_at=f"2026-01-{day:02}T08:00:00Z")
    await save_article(pool, ada, {"en": words("Draft")}, tags=["health"], status="draft")
    data, _ = await article(pool, "this")
    assert [card.title for card in data.related] == ["Source", "Old, same tag", "Day 6"]
    data, _ = await article(pool, "this", "vi")
    assert data.related[0].title == "Cùng thẻ"


async def test_article_presents_its_author_and_its_length(pool: Pool, ada: Member) -> None:
    async with as_role(pool, ada.caller, read_only=False) as connection:
        await connection.execute(
            "update public.profiles set about = 'Nurse', about_for = 'everyone' where id = auth.uid()"
        )
    await save_article(
        pool, ada, {"en": words("Long", body=rich("word " * 600)), "zh": words("长", body=rich("字" * 900))}
    )
    data, _ = await article(pool, "long")
    assert data.author is not None
    assert (data.author.display_name, data.author.about, data.minutes) == ("Ada", "Nurse", 3)
    assert (await article(pool, "长", "zh"))[0].minutes == 3
