"""The JSON form of a user (contract 2.1 to 2.3), built by PostgreSQL in one statement.

Every response that contains a user uses it, so that no two endpoints can differ.
"""

from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.users.rows import user_not_found
from balai.database.pool import Connection

# RFC 3339 in UTC, always with microseconds.
_TIME = """to_char({} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""


def _times(row: str, *names: str) -> str:
    return ", ".join(f"'{name}', {_TIME.format(f'{row}.{name}')}" for name in names)


USER_TIMES = (
    "created_at",
    "updated_at",
    "email_confirmed_at",
    "phone_confirmed_at",
    "confirmed_at",
    "invited_at",
    "confirmation_sent_at",
    "recovery_sent_at",
    "email_change_sent_at",
    "phone_change_sent_at",
    "reauthentication_sent_at",
    "last_sign_in_at",
    "banned_until",
    "deleted_at",
    "password_removed_at",
)
IDENTITIES = f"""
  coalesce((select jsonb_agg(
    jsonb_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'provider', i.provider,
      {_times("i", "created_at", "updated_at")}, 'identity_data', i.identity_data)
    || jsonb_strip_nulls(jsonb_build_object({_times("i", "last_sign_in_at")}, 'email', i.email))
    order by i.created_at, i.id) from auth.identities as i where i.user_id = u.id), '[]')
"""  # noqa: S608
# For a row of auth.mfa_factors named f.
FACTOR_JSON = f"""
  (jsonb_build_object('id', f.id, {_times("f", "created_at", "updated_at", "last_challenged_at")},
      'status', f.status, 'factor_type', f.factor_type, 'phone', coalesce(f.phone, ''))
    || jsonb_strip_nulls(jsonb_build_object('friendly_name', nullif(f.friendly_name, ''),
      'web_authn_aaguid', f.web_authn_aaguid)))
"""
FACTORS = f"""
  (select jsonb_agg({FACTOR_JSON} order by f.created_at, f.id) from auth.mfa_factors as f where f.user_id = u.id)
"""  # noqa: S608
# For a row of auth.users named u. Null fields are left out, except inside the two metadata objects.
_FIELDS = f"""
  jsonb_strip_nulls(jsonb_build_object('id', u.id, 'aud', u.aud, 'role', u.role,
    'email', coalesce(u.email, ''), 'phone', coalesce(u.phone, ''),
    'new_email', nullif(u.email_change, ''), 'new_phone', nullif(u.phone_change, ''), 'is_anonymous', u.is_anonymous,
    'ban_reason', u.ban_reason,
    {_times("u", *USER_TIMES)}))
  || jsonb_build_object('app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data)
"""
USER_JSON = f"""
  ({_FIELDS} || jsonb_build_object('identities', {IDENTITIES})
  || coalesce((select jsonb_build_object('factors', f) from {FACTORS} as found(f) where f is not null), '{{}}'))::text
"""  # noqa: S608
# The protocol's list of users has neither identities nor factors.
LISTED_USER_JSON = f"({_FIELDS} || jsonb_build_object('identities', null))::text"
SELECT_USER = f"select {USER_JSON} from auth.users as u where u.id = $1"  # noqa: S608
SELECT_UNSTORED = f"select {USER_JSON} from jsonb_populate_record(null::auth.users, $1) as u"  # noqa: S608
LIST_FACTORS = f"""
  select coalesce(jsonb_agg({FACTOR_JSON} order by f.created_at, f.id), '[]')::text
  from auth.mfa_factors as f where f.user_id = $1
"""  # noqa: S608
SELECT_FACTOR = f"select {FACTOR_JSON}::text from auth.mfa_factors as f where f.id = $1"  # noqa: S608


async def render_user(conn: Connection, user_id: UUID) -> msgspec.Raw:
    """The JSON of a stored user. Raises AuthError 404."""
    text = await conn.fetchval(SELECT_USER, user_id)
    if text is None:
        raise user_not_found()
    return msgspec.Raw(text.encode())


async def render_unstored_user(conn: Connection, columns: dict[str, Any]) -> msgspec.Raw:
    """The JSON of a user that is not stored, from the columns of a row of auth.users."""
    text = await conn.fetchval(SELECT_UNSTORED, msgspec.json.encode(columns).decode())
    return msgspec.Raw(text.encode())


async def render_factors(conn: Connection, user_id: UUID) -> msgspec.Raw:
    """The JSON list of a user's second factors, oldest first."""
    return msgspec.Raw((await conn.fetchval(LIST_FACTORS, user_id)).encode())


async def render_factor(conn: Connection, factor_id: UUID) -> msgspec.Raw:
    """The JSON of a stored second factor."""
    return msgspec.Raw((await conn.fetchval(SELECT_FACTOR, factor_id)).encode())
