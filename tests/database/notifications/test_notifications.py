"""Notifications, read positions and public changes of free places, at the database level."""

import asyncio
from datetime import timedelta

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.cleanup import clean_up
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.forum import make_forum, make_post, make_reply
from tests.factories.members import Member, make_member

LIST = "select kind, count, read_at is null as is_new from public.notifications order by created_at, kind"


async def told(pool: Pool, member: Member) -> list[tuple[str, int, bool]]:
    async with as_role(pool, member.caller) as connection:
        return [tuple(row) for row in await connection.fetch(LIST)]


async def call(pool: Pool, member: Member, sql: str, *values: object) -> None:
    async with as_role(pool, member.caller, read_only=False) as connection:
        await connection.execute(sql, *values)


async def test_replies_and_quotations_create_notifications(pool: Pool) -> None:
    ana, mei, siti = [await make_member(pool, display_name=name) for name in ("Ana", "Mei", "Siti")]
    post = await make_post(pool, await make_forum(pool), ana)
    first = await make_reply(pool, post, mei)
    await make_reply(pool, post, ana)
    await make_reply(pool, post, siti, quoted_reply_id=first)
    assert await told(pool, ana) == [("reply", 2, True)]
    assert await told(pool, mei) == [("quote", 1, True)]
    assert await told(pool, siti) == []
    # Reading the thread marks its notifications as read; the position never goes back.
    for number, expected in ((3, 3), (2, 3), (99, 3)):
        await call(pool, ana, "select public.mark_thread_read($1, $2)", post, number)
        async with as_role(pool, ana.caller) as connection:
            assert await connection.fetchval("select last_number from public.thread_reads") == expected
    assert await told(pool, ana) == [("reply", 2, False)]
    await make_reply(pool, post, mei)
    assert [kind for kind, _, is_new in await told(pool, ana) if is_new] == ["reply"]
    await call(pool, mei, "select public.read_notifications()")
    assert await told(pool, mei) == [("quote", 1, False)]
    # A member cannot change the read position of another.
    async with as_owner(pool) as connection:
        ids = await connection.fetchval("select array_agg(id) from public.notifications where read_at is null")
    await call(pool, siti, "select public.read_notifications($1)", ids)
    assert any(is_new for _, _, is_new in await told(pool, ana))


async def test_simultaneous_replies_are_one_notification(pool: Pool) -> None:
    ana = await make_member(pool, display_name="Ana")
    others = [await make_member(pool) for number in range(5)]
    post = await make_post(pool, await make_forum(pool), ana)
    await asyncio.gather(*(make_reply(pool, post, other) for other in others))
    assert await told(pool, ana) == [("reply", 5, True)]


async def test_read_notifications_are_deleted_after_90_days(pool: Pool) -> None:
    ana, mei = [await make_member(pool, display_name=name) for name in ("Ana", "Mei")]
    forum = await make_forum(pool)
    for age in (91, 89, None):
        await make_reply(pool, await make_post(pool, forum, ana), mei)
        if age is not None:
            async with as_owner(pool) as connection:
                await connection.execute(
                    "update public.notifications set read_at = now() - $1::interval where read_at is null",
                    timedelta(days=age),
                )
    await clean_up(pool, has_site=True)
    assert len(await told(pool, ana)) == 2


async def test_changes_of_free_places_are_public_without_names(pool: Pool) -> None:
    ana, mei = [await make_member(pool, display_name=name) for name in ("Ana", "Mei")]
    service = await make_service(pool, await make_member(pool, is_admin=True), capacity=1, per_person=1)
    booked = await book(pool, ana, service, days_ahead(3))
    await book(pool, mei, service, days_ahead(3), or_wait=True)
    await cancel(pool, ana, booked.id)
    async with as_role(pool, Caller.anonymous()) as connection:
        rows = await connection.fetch("select * from public.slot_notices")
        assert {tuple(row.keys()) for row in rows} == {("id", "service_id", "created_at")}
        assert {row["service_id"] for row in rows} == {service}
    # Moving up the waiting list by another member's action is a notification; an own action is not.
    assert await told(pool, mei) == [("booking_promoted", 1, True)]
    assert await told(pool, ana) == []
    async with as_owner(pool) as connection:
        await connection.execute("update public.services set is_active = false")
    async with as_role(pool, Caller.anonymous()) as connection:
        assert await connection.fetch("select from public.slot_notices") == []
