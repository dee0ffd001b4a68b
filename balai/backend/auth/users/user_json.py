"""A user as the wire shows her (contract 2.1 to 2.3), made by PostgreSQL: one statement, and nothing to do here.

`users.UserView` says the same in Python, for where a user has just been changed and is at hand.
"""

# RFC 3339, UTC, always with its fraction.
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
)
IDENTITIES = f"""
  coalesce((select jsonb_agg(
    jsonb_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'provider', i.provider,
      {_times("i", "created_at", "updated_at")}, 'identity_data', i.identity_data)
    || jsonb_strip_nulls(jsonb_build_object({_times("i", "last_sign_in_at")}, 'email', i.email))
    order by i.created_at, i.id) from auth.identities as i where i.user_id = u.id), '[]')
"""  # noqa: S608
FACTORS = f"""
  (select jsonb_agg(
    jsonb_build_object('id', f.id, {_times("f", "created_at", "updated_at", "last_challenged_at")},
      'status', f.status, 'factor_type', f.factor_type, 'phone', coalesce(f.phone, ''))
    || jsonb_strip_nulls(jsonb_build_object('friendly_name', nullif(f.friendly_name, ''),
      'web_authn_aaguid', f.web_authn_aaguid))
    order by f.created_at, f.id) from auth.mfa_factors as f where f.user_id = u.id)
"""  # noqa: S608
# Of a row of auth.users named u. What is null is left out, except inside what applications keep there themselves.
USER_JSON = f"""
  (jsonb_strip_nulls(jsonb_build_object('id', u.id, 'aud', u.aud, 'role', u.role,
    'email', coalesce(u.email, ''), 'phone', coalesce(u.phone, ''),
    'new_email', nullif(u.email_change, ''), 'new_phone', nullif(u.phone_change, ''), 'is_anonymous', u.is_anonymous,
    {_times("u", *USER_TIMES)}))
  || jsonb_build_object('app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data,
    'identities', {IDENTITIES})
  || coalesce((select jsonb_build_object('factors', f) from {FACTORS} as found(f) where f is not null), '{{}}'))::text
"""  # noqa: S608
