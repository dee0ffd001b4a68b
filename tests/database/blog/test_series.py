"""Series of articles: who reads and writes them, articles of groups, and orders that change at once."""

import asyncio
import json
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.blog import save_article, words
from tests.factories.members import Member, make_member

SAVE = "select public.save_series($1::jsonb, $2::jsonb, $3)"
CHOOSE = "select public.choose_series($1, $2, $3)"
ORDER = "select public.order_series($1, $2)"
POSITIONS = "select article_id, position from public.series_articles order by position"


async def run(pool: Pool, who: Member, statement: str, *values: object) -> str:
    try:
        async with as_role(pool, who.caller, read_only=False) as connection:
            await connection.execute(statement, *values)
    except asyncpg.PostgresError as error:
        return f"{error.sqlstate} {error.detail}"
    return "done"


async def make_series(pool: Pool, admin: Member, title: str = "Living here") -> UUID:
    series = uuid4()
    given = json.dumps({"id": str(series)}), json.dumps({"en": {"title": title}})
    assert await run(pool, admin, SAVE, *given, 0) == "done"
    return series


async def make_parts(pool: Pool, admin: Member, series: UUID, count: int) -> list[UUID]:
    parts = [UUID((await save_article(pool, admin, {"en": words(f"Part {n}")}))["id"]) for n in range(count)]
    for part in parts:
        assert await run(pool, admin, CHOOSE, part, series, None) == "done"
    return parts


async def order_of(pool: Pool) -> list[UUID]:
    async with as_owner(pool) as connection:
        rows = await connection.fetch(POSITIONS)
    assert [row["position"] for row in rows] == list(range(len(rows)))
    return [row["article_id"] for row in rows]


@pytest.fixture
async def admin(pool: Pool) -> Member:
    return await make_member(pool, is_admin=True)


async def test_members_neither_write_series_nor_see_empty_ones(pool: Pool, admin: Member) -> None:
    member = await make_member(pool)
    series = await make_series(pool, admin)
    given = json.dumps({"id": str(uuid4())}), json.dumps({"en": {"title": "Mine"}})
    assert await run(pool, member, SAVE, *given, 0) == "42501 not_allowed"
    assert await run(pool, member, ORDER, series, []) == "42501 not_allowed"
    assert await run(pool, member, "select public.delete_series($1)", series) == "42501 not_allowed"
    assert await run(pool, member, "insert into public.series (slug) values ('x')") != "done"
    async with as_role(pool, member.caller) as connection:
        assert await connection.fetch("select * from public.series") == []
        assert await connection.fetch("select * from public.series_texts") == []
    (part,) = await make_parts(pool, admin, series, 1)
    assert await run(pool, member, CHOOSE, part, None, None) == "42501 not_allowed"
    async with as_role(pool, member.caller) as connection:
        assert len(await connection.fetch("select * from public.series")) == 1
        assert await connection.fetch("select * from public.series_articles") == []


async def test_articles_of_a_group_do_not_show_through_the_series(pool: Pool, admin: Member) -> None:
    member = await make_member(pool)
    series = await make_series(pool, admin)
    first, second = await make_parts(pool, admin, series, 2)
    async with as_owner(pool) as connection:
        group = await connection.fetchval("insert into public.groups (slug) values ('parents') returning id")
        await connection.execute("update public.articles set group_id = $2 where id = $1", first, group)
    async with as_role(pool, member.caller) as connection:
        parts = await connection.fetch("select * from public.parts_of_series($1)", series)
        assert [tuple(part) for part in parts] == [(second, 1)]
        assert await connection.fetchval("select public.series_of_article($1)", first) is None
    async with as_owner(pool) as connection:
        await connection.execute("update public.articles set group_id = $2 where id = $1", second, group)
    async with as_role(pool, member.caller) as connection:
        assert await connection.fetch("select * from public.series_slugs") == []


async def test_concurrent_moves_leave_no_gap(pool: Pool, admin: Member) -> None:
    series, other = await make_series(pool, admin), await make_series(pool, admin)
    parts = await make_parts(pool, admin, series, 5)
    a, b, c, d, e = parts
    answers = await asyncio.gather(
        run(pool, admin, ORDER, series, [c, a, b]),
        run(pool, admin, ORDER, series, [e, d]),
        run(pool, admin, "select public.leave_series($1, $2)", b, series),
        run(pool, admin, CHOOSE, a, series, 4),
    )
    assert answers == ["done"] * 4
    assert set(await order_of(pool)) == {a, c, d, e}
    assert await run(pool, admin, ORDER, series, [e, d, c, a]) == "done"
    assert await order_of(pool) == [e, d, c, a]
    assert await run(pool, admin, CHOOSE, d, other, None) == "done"
    assert await run(pool, admin, "select public.delete_series($1)", series) == "done"
    assert await run(pool, admin, "select public.restore_removed('series', $1)", series) == "done"
    async with as_owner(pool) as connection:
        rows = await connection.fetch(
            "select article_id, position from public.series_articles where series_id = $1 order by position", series
        )
    assert [tuple(row) for row in rows] == [(e, 0), (c, 1), (a, 2)]


async def test_old_addresses_stay_and_second_save_is_refused(pool: Pool, admin: Member) -> None:
    series = await make_series(pool, admin)
    given = json.dumps({"id": str(series), "slug": "diabetes"}), json.dumps({"vi": {"title": "Sống khoẻ"}})
    assert await run(pool, admin, SAVE, *given, 1) == "done"
    assert await run(pool, admin, SAVE, *given, 1) == "PT409 changed_meanwhile"
    async with as_owner(pool) as connection:
        slugs = await connection.fetch("select slug from public.series_slugs order by slug")
    assert [row["slug"] for row in slugs] == ["diabetes", "living-here"]


@pytest.mark.parametrize("title", ["Edit", "糖尿病"])
async def test_title_without_an_address_of_its_own_gets_one(pool: Pool, admin: Member, title: str) -> None:
    given = json.dumps({"id": str(uuid4())}), json.dumps({"en": {"title": title}})
    assert await run(pool, admin, SAVE, *given, 0) == "done"
    async with as_owner(pool) as connection:
        slugs = [row["slug"] for row in await connection.fetch("select slug from public.series_slugs")]
    assert len(slugs) == 1 and slugs[0].startswith("series-")
