"""The forum's rules for writing, at the database level: without permission, and concurrently."""

import asyncio
from uuid import uuid4

import asyncpg
import pytest

from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.forum import ADD_REPLY, FORBIDDEN, Community, breaks, make_post, make_reply, refused, rich


# Permissions ---------------------------------------------------------------------------------------------------------
async def test_visitor_reads_and_cannot_write(community: Community) -> None:
    assert len(await community.act(None, "select id, title, body from public.posts")) == 1
    for statement in (
        "insert into public.posts (forum_id, language, title, body) values ($1, 'en', 'Hello there', '{}')",
        "insert into public.replies (post_id, language, body) values ($1, 'en', '{}')",
        "select public.delete_post($1)",
        "select public.set_hidden(true, $1)",
        "insert into public.reports (post_id, reason) values ($1, 'spam')",
        "select from public.content_versions where post_id = $1",
    ):
        with FORBIDDEN:
            await community.act(None, statement, community.post)


async def test_author_and_computed_columns_cannot_be_set(community: Community) -> None:
    for column, value in (
        ("author_id", community.mei.id),
        ("is_pinned", True),
        ("reply_count", 5),
        ("hidden_at", None),
    ):
        with FORBIDDEN:
            await community.act(
                community.hoa,
                f"insert into public.posts (forum_id, language, title, body, {column}) "
                "values ($1, 'en', 'A good title', $2, $3)",
                community.forum, rich("Long enough to be a post."), value,
            )  # fmt: skip
    for statement in (
        "update public.posts set title = 'Mine'",
        "delete from public.posts",
        "delete from public.forums",
    ):
        with FORBIDDEN:
            await community.act(community.mei, statement)


@pytest.mark.parametrize(
    "act",
    [
        "select public.edit_post($1, 'My title now', '{}', 'en')",
        "select public.delete_post($1)",
        "select public.restore_post($1)",
    ],
)
async def test_post_of_another_member_cannot_be_changed(community: Community, act: str) -> None:
    with refused("not_yours"):
        await community.act(community.hoa, act, community.post)


@pytest.mark.parametrize(
    "act",
    [
        "select public.set_topic_state($1, '{\"isLocked\": true}')",
        "select public.set_topic_state($1, '{\"isPinned\": true}')",
        "select public.set_hidden(true, $1)",
        "select public.handle_report($1, 'upheld')",
        "select public.order_forums(array[$1::uuid])",
        "select public.delete_forum($1)",
        "select public.save_forum($1, 'x', null, '{}')",
    ],
)
async def test_moderation_requires_an_administrator(community: Community, act: str) -> None:
    with FORBIDDEN:
        await community.act(community.mei, act, community.post)


@pytest.mark.parametrize("act", ["delete_post($1)", "delete_reply($1)", "edit_reply($1, '{}')", "restore_reply($1)"])
async def test_missing_rows_are_not_found(community: Community, act: str) -> None:
    with refused("not_found"):
        await community.act(community.mei, f"select public.{act}", uuid4())


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
async def test_invalid_post_is_rejected(community: Community, changes: dict[str, str], constraint: str) -> None:
    with breaks(constraint):
        await make_post(community.pool, community.forum, community.mei, **changes)


async def test_script_link_and_deep_document_are_rejected(community: Community) -> None:
    link = rich("Press this harmless looking link").replace(
        '"type":"text",', '"type":"text","marks":[{"type":"link","attrs":{"href":"javascript:alert(1)"}}],'
    )
    deep = '{"type":"doc","content":[' + '{"type":"blockquote","content":[' * 900 + "]}" * 900 + "]}"
    for body in (link, deep):
        with breaks("posts_body_form"):
            await make_post(community.pool, community.forum, community.mei, body=body)
        with breaks("replies_body_form"):
            await make_reply(community.pool, community.post, community.mei, body=body)


async def test_minimum_length_depends_on_the_script(community: Community) -> None:
    await make_post(
        community.pool, community.forum, community.mei, title="诊所", body=rich("请问诊所几点开门"), language="zh"
    )
    await make_reply(community.pool, community.post, community.hoa, body=rich("好"))
    picture = '{"type":"doc","content":[{"type":"image","attrs":{"src":"/storage/v1/object/a.png","alt":"Map"}}]}'
    await make_reply(community.pool, community.post, community.hoa, body=picture)
    with breaks("replies_body_short"):
        await make_reply(community.pool, community.post, community.hoa, body=rich("  "))


async def test_excerpt_is_the_plain_text(community: Community) -> None:
    post = await make_post(
        community.pool, community.forum, community.mei, body=rich("First  paragraph here.", "Second one.")
    )
    assert (await community.see("select excerpt from public.posts where id = $1", post))["excerpt"] == (
        "First paragraph here. Second one."
    )


# Numbers, locks, counters --------------------------------------------------------------------------------------------
async def test_simultaneous_replies_get_consecutive_numbers_and_exact_counters(community: Community) -> None:
    other = await make_post(community.pool, community.forum, community.hoa)
    await asyncio.gather(
        *(make_reply(community.pool, [community.post, other][n % 2], community.hoa) for n in range(60))
    )
    numbers = await community.act(
        None, "select number from public.replies where post_id = $1 order by number", community.post
    )
    assert [row["number"] for row in numbers] == list(range(1, 31))
    forum = await community.see("select post_count, reply_count from public.forums where id = $1", community.forum)
    assert tuple(forum) == (2, 60)
    assert (await community.see("select reply_count from public.posts where id = $1", other))["reply_count"] == 30


async def test_no_reply_is_added_beside_a_lock(community: Community) -> None:
    """Twenty replies race one lock of the thread: earlier ones are stored, later ones are rejected."""

    async def try_to_reply() -> bool:
        try:
            await make_reply(community.pool, community.post, community.hoa)
        except asyncpg.PostgresError as error:
            assert getattr(error, "detail", None) == "post_locked"
            return False
        return True

    lock = community.act(community.ana, "select public.set_topic_state($1, '{\"isLocked\": true}')", community.post)
    results = await asyncio.gather(*(try_to_reply() for _ in range(10)), lock, *(try_to_reply() for _ in range(10)))
    assert not await try_to_reply()
    post = await community.see("select is_locked, reply_count from public.posts where id = $1", community.post)
    assert tuple(post) == (True, sum(result is True for result in results))


async def test_reply_waits_for_a_lock_in_progress(community: Community) -> None:
    async with community.pool.acquire() as locking:
        transaction = locking.transaction()
        await transaction.start()
        await locking.execute("update public.posts set is_locked = true where id = $1", community.post)
        reply = asyncio.create_task(make_reply(community.pool, community.post, community.hoa))
        while not await community.act(community.ana, "select from pg_locks where not granted"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await transaction.commit()
        with refused("post_locked"):
            await reply


async def test_repeated_submit_makes_one_row_even_concurrently_and_after_a_lock(community: Community) -> None:
    reply = uuid4()
    results = await asyncio.gather(
        *(make_reply(community.pool, community.post, community.hoa, id=reply) for _ in range(5)),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["UUID"] + ["UniqueViolationError"] * 4
    await community.act(community.ana, "select public.set_topic_state($1, '{\"isLocked\": true}')", community.post)
    with pytest.raises(asyncpg.UniqueViolationError):
        await make_reply(community.pool, community.post, community.hoa, id=reply)
    assert (await community.see("select reply_count from public.posts where id = $1", community.post))[
        "reply_count"
    ] == 1


async def test_bulk_loaded_rows_count_like_single_ones(community: Community) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute(
            "insert into public.replies (post_id, language, author_id, body) "
            "select $1, 'en', $2, $3::jsonb from generate_series(1, 50)",
            community.post, community.hoa.id, rich("Loaded"),
        )  # fmt: skip
    post = await community.see("select reply_count from public.posts where id = $1", community.post)
    forum = await community.see("select reply_count from public.forums where id = $1", community.forum)
    last = await community.see("select max(number) as number from public.replies where post_id = $1", community.post)
    assert (post["reply_count"], forum["reply_count"], last["number"]) == (50, 50, 50)


async def test_quote_stays_within_its_thread(community: Community) -> None:
    elsewhere = await make_reply(
        community.pool, await make_post(community.pool, community.forum, community.hoa), community.hoa
    )
    with refused("quote_elsewhere"):
        await make_reply(community.pool, community.post, community.hoa, quoted_reply_id=elsewhere)
    here = await make_reply(community.pool, community.post, community.hoa)
    await make_reply(community.pool, community.post, community.mei, quoted_reply_id=here)


# Size ----------------------------------------------------------------------------------------------------------------
async def test_lists_are_index_ranges(community: Community) -> None:
    """Checks query plans, not time: no sort and no sequential scan."""
    lists = (
        "select id from public.posts where forum_id = $1 and hidden_at is null and deleted_at is null "
        "and (is_pinned, last_activity_at, id) < (false, now(), $1) "
        "order by is_pinned desc, last_activity_at desc, id desc limit 21",
        "select id from public.replies where post_id = $1 and number > 20 order by number limit 21",
        "select max(number) from public.replies where post_id = $1",
    )
    async with as_role(community.pool, Caller.anonymous()) as connection:
        await connection.execute("set local enable_seqscan = off; set local enable_bitmapscan = off")
        for statement in lists:
            plan = "\n".join(row[0] for row in await connection.fetch(f"explain {statement}", community.forum))
            assert "Sort" not in plan and "Seq Scan" not in plan and "Index" in plan, plan


async def test_forged_bulk_insert_has_one_author(community: Community) -> None:
    """Column privileges and the policy apply to raw statements of a client."""
    with FORBIDDEN:
        await community.act(
            community.hoa, ADD_REPLY.replace("quoted_reply_id)", "author_id)"),
            uuid4(), community.post, "en", rich("In your name"), community.mei.id,
        )  # fmt: skip
