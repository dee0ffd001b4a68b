"""An administrator's deletion of a member: 30 days, the block until then, and the way back."""

import asyncio
from datetime import timedelta
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.people.account_deletions import delete_due_accounts
from balai.messaging.email_rendering import render
from balai.messaging.queue import OutgoingMessage
from balai.messaging.templates import LANGUAGES
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.forum import Community, refused
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

DELETE = "select public.delete_member($1)"
RESTORE = "select public.restore_member($1)"
PENALIZE = "select public.penalize($1, $2, 'suspend', $3, 'Advertising')"
LIFT = "select public.lift_penalty($1)"
GRANT = "insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = $2"
ADD_FACTOR = "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')"
BLOCK = """
select u.banned_until > now() + interval '50 years' as is_deleted, u.banned_until > now() as is_blocked, u.ban_reason,
  (select array_agg(d.by_administrator order by 1) from public.account_deletions as d
    where d.user_id = u.id) as requests
from auth.users as u where u.id = $1
"""
LOG = """
select array_agg(concat_ws(' ', act, changes -> 'due_at' -> 0 <> 'null', changes -> 'due_at' -> 1 <> 'null',
  member_id = $1, actor_id = $2) order by id) from public.staff_log where thing = 'users'
"""
EMAILS = "select array_agg(kind order by created_at) from mailbox.queue where user_id = $1 and kind like 'notice_%'"
EXISTS = "select exists (select from auth.users where id = $1)"
COME_DUE = "update public.account_deletions set due_at = now() where user_id = $1 and by_administrator returning 1"


async def block_of(community: Community, member: Member) -> tuple[bool | None, str | None, list[bool] | None]:
    """Whether the account is blocked for its deletion (None: not at all), with which reason, and the requests."""
    row = await community.see(BLOCK, member.id)
    return (row["is_deleted"] if row["is_blocked"] else None, row["ban_reason"], row["requests"])


async def test_member_is_blocked_and_restored(community: Community) -> None:
    ana, hoa = community.ana, community.hoa
    ben = await make_member(community.pool, is_admin=True)
    session, until = uuid4(), "select count(*) from auth.ended_sessions where session_id = $1"
    await community.see("insert into auth.sessions (id, user_id) values ($1, $2) returning 1", session, hoa.id)
    [[due]] = await community.act(ana, DELETE, hoa.id)
    # Of two administrators the second deletes nothing more.
    assert await community.act(ben, DELETE, hoa.id) == [(due,)]
    assert await block_of(community, hoa) == (True, "deletion", [True])
    assert (await community.see("select $1 - now()", due))[0] > timedelta(days=29, hours=23)
    assert (await community.see(until, session))[0] == 1
    assert (await community.see("select count(*) from public.penalties"))[0] == 0
    for _ in range(2):
        await community.act(ben, RESTORE, hoa.id)
    assert await block_of(community, hoa) == (None, None, None)
    assert (await community.see(until, session))[0] == 0
    emails = (await community.see(EMAILS, hoa.id))[0]
    assert emails == ["notice_deleting", "notice_restored"]
    for kind in emails:
        for language in LANGUAGES:
            message = render(
                OutgoingMessage(kind, hoa.email, language, {"site": "Hall", "deleted_on": "2026-12-28"}), site="Site"
            )
            assert ("{" in message.plain, "Hall" in message.plain) == (False, True)
            assert ("28" in message.plain) is (kind == "notice_deleting")


async def test_both_acts_are_in_the_log(community: Community) -> None:
    await community.act(community.ana, DELETE, community.hoa.id)
    await community.act(community.ana, RESTORE, community.hoa.id)
    log = (await community.see(LOG, community.hoa.id, community.ana.id))[0]
    assert log == ["update f t t t", "update t f t t"]
    with refused("administrators_only"):
        await community.act(community.mei, DELETE, community.hoa.id)
    assert (await community.see(LOG, community.hoa.id, community.ana.id))[0] == log


@pytest.mark.parametrize("role", [None, "moderator", "receptionist", "leader", "editor"])
async def test_no_other_role_deletes_or_restores(community: Community, role: str | None) -> None:
    mod = await make_member(community.pool)
    await community.see(f"with given as ({GRANT} returning 1) select count(*) from given", mod.id, role)
    for statement in (DELETE, RESTORE):
        for member in (community.hoa.id, mod.id, uuid4()):
            with refused("administrators_only"):
                await community.act(mod, statement, member)
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await community.act(None, statement, community.hoa.id)
    await community.act(community.ana, DELETE, community.hoa.id)
    with refused("administrators_only"):
        await community.act(mod, RESTORE, community.hoa.id)
    assert await block_of(community, community.hoa) == (True, "deletion", [True])


async def test_second_factor_is_needed_once_there_is_one(community: Community) -> None:
    ana, hoa = community.ana, community.hoa
    await community.see(f"{ADD_FACTOR} returning 1", ana.id)
    for statement in (DELETE, RESTORE):
        with refused("administrators_only"):
            await community.act(ana, statement, hoa.id)
    claims = {**msgspec.json.decode(ana.caller.claims), "aal": "aal2"}
    for statement, requests in ((DELETE, [True]), (RESTORE, None)):
        async with as_role(community.pool, Caller.from_claims(claims), read_only=False) as conn:
            await conn.execute(statement, hoa.id)
        assert (await block_of(community, hoa))[2] == requests


async def test_administrators_are_protected(community: Community) -> None:
    ben = await make_member(community.pool, is_admin=True)
    for member in (ben, community.ana):
        with refused("is_administrator"):
            await community.act(community.ana, DELETE, member.id)
    for statement in (DELETE, RESTORE):
        with refused("not_found"):
            await community.act(community.ana, statement, uuid4())
    await community.act(community.ana, DELETE, community.hoa.id)
    with refused("awaits_deletion"):
        await community.act(community.ana, "select public.set_administrator($1, true)", community.hoa.id)
    # Made an administrator past the functions: others restore the account, not its owner.
    await community.see(
        "insert into public.administrators (user_id) values ($1) returning 1",
        community.hoa.id,
    )
    with refused("not_allowed"):
        await community.act(community.hoa, RESTORE, community.hoa.id)
    await community.act(ben, RESTORE, community.hoa.id)


async def test_own_request_stays_and_does_not_open_the_account(community: Community) -> None:
    ana, hoa = community.ana, community.hoa
    [[own]] = await community.act(hoa, "select public.request_account_deletion()")
    await community.see(
        "update public.account_deletions set due_at = due_at - interval '20 days' where user_id = $1 returning 1",
        hoa.id,
    )
    # The earlier day counts.
    assert await community.act(ana, DELETE, hoa.id) == [(own - timedelta(days=20),)]
    assert (await block_of(community, hoa))[2] == [False, True]
    # Tokens of a blocked account are rejected before they reach the database; this one would be the last.
    assert len(await community.act(hoa, "select from public.account_deletions")) == 1
    await community.act(hoa, "select public.cancel_account_deletion()")
    assert await block_of(community, hoa) == (True, "deletion", [True])
    assert (await community.act(hoa, "select due_at from public.my_account()"))[0][0] is None
    await community.act(hoa, "select public.request_account_deletion()")
    await community.act(ana, RESTORE, hoa.id)
    assert await block_of(community, hoa) == (None, None, [False])
    await community.act(hoa, "select public.cancel_account_deletion()")
    assert (await community.see(EMAILS, hoa.id))[0][-2:] == ["notice_restored", "notice_staying"]


async def test_suspension_that_lasts_is_in_force_again(community: Community) -> None:
    ana, hoa, penalty = community.ana, community.hoa, uuid4()
    await community.act(ana, PENALIZE, penalty, hoa.id, 72)
    await community.act(ana, DELETE, hoa.id)
    assert await block_of(community, hoa) == (True, "deletion", [True])
    with refused("awaits_deletion"):
        await community.act(ana, PENALIZE, uuid4(), hoa.id, 24)
    await community.act(ana, RESTORE, hoa.id)
    assert await block_of(community, hoa) == (False, "Advertising", None)
    row = await community.see(
        "select p.until = u.banned_until from public.penalties as p, auth.users as u where p.id = $1"
        " and u.id = p.member_id",
        penalty,
    )
    assert row[0]
    # A suspension that is lifted meanwhile, or ends, is not.
    await community.act(ana, DELETE, hoa.id)
    await community.act(ana, LIFT, penalty)
    assert await block_of(community, hoa) == (True, "deletion", [True])
    await community.act(ana, RESTORE, hoa.id)
    assert await block_of(community, hoa) == (None, None, None)
    assert (await community.see(EMAILS, hoa.id))[0].count("notice_blocked") == 1


async def test_auth_service_does_not_open_the_account(community: Community) -> None:
    ana, hoa = community.ana, community.hoa
    ban = "update auth.users set banned_until = now() + $2::interval, ban_reason = 'Abuse' where id = $1 returning 1"
    await community.act(ana, DELETE, hoa.id)
    await community.see(ban, hoa.id, timedelta(days=3))
    assert await block_of(community, hoa) == (True, "deletion", [True])
    await community.act(ana, RESTORE, hoa.id)
    assert await block_of(community, hoa) == (False, "Abuse", None)
    await community.act(ana, DELETE, hoa.id)
    await community.see(ban, hoa.id, None)
    assert await block_of(community, hoa) == (True, "deletion", [True])
    await community.act(ana, RESTORE, hoa.id)
    assert await block_of(community, hoa) == (None, None, None)


async def test_deletion_at_the_end(community: Community) -> None:
    ana, hoa, pool = community.ana, community.hoa, community.pool
    service = await make_service(pool, ana, capacity=1, per_person=1)
    await book(pool, hoa, service, days_ahead(3))
    assert (await book(pool, community.mei, service, days_ahead(3), or_wait=True)).status == "waiting"
    await community.act(ana, DELETE, hoa.id)
    await delete_due_accounts(pool)
    assert (await community.see(EXISTS, hoa.id))[0]
    # Until the deletion the booking is kept.
    assert len(await community.act(community.mei, "select from public.bookings where status = 'waiting'")) == 1
    await community.see(COME_DUE, hoa.id)
    await community.act(ana, RESTORE, hoa.id)
    await delete_due_accounts(pool)
    assert (await community.see(EXISTS, hoa.id))[0]
    await community.act(ana, DELETE, hoa.id)
    await community.see(COME_DUE, hoa.id)
    await delete_due_accounts(pool)
    assert not (await community.see(EXISTS, hoa.id))[0]
    assert len(await community.act(community.mei, "select from public.bookings where status = 'booked'")) == 1
    assert (await community.see("select count(*) from public.staff_log where thing = 'users'"))[0] == 3
    with refused("not_found"):
        await community.act(ana, RESTORE, hoa.id)


async def test_deletion_outlives_its_administrator(community: Community) -> None:
    ben = await make_member(community.pool, is_admin=True)
    await community.act(ben, DELETE, community.hoa.id)
    await community.see("delete from auth.users where id = $1 returning 1", ben.id)
    assert await block_of(community, community.hoa) == (True, "deletion", [True])
    await community.act(community.hoa, "select public.cancel_account_deletion()")
    assert await block_of(community, community.hoa) == (True, "deletion", [True])
    await community.act(community.ana, RESTORE, community.hoa.id)


async def settle(community: Community, *acts: tuple[Member, str, UUID]) -> list[str | None]:
    """The error codes of acts at the same time."""
    done = await asyncio.gather(
        *(community.act(who, statement, member) for who, statement, member in acts), return_exceptions=True
    )
    return [getattr(one, "detail", None) for one in done]


async def test_concurrent_deletions_and_restorations_agree(community: Community) -> None:
    hoa, ana = community.hoa, community.ana
    ben = await make_member(community.pool, is_admin=True)
    penalty = uuid4()
    await community.act(ana, PENALIZE, penalty, hoa.id, 72)
    for _ in range(6):
        acts = [(who, act, hoa.id) for who in (ana, ben) for act in (DELETE, RESTORE, DELETE)]
        assert await settle(community, *acts) == [None] * 6
        is_deleted, _, requests = await block_of(community, hoa)
        assert is_deleted is (requests == [True])
    await community.act(ana, DELETE, hoa.id)
    assert await settle(community, (ana, RESTORE, hoa.id), (ben, LIFT, penalty)) == [None, None]
    assert await block_of(community, hoa) == (None, None, None)
    # The auth service's deletion at once, and the job.
    await community.act(ana, DELETE, hoa.id)
    await community.see(COME_DUE, hoa.id)
    await asyncio.gather(
        settle(community, (ana, RESTORE, hoa.id), (ben, RESTORE, hoa.id)), delete_due_accounts(community.pool)
    )
    remains = (await community.see(EXISTS, hoa.id))[0]
    assert not remains or await block_of(community, hoa) == (None, None, None)


async def test_concurrent_deletion_and_grant_agree(community: Community) -> None:
    ana = community.ana
    ben = await make_member(community.pool, is_admin=True)
    for _ in range(4):
        mai = await make_member(community.pool)
        acts = (ana, DELETE, mai.id), (ben, "select public.set_administrator($1, true)", mai.id)
        assert sorted(filter(None, await settle(community, *acts))) in (["awaits_deletion"], ["is_administrator"])
    # An administrator who loses the right meanwhile has no request left, or has made it before.
    async with as_owner(community.pool) as conn:
        await conn.execute("delete from public.administrators where user_id <> all ($1)", [ana.id, ben.id])
    acts = (ana, DELETE, community.hoa.id), (ben, "select public.set_administrator($1, false)", ana.id)
    assert (await settle(community, *acts))[1] is None
    # The last administrator has the member restored.
    await community.act(ben, RESTORE, community.hoa.id)
    with refused("last_administrator"):
        await community.act(ben, "select public.request_account_deletion()")


async def test_screens_mark_the_member(community: Community) -> None:
    ana, hoa, pool = community.ana, community.hoa, community.pool
    officer = await make_member(pool)
    await community.see(
        "with made as (insert into public.roles (name, rights) values ('Office', '{members}') returning id)"
        " insert into public.role_grants (member_id, role_id) select $1, id from made returning 1",
        officer.id,
    )

    async def sheet(who: Member) -> tuple[bool, bool]:
        data = (await load_page(pool, f"/admin/members/{hoa.id}", who=who)).data
        return data.is_deleted, data.due_at is not None  # type: ignore[attr-defined]

    # Only administrators see the member's own wish.
    await community.act(hoa, "select public.request_account_deletion()")
    assert [await sheet(who) for who in (ana, officer)] == [(False, True), (False, False)]
    await community.act(ana, DELETE, hoa.id)
    assert [await sheet(who) for who in (ana, officer)] == [(True, True), (True, True)]
    listed = (await load_page(pool, "/admin/members", who=officer)).data.members  # type: ignore[attr-defined]
    assert {row.id for row in listed if row.is_deleted} == {hoa.id}
    # Members see the name alone, and find it neither in the directory nor behind an @.
    [person] = await community.act(community.mei, "select is_active, about from public.show_person($1)", hoa.id)
    assert tuple(person) == (False, "")
    assert await community.act(community.mei, "select from public.find_people('Hoa')") == []
