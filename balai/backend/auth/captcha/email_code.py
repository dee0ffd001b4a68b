"""A code by email, as an alternative for users who cannot use the CAPTCHA. An endpoint of ours, not in the contract.

Only used codes are stored: a code is computed from the address and the time, so it needs neither a table nor an
account. The token is a prefix, the code and the address. It proves access to the mailbox, which costs a bot more than a
challenge. It does not sign in.
"""

import hashlib
import hmac
from datetime import UTC, datetime, timedelta

import msgspec

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.http import read_body
from balai.backend.auth.notifications.email_policy import check_recipient_allowed
from balai.backend.auth.notifications.emails import check_address_interval, origin_of
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.users.contact_details import check_email, choose_language
from balai.database.transaction import as_owner
from balai.messaging.queue import OutgoingMessage

EMAIL_CODE_PREFIX = "email:"
# A code is valid until the end of the window after its own: 10 to 20 minutes.
WINDOW = timedelta(minutes=10)
MARK_USED = (
    "insert into auth.used_captcha_solutions (id, expires_at) values ($1, $2) on conflict do nothing returning true"
)


class EmailBody(msgspec.Struct, frozen=True):
    """Body of the request."""

    email: str | None = None


async def send_code(auth: AuthService, request: AuthRequest) -> dict[str, str]:
    """Sends the code. Raises AuthError 404 if no CAPTCHA is required, 400 for the address, 429 when too soon."""
    if not auth.config.captcha_provider:
        raise AuthError(404, Code.CAPTCHA_FAILED, "No captcha is asked for")
    await auth.limits.check(Limit.OTP, request)
    email = check_email((await read_body(request, EmailBody)).email or "")
    check_recipient_allowed(auth, email)
    origin = origin_of(auth, request)
    language = choose_language({}, origin.redirect_to, origin.accept_language)
    code = _code(auth, email, _window(auth.now()))
    async with as_owner(auth.pool) as conn:
        interval, limit = auth.config.email_min_interval, Code.OVER_EMAIL_SEND_RATE_LIMIT
        await check_address_interval(conn, auth, "captcha", email, interval, limit)
        await auth.limits.take_quota(conn, Limit.EMAIL_SENT)
        await auth.mailer.queue(conn, OutgoingMessage("reauthentication", email, language, {"code": code}))
    return {}


async def is_valid_email_code(auth: AuthService, token: str) -> bool:
    """Whether this is an emailed code that has not been used yet. Raises AuthError 429 after too many guesses."""
    code, _, address = token.removeprefix(EMAIL_CODE_PREFIX).partition(":")
    email, last = address.strip().lower(), _window(auth.now())
    await auth.limits.check_code_attempts(f"captcha {email}")
    for window in (last, last - 1):
        if hmac.compare_digest(_code(auth, email, window).encode(), code.strip().encode("utf-8", "replace")):
            spent_id = hashlib.sha256(f"{email} {window}".encode("utf-8", "replace")).digest()[:16]
            ends_at = datetime.fromtimestamp(0, UTC) + WINDOW * (window + 2)
            return bool(await auth.pool.fetchval(MARK_USED, spent_id, ends_at))
    return False


def _window(now: datetime) -> int:
    return int(now.timestamp() // WINDOW.total_seconds())


def _code(auth: AuthService, email: str, window: int) -> str:
    message = f"captcha by mail {window} {email}".encode("utf-8", "replace")
    digest = hmac.new(auth.config.jwt_secret.encode(), message, hashlib.sha256).digest()
    return f"{int.from_bytes(digest[:8]) % 10**6:06}"
