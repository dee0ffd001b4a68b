"""Elevates sessions to aal2, by a second factor or a recovery code. Contract 3.5, 6."""

from datetime import datetime
from uuid import UUID

from balai.backend.auth.authentication import AuthenticatedUser, unknown_token_session
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.sessions.issue import ADD_METHOD, UnsignedSession, add_refresh_token, build_session, device_of
from balai.backend.auth.sessions.limits import find_expiry_reason, find_session
from balai.backend.auth.sessions.refresh_token_v2 import write_token
from balai.backend.auth.users.rows import get_user
from balai.database.pool import Connection

SET_AAL2 = """
  update auth.sessions set aal = 'aal2', factor_id = coalesce($2, factor_id), updated_at = $3, refreshed_at = $3,
    user_agent = $4, ip = $5::text::inet
  where id = $1
"""
REVOKE_TOKENS = """
  update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked
  returning id, token
"""
# Advanced by two, so that the token before the elevation is not the last one, which may be repeated.
ADVANCE_COUNTER = """
  update auth.sessions set refresh_token_counter = refresh_token_counter + 2
  where id = $1 and refresh_token_hmac_key is not null
  returning refresh_token_counter, refresh_token_hmac_key
"""
END_AAL1_SESSIONS = "delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'"


async def elevate_session(
    conn: Connection,
    auth: AuthService,
    request: AuthRequest,
    caller: AuthenticatedUser,
    *,
    method: str,
    factor_id: UUID | None,
) -> UnsignedSession:
    """Elevates the caller's session to aal2 with new tokens, and ends the user's aal1 sessions.

    Raises:
        AuthError: 403 if the token names no session, or its session has ended or its refresh tokens were revoked. A
            second factor must not revive a session that was revoked after a theft.
    """
    session_id, now, device = caller.session_id, auth.now(), device_of(request)
    session = await find_session(conn, session_id, lock=True) if session_id else None
    if session_id is None or session is None:
        raise unknown_token_session()
    if await find_expiry_reason(conn, auth, session) is not None:
        raise AuthError(403, Code.SESSION_EXPIRED, "Session is no longer valid")
    token = await _next_token(conn, caller.user.id, session_id, now)
    await conn.execute(SET_AAL2, session_id, factor_id, now, device.user_agent, device.ip)
    await conn.execute(ADD_METHOD, session_id, method, now)
    await conn.execute(END_AAL1_SESSIONS, caller.user.id, session_id)
    user = await get_user(conn, caller.user.id)
    return await build_session(conn, auth, user, session_id, token, method=method, is_new=False)


async def _next_token(conn: Connection, user_id: UUID, session_id: UUID, now: datetime) -> str:
    """Returns a refresh token that replaces the earlier ones. Raises AuthError 403 if they were revoked."""
    token_v2 = await conn.fetchrow(ADVANCE_COUNTER, session_id)
    if token_v2 is not None:
        return write_token(session_id, token_v2["refresh_token_counter"], token_v2["refresh_token_hmac_key"])
    revoked = await conn.fetch(REVOKE_TOKENS, session_id, now)
    if not revoked:
        raise unknown_token_session()
    newest = max(revoked, key=lambda row: int(row["id"]))
    return await add_refresh_token(conn, user_id, session_id, parent=str(newest["token"]), now=now)
