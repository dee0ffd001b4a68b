"""The points of an address: who reads them, who lets emails go there again, and when they are gone."""

from typing import Any
from uuid import UUID

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner
from tests.database.people.test_perspectives import ask
from tests.factories.members import Member, make_member
from tests.factories.newsletter import make_guest

SENT = """
insert into mailbox.queue (kind, recipient, language, content, sent_at) values ('news', $1, 'en', '{}', now())
returning id
"""
RECORD = "select public.record_bounce($1, $2, 'full', '5.2.2')"
OF = "select is_stopped from public.bounces_of($1)"
ROWS = "select count(*) from public.email_bounces"
RETRY = "select public.retry_own_emails() is not null"
RESET = "select public.reset_bounces($1) is not null"
LOGGED = "select actor_id from public.staff_log where thing = 'email_bounces' and member_id = $1 and act = 'update'"


async def own(pool: Pool, statement: str, *values: object) -> Any:
    async with as_owner(pool) as connection:
        return await connection.fetchval(statement, *values)


async def bounce(pool: Pool, address: str, points: int = 2) -> UUID:
    sent: UUID = await own(pool, SENT, address)
    await own(pool, RECORD, sent, points)
    return sent


async def stop(pool: Pool, member: Member) -> None:
    for _ in range(2):
        await bounce(pool, member.email)


async def test_members_and_staff_read_them_and_functions_alone_write(pool: Pool) -> None:
    admin, mei, thief = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    await stop(pool, mei)
    assert [await ask(pool, who, OF, mei.id) for who in (mei, admin, thief)] == [True, True, None]
    assert [await ask(pool, who, ROWS) for who in (mei, admin, thief)] == [1, 1, 0]
    assert "42501" in await ask(pool, Caller.anonymous(), OF, mei.id)
    for statement in (
        "update public.email_bounces set score = 0",
        "delete from public.email_bounces",
        "select counted from public.email_bounces",
        "select public.record_bounce(gen_random_uuid(), 2, 'full', '')",
        "select public.is_withheld('news', 'mei@example.org')",
    ):
        assert "42501" in str(await ask(pool, mei, statement)), statement
    assert await ask(pool, thief, RESET, mei.id) == "42501 not_allowed"
    assert await ask(pool, mei, RESET, mei.id) == "42501 not_allowed"


async def test_members_try_again_once_a_day_and_staff_at_any_time(pool: Pool) -> None:
    admin, mei = await make_member(pool, is_admin=True), await make_member(pool)
    late = await own(pool, SENT, mei.email)
    await stop(pool, mei)
    assert await ask(pool, mei, RETRY) is True
    assert await ask(pool, mei, OF, mei.id) is None
    # An email that was sent before does not count any more; later ones do.
    assert await own(pool, RECORD, late, 2) == "old"
    await stop(pool, mei)
    assert await ask(pool, mei, RETRY) == "PT429 too_fast"
    assert await ask(pool, mei, OF, mei.id) is True
    await ask(pool, admin, RESET, mei.id)
    assert await ask(pool, mei, OF, mei.id) is None
    assert await own(pool, LOGGED, mei.id) == admin.id
    assert await ask(pool, admin, RESET, UUID(int=7)) == "PT404 not_found"


async def test_they_go_with_the_address(pool: Pool) -> None:
    mei, lan = await make_member(pool), await make_member(pool)
    await make_guest(pool, "guest@example.org")
    for address in (mei.email, lan.email, "guest@example.org"):
        await bounce(pool, address)
    assert await own(pool, RECORD, await own(pool, SENT, "stranger@example.org"), 2) == "without_owner"
    exported = await own(pool, "select public.data_of($1) -> 'emailBounces' ->> 'status'", mei.id)
    assert (exported, await own(pool, ROWS)) == ("5.2.2", 3)
    await own(pool, "update auth.users set email = 'new@example.org' where id = $1", mei.id)
    await own(pool, "update public.newsletter_guests set email = null, ended_at = now()")
    await own(pool, "delete from auth.users where id = $1", lan.id)
    assert await own(pool, ROWS) == 0
