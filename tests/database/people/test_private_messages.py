"""Private messages: consent, blocks, limits; and that the two members alone read them."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import Member, make_member

SEND = "select public.send_private_message($1, $2, $3)"
ANSWER = "select public.answer_conversation($1, $2)"
REPORT = "select public.report_private_message($1, $2, 'abuse', 'Look')"
LIST = "select * from public.my_conversations('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 20)"
FIND = "select * from public.find_conversation($1)"
BODIES = "select body from public.private_messages order by number"


async def ask(pool: Pool, caller: Caller, statement: str, *values: Any) -> list[Any]:
    async with as_role(pool, caller, read_only=False) as connection:
        return list(await connection.fetch(statement, *values))


async def own(pool: Pool, statement: str, *values: Any) -> Any:
    async with as_owner(pool) as connection:
        return await connection.fetchval(statement, *values)


async def refused(pool: Pool, who: Member, statement: str, *values: Any) -> str | None:
    with pytest.raises(asyncpg.PostgresError) as error:
        await ask(pool, who.caller, statement, *values)
    return error.value.detail


async def send(pool: Pool, who: Member, to: Member, body: str = "Hello") -> UUID:
    message = uuid4()
    await ask(pool, who.caller, SEND, message, to.id, body)
    return message


async def talk_of(pool: Pool) -> Any:
    return await own(pool, "select id from public.conversations")


async def test_first_contact_needs_consent(pool: Pool) -> None:
    mai, siti = await make_member(pool, display_name="Mai"), await make_member(pool, display_name="Siti")
    first = await send(pool, mai, siti)
    assert (await ask(pool, mai.caller, SEND, first, siti.id, "Hello"))[0][0] == 1
    assert await refused(pool, mai, SEND, uuid4(), siti.id, "Again") == "not_accepted"
    (row,) = await ask(pool, siti.caller, LIST)
    assert (row["display_name"], row["state"], row["unread"], row["last_body"]) == ("Mai", "request", 1, "Hello")
    talk = row["id"]
    assert await refused(pool, mai, ANSWER, talk, True) == "not_found"
    await ask(pool, siti.caller, ANSWER, talk, False)
    assert (await ask(pool, siti.caller, FIND, mai.id))[0]["state"] == "declined"
    assert (await ask(pool, mai.caller, FIND, siti.id))[0]["state"] == "asked"
    assert await refused(pool, mai, SEND, uuid4(), siti.id, "Again") == "not_accepted"
    await send(pool, siti, mai, "Hello too")
    assert (await ask(pool, mai.caller, FIND, siti.id))[0]["state"] == "open"
    await send(pool, mai, siti, "Now it goes")
    assert [row[0] for row in await ask(pool, mai.caller, BODIES)] == ["Hello", "Hello too", "Now it goes"]
    notices = "select count, path from public.notifications where read_at is null"
    assert [tuple(row) for row in await ask(pool, siti.caller, notices)] == [(2, f"/messages/{mai.id}")]
    await ask(pool, siti.caller, "select public.read_conversation($1, 99)", talk)
    assert await ask(pool, siti.caller, notices) == []
    assert (await ask(pool, siti.caller, LIST))[0]["unread"] == 0
    assert (await ask(pool, mai.caller, FIND, siti.id))[0]["other_read"] == 3


async def test_no_other_user_reads_messages(pool: Pool) -> None:
    mai, siti, eve = [await make_member(pool) for _ in range(3)]
    admin = await make_member(pool, is_admin=True)
    message = await send(pool, mai, siti, "A secret of ours")
    talk = await talk_of(pool)
    for who in (eve, admin):
        for statement in (BODIES, "select id from public.conversations", LIST):
            assert await ask(pool, who.caller, statement) == [], statement
        for person in (mai, siti):
            assert await ask(pool, who.caller, FIND, person.id) == []
        assert await refused(pool, who, ANSWER, talk, True) == "not_found"
        assert await refused(pool, who, "select public.delete_private_message($1)", message) == "not_found"
        assert await refused(pool, who, REPORT, uuid4(), message) == "not_found"
        await ask(pool, who.caller, "select public.read_conversation($1, 1)", talk)
    aal2 = Caller.from_claims({"role": "authenticated", "sub": str(admin.id), "aal": "aal2"})
    assert await ask(pool, aal2, BODIES) == []
    closed = [Caller.anonymous(), Caller.from_claims({"role": "service_role"})]
    for caller in closed:
        for statement in (BODIES, "select id from public.conversations"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await ask(pool, caller, statement)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await ask(pool, siti.caller, "select declined_at from public.conversations")
    for statement in (
        "update public.private_messages set body = 'x'",
        "delete from public.private_messages",
        "insert into public.conversations (first_id, second_id, started_by) values ($1, $1, $1)",
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await ask(pool, mai.caller, statement, *([mai.id] if "$1" in statement else []))
    found = await ask(pool, admin.caller, "select * from public.search('secret', 'en', null, null, null, 10)")
    assert found == []
    assert "secret" not in str(await ask(pool, admin.caller, "select public.my_data()"))
    assert "secret" in str(await ask(pool, mai.caller, "select public.my_data()"))
    assert "secret" not in str(await ask(pool, siti.caller, "select public.my_data()"))


async def test_administrators_see_what_was_reported_alone(pool: Pool) -> None:
    mai, siti, admin = await make_member(pool), await make_member(pool), await make_member(pool, is_admin=True)
    message = await send(pool, mai, siti, "An insult")
    await send(pool, siti, mai, "Please stop")
    assert await refused(pool, mai, REPORT, uuid4(), message) == "not_found"
    for report in (uuid4(), uuid4()):
        await ask(pool, siti.caller, REPORT, report, message)
    told = "select count(*) from public.notifications where kind = 'staff_report'"
    assert await own(pool, told) == 1
    reports = "select body, reported_id, reporter_id from public.private_reports"
    assert [tuple(row) for row in await ask(pool, admin.caller, reports)] == [("An insult", mai.id, siti.id)]
    for who in (mai, siti):
        assert await ask(pool, who.caller, reports) == []
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await ask(pool, who.caller, "select public.handle_private_report($1, 'upheld')", message)
    report_id = await own(pool, "select id from public.private_reports")
    await ask(pool, admin.caller, "select public.handle_private_report($1, 'upheld')", report_id)
    assert await refused(pool, admin, "select public.handle_private_report($1, 'upheld')", report_id) == "handled"
    await ask(pool, mai.caller, "select public.delete_private_message($1)", message)
    assert [row[0] for row in await ask(pool, siti.caller, BODIES)] == [None, "Please stop"]
    assert await ask(pool, admin.caller, BODIES) == []


async def test_blocks_bans_and_the_switches(pool: Pool) -> None:
    mai, siti, eve = [await make_member(pool) for _ in range(3)]
    await send(pool, mai, siti)
    await send(pool, siti, mai)
    await ask(pool, siti.caller, "select public.set_blocked($1, true)", mai.id)
    for one, other in ((mai, siti), (siti, mai)):
        assert await refused(pool, one, SEND, uuid4(), other.id, "Hello") == "not_available"
    assert await refused(pool, mai, SEND, uuid4(), mai.id, "Hello") == "not_available"
    assert await refused(pool, mai, SEND, uuid4(), uuid4(), "Hello") == "not_found"
    assert await refused(pool, mai, SEND, uuid4(), eve.id, " \n ") == "no_text"
    assert await refused(pool, mai, SEND, uuid4(), eve.id, "x" * 4001) == "too_long"
    await ask(pool, eve.caller, "update public.profiles set takes_messages = false")
    assert await refused(pool, mai, SEND, uuid4(), eve.id, "Hello") == "not_available"
    await own(pool, "update auth.users set banned_until = now() + interval '1 day' where id = $1", eve.id)
    assert await refused(pool, mai, SEND, uuid4(), eve.id, "Hello") == "not_found"
    assert await refused(pool, eve, SEND, uuid4(), mai.id, "Hello") == "not_available"
    await own(pool, "update public.site_settings set has_messages = false")
    assert await refused(pool, siti, SEND, uuid4(), mai.id, "Hello") == "messages_off"
    anonymous = Caller.from_claims({"role": "authenticated", "sub": str(mai.id), "is_anonymous": True})
    with pytest.raises(asyncpg.PostgresError) as error:
        await ask(pool, anonymous, SEND, uuid4(), siti.id, "Hello")
    assert error.value.detail == "no_session"


async def test_limits_hold_for_simultaneous_messages(pool: Pool) -> None:
    mai = await make_member(pool)
    others = [await make_member(pool) for _ in range(8)]
    outcomes = await asyncio.gather(
        *(ask(pool, mai.caller, SEND, uuid4(), other.id, "Hello") for other in others), return_exceptions=True
    )
    assert sum(isinstance(outcome, list) for outcome in outcomes) == 5
    assert {error.detail for error in outcomes if isinstance(error, asyncpg.PostgresError)} == {"too_many_requests"}
    one = await own(
        pool,
        "select case when first_id = $1 then second_id else first_id end from public.conversations limit 1",
        mai.id,
    )
    await own(pool, "update public.conversations set accepted_at = now()")
    await own(
        pool,
        """
        insert into public.private_messages (id, conversation_id, number, author_id, body)
        select gen_random_uuid(), c.id, n + 1, $1, 'Hello'
        from public.conversations as c, generate_series(1, 55) as n where $2 in (c.first_id, c.second_id)
        """,
        mai.id,
        one,
    )
    await own(pool, "update public.conversations set last_number = 56 where $1 in (first_id, second_id)", one)
    assert await refused(pool, mai, SEND, uuid4(), one, "Hello") == "too_fast"


async def test_both_begin_at_the_same_time(pool: Pool) -> None:
    mai, siti = await make_member(pool), await make_member(pool)
    await asyncio.gather(send(pool, mai, siti), send(pool, siti, mai))
    assert await own(pool, "select count(*) from public.conversations") == 1
    assert await own(pool, "select last_number from public.conversations") == 2
    assert (await ask(pool, mai.caller, FIND, siti.id))[0]["state"] == "open"


async def test_deleted_account_takes_its_conversations(pool: Pool) -> None:
    mai, siti, admin = await make_member(pool), await make_member(pool), await make_member(pool, is_admin=True)
    message = await send(pool, mai, siti, "An insult")
    await ask(pool, siti.caller, REPORT, uuid4(), message)
    await own(pool, "delete from auth.users where id = $1", mai.id)
    assert await own(pool, "select count(*) from public.conversations") == 0
    assert await own(pool, "select count(*) from public.private_messages") == 0
    (row,) = await ask(pool, admin.caller, "select reported_id, body from public.private_reports")
    assert tuple(row) == (None, "An insult")
