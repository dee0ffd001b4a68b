"""The forum's rules for writing, at the database level: without permission, and concurrently."""

import asyncio
from uuid import uuid4

import asyncpg
import pytest

from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.forum import ADD_REPLY, FORBIDDEN, Hall, breaks, make_post, make_reply, refused, rich


# Permissions ---------------------------------------------------------------------------------------------------------
async def test_visitor_reads_and_cannot_write(hall: Hall) -> None:
    assert len(await hall.act(None, "select id, title, body from public.posts")) == 1
    for statement in (
        "insert into public.posts (forum_id, language, title, body) values ($1, 'en', 'Hello there', '{}')",
        "insert into public.replies (post_id, language, body) values ($1, 'en', '{}')",
        "select public.delete_post($1)",
        "select public.set_hidden(true, $1)",
        "insert into public.reports (post_id, reason) values ($1, 'spam')",
        "select from public.content_versions where post_id = $1",
    ):
        with FORBIDDEN:
            await hall.act(None, statement, hall.post)


async def test_author_and_computed_columns_cannot_be_set(hall: Hall) -> None:
    for column, value in (
        ("author_id", hall.mei.id),
        ("is_pinned", True),
        ("reply_count", 5),
        ("hidden_at", None),
    ):
        with FORBIDDEN:
            await hall.act(
                hall.hoa,
                f"insert into public.posts (forum_id, language, title, body, {column}) "
                "values ($1, 'en', 'A good title', $2, $3)",
                hall.forum, rich("Long enough to be a post."), value,
            )  # fmt: skip
    for statement in (
        "update public.posts set title = 'Mine'",
        "delete from public.posts",
        "delete from public.forums",
    ):
        with FORBIDDEN:
            await hall.act(hall.mei, statement)


@pytest.mark.parametrize(
    "act",
    [
        "select public.edit_post($1, 'My title now', '{}', 'en')",
        "select public.delete_post($1)",
        "select public.restore_post($1)",
    ],
)
async def test_post_of_another_member_cannot_be_changed(hall: Hall, act: str) -> None:
    with refused("not_yours"):
        await hall.act(hall.hoa, act, hall.post)


@pytest.mark.parametrize(
    "act",
    [
        "select public.set_locked($1, true)",
        "select public.set_pinned($1, true)",
        "select public.set_hidden(true, $1)",
        "select public.handle_report($1, 'upheld')",
        "select public.order_forums(array[$1::uuid])",
        "select public.delete_forum($1)",
        "select public.save_forum($1, 'x', null, '{}')",
    ],
)
async def test_moderation_requires_an_administrator(hall: Hall, act: str) -> None:
    with refused("administrators_only"):
        await hall.act(hall.mei, act, hall.post)


@pytest.mark.parametrize("act", ["delete_post($1)", "delete_reply($1)", "edit_reply($1, '{}')", "restore_reply($1)"])
async def test_missing_rows_are_not_found(hall: Hall, act: str) -> None:
    with refused("not_found"):
        await hall.act(hall.mei, f"select public.{act}", uuid4())


# Validation ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"title": "Abc"}, "posts_title_short"),
        ({"title": "诊"}, "posts_title_short"),
        ({"title": "x" * 201}, "posts_title_line"),
        ({"title": "Free\u202emoney now"}, "posts_title_line"),
        ({"title": "Zero\u200bwidth title"}, "posts_title_line"),
        ({"body": rich("Nineteen characters")}, "posts_body_short"),
        ({"body": rich("七个字不够的")}, "posts_body_short"),
        ({"body": '{"type": "doc", "content": [{"type": "iframe"}]}'}, "posts_body_form"),
        ({"body": rich("x" * 60_001)}, "posts_body_form"),
        ({"body": "null"}, "posts_body_form"),
    ],
)
async def test_invalid_post_is_rejected(hall: Hall, changes: dict[str, str], constraint: str) -> None:
    with breaks(constraint):
        await make_post(hall.pool, hall.forum, hall.mei, **changes)


async def test_script_link_and_deep_document_are_rejected(hall: Hall) -> None:
    link = rich("Press this harmless looking link").replace(
        '"type":"text",', '"type":"text","marks":[{"type":"link","attrs":{"href":"javascript:alert(1)"}}],'
    )
    deep = '{"type":"doc","content":[' + '{"type":"blockquote","content":[' * 900 + "]}" * 900 + "]}"
    for body in (link, deep):
        with breaks("posts_body_form"):
            await make_post(hall.pool, hall.forum, hall.mei, body=body)
        with breaks("replies_body_form"):
            await make_reply(hall.pool, hall.post, hall.mei, body=body)


async def test_minimum_length_depends_on_the_script(hall: Hall) -> None:
    await make_post(hall.pool, hall.forum, hall.mei, title="诊所", body=rich("请问诊所几点开门"), language="zh")
    await make_reply(hall.pool, hall.post, hall.hoa, body=rich("好"))
    picture = '{"type":"doc","content":[{"type":"image","attrs":{"src":"https://example.org/a.png","alt":"Map"}}]}'
    await make_reply(hall.pool, hall.post, hall.hoa, body=picture)
    with breaks("replies_body_short"):
        await make_reply(hall.pool, hall.post, hall.hoa, body=rich("  "))


async def test_excerpt_is_the_plain_text(hall: Hall) -> None:
    post = await make_post(hall.pool, hall.forum, hall.mei, body=rich("First  paragraph here.", "Second one."))
    assert (await hall.see("select excerpt from public.posts where id = $1", post))["excerpt"] == (
        "First paragraph here. Second one."
    )


# Numbers, locks, counters --------------------------------------------------------------------------------------------
async def test_simultaneous_replies_get_consecutive_numbers_and_exact_counters(hall: Hall) -> None:
    other = await make_post(hall.pool, hall.forum, hall.hoa)
    await asyncio.gather(*(make_reply(hall.pool, [hall.post, other][n % 2], hall.hoa) for n in range(60)))
    numbers = await hall.act(None, "select number from public.replies where post_id = $1 order by number", hall.post)
    assert [row["number"] for row in numbers] == list(range(1, 31))
    forum = await hall.see("select post_count, reply_count from public.forums where id = $1", hall.forum)
    assert tuple(forum) == (2, 60)
    assert (await hall.see("select reply_count from public.posts where id = $1", other))["reply_count"] == 30


async def test_no_reply_is_added_beside_a_lock(hall: Hall) -> None:
    """Twenty replies race one lock of the thread: earlier ones are stored, later ones are rejected."""

    async def try_to_reply() -> bool:
        try:
            await make_reply(hall.pool, hall.post, hall.hoa)
        except asyncpg.PostgresError as error:
            assert getattr(error, "detail", None) == "post_locked"
            return False
        return True

    lock = hall.act(hall.ana, "select public.set_locked($1, true)", hall.post)
    results = await asyncio.gather(*(try_to_reply() for _ in range(10)), lock, *(try_to_reply() for _ in range(10)))
    assert not await try_to_reply()
    post = await hall.see("select is_locked, reply_count from public.posts where id = $1", hall.post)
    assert tuple(post) == (True, sum(result is True for result in results))


async def test_reply_waits_for_a_lock_in_progress(hall: Hall) -> None:
    async with hall.pool.acquire() as locking:
        transaction = locking.transaction()
        await transaction.start()
        await locking.execute("update public.posts set is_locked = true where id = $1", hall.post)
        reply = asyncio.create_task(make_reply(hall.pool, hall.post, hall.hoa))
        while not await hall.act(hall.ana, "select from pg_locks where not granted"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await transaction.commit()
        with refused("post_locked"):
            await reply


async def test_repeated_submit_makes_one_row_even_concurrently_and_after_a_lock(hall: Hall) -> None:
    reply = uuid4()
    results = await asyncio.gather(
        *(make_reply(hall.pool, hall.post, hall.hoa, id=reply) for _ in range(5)),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["UUID"] + ["UniqueViolationError"] * 4
    await hall.act(hall.ana, "select public.set_locked($1, true)", hall.post)
    with pytest.raises(asyncpg.UniqueViolationError):
        await make_reply(hall.pool, hall.post, hall.hoa, id=reply)
    assert (await hall.see("select reply_count from public.posts where id = $1", hall.post))["reply_count"] == 1


async def test_bulk_loaded_rows_count_like_single_ones(hall: Hall) -> None:
    async with as_owner(hall.pool) as connection:
        await connection.execute(
            "insert into public.replies (post_id, language, author_id, body) "
            "select $1, 'en', $2, $3::jsonb from generate_series(1, 50)",
            hall.post, hall.hoa.id, rich("Loaded"),
        )  # fmt: skip
    post = await hall.see("select reply_count from public.posts where id = $1", hall.post)
    forum = await hall.see("select reply_count from public.forums where id = $1", hall.forum)
    last = await hall.see("select max(number) as number from public.replies where post_id = $1", hall.post)
    assert (post["reply_count"], forum["reply_count"], last["number"]) == (50, 50, 50)


async def test_quote_stays_within_its_thread(hall: Hall) -> None:
    elsewhere = await make_reply(hall.pool, await make_post(hall.pool, hall.forum, hall.hoa), hall.hoa)
    with refused("quote_elsewhere"):
        await make_reply(hall.pool, hall.post, hall.hoa, quoted_reply_id=elsewhere)
    here = await make_reply(hall.pool, hall.post, hall.hoa)
    await make_reply(hall.pool, hall.post, hall.mei, quoted_reply_id=here)


# Size ----------------------------------------------------------------------------------------------------------------
async def test_lists_are_index_ranges(hall: Hall) -> None:
    """Checks query plans, not time: no sort and no sequential scan."""
    lists = (
        "select id from public.posts where forum_id = $1 and hidden_at is null and deleted_at is null "
        "and (is_pinned, last_activity_at, id) < (false, now(), $1) "
        "order by is_pinned desc, last_activity_at desc, id desc limit 21",
        "select id from public.replies where post_id = $1 and number > 20 order by number limit 21",
        "select max(number) from public.replies where post_id = $1",
    )
    async with as_role(hall.pool, Caller.anonymous()) as connection:
        await connection.execute("set local enable_seqscan = off; set local enable_bitmapscan = off")
        for statement in lists:
            plan = "\n".join(row[0] for row in await connection.fetch(f"explain {statement}", hall.forum))
            assert "Sort" not in plan and "Seq Scan" not in plan and "Index" in plan, plan


async def test_forged_bulk_insert_has_one_author(hall: Hall) -> None:
    """Column privileges and the policy apply to raw statements of a client."""
    with FORBIDDEN:
        await hall.act(
            hall.hoa, ADD_REPLY.replace("quoted_reply_id)", "author_id)"),
            uuid4(), hall.post, "en", rich("In your name"), hall.mei.id,
        )  # fmt: skip
