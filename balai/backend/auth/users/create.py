"""Creates accounts and confirms email addresses, for sign-up, invitations, one-time codes and administration."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.backend.auth.users.rows import User, encode_object, get_user
from balai.database.pool import Connection

ADD_USER = """
  insert into auth.users
    (id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data, email_confirmed_at,
     phone_confirmed_at, banned_until, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
"""
ADD_IDENTITY = """
  insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5, $5)
"""
CONFIRM_EMAIL = """
  update auth.users set email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2,
    is_anonymous = false, raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
  where id = $1
"""
VERIFY_IDENTITY = """
  update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
  where user_id = $1 and provider = 'email'
"""


class NewUser(msgspec.Struct, frozen=True, kw_only=True):
    """The values of a new account."""

    email: str = ""
    phone: str = ""
    password_hash: str | None = None
    metadata: dict[str, Any] = {}
    app_metadata: dict[str, Any] = {}
    audience: str
    role: str
    id: UUID | None = None
    email_confirmed_at: datetime | None = None
    phone_confirmed_at: datetime | None = None
    banned_until: datetime | None = None
    # Administration stores exactly the given metadata. A sign-up adds the protocol's own keys.
    exact_metadata: bool = False


async def add_user(conn: Connection, new: NewUser, now: datetime) -> User:
    """Inserts a user with an identity for each address. Raises asyncpg.UniqueViolationError if one is taken."""
    user_id = new.id or uuid4()
    providers = [name for name, value in (("email", new.email), ("phone", new.phone)) if value]
    signup_metadata = build_identity_data(user_id, new.email, new.metadata)
    metadata = new.metadata if new.exact_metadata else signup_metadata
    if new.email_confirmed_at is not None:
        metadata = {**metadata, "email_verified": True}
    await conn.execute(
        ADD_USER,
        user_id,
        new.audience,
        new.role,
        new.email or None,
        new.phone or None,
        new.password_hash,
        encode_object({"provider": providers[0], "providers": providers, **new.app_metadata}),
        encode_object(metadata),
        new.email_confirmed_at,
        new.phone_confirmed_at,
        new.banned_until,
        now,
    )
    for provider in providers:
        data = signup_metadata if not new.exact_metadata else _admin_identity_data(user_id, new, provider)
        await conn.execute(ADD_IDENTITY, str(user_id), user_id, encode_object(data), provider, now)
    return await get_user(conn, user_id)


def build_identity_data(user_id: UUID, email: str, metadata: dict[str, Any]) -> dict[str, Any]:
    """Builds the data of an email identity: the protocol's keys override the client's."""
    protocol_keys: dict[str, Any] = {"sub": str(user_id)}
    if email:
        protocol_keys["email"] = email
    protocol_keys |= {"email_verified": False, "phone_verified": False}
    return {**metadata, **protocol_keys}


async def confirm_email(conn: Connection, user_id: UUID, now: datetime, *, by_code: bool) -> None:
    """Marks the email as confirmed. `by_code`: the user proved it by an emailed code, not by autoconfirm."""
    await conn.execute(CONFIRM_EMAIL, user_id, now)
    if by_code:
        await conn.execute(VERIFY_IDENTITY, user_id, now)


def _admin_identity_data(user_id: UUID, new: NewUser, provider: str) -> dict[str, Any]:
    value = new.email if provider == "email" else new.phone
    return {
        "sub": str(user_id),
        provider: value,
        "email_verified": new.email_confirmed_at is not None and provider == "email",
        "phone_verified": new.phone_confirmed_at is not None and provider == "phone",
    }
