"""Hooks `password_verification_attempt` and `mfa_verification_attempt`: they see each attempt and may reject it."""

from uuid import UUID

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.hooks.call import call_hook
from balai.backend.auth.users.rows import User
from balai.database.transaction import as_owner

DELETE_SESSIONS = "delete from auth.sessions where user_id = $1"


async def report_password_attempt(auth: AuthService, user: User, *, valid: bool) -> None:
    """Report a password attempt. Raises AuthError 400 if the hook rejects it, even with the correct password."""
    response = await call_hook(auth, "password_verification_attempt", {"user_id": user.id, "valid": valid})
    if response is None or response.get("decision") != "reject":
        return
    if response.get("should_logout_user") is True:
        await _delete_sessions(auth, user.id)
    text = str(response.get("message") or "Further password verification attempts will be rejected.")
    raise AuthError(400, Code.INVALID_CREDENTIALS, text[:500])


async def report_factor_attempt(
    auth: AuthService, user_id: UUID, factor_id: UUID, factor_type: str, *, valid: bool
) -> None:
    """Report an MFA attempt. Raises AuthError 403 if the hook rejects it, after ending all sessions of the user."""
    payload = {"user_id": user_id, "factor_id": factor_id, "factor_type": factor_type, "valid": valid}
    response = await call_hook(auth, "mfa_verification_attempt", payload)
    if response is None or response.get("decision") != "reject":
        return
    await _delete_sessions(auth, user_id)
    text = str(response.get("message") or "Further MFA verification attempts will be rejected.")
    raise AuthError(403, Code.MFA_VERIFICATION_REJECTED, text[:500])


async def _delete_sessions(auth: AuthService, user_id: UUID) -> None:
    async with as_owner(auth.pool) as conn:
        await conn.execute(DELETE_SESSIONS, user_id)
