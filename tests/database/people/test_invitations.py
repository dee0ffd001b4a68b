"""Invitations by link: who may create them, and their effect on the new account."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import Member, make_member

INVITE = "insert into public.invitations (language, max_uses, makes_administrator) values ('vi', $1, $2) returning id"
READ = "select token, used, state from public.invitations i, public.state_of_invitation(i) as state where id = $1"


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
        assert await conn.fetchval("select public.check_invitation($1)", token) == "open"
        assert await conn.fetchval("select public.check_invitation('made up')") == "unknown"


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
    assert (row["used"], row["state"]) == (3, "used")


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


async def invite_with_rights(pool: Pool, ada: Member, preset: str) -> tuple[UUID, str]:
    """An invitation that gives a role for a group, and a place in it. Returns the group and the token."""
    group = uuid4()
    async with as_role(pool, ada.caller, read_only=False) as conn:
        texts = '{"en": {"name": "Cooks"}}'
        await conn.execute("select public.save_group($1, 'cooks', 'invitation', true, $2)", group, texts)
        token = await conn.fetchval(
            """insert into public.invitations (language, max_uses, role_id, group_id)
            select 'vi', 1, id, $2 from public.roles where preset = $1 returning token""",
            preset,
            group,
        )
    return group, token


async def rights_of(pool: Pool, member: Member) -> tuple[list[Any], list[UUID]]:
    async with as_owner(pool) as conn:
        roles = await conn.fetch(
            """select r.preset, g.group_id, g.granted_by from public.role_grants as g
            join public.roles as r on r.id = g.role_id where g.member_id = $1""",
            member.id,
        )
        groups = await conn.fetch("select group_id from public.group_members where member_id = $1", member.id)
    return [tuple(row) for row in roles], [row["group_id"] for row in groups]


async def test_an_invitation_gives_its_role_and_group_once(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    group, token = await invite_with_rights(pool, ada, "leader")
    mai, ben = await make_member(pool, invitation=token), await make_member(pool, invitation=token)
    assert await rights_of(pool, mai) == ([("leader", group, ada.id)], [group])
    assert await rights_of(pool, ben) == ([], [])
    async with as_owner(pool) as conn:
        logged = await conn.fetch("select thing, act from public.staff_log where thing = 'invitations'")
        told = await conn.fetchval("select kind from public.notifications where member_id = $1", mai.id)
    # The log has the invitation with its rights, by the administrator; that it was used is no act of staff.
    assert [tuple(row) for row in logged] == [("invitations", "insert")] and told == "role_given"


async def test_an_invitation_by_email_gives_them_when_the_address_is_confirmed(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    group, token = await invite_with_rights(pool, ada, "moderator")
    mai = Member(id=uuid4(), email="mai@example.org", display_name="Mai")
    async with as_owner(pool) as conn:
        await conn.execute(
            """insert into auth.users (id, email, raw_user_meta_data)
            values ($1, $2, jsonb_build_object('invitation', $3::text))""",
            mai.id,
            mai.email,
            token,
        )
    assert await rights_of(pool, mai) == ([], [])
    async with as_owner(pool) as conn:
        await conn.execute("update auth.users set email_confirmed_at = now() where id = $1", mai.id)
    assert await rights_of(pool, mai) == ([("moderator", group, ada.id)], [group])


async def test_invitations_of_a_former_administrator_give_no_rights(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    _, token = await invite_with_rights(pool, ada, "leader")
    async with as_owner(pool) as conn:
        await conn.execute("delete from public.administrators where user_id = $1", ada.id)
    assert await rights_of(pool, await make_member(pool, invitation=token)) == ([], [])


async def test_only_administrators_write_rights_into_an_invitation(pool: Pool) -> None:
    ada, leader = await make_member(pool, is_admin=True), await make_member(pool)
    group, _ = await invite_with_rights(pool, ada, "leader")
    async with as_owner(pool) as conn:
        await conn.execute(
            """insert into public.role_grants (member_id, role_id, group_id)
            select $1, id, $2 from public.roles where preset = 'leader'""",
            leader.id,
            group,
        )
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, leader.caller, read_only=False) as conn:
            await conn.execute("insert into public.invitations (language, group_id) values ('en', $1)", group)
