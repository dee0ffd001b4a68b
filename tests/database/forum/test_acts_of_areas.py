"""Acts of moderators in areas: theirs, those of others, confidential ones; on replies, and at once with new ones."""

import asyncio
from uuid import UUID, uuid4

import msgspec
import pytest

from balai.database.transaction import as_owner
from tests.database.forum.acts import APPLY, GIVE, MERGE, SPLIT, UNDO, state, target_of, thread
from tests.factories.forum import Community, make_forum, make_post, make_reply, refused, rich
from tests.factories.members import Member


async def test_moderator_of_one_area_acts_there_and_nowhere_else(community: Community) -> None:
    other = await make_forum(community.pool, slug="other", position=2)
    text = rich("A reply that is long enough to be a topic.")
    reply = await make_reply(community.pool, community.post, community.hoa, body=text)
    elsewhere = await make_post(community.pool, other, community.hoa)
    await community.pool.execute(GIVE, community.mei.id, community.forum)
    # Neither into the other area nor out of it.
    for statement, values in (
        (SPLIT, (uuid4(), community.post, [reply], other, "A new title")),
        (MERGE, (uuid4(), community.post, elsewhere)),
        (MERGE, (uuid4(), elsewhere, community.post)),
        ("select public.set_topic_state($1, '{}')", (elsewhere,)),
    ):
        with refused("not_allowed"):
            await community.act(community.mei, statement, *values)
    with refused("not_found"):
        await community.act(community.mei, APPLY, uuid4(), "move", [community.post], target_of(other))
    (none,) = await community.act(community.mei, APPLY, uuid4(), "pin", [elsewhere], "{}")
    assert none["changed"] == 0
    act = uuid4()
    await community.act(community.mei, SPLIT, act, community.post, [reply], community.forum, "A new title")
    await community.act(community.mei, UNDO, act)
    # An act of an administrator that reached into the other area stays as it is.
    wide = uuid4()
    await community.act(community.ana, APPLY, wide, "pin", [community.post, elsewhere], "{}")
    with refused("not_allowed"):
        await community.act(community.mei, UNDO, wide)


async def test_administrators_do_not_reach_into_confidential_areas(community: Community) -> None:
    secret = await make_forum(community.pool, slug="secret", position=2)
    inside = await make_post(community.pool, secret, community.hoa)
    reply = await make_reply(community.pool, inside, community.hoa)
    moved = uuid4()
    await community.act(
        community.ana, APPLY, moved, "move", [community.post], msgspec.json.encode({"forum": str(secret)}).decode()
    )
    await community.pool.execute(
        "update public.forums set is_restricted = true, is_confidential = true where id = $1", secret
    )
    for statement, values in (
        (SPLIT, (uuid4(), inside, [reply], community.forum, "A new title")),
        (MERGE, (uuid4(), inside, community.post)),
        (UNDO, (moved,)),
        ("select public.set_topic_state($1, '{}')", (inside,)),
    ):
        with refused("not_allowed"):
            await community.act(community.ana, statement, *values)


# Replies, deletions, areas --------------------------------------------------------------------------------------------
async def give_area(community: Community, member: Member, forum: UUID) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute(GIVE, member.id, forum)


async def test_moderator_of_an_area_edits_texts_in_it_alone(community: Community) -> None:
    other = await make_forum(community.pool, slug="work", position=2)
    elsewhere = await make_post(community.pool, other, community.mei)
    reply = await make_reply(community.pool, community.post, community.mei)
    there = await make_reply(community.pool, elsewhere, community.mei)
    await community.see("update public.forums set edit_window = '1 hour' returning id")
    await community.age("replies", reply, "2 hours")
    text = rich("Without the phone number of a neighbour.")
    edit_post, edit_reply = "select public.edit_post($1, 'A new title', $2, 'en')", "select public.edit_reply($1, $2)"
    with refused("not_yours"):
        await community.act(community.hoa, edit_reply, reply, text)
    await give_area(community, community.hoa, community.forum)
    await community.act(community.hoa, edit_post, community.post, text)
    await community.act(community.hoa, edit_reply, reply, text)
    await community.act(community.hoa, "select public.set_tags($1, '{rice}')", community.post)
    for statement, values in (
        (edit_post, (elsewhere, text)),
        (edit_reply, (there, text)),
        ("select public.set_tags($1, '{rice}')", (elsewhere,)),
    ):
        with refused("not_yours"):
            await community.act(community.hoa, statement, *values)
    told = await community.see("select count(*) as n from public.notifications where kind = 'text_edited'")
    assert told["n"] == 2
    [named] = await community.act(community.hoa, "select * from public.list_moderated_forums('vi')")
    assert tuple(named) == (community.forum, "vi", "Đời sống")
    assert not await community.act(community.mei, "select * from public.list_moderated_forums('vi')")


ACT = "select public.apply_act($1, $2, $3, '{}', $4) as changed"


@pytest.mark.parametrize("kind", ["hide", "delete"])
async def test_replies_and_posts_are_taken_away_and_come_back_as_they_were(community: Community, kind: str) -> None:
    replies = await thread(community)
    other = await make_post(community.pool, community.forum, community.hoa, title="The other topic")
    await make_reply(community.pool, other, community.mei)
    await community.act(community.mei, "select public.set_answer($1, $2)", community.post, replies[2])
    before, act = await state(community), uuid4()
    preview = "select * from public.preview_act($1, $2, '{}', $3)"
    [counts] = await community.act(community.ana, preview, kind, [other], replies[1:4])
    assert tuple(counts) == (1, 4, 2, 0)
    for changed in (4, 0):
        [row] = await community.act(community.ana, ACT, act, kind, [other], replies[1:4])
        assert row["changed"] == changed
    left = await community.see("select reply_count, solved_reply_id from public.posts where id = $1", community.post)
    assert tuple(left) == (2, None)
    if kind == "delete":
        # Its author does not bring back what a moderator deleted.
        with refused("not_yours"):
            await community.act(community.hoa, "select public.restore_post($1)", other)
    with refused("unknown_act"):
        await community.act(community.ana, ACT, uuid4(), "lock", [], replies)
    await community.act(community.ana, UNDO, act)
    assert await state(community) == before
    logged = await community.see("select array_agg(act order by id) as acts from public.staff_log "
        "where thing = 'forum_acts'")  # fmt: skip
    assert logged["acts"] == ["insert", "update"]


async def test_replies_of_another_area_are_not_reached(community: Community) -> None:
    replies = await thread(community)
    other = await make_forum(community.pool, slug="work", position=2)
    await give_area(community, community.mei, other)
    [row] = await community.act(community.mei, ACT, uuid4(), "delete", [community.post], replies)
    assert row["changed"] == 0
    act = uuid4()
    await community.act(community.ana, ACT, act, "hide", [], replies)
    with refused("not_allowed"):
        await community.act(community.mei, UNDO, act)


async def test_acts_and_new_replies_at_once(community: Community) -> None:
    """A deadlock would be an error."""
    replies = await thread(community)
    posts = [await make_post(community.pool, community.forum, community.mei, title=f"Number {n}") for n in range(8)]
    mine = [await make_reply(community.pool, post, community.hoa) for post in posts]
    await community.see("update public.forums set max_in_row = null returning id")
    await asyncio.gather(
        community.act(community.ana, ACT, uuid4(), "hide", posts[::2], replies + mine[1::2]),
        community.act(community.ana, ACT, uuid4(), "delete", posts[1::4], mine[::-1] + replies[::-1]),
        *(make_reply(community.pool, post, community.mei) for post in (community.post, posts[1], posts[3])),
        return_exceptions=True,
    )
    wrong = await community.see(
        "select count(*) as n from public.posts p where p.reply_count <> (select count(*) from public.replies r "
        "where r.post_id = p.id and r.body is not null)"
    )
    assert wrong["n"] == 0
