"""Versions of article texts: one for each save, restored by a save, for those who may edit the article."""

import asyncio
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.blog import rich, save_article, words
from tests.factories.members import Member, make_member

VERSIONS = """
select id, title, author_id, restored_from from public.article_versions
where article_id = $1 and language = $2 order by id
"""
ROLE = "insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = $2"
RESTORE = "select public.restore_article_version($1, $2, $3)"


async def versions(pool: Pool, who: Member, article: str, language: str = "en") -> list[asyncpg.Record]:
    async with as_role(pool, who.caller) as connection:
        return list(await connection.fetch(VERSIONS, UUID(article), language))


async def titles(pool: Pool, who: Member, article: str, language: str = "en") -> list[str]:
    return [row["title"] for row in await versions(pool, who, article, language)]


async def restore(pool: Pool, who: Member, version: int, base: int, save: UUID | None = None) -> str:
    try:
        async with as_role(pool, who.caller, read_only=False) as connection:
            await connection.execute(RESTORE, version, base, save or uuid4())
    except asyncpg.PostgresError as error:
        return f"{error.sqlstate} {error.detail}"
    return "done"


async def test_each_save_of_a_published_text_makes_a_version(pool: Pool) -> None:
    ada, bo = await make_member(pool, is_admin=True), await make_member(pool, is_admin=True)
    saved = await save_article(pool, ada, {"en": words("One"), "zh": words("一")})
    await save_article(pool, bo, {"en": words("Two"), "zh": words("一")}, base=1, id=saved["id"])
    await save_article(pool, bo, {"en": words("Two"), "zh": words("二")}, base=2, id=saved["id"])
    rows = await versions(pool, ada, saved["id"])
    assert [(row["title"], row["author_id"]) for row in rows] == [("One", ada.id), ("Two", bo.id)]
    assert await titles(pool, ada, saved["id"], "zh") == ["一", "二"]
    with pytest.raises(asyncpg.PostgresError, match="changed meanwhile"):
        await save_article(pool, bo, {"en": words("Three")}, base=1, id=saved["id"])
    assert await titles(pool, ada, saved["id"]) == ["One", "Two"], "a rejected save leaves none"


async def test_successive_drafts_of_an_author_make_one_version(pool: Pool) -> None:
    ada, bo = await make_member(pool, is_admin=True), await make_member(pool, is_admin=True)

    async def save(who: Member, title: str, base: int, status: str = "draft") -> None:
        await save_article(pool, who, {"en": words(title, status=status)}, base=base, id=article, status=status)

    article = str(uuid4())
    await save(ada, "One", 0)
    await save(ada, "Two", 1)
    assert await titles(pool, ada, article) == ["Two"]
    await save(bo, "Three", 2)
    assert await titles(pool, ada, article) == ["Two", "Three"]
    # Published without a change and withdrawn: readers may have seen the text.
    await save(bo, "Three", 3, "published")
    await save(bo, "Three", 4)
    await save(bo, "Four", 5)
    assert await titles(pool, ada, article) == ["Two", "Three", "Four"]
    async with as_owner(pool) as connection:
        await connection.execute("update public.article_versions set started_at = now() - interval '6 minutes'")
    await save(bo, "Five", 6)
    assert await titles(pool, ada, article) == ["Two", "Three", "Four", "Five"]


async def test_restored_version_is_a_new_one_and_later_ones_stay(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    facts = {"tags": ["Health"], "publish_at": "2026-01-05T08:00:07Z", "expire_at": "2126-01-01T00:00:00Z"}
    first = words("One", summary="First", body=rich("Old"), cover_alt="Door")
    saved = await save_article(pool, ada, {"en": first, "vi": words("Một")}, **facts)
    await save_article(pool, ada, {"en": words("Two", slug="address")}, base=1, id=saved["id"], **facts)
    one, two = await versions(pool, ada, saved["id"])
    assert await restore(pool, ada, one["id"], 2) == "done"
    rows = await versions(pool, ada, saved["id"])
    assert [(row["title"], row["restored_from"]) for row in rows] == [("One", None), ("Two", None), ("One", one["id"])]
    async with as_owner(pool) as connection:
        text = await connection.fetchrow("select * from public.article_texts where language = 'en'")
        article = await connection.fetchrow("select * from public.articles")
    assert text is not None
    assert article is not None
    assert (text["summary"], text["cover_alt"]) == ("First", "Door")
    assert (text["slug"], text["status"]) == ("address", "published")
    assert "Old" in text["body"]
    assert (article["tags"], article["publish_at"].second, article["expire_at"].year) == (["Health"], 7, 2126)
    assert await restore(pool, ada, two["id"], 3) == "done", "the undo"
    assert await titles(pool, ada, saved["id"]) == ["One", "Two", "One", "Two"]
    assert await titles(pool, ada, saved["id"], "vi") == ["Một"]


async def test_draft_saved_before_a_restore_stays(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    saved = await save_article(pool, ada, {"en": words("One")}, status="draft")
    await save_article(pool, ada, {"en": words("Two", status="draft")}, base=1, id=saved["id"], status="draft")
    one, _two = await versions(pool, ada, saved["id"])
    assert await restore(pool, ada, one["id"], 2) == "done"
    await save_article(pool, ada, {"en": words("Three", status="draft")}, base=3, id=saved["id"], status="draft")
    assert await titles(pool, ada, saved["id"]) == ["One", "Two", "One", "Three"]


async def test_removed_translation_comes_back_as_a_draft(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    saved = await save_article(pool, ada, {"en": words("One"), "vi": words("Một")})
    await save_article(pool, ada, {"en": words("One"), "vi": None}, base=1, id=saved["id"])
    (version,) = await versions(pool, ada, saved["id"], "vi")
    assert await restore(pool, ada, version["id"], 2) == "done"
    async with as_owner(pool) as connection:
        status = await connection.fetchval("select status from public.article_texts where language = 'vi'")
    assert status == "draft"
    assert await titles(pool, ada, saved["id"], "vi") == ["Một", "Một"]


async def test_one_of_concurrent_saves_and_restores_succeeds(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    saved = await save_article(pool, ada, {"en": words("One")})
    await save_article(pool, ada, {"en": words("Two")}, base=1, id=saved["id"])
    one, two = await versions(pool, ada, saved["id"])

    async def change(title: str) -> str:
        try:
            await save_article(pool, ada, {"en": words(title)}, base=2, id=saved["id"])
        except asyncpg.PostgresError as error:
            return f"{error.sqlstate} {error.detail}"
        return "done"

    sends = [change(f"Three {n}") for n in range(3)] + [restore(pool, ada, one["id"], 2) for _ in range(3)]
    assert sorted(await asyncio.gather(*sends)) == ["PT409 changed_meanwhile"] * 5 + ["done"]
    assert len(await versions(pool, ada, saved["id"])) == 3

    save = uuid4()
    repeated = [restore(pool, ada, two["id"], 3, save) for _ in range(4)]
    assert await asyncio.gather(*repeated) == ["done"] * 4, "the same request sent again"
    assert len(await versions(pool, ada, saved["id"])) == 4


async def make_writer(pool: Pool, preset: str) -> Member:
    member = await make_member(pool)
    async with as_owner(pool) as connection:
        await connection.execute(ROLE, member.id, preset)
    return member


async def test_only_those_who_may_edit_the_article_read_and_restore(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    author, other = await make_writer(pool, "author"), await make_writer(pool, "author")
    translator, moderator = await make_writer(pool, "translator"), await make_writer(pool, "moderator")
    saved = await save_article(pool, author, {"en": words("One"), "vi": words("Một")})
    await save_article(pool, ada, {"en": words("Two"), "vi": words("Hai")}, base=1, id=saved["id"])
    one = (await versions(pool, ada, saved["id"]))[0]["id"]
    first_vi = (await versions(pool, ada, saved["id"], "vi"))[0]["id"]
    for wrong in (mai, other, moderator):
        assert await titles(pool, wrong, saved["id"]) == []
        assert await restore(pool, wrong, one, 2) == "PT404 not_found"
    assert await titles(pool, translator, saved["id"]) == ["One", "Two"]
    assert await restore(pool, translator, one, 2) == "42501 not_allowed", "the source is not for translators"
    assert await restore(pool, translator, first_vi, 2) == "done"
    assert await restore(pool, author, one, 3) == "done"
    for statement in (
        "insert into public.article_versions (article_id) values (gen_random_uuid())",
        "update public.article_versions set title = 'x'",
        "delete from public.article_versions",
        "select set_config('balai.restored_version', '1', true), public.save_article_version()",
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, author.caller, read_only=False) as connection:
                await connection.execute(statement)
    async with as_owner(pool) as connection:
        await connection.execute("delete from public.role_grants where member_id = $1", author.id)
    assert await titles(pool, author, saved["id"]) == [], "without the role the article is no longer theirs to edit"


async def test_contributor_reads_versions_until_the_article_is_published(pool: Pool) -> None:
    ada, contributor = await make_member(pool, is_admin=True), await make_writer(pool, "contributor")
    draft = {"en": words("One", status="draft")}
    saved = await save_article(pool, contributor, draft, status="draft")
    assert await titles(pool, contributor, saved["id"]) == ["One"]
    await save_article(pool, ada, {"en": words("Two")}, base=1, id=saved["id"])
    assert await titles(pool, contributor, saved["id"]) == []
    async with as_role(pool, ada.caller, read_only=False) as connection:
        await connection.execute("select public.delete_article($1)", UUID(saved["id"]))
    assert await titles(pool, ada, saved["id"]) == []


async def test_files_of_versions_stay_and_deleted_authors_leave_the_text(pool: Pool) -> None:
    ada, bo = await make_member(pool, is_admin=True), await make_member(pool, is_admin=True)
    address = f"/storage/v1/object/authenticated/text-pictures/{bo.id}/old.png"
    picture = {"type": "doc", "content": [{"type": "image", "attrs": {"src": address, "alt": ""}}]}
    saved = await save_article(pool, bo, {"en": words("One", body=picture)})
    await save_article(pool, ada, {"en": words("Two")}, base=1, id=saved["id"])
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select public.is_upload_used($1)", f"{bo.id}/old.png")
        await connection.execute("delete from auth.users where id = $1", bo.id)
    one, two = await versions(pool, ada, saved["id"])
    assert (one["title"], one["author_id"], two["author_id"]) == ("One", None, ada.id)
