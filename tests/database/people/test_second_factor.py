"""Administrators with a second factor have their rights only in sessions that verified it."""

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.members import Member, make_member

ADD_FACTOR = "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', $2)"
MAY = "select public.may_administer($1, $2, null)"


async def rights(pool: Pool, who: Member, level: str) -> tuple[bool, bool]:
    """Return the results of the policies' function and of the auth service's."""
    claims = {**msgspec.json.decode(who.caller.claims), "aal": level}
    caller = msgspec.structs.replace(who.caller, claims=msgspec.json.encode(claims).decode())
    async with as_role(pool, caller) as conn:
        by_policy = await conn.fetchval("select public.is_admin()")
    async with as_owner(pool) as conn:
        return bool(by_policy), bool(await conn.fetchval(MAY, who.id, level))


async def test_rights_require_the_factor_once_there_is_one(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    assert await rights(pool, ada, "aal1") == (True, True)
    async with as_owner(pool) as conn:
        await conn.execute(ADD_FACTOR, ada.id, "unverified")
    assert await rights(pool, ada, "aal1") == (True, True)
    async with as_owner(pool) as conn:
        await conn.execute("update auth.mfa_factors set status = 'verified' where user_id = $1", ada.id)
    assert await rights(pool, ada, "aal1") == (False, False)
    assert await rights(pool, ada, "aal2") == (True, True)
    assert await rights(pool, mai, "aal2") == (False, False)
