"""POST /otp and POST /magiclink: sign-in by an emailed code or link, or by a code in an SMS. Contract 1.3."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import asyncpg
import msgspec

from balai.backend.auth.account.email_change import find_email_owner, remove_unverified_credentials
from balai.backend.auth.audit import record
from balai.backend.auth.authentication import requested_audience
from balai.backend.auth.captcha.verification import check_captcha
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid, signup_disabled
from balai.backend.auth.hooks.before_user_created import check_creation_hook, with_creation_hook
from balai.backend.auth.http import read_body
from balai.backend.auth.notifications.email_policy import check_email_otp_enabled, check_recipient_allowed
from balai.backend.auth.notifications.emails import (
    EmailKind,
    MessageOrigin,
    check_requested_email,
    check_unsent_email,
    origin_of,
    send_email,
)
from balai.backend.auth.notifications.one_time_tokens import TokenKind
from balai.backend.auth.notifications.sms_codes import (
    check_channel,
    check_requested_sms,
    check_unsent_sms,
    message_id_body,
    send_phone_code,
)
from balai.backend.auth.rate_limits import Limit, find_client_ip
from balai.backend.auth.sessions.pkce import read_challenge
from balai.backend.auth.users.barriers import check_sign_up_barriers
from balai.backend.auth.users.contact_details import check_email, check_phone
from balai.backend.auth.users.create import NewUser, add_user
from balai.backend.auth.users.rows import User, find_user_by_phone
from balai.database.pool import Connection
from balai.database.transaction import as_owner

Result = TypeVar("Result")


class OtpBody(msgspec.Struct, frozen=True):
    """Body of a request for a code."""

    email: str | None = None
    phone: str | None = None
    create_user: bool | None = None
    data: dict[str, Any] | None = None
    channel: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


async def send_otp(auth: AuthService, request: AuthRequest) -> dict[str, str]:
    """Send a code (an email also has a link) to a known email or number, or start a sign-up for an unknown one."""
    await auth.limits.check(Limit.OTP, request)
    await check_captcha(auth, request)
    body = await read_body(request, OtpBody)
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided")
    if body.email and body.channel:
        raise invalid("Channel should only be specified with Phone OTP")
    if not body.email and not body.phone:
        raise invalid("One of email or phone must be set")
    if body.phone:
        send = partial(_send_sms, auth, request, body)
        return await _retry_on_conflict(partial(with_creation_hook, auth, request, send))
    await _send_email(auth, request, body)
    return {}


async def send_magic_link(auth: AuthService, request: AuthRequest) -> None:
    """Send a link by email only; the older endpoint."""
    await auth.limits.check(Limit.OTP, request)
    await check_captcha(auth, request)
    body = await read_body(request, OtpBody)
    if not body.email:
        raise invalid("Password recovery requires an email", 422)
    await _send_email(auth, request, body)


async def _send_email(auth: AuthService, request: AuthRequest, body: OtpBody) -> None:
    check_email_otp_enabled(auth)
    email = check_email(body.email or "")
    check_recipient_allowed(auth, email)
    origin = origin_of(auth, request, read_challenge(body.code_challenge, body.code_challenge_method))
    send = partial(_send_email_to, auth, request, body, email, origin)
    await _retry_on_conflict(partial(with_creation_hook, auth, request, send))


async def _retry_on_conflict(send: Callable[[], Awaitable[Result]]) -> Result:
    try:
        return await send()
    except asyncpg.UniqueViolationError:
        # A concurrent request created the account first; the second attempt finds it.
        return await send()


async def _send_sms(auth: AuthService, request: AuthRequest, body: OtpBody) -> dict[str, str]:
    channel = check_channel(auth, body.channel)
    if not auth.config.phone_enabled:
        raise AuthError(400, Code.PHONE_PROVIDER_DISABLED, "Unsupported phone provider")
    phone = check_phone(body.phone or "", auth.config.phone_regions)
    async with as_owner(auth.pool) as conn:
        user = await find_user_by_phone(conn, phone, requested_audience(auth, request), lock=True)
        if not _may_send(auth, body, user, is_known=user is not None and user.phone_confirmed_at is not None):
            await check_unsent_sms(conn, auth, phone)
            return {}
        if user is None:
            user = await _add(conn, auth, request, body, phone=phone)
        await check_requested_sms(conn, auth, phone, user.confirmation_sent_at)
        user = await remove_unverified_credentials(conn, auth, user, metadata=body.data or {})
        message_id = await send_phone_code(
            conn, auth, user, TokenKind.CONFIRMATION, phone, origin_of(auth, request), channel
        )
    return message_id_body(message_id)


def _may_send(auth: AuthService, body: OtpBody, user: User | None, *, is_known: bool) -> bool:
    """Whether a code may be sent. Raises AuthError instead of returning False if the settings allow that disclosure."""
    if user is None and body.create_user is False:
        error = AuthError(422, Code.OTP_DISABLED, "Signups not allowed for otp")
    elif not is_known and auth.config.signup_disabled:
        error = signup_disabled()
    else:
        return True
    if auth.config.reveals_unknown_addresses:
        raise error
    return False


async def _send_email_to(
    auth: AuthService, request: AuthRequest, body: OtpBody, email: str, origin: MessageOrigin
) -> None:
    async with as_owner(auth.pool) as conn:
        user = await find_email_owner(conn, auth, email, requested_audience(auth, request))
        # The recovery has the same interval.
        if not _may_send(auth, body, user, is_known=user is not None and user.email_confirmed_at is not None):
            await check_unsent_email(conn, auth, "recovery", email)
            return
        if user is None:
            user = await _add(conn, auth, request, body, email=email)
        is_known = user.email_confirmed_at is not None
        last_sent = user.recovery_sent_at if is_known else user.confirmation_sent_at
        await check_requested_email(conn, auth, "recovery", email, last_sent)
        user = await remove_unverified_credentials(conn, auth, user, metadata=body.data or {})
        await send_email(conn, auth, EmailKind.MAGIC_LINK if is_known else EmailKind.CONFIRMATION, user, origin)


async def _add(
    conn: Connection, auth: AuthService, request: AuthRequest, body: OtpBody, *, email: str = "", phone: str = ""
) -> User:
    provider = "phone" if phone else "email"
    await check_sign_up_barriers(conn, email, find_client_ip(request))
    check_creation_hook(auth, request, provider=provider, email=email, phone=phone, metadata=body.data or {})
    new = NewUser(
        email=email,
        phone=phone,
        metadata=body.data or {},
        audience=requested_audience(auth, request),
        role=auth.config.default_role,
        email_confirmed_at=auth.now() if email and auth.config.email_autoconfirm else None,
    )
    user = await add_user(conn, new, auth.now())
    await record(conn, auth, request, "user_signedup", user, {"provider": provider})
    return user
