"""Marks that keep a text from translation, index and messages: the three roles do not read it, whatever they ask."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.transaction import as_owner
from tests.database.translations.test_translations import MALAY, SAVE, SAVE_REPLY, make_translator
from tests.factories.forum import FORBIDDEN, Community, make_post, make_reply, refused, rich

MARK = "select public.set_marks($1, post => $2)"
MARK_REPLY = "select public.set_marks($1, reply => $2)"
MARK_AREA = "select public.set_area_marks($2, $1)"
ROLES = {"index": "balai_indexer", "mail": "balai_mailer", "translate": "balai_translator"}
VIEWS = {
    "index": ["select item_id as id from search.sources where kind in ('post', 'reply')"],
    "mail": ["select id from texts.posts_to_mail", "select id from texts.replies_to_mail"],
    "translate": ["select id from texts.posts_to_translate", "select id from texts.replies_to_translate"],
}
TABLES = ["select id from public.posts where title is not null", "select id from public.replies where body is not null"]


@asynccontextmanager
async def acting_as(community: Community, role: str) -> AsyncIterator[asyncpg.Connection]:
    async with as_owner(community.pool) as connection:
        await connection.execute(f"set local role {role}")
        yield connection


async def read_by(community: Community, use: str) -> set[UUID]:
    """All texts that the role of a use reads: of the tables, as itself, and of its views, as the owner does."""
    found: set[UUID] = set()
    async with acting_as(community, ROLES[use]) as connection:
        for statement in TABLES:
            found |= {row["id"] for row in await connection.fetch(statement)}
    async with as_owner(community.pool) as connection:
        for statement in VIEWS[use]:
            found |= {row["id"] for row in await connection.fetch(statement)}
    return found


async def make_texts(community: Community) -> tuple[UUID, UUID, UUID]:
    """A topic with two replies."""
    return (
        community.post,
        await make_reply(community.pool, community.post, community.hoa, body=rich("By the old harbour, every Sunday")),
        await make_reply(community.pool, community.post, community.mei, body=rich("Past the lighthouse")),
    )


@pytest.mark.parametrize("use", ["index", "mail", "translate"])
async def test_no_query_of_the_role_returns_a_marked_text(community: Community, use: str) -> None:
    post, reply, other = await make_texts(community)
    assert await read_by(community, use) == {post, reply, other}
    await community.act(community.hoa, MARK_REPLY, [use], reply)
    assert await read_by(community, use) == {post, other}
    # The mark of a topic holds for its replies, that of an area for all in it and below it.
    await community.act(community.mei, MARK, [use], post)
    assert await read_by(community, use) == set()
    for wrong in set(ROLES) - {use}:
        assert await read_by(community, wrong) == {post, reply, other}
    await community.act(community.mei, MARK, [], post)
    await community.act(community.ana, MARK_AREA, [use], community.forum)
    assert await read_by(community, use) == set()
    await community.act(community.ana, MARK_AREA, [], community.forum)
    assert await read_by(community, use) == {post, other}
    async with acting_as(community, ROLES[use]) as connection:
        with FORBIDDEN:
            await connection.execute("update public.posts set kept_from = '{}'")


async def test_author_and_staff_set_them(community: Community) -> None:
    with refused("not_yours"):
        await community.act(community.hoa, MARK, ["mail"], community.post)
    with FORBIDDEN:
        await community.act(community.mei, MARK_AREA, ["mail"], community.forum)
    with pytest.raises(asyncpg.CheckViolationError):
        await community.act(community.mei, MARK, ["print"], community.post)
    await community.act(community.mei, MARK, ["mail", "index", "mail"], community.post)
    assert (await community.see("select kept_from from public.posts"))[0] == ["index", "mail"]
    assert (await community.see("select count(*) from public.staff_log where thing = 'posts'"))[0] == 0
    await community.act(community.ana, MARK, ["translate"], community.post)
    assert (await community.see("select changes from public.staff_log where thing = 'posts'"))[0]
    new = "insert into public.posts (id, forum_id, language, title, body, kept_from) values ($1, $2, 'en', $3, $4, $5)"
    title, body = "Is it safe to ask?", rich("I would rather not be found.")
    await community.act(community.hoa, new, uuid4(), community.forum, title, body, ["index"])
    assert not await community.act(community.ana, "select from public.search('rather')")


async def test_setting_a_mark_removes_what_was_made_before(community: Community) -> None:
    post, reply, _ = await make_texts(community)
    siti = await make_translator(community)
    await community.act(siti, SAVE, *MALAY, 1, post)
    await community.act(siti, SAVE_REPLY, "ms", rich("Di pelabuhan"), 1, reply)
    await community.act(community.hoa, "select public.ask_for_translation('zh', post => $1)", post)
    left = """
    select (select count(*)::int from search.entries where kind in ('post', 'reply')) as entries,
      (select count(*)::int from public.translations) as texts,
      (select count(*)::int from public.translation_requests) as requests
    """
    assert tuple(await community.see(left)) == (5, 2, 1)
    await community.act(community.mei, MARK, ["index"], post)
    assert tuple(await community.see(left)) == (0, 2, 1)
    await community.act(community.mei, MARK, [], post)
    assert tuple(await community.see(left)) == (5, 2, 1)
    await community.act(community.mei, MARK, ["translate"], post)
    assert tuple(await community.see(left)) == (3, 0, 0)
    for act in (
        community.act(siti, SAVE, *MALAY, 1, post),
        community.act(siti, SAVE_REPLY, "ms", rich("Di pelabuhan"), 1, reply),
        community.act(community.hoa, "select public.ask_for_translation('zh', reply => $1)", reply),
    ):
        with refused("not_translated"):
            await act


async def test_marks_of_an_area_empty_the_index_and_fill_it_again(community: Community) -> None:
    await make_texts(community)
    find = "select from public.search('harbour')"
    await community.act(community.ana, MARK_AREA, ["index"], community.forum)
    assert not await community.act(community.ana, find)
    await community.act(community.ana, MARK_AREA, [], community.forum)
    async with as_owner(community.pool) as connection:
        while await connection.fetchval("select search.refresh_outdated(20)"):
            pass
    assert len(await community.act(community.ana, find)) == 1


async def test_replies_keep_the_marks_of_the_topic_that_they_leave(community: Community) -> None:
    post, reply, other = await make_texts(community)
    await community.act(community.mei, MARK, ["index", "mail"], post)
    split = "select public.split_replies(gen_random_uuid(), $1, $2, $3, 'A new topic of it') as id"
    (made,) = await community.act(community.ana, split, post, [reply, other], community.forum)
    assert (await community.see("select kept_from from public.posts where id = $1", made["id"]))[0] == ["index", "mail"]
    assert await read_by(community, "index") == set()
    target = await make_post(community.pool, community.forum, community.hoa, title="Another topic")
    merge = "select public.merge_posts(gen_random_uuid(), $1, $2)"
    await community.act(community.ana, merge, made["id"], target)
    assert await read_by(community, "index") == await read_by(community, "mail") == {target}


async def test_a_mark_and_a_translation_at_once_leave_no_translation(community: Community) -> None:
    siti = await make_translator(community)
    posts = [await make_post(community.pool, community.forum, community.ana) for _ in range(6)]
    await asyncio.gather(
        *(community.act(siti, SAVE, *MALAY, 1, post) for post in posts),
        *(community.act(community.ana, MARK, ["translate"], post) for post in posts),
        return_exceptions=True,
    )
    assert not await community.act(community.ana, "select from public.translations")
