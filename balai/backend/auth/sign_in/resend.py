"""POST /resend: sends the confirmation of a sign-up, or of a changed email or number, again. Contract 1.6."""

from collections.abc import Callable
from datetime import datetime

import msgspec

from balai.backend.auth.audit import record
from balai.backend.auth.authentication import requested_audience
from balai.backend.auth.captcha.verification import check_captcha
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.notifications.email_policy import check_email_enabled, check_recipient_allowed
from balai.backend.auth.notifications.emails import (
    EmailKind,
    MessageOrigin,
    check_email_interval,
    origin_of,
    send_email,
    send_email_change,
)
from balai.backend.auth.notifications.one_time_tokens import TokenKind
from balai.backend.auth.notifications.sms_codes import (
    check_sms_interval,
    message_id_body,
    send_phone_code,
)
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions.pkce import read_challenge
from balai.backend.auth.users.contact_details import check_email, check_phone
from balai.backend.auth.users.rows import find_user_by_email, find_user_by_phone
from balai.database.transaction import as_owner

EMAIL_TYPES = ("signup", "email_change")
PHONE_TYPES = ("sms", "phone_change")


class ResendBody(msgspec.Struct, frozen=True):
    """Body of a request to send again."""

    type: str | None = None
    email: str | None = None
    phone: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


async def resend(auth: AuthService, request: AuthRequest) -> dict[str, str]:
    """Send a pending confirmation again; without one, respond the same and send nothing."""
    await auth.limits.check(Limit.OTP, request)
    await check_captcha(auth, request)
    body = await read_body(request, ResendBody)
    _check_body(body)
    challenge = read_challenge(body.code_challenge, body.code_challenge_method)
    origin = origin_of(auth, request, challenge)
    if body.phone:
        return message_id_body(await _resend_sms(auth, request, body, origin))
    await _resend_email(auth, request, body, origin)
    return {}


async def _resend_email(auth: AuthService, request: AuthRequest, body: ResendBody, origin: MessageOrigin) -> None:
    check_email_enabled(auth)
    email = check_email(body.email or "")
    check_recipient_allowed(auth, email)
    async with as_owner(auth.pool) as conn:
        user = await find_user_by_email(conn, email, requested_audience(auth, request), lock=True)
        if user is not None and body.type == "signup" and user.email_confirmed_at is None:
            if _is_due(auth, user.confirmation_sent_at, check_email_interval):
                await send_email(conn, auth, EmailKind.CONFIRMATION, user, origin)
                await record(conn, auth, request, "user_confirmation_requested", user)
        elif user is not None and body.type == "email_change" and user.email_change:
            if _is_due(auth, user.email_change_sent_at, check_email_interval):
                await send_email_change(conn, auth, user, user.email_change, origin)
        elif not auth.config.reveals_unknown_addresses and not auth.config.email_autoconfirm:
            await auth.limits.check_quota(conn, Limit.EMAIL_SENT)


async def _resend_sms(auth: AuthService, request: AuthRequest, body: ResendBody, origin: MessageOrigin) -> str:
    if not auth.config.phone_enabled:
        raise AuthError(400, Code.PHONE_PROVIDER_DISABLED, "Phone logins are disabled")
    phone = check_phone(body.phone or "", auth.config.phone_regions)
    async with as_owner(auth.pool) as conn:
        user = await find_user_by_phone(conn, phone, requested_audience(auth, request), lock=True)
        if user is not None and body.type == "sms" and user.phone_confirmed_at is None:
            if not _is_due(auth, user.confirmation_sent_at, check_sms_interval):
                return ""
            await record(conn, auth, request, "user_confirmation_requested", user)
            return await send_phone_code(conn, auth, user, TokenKind.CONFIRMATION, phone, origin)
        if user is not None and body.type == "phone_change" and user.phone_change:
            if not _is_due(auth, user.phone_change_sent_at, check_sms_interval):
                return ""
            return await send_phone_code(conn, auth, user, TokenKind.PHONE_CHANGE, user.phone_change, origin)
        if not auth.config.reveals_unknown_addresses:
            await auth.limits.check_quota(conn, Limit.SMS_SENT)
    return ""


def _is_due(
    auth: AuthService, last_sent: datetime | None, check_interval: Callable[[AuthService, datetime | None], None]
) -> bool:
    """Whether a message may be sent again. Where a 429 would reveal that an account waits for its confirmation, the
    message is left out without an error.
    """
    try:
        check_interval(auth, last_sent)
    except AuthError:
        if auth.config.reveals_unknown_addresses:
            raise
        return False
    return True


def _check_body(body: ResendBody) -> None:
    """Raise AuthError 400 for a body that names no address of its type; in GoTrue's order."""
    if body.type not in {*EMAIL_TYPES, *PHONE_TYPES}:
        raise invalid("Missing one of these types: signup, email_change, sms, phone_change")
    if not body.email and (body.type == "signup" or (body.type in EMAIL_TYPES and body.phone)):
        raise invalid("Type provided requires an email address")
    if not body.phone and (body.type == "sms" or (body.type in PHONE_TYPES and body.email)):
        raise invalid("Type provided requires a phone number")
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided.")
    if not body.email and not body.phone:
        raise invalid("Missing email address or phone number")
