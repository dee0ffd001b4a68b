"""Filters and order of the search: they only ever leave out, and they follow a text that changes."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from balai.database.transaction import as_owner
from tests.database.search.test_search_rights import WORDS, fill, save_article, text
from tests.factories.forum import Community, make_post, make_reply, rich
from tests.factories.members import make_member

FIND = """
select id, kind, created_at, cursor from public.search($1, page_size => 50, author => $2, forum => $3, since => $4,
  newest => $5) where ring > 0
"""
BODY = "Bring a lantern and meet us at the gate."
AUTHORS = """
select id, author_id from public.posts union all select id, author_id from public.replies
union all select id, author_id from public.articles
"""
ADD_FORUM = "insert into public.forums (id, slug, parent_id) values ($1, $2, $3)"
PLAN = """
explain select from search.entries e
where e.terms @@ 'lantern'::tsquery and e.author_id = '{author}' order by e.at desc, e.item_id desc limit 400
"""
FILL = """
insert into search.entries (kind, item_id, language, title, body, public_from, at, terms, author_id, forum_id)
select 'post', gen_random_uuid(), 'en', 'Lantern', '', '-infinity', now(), 'lantern'::tsvector,
  case when n % 5000 = 0 then $1::uuid else $2::uuid end, $3 from generate_series(1, 20000) n
"""


async def find(community: Community, who: Any, words: str = "lantern", **options: Any) -> list[UUID]:
    values = [options.get(name) for name in ("author", "forum", "since")]
    rows = await community.act(who, FIND, words, *values, options.get("newest", False))
    return [row["id"] for row in rows]


async def add_forum(community: Community, slug: str, parent: UUID | None = None) -> UUID:
    forum = uuid4()
    async with as_owner(community.pool) as connection:
        await connection.execute(ADD_FORUM, forum, slug, parent)
    return forum


async def test_author_and_time_only_leave_out(community: Community) -> None:
    """For each role: the results with a filter are those without it that meet it, whatever the order."""
    await fill(community, random.Random(5))
    async with as_owner(community.pool) as connection:
        authors = {row["id"]: row["author_id"] for row in await connection.fetch(AUTHORS)}
    now = datetime.now(UTC)
    people = (community.mei, community.hoa, community.ana)
    for who in (None, *people):
        for words in WORDS:
            everything = await find(community, who, words)
            assert len(everything) < 50
            # Texts that are found by sound only come last.
            assert sorted(await find(community, who, words, newest=True)) == sorted(everything)
            assert await find(community, who, words, since=now - timedelta(days=1)) == [
                row["id"]
                for row in await community.act(who, FIND, words, None, None, None, False)
                if row["created_at"] >= now - timedelta(days=1)
            ]
            for author in people:
                expected = [thing for thing in everything if authors.get(thing) == author.id]
                assert await find(community, who, words, author=author.id) == expected


async def test_area_includes_those_below_and_no_hidden_one(community: Community) -> None:
    upper = await add_forum(community, "upper")
    below = await add_forum(community, "below", upper)
    open_post = await make_post(community.pool, upper, community.mei, title="Lantern", body=rich(BODY))
    inner = await make_post(community.pool, below, community.mei, title="Lantern", body=rich(BODY))
    reply = await make_reply(community.pool, inner, community.hoa, body=rich("My lantern is red and new."))
    await make_post(community.pool, community.forum, community.mei, title="Lantern", body=rich(BODY))
    assert set(await find(community, None, forum=upper)) == {open_post, inner, reply}
    assert set(await find(community, None, forum=below)) == {inner, reply}
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.forums set is_restricted = true where id = $1", below)
    for who in (None, community.mei, community.hoa):
        assert await find(community, who, forum=below) == []
        assert await find(community, who, forum=upper) == [open_post]
        assert set(await find(community, who, author=community.hoa.id)) == set()
    # Moved, it belongs to the other area.
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.posts set forum_id = $2 where id = $1", open_post, community.forum)
    assert await find(community, None, forum=upper) == []
    assert open_post in await find(community, None, forum=community.forum)


async def test_drafts_of_an_author_stay_private(community: Community) -> None:
    draft = await save_article(community, {"en": {**text("Lantern walk"), "status": "draft"}}, status="draft")
    for who in (None, community.mei):
        assert await find(community, who, author=community.ana.id) == []
    assert await find(community, community.ana, author=community.ana.id) == [draft]


async def test_author_without_account_is_no_author(community: Community) -> None:
    gone = await make_member(community.pool)
    post = await make_post(community.pool, community.forum, gone, title="Lantern", body=rich(BODY))
    assert await find(community, None, author=gone.id) == [post]
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.posts set author_id = null where id = $1", post)
    assert await find(community, None) == [post]
    assert await find(community, None, author=gone.id) == []


async def test_newest_first_continues_page_by_page(community: Community) -> None:
    posts = [
        await make_post(
            community.pool,
            community.forum,
            community.ana,
            title="Lantern " * (1 + n % 3),
            body=rich(BODY),
        )
        for n in range(30)
    ]
    page = "select id, cursor from public.search('lantern', newest => true, after => $1, page_size => 8)"
    found: list[UUID] = []
    after = None
    while rows := await community.act(None, page, after):
        found += [row["id"] for row in rows]
        after = rows[-1]["cursor"]
    assert found == posts[::-1]


async def test_rare_author_is_read_by_index(community: Community) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute(FILL, community.mei.id, community.hoa.id, community.forum)
    async with community.pool.acquire() as connection:
        await connection.execute("analyze search.entries")
        plan = "\n".join(row[0] for row in await connection.fetch(PLAN.format(author=community.mei.id)))
    assert "entries_by_author" in plan, plan
