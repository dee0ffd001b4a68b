"""Codes by SMS: kinds, minimum interval and the message itself. Contract 4.1 and 4.2.

An SMS is queued in the transaction that causes it and sent by a job, like an email. The response precedes the
provider's result, so it cannot reveal whether a number has an account. For the same reason it contains no message id of
the provider.
"""

from datetime import datetime, timedelta

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.hooks.send_message import with_sms_hook_payload
from balai.backend.auth.notifications.emails import MessageOrigin, check_address_interval, check_interval
from balai.backend.auth.notifications.one_time_tokens import TokenKind, create_code, new_digits
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.users.contact_details import choose_language
from balai.backend.auth.users.rows import User
from balai.database.pool import Connection
from balai.messaging.queue import Channel, OutgoingMessage

TEST_MESSAGE_ID = "test-otp"
TEST_CODE_TTL = timedelta(days=3650)
INVALID_CHANNEL = (
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio "
    "Verify is used as the provider."
)
# Sign-up and sign-in use the same column: both confirm the phone.
SET_SENT_AT = {
    TokenKind.CONFIRMATION: "update auth.users set confirmation_sent_at = $2, updated_at = $2 where id = $1",
    TokenKind.PHONE_CHANGE: "update auth.users set phone_change_sent_at = $2, updated_at = $2 where id = $1",
    TokenKind.REAUTHENTICATION: "update auth.users set reauthentication_sent_at = $2, updated_at = $2 where id = $1",
}


def check_channel(auth: AuthService, text: str | None) -> Channel:
    """Returns the channel of a message. Raises AuthError 400 for an unknown one."""
    if not text or text == "sms":
        return "sms"
    if text == "whatsapp" and auth.config.sms_provider in {"twilio", "webhook"}:
        return "whatsapp"
    raise invalid(INVALID_CHANNEL)


def check_sms_interval(auth: AuthService, last_sent: datetime | None) -> None:
    """Raises AuthError 429 if the same kind of SMS was sent to this user less than a minute ago."""
    check_interval(auth, last_sent, auth.config.sms_min_interval, Code.OVER_SMS_SEND_RATE_LIMIT)


async def check_requested_sms(conn: Connection, auth: AuthService, phone: str, last_sent: datetime | None) -> None:
    """Applies the interval to an SMS that is sent on request, as check_requested_email() does to an email."""
    if auth.config.reveals_unknown_addresses:
        check_sms_interval(auth, last_sent)
    else:
        await _check_sms_request(conn, auth, phone)


async def check_unsent_sms(conn: Connection, auth: AuthService, phone: str) -> None:
    """Applies the interval and the SMS quota to a request that is answered without sending anything."""
    await auth.limits.check_quota(conn, Limit.SMS_SENT)
    await _check_sms_request(conn, auth, phone)


async def _check_sms_request(conn: Connection, auth: AuthService, phone: str) -> None:
    # The same for sign-up and sign-in: each SMS costs.
    interval, code = auth.config.sms_min_interval, Code.OVER_SMS_SEND_RATE_LIMIT
    await check_address_interval(conn, auth, "sms", phone, interval, code)


async def send_phone_code(
    conn: Connection,
    auth: AuthService,
    user: User,
    kind: TokenKind,
    phone: str,
    origin: MessageOrigin,
    channel: Channel = "sms",
) -> str:
    """Queues an SMS with a new code of this kind and stores the time. Returns the value of `message_id`."""
    now = auth.now()
    digits = find_test_code(auth, phone) or new_digits(auth.config.sms_code_length)
    await create_code(conn, user.id, kind, phone, digits, pkce=False, now=now)
    await conn.execute(SET_SENT_AT[kind], user.id, now)
    language = choose_language(user.metadata, origin.redirect_to, origin.accept_language)
    return await send_sms_code(conn, auth, user, phone, digits, language=language, channel=channel)


def find_test_code(auth: AuthService, phone: str) -> str:
    """Returns the fixed code of a test number; empty for any other number."""
    until = auth.config.sms_test_codes_until
    return auth.config.sms_test_codes.get(phone, "") if until is None or auth.now() < until else ""


def sms_code_ttl(auth: AuthService, phone: str) -> timedelta:
    """Returns the lifetime of a code. That of a test number does not expire, as in GoTrue."""
    return TEST_CODE_TTL if find_test_code(auth, phone) else auth.config.sms_code_ttl


async def send_sms_code(
    conn: Connection,
    auth: AuthService,
    user: User,
    phone: str,
    digits: str,
    *,
    language: str,
    channel: Channel = "sms",
    ttl: timedelta | None = None,
) -> str:
    """Queues an SMS with these digits, which expires with them. Used for MFA codes too, which are stored elsewhere."""
    if find_test_code(auth, phone):
        return TEST_MESSAGE_ID
    if not auth.config.sms_provider:
        raise AuthError(500, Code.UNEXPECTED_FAILURE, "Unable to get SMS provider")
    expires_at = auth.now() + (ttl or auth.config.sms_code_ttl)
    message = OutgoingMessage(
        "code", phone, language, {"code": digits}, channel=channel, expires_at=expires_at, user_id=user.id
    )
    await auth.limits.take_quota(conn, Limit.SMS_SENT)
    await auth.mailer.queue(conn, await with_sms_hook_payload(conn, auth, message, user, digits))
    return ""


def message_id_body(message_id: str) -> dict[str, str]:
    """Builds the response body of a request that sent an SMS, with the message id if there is one."""
    return {"message_id": message_id} if message_id else {}
