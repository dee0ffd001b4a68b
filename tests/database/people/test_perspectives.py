"""An administrator sees the site as a member: who may start it, when it holds, and who reads of it."""

import asyncio
import json
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.forum import make_forum
from tests.factories.members import Member, make_member

START = "select public.start_perspective($1, $2)"
FIND = "select member_id from public.current_perspective($1)"
END = "select public.end_perspective($1)"
REASON = "May volunteers see the cases?"
OPEN = "select count(*) from public.perspectives where administrator_id = $1 and ended_at is null"
ADD_FACTOR = """
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
values (gen_random_uuid(), $1, 'phone', 'totp', 'verified', now(), now())
"""


async def ask(pool: Pool, who: Member | Caller, statement: str, *values: object) -> Any:
    """The value that a statement returns, or why it is refused."""
    caller = who.caller if isinstance(who, Member) else who
    try:
        async with as_role(pool, caller, read_only=False) as connection:
            return await connection.fetchval(statement, *values)
    except asyncpg.PostgresError as error:
        return f"{error.sqlstate} {error.detail if error.sqlstate != '23514' else error.constraint_name}"


async def own(pool: Pool, statement: str, *values: object) -> Any:
    async with as_owner(pool) as connection:
        return await connection.fetchval(statement, *values)


def with_level(member: Member, level: str) -> Caller:
    return Caller.from_claims({"role": "authenticated", "sub": str(member.id), "aal": level})


async def test_administrators_alone_start_one_and_only_as_members(pool: Pool) -> None:
    admin, other = await make_member(pool, is_admin=True), await make_member(pool, is_admin=True)
    member, volunteer = await make_member(pool), await make_member(pool)
    assert await ask(pool, member, START, volunteer.id, REASON) == "42501 administrators_only"
    assert "42501" in await ask(pool, Caller.anonymous(), START, volunteer.id, REASON)
    assert await ask(pool, admin, START, admin.id, REASON) == "PT422 own_perspective"
    assert await ask(pool, admin, START, other.id, REASON) == "PT422 is_administrator"
    assert await ask(pool, admin, START, UUID(int=7), REASON) == "PT404 not_found"
    for reason in ("", "too short", "x" * 501, "two\nlines of it"):
        assert await ask(pool, admin, START, volunteer.id, reason) == "23514 perspectives_reason"
    await own(pool, "update auth.users set banned_until = now() + interval '1 day' where id = $1", member.id)
    assert await ask(pool, admin, START, member.id, REASON) == "PT422 account_blocked"
    await ask(pool, admin, "select public.delete_member($1, false)", volunteer.id)
    assert await ask(pool, admin, START, volunteer.id, REASON) == "PT422 account_blocked"


async def test_a_second_factor_is_needed_as_for_other_acts(pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool)
    await own(pool, ADD_FACTOR, admin.id)
    assert await ask(pool, with_level(admin, "aal1"), START, member.id, REASON) == "42501 administrators_only"
    started = await ask(pool, with_level(admin, "aal2"), START, member.id, REASON)
    assert await ask(pool, with_level(admin, "aal2"), FIND, started) == member.id
    assert await ask(pool, with_level(admin, "aal1"), FIND, started) is None


async def test_it_holds_for_its_administrator_until_it_ends(pool: Pool) -> None:
    admin, other = await make_member(pool, is_admin=True), await make_member(pool, is_admin=True)
    member, next_member = await make_member(pool), await make_member(pool)
    started = await ask(pool, admin, START, member.id, REASON)
    assert await ask(pool, admin, FIND, started) == member.id
    for wrong in (other, member, next_member):
        assert await ask(pool, wrong, FIND, started) is None
        assert await ask(pool, wrong, END, started) is None
    assert await ask(pool, admin, END, started) == member.id
    assert await ask(pool, admin, FIND, started) is None
    # The next one ends the former.
    first, second = [await ask(pool, admin, START, one.id, REASON) for one in (member, next_member)]
    assert await ask(pool, admin, FIND, first) is None
    assert await ask(pool, admin, FIND, second) == next_member.id
    await own(pool, "update public.perspectives set started_at = started_at - interval '15 minutes',"
              " ends_at = ends_at - interval '15 minutes' where id = $1", second)  # fmt: skip
    assert await ask(pool, admin, FIND, second) is None, "a quarter of an hour has passed"
    assert await ask(pool, admin, END, second) == next_member.id
    assert await own(pool, "select ended_at = ends_at from public.perspectives where id = $1", second)


@pytest.mark.parametrize(
    "change",
    [
        "delete from public.administrators where user_id = $1 and $2::uuid is not null",
        "insert into public.administrators (user_id) select $2 where $1::uuid is not null",
        "update auth.users set banned_until = now() + interval '1 day' where id = $2 and $1::uuid is not null",
    ],
)
async def test_each_page_asks_again(pool: Pool, change: str) -> None:
    await make_member(pool, is_admin=True)
    admin, member = await make_member(pool, is_admin=True), await make_member(pool)
    started = await ask(pool, admin, START, member.id, REASON)
    async with as_owner(pool) as connection:
        await connection.execute(change, admin.id, member.id)
    assert await ask(pool, admin, FIND, started) is None


async def test_two_starts_at_once_leave_one(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    members = [await make_member(pool) for _ in range(4)]
    started = await asyncio.gather(*(ask(pool, admin, START, one.id, REASON) for one in members))
    assert all(isinstance(one, UUID) for one in started)
    assert await own(pool, OPEN, admin.id) == 1
    assert len([one for one in started if await ask(pool, admin, FIND, one)]) == 1


async def test_an_administrator_starts_a_hundred_a_day(pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool)
    for _ in range(100):
        assert isinstance(await ask(pool, admin, START, member.id, REASON), UUID)
    assert await ask(pool, admin, START, member.id, REASON) == "PT429 too_fast"


async def test_a_start_waits_for_the_removal_of_its_administrator(pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool)
    async with as_owner(pool) as connection:
        await connection.execute("delete from public.administrators where user_id = $1", admin.id)
        start = asyncio.create_task(ask(pool, admin, START, member.id, REASON))
        await asyncio.sleep(0.3)
        assert not start.done()
    assert await start == "42501 administrators_only"


async def test_it_is_no_second_way_into_a_confidential_area(pool: Pool) -> None:
    admin, counsellor = await make_member(pool, is_admin=True), await make_member(pool)
    area = await make_forum(pool, slug="cases")
    group = await own(pool, "insert into public.groups (slug) values ('counsellors') returning id")
    rights = json.dumps([{"group": str(group), "rights": ["see", "reply", "create"]}])
    await ask(pool, admin, "select public.set_area_rights($1, $2, $3, null, true)", area, rights, group)
    started = await ask(pool, admin, START, counsellor.id, REASON)
    assert await ask(pool, admin, FIND, started) == counsellor.id
    await own(pool, "insert into public.group_members (group_id, member_id) values ($1, $2)", group, counsellor.id)
    assert await ask(pool, admin, FIND, started) is None, "the member sees more than the administrator now"
    assert await ask(pool, admin, START, counsellor.id, REASON) == "PT422 sees_closed_areas"
    await ask(pool, admin, "select public.open_confidential_area($1, 'A complaint about a case')", area)
    assert isinstance(await ask(pool, admin, START, counsellor.id, REASON), UUID)


async def test_the_claims_are_those_of_the_member_and_no_session(pool: Pool) -> None:
    admin, member, careful = [await make_member(pool, is_admin=first) for first in (True, False, False)]
    await own(pool, ADD_FACTOR, careful.id)
    for one, level in ((member, "aal1"), (careful, "aal2")):
        started = await ask(pool, admin, START, one.id, REASON)
        claims = json.loads(await ask(pool, admin, "select claims::text from public.current_perspective($1)", started))
        assert claims == {
            "sub": str(one.id), "role": "authenticated", "aud": "authenticated", "is_anonymous": False, "aal": level,
            "amr": [],
        }  # fmt: skip


async def test_the_staff_log_has_it_and_the_member_reads_of_it(pool: Pool) -> None:
    admin, member, other = [await make_member(pool, is_admin=first) for first in (True, False, False)]
    await ask(pool, admin, START, member.id, f" {REASON} ")
    logged = await own(pool, "select row_to_json(l)::text from public.staff_log as l where thing = 'perspectives'")
    entry = json.loads(logged)
    assert (entry["actor_id"], entry["member_id"], entry["act"]) == (str(admin.id), str(member.id), "read")
    assert entry["changes"] == {"reason": [None, REASON]}
    reasons = "select array_agg(reason) from public.perspectives"
    assert await ask(pool, member, reasons) == [REASON]
    for wrong in (other, admin):
        assert await ask(pool, wrong, reasons) is None
    assert "42501" in await ask(pool, Caller.anonymous(), reasons)
    assert "42501" in await ask(pool, member, "select administrator_id from public.perspectives")
    for act in ("update public.perspectives set reason = 'Another reason'", "delete from public.perspectives"):
        assert "42501" in await ask(pool, member, act)
    data = json.loads(await ask(pool, member, "select public.my_data()::text"))
    assert [one["reason"] for one in data["perspectives"]] == [REASON]
    assert str(admin.id) not in json.dumps(data["perspectives"])
