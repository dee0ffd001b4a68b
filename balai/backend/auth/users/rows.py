"""A user as the rows hold her and as the wire shows her. Contract 2.1 and 2.2."""

from collections.abc import Sequence
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
  is_sso_user, is_anonymous, created_at, updated_at
"""
FIND_BY_EMAIL = f"select {COLUMNS} from auth.users where lower(email) = $1 and aud = $2 and not is_sso_user"  # noqa: S608
FIND_BY_PHONE = f"select {COLUMNS} from auth.users where phone = $1 and aud = $2 and not is_sso_user"  # noqa: S608
FIND_BY_ID = f"select {COLUMNS} from auth.users where id = $1"  # noqa: S608
# Others may go on to refer to the row: a refresh, which holds its session and adds a token of the user's, does not wait
# here while a change of password, which holds the user, waits for the session.
ROW_LOCK = " for no key update"
LIST_IDENTITIES = """
  select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
  from auth.identities where user_id = $1 order by created_at, id
"""


LIST_FACTORS = """
  select id, created_at, updated_at, status::text, friendly_name, factor_type::text, coalesce(phone, '') as phone,
    last_challenged_at, web_authn_aaguid
  from auth.mfa_factors where user_id = $1 order by created_at, id
"""


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
    created_at: datetime
    updated_at: datetime

    def is_banned(self, now: datetime) -> bool:
        """Whether the user may not sign in or act at this time."""
        return self.banned_until is not None and self.banned_until > now

    @property
    def metadata(self) -> dict[str, Any]:
        """What the user says about herself."""
        return decode_object(self.raw_user_meta_data)

    @property
    def app_metadata(self) -> dict[str, Any]:
        """What the system says about her."""
        return decode_object(self.raw_app_meta_data)


def decode_object(text: str) -> dict[str, Any]:
    """A JSON object out of a jsonb column."""
    return msgspec.json.decode(text, type=dict[str, Any])


def encode_object(value: dict[str, Any]) -> str:
    """A JSON object for a jsonb column."""
    return msgspec.json.encode(value).decode()


class IdentityView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A way of signing in, as the wire shows it."""

    identity_id: UUID
    id: str
    user_id: UUID
    identity_data: msgspec.Raw
    provider: str
    last_sign_in_at: datetime | None = None
    created_at: datetime
    updated_at: datetime
    email: str | None = None


class FactorView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A second factor, as the wire shows it. Contract 2.3."""

    id: UUID
    created_at: datetime
    updated_at: datetime
    status: str
    friendly_name: str = ""
    factor_type: str
    phone: str
    last_challenged_at: datetime | None
    web_authn_aaguid: UUID | None = None


class UserView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A user as the wire shows her: fields with a default are left out when unset, the others are always there."""

    id: UUID
    aud: str
    role: str
    email: str
    email_confirmed_at: datetime | None = None
    invited_at: datetime | None = None
    phone: str
    phone_confirmed_at: datetime | None = None
    confirmation_sent_at: datetime | None = None
    confirmed_at: datetime | None = None
    recovery_sent_at: datetime | None = None
    new_email: str = ""
    email_change_sent_at: datetime | None = None
    new_phone: str = ""
    phone_change_sent_at: datetime | None = None
    reauthentication_sent_at: datetime | None = None
    last_sign_in_at: datetime | None = None
    app_metadata: msgspec.Raw
    user_metadata: msgspec.Raw
    identities: list[IdentityView] | None
    factors: list[FactorView] = []
    created_at: datetime
    updated_at: datetime
    banned_until: datetime | None = None
    deleted_at: datetime | None = None
    is_anonymous: bool


async def find_user_by_email(conn: Connection, email: str, audience: str, *, lock: bool = False) -> User | None:
    """The user of an address, in any case; `lock` holds her row until the transaction ends."""
    row = await conn.fetchrow(FIND_BY_EMAIL + (ROW_LOCK if lock else ""), email.lower(), audience)
    return User(**dict(row)) if row else None


async def find_user_by_phone(conn: Connection, phone: str, audience: str, *, lock: bool = False) -> User | None:
    """The user of a number, E.164 without the plus; `lock` holds her row until the transaction ends."""
    row = await conn.fetchrow(FIND_BY_PHONE + (ROW_LOCK if lock else ""), phone, audience)
    return User(**dict(row)) if row else None


async def find_user(conn: Connection, user_id: UUID, *, lock: bool = False) -> User | None:
    """The user of an id."""
    row = await conn.fetchrow(FIND_BY_ID + (ROW_LOCK if lock else ""), user_id)
    return User(**dict(row)) if row else None


async def get_user(conn: Connection, user_id: UUID, *, lock: bool = False) -> User:
    """The user of an id. Raises AuthError 404."""
    user = await find_user(conn, user_id, lock=lock)
    if user is None:
        raise user_not_found()
    return user


def user_not_found() -> AuthError:
    """The refusal of an account that is not there, or not any more."""
    return AuthError(404, Code.USER_NOT_FOUND, "User not found")


async def show_user(conn: Connection, user: User) -> UserView:
    """The user with her identities and her second factors, for the wire."""
    rows = await conn.fetch(LIST_IDENTITIES, user.id)
    factors = [FactorView(**dict(row)) for row in await conn.fetch(LIST_FACTORS, user.id)]
    return view_of(user, [_identity_view(dict(row)) for row in rows], factors)


def view_of(user: User, identities: list[IdentityView] | None, factors: Sequence[FactorView] = ()) -> UserView:
    """The user for the wire, with these identities."""
    return UserView(
        id=user.id,
        aud=user.aud,
        role=user.role,
        email=user.email or "",
        email_confirmed_at=user.email_confirmed_at,
        invited_at=user.invited_at,
        phone=user.phone or "",
        phone_confirmed_at=user.phone_confirmed_at,
        confirmation_sent_at=user.confirmation_sent_at,
        confirmed_at=user.confirmed_at,
        recovery_sent_at=user.recovery_sent_at,
        new_email=user.email_change,
        email_change_sent_at=user.email_change_sent_at,
        new_phone=user.phone_change,
        phone_change_sent_at=user.phone_change_sent_at,
        reauthentication_sent_at=user.reauthentication_sent_at,
        last_sign_in_at=user.last_sign_in_at,
        app_metadata=msgspec.Raw(user.raw_app_meta_data.encode()),
        user_metadata=msgspec.Raw(user.raw_user_meta_data.encode()),
        identities=identities,
        factors=list(factors),
        created_at=user.created_at,
        updated_at=user.updated_at,
        banned_until=user.banned_until,
        deleted_at=user.deleted_at,
        is_anonymous=user.is_anonymous,
    )


def _identity_view(row: dict[str, Any]) -> IdentityView:
    data = msgspec.Raw(row.pop("identity_data").encode())
    return IdentityView(identity_id=row.pop("id"), id=row.pop("provider_id"), identity_data=data, **row)
