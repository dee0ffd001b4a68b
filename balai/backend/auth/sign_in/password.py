"""POST /token?grant_type=password. Contract 1.2.

An unknown user, a user without a password and a wrong password give the same response after the same time. Attempts are
limited per account, but an attacker cannot use up the attempts of a user's known devices.
"""

import msgspec

from balai.backend.auth.account.password_policy import find_weakness
from balai.backend.auth.audit import record
from balai.backend.auth.authentication import requested_audience
from balai.backend.auth.captcha.verification import check_captcha
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, BanFacts, Code, invalid
from balai.backend.auth.hooks.verification_attempts import report_password_attempt
from balai.backend.auth.http import read_body
from balai.backend.auth.notifications.email_policy import check_email_enabled
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions.issue import UnsignedSession, create_session, device_of
from balai.backend.auth.sign_in.known_devices import Device, find_device, is_known_device
from balai.backend.auth.users.contact_details import check_phone
from balai.backend.auth.users.rows import User, find_user, find_user_by_email, find_user_by_phone
from balai.database.transaction import as_owner

# A weaker imported hash is replaced at sign-in, when the password is available.
UPGRADE_HASH = "update auth.users set encrypted_password = $2 where id = $1"


class PasswordBody(msgspec.Struct, frozen=True):
    """Body of the grant."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None


async def sign_in(auth: AuthService, request: AuthRequest) -> UnsignedSession:
    """Check the password and create a session."""
    auth.hasher.check_capacity()
    device = find_device(auth, request)
    if device is None:
        await auth.limits.check(Limit.TOKEN, request)
    await check_captcha(auth, request)
    body = await read_body(request, PasswordBody)
    user = await _find_user(auth, request, body)
    bucket = await _count_attempt(auth, request, body, user, device)
    if user is not None and user.is_banned(auth.now()):
        raise await _banned(auth, user, body.password or "")
    stored = user.encrypted_password if user is not None else None
    is_match = await auth.hasher.matches(body.password or "", stored)
    if user is not None:
        await report_password_attempt(auth, user, valid=is_match)
    if user is None or not is_match:
        raise _invalid_credentials()
    if body.email and user.email_confirmed_at is None:
        raise AuthError(400, Code.EMAIL_NOT_CONFIRMED, "Email not confirmed")
    if body.phone and user.phone_confirmed_at is None:
        raise AuthError(400, Code.PHONE_NOT_CONFIRMED, "Phone not confirmed")
    session = await _open_session(auth, request, user, body, bucket)
    if session is None:
        # The hash changed meanwhile: the password was changed, or a concurrent sign-in upgraded the hash.
        user = await _reload(auth, user, body)
        session = await _open_session(auth, request, user, body, bucket)
    if session is None:
        raise _invalid_credentials()
    return await _with_weak_password_warning(auth, session, user, body.password or "")


async def _banned(auth: AuthService, user: User, password: str) -> AuthError:
    """The error for a banned user: with end and reason after the right password, which strangers do not have."""
    if user.banned_until is None or not await auth.hasher.matches(password, user.encrypted_password):
        return AuthError(400, Code.USER_BANNED, "User is banned")
    async with as_owner(auth.pool) as conn:
        reason = await conn.fetchval("select coalesce(ban_reason, '') from auth.users where id = $1", user.id)
    return AuthError(400, Code.USER_BANNED, "User is banned", ban=BanFacts(user.banned_until, reason or ""))


async def _find_user(auth: AuthService, request: AuthRequest, body: PasswordBody) -> User | None:
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided on login.")
    if not body.email and not body.phone:
        raise invalid("missing email or phone")
    if body.email:
        check_email_enabled(auth, status=422)
    if body.phone and not auth.config.phone_enabled:
        raise AuthError(422, Code.PHONE_PROVIDER_DISABLED, "Phone logins are disabled")
    audience = requested_audience(auth, request)
    phone = check_phone(body.phone, auth.config.phone_regions) if body.phone else ""
    async with as_owner(auth.pool) as conn:
        if phone:
            return await find_user_by_phone(conn, phone, audience)
        # PostgreSQL rejects NUL in parameters, and no row contains one.
        return await find_user_by_email(conn, (body.email or "").replace("\0", ""), audience)


async def _count_attempt(
    auth: AuthService, request: AuthRequest, body: PasswordBody, user: User | None, device: Device | None
) -> str:
    """Count an attempt before any hashing; return the name of its rate limit bucket. Raises AuthError 429.

    All unknown devices share one bucket per account. Each known device has its own, which no other client can exhaust,
    not even from the same IP address. Unknown accounts are counted like existing ones.
    """
    bucket = str(user.id) if user is not None else f"{body.email or body.phone}".lower()
    if device is not None and is_known_device(auth, device, user.id if user is not None else None):
        bucket = f"{device.name} {bucket}"
    elif device is not None:
        await auth.limits.check(Limit.TOKEN, request)
    await auth.limits.check_password_attempts(bucket)
    return bucket


async def _open_session(
    auth: AuthService, request: AuthRequest, user: User, body: PasswordBody, bucket: str
) -> UnsignedSession | None:
    """Create a session; None if the stored hash changed since the comparison.

    Hashing is slow, and a password change ends all sessions that were opened with the old password.
    """
    password, stored = body.password or "", user.encrypted_password
    new_hash = await auth.hasher.hash(password) if auth.hasher.is_outdated(stored or "", password) else None
    async with as_owner(auth.pool) as conn:
        present = await find_user(conn, user.id, lock=True)
        if present is None or present.encrypted_password != stored:
            return None
        if new_hash is not None:
            await conn.execute(UPGRADE_HASH, user.id, new_hash)
        await record(conn, auth, request, "login", user, {"provider": "email" if body.email else "phone"})
        await auth.limits.reset_password_attempts(conn, bucket)
        return await create_session(conn, auth, user, "password", device_of(request))


async def _reload(auth: AuthService, user: User, body: PasswordBody) -> User:
    """Load the user again. Raises AuthError 400 if the password no longer matches."""
    async with as_owner(auth.pool) as conn:
        present = await find_user(conn, user.id)
    stored = present.encrypted_password if present is not None else None
    if not await auth.hasher.matches(body.password or "", stored) or present is None:
        raise _invalid_credentials()
    return present


def _invalid_credentials() -> AuthError:
    return AuthError(400, Code.INVALID_CREDENTIALS, "Invalid login credentials")


async def _with_weak_password_warning(
    auth: AuthService, session: UnsignedSession, user: User, password: str
) -> UnsignedSession:
    try:
        weakness = await find_weakness(auth, password, user_id=user.id, known_words=(user.email or "",))
    except AuthError:
        # The hasher's queue is full. The warning is only advice, so the sign-in goes on without it.
        return session
    if weakness is None:
        return session
    weak = {"message": weakness.message, "reasons": list(weakness.reasons)}
    return msgspec.structs.replace(session, weak_password=weak)
