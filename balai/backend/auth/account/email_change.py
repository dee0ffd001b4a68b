"""Email change: requested by PUT /user, confirmed by the codes sent to both addresses. Contract 4.4."""

from typing import Any

import asyncpg

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.notifications.emails import MessageOrigin, check_email_interval, send_email_change
from balai.backend.auth.notifications.security_notices import SecurityNotice, send_security_notice
from balai.backend.auth.users.contact_details import check_email
from balai.backend.auth.users.create import ADD_IDENTITY, build_identity_data
from balai.backend.auth.users.rows import User, encode_object, find_user_by_email, get_user
from balai.database.pool import Connection

SET_PENDING_EMAIL = (
    "update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = $3 where id = $1"
)
COMPLETE_CHANGE = """
  update auth.users set
    email = email_change, email_change = '', email_change_confirm_status = 0, is_anonymous = false,
    email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2
  where id = $1
"""
REMOVE_PROVIDER_IDENTITIES = """
  delete from auth.identities where user_id = $1 and provider not in ('email', 'phone') returning true
"""
REVOKE_SIGN_INS = """
  with sessions as (delete from auth.sessions where user_id = $1),
       passkeys as (delete from auth.passkeys where user_id = $1),
       factors as (delete from auth.mfa_factors where user_id = $1)
  update auth.users set encrypted_password = case when $2 then encrypted_password end,
    raw_user_meta_data = coalesce($3::jsonb, raw_user_meta_data)
  where id = $1
"""
# An email set by administration or a sign-up has an email identity.
REMOVE_EMAIL = """
  update auth.users set email = null, updated_at = $2
  where id = $1 and not exists (select from auth.identities where user_id = $1 and provider = 'email') returning true
"""
UPDATE_IDENTITY = """
  update auth.identities set
    identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', $4::boolean),
    updated_at = $3
  where user_id = $1 and provider = 'email' returning true
"""
SET_PROVIDERS = """
  update auth.users set raw_app_meta_data = raw_app_meta_data || (
    select jsonb_build_object('provider', (array_agg(provider order by since, provider))[1],
                              'providers', coalesce(jsonb_agg(provider order by since, provider), '[]'))
    from (select provider, min(created_at) as since from auth.identities where user_id = $1 group by provider) as own)
  where id = $1
"""


async def request_email_change(
    conn: Connection, auth: AuthService, user: User, text: str, origin: MessageOrigin
) -> None:
    """Stores the new address and sends the codes. Does nothing if it is the current address."""
    email = check_email(text)
    if email == (user.email or "").lower():
        return
    await check_email_free(conn, user, email)
    if user.is_anonymous and auth.config.email_autoconfirm:
        await conn.execute(SET_PENDING_EMAIL, user.id, email, auth.now())
        await complete_email_change(conn, auth, await get_user(conn, user.id))
        return
    check_email_interval(auth, user.email_change_sent_at)
    await conn.execute(SET_PENDING_EMAIL, user.id, email, auth.now())
    await send_email_change(conn, auth, user, email, origin)


async def check_email_free(conn: Connection, user: User, email: str) -> None:
    """Raises AuthError 422 if another account has the address."""
    other = await find_user_by_email(conn, email, user.aud)
    if other is not None and other.id != user.id:
        raise email_exists()


async def complete_email_change(conn: Connection, auth: AuthService, user: User) -> None:
    """Sets the account's new address. Raises AuthError 422 if another account took it in the meantime."""
    if not user.email_change:
        raise AuthError(403, Code.OTP_EXPIRED, "Email link is invalid or has expired")
    try:
        await conn.execute(COMPLETE_CHANGE, user.id, auth.now())
    except asyncpg.UniqueViolationError as error:
        raise email_exists() from error
    await set_email_identity(conn, auth, user, user.email_change, is_verified=True)
    await send_security_notice(conn, auth, user, SecurityNotice.EMAIL_CHANGED, new_email=user.email_change)


async def set_email_identity(conn: Connection, auth: AuthService, user: User, email: str, *, is_verified: bool) -> None:
    """Sets the address of the user's email identity, which is created if there is none."""
    if not await conn.fetchval(UPDATE_IDENTITY, user.id, email, auth.now(), is_verified):
        data = {**build_identity_data(user.id, email, {}), "email_verified": is_verified}
        await conn.execute(ADD_IDENTITY, str(user.id), user.id, encode_object(data), "email", auth.now())
    await conn.execute(SET_PROVIDERS, user.id)


async def remove_unverified_credentials(
    conn: Connection,
    auth: AuthService,
    user: User,
    *,
    keep_password: bool = False,
    metadata: dict[str, Any] | None = None,
) -> User:
    """Removes the password of an unconfirmed account, and identities whose email the provider had not verified. Returns
    the changed user: the message has to be in their language.

    The message about to be sent may be requested by its real owner, while another user created the account. Confirming
    it must not let that other user in. `keep_password`: the requester supplied it. `metadata`: that of the requester,
    which replaces the other user's; the inviter's metadata of an invited account stays.
    """
    if user.confirmed_at is None:
        own = None
        if metadata is not None and user.invited_at is None:
            own = encode_object(build_identity_data(user.id, user.email or "", metadata))
        await conn.execute(REVOKE_SIGN_INS, user.id, keep_password, own)
    if user.email_confirmed_at is None and await conn.fetchval(REMOVE_PROVIDER_IDENTITIES, user.id):
        await set_email_identity(conn, auth, user, user.email or "", is_verified=False)
    return user if user.confirmed_at is not None else await get_user(conn, user.id)


async def find_email_owner(conn: Connection, auth: AuthService, email: str, audience: str) -> User | None:
    """Finds the account that the owner of an email may confirm by a message, with its row locked. None: there is none.

    An account with a confirmed phone belongs to the phone's owner. An email on it that no provider verified is removed
    from it. Otherwise the email's owner would get into that account.
    """
    user = await find_user_by_email(conn, email, audience, lock=True)
    if user is None or user.email_confirmed_at is not None or user.phone_confirmed_at is None:
        return user
    return None if await conn.fetchval(REMOVE_EMAIL, user.id, auth.now()) else user


def email_exists(status: int = 422) -> AuthError:
    """The error for an email that another account has. Status 400 when an identity would have added it."""
    return AuthError(status, Code.EMAIL_EXISTS, "A user with this email address has already been registered")
