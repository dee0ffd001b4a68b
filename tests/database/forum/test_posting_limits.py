"""Posting limits per hour, and limits on waiting lists: one above the limit, and concurrently."""

import asyncio
from uuid import uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.booking import BOOK, book, cancel, change, days_ahead, make_service
from tests.factories.forum import make_forum, make_post, make_reply, rich
from tests.factories.members import make_member

ADD_POSTS = """
insert into public.posts (forum_id, author_id, language, title, body, created_at)
select $1, $2, 'en', 'Where do I register?', $3::jsonb, now() - $5::text::interval from generate_series(1, $4)
"""
REPORT = "insert into public.reports (post_id, reason) values ($1, 'spam')"


async def too_fast(detail: str, *acts: object) -> int:
    """Run actions concurrently; return how many succeeded. The others must fail with this code in details."""
    outcomes = await asyncio.gather(*acts, return_exceptions=True)  # type: ignore[call-overload]
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            assert isinstance(outcome, asyncpg.PostgresError), outcome
            assert (outcome.sqlstate, outcome.detail) == ("PT429", detail)
    return sum(not isinstance(outcome, BaseException) for outcome in outcomes)


async def test_posts_per_hour_also_concurrently(pool: Pool) -> None:
    mei, ana, forum = await make_member(pool), await make_member(pool, is_admin=True), await make_forum(pool)
    async with as_owner(pool) as connection:
        for member in (mei, ana):
            # Posts older than an hour do not count.
            await connection.execute(ADD_POSTS, forum, member.id, rich("I moved here last week."), 60, "61 minutes")
            await connection.execute(ADD_POSTS, forum, member.id, rich("I moved here last week."), 39, "1 minute")
    assert await too_fast("too_fast", *(make_post(pool, forum, mei) for _ in range(3))) == 1
    assert await too_fast("too_fast", *(make_post(pool, forum, ana) for _ in range(3))) == 3
    # Replies have a limit of their own.
    post = await make_post(pool, forum, await make_member(pool))
    await make_reply(pool, post, mei)


async def test_reports_per_hour(pool: Pool) -> None:
    mei, hoa, forum = await make_member(pool), await make_member(pool), await make_forum(pool)
    async with as_owner(pool) as connection:
        await connection.execute(ADD_POSTS, forum, hoa.id, rich("I moved here last week."), 41, "1 minute")
        posts = [row["id"] for row in await connection.fetch("select id from public.posts")]
    async with as_role(pool, mei.caller, read_only=False) as connection:
        for post in posts[:40]:
            await connection.execute(REPORT, post)
    with pytest.raises(asyncpg.PostgresError) as refused:
        async with as_role(pool, mei.caller, read_only=False) as connection:
            await connection.execute(REPORT, posts[40])
    assert refused.value.as_dict()["detail"] == "too_fast"


async def test_waiting_lists_per_member(pool: Pool) -> None:
    admin, mei, hoa = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    service = await make_service(pool, admin, capacity=1, per_person=1)
    times = [days_ahead(2 + n // 8, 9 + n % 8) for n in range(23)]
    for time in times:
        await book(pool, admin, service, time)
    for time in times[:19]:
        await book(pool, mei, service, time, or_wait=True)
    assert (
        await too_fast("too_many_waiting_lists", *(book(pool, mei, service, time, or_wait=True) for time in times[19:]))
        == 1
    )
    await book(pool, hoa, service, times[22], or_wait=True)


async def test_waiting_lists_of_two_services_concurrently(pool: Pool) -> None:
    admin, mei = await make_member(pool, is_admin=True), await make_member(pool)
    services = [await make_service(pool, admin, capacity=1, per_person=1) for _ in range(21)]
    for service in services:
        await book(pool, await make_member(pool), service, days_ahead(2))
    for service in services[:19]:
        await book(pool, mei, service, days_ahead(2), or_wait=True)
    async with as_role(pool, mei.caller, read_only=False) as first:
        await first.execute(BOOK, uuid4(), services[19], days_ahead(2), 1, "", True)
        second = asyncio.create_task(book(pool, mei, services[20], days_ahead(2), or_wait=True))
        while not await pool.fetchval("select count(*) from pg_locks where not granted"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert await too_fast("too_many_waiting_lists", second) == 0


async def test_delete_and_undo_are_limited(pool: Pool) -> None:
    mei, forum = await make_member(pool), await make_forum(pool)
    post = await make_post(pool, forum, mei)
    things = {"post": post, "reply": await make_reply(pool, post, mei)}

    async def act(act: str, kind: str) -> None:
        async with as_role(pool, mei.caller, read_only=False) as connection:
            await connection.execute(f"select public.{act}_{kind}($1)", things[kind])

    for kind in ("reply", "post"):
        for _ in range(10):
            await act("delete", kind)
            await act("restore", kind)
        # Deleting is never limited.
        await act("delete", kind)
        assert await too_fast("too_fast", act("restore", kind)) == 0
    async with as_owner(pool) as connection:
        await connection.execute(
            "update public.content_versions set saved_at = now() - interval '61 minutes' where id = 1"
        )
    await act("restore", "reply")


async def test_emails_caused_by_one_member_are_limited_per_hour(pool: Pool) -> None:
    admin, mei = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, admin)
    booking = await book(pool, mei, service, days_ahead(3))
    async with as_owner(pool) as connection:
        # Posts older than an hour do not count.
        await connection.execute("update public.outbox set created_at = now() - interval '61 minutes'")
    for n in range(100):
        await change(pool, mei, booking.id, days_ahead(4 + n % 2))
    assert await too_fast("too_fast", *(change(pool, mei, booking.id, days_ahead(8 + n)) for n in range(3))) == 0
    # Actions of administrators are not limited, nor those of other members.
    await cancel(pool, admin, booking.id)
    await book(pool, await make_member(pool), service, days_ahead(3))
    for _ in range(8):
        async with as_role(pool, mei.caller, read_only=False) as connection:
            await connection.execute("select public.request_account_deletion()")
            await connection.execute("select public.cancel_account_deletion()")
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select count(*) from mailbox.queue") == 10
