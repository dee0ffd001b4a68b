"""Acts on several articles at the database level: previewed, in batches, undone; as the wrong person, concurrently."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.database.blog.test_reviews import make_writer, run, submit
from tests.factories.blog import save_article, words
from tests.factories.members import Member, make_member

APPLY = "select public.apply_article_act($1, $2, $3, $4)"
UNDO = "select public.undo_article_act($1)"
DRAFT = words("A draft", status="draft")
STATE = """
select a.status, a.publish_at, a.expire_at, a.tags, a.deleted_at is null,
  (select array_agg(t.status order by t.language) from public.article_texts as t where t.article_id = a.id)
from public.articles as a order by a.id
"""


async def state(pool: Pool) -> list[tuple[Any, ...]]:
    async with as_owner(pool) as connection:
        return [tuple(row) for row in await connection.fetch(STATE)]


async def ask(pool: Pool, who: Member, statement: str, *values: object) -> Any:
    """Return the row that a call answers with."""
    async with as_role(pool, who.caller, read_only=False) as connection:
        return tuple(await connection.fetchrow(statement, *values))


async def preview(pool: Pool, who: Member, kind: str, articles: list[UUID], tag: str | None = None) -> Any:
    return await ask(pool, who, "select * from public.preview_article_act($1, $2, $3)", kind, articles, tag)


async def make_articles(pool: Pool, writer: Member) -> list[UUID]:
    """A draft in two languages, a published article, one that is published later, and one that has ended."""
    kinds: list[dict[str, Any]] = [
        {"status": "draft"},
        {"tags": ["News", "Health", "Work"]},
        {"publish_at": "2090-01-01T00:00:00Z", "expire_at": "2091-01-01T00:00:00Z"},
        {"publish_at": "2020-01-01T00:00:00Z", "expire_at": "2021-01-01T00:00:00Z"},
    ]
    made = []
    for facts in kinds:
        texts = {"en": DRAFT, "vi": DRAFT} if facts.get("status") else {"en": words("News"), "vi": words("Tin")}
        made.append(UUID((await save_article(pool, writer, texts, **facts))["id"]))
    return made


@pytest.mark.parametrize(
    ("kind", "tag", "counts"),
    [
        ("publish", None, (1, 1, 3, 0)),
        ("withdraw", None, (3, 6, 1, 0)),
        ("tag", "health", (3, 0, 1, 0)),
        ("untag", "HEALTH", (1, 0, 3, 0)),
        ("delete", None, (4, 7, 0, 0)),
    ],
)
async def test_act_in_batches_changes_what_its_preview_says_and_is_undone_exactly(
    pool: Pool, kind: str, tag: str | None, counts: tuple[int, ...]
) -> None:
    editor = await make_member(pool, is_admin=True)
    articles = await make_articles(pool, editor)
    before, act = await state(pool), uuid4()
    assert await preview(pool, editor, kind, articles, tag) == counts
    # The second batch arrives twice.
    changed = [
        (await ask(pool, editor, APPLY, act, kind, b, tag))[0] for b in (articles[:2], articles[2:], articles[2:])
    ]
    assert sum(changed) == counts[0]
    assert changed[2] == 0
    assert await state(pool) != before
    assert await run(pool, editor, UNDO, act) == "done"
    assert await state(pool) == before
    assert await run(pool, editor, UNDO, act) == "PT409 undone"
    assert await run(pool, editor, APPLY, act, kind, articles, tag) == "PT409 undone"


async def test_undo_keeps_later_changes_and_ends_after_thirty_days(pool: Pool) -> None:
    editor = await make_member(pool, is_admin=True)
    articles, act = await make_articles(pool, editor), uuid4()
    assert await run(pool, editor, APPLY, act, "tag", articles, "Housing") == "done"
    assert await run(pool, editor, APPLY, uuid4(), "tag", articles[:1], "Later") == "done"
    assert await run(pool, editor, "select public.delete_article($1)", articles[1]) == "done"
    assert await run(pool, editor, UNDO, act) == "done"
    async with as_owner(pool) as connection:
        tags = "select tags from public.articles where id = $1"
        assert await connection.fetchval(tags, articles[0]) == ["Later"]
        assert "Housing" in await connection.fetchval(tags, articles[1]), "deleted since then"
    old = uuid4()
    assert await run(pool, editor, APPLY, old, "withdraw", articles[2:], None) == "done"
    async with as_owner(pool) as connection:
        await connection.execute(
            "update public.article_acts set created_at = now() - interval '31 days' where id = $1", old
        )
    assert await run(pool, editor, UNDO, old) == "PT409 undo_over"


async def test_act_raises_the_version_so_that_an_open_editor_does_not_overwrite_it(pool: Pool) -> None:
    editor = await make_member(pool, is_admin=True)
    article = UUID((await save_article(pool, editor, {"en": words("News")}))["id"])
    assert await run(pool, editor, APPLY, uuid4(), "withdraw", [article], None) == "done"
    with pytest.raises(asyncpg.PostgresError) as error:
        await save_article(pool, editor, {"en": words("News")}, base=1, id=str(article))
    assert getattr(error.value, "detail", None) == "changed_meanwhile"


async def test_acts_change_only_the_articles_that_their_person_may_change(pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool)
    contributor, author, editor = [await make_writer(pool, role) for role in ("contributor", "author", "editor")]
    foreign = await make_articles(pool, admin)
    own = UUID((await save_article(pool, contributor, {"en": DRAFT}, status="draft"))["id"])
    for statement, values in (
        ("select public.preview_article_act('delete', $1)", (foreign,)),
        (APPLY, (uuid4(), "delete", foreign, None)),
        (UNDO, (uuid4(),)),
    ):
        assert await run(pool, member, statement, *values) == "42501 administrators_only"
    before = await state(pool)
    for who, kind in ((author, "delete"), (author, "tag"), (contributor, "publish"), (contributor, "withdraw")):
        everything, tag = [*foreign, own], "x" if kind == "tag" else None
        assert (await preview(pool, who, kind, everything, tag))[0] == 0
        assert await ask(pool, who, APPLY, uuid4(), kind, everything, tag) == (0,)
    assert await state(pool) == before
    # The act of another person is neither continued nor undone, and not seen.
    act = uuid4()
    assert await ask(pool, editor, APPLY, act, "withdraw", foreign, None) == (3,)
    assert await run(pool, admin, APPLY, act, "withdraw", foreign, None) == "PT409 undone"
    assert await run(pool, author, UNDO, act) == "42501 not_allowed"
    seen = "select count(*) from public.article_acts where id = $1"
    assert await ask(pool, author, seen, act) == (0,)
    assert await ask(pool, admin, seen, act) == (1,)
    # A text in review is locked for its writer, alone and among others.
    await submit(pool, contributor, str(own))
    assert await preview(pool, contributor, "delete", [own]) == (0, 0, 0, 1)
    assert await ask(pool, contributor, APPLY, uuid4(), "delete", [own], None) == (0,)


async def test_bad_acts_are_refused(pool: Pool) -> None:
    editor = await make_member(pool, is_admin=True)
    article = UUID((await save_article(pool, editor, {"en": words("News")}))["id"])
    for kind, tag, code in (
        ("burn", None, "PT422 unknown_act"),
        (None, None, "PT422 unknown_act"),
        ("tag", None, "PT422 bad_tag"),
        ("tag", "a,b", "PT422 bad_tag"),
        ("untag", "x" * 41, "PT422 bad_tag"),
        ("delete", "x", "PT422 bad_tag"),
    ):
        assert await run(pool, editor, APPLY, uuid4(), kind, [article], tag) == code
    assert await run(pool, editor, APPLY, uuid4(), "delete", [uuid4()] * 51, None) == "PT409 too_many"


async def test_acts_of_a_day_are_bounded(pool: Pool) -> None:
    editor = await make_member(pool, is_admin=True)
    async with as_owner(pool) as connection:
        await connection.execute(
            "insert into public.article_acts (id, actor_id, kind) "
            "select gen_random_uuid(), $1, 'delete' from generate_series(1, 200)",
            editor.id,
        )
        begun = await connection.fetchval("select id from public.article_acts limit 1")
    assert await run(pool, editor, APPLY, uuid4(), "delete", [], None) == "PT429 too_fast"
    assert await run(pool, editor, APPLY, begun, "delete", [], None) == "done", "its further batches"


async def test_opposite_acts_at_once_end_in_one_of_both(pool: Pool) -> None:
    editor = await make_member(pool, is_admin=True)
    articles = await make_articles(pool, editor)
    outcomes = await asyncio.gather(
        *(
            run(pool, editor, APPLY, uuid4(), kind, articles if n % 2 else articles[::-1], None)
            for n in range(4)
            for kind in ("publish", "withdraw")
        )
    )
    assert set(outcomes) == {"done"}
    assert len({row[0] for row in await state(pool)}) == 1
