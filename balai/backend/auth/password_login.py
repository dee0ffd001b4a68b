"""POST /token?grant_type=password. Contract 1.2.

Unknown user, no password and wrong password look and last alike. Tries are counted for each account, in such a way that
nobody can keep the right person out of the devices that she uses.
"""

import msgspec

from balai.backend.auth.addresses import check_phone
from balai.backend.auth.audit import note
from balai.backend.auth.callers import audience_of
from balai.backend.auth.captcha import check_captcha
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.devices import Device, find_device, is_known
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.hooks.attempts import tell_password_attempt
from balai.backend.auth.mail_rules import check_mail_open
from balai.backend.auth.password_rules import find_weakness
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions import OpenSession, device_of, open_session
from balai.backend.auth.users import User, find_user_by_email, find_user_by_phone
from balai.backend.auth.wire import read_body
from balai.database.transaction import as_owner

# An imported hash of lower cost is replaced while its password is at hand, unless it was changed meanwhile.
STRENGTHEN = "update auth.users set encrypted_password = $2 where id = $1 and encrypted_password = $3"


class PasswordBody(msgspec.Struct, frozen=True):
    """Body of the grant."""

    email: str | None = None
    phone: str | None = None
    password: str | None = None


async def sign_in(auth: Auth, request: Call) -> OpenSession:
    """Open a session for the bearer of the right password."""
    auth.hasher.check_room()
    device = find_device(auth, request)
    if device is None:
        await auth.limits.check(Limit.TOKEN, request)
    await check_captcha(auth, request)
    body = await read_body(request, PasswordBody)
    user = await _find(auth, request, body)
    tries = await _count_try(auth, request, body, user, device)
    if user is not None and user.is_banned(auth.now()):
        raise AuthError(400, Code.USER_BANNED, "User is banned")
    stored = user.encrypted_password if user is not None else None
    is_right = await auth.hasher.has_matched(body.password or "", stored)
    if user is not None:
        await tell_password_attempt(auth, user, valid=is_right)
    if user is None or not is_right:
        raise AuthError(400, Code.INVALID_CREDENTIALS, "Invalid login credentials")
    if body.email and user.email_confirmed_at is None:
        raise AuthError(400, Code.EMAIL_NOT_CONFIRMED, "Email not confirmed")
    if body.phone and user.phone_confirmed_at is None:
        raise AuthError(400, Code.PHONE_NOT_CONFIRMED, "Phone not confirmed")
    password = body.password or ""
    new_hash = await auth.hasher.hash(password) if auth.hasher.is_outdated(stored or "", password) else None
    session = await _open(auth, request, user, "email" if body.email else "phone", tries, new_hash)
    return await _with_strength(auth, session, user, password)


async def _find(auth: Auth, request: Call, body: PasswordBody) -> User | None:
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided on login.")
    if not body.email and not body.phone:
        raise invalid("missing email or phone")
    if body.email:
        check_mail_open(auth, status=422)
    if body.phone and not auth.config.sms_provider:
        raise AuthError(422, Code.PHONE_PROVIDER_DISABLED, "Phone logins are disabled")
    audience = audience_of(auth, request)
    phone = check_phone(body.phone, auth.config.phone_regions) if body.phone else ""
    async with as_owner(auth.pool) as conn:
        if phone:
            return await find_user_by_phone(conn, phone, audience)
        # No row holds a NUL, and PostgreSQL would refuse to look for one.
        return await find_user_by_email(conn, (body.email or "").replace("\0", ""), audience)


async def _count_try(auth: Auth, request: Call, body: PasswordBody, user: User | None, device: Device | None) -> str:
    """Take one of the tries that are left, before any work is done. Returns the name of their bucket.

    Strangers share the tries of an account; a device that the account knows has its own, and no stranger, not even one
    behind the same address, can use those up. An account that there is not is counted like one that there is.
    """
    whose = str(user.id) if user is not None else f"{body.email or body.phone}".lower()
    if device is not None and is_known(auth, device, user.id if user is not None else None):
        whose = f"{device.name} {whose}"
    elif device is not None:
        await auth.limits.check(Limit.TOKEN, request)
    await auth.limits.check_passwords(whose)
    return whose


async def _open(auth: Auth, request: Call, user: User, provider: str, tries: str, new_hash: str | None) -> OpenSession:
    async with as_owner(auth.pool) as conn:
        if new_hash is not None:
            await conn.execute(STRENGTHEN, user.id, new_hash, user.encrypted_password)
        await note(conn, auth, request, "login", user, {"provider": provider})
        await auth.limits.forgive_passwords(conn, tries)
        return await open_session(conn, auth, user, "password", device_of(request))


async def _with_strength(auth: Auth, session: OpenSession, user: User, password: str) -> OpenSession:
    weakness = await find_weakness(auth, password, user_id=user.id, about=(user.email or "",))
    if weakness is None:
        return session
    weak = {"message": weakness.message, "reasons": list(weakness.reasons)}
    return msgspec.structs.replace(session, weak_password=weak)
