"""POST /otp and POST /magiclink: sign in by a mailed code or link. Contract 1.3."""

import secrets
from typing import Any

import asyncpg
import msgspec

from balai.backend.auth.accounts import NewUser, add_user
from balai.backend.auth.addresses import check_email
from balai.backend.auth.audit import note
from balai.backend.auth.callers import audience_of
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.mails import Mail, Origin, check_mail_gap, origin_of, send_mail
from balai.backend.auth.pkce import find_challenge
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.users import User, find_user_by_email
from balai.backend.auth.wire import read_body
from balai.database.pool import Connection
from balai.database.transaction import as_owner


class OtpBody(msgspec.Struct, frozen=True):
    """Body of a request for a code."""

    email: str | None = None
    phone: str | None = None
    create_user: bool | None = None
    data: dict[str, Any] | None = None
    channel: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


async def send_otp(auth: Auth, request: Call) -> None:
    """Mail a code and a link to a known address, or start a sign-up for an unknown one."""
    auth.limits.check(Limit.MAIL, request)
    body = await read_body(request, OtpBody)
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided")
    if body.email and body.channel:
        raise invalid("Channel should only be specified with Phone OTP")
    if not body.email and not body.phone:
        raise invalid("One of email or phone must be set")
    if body.phone:
        raise AuthError(400, Code.PHONE_PROVIDER_DISABLED, "Unsupported phone provider")
    await _send(auth, request, body)


async def send_magic_link(auth: Auth, request: Call) -> None:
    """The older form, for addresses alone."""
    auth.limits.check(Limit.MAIL, request)
    body = await read_body(request, OtpBody)
    if not body.email:
        raise invalid("Password recovery requires an email", 422)
    await _send(auth, request, body)


async def _send(auth: Auth, request: Call, body: OtpBody) -> None:
    email = check_email(body.email or "")
    origin = origin_of(auth, request, find_challenge(body.code_challenge, body.code_challenge_method))
    try:
        await _send_to(auth, request, body, email, origin)
    except asyncpg.UniqueViolationError:
        # The same address was signed up at the same moment: now it is there to be found.
        await _send_to(auth, request, body, email, origin)


async def _send_to(auth: Auth, request: Call, body: OtpBody, email: str, origin: Origin) -> None:
    async with as_owner(auth.pool) as conn:
        user = await find_user_by_email(conn, email, audience_of(auth, request), lock=True)
        if user is None and body.create_user is False:
            raise AuthError(422, Code.OTP_DISABLED, "Signups not allowed for otp")
        if (user is None or user.email_confirmed_at is None) and auth.config.signup_disabled:
            raise AuthError(422, Code.SIGNUP_DISABLED, "Signups not allowed for this instance")
        if user is None:
            user = await _add(conn, auth, request, email, body)
        is_known = user.email_confirmed_at is not None
        check_mail_gap(auth, user.recovery_sent_at if is_known else user.confirmation_sent_at)
        await send_mail(conn, auth, Mail.MAGIC_LINK if is_known else Mail.CONFIRMATION, user, origin)


async def _add(conn: Connection, auth: Auth, request: Call, email: str, body: OtpBody) -> User:
    new = NewUser(
        email=email,
        password_hash=await auth.hasher.hash(secrets.token_urlsafe(32)),
        metadata=body.data or {},
        audience=audience_of(auth, request),
        role=auth.config.default_role,
        email_confirmed_at=auth.now() if auth.config.mail_autoconfirm else None,
    )
    user = await add_user(conn, new, auth.now())
    await note(conn, auth, request, "user_signedup", user, {"provider": "email"})
    return user
