"""Administrators with a second factor administer only where they have shown it."""

import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from tests.factories import make_member

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
async def test_the_level_decides_once_there_is_a_factor(
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


async def test_the_level_makes_nobody_an_administrator(pool: Pool) -> None:
    member = await make_member(pool)
    await pool.execute(ADD_FACTOR, member.id, "verified")
    claims = {"sub": str(member.id), "role": "authenticated", "aal": "aal2"}
    async with as_role(pool, Caller.from_claims(claims)) as connection:
        assert await connection.fetchval("select public.is_admin()") is False
