"""Sign-up by an invitation of the site while sign-up is closed (BALAI_SIGN_UP).

The site's database decides whether an invitation is valid, as for delegated administration. Without the site's tables
there are none. An account that was made so is confirmed only while its invitation is still valid: of two accounts that
were made with an invitation for one, the database confirms the first.
"""

from collections.abc import Mapping
from typing import Any

import asyncpg

from balai.backend.auth.errors import invitation_over, signup_disabled
from balai.database.pool import Connection

# In the metadata that users cannot change; the trigger redeem_invitation reads it.
BY_INVITATION = {"needs_invitation": True}
USED = "invitation_used"
FUNCTION_EXISTS = "select to_regprocedure('public.check_invitation(text)') is not null"
CHECK = "select public.check_invitation($1) = 'open'"


async def require_invitation(conn: Connection, metadata: Mapping[str, Any]) -> None:
    """Check that the metadata of a sign-up name an open invitation. Raises AuthError `signup_disabled`."""
    token = metadata.get("invitation")
    if not isinstance(token, str) or not await conn.fetchval(FUNCTION_EXISTS):
        raise signup_disabled()
    if "\0" in token or not await conn.fetchval(CHECK, token):
        raise invitation_over()


def is_used_invitation(error: asyncpg.PostgresError) -> bool:
    """Whether the database refused to confirm an account because its invitation is not valid any more."""
    return error.detail == USED
