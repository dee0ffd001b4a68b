"""POST /recover: emails a link to set a new password; the response is the same for known and unknown emails."""

import msgspec

from balai.backend.auth.account.email_change import find_email_owner, remove_unverified_credentials
from balai.backend.auth.audit import record
from balai.backend.auth.authentication import requested_audience
from balai.backend.auth.captcha.verification import check_captcha
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.notifications.email_policy import check_email_enabled, check_recipient_allowed
from balai.backend.auth.notifications.emails import (
    EmailKind,
    check_requested_email,
    check_unsent_email,
    origin_of,
    send_email,
)
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions.pkce import read_challenge
from balai.backend.auth.users.contact_details import check_email
from balai.database.transaction import as_owner


class RecoverBody(msgspec.Struct, frozen=True):
    """Body of a recovery."""

    email: str | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


async def recover(auth: AuthService, request: AuthRequest) -> None:
    """Email a recovery link if the account exists."""
    await auth.limits.check(Limit.OTP, request)
    await check_captcha(auth, request)
    body = await read_body(request, RecoverBody)
    if not body.email:
        raise invalid("Password recovery requires an email")
    check_email_enabled(auth)
    email = check_email(body.email)
    check_recipient_allowed(auth, email)
    challenge = read_challenge(body.code_challenge, body.code_challenge_method)
    async with as_owner(auth.pool) as conn:
        user = await find_email_owner(conn, auth, email, requested_audience(auth, request))
        if user is None:
            await check_unsent_email(conn, auth, "recovery", email)
            return
        await check_requested_email(conn, auth, "recovery", email, user.recovery_sent_at)
        user = await remove_unverified_credentials(conn, auth, user, metadata={})
        await send_email(conn, auth, EmailKind.RECOVERY, user, origin_of(auth, request, challenge))
        await record(conn, auth, request, "user_recovery_requested", user)
