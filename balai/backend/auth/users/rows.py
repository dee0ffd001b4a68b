"""Rows of auth.users. Contract 2.1 and 2.2."""

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.errors import AuthError, Code
from balai.database.pool import Connection

COLUMNS = """
  id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, confirmed_at, invited_at,
  confirmation_sent_at, recovery_sent_at, email_change, email_change_sent_at, phone_change, phone_change_sent_at,
  reauthentication_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, banned_until, deleted_at,
  is_sso_user, is_anonymous, password_removed_at, created_at, updated_at
"""
FIND_BY_EMAIL = f"select {COLUMNS} from auth.users where lower(email) = $1 and aud = $2 and not is_sso_user"  # noqa: S608
FIND_BY_PHONE = f"select {COLUMNS} from auth.users where phone = $1 and aud = $2 and not is_sso_user"  # noqa: S608
FIND_BY_ID = f"select {COLUMNS} from auth.users where id = $1"  # noqa: S608
# This lock mode allows foreign key references to the row. A refresh locks its session and inserts a token that
# references the user; it must not wait for a password change, which locks the user and waits for the session.
ROW_LOCK = " for no key update"


class User(msgspec.Struct, frozen=True, kw_only=True):
    """One row of auth.users."""

    id: UUID
    aud: str
    role: str
    email: str | None
    phone: str | None
    encrypted_password: str | None
    email_confirmed_at: datetime | None
    phone_confirmed_at: datetime | None
    confirmed_at: datetime | None
    invited_at: datetime | None
    confirmation_sent_at: datetime | None
    recovery_sent_at: datetime | None
    email_change: str
    email_change_sent_at: datetime | None
    phone_change: str
    phone_change_sent_at: datetime | None
    reauthentication_sent_at: datetime | None
    last_sign_in_at: datetime | None
    raw_app_meta_data: str
    raw_user_meta_data: str
    banned_until: datetime | None
    deleted_at: datetime | None
    is_sso_user: bool
    is_anonymous: bool
    password_removed_at: datetime | None
    created_at: datetime
    updated_at: datetime

    def is_banned(self, now: datetime) -> bool:
        """Whether the user is banned at this time."""
        return self.banned_until is not None and self.banned_until > now

    @property
    def metadata(self) -> dict[str, Any]:
        """Metadata that the user sets."""
        return decode_object(self.raw_user_meta_data)

    @property
    def app_metadata(self) -> dict[str, Any]:
        """Metadata that the system sets."""
        return decode_object(self.raw_app_meta_data)


def decode_object(text: str) -> dict[str, Any]:
    """Decodes a JSON object from a jsonb column."""
    return msgspec.json.decode(text, type=dict[str, Any])


def encode_object(value: dict[str, Any]) -> str:
    """Encodes a JSON object for a jsonb column."""
    return msgspec.json.encode(value).decode()


async def find_user_by_email(conn: Connection, email: str, audience: str, *, lock: bool = False) -> User | None:
    """Finds a user by email, case-insensitively. `lock` locks the row until the transaction ends."""
    row = await conn.fetchrow(FIND_BY_EMAIL + (ROW_LOCK if lock else ""), email.lower(), audience)
    return User(**dict(row)) if row else None


async def find_user_by_phone(conn: Connection, phone: str, audience: str, *, lock: bool = False) -> User | None:
    """Finds a user by phone number, E.164 without the plus. `lock` locks the row until the transaction ends."""
    row = await conn.fetchrow(FIND_BY_PHONE + (ROW_LOCK if lock else ""), phone, audience)
    return User(**dict(row)) if row else None


async def find_user(conn: Connection, user_id: UUID, *, lock: bool = False) -> User | None:
    """Finds a user by id. `lock` locks the row until the transaction ends."""
    row = await conn.fetchrow(FIND_BY_ID + (ROW_LOCK if lock else ""), user_id)
    return User(**dict(row)) if row else None


async def get_user(conn: Connection, user_id: UUID, *, lock: bool = False) -> User:
    """Returns a user by id. Raises AuthError 404."""
    user = await find_user(conn, user_id, lock=lock)
    if user is None:
        raise user_not_found()
    return user


def user_not_found() -> AuthError:
    """The error for an account that does not exist or was deleted."""
    return AuthError(404, Code.USER_NOT_FOUND, "User not found")
