"""POST /token?grant_type=password. Contract 1.2.

Unknown user, no password and wrong password look and last alike. Tries are counted for each account, in such a way that
nobody can keep the right person out of the devices that she uses.
"""

import msgspec

from balai.backend.auth.account.password_policy import find_weakness
from balai.backend.auth.audit import record
from balai.backend.auth.authentication import requested_audience
from balai.backend.auth.captcha.verification import check_captcha
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.hooks.verification_attempts import report_password_attempt
from balai.backend.auth.http import read_body
from balai.backend.auth.notifications.email_policy import check_email_enabled
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions.issue import UnsignedSession, create_session, device_of
from balai.backend.auth.sign_in.known_devices import Device, find_device, is_known_device
from balai.backend.auth.users.contact_details import check_phone
from balai.backend.auth.users.rows import User, find_user, find_user_by_email, find_user_by_phone
from balai.database.transaction import as_owner

# An imported hash of lower cost is replaced while its password is at hand.
UPGRADE_HASH = "update auth.users set encrypted_password = $2 where id = $1"


class PasswordBody(msgspec.Struct, frozen=True):
    """Body of the grant."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None


async def sign_in(auth: AuthService, request: AuthRequest) -> UnsignedSession:
    """Open a session for the bearer of the right password."""
    auth.hasher.check_capacity()
    device = find_device(auth, request)
    if device is None:
        await auth.limits.check(Limit.TOKEN, request)
    await check_captcha(auth, request)
    body = await read_body(request, PasswordBody)
    user = await _find_user(auth, request, body)
    bucket = await _count_attempt(auth, request, body, user, device)
    if user is not None and user.is_banned(auth.now()):
        raise AuthError(400, Code.USER_BANNED, "User is banned")
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
        # Somebody changed it, or another sign-in strengthened the same one.
        user = await _reload(auth, user, body)
        session = await _open_session(auth, request, user, body, bucket)
    if session is None:
        raise _invalid_credentials()
    return await _with_weak_password_warning(auth, session, user, body.password or "")


async def _find_user(auth: AuthService, request: AuthRequest, body: PasswordBody) -> User | None:
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided on login.")
    if not body.email and not body.phone:
        raise invalid("missing email or phone")
    if body.email:
        check_email_enabled(auth, status=422)
    if body.phone and not auth.config.sms_provider:
        raise AuthError(422, Code.PHONE_PROVIDER_DISABLED, "Phone logins are disabled")
    audience = requested_audience(auth, request)
    phone = check_phone(body.phone, auth.config.phone_regions) if body.phone else ""
    async with as_owner(auth.pool) as conn:
        if phone:
            return await find_user_by_phone(conn, phone, audience)
        # No row holds a NUL, and PostgreSQL would refuse to look for one.
        return await find_user_by_email(conn, (body.email or "").replace("\0", ""), audience)


async def _count_attempt(
    auth: AuthService, request: AuthRequest, body: PasswordBody, user: User | None, device: Device | None
) -> str:
    """Take one of the tries that are left, before any work is done. Returns the name of their bucket.

    Strangers share the tries of an account; a device that the account knows has its own, and no stranger, not even one
    behind the same address, can use those up. An account that there is not is counted like one that there is.
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
    """A session; None where the password is not any more the one that was compared.

    That took its time, and whoever changes a password ends all sessions that rest on the one before it.
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
    """The user as she is now. Raises AuthError 400 where the password is not hers any more."""
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
        # Too many wait for such work: what is only advice keeps nobody out whose session is open.
        return session
    if weakness is None:
        return session
    weak = {"message": weakness.message, "reasons": list(weakness.reasons)}
    return msgspec.structs.replace(session, weak_password=weak)
