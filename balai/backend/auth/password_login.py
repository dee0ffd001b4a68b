"""POST /token?grant_type=password. Contract 1.2.

Unknown user, no password and wrong password look and last alike.
"""

import msgspec

from balai.backend.auth.addresses import check_phone
from balai.backend.auth.audit import note
from balai.backend.auth.callers import audience_of
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.passwords import check_strength
from balai.backend.auth.sessions import SessionView, device_of, open_session
from balai.backend.auth.users import User, find_user_by_email
from balai.backend.auth.wire import read_body
from balai.database.transaction import as_owner


class PasswordBody(msgspec.Struct, frozen=True):
    """Body of the grant."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None


async def sign_in(auth: Auth, request: Call) -> SessionView:
    """Open a session for the bearer of the right password."""
    body = await read_body(request, PasswordBody)
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided on login.")
    if body.phone:
        check_phone(body.phone)
        raise AuthError(422, Code.PHONE_PROVIDER_DISABLED, "Phone logins are disabled")
    if not body.email:
        raise invalid("missing email or phone")
    user = await _find(auth, request, body.email)
    if user is not None and user.is_banned(auth.now()):
        raise AuthError(400, Code.USER_BANNED, "User is banned")
    stored = user.encrypted_password if user is not None else None
    is_right = await auth.hasher.has_matched(body.password or "", stored)
    if user is None or not is_right:
        raise AuthError(400, Code.INVALID_CREDENTIALS, "Invalid login credentials")
    if user.email_confirmed_at is None:
        raise AuthError(400, Code.EMAIL_NOT_CONFIRMED, "Email not confirmed")
    session = await _open(auth, request, user)
    return _with_strength(auth, session, body.password or "")


async def _find(auth: Auth, request: Call, email: str) -> User | None:
    async with as_owner(auth.pool) as conn:
        # No row holds a NUL, and PostgreSQL would refuse to look for one.
        return await find_user_by_email(conn, email.replace("\0", ""), audience_of(auth, request))


async def _open(auth: Auth, request: Call, user: User) -> SessionView:
    async with as_owner(auth.pool) as conn:
        await note(conn, auth, request, "login", user, {"provider": "email"})
        return await open_session(conn, auth, user, "password", device_of(request))


def _with_strength(auth: Auth, session: SessionView, password: str) -> SessionView:
    try:
        check_strength(password, min_bytes=auth.config.password_min_bytes)
    except AuthError as error:
        weak = {"message": error.message, "reasons": list(error.reasons)}
        return msgspec.structs.replace(session, weak_password=weak)
    return session
