"""Phone change: requested by PUT /user, confirmed by the code sent to the new number. Contract 1.4, 1.7."""

import asyncpg

from balai.backend.auth.account.email_change import SET_PROVIDERS
from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.notifications.emails import MessageOrigin
from balai.backend.auth.notifications.one_time_tokens import TokenKind
from balai.backend.auth.notifications.security_notices import SecurityNotice, send_security_notice
from balai.backend.auth.notifications.sms_codes import check_sms_interval, send_phone_code
from balai.backend.auth.users.create import ADD_IDENTITY, build_identity_data
from balai.backend.auth.users.rows import User, encode_object, find_user_by_phone
from balai.database.pool import Connection
from balai.messaging.queue import Channel

SET_PENDING_PHONE = "update auth.users set phone_change = $2, updated_at = $3 where id = $1"
COMPLETE_CHANGE = """
  update auth.users set phone = $2, phone_change = '', phone_confirmed_at = $3, is_anonymous = false, updated_at = $3
  where id = $1
"""
CONFIRM_PHONE = """
  update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, $2), is_anonymous = false, updated_at = $2
  where id = $1
"""
UPDATE_IDENTITY = """
  update auth.identities set
    identity_data = identity_data || jsonb_build_object('phone', $2::text, 'phone_verified', $4::boolean),
    updated_at = $3
  where user_id = $1 and provider = 'phone' returning true
"""


async def request_phone_change(
    conn: Connection, auth: AuthService, user: User, phone: str, origin: MessageOrigin, channel: Channel
) -> None:
    """Stores the new number and sends it a code; with autoconfirm sets it at once. The current one is no change."""
    if phone == (user.phone or ""):
        return
    await check_phone_free(conn, user, phone)
    if auth.config.sms_autoconfirm:
        await complete_phone_change(conn, auth, user, phone)
        return
    check_sms_interval(auth, user.phone_change_sent_at)
    await conn.execute(SET_PENDING_PHONE, user.id, phone, auth.now())
    await send_phone_code(conn, auth, user, TokenKind.PHONE_CHANGE, phone, origin, channel)


async def check_phone_free(conn: Connection, user: User, phone: str) -> None:
    """Raises AuthError 422 if another account has the number."""
    other = await find_user_by_phone(conn, phone, user.aud)
    if other is not None and other.id != user.id:
        raise phone_exists()


async def complete_phone_change(conn: Connection, auth: AuthService, user: User, phone: str) -> None:
    """Sets the account's new number as confirmed. Raises AuthError 422 if another account took it in the meantime."""
    try:
        await conn.execute(COMPLETE_CHANGE, user.id, phone, auth.now())
    except asyncpg.UniqueViolationError as error:
        raise phone_exists() from error
    await set_phone_identity(conn, auth, user, phone, is_verified=True)
    await send_security_notice(conn, auth, user, SecurityNotice.PHONE_CHANGED, new_phone=f"+{phone}")


async def confirm_phone(conn: Connection, auth: AuthService, user: User) -> None:
    """Marks the number as confirmed by its code. As in GoTrue, metadata and identity say nothing of it."""
    await conn.execute(CONFIRM_PHONE, user.id, auth.now())
    await conn.execute(SET_PROVIDERS, user.id)


async def set_phone_identity(conn: Connection, auth: AuthService, user: User, phone: str, *, is_verified: bool) -> None:
    """Sets the number of the user's phone identity, which is created if there is none."""
    now = auth.now()
    if not await conn.fetchval(UPDATE_IDENTITY, user.id, phone, now, is_verified):
        data = {**build_identity_data(user.id, "", {}), "phone": phone, "phone_verified": is_verified}
        await conn.execute(ADD_IDENTITY, str(user.id), user.id, encode_object(data), "phone", now)
    await conn.execute(SET_PROVIDERS, user.id)


def phone_exists() -> AuthError:
    """The error for a number that another account has."""
    return AuthError(422, Code.PHONE_EXISTS, "A user with this phone number has already been registered")
