"""Pages of one's own in the database: visibility by role, published versions, addresses, templates."""

import asyncio
import json
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import Member, make_member
from tests.factories.pages import make_page, page_text, publish_page, save_page

KINDS = ("about", "privacy", "terms", "rules")
TITLES = "select title from public.page_version_texts order by title"
CREATE = "select public.create_page_from_template($1)"


async def seen(pool: Pool, caller: Caller, query: str = TITLES) -> list[Any]:
    async with as_role(pool, caller) as connection:
        return [row[0] for row in await connection.fetch(query)]


async def act(pool: Pool, who: Member, query: str, *values: object) -> Any:
    async with as_role(pool, who.caller, read_only=False) as connection:
        return await connection.fetchval(query, *values)


async def test_members_and_visitors_cannot_write(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    saved = await make_page(pool, ada, {"en": page_text("About")})
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await save_page(pool, mai, {"en": page_text("Mine")})
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await publish_page(pool, mai, saved)
    for name in ("unpublish_page", "republish_page", "delete_page", "restore_page"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await act(pool, mai, f"select public.{name}($1)", UUID(saved["id"]))
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await act(pool, mai, CREATE, "privacy")
    for who in (mai.caller, ada.caller, Caller.anonymous()):
        for statement in (
            "insert into public.pages (slug, source_language) values ('x', 'en')",
            "update public.pages set slug = 'x'",
            "update public.page_version_texts set title = 'x'",
            "delete from public.page_versions",
            "insert into public.page_slugs (slug, page_id) select 'x', id from public.pages",
        ):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                async with as_role(pool, who, read_only=False) as connection:
                    await connection.execute(statement)


async def test_drafts_and_unpublished_and_deleted_pages_are_for_administrators_only(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    await save_page(pool, ada, {"en": page_text("Draft")})
    unpublished = await make_page(pool, ada, {"en": page_text("Unpublished")})
    deleted = await make_page(pool, ada, {"en": page_text("Deleted")})
    await make_page(pool, ada, {"en": page_text("Seen")})
    await act(pool, ada, "select public.unpublish_page($1)", UUID(unpublished["id"]))
    await act(pool, ada, "select public.delete_page($1)", UUID(deleted["id"]))
    for caller in (Caller.anonymous(), mai.caller):
        assert await seen(pool, caller) == ["Seen"]
        assert await seen(pool, caller, "select slug from public.pages") == ["seen"]
        assert await seen(pool, caller, "select slug from public.page_slugs") == ["seen"]
        assert await seen(pool, caller, "select distinct title from public.page_names") == ["Seen"]
    assert await seen(pool, mai.caller, "select title from public.page_texts") == []
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await seen(pool, Caller.anonymous(), "select title from public.page_texts")
    await act(pool, ada, "select public.republish_page($1)", UUID(unpublished["id"]))
    await act(pool, ada, "select public.restore_page($1)", UUID(deleted["id"]))
    assert await seen(pool, Caller.anonymous()) == ["Deleted", "Seen", "Unpublished"]


async def test_readers_see_the_published_version_until_the_next_one(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    first = await make_page(pool, ada, {"en": page_text("First")})
    changed = await save_page(pool, ada, {"en": page_text("Second")}, base=first["version"], id=first["id"])
    assert await seen(pool, Caller.anonymous()) == ["First"]
    assert changed["slug"] == "first"
    published = await publish_page(pool, ada, changed)
    assert await seen(pool, Caller.anonymous()) == ["Second"]
    assert published["published"] == 2
    assert await seen(pool, ada.caller) == ["First", "Second"]


async def test_a_language_that_is_not_ready_is_not_published(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    await make_page(pool, ada, {"en": page_text("About"), "vi": page_text("Giới thiệu", is_ready=False)})
    assert await seen(pool, Caller.anonymous()) == ["About"]
    names = "select title || ' ' || title_language from public.page_names where language = 'vi'"
    assert await seen(pool, Caller.anonymous(), names) == ["About en"]


async def test_source_text_is_required(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    for texts in ({"vi": page_text("Giới thiệu")}, {"en": None}):
        with pytest.raises(asyncpg.PostgresError) as refusal:
            await save_page(pool, ada, texts)
        assert (refusal.value.sqlstate, refusal.value.detail) == ("PT422", "source_text_missing")
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select count(*) from public.pages") == 0


async def test_second_of_two_concurrent_saves_is_rejected(pool: Pool) -> None:
    ada, bea = await make_member(pool, is_admin=True), await make_member(pool, is_admin=True)
    saved = await save_page(pool, ada, {"en": page_text("Page")})
    results = await asyncio.gather(
        *(
            save_page(pool, who, {"en": page_text(title)}, base=saved["version"], id=saved["id"])
            for who, title in ((ada, "Hers"), (bea, "Theirs"))
        ),
        return_exceptions=True,
    )
    failures = [result for result in results if isinstance(result, asyncpg.PostgresError)]
    assert [failure.sqlstate for failure in failures] == ["PT409"]
    with pytest.raises(asyncpg.PostgresError) as refusal:
        await publish_page(pool, ada, saved)
    assert refusal.value.sqlstate == "PT409"


async def test_concurrent_publications_get_numbers_of_their_own(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    saved = await save_page(pool, ada, {"en": page_text("Page")})
    results = await asyncio.gather(*(publish_page(pool, ada, saved) for _ in range(4)), return_exceptions=True)
    assert sum(isinstance(result, dict) for result in results) == 1
    assert await seen(pool, ada.caller, "select number from public.page_versions") == [1]


async def test_repeated_save_changes_nothing(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    page, save = str(uuid4()), str(uuid4())
    first = await save_page(pool, ada, {"en": page_text("Page")}, id=page, save_id=save)
    assert await save_page(pool, ada, {"en": page_text("Page")}, id=page, save_id=save) == first


async def test_addresses_stay_reserved(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    first = await make_page(pool, ada, {"en": page_text("House rules")})
    moved = await save_page(
        pool, ada, {"en": page_text("House rules")}, base=first["version"], id=first["id"], slug="rules"
    )
    second = await make_page(pool, ada, {"en": page_text("House rules")})
    assert (first["slug"], moved["slug"], second["slug"]) == ("house-rules", "rules", "house-rules-2")
    public = await seen(pool, Caller.anonymous(), "select slug from public.page_slugs order by slug")
    assert public == ["house-rules", "house-rules-2", "rules"]


async def test_templates_fill_in_the_name_and_are_published_only_when_complete(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    async with as_owner(pool) as connection:
        await connection.execute("update public.site_texts set name = $1 where language = 'en'", r"Rumah \1 Bersama")
    for kind in KINDS:
        page = await act(pool, ada, CREATE, kind)
        assert await act(pool, ada, CREATE, kind) == page
        assert await act(pool, ada, "select slug from public.pages where id = $1", page) == kind
        texts = await act(
            pool,
            ada,
            "select json_object_agg(language, json_build_object('title', title, 'body', body)) "
            "from public.page_texts where page_id = $1",
            page,
        )
        given = json.loads(texts)
        assert sorted(given) == ["en", "ms", "vi", "zh"]
        for text in given.values():
            assert text["title"].strip("# ") == text["title"]
            assert "[[name" not in json.dumps(text)
            assert r"Rumah \\1 Bersama" in json.dumps(text["body"])
        with pytest.raises(asyncpg.PostgresError) as refusal:
            await act(pool, ada, "select public.publish_page($1, 1)", page)
        assert (refusal.value.detail, refusal.value.hint) == ("placeholders_left", "en, zh, ms, vi")
    with pytest.raises(asyncpg.PostgresError) as refusal:
        await act(pool, ada, CREATE, "page")
    assert refusal.value.detail == "unknown_template"


async def test_templates_have_the_same_parts_in_every_language(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        for kind in KINDS:
            shapes = set()
            for language in ("en", "zh", "ms", "vi"):
                text = await connection.fetchval("select public.page_template($1, $2)", kind, language)
                keys = sorted(part.partition(":")[0] for part in text.split("[[")[1:])
                shapes.add((tuple(line.partition(" ")[0] in {"##", "-"} for line in text.splitlines()), tuple(keys)))
            assert len(shapes) == 1, kind


async def test_empty_text_is_not_published(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    saved = await save_page(pool, ada, {"en": {"title": "Empty", "body": {"type": "doc", "content": []}}})
    with pytest.raises(asyncpg.PostgresError) as refusal:
        await publish_page(pool, ada, saved)
    assert refusal.value.detail == "nothing_to_publish"
