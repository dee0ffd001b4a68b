"""Texts held for review: invisible to all others, decided by moderators of the area, once."""

import asyncio
import json
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.forum import (
    FORBIDDEN,
    Community,
    breaks,
    make_forum,
    make_post,
    make_reply,
    refused,
    rich,
)
from tests.factories.members import Member, make_member

DECIDE = "select public.decide_held_text($1, $2, $3, $4)"
HELD = "select * from public.held_texts where id = $1"
MINE = "select * from public.my_held_texts()"
GRANT = """
insert into public.role_grants (member_id, role_id, forum_id)
select $1, id, $2 from public.roles where preset = 'moderator'
"""


@pytest.fixture
async def queue(community: Community) -> Community:
    """The area holds first texts. Mei has written there before; Hoa has not."""
    await community.act(community.ana, "select public.set_area_queue($1, true)", community.forum)
    return community


async def test_first_topic_is_held_and_leaves_no_trace(queue: Community) -> None:
    before = await queue.see("select post_count, latest_post_id from public.forums where id = $1", queue.forum)
    post = await make_post(
        queue.pool, queue.forum, queue.hoa, title="Cheap lanterns", body=rich("Lanterns at my shop.")
    )
    for who in (queue.mei, None, queue.hoa, queue.ana):
        assert await queue.act(who, "select from public.posts where id = $1", post) == []
    assert await queue.act(queue.mei, HELD, post) == []
    with FORBIDDEN:
        await queue.act(None, HELD, post)
    assert await queue.act(queue.mei, "select from public.search('lanterns')") == []
    assert before == await queue.see("select post_count, latest_post_id from public.forums where id = $1", queue.forum)
    for table in ("content_versions", "mentions", "notice_fan_outs where post_id = $1", "watches where post_id = $1"):
        if "$1" in table:
            assert (await queue.see(f"select count(*) from public.{table}", post))[0] == 0
    told = await queue.see(
        "select array_agg(member_id) as members, min(subject) as subject from public.notifications "
        "where kind = 'staff_queue'"
    )
    assert (told["members"], told["subject"]) == ([queue.ana.id], "Cheap lanterns")
    (mine,) = await queue.act(queue.hoa, MINE)
    assert (mine["id"], mine["status"], mine["usual_hours"]) == (post, "waiting", None)


async def test_approved_topic_appears_as_if_its_author_had_written_it_now(queue: Community) -> None:
    post = await make_post(queue.pool, queue.forum, queue.hoa)
    await queue.act(queue.ana, DECIDE, post, "approved", None, "")
    found = await queue.see("select author_id, title, hidden_at from public.posts where id = $1", post)
    assert tuple(found) == (queue.hoa.id, "Where do I register?", None)
    assert (await queue.see("select body, status from public.held_texts where id = $1", post))["body"] is None
    told = await queue.see("select path, actor_id from public.notifications where member_id = $1", queue.hoa.id)
    assert tuple(told) == (f"/forum/life/post/{post}", queue.ana.id)
    assert await queue.act(queue.hoa, MINE) == []
    # A known author is not held again.
    second = await make_post(queue.pool, queue.forum, queue.hoa)
    assert await queue.act(None, "select from public.posts where id = $1", second)
    log = await queue.see("select actor_id, member_id, changes from public.staff_log where thing = 'held_texts'")
    assert tuple(log)[:2] == (queue.ana.id, queue.hoa.id)


async def test_first_reply_is_held_and_numbered_when_it_is_approved(queue: Community) -> None:
    held = await make_reply(queue.pool, queue.post, queue.hoa)
    shown = await make_reply(queue.pool, queue.post, queue.mei)
    await queue.act(queue.ana, DECIDE, held, "approved", None, "")
    numbers = await queue.act(None, "select id, number from public.replies order by number")
    assert [tuple(row) for row in numbers] == [(shown, 1), (held, 2)]
    told = await queue.see("select path from public.notifications where kind = 'text_reviewed'")
    assert told["path"] == f"/forum/life/post/{queue.post}?reply=2#reply-2"


async def test_rejected_text_has_its_reason_and_is_taken_back(queue: Community) -> None:
    post = await make_post(queue.pool, queue.forum, queue.hoa)
    await queue.act(queue.ana, DECIDE, post, "rejected", "off_topic", "Please ask in Housing.")
    (mine,) = await queue.act(queue.hoa, MINE)
    assert (mine["status"], mine["reason"], mine["note"]) == ("rejected", "off_topic", "Please ask in Housing.")
    assert (await queue.see("select count(*) from public.posts where id = $1", post))[0] == 0
    await queue.act(queue.mei, "delete from public.held_texts where id = $1", post)
    assert len(await queue.act(queue.hoa, MINE)) == 1
    await queue.act(queue.hoa, "delete from public.held_texts where id = $1", post)
    assert await queue.act(queue.hoa, MINE) == []


@pytest.mark.parametrize("outcome", ["approved", "rejected"])
async def test_decision_is_undone(queue: Community, outcome: str) -> None:
    post = await make_post(queue.pool, queue.forum, queue.hoa)
    await queue.act(queue.ana, DECIDE, post, outcome, None, "")
    await queue.act(queue.ana, "select public.reopen_held_text($1)", post)
    (mine,) = await queue.act(queue.hoa, MINE)
    assert mine["status"] == "waiting"
    assert json.loads(mine["body"])["type"] == "doc"
    assert await queue.act(None, "select from public.posts where id = $1 and body is not null", post) == []
    await queue.act(queue.ana, DECIDE, post, "approved", None, "")
    assert await queue.act(None, "select from public.posts where id = $1 and body is not null", post)


async def test_moderators_decide_in_their_area_alone(queue: Community) -> None:
    moderator, other = [await make_member(queue.pool, display_name=name) for name in ("Kim", "Raj")]
    elsewhere = await make_forum(queue.pool, slug="garden", position=2)
    async with as_owner(queue.pool) as connection:
        await connection.execute(GRANT, moderator.id, queue.forum)
        await connection.execute(GRANT, other.id, elsewhere)
    post = await make_post(queue.pool, queue.forum, queue.hoa)
    assert await queue.act(moderator, HELD, post)
    assert await queue.act(other, HELD, post) == []
    for who in (other, queue.mei, queue.hoa):
        with FORBIDDEN:
            await queue.act(who, DECIDE, post, "approved", None, "")
        with FORBIDDEN:
            await queue.act(who, "select public.reopen_held_text($1)", post)
    for who in (moderator, queue.hoa):
        with FORBIDDEN:
            await queue.act(who, "update public.held_texts set status = 'approved' where id = $1", post)
        with FORBIDDEN:
            await queue.act(who, "select public.set_area_queue($1, false)", queue.forum)
    with refused("unknown_outcome"):
        await queue.act(moderator, DECIDE, post, "lost", None, "")
    await queue.act(moderator, DECIDE, post, "approved", None, "")
    told = await queue.see("select array_agg(member_id) from public.notifications where kind = 'staff_queue'")
    assert set(told[0]) == {queue.ana.id, moderator.id}


async def test_moderators_who_read_the_language_receive_the_notice(queue: Community) -> None:
    reader = await make_member(queue.pool, display_name="Linh", language="vi")
    async with as_owner(queue.pool) as connection:
        await connection.execute(GRANT, reader.id, queue.forum)
    await make_post(queue.pool, queue.forum, queue.hoa, language="vi", title="Đăng ký ở đâu?")
    told = await queue.see("select array_agg(member_id) from public.notifications where kind = 'staff_queue'")
    assert told[0] == [reader.id]


async def test_present_readers_of_the_language_receive_the_notice_first(queue: Community) -> None:
    here, away = [await make_member(queue.pool, display_name=name, language="vi") for name in ("Linh", "Lan")]
    async with as_owner(queue.pool) as connection:
        for reader in (here, away):
            await connection.execute(GRANT, reader.id, queue.forum)
    await queue.act(here, "select public.set_present(true)")
    await queue.act(queue.ana, "select public.set_present(true)")
    await make_post(queue.pool, queue.forum, queue.hoa, language="vi", title="Đăng ký ở đâu?")
    told = await queue.see("select array_agg(member_id) from public.notifications where kind = 'staff_queue'")
    assert told[0] == [here.id]


async def test_simultaneous_decisions_are_one(queue: Community) -> None:
    post = await make_post(queue.pool, queue.forum, queue.hoa)
    outcomes = ["approved", "rejected"] * 5
    results = await asyncio.gather(
        *(queue.act(queue.ana, DECIDE, post, outcome, None, "") for outcome in outcomes), return_exceptions=True
    )
    assert sum(not isinstance(result, Exception) for result in results) == 1
    assert all(getattr(r, "detail", None) == "handled" for r in results if isinstance(r, asyncpg.PostgresError))
    state = await queue.see(
        "select status, (select count(*) from public.posts where id = $1) from public.held_texts", post
    )
    assert tuple(state) in {("approved", 1), ("rejected", 0)}


async def test_repeated_request_is_held_once(queue: Community) -> None:
    post = uuid4()
    await asyncio.gather(*(make_post(queue.pool, queue.forum, queue.hoa, id=post) for _ in range(5)))
    assert len(await queue.act(queue.ana, HELD, post)) == 1


async def test_rules_of_texts_hold_for_held_ones(queue: Community) -> None:
    with breaks("posts_title_short"):
        await make_post(queue.pool, queue.forum, queue.hoa, title="a")
    with breaks("posts_body_form"):
        await make_reply(queue.pool, queue.post, queue.hoa, body='{"type": "script"}')
    closed = await make_forum(queue.pool, slug="closed", position=3)
    await queue.act(queue.ana, "select public.set_area_rights($1, '[]')", closed)
    await queue.act(queue.ana, "select public.set_area_queue($1, true)", closed)
    with FORBIDDEN:
        await make_post(queue.pool, closed, queue.hoa)
    for _ in range(5):
        await make_reply(queue.pool, queue.post, queue.hoa)
    with refused("many_waiting"):
        await make_reply(queue.pool, queue.post, queue.hoa)


async def test_site_setting_holds_where_the_area_says_nothing(community: Community) -> None:
    quiet = await make_forum(community.pool, slug="quiet", position=2)
    await community.act(community.ana, "update public.site_settings set holds_first_posts = true")
    await community.act(community.ana, "select public.set_area_queue($1, false)", quiet)
    assert await community.act(community.hoa, MINE) == []
    await make_reply(community.pool, community.post, community.hoa)
    assert len(await community.act(community.hoa, MINE)) == 1
    post = await make_post(community.pool, quiet, community.hoa)
    assert await community.act(None, "select from public.posts where id = $1", post)


async def test_staff_and_known_members_are_not_held(queue: Community) -> None:
    await queue.act(queue.ana, "select public.pin_trust_level($1, 1)", queue.hoa.id)
    for who in (queue.hoa, queue.ana, queue.mei):
        post = await make_post(queue.pool, queue.forum, who)
        assert await queue.act(None, "select from public.posts where id = $1", post)


async def test_locked_or_deleted_topic_answers_at_approval(queue: Community) -> None:
    held = await make_reply(queue.pool, queue.post, queue.hoa)
    await queue.act(queue.ana, "select public.set_topic_state($1, '{\"isLocked\": true}')", queue.post)
    with refused("post_locked"):
        await queue.act(queue.ana, DECIDE, held, "approved", None, "")
    assert (await queue.act(queue.hoa, MINE))[0]["status"] == "waiting"


async def test_moved_topic_takes_its_held_replies_along(queue: Community) -> None:
    held = await make_reply(queue.pool, queue.post, queue.hoa)
    other = await make_forum(queue.pool, slug="other", position=2)
    move = "select public.apply_act(gen_random_uuid(), 'move', array[$1::uuid], jsonb_build_object('forum', $2::uuid))"
    await queue.act(queue.ana, move, queue.post, other)
    assert (await queue.see(HELD, held))["forum_id"] == other


async def test_usual_time_is_the_median_of_the_area(queue: Community) -> None:
    post = await make_post(queue.pool, queue.forum, queue.hoa)
    await queue.pool.execute("update public.held_texts set created_at = created_at - interval '150 minutes'")
    await queue.act(queue.ana, DECIDE, post, "rejected", None, "")
    await make_post(queue.pool, queue.forum, queue.hoa)
    assert {row["usual_hours"] for row in await queue.act(queue.hoa, MINE)} == {3}


async def test_author_of_a_deleted_account_leaves_nothing(queue: Community) -> None:
    post = await make_post(queue.pool, queue.forum, queue.hoa, title="Where do I register?")
    data = json.loads((await queue.act(queue.hoa, "select public.my_data()"))[0][0])
    assert [held["id"] for held in data["heldTexts"]] == [str(post)]
    await queue.pool.execute("delete from auth.users where id = $1", queue.hoa.id)
    assert (await queue.see("select count(*) from public.held_texts"))[0] == 0


async def _claimed(queue: Community, who: Member, header: str, add: Any) -> UUID:
    """Write over HTTP, as far as the database sees it."""
    async with as_role(
        queue.pool, Caller.from_claims({"role": "authenticated", "sub": str(who.id)}), read_only=False
    ) as c:
        await c.execute("select set_config('request.headers', $1, true)", json.dumps({"x-typing": header}))
        return UUID(str(await add(c)))


@pytest.mark.parametrize(
    ("header", "is_held"),
    [("200/1500", True), ("29/10", False), ("200/20000", False), ("nonsense", False), ("0/0", False)],
)
async def test_text_typed_faster_than_people_type_is_held(community: Community, header: str, is_held: bool) -> None:
    await community.pool.execute("update public.site_settings set limits_newcomers = true")
    added = uuid4()

    async def add(connection: Any) -> UUID:
        await connection.execute(
            "insert into public.replies (id, post_id, language, body) values ($1, $2, 'en', $3)",
            added,
            community.post,
            rich("Thank you"),
        )
        return added

    await _claimed(community, community.hoa, header, add)
    held = await community.act(community.hoa, MINE)
    assert bool(held) == is_held
    if is_held:
        assert (await community.see(HELD, added))["held_for"] == "fast"


async def test_held_topic_keeps_its_poll(queue: Community) -> None:
    add = "select public.add_post_with_poll($1, $2, 'en', 'When do we meet?', $3, '{}', $4)"
    show = "select * from public.show_poll($1)"
    wrong: tuple[dict[str, Any], ...] = (
        {"maxChoices": 0},
        {"results": "never"},
        {"options": ["Same", "Same"]},
        {"question": ""},
    )
    for change in wrong:
        poll = json.dumps({"question": "Which evening?", "options": ["Monday", "Tuesday"], **change})
        with refused("poll_options"):
            await queue.act(queue.hoa, add, uuid4(), queue.forum, rich("Please choose an evening for all of us."), poll)
    made = [uuid4(), uuid4()]
    for post in made:
        poll = json.dumps({"question": "Which evening?", "options": ["Monday", "Tuesday"], "maxChoices": 2})
        await queue.act(queue.hoa, add, post, queue.forum, rich("Please choose an evening for all of us."), poll)
        # It waits with its topic: without a row to vote on, for its author and moderators as well.
        assert (await queue.see("select count(*) from public.polls"))[0] == 0
        for who in (None, queue.mei, queue.hoa, queue.ana):
            assert await queue.act(who, show, post) == []
        waiting = await queue.see("select poll from public.held_texts where id = $1", post)
        assert json.loads(waiting["poll"])["options"] == ["Monday", "Tuesday"]
        if post == made[0]:
            await queue.act(queue.ana, DECIDE, post, "approved", None, "")
            (shown,) = await queue.act(queue.mei, show, post)
            assert shown["question"] == "Which evening?"
            await queue.act(queue.mei, "select public.vote($1, $2)", shown["id"], [1, 2])
            await queue.see("delete from public.polls returning id")
            # The next one of the same author is held again.
            await queue.see("delete from public.posts where id = $1 returning id", post)
    # A rejected one keeps it for another attempt, and an approval after all publishes it.
    await queue.act(queue.ana, DECIDE, made[1], "rejected", "rules", "")
    assert (await queue.see("select poll is not null from public.held_texts where id = $1", made[1]))[0]
    await queue.act(queue.ana, "select public.reopen_held_text($1)", made[1])
    await queue.act(queue.ana, DECIDE, made[1], "approved", None, "")
    (shown,) = await queue.act(None, show, made[1])
    assert shown["question"] == "Which evening?"
