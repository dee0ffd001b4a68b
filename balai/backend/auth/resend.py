"""POST /resend: the confirmation of a sign-up or of an address change once more. Contract 1.6."""

import msgspec

from balai.backend.auth.addresses import check_email, check_phone
from balai.backend.auth.audit import note
from balai.backend.auth.callers import audience_of
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.mails import (
    Mail,
    Origin,
    check_mail_gap,
    check_silent_gap,
    origin_of,
    send_email_change,
    send_mail,
)
from balai.backend.auth.pkce import find_challenge
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.users import User, find_user_by_email
from balai.backend.auth.wire import read_body
from balai.database.pool import Connection
from balai.database.transaction import as_owner

BY_EMAIL = ("signup", "email_change")
BY_PHONE = ("sms", "phone_change")


class ResendBody(msgspec.Struct, frozen=True):
    """Body of a request to send again."""

    type: str | None = None
    email: str | None = None
    phone: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


async def resend(auth: Auth, request: Call) -> None:
    """Mail again what is still waited for; nothing, silently, when nothing is."""
    auth.limits.check(Limit.MAIL, request)
    body = await read_body(request, ResendBody)
    email = _checked_email(body)
    challenge = find_challenge(body.code_challenge, body.code_challenge_method)
    async with as_owner(auth.pool) as conn:
        user = await find_user_by_email(conn, email, audience_of(auth, request), lock=True)
        waits = user is not None and (
            user.email_confirmed_at is None if body.type == "signup" else bool(user.email_change)
        )
        if user is None or not waits:
            await check_silent_gap(conn, auth, f"resend:{body.type}", email)
            return
        await _send_again(conn, auth, request, user, body, origin_of(auth, request, challenge))


async def _send_again(
    conn: Connection, auth: Auth, request: Call, user: User, body: ResendBody, origin: Origin
) -> None:
    if body.type == "signup":
        check_mail_gap(auth, user.confirmation_sent_at)
        await send_mail(conn, auth, Mail.CONFIRMATION, user, origin)
        await note(conn, auth, request, "user_confirmation_requested", user)
    else:
        check_mail_gap(auth, user.email_change_sent_at)
        await send_email_change(conn, auth, user, user.email_change, origin)


def _checked_email(body: ResendBody) -> str:
    if body.type not in {*BY_EMAIL, *BY_PHONE}:
        raise invalid("Missing one of these types: signup, email_change, sms, phone_change")
    if body.email and body.phone:
        raise invalid("Only an email address or phone number should be provided.")
    if not body.email and not body.phone:
        raise invalid("Missing email address or phone number")
    if body.type in BY_EMAIL and not body.email:
        raise invalid("Type provided requires an email address")
    if body.type in BY_PHONE and not body.phone:
        raise invalid("Type provided requires a phone number")
    if body.phone:
        check_phone(body.phone)
        raise AuthError(400, Code.PHONE_PROVIDER_DISABLED, "Phone logins are disabled")
    return check_email(body.email or "")
