"""Invitations by link: who may create them, and their effect on the new account."""

import asyncio
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import Member, make_member

INVITE = "insert into public.invitations (language, max_uses, makes_administrator) values ('vi', $1, $2) returning id"
READ = "select token, used, is_open from public.invitations i, public.is_open_invitation(i) as is_open where id = $1"


async def invite(pool: Pool, who: Member, *, max_uses: int | None = None, administrator: bool = False) -> UUID:
    async with as_role(pool, who.caller, read_only=False) as conn:
        return UUID(str(await conn.fetchval(INVITE, max_uses, administrator)))


async def read(pool: Pool, invitation: UUID) -> Any:
    async with as_owner(pool) as conn:
        return await conn.fetchrow(READ, invitation)


async def is_administrator(pool: Pool, member: Member) -> bool:
    async with as_role(pool, member.caller) as conn:
        return bool(await conn.fetchval("select public.is_admin()"))


async def test_only_administrators_invite(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    invitation = await invite(pool, ada)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await invite(pool, mai)
    async with as_role(pool, mai.caller) as conn:
        assert await conn.fetchval("select count(*) from public.invitations") == 0
    async with as_role(pool, Caller.anonymous()) as conn:
        token = (await read(pool, invitation))["token"]
        assert await conn.fetchval("select public.has_invitation($1)", token)
        assert not await conn.fetchval("select public.has_invitation('made up')")


async def test_use_counts_when_the_email_is_verified(pool: Pool) -> None:
    invitation = await invite(pool, await make_member(pool, is_admin=True))
    token = (await read(pool, invitation))["token"]
    async with as_owner(pool) as conn:
        await conn.execute(
            "insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'a@example.org', $1)",
            f'{{"invitation": "{token}"}}',
        )
        assert await conn.fetchval("select used from public.invitations where id = $1", invitation) == 0
        for _ in range(2):
            await conn.execute("update auth.users set email_confirmed_at = now() where email = 'a@example.org'")
    assert (await read(pool, invitation))["used"] == 1


async def test_simultaneous_uses_never_exceed_the_limit(pool: Pool) -> None:
    invitation = await invite(pool, await make_member(pool, is_admin=True), max_uses=3)
    token = (await read(pool, invitation))["token"]
    await asyncio.gather(*(make_member(pool, invitation=token) for _ in range(6)))
    row = await read(pool, invitation)
    assert (row["used"], row["is_open"]) == (3, False)


async def test_link_that_makes_administrators_is_valid_once(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    with pytest.raises(asyncpg.CheckViolationError):
        await invite(pool, ada, administrator=True)
    invitation = await invite(pool, ada, max_uses=1, administrator=True)
    token = (await read(pool, invitation))["token"]
    first, second = await make_member(pool, invitation=token), await make_member(pool, invitation=token)
    assert [await is_administrator(pool, one) for one in (first, second)] == [True, False]


@pytest.mark.parametrize("end", ["revoked_at = now()", "expires_at = now() - interval '1 second'"])
async def test_revoked_or_expired_link_does_nothing(pool: Pool, end: str) -> None:
    ada = await make_member(pool, is_admin=True)
    invitation = await invite(pool, ada, max_uses=1, administrator=True)
    token = (await read(pool, invitation))["token"]
    async with as_owner(pool) as conn:
        await conn.execute(f"update public.invitations set {end} where id = $1", invitation)
    assert not await is_administrator(pool, await make_member(pool, invitation=token))
    assert (await read(pool, invitation))["used"] == 0


async def accept(pool: Pool, who: Member, token: str) -> bool:
    async with as_role(pool, who.caller, read_only=False) as conn:
        return bool(await conn.fetchval("select public.accept_invitation($1)", token))


async def test_member_from_a_provider_hands_in_an_invitation_once(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    invitation = await invite(pool, ada, max_uses=1, administrator=True)
    token = (await read(pool, invitation))["token"]
    assert not await accept(pool, mai, "made up")
    results = await asyncio.gather(*(accept(pool, mai, token) for _ in range(4)))
    assert sorted(results) == [False, False, False, True]
    assert await is_administrator(pool, mai)
    assert (await read(pool, invitation))["used"] == 1


async def test_invitation_is_for_new_members(pool: Pool) -> None:
    ada, old = await make_member(pool, is_admin=True), await make_member(pool)
    first, second = await invite(pool, ada), await invite(pool, ada)
    token = (await read(pool, first))["token"]
    async with as_owner(pool) as conn:
        await conn.execute("update auth.users set created_at = now() - interval '2 hours' where id = $1", old.id)
    assert not await accept(pool, old, token)
    invited = await make_member(pool, invitation=token)
    assert not await accept(pool, invited, (await read(pool, second))["token"])
    assert [(await read(pool, one))["used"] for one in (first, second)] == [1, 0]
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, Caller.anonymous(), read_only=False) as conn:
            await conn.fetchval("select public.accept_invitation($1)", token)
