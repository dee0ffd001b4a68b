"""Edited, deleted, hidden and reported forum texts, and moderation, at the database level."""

import asyncio
from uuid import uuid4

import asyncpg
import pytest

from balai.database.transaction import as_owner, as_role
from tests.factories.forum import (
    ADD_REPLY,
    FORBIDDEN,
    Community,
    breaks,
    make_forum,
    make_post,
    make_reply,
    refused,
    rich,
)

# Edits and versions --------------------------------------------------------------------------------------------------
EDIT_REPLY = "select public.edit_reply($1, $2)"
VERSIONS = "select reason, body::text, editor_id from public.content_versions where reply_id = $1 order by id"


async def test_edit_within_five_minutes_stores_no_version_and_later_ones_do(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa, body=rich("One"))
    await community.age("replies", reply, "4 minutes")
    await community.act(community.hoa, EDIT_REPLY, reply, rich("Two"))
    assert await community.act(community.hoa, VERSIONS, reply) == []
    await community.age("replies", reply, "2 minutes")
    await community.act(community.hoa, EDIT_REPLY, reply, rich("Three"))
    await community.act(community.hoa, EDIT_REPLY, reply, rich("Four"))
    versions = await community.act(community.hoa, VERSIONS, reply)
    assert [(row["reason"], row["editor_id"]) for row in versions] == [("edit", community.hoa.id)]
    assert "Two" in versions[0]["body"]
    edited = await community.see(
        "select edited_by, edited_at > created_at as later from public.replies where id = $1", reply
    )
    assert tuple(edited) == (community.hoa.id, True)


async def test_earlier_versions_are_visible_to_author_and_administrators_only(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa)
    await community.age("replies", reply, "1 hour")
    await community.act(community.hoa, EDIT_REPLY, reply, rich("Changed"))
    assert [
        len(await community.act(who, VERSIONS, reply)) for who in (community.hoa, community.ana, community.mei)
    ] == [1, 1, 0]


async def test_edits_are_limited_to_the_forums_window(community: Community) -> None:
    forum = await make_forum(community.pool, slug="strict", edit_window="2 hours")
    post = await make_post(community.pool, forum, community.mei)
    reply = await make_reply(community.pool, post, community.mei)
    edit = "select public.edit_post($1, 'A better title', $2, 'en')"
    await community.age("posts", post, "1 hour")
    await community.act(community.mei, edit, post, rich("Said better, and at a proper length."))
    await community.age("posts", post, "2 hours")
    await community.age("replies", reply, "3 hours")
    with refused("edit_window_over"):
        await community.act(community.mei, edit, post, rich("Said even better, at a proper length."))
    with refused("edit_window_over"):
        await community.act(community.mei, EDIT_REPLY, reply, rich("Late"))


async def test_edit_is_validated_like_a_new_text(community: Community) -> None:
    with breaks("posts_body_short"):
        await community.act(
            community.mei, "select public.edit_post($1, 'A better title', $2, 'en')", community.post, rich("x")
        )
    with breaks("posts_title_line"):
        await community.act(
            community.mei, "select public.edit_post($1, null, $2, 'en')", community.post, rich("Long enough " * 3)
        )


# Deletion and hiding -------------------------------------------------------------------------------------------------
TRACE = "select title, body, excerpt, hidden_at, deleted_at from public.posts where id = $1"


async def test_deleted_post_leaves_a_placeholder_without_text(community: Community) -> None:
    await make_reply(community.pool, community.post, community.hoa)
    await community.act(community.mei, "select public.delete_post($1)", community.post)
    await community.act(community.mei, "select public.delete_post($1)", community.post)
    for who in (None, community.hoa, community.ana, community.mei):
        [row] = await community.act(who, TRACE, community.post)
        assert (row["title"], row["body"], row["excerpt"]) == (None, None, None)
    forum = await community.see(
        "select post_count, reply_count, last_activity_at from public.forums",
    )
    assert tuple(forum) == (0, 0, None)
    with refused("post_gone"):
        await make_reply(community.pool, community.post, community.hoa)
    texts = "select title from public.content_versions where post_id = $1"
    assert [
        len(await community.act(who, texts, community.post)) for who in (community.mei, community.ana, community.hoa)
    ] == [1, 1, 0]


async def test_undo_restores_text_and_counters(community: Community) -> None:
    before = await community.see(
        "select title, body, excerpt, reply_count from public.posts where id = $1", community.post
    )
    await community.act(community.mei, "select public.delete_post($1)", community.post)
    await community.act(community.mei, "select public.restore_post($1)", community.post)
    assert before == await community.see(
        "select title, body, excerpt, reply_count from public.posts where id = $1", community.post
    )
    assert (await community.see("select post_count from public.forums"))["post_count"] == 1
    await community.act(community.mei, "select public.delete_post($1)", community.post)
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.posts set deleted_at = now() - interval '2 hours'")
    with refused("undo_over"):
        await community.act(community.mei, "select public.restore_post($1)", community.post)


async def test_hidden_reply_stays_hidden_after_undoing_a_delete(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa, body=rich("Rude words"))
    await community.act(community.ana, "select public.set_hidden(true, null, $1)", reply)
    await community.act(community.hoa, "select public.delete_reply($1)", reply)
    await community.act(community.hoa, "select public.restore_reply($1)", reply)
    body = "select body::text as body from public.replies where id = $1"
    assert (await community.see(body, reply))["body"] is None
    with refused("gone"):
        await community.act(community.hoa, EDIT_REPLY, reply, rich("Rude again"))
    await community.act(community.ana, "select public.set_hidden(false, null, $1)", reply)
    assert "Rude words" in (await community.see(body, reply))["body"]


async def test_hiding_the_newest_reply_restores_the_threads_order(community: Community) -> None:
    start = (await community.see("select last_activity_at from public.posts where id = $1", community.post))[
        "last_activity_at"
    ]
    reply = await make_reply(community.pool, community.post, community.hoa)
    bumped = await community.see("select last_activity_at from public.forums where id = $1", community.forum)
    assert bumped["last_activity_at"] > start
    await community.act(community.ana, "select public.set_hidden(true, null, $1)", reply)
    for table, thing in (("posts", community.post), ("forums", community.forum)):
        row = await community.see(f"select last_activity_at, reply_count from public.{table} where id = $1", thing)
        assert tuple(row) == (start, 0)


async def test_hide_that_waits_for_a_reply_counts_it(community: Community) -> None:
    """The hide began before the reply existed: it must find the newest reply after acquiring the lock."""
    other = await make_post(community.pool, community.forum, community.mei)
    quiet = await make_reply(community.pool, other, community.hoa)
    bump = await make_reply(community.pool, community.post, community.hoa)
    hide = "select public.set_hidden(true, null, $1)"
    async with as_role(community.pool, community.hoa.caller, read_only=False) as writing:
        late = await writing.fetchval(
            f"{ADD_REPLY} returning id", uuid4(), community.post, "en", rich("Thank you"), None
        )
        # A reply of the same thread waits for the post's lock, one of another thread for the forum's.
        hides = [asyncio.create_task(community.act(community.ana, hide, reply)) for reply in (bump, quiet)]
        while len(await community.act(community.ana, "select from pg_locks where not granted")) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await asyncio.gather(*hides)
    since = (await community.see("select created_at from public.replies where id = $1", late))["created_at"]
    post = await community.see("select last_activity_at, reply_count from public.posts where id = $1", community.post)
    assert tuple(post) == (since, 1)
    forum = await community.see("select last_activity_at, latest_post_id, reply_count from public.forums")
    assert tuple(forum) == (since, community.post, 1)


async def test_simultaneous_edit_and_hide_leave_no_text(community: Community) -> None:
    for _ in range(10):
        reply = await make_reply(community.pool, community.post, community.hoa)
        await asyncio.gather(
            community.act(community.hoa, EDIT_REPLY, reply, rich("Edited meanwhile")),
            community.act(community.ana, "select public.set_hidden(true, null, $1)", reply),
            return_exceptions=True,
        )
        assert (await community.see("select body from public.replies where id = $1", reply))["body"] is None


async def test_posts_of_a_deleted_account_stay_without_the_name(community: Community) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute("delete from auth.users where id = $1", community.mei.id)
    assert tuple(
        await community.see("select author_id, title is null from public.posts where id = $1", community.post)
    ) == (
        None,
        False,
    )


# Reports -------------------------------------------------------------------------------------------------------------
REPORT_POST = "insert into public.reports (post_id, reason, note) values ($1, $2, 'Look at this')"


async def test_report_counts_once_per_member_and_is_read_by_administrators(community: Community) -> None:
    results = await asyncio.gather(
        *(community.act(community.hoa, REPORT_POST, community.post, "spam") for _ in range(4)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, asyncpg.UniqueViolationError) for result in results) == 3
    counts = [
        len(await community.act(who, "select from public.reports"))
        for who in (community.hoa, community.mei, community.ana)
    ]
    assert counts == [0, 0, 1]
    with pytest.raises(asyncpg.CheckViolationError):
        await community.act(community.mei, REPORT_POST, community.post, "dull")


async def test_deleted_text_cannot_be_reported(community: Community) -> None:
    await community.act(community.mei, "select public.delete_post($1)", community.post)
    with FORBIDDEN:
        await community.act(community.hoa, REPORT_POST, community.post, "spam")


async def test_one_decision_closes_all_reports_even_concurrently(community: Community) -> None:
    await community.act(community.hoa, REPORT_POST, community.post, "spam")
    await community.act(community.ana, REPORT_POST, community.post, "abuse")
    first, second = [row["id"] for row in await community.act(community.ana, "select id from public.reports")]
    results = await asyncio.gather(
        community.act(community.ana, "select public.handle_report($1, 'upheld')", first),
        community.act(community.ana, "select public.handle_report($1, 'dismissed')", second),
        return_exceptions=True,
    )
    [error] = [result for result in results if isinstance(result, asyncpg.PostgresError)]
    assert error.detail == "handled"
    states = {row["status"] for row in await community.act(community.ana, "select status from public.reports")}
    hidden = (await community.see("select hidden_at is not null as hidden from public.posts"))["hidden"]
    assert (states, hidden) in (({"upheld"}, True), ({"dismissed"}, False))


# Forums --------------------------------------------------------------------------------------------------------------
async def test_administrator_creates_renames_orders_and_deletes_forums(community: Community) -> None:
    save = "select public.save_forum($1, $2, $3, $4)"
    forum = uuid4()
    await community.act(community.ana, save, forum, "help", 24, '{"en": {"name": " Help "}, "vi": {"name": "Giúp đỡ"}}')
    await community.act(
        community.ana, save, forum, "other-slug", None, '{"vi": {"name": "Hỏi đáp", "description": "Cứ hỏi"}}'
    )
    texts = await community.act(None, "select language, name from public.forum_texts where forum_id = $1", forum)
    assert [tuple(row) for row in texts] == [("vi", "Hỏi đáp")]
    await community.act(community.ana, "select public.order_forums($1)", [forum])
    order = await community.act(None, "select slug from public.forums order by position")
    assert [row["slug"] for row in order] == ["help", "life"]
    with refused("not_empty"):
        await community.act(community.ana, "select public.delete_forum($1)", community.forum)
    await community.act(community.ana, "select public.delete_forum($1)", forum)
    with refused("no_name"):
        await community.act(community.ana, save, forum, "help", None, "{}")
    with pytest.raises(asyncpg.CheckViolationError):
        await community.act(community.ana, save, forum, "Not a slug", None, '{"en": {"name": "Help"}}')
