"""Sessions: opened at a sign-in, shown as access token + refresh token + user. Contract 2.4, 2.5, 3.1."""

import base64
import secrets
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.context import Auth, Call
from balai.backend.auth.rate_limits import find_client_ip
from balai.backend.auth.session_limits import find_level_deadline, find_session
from balai.backend.auth.users import User, UserView, get_user, show_user
from balai.database.pool import Connection

ADD_SESSION = """
  insert into auth.sessions (user_id, created_at, updated_at, user_agent, ip, not_after)
  values ($1, $2, $2, $3, $4::text::inet, $5) returning id
"""
ADD_METHOD = """
  insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at) values ($1, $2, $3, $3)
  on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at
"""
LIST_METHODS = """
  select a.authentication_method as method, extract(epoch from a.updated_at)::bigint as "timestamp",
    (select substr(i.provider, 5) from auth.identities as i join auth.sessions as s on s.user_id = i.user_id
     where s.id = $1 and a.authentication_method = 'sso/saml' and i.provider like 'sso:%' limit 1) as provider
  from auth.mfa_amr_claims as a where a.session_id = $1 order by a.updated_at desc, a.id
"""
ADD_REFRESH = """
  insert into auth.refresh_tokens (token, user_id, session_id, parent, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5)
"""
NOTE_SIGN_IN = """
  with noted as (update auth.identities set last_sign_in_at = $2 where user_id = $1 and provider = 'email')
  update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1
"""


class Device(msgspec.Struct, frozen=True):
    """Where a session is used from."""

    ip: str | None
    user_agent: str


class SessionView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The token response."""

    access_token: str
    token_type: str
    expires_in: int
    expires_at: int
    refresh_token: str
    user: UserView
    provider_token: str | None = None
    provider_refresh_token: str | None = None
    weak_password: dict[str, Any] | None = None


def device_of(request: Call) -> Device:
    """The device that a request comes from."""
    # Untrusted text that is shown in lists: no control characters, no more than a line.
    agent = "".join(sign for sign in request.headers.get("user-agent", "") if sign.isprintable())
    return Device(find_client_ip(request), agent[:400])


async def open_session(
    conn: Connection, auth: Auth, user: User, method: str, device: Device, *, not_after: datetime | None = None
) -> SessionView:
    """Sign a user in: a new session, with the method that proved who she is, ending then at the latest."""
    now = auth.now()
    await conn.execute(NOTE_SIGN_IN, user.id, now)
    session_id = await conn.fetchval(ADD_SESSION, user.id, now, device.user_agent, device.ip, not_after)
    await conn.execute(ADD_METHOD, session_id, method, now)
    refresh_token = await add_refresh_token(conn, user.id, session_id, parent=None, now=now)
    return await show_session(conn, auth, await get_user(conn, user.id), session_id, refresh_token)


async def add_refresh_token(
    conn: Connection, user_id: UUID, session_id: UUID, *, parent: str | None, now: datetime
) -> str:
    """Store and return a fresh refresh token of a session."""
    token = base64.b32encode(secrets.token_bytes(8)).decode().lower()[:12]
    await conn.execute(ADD_REFRESH, token, user_id, session_id, parent, now)
    return token


async def show_session(conn: Connection, auth: Auth, user: User, session_id: UUID, refresh_token: str) -> SessionView:
    """The token response for a session: a new access token around the given refresh token."""
    session = await find_session(conn, session_id)
    issued = int(auth.now().timestamp())
    life = int(auth.config.jwt_life.total_seconds())
    deadline = await find_level_deadline(conn, auth, session) if session else None
    if deadline is not None:
        # A token must not carry the session past the time by which it has to be stronger.
        life = max(1, min(life, int(deadline.timestamp()) - issued))
    claims = {
        "iss": auth.config.external_url,
        "sub": str(user.id),
        "aud": user.aud,
        "exp": issued + life,
        "iat": issued,
        "email": user.email or "",
        "phone": user.phone or "",
        "app_metadata": user.app_metadata,
        "user_metadata": user.metadata,
        "role": user.role,
        "aal": session.aal if session else "aal1",
        "amr": [_method(dict(row)) for row in await conn.fetch(LIST_METHODS, session_id)],
        "session_id": str(session_id),
        "is_anonymous": user.is_anonymous,
    }
    return SessionView(
        access_token=auth.ring.sign(claims),
        token_type="bearer",  # noqa: S106 - the protocol's word
        expires_in=life,
        expires_at=issued + life,
        refresh_token=refresh_token,
        user=await show_user(conn, user),
    )


def _method(row: dict[str, Any]) -> dict[str, Any]:
    """One way in which the user proved who she is; which company's provider did so, where one did (contract 2.5)."""
    return {name: value for name, value in row.items() if value is not None}
