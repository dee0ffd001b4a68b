"""Reactions, answers and bookmarks at the database level: as the wrong user, and concurrently."""

import asyncio
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.transaction import as_owner
from tests.factories.forum import FORBIDDEN, Community, make_post, make_reply, refused, rich
from tests.factories.members import make_member

REACT = "select public.set_reaction($1, $2, $3, $4)"


async def counted(community: Community, table: str, thing: UUID) -> dict[str, int]:
    row = await community.see(f"select reactions::text from public.{table} where id = $1", thing)
    return msgspec.json.decode(row["reactions"], type=dict[str, int])


# Reactions -----------------------------------------------------------------------------------------------------------
async def test_each_member_gives_each_kind_once_and_takes_it_back(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa)
    for who in (community.hoa, community.ana, community.hoa):
        await community.act(who, REACT, "like", True, community.post, None)
    await community.act(community.hoa, REACT, "cheer", True, community.post, None)
    await community.act(community.mei, REACT, "thanks", True, None, reply)
    assert await counted(community, "posts", community.post) == {"like": 2, "cheer": 1}
    assert await counted(community, "replies", reply) == {"thanks": 1}
    for _ in range(2):
        await community.act(community.hoa, REACT, "like", False, community.post, None)
    await community.act(community.hoa, REACT, "cheer", False, community.post, None)
    assert await counted(community, "posts", community.post) == {"like": 1}
    post = await community.see("select reaction_count, edited_at from public.posts where id = $1", community.post)
    assert tuple(post) == (1, None)


async def test_simultaneous_reactions_count_exactly(community: Community) -> None:
    members = [await make_member(community.pool) for _ in range(8)]
    await asyncio.gather(
        *(community.act(who, REACT, "like", True, community.post, None) for who in members for _ in range(2))
    )
    assert await counted(community, "posts", community.post) == {"like": 8}
    async with as_owner(community.pool) as connection:
        await connection.execute("delete from auth.users where id = $1", members[0].id)
    assert await counted(community, "posts", community.post) == {"like": 7}


async def test_reaction_in_another_name_or_to_nothing_is_rejected(community: Community) -> None:
    with FORBIDDEN:
        await community.act(
            community.hoa, "insert into public.reactions (kind, post_id, member_id) values ('like', $1, $2)",
            community.post, community.mei.id,
        )  # fmt: skip
    with FORBIDDEN:
        await community.act(None, REACT, "like", True, community.post, None)
    with FORBIDDEN:
        await community.act(None, "select from public.reactions")
    with pytest.raises(asyncpg.CheckViolationError):
        await community.act(community.hoa, REACT, "hate", True, community.post, None)
    await community.act(community.ana, "select public.set_hidden(true, $1)", community.post)
    with FORBIDDEN:
        await community.act(community.hoa, REACT, "like", True, community.post, None)
    with FORBIDDEN:
        await community.act(community.hoa, REACT, "like", True, uuid4(), None)


async def test_names_are_of_members_who_see_the_text(community: Community) -> None:
    await community.act(community.hoa, REACT, "like", True, community.post, None)
    await community.act(community.ana, REACT, "sad", True, community.post, None)
    rows = await community.act(community.mei, "select * from public.list_reactions($1)", community.post)
    assert [(row["kind"], row["display_name"]) for row in rows] == [("sad", "Ana"), ("like", "Hoa")]
    await community.act(community.ana, "select public.set_hidden(true, $1)", community.post)
    assert not await community.act(community.mei, "select * from public.list_reactions($1)", community.post)


async def test_reactions_raise_the_rank_of_a_post(community: Community) -> None:
    rank = "select top_rank from public.posts where id = $1"
    before = (await community.see(rank, community.post))["top_rank"]
    await community.act(community.hoa, REACT, "like", True, community.post, None)
    # One doubling: a week.
    assert (await community.see(rank, community.post))["top_rank"] == pytest.approx(before + 1)


# Answers -------------------------------------------------------------------------------------------------------------
async def test_author_and_administrators_choose_the_answer(community: Community) -> None:
    first, second = [await make_reply(community.pool, community.post, community.hoa) for _ in range(2)]
    act = "select public.set_answer($1, $2)"
    for who, reply in ((community.mei, first), (community.ana, second)):
        await community.act(who, act, community.post, reply)
        row = await community.see("select solved_reply_id from public.posts where id = $1", community.post)
        assert row["solved_reply_id"] == reply
    with refused("not_yours"):
        await community.act(community.hoa, act, community.post, first)
    with refused("not_found"):
        await community.act(community.mei, act, uuid4(), first)
    elsewhere = await make_reply(
        community.pool, await make_post(community.pool, community.forum, community.hoa), community.hoa
    )
    with refused("gone"):
        await community.act(community.mei, act, community.post, elsewhere)
    # An answer that is deleted is none.
    await community.act(community.hoa, "select public.delete_reply($1)", second)
    row = await community.see("select solved_reply_id from public.posts where id = $1", community.post)
    assert row["solved_reply_id"] is None
    with refused("gone"):
        await community.act(community.mei, act, community.post, second)


# Bookmarks -----------------------------------------------------------------------------------------------------------
KEEP = "select public.set_bookmark(true, now() + interval '1 hour', $2, $1)"


async def test_bookmarks_are_private_and_one_for_each_thing(community: Community) -> None:
    for note in ("First", "Second"):
        await community.act(community.hoa, KEEP, community.post, note)
    rows = await community.act(community.hoa, "select note, remind_at from public.bookmarks")
    assert [row["note"] for row in rows] == ["Second"]
    assert not await community.act(community.mei, "select from public.bookmarks")
    assert not await community.act(community.ana, "delete from public.bookmarks returning id")
    with FORBIDDEN:
        await community.act(None, KEEP, community.post, "")
    with FORBIDDEN:
        await community.act(community.hoa, KEEP, uuid4(), "")
    await community.act(community.hoa, "select public.set_bookmark(false, null, '', $1)", community.post)
    assert not await community.act(community.hoa, "select from public.bookmarks")


async def test_bookmarks_have_a_maximum(community: Community) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute("set local session_replication_role = replica")
        await connection.execute(
            "insert into public.bookmarks (member_id, post_id) "
            "select $1, gen_random_uuid() from generate_series(1, 1999)",
            community.hoa.id,
        )
    other = await make_post(community.pool, community.forum, community.hoa)
    results = await asyncio.gather(
        *(community.act(community.hoa, KEEP, post, "") for post in (community.post, other)), return_exceptions=True
    )
    failed = [getattr(result, "detail", None) for result in results if isinstance(result, Exception)]
    assert failed == ["too_many"]


async def test_note_has_a_maximum(community: Community) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await community.act(community.hoa, KEEP, community.post, "x" * 201)


async def test_export_has_reactions_and_bookmarks(community: Community) -> None:
    await community.act(community.hoa, REACT, "like", True, community.post, None)
    await community.act(community.hoa, KEEP, community.post, "For later")
    row = (await community.act(community.hoa, "select public.my_data()::text as data"))[0]
    data = msgspec.json.decode(row["data"])
    assert [one["kind"] for one in data["reactions"]] == ["like"]
    assert [one["note"] for one in data["bookmarks"]] == ["For later"]


# Notices -------------------------------------------------------------------------------------------------------------
NOTICES = "select kind, member_id, actor_id, post_id, reply_id, count from public.notifications order by created_at, id"


async def test_reminder_is_given_once_when_it_is_due(community: Community) -> None:
    await community.act(community.hoa, KEEP, community.post, "Ask again")
    remind = "select public.remind_of_bookmarks(10) as count"
    assert (await community.see(remind))["count"] == 0
    await community.see("update public.bookmarks set remind_at = now() returning id")
    assert [(await community.see(remind))["count"] for _ in range(2)] == [1, 0]
    assert tuple(await community.see(NOTICES)) == ("reminder", community.hoa.id, None, community.post, None, 1)
    with FORBIDDEN:
        await community.act(community.ana, remind)


async def test_author_receives_notices_of_reactions_and_of_edits_by_an_administrator(community: Community) -> None:
    for who in (community.hoa, community.ana, community.mei):
        await community.act(who, REACT, "like", True, community.post, None)
    row = await community.see(NOTICES)
    assert (row["kind"], row["member_id"], row["count"]) == ("reaction", community.mei.id, 2)
    reply = await make_reply(community.pool, community.post, community.hoa)
    await community.see("delete from public.notifications returning id")
    await community.act(community.ana, "select public.edit_reply($1, $2)", reply, rich("Without the number"))
    told = await community.see(NOTICES)
    assert tuple(told)[:5] == ("text_edited", community.hoa.id, community.ana.id, community.post, reply)
