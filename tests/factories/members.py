"""Creates members for tests: `make_member(pool, display_name="Mei")` creates an account and its dependent rows."""

from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner

ADD_ACCOUNT = """
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ($1, $2, now(), $3)
"""
GRANT = "insert into public.administrators (user_id) values ($1)"


class Member(msgspec.Struct, frozen=True):
    """An account, and the caller of its requests."""

    id: UUID
    email: str
    display_name: str

    @property
    def caller(self) -> Caller:
        return Caller.from_claims({"role": "authenticated", "sub": str(self.id), "email": self.email})


async def make_member(
    pool: Pool, *, display_name: str = "Mei", language: str = "en", is_admin: bool = False, **facts: Any
) -> Member:
    """Create a confirmed account with its profile. Further keywords are added to the metadata of the sign-up."""
    member = Member(id=uuid4(), email=f"{uuid4().hex[:12]}@example.org", display_name=display_name)
    given = {"display_name": display_name, "language": language, **facts}
    async with as_owner(pool) as connection:
        await connection.execute(ADD_ACCOUNT, member.id, member.email, msgspec.json.encode(given).decode())
        if is_admin:
            await connection.execute(GRANT, member.id)
    return member
