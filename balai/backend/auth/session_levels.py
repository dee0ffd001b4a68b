"""A session that has proved more than at its start: level 2, by a second factor or a recovery code. Contract 3.5, 6."""

from uuid import UUID

from balai.backend.auth.callers import UserCaller, session_gone
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.session_limits import find_refusal, find_session
from balai.backend.auth.sessions import ADD_METHOD, OpenSession, add_refresh_token, device_of, show_session
from balai.backend.auth.users import get_user
from balai.database.pool import Connection

RAISE = """
  update auth.sessions set aal = 'aal2', factor_id = coalesce($2, factor_id), updated_at = $3, refreshed_at = $3,
    user_agent = $4, ip = $5::text::inet
  where id = $1
"""
USE_UP = """
  update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked
  returning id, token
"""
END_WEAKER = "delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'"


async def raise_session(
    conn: Connection, auth: Auth, request: Call, caller: UserCaller, *, method: str, factor_id: UUID | None
) -> OpenSession:
    """Lift the caller's session to level 2, with new tokens, and end her sessions that are below it.

    Raises:
        AuthError: 403 where the token names no session, or one that has ended or whose refresh tokens were revoked:
            a proof must not bring back to life what a theft has ended.
    """
    session_id, now, device = caller.session_id, auth.now(), device_of(request)
    session = await find_session(conn, session_id, lock=True) if session_id else None
    if session_id is None or session is None:
        raise session_gone()
    if await find_refusal(conn, auth, session) is not None:
        raise AuthError(403, Code.SESSION_EXPIRED, "Session is no longer valid")
    used = await conn.fetch(USE_UP, session_id, now)
    if not used:
        raise session_gone()
    await conn.execute(RAISE, session_id, factor_id, now, device.user_agent, device.ip)
    await conn.execute(ADD_METHOD, session_id, method, now)
    await conn.execute(END_WEAKER, caller.user.id, session_id)
    newest = max(used, key=lambda row: int(row["id"]))
    token = await add_refresh_token(conn, caller.user.id, session_id, parent=str(newest["token"]), now=now)
    user = await get_user(conn, caller.user.id)
    return await show_session(conn, auth, user, session_id, token, method=method, is_new=False)
