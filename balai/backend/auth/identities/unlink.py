"""DELETE /user/identities/{identity_id}: unlinks an identity from an account. Contract 1.8."""

from typing import Any
from uuid import UUID

import asyncpg

from balai.backend.auth.account.email_change import SET_PROVIDERS
from balai.backend.auth.audit import record
from balai.backend.auth.authentication import get_authenticated_user
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.identities.linking import check_linking_enabled
from balai.backend.auth.notifications.security_notices import SecurityNotice, send_security_notice
from balai.backend.auth.users.rows import User, find_user_by_email, get_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

LIST_IDENTITIES = """
  select id, provider, provider_id, email, coalesce((identity_data ->> 'email_verified')::boolean, false) as is_verified
  from auth.identities where user_id = $1 order by created_at, id
"""
DELETE_IDENTITY = "delete from auth.identities where id = $1"
CLEAR_PHONE = "update auth.users set phone = null, phone_confirmed_at = null, updated_at = $2 where id = $1"
SET_EMAIL = """
  update auth.users set email = $2, email_confirmed_at = case when $3 then coalesce(email_confirmed_at, $4) end,
    updated_at = $4 where id = $1
"""


async def unlink(auth: AuthService, request: AuthRequest, identity_id: str) -> None:
    """Unlink one identity from the caller's account. Raises AuthError 401, 403, 404, 422."""
    check_linking_enabled(auth)
    async with as_owner(auth.pool) as conn:
        caller = await get_authenticated_user(conn, auth, request)
        wanted_id = _read_id(identity_id)
        if (request.headers.get("x-jwt-aud") or caller.user.aud) != caller.user.aud:
            raise AuthError(403, Code.UNEXPECTED_AUDIENCE, "Token audience doesn't match request audience")
        # Row lock: two concurrent requests must not unlink the last two identities.
        user = await get_user(conn, caller.user.id, lock=True)
        identities = [dict(row) for row in await conn.fetch(LIST_IDENTITIES, user.id)]
        if len(identities) <= 1:
            text = "User must have at least 1 identity after unlinking"
            raise AuthError(422, Code.SINGLE_IDENTITY_NOT_DELETABLE, text)
        removed = next((identity for identity in identities if identity["id"] == wanted_id), None)
        if removed is None:
            raise AuthError(422, Code.IDENTITY_NOT_FOUND, "Identity doesn't exist")
        await conn.execute(DELETE_IDENTITY, wanted_id)
        if removed["provider"] == "phone":
            await conn.execute(CLEAR_PHONE, user.id, auth.now())
        else:
            await _replace_email(conn, auth, user, [identity for identity in identities if identity is not removed])
        await conn.execute(SET_PROVIDERS, user.id)
        traits = {"identity_id": identity_id, "provider": removed["provider"], "provider_id": removed["provider_id"]}
        await record(conn, auth, request, "identity_unlinked", user, traits)
        await send_security_notice(conn, auth, user, SecurityNotice.IDENTITY_UNLINKED, provider=removed["provider"])


def _read_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        raise invalid("identity_id must be an UUID", 404) from error


async def _replace_email(conn: Connection, auth: AuthService, user: User, remaining: list[dict[str, Any]]) -> None:
    """If the account's email belonged to the identity, set the first available email of the remaining ones."""
    if not user.email or any(identity["email"] == user.email.lower() for identity in remaining):
        return
    for identity in remaining:
        email = identity["email"]
        if email is None or await find_user_by_email(conn, email, user.aud) is None:
            try:
                await conn.execute(SET_EMAIL, user.id, email, bool(email) and identity["is_verified"], auth.now())
            except asyncpg.UniqueViolationError as error:
                raise _email_conflict() from error
            return
    raise _email_conflict()


def _email_conflict() -> AuthError:
    text = "Unable to unlink identity due to email conflict"
    return AuthError(422, Code.EMAIL_CONFLICT_IDENTITY_NOT_DELETABLE, text)
