"""POST /token?grant_type=refresh_token: rotation with reuse detection. Contract 3.3, first form of tokens.

Each token is good for one exchange. A used one that comes again is either an answer that got lost or two tabs of one
browser (then the session goes on), or a stolen copy (then every token of the session dies). Requests of one session
queue at its row, so two at once see each other's work.
"""

import re
from datetime import datetime
from uuid import UUID

import asyncpg
import msgspec

from balai.backend.auth.audit import note
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.session_limits import find_refusal, find_session
from balai.backend.auth.sessions import Device, SessionView, add_refresh_token, device_of, show_session
from balai.backend.auth.users import User, get_user
from balai.backend.auth.wire import read_body
from balai.database.pool import Connection
from balai.database.transaction import as_owner

FORM = re.compile(r"[a-z0-9]{12}")
BOUND_WAITING = "set local lock_timeout = '5s'"
FIND_SESSION = "select session_id from auth.refresh_tokens where token = $1"
READ_USED = "select token, revoked, updated_at from auth.refresh_tokens where token = $1 and session_id = $2"
FIND_ACTIVE = """
  select token, parent from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1
"""
REVOKE = "update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1"
# Dated back, so that the reuse interval revives none of them.
REVOKE_FAMILY = """
  update auth.refresh_tokens set revoked = true, updated_at = least(updated_at, $2) where session_id = $1
"""
NOTE_REFRESH = """
  update auth.sessions set refreshed_at = $2, updated_at = $2, user_agent = $3, ip = $4::text::inet where id = $1
"""


class RefreshBody(msgspec.Struct, frozen=True):
    """Body of the grant."""

    refresh_token: str | None = None


async def refresh(auth: Auth, request: Call) -> SessionView:
    """Exchange a refresh token for a new session response."""
    token = (await read_body(request, RefreshBody)).refresh_token or ""
    if not FORM.fullmatch(token):
        raise invalid("Refresh token is not valid")
    try:
        async with as_owner(auth.pool) as conn:
            await conn.execute(BOUND_WAITING)
            session = await _exchange(conn, auth, request, token)
    except asyncpg.LockNotAvailableError as error:
        text = "Too many concurrent token refresh requests on the same session or refresh token"
        raise AuthError(409, Code.CONFLICT, text) from error
    if session is None:
        # Raised only here, after the commit: the family has to stay revoked although the request is refused.
        raise AuthError(400, Code.REFRESH_TOKEN_ALREADY_USED, "Invalid Refresh Token: Already Used")
    return session


async def _exchange(conn: Connection, auth: Auth, request: Call, token: str) -> SessionView | None:
    user, session_id = await _lock_session(conn, auth, token)
    successor = await _rotate(conn, auth, user, session_id, token)
    if successor is None:
        await note(conn, auth, request, "token_revoked", user)
        return None
    await _note_refresh(conn, session_id, device_of(request), auth.now())
    await note(conn, auth, request, "token_refreshed", user)
    return await show_session(conn, auth, user, session_id, successor)


async def _lock_session(conn: Connection, auth: Auth, token: str) -> tuple[User, UUID]:
    session_id = await conn.fetchval(FIND_SESSION, token)
    session = await find_session(conn, session_id, lock=True) if session_id else None
    if session is None:
        text = "Invalid Refresh Token: Refresh Token Not Found"
        raise AuthError(400, Code.REFRESH_TOKEN_NOT_FOUND, text)
    user = await get_user(conn, session.user_id)
    if user.is_banned(auth.now()):
        raise AuthError(400, Code.USER_BANNED, "Invalid Refresh Token: User Banned")
    refusal = await find_refusal(conn, auth, session)
    if refusal is not None:
        raise AuthError(400, Code.SESSION_EXPIRED, f"Invalid Refresh Token: {refusal}")
    return user, session.id


async def _rotate(conn: Connection, auth: Auth, user: User, session_id: UUID, token: str) -> str | None:
    """The token that follows, or None when the family had to be revoked."""
    now = auth.now()
    used = await conn.fetchrow(READ_USED, token, session_id)
    if used is None:
        raise AuthError(400, Code.REFRESH_TOKEN_NOT_FOUND, "Invalid Refresh Token: Refresh Token Not Found")
    if used["revoked"]:
        active = await conn.fetchrow(FIND_ACTIVE, session_id)
        if active is not None and active["parent"] == token:
            return str(active["token"])
        if now > used["updated_at"] + auth.config.reuse_interval:
            await conn.execute(REVOKE_FAMILY, session_id, now - 2 * auth.config.reuse_interval)
            return None
    await conn.execute(REVOKE, token, now)
    return await add_refresh_token(conn, user.id, session_id, parent=token, now=now)


async def _note_refresh(conn: Connection, session_id: UUID, device: Device, now: datetime) -> None:
    await conn.execute(NOTE_REFRESH, session_id, now, device.user_agent, device.ip)
