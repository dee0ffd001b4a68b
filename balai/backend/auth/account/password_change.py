"""Proofs that the operator can require for a password change. Contract 4.5."""

from datetime import timedelta

from balai.backend.auth.authentication import AuthenticatedUser
from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.notifications.one_time_tokens import (
    OneTimeToken,
    TokenKind,
    find_token,
    hash_code,
    remove_token,
    verify_code,
)
from balai.backend.auth.notifications.sms_codes import sms_code_ttl
from balai.backend.auth.users.rows import User
from balai.database.pool import Connection

# A session younger than this counts as a recent authentication.
RECENT_SIGN_IN = timedelta(hours=24)
GET_SESSION_START = "select created_at from auth.sessions where id = $1"
# A user who signed in by an emailed code may have forgotten the password, as in a recovery.
SIGNED_IN_BY_EMAIL_CODE = """
  select true from auth.mfa_amr_claims
  where session_id = $1 and authentication_method in ('otp', 'magiclink', 'recovery')
"""


async def is_nonce_required(conn: Connection, auth: AuthService, caller: AuthenticatedUser) -> bool:
    """Whether the change needs a code sent for it by email or SMS."""
    if not auth.config.reauthentication_required:
        return False
    started = await conn.fetchval(GET_SESSION_START, caller.session_id) if caller.session_id else None
    return started is None or bool(started + RECENT_SIGN_IN <= auth.now())


async def find_nonce(conn: Connection, auth: AuthService, user: User, nonce: str) -> OneTimeToken | None:
    """Returns the code for a nonce, None for a wrong one. An attempt counts once the transaction is committed."""
    address = user.email or user.phone or ""
    ttl = auth.config.typed_code_ttl if user.email else sms_code_ttl(auth, address)
    since, kinds = auth.now() - ttl, [TokenKind.REAUTHENTICATION]
    token = await verify_code(conn, address, [hash_code(address, nonce)], kinds, since=since)
    return token if token is not None and token.user_id == user.id else None


async def consume_nonce(conn: Connection, token: OneTimeToken) -> None:
    """Uses up the code. Raises AuthError 422 if it was used in the meantime."""
    found = await find_token(
        conn, [token.token_hash], [TokenKind.REAUTHENTICATION], since=token.created_at - RECENT_SIGN_IN
    )
    if found is None or found.id != token.id:
        raise nonce_not_valid()
    await remove_token(conn, token.id)


def nonce_needed() -> AuthError:
    """The error for a change without the required code."""
    return AuthError(400, Code.REAUTHENTICATION_NEEDED, "Password update requires reauthentication")


def nonce_not_valid() -> AuthError:
    """The error for a wrong, used or expired code."""
    return AuthError(422, Code.REAUTHENTICATION_NOT_VALID, "Nonce has expired or is invalid")


async def is_current_password_required(
    conn: Connection, auth: AuthService, caller: AuthenticatedUser, user: User
) -> bool:
    """Whether the change needs the current password."""
    if not auth.config.current_password_required or not user.encrypted_password:
        return False
    return not (caller.session_id and await conn.fetchval(SIGNED_IN_BY_EMAIL_CODE, caller.session_id))


async def check_current_password(auth: AuthService, user: User, given: str) -> None:
    """Raises AuthError 400 unless the current password is given."""
    text = "Current password required when setting new password."
    if not given:
        raise AuthError(400, Code.CURRENT_PASSWORD_REQUIRED, text)
    await auth.limits.check_code_attempts(f"current:{user.id}")
    if not await auth.hasher.matches(given, user.encrypted_password):
        raise AuthError(400, Code.CURRENT_PASSWORD_INVALID, text)
