"""Articles in the database: visibility by role and time, permanent slugs, concurrent saves."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.blog import save_article, words
from tests.factories.members import make_member

TITLES = "select title from public.article_texts order by title"


async def titles_seen(pool: Pool, caller: Caller) -> list[str]:
    async with as_role(pool, caller) as connection:
        return [row["title"] for row in await connection.fetch(TITLES)]


async def test_only_administrators_write(pool: Pool) -> None:
    mai = await make_member(pool)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await save_article(pool, mai, {"en": words("Mine")})
    for statement in (
        "insert into public.articles (source_language) values ('en')",
        "update public.article_texts set title = 'x'",
        "delete from public.articles",
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, mai.caller, read_only=False) as connection:
                await connection.execute(statement)


@pytest.mark.parametrize(
    "hidden",
    [
        {"status": "draft"},
        {"publish_at": "2126-01-01T00:00:00Z"},
        {"publish_at": "2020-01-01T00:00:00Z", "expire_at": "2020-02-01T00:00:00Z"},
    ],
)
async def test_unpublished_scheduled_and_expired_articles_are_visible_to_administrators_only(
    pool: Pool, hidden: dict[str, str]
) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    await save_article(pool, ada, {"en": words("Seen")})
    await save_article(pool, ada, {"en": words("Unseen")}, **hidden)
    for caller in (Caller.anonymous(), mai.caller):
        assert await titles_seen(pool, caller) == ["Seen"]
        async with as_role(pool, caller) as connection:
            assert await connection.fetchval("select count(*) from public.articles") == 1
            assert await connection.fetchval("select count(*) from public.article_slugs") == 1
    assert await titles_seen(pool, ada.caller) == ["Seen", "Unseen"]


async def test_article_appears_and_disappears_on_time(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    saved = await save_article(pool, ada, {"en": words("Planned")}, publish_at="2126-01-01T00:00:00Z")
    async with as_role(pool, Caller.anonymous()) as connection:
        next_change = await connection.fetchval("select public.next_article_change()")
    assert next_change.year == 2126
    move = "update public.articles set publish_at = now() - interval '1 hour', expire_at = {} where id = $1"
    async with as_owner(pool) as connection:
        await connection.execute(move.format("null"), UUID(saved["id"]))
    assert await titles_seen(pool, Caller.anonymous()) == ["Planned"]
    async with as_owner(pool) as connection:
        await connection.execute(move.format("now() - interval '1 second'"), UUID(saved["id"]))
    assert await titles_seen(pool, Caller.anonymous()) == []


async def test_draft_translation_is_hidden(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    await save_article(pool, ada, {"en": words("Source"), "vi": words("Bản dịch", status="draft")})
    assert await titles_seen(pool, Caller.anonymous()) == ["Source"]


async def test_published_article_needs_its_source_text(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    for texts in ({"vi": words("Bản dịch")}, {"en": words("Source", status="draft")}, {"en": None}):
        with pytest.raises(asyncpg.PostgresError) as refusal:
            await save_article(pool, ada, texts)
        assert (refusal.value.sqlstate, refusal.value.detail) == ("PT422", "source_text_missing")
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select count(*) from public.articles") == 0


async def test_second_of_two_concurrent_saves_is_rejected(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    first = await save_article(pool, ada, {"en": words("One")})

    async def change(title: str) -> str:
        try:
            await save_article(pool, ada, {"en": words(title)}, base=1, id=first["id"])
        except asyncpg.PostgresError as error:
            return f"{error.sqlstate} {error.detail}"
        return "done"

    outcomes = await asyncio.gather(*(change(f"Two {n}") for n in range(5)))
    assert sorted(outcomes) == ["PT409 changed_meanwhile"] * 4 + ["done"]


async def test_repeated_save_changes_nothing(pool: Pool) -> None:
    ada, article, once = await make_member(pool, is_admin=True), str(uuid4()), str(uuid4())
    sends = [save_article(pool, ada, {"en": words("One")}, id=article, save_id=once) for _ in range(5)]
    results = await asyncio.gather(*sends)
    assert all(result == {"id": article, "version": 1, "slugs": {"en": "one"}} for result in results)


@pytest.mark.parametrize(
    ("title", "language", "slug"),
    [
        ("Khám bệnh ở Đà Nẵng!", "vi", "kham-benh-o-da-nang"),
        ("社区诊所:开放时间", "zh", "社区诊所-开放时间"),
        ("Clinic hours, 9am – 5pm", "en", "clinic-hours-9am-5pm"),
        ("!!!", "vi", "bai-viet"),
        ("New", "en", "new-2"),
    ],
)
async def test_slugs_are_readable(pool: Pool, title: str, language: str, slug: str) -> None:
    ada = await make_member(pool, is_admin=True)
    saved = await save_article(pool, ada, {language: words(title)}, source_language=language)
    assert saved["slugs"] == {language: slug}


async def test_simultaneous_articles_of_one_title_get_two_slugs(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    results = await asyncio.gather(*(save_article(pool, ada, {"en": words("Same")}) for _ in range(4)))
    assert sorted(result["slugs"]["en"] for result in results) == ["same", "same-2", "same-3", "same-4"]


async def test_published_slug_survives_a_new_title_and_old_slugs_redirect(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    first = await save_article(pool, ada, {"en": words("Old")})
    again = await save_article(pool, ada, {"en": words("Renamed")}, base=1, id=first["id"])
    assert again["slugs"] == {"en": "old"}
    moved = await save_article(pool, ada, {"en": words("Renamed", slug="Brand new")}, base=2, id=first["id"])
    assert moved["slugs"] == {"en": "brand-new"}
    other = await save_article(pool, ada, {"en": words("Old")})
    assert other["slugs"] == {"en": "old-2"}
    async with as_role(pool, Caller.anonymous()) as connection:
        owner = await connection.fetchval("select article_id from public.article_slugs where slug = 'old'")
    assert str(owner) == first["id"]


async def test_translation_is_outdated_until_confirmed(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    first = await save_article(pool, ada, {"en": words("One"), "vi": words("Một")})

    async def is_outdated() -> bool:
        async with as_role(pool, ada.caller) as connection:
            result = await connection.fetchval("""
                select t.source_version < s.version from public.article_texts as t
                join public.article_texts as s on s.article_id = t.article_id and s.language = 'en'
                where t.language = 'vi'""")
        return bool(result)

    assert not await is_outdated()
    await save_article(pool, ada, {"en": words("One"), "vi": words("Một!")}, base=1, id=first["id"])
    assert not await is_outdated()
    await save_article(pool, ada, {"en": words("One, changed")}, base=2, id=first["id"])
    assert await is_outdated()
    await save_article(pool, ada, {"vi": words("Một, sửa")}, base=3, id=first["id"])
    assert await is_outdated()
    await save_article(pool, ada, {"vi": words("Một, sửa", is_current=True)}, base=4, id=first["id"])
    assert not await is_outdated()


async def test_removed_translation_and_deleted_article_disappear(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    first = await save_article(pool, ada, {"en": words("One"), "vi": words("Một")})
    await save_article(pool, ada, {"vi": None}, base=1, id=first["id"])
    assert await titles_seen(pool, Caller.anonymous()) == ["One"]
    delete = "select public.delete_article($1)"
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, mai.caller, read_only=False) as connection:
            await connection.execute(delete, UUID(first["id"]))
    async with as_role(pool, ada.caller, read_only=False) as connection:
        await connection.execute(delete, UUID(first["id"]))
    assert await titles_seen(pool, Caller.anonymous()) == []
    with pytest.raises(asyncpg.PostgresError) as refusal:
        await save_article(pool, ada, {"en": words("Back")}, base=2, id=first["id"])
    assert refusal.value.sqlstate == "PT404"


@pytest.mark.parametrize(
    ("article", "text"),
    [
        ({"cover_url": "javascript:1"}, {}),
        ({"tags": ["a", "A"]}, {}),
        ({"tags": ["x" * 41]}, {}),
        ({"expire_at": "2020-01-01T00:00:00Z"}, {}),
        ({}, {"title": " \u200b"}),
        ({}, {"summary": "x" * 501}),
        ({}, {"body": {"type": "doc", "content": [{"type": "script"}]}}),
    ],
)
async def test_invalid_article_is_rejected(pool: Pool, article: dict[str, Any], text: dict[str, Any]) -> None:
    ada = await make_member(pool, is_admin=True)
    with pytest.raises(asyncpg.CheckViolationError):
        await save_article(pool, ada, {"en": {**words("One"), **text}}, **article)


async def test_slug_must_be_requested(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        with pytest.raises(asyncpg.NullValueNotAllowedError):
            await connection.fetchval("select public.reserve_slug($1, null)", uuid4())


async def test_deleted_article_comes_back_as_it_was(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    saved = await save_article(pool, ada, {"en": words("Back")})
    article = UUID(saved["id"])
    for who, name in ((ada, "delete_article"), (ada, "restore_article")):
        async with as_role(pool, who.caller, read_only=False) as connection:
            await connection.execute(f"select public.{name}($1)", article)
        assert await titles_seen(pool, Caller.anonymous()) == ([] if name == "delete_article" else ["Back"])
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, mai.caller, read_only=False) as connection:
            await connection.execute("select public.restore_article($1)", article)
