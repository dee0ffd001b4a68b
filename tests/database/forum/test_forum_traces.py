"""Edited, deleted, hidden and reported forum texts, and moderation, at the database level."""

import asyncio
from uuid import uuid4

import asyncpg
import pytest

from balai.database.transaction import as_owner, as_role
from tests.factories.forum import ADD_REPLY, FORBIDDEN, Hall, breaks, make_forum, make_post, make_reply, refused, rich

# Edits and versions --------------------------------------------------------------------------------------------------
EDIT_REPLY = "select public.edit_reply($1, $2)"
VERSIONS = "select reason, body::text, editor_id from public.content_versions where reply_id = $1 order by id"


async def test_edit_within_five_minutes_stores_no_version_and_later_ones_do(hall: Hall) -> None:
    reply = await make_reply(hall.pool, hall.post, hall.hoa, body=rich("One"))
    await hall.age("replies", reply, "4 minutes")
    await hall.act(hall.hoa, EDIT_REPLY, reply, rich("Two"))
    assert await hall.act(hall.hoa, VERSIONS, reply) == []
    await hall.age("replies", reply, "2 minutes")
    await hall.act(hall.hoa, EDIT_REPLY, reply, rich("Three"))
    await hall.act(hall.hoa, EDIT_REPLY, reply, rich("Four"))
    versions = await hall.act(hall.hoa, VERSIONS, reply)
    assert [(row["reason"], row["editor_id"]) for row in versions] == [("edit", hall.hoa.id)]
    assert "Two" in versions[0]["body"]
    edited = await hall.see(
        "select edited_by, edited_at > created_at as later from public.replies where id = $1", reply
    )
    assert tuple(edited) == (hall.hoa.id, True)


async def test_earlier_versions_are_visible_to_author_and_administrators_only(hall: Hall) -> None:
    reply = await make_reply(hall.pool, hall.post, hall.hoa)
    await hall.age("replies", reply, "1 hour")
    await hall.act(hall.hoa, EDIT_REPLY, reply, rich("Changed"))
    assert [len(await hall.act(who, VERSIONS, reply)) for who in (hall.hoa, hall.ana, hall.mei)] == [1, 1, 0]


async def test_edits_are_limited_to_the_forums_window(hall: Hall) -> None:
    forum = await make_forum(hall.pool, slug="strict", edit_window="2 hours")
    post = await make_post(hall.pool, forum, hall.mei)
    reply = await make_reply(hall.pool, post, hall.mei)
    edit = "select public.edit_post($1, 'A better title', $2, 'en')"
    await hall.age("posts", post, "1 hour")
    await hall.act(hall.mei, edit, post, rich("Said better, and at a proper length."))
    await hall.age("posts", post, "2 hours")
    await hall.age("replies", reply, "3 hours")
    with refused("edit_window_over"):
        await hall.act(hall.mei, edit, post, rich("Said even better, at a proper length."))
    with refused("edit_window_over"):
        await hall.act(hall.mei, EDIT_REPLY, reply, rich("Late"))


async def test_edit_is_validated_like_a_new_text(hall: Hall) -> None:
    with breaks("posts_body_short"):
        await hall.act(hall.mei, "select public.edit_post($1, 'A better title', $2, 'en')", hall.post, rich("x"))
    with breaks("posts_title_line"):
        await hall.act(hall.mei, "select public.edit_post($1, null, $2, 'en')", hall.post, rich("Long enough " * 3))


# Deletion and hiding -------------------------------------------------------------------------------------------------
TRACE = "select title, body, excerpt, hidden_at, deleted_at from public.posts where id = $1"


async def test_deleted_post_leaves_a_placeholder_without_text(hall: Hall) -> None:
    await make_reply(hall.pool, hall.post, hall.hoa)
    await hall.act(hall.mei, "select public.delete_post($1)", hall.post)
    await hall.act(hall.mei, "select public.delete_post($1)", hall.post)
    for who in (None, hall.hoa, hall.ana, hall.mei):
        [row] = await hall.act(who, TRACE, hall.post)
        assert (row["title"], row["body"], row["excerpt"]) == (None, None, None)
    forum = await hall.see(
        "select post_count, reply_count, last_activity_at from public.forums",
    )
    assert tuple(forum) == (0, 0, None)
    with refused("post_gone"):
        await make_reply(hall.pool, hall.post, hall.hoa)
    texts = "select title from public.content_versions where post_id = $1"
    assert [len(await hall.act(who, texts, hall.post)) for who in (hall.mei, hall.ana, hall.hoa)] == [1, 1, 0]


async def test_undo_restores_text_and_counters(hall: Hall) -> None:
    before = await hall.see("select title, body, excerpt, reply_count from public.posts where id = $1", hall.post)
    await hall.act(hall.mei, "select public.delete_post($1)", hall.post)
    await hall.act(hall.mei, "select public.restore_post($1)", hall.post)
    assert before == await hall.see(
        "select title, body, excerpt, reply_count from public.posts where id = $1", hall.post
    )
    assert (await hall.see("select post_count from public.forums"))["post_count"] == 1
    await hall.act(hall.mei, "select public.delete_post($1)", hall.post)
    async with as_owner(hall.pool) as connection:
        await connection.execute("update public.posts set deleted_at = now() - interval '2 hours'")
    with refused("undo_over"):
        await hall.act(hall.mei, "select public.restore_post($1)", hall.post)


async def test_hidden_reply_stays_hidden_after_undoing_a_delete(hall: Hall) -> None:
    reply = await make_reply(hall.pool, hall.post, hall.hoa, body=rich("Rude words"))
    await hall.act(hall.ana, "select public.set_hidden(true, null, $1)", reply)
    await hall.act(hall.hoa, "select public.delete_reply($1)", reply)
    await hall.act(hall.hoa, "select public.restore_reply($1)", reply)
    body = "select body::text as body from public.replies where id = $1"
    assert (await hall.see(body, reply))["body"] is None
    with refused("gone"):
        await hall.act(hall.hoa, EDIT_REPLY, reply, rich("Rude again"))
    await hall.act(hall.ana, "select public.set_hidden(false, null, $1)", reply)
    assert "Rude words" in (await hall.see(body, reply))["body"]


async def test_hiding_the_newest_reply_restores_the_threads_order(hall: Hall) -> None:
    start = (await hall.see("select last_activity_at from public.posts where id = $1", hall.post))["last_activity_at"]
    reply = await make_reply(hall.pool, hall.post, hall.hoa)
    bumped = await hall.see("select last_activity_at from public.forums where id = $1", hall.forum)
    assert bumped["last_activity_at"] > start
    await hall.act(hall.ana, "select public.set_hidden(true, null, $1)", reply)
    for table, thing in (("posts", hall.post), ("forums", hall.forum)):
        row = await hall.see(f"select last_activity_at, reply_count from public.{table} where id = $1", thing)
        assert tuple(row) == (start, 0)


async def test_hide_that_waits_for_a_reply_counts_it(hall: Hall) -> None:
    """The hide began before the reply existed: it must find the newest reply after acquiring the lock."""
    other = await make_post(hall.pool, hall.forum, hall.mei)
    quiet = await make_reply(hall.pool, other, hall.hoa)
    bump = await make_reply(hall.pool, hall.post, hall.hoa)
    hide = "select public.set_hidden(true, null, $1)"
    async with as_role(hall.pool, hall.hoa.caller, read_only=False) as writing:
        late = await writing.fetchval(f"{ADD_REPLY} returning id", uuid4(), hall.post, "en", rich("Thank you"), None)
        # A reply of the same thread waits for the post's lock, one of another thread for the forum's.
        hides = [asyncio.create_task(hall.act(hall.ana, hide, reply)) for reply in (bump, quiet)]
        while len(await hall.act(hall.ana, "select from pg_locks where not granted")) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await asyncio.gather(*hides)
    since = (await hall.see("select created_at from public.replies where id = $1", late))["created_at"]
    post = await hall.see("select last_activity_at, reply_count from public.posts where id = $1", hall.post)
    assert tuple(post) == (since, 1)
    forum = await hall.see("select last_activity_at, latest_post_id, reply_count from public.forums")
    assert tuple(forum) == (since, hall.post, 1)


async def test_simultaneous_edit_and_hide_leave_no_text(hall: Hall) -> None:
    for _ in range(10):
        reply = await make_reply(hall.pool, hall.post, hall.hoa)
        await asyncio.gather(
            hall.act(hall.hoa, EDIT_REPLY, reply, rich("Edited meanwhile")),
            hall.act(hall.ana, "select public.set_hidden(true, null, $1)", reply),
            return_exceptions=True,
        )
        assert (await hall.see("select body from public.replies where id = $1", reply))["body"] is None


async def test_posts_of_a_deleted_account_stay_without_the_name(hall: Hall) -> None:
    async with as_owner(hall.pool) as connection:
        await connection.execute("delete from auth.users where id = $1", hall.mei.id)
    assert tuple(await hall.see("select author_id, title is null from public.posts where id = $1", hall.post)) == (
        None,
        False,
    )


# Reports -------------------------------------------------------------------------------------------------------------
REPORT_POST = "insert into public.reports (post_id, reason, note) values ($1, $2, 'Look at this')"


async def test_report_counts_once_per_member_and_is_read_by_administrators(hall: Hall) -> None:
    results = await asyncio.gather(
        *(hall.act(hall.hoa, REPORT_POST, hall.post, "spam") for _ in range(4)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, asyncpg.UniqueViolationError) for result in results) == 3
    counts = [len(await hall.act(who, "select from public.reports")) for who in (hall.hoa, hall.mei, hall.ana)]
    assert counts == [0, 0, 1]
    with pytest.raises(asyncpg.CheckViolationError):
        await hall.act(hall.mei, REPORT_POST, hall.post, "dull")


async def test_deleted_text_cannot_be_reported(hall: Hall) -> None:
    await hall.act(hall.mei, "select public.delete_post($1)", hall.post)
    with FORBIDDEN:
        await hall.act(hall.hoa, REPORT_POST, hall.post, "spam")


async def test_one_decision_closes_all_reports_even_concurrently(hall: Hall) -> None:
    await hall.act(hall.hoa, REPORT_POST, hall.post, "spam")
    await hall.act(hall.ana, REPORT_POST, hall.post, "abuse")
    first, second = [row["id"] for row in await hall.act(hall.ana, "select id from public.reports")]
    results = await asyncio.gather(
        hall.act(hall.ana, "select public.handle_report($1, 'upheld')", first),
        hall.act(hall.ana, "select public.handle_report($1, 'dismissed')", second),
        return_exceptions=True,
    )
    [error] = [result for result in results if isinstance(result, asyncpg.PostgresError)]
    assert error.detail == "handled"
    states = {row["status"] for row in await hall.act(hall.ana, "select status from public.reports")}
    hidden = (await hall.see("select hidden_at is not null as hidden from public.posts"))["hidden"]
    assert (states, hidden) in (({"upheld"}, True), ({"dismissed"}, False))


# Forums --------------------------------------------------------------------------------------------------------------
async def test_administrator_creates_renames_orders_and_deletes_forums(hall: Hall) -> None:
    save = "select public.save_forum($1, $2, $3, $4)"
    forum = uuid4()
    await hall.act(hall.ana, save, forum, "help", 24, '{"en": {"name": " Help "}, "vi": {"name": "Giúp đỡ"}}')
    await hall.act(hall.ana, save, forum, "other-slug", None, '{"vi": {"name": "Hỏi đáp", "description": "Cứ hỏi"}}')
    texts = await hall.act(None, "select language, name from public.forum_texts where forum_id = $1", forum)
    assert [tuple(row) for row in texts] == [("vi", "Hỏi đáp")]
    await hall.act(hall.ana, "select public.order_forums($1)", [forum])
    order = await hall.act(None, "select slug from public.forums order by position")
    assert [row["slug"] for row in order] == ["help", "life"]
    with refused("not_empty"):
        await hall.act(hall.ana, "select public.delete_forum($1)", hall.forum)
    await hall.act(hall.ana, "select public.delete_forum($1)", forum)
    with refused("no_name"):
        await hall.act(hall.ana, save, forum, "help", None, "{}")
    with pytest.raises(asyncpg.CheckViolationError):
        await hall.act(hall.ana, save, forum, "Not a slug", None, '{"en": {"name": "Help"}}')
