"""Reviews of articles: the lock of a submitted text, who may decide, and two who decide at once, per language."""

import asyncio
import json
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.blog import save_article, words
from tests.factories.members import Member, make_member

ROLE = "insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = $2"
SUBMIT = "select public.submit_article_text($1, $2, $3, $4, $5)"
WITHDRAW = "select public.withdraw_article_text($1)"
ASK = "select public.ask_for_changes($1, $2)"
APPROVE = "select public.approve_article_text($1, $2::jsonb, $3::jsonb, $4)"
DRAFT = words("One", status="draft")


async def make_writer(pool: Pool, preset: str) -> Member:
    member = await make_member(pool)
    async with as_owner(pool) as connection:
        await connection.execute(ROLE, member.id, preset)
    return member


async def run(pool: Pool, who: Member, statement: str, *values: object) -> str:
    try:
        async with as_role(pool, who.caller, read_only=False) as connection:
            await connection.execute(statement, *values)
    except asyncpg.PostgresError as error:
        return f"{error.sqlstate} {error.detail}"
    return "done"


async def save(pool: Pool, who: Member, texts: dict[str, Any], base: int, **facts: Any) -> str:
    try:
        await save_article(pool, who, texts, base=base, **{"status": "draft", **facts})
    except asyncpg.PostgresError as error:
        return f"{error.sqlstate} {error.detail}"
    return "done"


async def approve(
    pool: Pool, who: Member, review: UUID, article: str, texts: dict[str, Any], base: int, **facts: Any
) -> str:
    given = {"id": article, "save_id": str(uuid4()), "source_language": "en", "status": "published", **facts}
    return await run(pool, who, APPROVE, review, json.dumps(given), json.dumps(texts), base)


async def see(pool: Pool, statement: str, *values: object) -> list[tuple[Any, ...]]:
    async with as_owner(pool) as connection:
        return [tuple(row) for row in await connection.fetch(statement, *values)]


async def submit(pool: Pool, who: Member, article: str, language: str = "en", base: int = 1, note: str = "") -> UUID:
    review = uuid4()
    assert await run(pool, who, SUBMIT, review, UUID(article), language, base, note) == "done"
    return review


async def test_submitted_text_is_locked_for_its_writer_until_it_comes_back(pool: Pool) -> None:
    writer, editor = await make_writer(pool, "contributor"), await make_writer(pool, "editor")
    article = (await save_article(pool, writer, {"en": DRAFT, "zh": DRAFT}, status="draft"))["id"]
    review = await submit(pool, writer, article, note="Please look at the times")
    assert await run(pool, writer, SUBMIT, review, UUID(article), "en", 1, "") == "done", "the same request sent again"
    assert await run(pool, writer, SUBMIT, uuid4(), UUID(article), "en", 1, "") == "PT409 in_review"
    changed = words("Two", status="draft")
    locked = "PT423 text_in_review"
    assert await save(pool, writer, {"en": changed}, 1, id=article) == locked
    assert await save(pool, writer, {"en": {**DRAFT, "summary": "x"}}, 1, id=article) == locked
    assert await save(pool, writer, {"en": {**DRAFT, "slug": "other"}}, 1, id=article) == locked
    assert await save(pool, writer, {"en": {**DRAFT, "status": "published"}}, 1, id=article) == locked
    assert await save(pool, writer, {"en": DRAFT}, 1, id=article, tags=["news"]) == locked
    assert await run(pool, writer, "select public.delete_article($1)", UUID(article)) == locked
    # The other language is a draft as before, and may be submitted on its own.
    assert await save(pool, writer, {"en": DRAFT, "zh": changed}, 1, id=article) == "done"
    await submit(pool, writer, article, "zh", base=2)
    assert await save(pool, writer, {"zh": None}, 2, id=article) == locked
    # An editor may change a submitted text.
    assert await save(pool, editor, {"en": changed}, 2, id=article) == "done"
    assert await run(pool, editor, ASK, review, " \n") == "PT422 comment_missing"
    assert await run(pool, editor, ASK, review, "Name the room.") == "done"
    assert await run(pool, editor, ASK, review, "Name the room.") == "done", "the same request sent again"
    assert await save(pool, writer, {"en": words("Three", status="draft")}, 3, id=article) == "done"
    again = await submit(pool, writer, article, base=4)
    assert await run(pool, writer, WITHDRAW, again) == "done"
    assert await run(pool, editor, ASK, again, "Late") == "PT409 review_decided"
    assert await run(pool, writer, WITHDRAW, review) == "PT409 review_decided"
    ended = "select outcome, comment from public.article_reviews where language = 'en' order by submitted_at"
    assert await see(pool, ended) == [("changes_asked", "Name the room."), ("withdrawn", "")]


async def test_a_text_is_submitted_twenty_times_a_day(pool: Pool) -> None:
    writer = await make_writer(pool, "contributor")
    article = (await save_article(pool, writer, {"en": DRAFT, "zh": DRAFT}, status="draft"))["id"]
    for _ in range(20):
        assert await run(pool, writer, WITHDRAW, await submit(pool, writer, article)) == "done"
    assert await run(pool, writer, SUBMIT, uuid4(), UUID(article), "en", 1, "") == "PT429 too_fast"
    await submit(pool, writer, article, "zh")
    async with as_owner(pool) as connection:
        await connection.execute("update public.article_reviews set submitted_at = submitted_at - interval '1 day'")
    await submit(pool, writer, article)


async def test_writer_without_the_right_publishes_nothing(pool: Pool) -> None:
    writer, editor = await make_writer(pool, "contributor"), await make_writer(pool, "editor")
    needs = "PT403 needs_review"
    assert await save(pool, writer, {"en": words("One")}, 0, status="published") == needs
    assert await save(pool, writer, {"en": DRAFT, "zh": words("一")}, 0) == needs
    article = (await save_article(pool, writer, {"en": DRAFT}, status="draft"))["id"]
    assert await save(pool, writer, {"en": words("One")}, 1, id=article, status="published") == needs
    review = await submit(pool, writer, article)
    assert await approve(pool, writer, review, article, {"en": words("One")}, 1) == "PT404 not_found"
    assert await run(pool, writer, ASK, review, "x") == "PT404 not_found"
    assert await approve(pool, editor, review, article, {"en": words("One")}, 1) == "done"
    facts = {"id": article, "status": "published"}
    assert await save(pool, writer, {"en": words("Two")}, 2, **facts) == needs
    assert await save(pool, writer, {"en": None}, 2, **facts) == needs
    assert await save(pool, writer, {"en": words("One")}, 2, id=article) == "42501 not_allowed"
    assert await save(pool, writer, {"en": words("One")}, 2, **facts, tags=["x"]) == "42501 not_allowed"
    # A translation of the published article is a draft of theirs, with a review of its own.
    assert await save(pool, writer, {"en": words("One"), "vi": words("Một")}, 2, **facts) == needs
    assert await save(pool, writer, {"vi": words("Một", status="draft")}, 2, **facts) == "done"
    second = await submit(pool, writer, article, "vi", base=3)
    assert await save(pool, writer, {"vi": words("Hai", status="draft")}, 3, **facts) == "PT423 text_in_review"
    assert await approve(pool, editor, second, article, {"vi": words("Một")}, 3) == "done"
    assert await see(pool, "select language::text, status from public.article_texts order by 1") == [
        ("en", "published"), ("vi", "published")]  # fmt: skip
    assert await see(pool, "select count(*) from public.article_reviews where outcome = 'approved'") == [(2,)]


async def test_only_the_writer_withdraws_and_only_editors_of_the_scope_decide(pool: Pool) -> None:
    writer, other = await make_writer(pool, "contributor"), await make_writer(pool, "contributor")
    author, translator, member = (
        await make_writer(pool, "author"),
        await make_writer(pool, "translator"),
        await make_member(pool),
    )
    article = (await save_article(pool, writer, {"en": DRAFT, "vi": DRAFT}, status="draft"))["id"]
    assert await run(pool, other, SUBMIT, uuid4(), UUID(article), "en", 1, "") == "PT404 not_found"
    assert await run(pool, writer, SUBMIT, uuid4(), UUID(article), "en", 7, "") == "PT409 changed_meanwhile"
    assert await run(pool, writer, SUBMIT, uuid4(), UUID(article), "zh", 1, "") == "PT404 not_found"
    review, second = await submit(pool, writer, article), await submit(pool, writer, article, "vi")
    for wrong in (other, author, member, translator):
        assert await run(pool, wrong, WITHDRAW, review) == "PT404 not_found"
        assert await run(pool, wrong, ASK, review, "x") == "PT404 not_found"
        assert await approve(pool, wrong, review, article, {"en": words("One")}, 1) == "PT404 not_found"
    # Translators publish translations, so they decide about them.
    assert await run(pool, translator, ASK, second, "Một chỗ sai") == "done"
    for wrong in (other, author, member):
        async with as_role(pool, wrong.caller) as connection:
            assert await connection.fetch("select from public.article_reviews") == []
    for who in (writer, translator):
        async with as_role(pool, who.caller) as connection:
            assert len(await connection.fetch("select from public.article_reviews")) == 2
        for statement in (
            "insert into public.article_reviews (id, language) values (gen_random_uuid(), 'en')",
            "update public.article_reviews set outcome = null",
            "delete from public.article_reviews",
            "update public.article_texts set status = 'published'",
        ):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                async with as_role(pool, who.caller, read_only=False) as connection:
                    await connection.execute(statement)


async def test_roles_of_a_group_hold_for_its_articles(pool: Pool) -> None:
    group, second = uuid4(), uuid4()
    writer, editor, other = [await make_member(pool) for _ in range(3)]
    async with as_owner(pool) as connection:
        for one, slug in ((group, "cooks"), (second, "singers")):
            await connection.execute("insert into public.groups (id, slug) values ($1, $2)", one, slug)
        for who, preset, scope in (
            (writer, "contributor", group),
            (editor, "editor", group),
            (other, "editor", second),
        ):
            await connection.execute(ROLE.replace("role_id)", "role_id, group_id)").replace("id from", "id, $3 from"),
                                     who.id, preset, scope)  # fmt: skip
    article = (await save_article(pool, writer, {"en": DRAFT}, status="draft", group_id=str(group)))["id"]
    review = await submit(pool, writer, article)
    assert await see(pool, "select member_id from public.notifications where kind = 'staff_article'") == [(editor.id,)]
    assert await run(pool, other, ASK, review, "x") == "PT404 not_found"
    moved = {"id": article, "group_id": str(second)}
    assert await save(pool, writer, {"en": DRAFT}, 1, **moved) in ("PT423 text_in_review", "42501 not_allowed")
    assert await run(pool, editor, ASK, review, "Name the kitchen") == "done"


async def test_one_of_two_editors_who_decide_at_once_wins(pool: Pool) -> None:
    writer, ada, bo = (
        await make_writer(pool, "contributor"),
        await make_writer(pool, "editor"),
        await make_writer(pool, "editor"),
    )
    for number in range(4):
        title = f"Article {number}"
        article = (await save_article(pool, writer, {"en": words(title, status="draft")}, status="draft"))["id"]
        review = await submit(pool, writer, article)
        answers = await asyncio.gather(
            approve(pool, ada, review, article, {"en": words(title)}, 1),
            run(pool, bo, ASK, review, "Please wait"),
            run(pool, writer, WITHDRAW, review),
            approve(pool, bo, review, article, {"en": words(title)}, 1),
        )
        assert sorted(answers) == ["PT409 review_decided"] * 3 + ["done"], answers
        outcome = (await see(pool, "select outcome from public.article_reviews where id = $1", review))[0][0]
        status = (await see(pool, "select status from public.articles where id = $1", UUID(article)))[0][0]
        assert (outcome == "approved") == (status == "published")
    # A save that arrives with the submission: the text is submitted as it was read, or not at all.
    article = (await save_article(pool, writer, {"en": DRAFT}, status="draft"))["id"]
    review = uuid4()
    answers = await asyncio.gather(
        run(pool, writer, SUBMIT, review, UUID(article), "en", 1, ""),
        save(pool, writer, {"en": words("Other", status="draft")}, 1, id=article),
    )
    assert sorted(answers) in (["PT423 text_in_review", "done"], ["PT409 changed_meanwhile", "done"])


async def test_notices_and_log_of_a_review(pool: Pool) -> None:
    writer, ada, bo = (
        await make_writer(pool, "contributor"),
        await make_writer(pool, "editor"),
        await make_member(pool, is_admin=True),
    )
    draft = words("健康", status="draft")
    article = (await save_article(pool, writer, {"zh": draft}, status="draft", source_language="zh"))["id"]
    first = await submit(pool, writer, article, "zh", note="请看看时间")
    told = "select member_id, count, subject, path from public.notifications where kind = $1 order by member_id"
    path = "/blog/%E5%81%A5%E5%BA%B7/edit?language=zh"
    assert await see(pool, told, "staff_article") == sorted([(ada.id, 1, "健康", path), (bo.id, 1, "健康", path)])
    assert await run(pool, ada, ASK, first, "请写明房间。") == "done"
    assert await see(pool, told, "article_changes") == [(writer.id, 1, "健康", path)]
    second = await submit(pool, writer, article, "zh")
    assert [row[1] for row in await see(pool, told, "staff_article")] == [2, 2], "one unread notice counts both"
    later = "2126-01-05T08:00:00Z"
    assert (
        await approve(pool, bo, second, article, {"zh": words("健康")}, 1, source_language="zh", publish_at=later)
        == "done"
    )
    assert await see(pool, told, "article_approved") == [(writer.id, 1, "健康", path)]
    log = "select actor_id, member_id, thing_id, changes -> 'outcome' ->> 1 from public.staff_log where thing = $1"
    assert await see(pool, log, "article_reviews") == [
        (ada.id, writer.id, first, "changes_asked"),
        (bo.id, writer.id, second, "approved"),
    ]
    async with as_role(pool, bo.caller) as connection:
        shown = await connection.fetchrow(
            "select title, path from public.log_subject('article_reviews', $1, 'en')", first
        )
    assert shown is not None
    assert shown["title"] == "健康"


async def test_editor_publishes_or_removes_by_an_ordinary_save(pool: Pool) -> None:
    writer, ada = await make_writer(pool, "contributor"), await make_writer(pool, "editor")
    article = (await save_article(pool, writer, {"en": DRAFT, "vi": DRAFT}, status="draft"))["id"]
    await submit(pool, writer, article)
    await submit(pool, writer, article, "vi")
    assert await save(pool, ada, {"en": words("One"), "vi": None}, 1, id=article, status="published") == "done"
    assert await see(pool, "select language::text, outcome, decided_by from public.article_reviews order by 1") == [
        ("en", "approved", ada.id), ("vi", "removed", ada.id)]  # fmt: skip
    # Taken back to a draft, it is the writer's again.
    assert await save(pool, ada, {"en": DRAFT}, 2, id=article) == "done"
    assert await save(pool, writer, {"en": words("Two", status="draft")}, 3, id=article) == "done"
