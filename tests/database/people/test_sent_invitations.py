"""Invitations to one person: who may send them and read the address, and what the database refuses."""

import asyncio
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import Member, make_member

INVITE = """
insert into public.invitations (language, max_uses, address) values ('vi', $2, $1)
returning id, address, token, expires_at::date - now()::date as days
"""


async def invite(pool: Pool, who: Member, address: str, max_uses: int | None = 1) -> Any:
    async with as_role(pool, who.caller, read_only=False) as conn:
        return await conn.fetchrow(INVITE, address, max_uses)


@pytest.mark.parametrize(
    ("written", "stored"),
    [(" Mai@Example.ORG ", "mai@example.org"), ("+65 8123 4567", "6581234567"), ("012-345 6789", "60123456789")],
)
async def test_an_address_is_stored_as_the_auth_service_does(pool: Pool, written: str, stored: str) -> None:
    made = await invite(pool, await make_member(pool, is_admin=True), written)
    assert (made["address"], made["days"]) == (stored, 30)


@pytest.mark.parametrize("written", ["", "mai", "mai@example", "1", "mai@example.org, ben@example.org"])
async def test_other_texts_are_no_address(pool: Pool, written: str) -> None:
    with pytest.raises(asyncpg.PostgresError) as raised:
        await invite(pool, await make_member(pool, is_admin=True), written)
    assert raised.value.detail == "address"


@pytest.mark.parametrize("max_uses", [None, 2])
async def test_it_is_for_one_person(pool: Pool, max_uses: int | None) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await invite(pool, await make_member(pool, is_admin=True), "mai@example.org", max_uses)


async def test_members_have_accounts_already(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    with pytest.raises(asyncpg.PostgresError) as raised:
        await invite(pool, ada, mai.email.upper())
    assert raised.value.detail == "already_member"
    # An account whose address is not confirmed may be a stranger's.
    async with as_owner(pool) as conn:
        await conn.execute("update auth.users set email_confirmed_at = null where id = $1", mai.id)
    assert (await invite(pool, ada, mai.email))["address"] == mai.email


async def test_members_neither_send_them_nor_read_the_address(pool: Pool) -> None:
    ada, mai, leader = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    made = await invite(pool, ada, "ben@example.org")
    async with as_owner(pool) as conn:
        # A role with every right that a role can have.
        await conn.execute(
            "insert into public.role_grants (member_id, role_id) select $1, id from public.roles", leader.id
        )
    for caller in (mai.caller, leader.caller):
        async with as_role(pool, caller) as conn:
            assert await conn.fetch("select id, address from public.invitations") == []
            assert await conn.fetchval("select public.check_invitation($1)", made["token"]) == "open"
        # The same answer for a member's address as for an unknown one.
        for address in ("cai@example.org", mai.email):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                async with as_role(pool, caller, read_only=False) as conn:
                    await conn.fetchrow(INVITE, address, 1)
        async with as_role(pool, caller, read_only=False) as conn:
            assert await conn.execute("update public.invitations set revoked_at = now()") == "UPDATE 0"
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, Caller.anonymous()) as conn:
            await conn.fetch("select address from public.invitations")


async def test_the_address_is_not_changed_and_not_marked_as_sent_by_a_client(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    made = await invite(pool, ada, "ben@example.org")
    for change in ("address = 'cai@example.org'", "sent_at = now()", "used = 0"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, ada.caller, read_only=False) as conn:
                await conn.execute(f"update public.invitations set {change} where id = $1", made["id"])


async def test_the_staff_log_has_no_address(pool: Pool) -> None:
    await invite(pool, await make_member(pool, is_admin=True), "ben@example.org")
    logged = await pool.fetch("select l::text as line from public.staff_log as l where thing = 'invitations'")
    assert len(logged) == 1 and "ben@" not in logged[0]["line"]


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ("revoked_at = now()", "revoked"),
        ("expires_at = now() - interval '1 second'", "expired"),
        ("used = 1", "used"),
        ("language = 'zh'", "open"),
    ],
)
async def test_its_link_says_why_it_is_closed(pool: Pool, change: str, state: str) -> None:
    made = await invite(pool, await make_member(pool, is_admin=True), "ben@example.org")
    await pool.execute(f"update public.invitations set {change}")
    async with as_role(pool, Caller.anonymous()) as conn:
        assert await conn.fetchval("select public.check_invitation($1)", made["token"]) == state


async def test_of_two_who_open_it_at_once_one_gets_its_role(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    made = await invite(pool, ada, "ben@example.org")
    await pool.execute(
        "update public.invitations set role_id = (select id from public.roles where preset = 'moderator')"
    )
    await asyncio.gather(*(make_member(pool, invitation=made["token"]) for _ in range(4)))
    assert await pool.fetchval("select count(*) from public.role_grants") == 1
    assert await pool.fetchval("select used from public.invitations") == 1


async def test_while_sign_up_is_closed_one_of_two_is_confirmed(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    made = await invite(pool, ada, "ben@example.org")
    accounts = [uuid4() for _ in range(4)]
    for account in accounts:
        await pool.execute(
            """insert into auth.users (id, email, raw_user_meta_data, raw_app_meta_data)
            values ($1, $2, jsonb_build_object('invitation', $3::text), '{"needs_invitation": true}')""",
            account,
            f"{account}@example.org",
            made["token"],
        )
    # Without its invitation an account is not confirmed either.
    await pool.execute("update auth.users set raw_user_meta_data = '{}' where id = $1", accounts[0])
    confirm = "update auth.users set email_confirmed_at = now() where id = $1"
    results = await asyncio.gather(*(pool.execute(confirm, one) for one in accounts), return_exceptions=True)
    refused = [one.detail for one in results if isinstance(one, asyncpg.PostgresError)]
    assert refused == ["invitation_used"] * 3
    assert isinstance(results[0], asyncpg.PostgresError)
