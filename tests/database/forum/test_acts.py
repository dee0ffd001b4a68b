"""Acts of moderators at the database level: previewed, in batches, undone; splitting, merging; as the wrong user."""

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import asyncpg
import msgspec
import pytest

from tests.database.forum.acts import APPLY, MERGE, SPLIT, UNDO, state, thread
from tests.factories.forum import FORBIDDEN, Community, make_forum, make_post, make_reply, refused, rich


async def test_acts_are_for_moderators(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa)
    for statement, values in (
        ("select public.preview_act('hide', $1)", ([community.post],)),
        (APPLY, (uuid4(), "hide", [community.post], "{}")),
        (UNDO, (uuid4(),)),
        (SPLIT, (uuid4(), community.post, [reply], community.forum, "A new title")),
        (MERGE, (uuid4(), community.post, community.post)),
        ("select public.set_topic_state($1, '{}')", (community.post,)),
    ):
        with refused("not_allowed"):
            await community.act(community.mei, statement, *values)
        with FORBIDDEN:
            await community.act(None, statement, *values)
    assert not await community.act(community.mei, "select from public.forum_acts")
    with FORBIDDEN:
        await community.act(community.ana, "select from public.forum_act_items")


@pytest.mark.parametrize("kind", ["move", "lock", "pin", "hide", "tag"])
async def test_bulk_act_in_batches_is_undone_exactly(community: Community, kind: str) -> None:
    other = await make_forum(community.pool, slug="work", position=2)
    posts = [await make_post(community.pool, community.forum, community.mei, title=f"Number {n}") for n in range(6)]
    await make_reply(community.pool, posts[0], community.hoa)
    await community.act(community.ana, "select public.set_topic_state($1, '{\"isLocked\": true}')", posts[5])
    value = {"move": {"forum": str(other)}, "tag": {"tag": "Housing"}, "lock": {"reason": "over"}}.get(kind, {})
    before, act, text = await state(community), uuid4(), msgspec.json.encode(value).decode()
    preview = (await community.act(community.ana, "select * from public.preview_act($1, $2, $3)", kind, posts, text))[0]
    needed = 5 if kind == "lock" else 6
    assert tuple(preview) == (needed, 1, 1, 6 - needed)
    changed = 0
    # The second batch arrives twice.
    for batch in (posts[:4], posts[4:], posts[4:]):
        changed += (await community.act(community.ana, APPLY, act, kind, batch, text))[0]["changed"]
    assert changed == needed
    row = await community.see("select item_count from public.forum_acts where id = $1", act)
    assert row["item_count"] == needed
    assert await state(community) != before
    await community.act(community.ana, UNDO, act)
    assert await state(community) == before
    with refused("undone"):
        await community.act(community.ana, UNDO, act)
    with refused("undone"):
        await community.act(community.ana, APPLY, act, kind, posts, text)


async def test_undo_ends_after_thirty_days_and_keeps_later_changes(community: Community) -> None:
    act = uuid4()
    await community.act(community.ana, APPLY, act, "pin", [community.post], "{}")
    await community.act(community.ana, "select public.set_topic_state($1, '{\"isLocked\": true}')", community.post)
    await community.act(community.ana, UNDO, act)
    row = await community.see("select is_pinned, is_locked from public.posts where id = $1", community.post)
    assert tuple(row) == (False, True)
    old = uuid4()
    await community.act(community.ana, APPLY, old, "pin", [community.post], "{}")
    await community.see(
        "update public.forum_acts set created_at = now() - interval '31 days' where id = $1 returning id", old
    )
    with refused("undo_over"):
        await community.act(community.ana, UNDO, old)
    for kind, code, value in (("burn", "unknown_act", "{}"), ("move", "not_found", f'{{"forum": "{uuid4()}"}}')):
        with refused(code):
            await community.act(community.ana, APPLY, uuid4(), kind, [community.post], value)


async def test_split_makes_a_topic_and_is_undone_exactly(community: Community) -> None:
    replies = await thread(community)
    before, act = await state(community), uuid4()
    chosen = [replies[2], replies[3]]
    made = [
        (await community.act(community.ana, SPLIT, act, community.post, chosen, community.forum, "A new topic"))[0][
            "post"
        ]
        for _ in range(2)
    ]
    assert made[0] == made[1]
    post = await community.see(
        "select title, author_id, reply_count, reactions::text, public.rich_text_plain(body) as text "
        "from public.posts where id = $1", made[0],
    )  # fmt: skip
    assert tuple(post) == ("A new topic", community.hoa.id, 1, '{"like": 1}', "This is reply number 3.")
    moved = await community.see("select post_id, number from public.replies where id = $1", replies[3])
    assert tuple(moved) == (made[0], 1)
    assert (await community.see("select reply_count from public.posts where id = $1", community.post))[
        "reply_count"
    ] == 3
    old = await community.see(
        "select reply_id from public.moved_replies where post_id = $1 and number = 4", community.post
    )
    assert old["reply_id"] == replies[3]
    # A number is never given twice, also if the last reply has left.
    with refused("not_found"):
        await community.act(community.ana, "select public.set_hidden(false, null, $1)", replies[2])
    await community.act(community.ana, UNDO, act)
    assert await state(community) == before


async def test_a_split_needs_a_first_reply_as_long_as_a_post(community: Community) -> None:
    short = await make_reply(community.pool, community.post, community.hoa, body=rich("Nineteen characters"))
    longer = await make_reply(
        community.pool, community.post, community.hoa, body=rich("This is long enough to open a post.")
    )
    for replies in ([short], [short, longer]):
        with refused("first_short"):
            await community.act(community.ana, SPLIT, uuid4(), community.post, replies, community.forum, "A new topic")
    await community.act(community.ana, SPLIT, uuid4(), community.post, [longer], community.forum, "A new topic")


async def test_replies_written_after_a_split_follow_when_it_is_undone(community: Community) -> None:
    replies = await thread(community)
    act = uuid4()
    made = (await community.act(community.ana, SPLIT, act, community.post, replies[3:], community.forum, "New topic"))[
        0
    ]["post"]
    later = await make_reply(community.pool, made, community.ana)
    beside = await make_reply(community.pool, community.post, community.ana)
    assert (await community.see("select number from public.replies where id = $1", beside))["number"] == 6
    await community.act(community.ana, UNDO, act)
    row = await community.see("select post_id, number from public.replies where id = $1", later)
    assert tuple(row) == (community.post, 7)
    gone = await community.see("select merged_into, title from public.posts where id = $1", made)
    assert tuple(gone) == (community.post, None)


async def test_merge_puts_all_below_and_is_undone_exactly(community: Community) -> None:
    await thread(community)
    target = await make_post(community.pool, community.forum, community.hoa, title="The other topic")
    await make_reply(community.pool, target, community.mei)
    await community.act(community.ana, "select public.set_reaction('cheer', true, $1)", community.post)
    await community.act(community.ana, "select public.set_topic_state($1, '{\"isLocked\": true}')", target)
    before, act = await state(community), uuid4()
    numbers = [(await community.act(community.ana, MERGE, act, community.post, target))[0]["number"] for _ in range(2)]
    assert numbers == [2, 2]
    rows = await community.act(
        community.ana, "select number, public.rich_text_plain(body) as text, reactions::text from public.replies "
        "where post_id = $1 order by number", target,
    )  # fmt: skip
    assert [row["number"] for row in rows] == list(range(1, 8))
    assert rows[1]["text"] == "I moved here last week and need a clinic."
    assert rows[1]["reactions"] == '{"cheer": 1}'
    source = await community.see("select title, merged_into from public.posts where id = $1", community.post)
    assert tuple(source) == (None, target)
    with refused("post_gone"):
        await make_reply(community.pool, community.post, community.hoa)
    await community.act(community.ana, UNDO, act)
    assert await state(community) == before
    with refused("same_topic"):
        await community.act(community.ana, MERGE, uuid4(), target, target)


async def test_two_moderators_merge_and_split_at_once(community: Community) -> None:
    """No reply is lost or doubled, whichever comes first; a deadlock would be an error."""
    replies = await thread(community)
    target = await make_post(community.pool, community.forum, community.hoa, title="The other topic")
    results = await asyncio.gather(
        community.act(community.ana, MERGE, uuid4(), community.post, target),
        community.act(community.ana, SPLIT, uuid4(), community.post, replies[3:], community.forum, "New topic"),
        return_exceptions=True,
    )
    codes = [getattr(result, "detail", result) for result in results if isinstance(result, Exception)]
    assert all(code in {"no_replies", "not_found", "gone"} for code in codes), codes
    rows = await community.act(None, "select id from public.replies where id = any($1)", replies)
    assert len(rows) == 5
    kept = await community.see(
        "select count(*) as count from public.replies where body is not null or became_post is not null"
    )
    assert kept["count"] in {5, 6}


async def test_administrator_edits_a_members_text_with_the_version_kept(community: Community) -> None:
    await community.act(community.ana, "select public.edit_post($1, 'A better title', $2, 'en')", community.post,
        rich("I moved here last week. My number is gone."))  # fmt: skip
    row = await community.see("select title, edited_by, author_id from public.posts where id = $1", community.post)
    assert tuple(row) == ("A better title", community.ana.id, community.mei.id)
    version = await community.see(
        "select title, editor_id from public.content_versions where post_id = $1", community.post
    )
    assert tuple(version) == ("Where do I register?", community.ana.id)


# Timers and pace -----------------------------------------------------------------------------------------------------
async def test_timers_lock_unlock_and_unpin(community: Community) -> None:
    act = "select public.set_topic_state($1, $2::jsonb)"
    await community.act(community.ana, act, community.post, '{"lockAt": "2999-01-01T00:00:00Z", "reason": "over"}')
    await community.act(community.ana, act, community.post, '{"isPinned": true, "pinnedUntil": "2999-01-01T00:00:00Z"}')
    with refused("past_moment"):
        await community.act(community.ana, act, community.post, '{"lockAt": "2020-01-01T00:00:00Z"}')
    with refused("not_found"):
        await community.act(community.ana, act, uuid4(), "{}")
    with pytest.raises(asyncpg.CheckViolationError):
        await community.act(community.ana, act, community.post, '{"reason": "whim"}')
    with FORBIDDEN:
        await community.act(community.ana, "select public.apply_topic_timers()")
    past = "'2020-01-01T00:00:00Z'"
    due = f"update public.posts set lock_at = {past}, pinned_until = {past}"
    assert (await community.see("select public.apply_topic_timers() as count"))["count"] == 0
    await community.see(f"{due} returning id")
    assert (await community.see("select public.apply_topic_timers() as count"))["count"] == 2
    columns = "select is_locked, lock_reason, lock_at, is_pinned, pinned_until from public.posts"
    assert tuple(await community.see(columns)) == (True, "over", None, False, None)
    with refused("post_locked"):
        await make_reply(community.pool, community.post, community.hoa)
    await community.act(community.ana, act, community.post, '{"unlockAt": "2999-01-01T00:00:00Z"}')
    await community.see("update public.posts set unlock_at = now() returning id")
    assert (await community.see("select public.apply_topic_timers() as count"))["count"] == 1
    assert tuple(await community.see(columns)) == (False, None, None, False, None)


async def test_slow_mode_is_enforced_in_the_database(community: Community) -> None:
    await community.act(community.ana, "select public.set_topic_state($1, '{\"slowSeconds\": 600}')", community.post)
    replies = await asyncio.gather(
        *(make_reply(community.pool, community.post, community.hoa) for _ in range(3)), return_exceptions=True
    )
    assert sorted(str(getattr(one, "detail", "stored")) for one in replies) == ["slow_mode", "slow_mode", "stored"]
    [first, _] = [datetime.fromisoformat(one.hint) for one in replies if isinstance(one, asyncpg.PostgresError)]
    assert timedelta(minutes=9) < first - datetime.now(UTC) <= timedelta(minutes=10)
    await make_reply(community.pool, community.post, community.mei)
    for _ in range(2):
        await make_reply(community.pool, community.post, community.ana)
    await community.see("update public.replies set created_at = created_at - interval '11 minutes' returning id")
    await make_reply(community.pool, community.post, community.hoa)


async def test_replies_in_a_row_are_limited(community: Community) -> None:
    await community.see("update public.forums set max_in_row = 3 returning id")
    for _ in range(3):
        await make_reply(community.pool, community.post, community.hoa)
    with refused("in_row") as refusal:
        await make_reply(community.pool, community.post, community.hoa)
    assert refusal.value.hint == "3"
    await make_reply(community.pool, community.post, community.mei)
    await make_reply(community.pool, community.post, community.hoa)
