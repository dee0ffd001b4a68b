"""Creates sessions at sign-in and builds token responses. Contract 2.4, 2.5, 3.1."""

import base64
import secrets
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.hooks.access_token import customize_claims
from balai.backend.auth.rate_limits import find_client_ip
from balai.backend.auth.sessions.limits import Session, find_aal_deadline, get_session
from balai.backend.auth.sessions.refresh_token_v2 import new_key, write_token
from balai.backend.auth.users.rows import User, get_user, user_not_found
from balai.backend.auth.users.user_json import USER_JSON
from balai.database.pool import Connection
from balai.database.transaction import as_owner

ADD_SESSION = """
  insert into auth.sessions (user_id, created_at, updated_at, user_agent, ip, not_after)
  values ($1, $2, $2, $3, $4::text::inet, $5) returning id
"""
ADD_METHOD = """
  insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at) values ($1, $2, $3, $3)
  on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at
"""
# The methods of a session s, newest first, with the SAML provider that verified one (contract 2.5).
METHODS_JSON = """
  coalesce((select json_agg(json_strip_nulls(json_build_object('method', a.authentication_method,
      'timestamp', extract(epoch from a.updated_at)::bigint,
      'provider', case when a.authentication_method = 'sso/saml' then
        (select substr(i.provider, 5) from auth.identities as i
         where i.user_id = s.user_id and i.provider like 'sso:%' limit 1) end))
    order by a.updated_at desc, a.id) from auth.mfa_amr_claims as a where a.session_id = s.id), '[]')
"""
READ_METHODS_AND_USER = f"""
  select {METHODS_JSON}, {USER_JSON} from auth.sessions as s join auth.users as u on u.id = s.user_id where s.id = $1
"""  # noqa: S608
ADD_REFRESH = """
  insert into auth.refresh_tokens (token, user_id, session_id, parent, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5)
"""
RECORD_SIGN_IN = """
  with noted as (update auth.identities set last_sign_in_at = $2 where user_id = $1 and provider = 'email')
  update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1
"""


REMOVE_SESSION = "delete from auth.sessions where id = $1"


SET_V2_KEY = "update auth.sessions set refresh_token_hmac_key = $2, refresh_token_counter = 0 where id = $1"


class Device(msgspec.Struct, frozen=True):
    """The device that a session is used from."""

    ip: str | None
    user_agent: str


class TokenResponse(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The token response."""

    access_token: str
    token_type: str
    expires_in: int
    expires_at: int
    refresh_token: str
    user: msgspec.Raw
    provider_token: str | None = None
    provider_refresh_token: str | None = None
    weak_password: dict[str, Any] | None = None


class UnsignedSession(msgspec.Struct, frozen=True, kw_only=True):
    """A stored session whose access token is not signed yet. `issue_tokens` signs it after the commit."""

    user_id: UUID
    session_id: UUID
    refresh_token: str
    claims: dict[str, Any]
    user: msgspec.Raw
    # The authentication method of this request, as the custom access token hook receives it.
    method: str
    is_new: bool
    provider_token: str | None = None
    provider_refresh_token: str | None = None
    weak_password: dict[str, Any] | None = None


class TokenSubject(msgspec.Struct, frozen=True, kw_only=True):
    """The user fields that an access token contains."""

    id: UUID
    aud: str
    role: str
    email: str
    phone: str
    app_metadata: dict[str, Any]
    metadata: dict[str, Any]
    is_anonymous: bool


def device_of(request: AuthRequest) -> Device:
    """Returns the device that a request comes from."""
    # Untrusted text that lists display: printable characters only, at most 400.
    agent = "".join(character for character in request.headers.get("user-agent", "") if character.isprintable())
    return Device(find_client_ip(request), agent[:400])


async def create_session(
    conn: Connection, auth: AuthService, user: User, method: str, device: Device, *, not_after: datetime | None = None
) -> UnsignedSession:
    """Signs a user in: creates a session with the authentication method, which ends at `not_after` at the latest.

    Raises:
        AuthError: 404 if the account was soft-deleted in the meantime, 403 if it was banned.
    """
    now = auth.now()
    await conn.execute(RECORD_SIGN_IN, user.id, now)
    session_id = await conn.fetchval(ADD_SESSION, user.id, now, device.user_agent, device.ip, not_after)
    await conn.execute(ADD_METHOD, session_id, method, now)
    refresh_token = await _first_refresh_token(conn, auth, user.id, session_id, now)
    user = await get_user(conn, user.id)
    if user.deleted_at is not None:
        raise user_not_found()
    if user.is_banned(now):
        # `RECORD_SIGN_IN` waited for the ban, which ended only the sessions that it found.
        raise AuthError(403, Code.USER_BANNED, "User is banned")
    return await build_session(conn, auth, user, session_id, refresh_token, method=method, is_new=True)


def new_refresh_token() -> str:
    """Generates a refresh token: twelve characters of base32."""
    return base64.b32encode(secrets.token_bytes(8)).decode().lower()[:12]


async def add_refresh_token(
    conn: Connection, user_id: UUID, session_id: UUID, *, parent: str | None, now: datetime
) -> str:
    """Stores and returns a new refresh token of a session."""
    token = new_refresh_token()
    await conn.execute(ADD_REFRESH, token, user_id, session_id, parent, now)
    return token


async def _first_refresh_token(
    conn: Connection, auth: AuthService, user_id: UUID, session_id: UUID, now: datetime
) -> str:
    if not auth.config.uses_refresh_tokens_v2:
        return await add_refresh_token(conn, user_id, session_id, parent=None, now=now)
    key = new_key()
    await conn.execute(SET_V2_KEY, session_id, key)
    return write_token(session_id, 0, key)


async def build_session(
    conn: Connection, auth: AuthService, user: User, session_id: UUID, refresh_token: str, *, method: str, is_new: bool
) -> UnsignedSession:
    """Builds the session's current state with the given refresh token."""
    session = await get_session(conn, session_id)
    issued = int(auth.now().timestamp())
    lifetime = token_lifetime(auth, issued, await find_aal_deadline(conn, auth, session))
    subject = TokenSubject(
        id=user.id,
        aud=user.aud,
        role=user.role,
        email=user.email or "",
        phone=user.phone or "",
        app_metadata=user.app_metadata,
        metadata=user.metadata,
        is_anonymous=user.is_anonymous,
    )
    row = await conn.fetchrow(READ_METHODS_AND_USER, session_id)
    if row is None:
        raise LookupError(session_id)
    methods, user_json = row
    return UnsignedSession(
        user_id=user.id,
        session_id=session_id,
        refresh_token=refresh_token,
        claims=build_claims(auth, subject, session, msgspec.json.decode(methods), issued=issued, lifetime=lifetime),
        user=msgspec.Raw(user_json.encode()),
        method=method,
        is_new=is_new,
    )


def token_lifetime(auth: AuthService, issued: int, deadline: datetime | None) -> int:
    """Returns the lifetime of an access token in seconds. It ends before the session needs a higher assurance level."""
    lifetime = int(auth.config.access_token_ttl.total_seconds())
    return lifetime if deadline is None else max(1, min(lifetime, int(deadline.timestamp()) - issued))


def build_claims(
    auth: AuthService,
    user: TokenSubject,
    session: Session,
    methods: list[dict[str, Any]],
    *,
    issued: int,
    lifetime: int,
) -> dict[str, Any]:
    """Builds the claims of an access token (contract 3.1). `issued`: Unix seconds."""
    return {
        "iss": auth.config.token_issuer,
        "sub": str(user.id),
        "aud": user.aud,
        "exp": issued + lifetime,
        "iat": issued,
        "email": user.email,
        "phone": user.phone,
        "app_metadata": user.app_metadata,
        "user_metadata": user.metadata,
        "role": user.role,
        "aal": session.aal,
        "amr": methods,
        "session_id": str(session.id),
        "is_anonymous": user.is_anonymous,
    }


async def issue_tokens(auth: AuthService, opened: UnsignedSession) -> TokenResponse:
    """Signs the access token and builds the token response. Runs outside of transactions, because the hook may be slow.

    Raises:
        AuthError: the hook rejects the token; a session created for it is deleted.
    """
    try:
        claims = await customize_claims(auth, opened.claims, opened.method)
    except AuthError:
        if opened.is_new:
            async with as_owner(auth.pool) as conn:
                await conn.execute(REMOVE_SESSION, opened.session_id)
        raise
    issued, expires = int(claims["iat"]), int(claims["exp"])
    return TokenResponse(
        access_token=auth.ring.sign(claims),
        token_type="bearer",  # noqa: S106 - the protocol's word
        expires_in=expires - issued,
        expires_at=expires,
        refresh_token=opened.refresh_token,
        user=opened.user,
        provider_token=opened.provider_token,
        provider_refresh_token=opened.provider_refresh_token,
        weak_password=opened.weak_password,
    )
