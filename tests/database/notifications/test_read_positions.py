"""Lists of topics show the latest writers of a thread, and what each member has not read."""

import asyncio

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.cleanup import clean_up
from tests.factories.forum import FORBIDDEN, Community, make_reply
from tests.factories.members import make_member

ROW = "select latest_writers, latest_number from public.posts where id = $1"
READ = "select public.mark_thread_read($1, $2)"
NOBODY = "00000000-0000-4000-8000-00000000dead"
POSITION = "select last_number from public.thread_reads where member_id = $1"


async def test_latest_writers_follow_hiding_and_deleted_accounts(community: Community) -> None:
    mei, hoa, ana = (member.id for member in (community.mei, community.hoa, community.ana))
    siti = await make_member(community.pool)
    for writer in (community.hoa, community.ana, community.hoa, community.mei, siti):
        last = await make_reply(community.pool, community.post, writer)
    assert tuple(await community.see(ROW, community.post)) == ([siti.id, mei, hoa], 5)
    await community.act(community.ana, "select public.set_hidden(true, null, $1)", last)
    assert tuple(await community.see(ROW, community.post)) == ([mei, hoa, ana], 4)
    await community.act(community.ana, "select public.set_hidden(false, null, $1)", last)
    async with as_owner(community.pool) as connection:
        await connection.execute("delete from auth.users where id = $1", hoa)
    assert tuple(await community.see(ROW, community.post)) == ([siti.id, mei], 5)


async def test_simultaneous_replies_leave_the_true_latest_writers(community: Community) -> None:
    writers = [await make_member(community.pool) for _ in range(8)]
    await asyncio.gather(*(make_reply(community.pool, community.post, writer) for writer in writers))
    numbers = await community.see(
        "select array_agg(author_id order by number desc) from public.replies where post_id = $1", community.post
    )
    assert tuple(await community.see(ROW, community.post)) == (numbers[0][:3], 8)


async def test_position_of_a_member_is_their_own(community: Community) -> None:
    await make_reply(community.pool, community.post, community.hoa)
    # An author has read their own reply.
    assert (await community.see(POSITION, community.hoa.id))[0] == 1
    await community.act(community.mei, READ, community.post, 0)
    assert (await community.see(POSITION, community.mei.id))[0] == 0
    await community.act(community.mei, "select public.mark_topics_read()")
    for table in ("thread_reads", "topics_read"):
        seen = await community.act(community.hoa, f"select from public.{table} where member_id = $1", community.mei.id)
        assert seen == []
        with FORBIDDEN:
            await community.act(community.hoa, f"update public.{table} set member_id = $1", community.hoa.id)
        with FORBIDDEN:
            await community.act(None, f"select from public.{table}")
    for call in ("mark_topics_read()", "unread_since()", "mark_thread_read(gen_random_uuid(), 0)"):
        with FORBIDDEN:
            await community.act(None, f"select public.{call}")
    # A thread or a reply that does not exist leaves no row.
    await community.act(community.ana, READ, community.post, 7)
    await community.act(community.ana, "select public.mark_thread_read(gen_random_uuid(), 0)")
    assert (await community.see("select count(*) from public.thread_reads where member_id = $1", community.ana.id))[
        0
    ] == 0


async def test_simultaneous_devices_leave_the_furthest_position(community: Community) -> None:
    for _ in range(6):
        await make_reply(community.pool, community.post, community.hoa)
    await asyncio.gather(*(community.act(community.mei, READ, community.post, number) for number in (3, 6, 1, 5, 0, 2)))
    assert (await community.see(POSITION, community.mei.id))[0] == 6


async def test_positions_end_after_400_days(community: Community) -> None:
    await community.act(community.mei, READ, community.post, 0)
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.thread_reads set updated_at = now() - interval '401 days'")
    await community.act(community.hoa, READ, community.post, 0)
    await clean_up(community.pool, has_site=True)
    assert (await community.see("select array_agg(member_id) from public.thread_reads"))[0] == [community.hoa.id]


async def test_account_without_a_profile_cannot_mark(pool: Pool) -> None:
    """A service token has no profile: nothing is stored, nothing fails."""
    caller = Caller.from_claims({"role": "authenticated", "sub": NOBODY})
    async with as_role(pool, caller, read_only=False) as connection:
        await connection.execute("select public.mark_topics_read()")
        assert await connection.fetchval("select public.unread_since()") is None
    with pytest.raises(asyncpg.CheckViolationError):
        async with as_owner(pool) as connection:
            await connection.execute(
                "insert into public.thread_reads (member_id, post_id, last_number) values ($1, $1, -1)",
                NOBODY,
            )
