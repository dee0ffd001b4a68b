"""The desk of translators: rows that follow the texts, seen by those who may save them, claimed once."""

import asyncio
import json
from typing import Any
from uuid import UUID, uuid4

import asyncpg

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.database.blog.test_versions import make_writer
from tests.factories.blog import rich, save_article, words
from tests.factories.booking import make_service
from tests.factories.library import files_of
from tests.factories.members import Member, make_member
from tests.factories.pages import make_page, page_text, save_page

TASKS = "select language::text, state from public.translation_tasks where item_id = $1 order by language"
SAVE_RESOURCE = "select public.save_resource($1::jsonb, $2::jsonb, $3)"


async def states(pool: Pool, item: str | UUID, who: Member | None = None) -> dict[str, str]:
    context = as_role(pool, who.caller) if who else as_owner(pool)
    async with context as connection:
        return dict(await connection.fetch(TASKS, UUID(str(item))))


async def ask(pool: Pool, who: Member, statement: str, *values: object) -> str:
    try:
        async with as_role(pool, who.caller, read_only=False) as connection:
            await connection.execute(statement, *values)
    except asyncpg.PostgresError as error:
        return f"{error.sqlstate} {error.detail}"
    return "done"


async def task_of(pool: Pool, item: str | UUID, language: str = "vi") -> Any:
    async with as_owner(pool) as connection:
        query = "select * from public.translation_tasks where item_id = $1 and language = $2"
        return await connection.fetchrow(query, UUID(str(item)), language)


async def claim(pool: Pool, who: Member, task: UUID, *, is_mine: bool = True) -> str:
    return await ask(pool, who, "select public.claim_task($1, $2)", task, is_mine)


async def test_tasks_follow_the_texts_of_an_article(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    body = {"type": "doc", "content": [*rich("One two three.")["content"], *rich("Four five.")["content"]]}
    source = words("Title", body=body)
    draft = await save_article(pool, ada, {"en": source}, status="draft")
    assert await states(pool, draft["id"]) == {}, "a draft is not finished"
    texts = {"en": source, "zh": words("一"), "ms": words("Satu", status="draft")}
    await save_article(pool, ada, texts, base=1, id=draft["id"])
    assert await states(pool, draft["id"]) == {"zh": "done", "ms": "draft", "vi": "missing"}
    assert (await task_of(pool, draft["id"]))["amount"] == 6
    changed = {**body, "content": [body["content"][0], *rich("Four five six seven.")["content"]]}
    await save_article(pool, ada, {**texts, "en": {**source, "body": changed}}, base=2, id=draft["id"])
    assert await states(pool, draft["id"]) == {"zh": "outdated", "ms": "outdated", "vi": "missing"}
    assert (await task_of(pool, draft["id"], "zh"))["amount"] == 4, "the changed block alone"
    current = {"zh": {**words("一"), "is_current": True}}
    await save_article(pool, ada, current, base=3, id=draft["id"])
    assert (await states(pool, draft["id"]))["zh"] == "done"
    assert await ask(pool, ada, "select public.delete_article($1)", UUID(draft["id"])) == "done"
    assert await states(pool, draft["id"]) == {}
    assert await ask(pool, ada, "select public.restore_article($1)", UUID(draft["id"])) == "done"
    assert len(await states(pool, draft["id"])) == 3


async def test_pages_resources_and_services_have_tasks(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    page = await save_page(pool, ada, {"en": page_text("About"), "vi": {**page_text("Về"), "is_ready": False}})
    assert await states(pool, page["id"]) == {}
    published = await make_page(pool, ada, {"en": page_text("Help"), "vi": {**page_text("Giúp"), "is_ready": False}})
    assert await states(pool, published["id"]) == {"zh": "missing", "ms": "missing", "vi": "draft"}
    service = await make_service(pool, ada, texts=[{"language": "ms", "name": "Klinik", "description": "Setiap hari"}])
    assert await states(pool, service) == {"en": "missing", "zh": "missing", "vi": "missing"}
    assert (await task_of(pool, service))["amount"] == 3
    async with as_owner(pool) as connection:
        category = await connection.fetchval(
            "insert into public.resource_categories (slug) values ('forms') returning id::text"
        )
    resource = {"id": str(uuid4()), "category_id": category, "kind": "link", "files": files_of(),
        "is_published": True}  # fmt: skip
    texts = json.dumps({"zh": {"title": "社区诊所", "description": "每天。"}, "vi": {"title": "Phòng khám"}})
    assert await ask(pool, ada, SAVE_RESOURCE, json.dumps(resource), texts, 0) == "done"
    assert await states(pool, resource["id"]) == {"en": "missing", "ms": "missing", "vi": "done"}
    assert (await task_of(pool, resource["id"], "en"))["amount"] == 6, "characters"


async def test_tasks_are_for_those_who_may_translate(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    translator, author = await make_writer(pool, "translator"), await make_writer(pool, "author")
    article = await save_article(pool, ada, {"en": words("One")})
    service = await make_service(pool, ada)
    for wrong in (mai, author):
        assert await states(pool, article["id"], wrong) == {}
        assert await claim(pool, wrong, (await task_of(pool, article["id"]))["id"]) == "PT404 not_found"
    assert len(await states(pool, article["id"], translator)) == 3
    assert await states(pool, service, translator) == {}, "services are saved by administrators"
    task = (await task_of(pool, service, "ms"))["id"]
    assert await claim(pool, translator, task) == "PT404 not_found"
    for statement in (
        "update public.translation_tasks set claimed_by = auth.uid()",
        "delete from public.translation_tasks",
        "select public.refresh_tasks('article', gen_random_uuid())",
    ):
        assert (await ask(pool, translator, statement)).startswith("42501")


async def test_a_group_has_its_own_translators(pool: Pool) -> None:
    ada, inside, outside = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    async with as_owner(pool) as connection:
        groups = [
            await connection.fetchval("insert into public.groups (slug) values ($1) returning id", slug)
            for slug in ("one", "two")
        ]
        for member, group in ((inside, groups[0]), (outside, groups[1])):
            await connection.execute(
                "insert into public.role_grants (member_id, role_id, group_id)"
                " select $1, id, $2 from public.roles where preset = 'translator'",
                member.id,
                group,
            )
    article = await save_article(pool, ada, {"en": words("One")}, group_id=str(groups[0]))
    assert len(await states(pool, article["id"], inside)) == 3
    assert await states(pool, article["id"], outside) == {}
    assert await claim(pool, outside, (await task_of(pool, article["id"]))["id"]) == "PT404 not_found"
    assert await claim(pool, inside, (await task_of(pool, article["id"]))["id"]) == "done"


async def test_one_of_simultaneous_claims_succeeds(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    translators = [await make_writer(pool, "translator") for _ in range(4)]
    article = await save_article(pool, ada, {"en": words("One")})
    task = (await task_of(pool, article["id"]))["id"]
    outcomes = await asyncio.gather(*(claim(pool, one, task) for one in translators))
    assert sorted(outcomes) == ["PT409 claimed"] * 3 + ["done"]
    winner = translators[outcomes.index("done")]
    loser = translators[outcomes.index("PT409 claimed")]
    assert await claim(pool, winner, task) == "done", "repeated"
    assert await claim(pool, loser, task, is_mine=False) == "PT409 claimed"
    # A draft keeps the claim, a finished text ends it.
    texts = {"en": words("One"), "vi": words("Một", status="draft")}
    await save_article(pool, winner, texts, base=1, id=article["id"])
    assert (await task_of(pool, article["id"]))["claimed_by"] == winner.id
    async with as_owner(pool) as connection:
        await connection.execute("update public.translation_tasks set claimed_until = now() where id = $1", task)
    assert await claim(pool, loser, task) == "done", "after its time"
    assert await claim(pool, loser, task, is_mine=False) == "done"
    assert await claim(pool, winner, task) == "done"
    await save_article(pool, winner, {"en": words("One"), "vi": words("Một")}, base=2, id=article["id"])
    row = await task_of(pool, article["id"])
    assert (row["state"], row["claimed_by"], row["claimed_until"]) == ("done", None, None)
    assert await claim(pool, winner, task) == "PT404 not_found"


async def test_a_member_claims_twenty_at_most(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    for number in range(7):
        await save_article(pool, ada, {"en": words(f"Article {number}")})
    async with as_owner(pool) as connection:
        tasks = [row["id"] for row in await connection.fetch("select id from public.translation_tasks")]
    outcomes = await asyncio.gather(*(claim(pool, ada, task) for task in tasks))
    assert sorted(outcomes) == ["PT422 too_many"] + ["done"] * 20


async def test_a_translation_says_which_version_it_was_compared_with(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    translator, author = await make_writer(pool, "translator"), await make_writer(pool, "author")
    saved = await save_article(pool, ada, {"en": words("One"), "vi": words("Một")})
    base = "select source_base from public.article_texts where article_id = $1 and language = 'vi'"
    confirm = "select public.confirm_translation($1, 'vi', $2, $3)"
    async with as_owner(pool) as connection:
        first = await connection.fetchval(base, UUID(saved["id"]))
    await save_article(pool, ada, {"en": words("Two"), "vi": words("Một hai")}, base=1, id=saved["id"])
    async with as_owner(pool) as connection:
        assert await connection.fetchval(base, UUID(saved["id"])) == first, "a changed text alone clears nothing"
    assert await ask(pool, author, confirm, UUID(saved["id"]), 2, uuid4()) == "42501 not_allowed"
    assert await ask(pool, translator, confirm, UUID(saved["id"]), 1, uuid4()) == "PT409 changed_meanwhile"
    assert await ask(pool, translator, confirm, UUID(saved["id"]), 2, uuid4()) == "done"
    async with as_owner(pool) as connection:
        assert await connection.fetchval(base, UUID(saved["id"])) > first
        text = await connection.fetchrow(
            "select title, version from public.article_texts where language = 'vi' and article_id = $1",
            UUID(saved["id"]),
        )
    assert (text["title"], text["version"]) == ("Một hai", 2), "the text is as it was"
    assert (await states(pool, saved["id"]))["vi"] == "done"


async def test_the_compared_version_of_a_draft_is_not_extended(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    texts = {"en": words("One", status="draft"), "vi": words("Một", status="draft")}
    saved = await save_article(pool, ada, texts, status="draft")
    texts["en"] = words("Two", status="draft")
    await save_article(pool, ada, texts, base=1, id=saved["id"], status="draft")
    async with as_owner(pool) as connection:
        title = await connection.fetchval(
            "select v.title from public.article_texts t join public.article_versions v on v.id = t.source_base"
            " where t.article_id = $1",
            UUID(saved["id"]),
        )
    assert title == "One"
