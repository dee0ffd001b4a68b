"""Watching: levels of topics, forums and languages, and the notices of the watchers."""

import asyncio
from uuid import UUID

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.jobs.notices.fan_out import tell_watchers
from tests.factories.forum import FORBIDDEN, Community, make_forum, make_post, make_reply, refused, rich
from tests.factories.members import Member, make_member

SET = "select public.set_watch($1, $2, $3, $4)"
LIST = "select kind, count, reply_id from public.notifications where member_id = $1 and read_at is null order by kind"


async def watch(
    pool: Pool,
    member: Member,
    level: str | None,
    *,
    forum: UUID | None = None,
    post: UUID | None = None,
    language: str | None = None,
) -> None:
    async with as_role(pool, member.caller, read_only=False) as conn:
        await conn.execute(SET, level, forum, post, language)


async def fan_out(pool: Pool) -> None:
    while await tell_watchers(pool):
        pass


async def told(pool: Pool, member: Member) -> list[tuple[str, int]]:
    await fan_out(pool)
    return [(row["kind"], row["count"]) for row in await pool.fetch(LIST, member.id)]


@pytest.fixture
async def reader(community: Community) -> Member:
    # The topic of the community has no reader yet.
    await fan_out(community.pool)
    return await make_member(community.pool, display_name="Duc")


async def test_watchers_of_a_topic_hear_of_each_reply_once(community: Community, reader: Member) -> None:
    await watch(community.pool, reader, "watching", post=community.post)
    await watch(community.pool, reader, "watching", forum=community.forum)
    first = await make_reply(community.pool, community.post, community.hoa)
    assert await told(community.pool, reader) == [("watched_topic", 1)]
    await make_reply(community.pool, community.post, community.hoa)
    assert await told(community.pool, reader) == [("watched_topic", 2)]
    row = (await community.pool.fetch(LIST, reader.id))[0]
    assert row["reply_id"] == first
    # The author of the topic watches it, and hears of a reply as its author.
    assert await told(community.pool, community.mei) == [("reply", 2)]
    # The author of a reply tracks the topic: only replies to them.
    assert await told(community.pool, community.hoa) == []


@pytest.mark.parametrize(
    ("levels", "of_topic", "of_reply"),
    [
        ({"forum": "watching"}, [("watched_forum", 1)], [("watched_forum", 1)]),
        ({"forum": "watching_first"}, [("watched_forum", 1)], []),
        ({"language": "watching_first"}, [("watched_forum", 1)], []),
        ({"forum": "tracking"}, [], []),
        ({"forum": "watching", "language": "muted"}, [], []),
        ({"forum": "muted", "language": "watching"}, [], []),
        ({"forum": "watching", "language": "normal"}, [("watched_forum", 1)], [("watched_forum", 1)]),
        ({"other": "watching"}, [], []),
    ],
)
async def test_levels_of_forums_and_languages(
    community: Community,
    reader: Member,
    levels: dict[str, str],
    of_topic: list[tuple[str, int]],
    of_reply: list[tuple[str, int]],
) -> None:
    other = await make_forum(community.pool, slug="other")
    for target, level in levels.items():
        forum = {"forum": community.forum, "other": other}.get(target)
        await watch(community.pool, reader, level, forum=forum, language="vi" if target == "language" else None)
    topic = await make_post(community.pool, community.forum, community.mei, language="vi")
    assert await told(community.pool, reader) == of_topic
    await community.act(reader, "select public.read_notifications()")
    await make_reply(community.pool, topic, community.hoa, language="vi")
    assert await told(community.pool, reader) == of_reply


async def test_a_member_watches_two_hundred_tags_at_most(community: Community, reader: Member) -> None:
    many = "select public.set_watch('tracking', tag => 'tag ' || n) from generate_series(1, 200) as n"
    await community.act(reader, many)
    await community.act(reader, "select public.set_watch('muted', tag => 'tag 7')")
    with pytest.raises(asyncpg.PostgresError, match="At most 200 tags"):
        await community.act(reader, "select public.set_watch('tracking', tag => 'one more')")


async def test_tags_are_watched_and_muted(community: Community, reader: Member) -> None:
    await community.act(reader, "select public.set_watch('watching', tag => ' Housing ')")
    add = "insert into public.posts (forum_id, language, title, body, tags) values ($1, 'en', $2, $3, $4)"
    body = rich("A long enough text about housing")
    await community.act(community.mei, add, community.forum, "About rooms", body, ["housing", "rent"])
    assert await told(community.pool, reader) == [("watched_forum", 1)]
    await community.act(reader, "select public.read_notifications()")
    await community.act(reader, "select public.set_watch('muted', tag => 'rent')")
    await community.act(community.mei, add, community.forum, "More rooms", body, ["Housing", "Rent"])
    assert await told(community.pool, reader) == []


async def test_blocked_members_tell_each_other_nothing(community: Community) -> None:
    block = "insert into public.member_blocks (member_id, blocked_id) values ($1, $2)"
    await community.pool.execute(block, community.mei.id, community.hoa.id)
    await make_reply(community.pool, community.post, community.hoa)
    assert await told(community.pool, community.mei) == []


async def test_the_level_of_a_topic_comes_before_that_of_its_forum(community: Community, reader: Member) -> None:
    await watch(community.pool, reader, "watching", forum=community.forum)
    await watch(community.pool, reader, "normal", post=community.post)
    await make_reply(community.pool, community.post, community.hoa)
    assert await told(community.pool, reader) == []
    await watch(community.pool, reader, "muted", forum=community.forum)
    await watch(community.pool, reader, "watching", post=community.post)
    await make_reply(community.pool, community.post, community.hoa)
    assert await told(community.pool, reader) == [("watched_topic", 1)]


async def test_muted_topics_tell_nothing_even_their_author(community: Community) -> None:
    await watch(community.pool, community.mei, "muted", post=community.post)
    await make_reply(community.pool, community.post, community.hoa)
    assert await told(community.pool, community.mei) == []


async def test_own_choice_stays_when_the_member_writes_again(community: Community) -> None:
    level = "select level, is_automatic from public.watches where member_id = $1 and post_id = $2"
    await make_reply(community.pool, community.post, community.hoa)
    assert tuple(await community.see(level, community.hoa.id, community.post)) == ("tracking", True)
    await watch(community.pool, community.hoa, "normal", post=community.post)
    await make_reply(community.pool, community.post, community.hoa)
    assert tuple(await community.see(level, community.hoa.id, community.post)) == ("normal", False)
    await watch(community.pool, community.hoa, None, post=community.post)
    assert await community.pool.fetch(level, community.hoa.id, community.post) == []


async def test_watches_are_private_and_checked(community: Community, reader: Member) -> None:
    await watch(community.pool, reader, "watching", post=community.post)
    rows = await community.act(community.hoa, "select from public.watches where member_id = $1", reader.id)
    assert rows == []
    for sql in (
        "insert into public.watches (member_id, post_id, level) select member_id, post_id, 'muted' from public.watches",
        "delete from public.watches",
        "select public.fan_out_notices()",
        "select public.queue_notice('reply', gen_random_uuid(), 'x')",
        "select public.watchers_of(gen_random_uuid(), true, gen_random_uuid(), 1)",
    ):
        with FORBIDDEN:
            await community.act(community.hoa, sql)
    with FORBIDDEN:
        await community.act(None, SET, "watching", None, community.post, None)
    for code, values in (
        ("one_thing", ("watching", community.forum, community.post, None)),
        ("unknown_level", ("loud", community.forum, None, None)),
        ("unknown_level", ("watching_first", None, community.post, None)),
        ("not_found", ("watching", None, community.forum, None)),
    ):
        with refused(code):
            await community.act(community.hoa, SET, *values)
    draft = await make_forum(community.pool, slug="draft")
    await community.pool.execute("update public.forums set is_draft = true where id = $1", draft)
    with refused("not_found"):
        await community.act(community.hoa, SET, "watching", draft, None, None)


async def test_two_devices_leave_one_level(community: Community, reader: Member) -> None:
    levels = ("watching", "muted", "normal", "tracking") * 2
    await asyncio.gather(*(watch(community.pool, reader, level, post=community.post) for level in levels))
    rows = await community.pool.fetch("select level from public.watches where member_id = $1", reader.id)
    assert len(rows) == 1


async def test_batches_tell_every_watcher_once(community: Community) -> None:
    """A worker that is killed between two batches, or two workers at once, repeat nothing."""
    await fan_out(community.pool)
    readers = [await make_member(community.pool) for _ in range(7)]
    for member in readers:
        await watch(community.pool, member, "watching", post=community.post)
    await make_reply(community.pool, community.post, community.hoa)
    step = "select public.fan_out_notices(3)"
    while any(await asyncio.gather(*(community.pool.fetchval(step) for _ in range(3)))):
        pass
    counts = await community.pool.fetch(
        "select count from public.notifications where kind = 'watched_topic' and post_id = $1", community.post
    )
    assert [row["count"] for row in counts] == [1] * 7
    assert await community.pool.fetchval("select count(*) from public.notice_fan_outs") == 0


async def test_hidden_replies_and_closed_forums_tell_nothing(community: Community, reader: Member) -> None:
    await watch(community.pool, reader, "watching", post=community.post)
    reply = await make_reply(community.pool, community.post, community.hoa)
    await community.act(community.ana, "select public.set_hidden(true, null, $1)", reply)
    assert await told(community.pool, reader) == []
    await make_reply(community.pool, community.post, community.hoa)
    await community.pool.execute("update public.forums set is_draft = true where id = $1", community.forum)
    assert await told(community.pool, reader) == []


async def test_deleted_members_leave_no_watches(community: Community, reader: Member) -> None:
    await watch(community.pool, reader, "watching", post=community.post)
    async with as_owner(community.pool) as conn:
        await conn.execute("delete from auth.users where id = $1", reader.id)
    assert await community.pool.fetch("select from public.watches where member_id = $1", reader.id) == []


async def test_levels_are_checked_by_the_table(community: Community) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await community.pool.execute(
            "insert into public.watches (member_id, level) values ($1, 'watching')", community.mei.id
        )
