"""What becomes of forum texts that are edited, deleted, hidden or reported, and who moderates: from the rows' side."""

import asyncio
from uuid import uuid4

import asyncpg
import pytest

from balai.database.transaction import as_owner
from tests.forum_world import FORBIDDEN, ForumWorld, breaks, make_forum, make_post, make_reply, refused, rich

# Edits and versions --------------------------------------------------------------------------------------------------
EDIT_REPLY = "select public.edit_reply($1, $2)"
VERSIONS = "select reason, body::text, editor_id from public.content_versions where reply_id = $1 order by id"


async def test_an_edit_within_five_minutes_leaves_no_version_and_later_ones_do(forum_world: ForumWorld) -> None:
    reply = await make_reply(forum_world.pool, forum_world.post, forum_world.hoa, body=rich("One"))
    await forum_world.age("replies", reply, "4 minutes")
    await forum_world.act(forum_world.hoa, EDIT_REPLY, reply, rich("Two"))
    assert await forum_world.act(forum_world.hoa, VERSIONS, reply) == []
    await forum_world.age("replies", reply, "2 minutes")
    await forum_world.act(forum_world.hoa, EDIT_REPLY, reply, rich("Three"))
    await forum_world.act(forum_world.hoa, EDIT_REPLY, reply, rich("Four"))
    versions = await forum_world.act(forum_world.hoa, VERSIONS, reply)
    assert [(row["reason"], row["editor_id"]) for row in versions] == [("edit", forum_world.hoa.id)]
    assert "Two" in versions[0]["body"]
    edited = await forum_world.see(
        "select edited_by, edited_at > created_at as later from public.replies where id = $1", reply
    )
    assert tuple(edited) == (forum_world.hoa.id, True)


async def test_earlier_texts_are_seen_by_their_author_and_administrators_only(forum_world: ForumWorld) -> None:
    reply = await make_reply(forum_world.pool, forum_world.post, forum_world.hoa)
    await forum_world.age("replies", reply, "1 hour")
    await forum_world.act(forum_world.hoa, EDIT_REPLY, reply, rich("Changed"))
    assert [
        len(await forum_world.act(who, VERSIONS, reply)) for who in (forum_world.hoa, forum_world.ana, forum_world.mei)
    ] == [1, 1, 0]


async def test_edits_end_with_the_forums_window(forum_world: ForumWorld) -> None:
    forum = await make_forum(forum_world.pool, slug="strict", edit_window="2 hours")
    post = await make_post(forum_world.pool, forum, forum_world.mei)
    reply = await make_reply(forum_world.pool, post, forum_world.mei)
    edit = "select public.edit_post($1, 'A better title', $2, 'en')"
    await forum_world.age("posts", post, "1 hour")
    await forum_world.act(forum_world.mei, edit, post, rich("Said better, and at a proper length."))
    await forum_world.age("posts", post, "2 hours")
    await forum_world.age("replies", reply, "3 hours")
    with refused("edit_window_over"):
        await forum_world.act(forum_world.mei, edit, post, rich("Said even better, at a proper length."))
    with refused("edit_window_over"):
        await forum_world.act(forum_world.mei, EDIT_REPLY, reply, rich("Late"))


async def test_an_edit_meets_the_same_rules_as_a_new_text(forum_world: ForumWorld) -> None:
    with breaks("posts_body_short"):
        await forum_world.act(
            forum_world.mei, "select public.edit_post($1, 'A better title', $2, 'en')", forum_world.post, rich("x")
        )
    with breaks("posts_title_line"):
        await forum_world.act(
            forum_world.mei, "select public.edit_post($1, null, $2, 'en')", forum_world.post, rich("Long enough " * 3)
        )


# Taken away ----------------------------------------------------------------------------------------------------------
TRACE = "select title, body, excerpt, hidden_at, deleted_at from public.posts where id = $1"


async def test_a_deleted_post_leaves_a_trace_without_its_text(forum_world: ForumWorld) -> None:
    await make_reply(forum_world.pool, forum_world.post, forum_world.hoa)
    await forum_world.act(forum_world.mei, "select public.delete_post($1)", forum_world.post)
    await forum_world.act(forum_world.mei, "select public.delete_post($1)", forum_world.post)
    for who in (None, forum_world.hoa, forum_world.ana, forum_world.mei):
        [row] = await forum_world.act(who, TRACE, forum_world.post)
        assert (row["title"], row["body"], row["excerpt"]) == (None, None, None)
    forum = await forum_world.see(
        "select post_count, reply_count, last_activity_at from public.forums",
    )
    assert tuple(forum) == (0, 0, None)
    with refused("post_gone"):
        await make_reply(forum_world.pool, forum_world.post, forum_world.hoa)
    texts = "select title from public.content_versions where post_id = $1"
    assert [
        len(await forum_world.act(who, texts, forum_world.post))
        for who in (forum_world.mei, forum_world.ana, forum_world.hoa)
    ] == [1, 1, 0]


async def test_undo_brings_text_and_counters_back(forum_world: ForumWorld) -> None:
    before = await forum_world.see(
        "select title, body, excerpt, reply_count from public.posts where id = $1", forum_world.post
    )
    await forum_world.act(forum_world.mei, "select public.delete_post($1)", forum_world.post)
    await forum_world.act(forum_world.mei, "select public.restore_post($1)", forum_world.post)
    assert before == await forum_world.see(
        "select title, body, excerpt, reply_count from public.posts where id = $1", forum_world.post
    )
    assert (await forum_world.see("select post_count from public.forums"))["post_count"] == 1
    await forum_world.act(forum_world.mei, "select public.delete_post($1)", forum_world.post)
    async with as_owner(forum_world.pool) as connection:
        await connection.execute("update public.posts set deleted_at = now() - interval '2 hours'")
    with refused("undo_over"):
        await forum_world.act(forum_world.mei, "select public.restore_post($1)", forum_world.post)


async def test_a_hidden_reply_stays_hidden_when_its_author_undoes_a_delete(forum_world: ForumWorld) -> None:
    reply = await make_reply(forum_world.pool, forum_world.post, forum_world.hoa, body=rich("Rude words"))
    await forum_world.act(forum_world.ana, "select public.set_hidden(true, null, $1)", reply)
    await forum_world.act(forum_world.hoa, "select public.delete_reply($1)", reply)
    await forum_world.act(forum_world.hoa, "select public.restore_reply($1)", reply)
    body = "select body::text as body from public.replies where id = $1"
    assert (await forum_world.see(body, reply))["body"] is None
    with refused("gone"):
        await forum_world.act(forum_world.hoa, EDIT_REPLY, reply, rich("Rude again"))
    await forum_world.act(forum_world.ana, "select public.set_hidden(false, null, $1)", reply)
    assert "Rude words" in (await forum_world.see(body, reply))["body"]


async def test_hiding_a_bump_takes_the_thread_down_again(forum_world: ForumWorld) -> None:
    start = (await forum_world.see("select last_activity_at from public.posts where id = $1", forum_world.post))[
        "last_activity_at"
    ]
    reply = await make_reply(forum_world.pool, forum_world.post, forum_world.hoa)
    bumped = await forum_world.see("select last_activity_at from public.forums where id = $1", forum_world.forum)
    assert bumped["last_activity_at"] > start
    await forum_world.act(forum_world.ana, "select public.set_hidden(true, null, $1)", reply)
    for table, thing in (("posts", forum_world.post), ("forums", forum_world.forum)):
        row = await forum_world.see(f"select last_activity_at, reply_count from public.{table} where id = $1", thing)
        assert tuple(row) == (start, 0)


async def test_an_edit_and_a_hide_at_once_leave_no_text_behind(forum_world: ForumWorld) -> None:
    for _ in range(10):
        reply = await make_reply(forum_world.pool, forum_world.post, forum_world.hoa)
        await asyncio.gather(
            forum_world.act(forum_world.hoa, EDIT_REPLY, reply, rich("Edited meanwhile")),
            forum_world.act(forum_world.ana, "select public.set_hidden(true, null, $1)", reply),
            return_exceptions=True,
        )
        assert (await forum_world.see("select body from public.replies where id = $1", reply))["body"] is None


async def test_a_leaving_members_posts_stay_without_her_name(forum_world: ForumWorld) -> None:
    async with as_owner(forum_world.pool) as connection:
        await connection.execute("delete from auth.users where id = $1", forum_world.mei.id)
    assert tuple(
        await forum_world.see("select author_id, title is null from public.posts where id = $1", forum_world.post)
    ) == (
        None,
        False,
    )


# Reports -------------------------------------------------------------------------------------------------------------
REPORT_POST = "insert into public.reports (post_id, reason, note) values ($1, $2, 'Look at this')"


async def test_a_report_counts_once_a_person_and_only_administrators_read_it(forum_world: ForumWorld) -> None:
    results = await asyncio.gather(
        *(forum_world.act(forum_world.hoa, REPORT_POST, forum_world.post, "spam") for _ in range(4)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, asyncpg.UniqueViolationError) for result in results) == 3
    counts = [
        len(await forum_world.act(who, "select from public.reports"))
        for who in (forum_world.hoa, forum_world.mei, forum_world.ana)
    ]
    assert counts == [0, 0, 1]
    with pytest.raises(asyncpg.CheckViolationError):
        await forum_world.act(forum_world.mei, REPORT_POST, forum_world.post, "dull")


async def test_what_is_gone_needs_no_report(forum_world: ForumWorld) -> None:
    await forum_world.act(forum_world.mei, "select public.delete_post($1)", forum_world.post)
    with FORBIDDEN:
        await forum_world.act(forum_world.hoa, REPORT_POST, forum_world.post, "spam")


async def test_one_decision_closes_every_report_on_a_thing_even_two_at_once(forum_world: ForumWorld) -> None:
    await forum_world.act(forum_world.hoa, REPORT_POST, forum_world.post, "spam")
    await forum_world.act(forum_world.ana, REPORT_POST, forum_world.post, "abuse")
    first, second = [row["id"] for row in await forum_world.act(forum_world.ana, "select id from public.reports")]
    results = await asyncio.gather(
        forum_world.act(forum_world.ana, "select public.handle_report($1, 'upheld')", first),
        forum_world.act(forum_world.ana, "select public.handle_report($1, 'dismissed')", second),
        return_exceptions=True,
    )
    [error] = [result for result in results if isinstance(result, asyncpg.PostgresError)]
    assert error.detail == "handled"
    states = {row["status"] for row in await forum_world.act(forum_world.ana, "select status from public.reports")}
    hidden = (await forum_world.see("select hidden_at is not null as hidden from public.posts"))["hidden"]
    assert (states, hidden) in (({"upheld"}, True), ({"dismissed"}, False))


# Forums --------------------------------------------------------------------------------------------------------------
async def test_an_administrator_makes_renames_orders_and_removes_forums(forum_world: ForumWorld) -> None:
    save = "select public.save_forum($1, $2, $3, $4)"
    forum = uuid4()
    await forum_world.act(
        forum_world.ana, save, forum, "help", 24, '{"en": {"name": " Help "}, "vi": {"name": "Giúp đỡ"}}'
    )
    await forum_world.act(
        forum_world.ana, save, forum, "other-slug", None, '{"vi": {"name": "Hỏi đáp", "description": "Cứ hỏi"}}'
    )
    texts = await forum_world.act(None, "select language, name from public.forum_texts where forum_id = $1", forum)
    assert [tuple(row) for row in texts] == [("vi", "Hỏi đáp")]
    await forum_world.act(forum_world.ana, "select public.order_forums($1)", [forum])
    order = await forum_world.act(None, "select slug from public.forums order by position")
    assert [row["slug"] for row in order] == ["help", "life"]
    with refused("not_empty"):
        await forum_world.act(forum_world.ana, "select public.delete_forum($1)", forum_world.forum)
    await forum_world.act(forum_world.ana, "select public.delete_forum($1)", forum)
    with refused("no_name"):
        await forum_world.act(forum_world.ana, save, forum, "help", None, "{}")
    with pytest.raises(asyncpg.CheckViolationError):
        await forum_world.act(forum_world.ana, save, forum, "Not a slug", None, '{"en": {"name": "Help"}}')
