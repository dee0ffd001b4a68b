"""What a change of one's own password has to show first, where the operator demands it. Contract 4.5."""

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
from balai.backend.auth.users.rows import User
from balai.database.pool import Connection

# A session as young as this has just shown who it belongs to.
RECENT_SIGN_IN = timedelta(hours=24)
GET_SESSION_START = "select created_at from auth.sessions where id = $1"
# Who came by a mailed code may have forgotten the password: that is what recovery is for.
SIGNED_IN_BY_EMAIL_CODE = """
  select true from auth.mfa_amr_claims
  where session_id = $1 and authentication_method in ('otp', 'magiclink', 'recovery')
"""


async def is_nonce_required(conn: Connection, auth: AuthService, caller: AuthenticatedUser) -> bool:
    """Whether the change needs a code that was mailed or texted for it."""
    if not auth.config.reauthentication_required:
        return False
    started = await conn.fetchval(GET_SESSION_START, caller.session_id) if caller.session_id else None
    return started is None or bool(started + RECENT_SIGN_IN <= auth.now())


async def find_nonce(conn: Connection, auth: AuthService, user: User, nonce: str) -> OneTimeToken | None:
    """The code that the nonce is, None for a wrong one. The transaction must be committed for a wrong try to count."""
    address = user.email or user.phone or ""
    life = auth.config.code_ttl if user.email else auth.config.sms_code_ttl
    since, kinds = auth.now() - life, [TokenKind.REAUTHENTICATION]
    token = await verify_code(conn, address, [hash_code(address, nonce)], kinds, since=since)
    return token if token is not None and token.user_id == user.id else None


async def consume_nonce(conn: Connection, token: OneTimeToken) -> None:
    """Use the code up. Raises AuthError 422 when somebody else has done so meanwhile."""
    found = await find_token(
        conn, [token.token_hash], [TokenKind.REAUTHENTICATION], since=token.created_at - RECENT_SIGN_IN
    )
    if found is None or found.id != token.id:
        raise nonce_not_valid()
    await remove_token(conn, token.id)


def nonce_needed() -> AuthError:
    """The refusal of a change without the code that is due."""
    return AuthError(400, Code.REAUTHENTICATION_NEEDED, "Password update requires reauthentication")


def nonce_not_valid() -> AuthError:
    """The refusal of a wrong, used or late code."""
    return AuthError(422, Code.REAUTHENTICATION_NOT_VALID, "Nonce has expired or is invalid")


async def is_current_password_required(
    conn: Connection, auth: AuthService, caller: AuthenticatedUser, user: User
) -> bool:
    """Whether the change needs the password that holds now."""
    if not auth.config.current_password_required or not user.encrypted_password:
        return False
    return not (caller.session_id and await conn.fetchval(SIGNED_IN_BY_EMAIL_CODE, caller.session_id))


async def check_current_password(auth: AuthService, user: User, given: str) -> None:
    """Raise AuthError 400 unless the password that holds now is given."""
    text = "Current password required when setting new password."
    if not given:
        raise AuthError(400, Code.CURRENT_PASSWORD_REQUIRED, text)
    await auth.limits.check_code_attempts(f"current:{user.id}")
    if not await auth.hasher.matches(given, user.encrypted_password):
        raise AuthError(400, Code.CURRENT_PASSWORD_INVALID, text)
