"""Administrators with a second factor have their rights only in sessions that verified it."""

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.site.loaders.account.security import SecurityPayload
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

ADD_FACTOR = """
  insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', $2::text::auth.factor_status)
"""
RENAME = "update public.site_texts set name = 'Mine now'"


@pytest.mark.parametrize(
    ("status", "level", "is_admin"),
    [
        (None, "aal1", True),
        ("unverified", "aal1", True),
        ("verified", "aal1", False),
        ("verified", None, False),
        ("verified", "aal2", True),
    ],
)
async def test_aal2_is_required_once_there_is_a_factor(
    pool: Pool, status: str | None, level: str | None, is_admin: bool
) -> None:
    member = await make_member(pool, is_admin=True)
    if status:
        await pool.execute(ADD_FACTOR, member.id, status)
    claims = {"sub": str(member.id), "role": "authenticated"} | ({"aal": level} if level else {})
    async with as_role(pool, Caller.from_claims(claims), read_only=False) as connection:
        assert await connection.fetchval("select public.is_admin()") is is_admin
        assert await connection.fetchval("select is_admin from public.my_profile()") is is_admin
        changed = await connection.execute(RENAME)
    assert (changed != "UPDATE 0") is is_admin


async def test_aal2_alone_grants_no_administrator_rights(pool: Pool) -> None:
    member = await make_member(pool)
    await pool.execute(ADD_FACTOR, member.id, "verified")
    claims = {"sub": str(member.id), "role": "authenticated", "aal": "aal2"}
    async with as_role(pool, Caller.from_claims(claims)) as connection:
        assert await connection.fetchval("select public.is_admin()") is False


SWITCH = "update public.site_settings set administrators_need_factor = $1"


async def test_site_can_require_a_factor_of_all_administrators(pool: Pool) -> None:
    first, second = await make_member(pool, is_admin=True), await make_member(pool, is_admin=True)
    member = await make_member(pool)

    def at(level: str, who: Member = first) -> Caller:
        return Caller.from_claims({"sub": str(who.id), "role": "authenticated", "aal": level})

    async def switch(caller: Caller, to: bool) -> str:
        async with as_role(pool, caller, read_only=False) as connection:
            return str(await connection.execute(SWITCH, to))

    with pytest.raises(asyncpg.PostgresError) as refused:
        await switch(at("aal1"), True)
    assert refused.value.detail == "factor_first"
    assert await switch(at("aal2", member), True) == "UPDATE 0"
    assert await switch(at("aal2"), True) == "UPDATE 1"
    may = "select public.may_administer($1, $2, $3)"
    for level, who, is_admin in (("aal1", second, False), ("aal2", second, True), ("aal2", member, False)):
        async with as_role(pool, at(level, who)) as connection:
            assert await connection.fetchval("select public.is_admin()") is is_admin
        assert await pool.fetchval(may, who.id, level, member.id) is is_admin
    for who in (second, member):
        page = (await load_page(pool, "/profile/security", who=who)).data
        assert isinstance(page, SecurityPayload) and page.needs_factor is (who is second)
    assert await switch(at("aal1"), False) == "UPDATE 0"
    assert await switch(at("aal2"), False) == "UPDATE 1"
    assert await pool.fetchval(may, second.id, "aal1", member.id)
