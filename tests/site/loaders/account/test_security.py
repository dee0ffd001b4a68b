"""The security screen shows the member's own account only."""

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.account.security import SecurityPayload
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

ADD_IDENTITY = """
insert into auth.identities (provider_id, user_id, provider, identity_data)
values ($1, $2, 'google', '{"sub": "1", "email": "mai@gmail.example"}')
"""


async def security(pool: Pool, who: Member) -> SecurityPayload:
    data = (await load_page(pool, "/profile/security", who=who)).data
    assert isinstance(data, SecurityPayload)
    return data


async def test_member_sees_the_own_account(pool: Pool) -> None:
    mai, siti = await make_member(pool), await make_member(pool)
    async with as_owner(pool) as conn:
        await conn.execute(ADD_IDENTITY, str(mai.id), mai.id)
        await conn.execute("update auth.users set email_change = 'new@example.org' where id = $1", mai.id)
    async with as_role(pool, mai.caller, read_only=False) as conn:
        await conn.execute("select public.request_account_deletion()")
    hers, other = await security(pool, mai), await security(pool, siti)
    assert (hers.email, hers.new_email, hers.has_password) == (mai.email, "new@example.org", False)
    assert [(one.provider, one.email) for one in hers.identities] == [("google", "mai@gmail.example")]
    assert hers.due_at is not None
    assert (other.email, other.new_email, other.identities, other.due_at) == (siti.email, "", (), None)


async def test_guest_has_none(pool: Pool) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await load_page(pool, "/profile/security")
