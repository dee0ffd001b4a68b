"""POST /token?grant_type=refresh_token: rotation with reuse detection (contract 3.3), here for version 1 tokens.

Each token can be exchanged once. A used token that comes again has two possible causes. A lost response or two tabs of
one browser: the session continues. A stolen copy: every token of the session is revoked. Requests of one session wait
for each other at its row lock, so concurrent ones see each other's changes.

This is the most frequent grant. It takes two database messages: one locks and reads, one writes and commits.
"""

import re
from datetime import datetime
from uuid import uuid4

import msgspec

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.sessions import refresh_v2
from balai.backend.auth.sessions.issue import UnsignedSession, device_of, new_refresh_token
from balai.backend.auth.sessions.refresh_checks import (
    BEGIN,
    COMMIT,
    SET_LOCK_TIMEOUT,
    STATE_FIELDS,
    RefreshState,
    audit_payload,
    build_refreshed_session,
    check_session,
    token_not_found,
)
from balai.backend.auth.sessions.refresh_token_v2 import read_token
from balai.backend.auth.users.user_json import USER_JSON
from balai.database.pipeline.connection import DatabaseError, PipelinedConnection, Step
from balai.database.pipeline.rows import first_row, format_timestamp, read_value

TOKEN_FORMAT = re.compile(r"[a-z0-9]{12}")
LOCK_NOT_AVAILABLE = "55P03"
LOCK_SESSION = """
  select from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1) for update
"""
# A separate statement after the lock, so that it sees changes committed before the lock was acquired.
READ_STATE = f"""
  select json_build_object({STATE_FIELDS}, 'revoked', t.revoked, 'used_at', t.updated_at,
      'successor', (select case when n.parent = t.token then n.token end from auth.refresh_tokens as n
        where n.session_id = s.id and not n.revoked order by n.id desc limit 1)),
    {USER_JSON}
  from auth.refresh_tokens as t
    join auth.sessions as s on s.id = t.session_id join auth.users as u on u.id = s.user_id
  where t.token = $1
"""  # noqa: S608
RECORD_REFRESH = """
  with entry as (insert into auth.audit_log_entries (id, payload, ip_address, created_at)
    values ($5, $6, coalesce($4::text, ''), $2))
  update auth.sessions set refreshed_at = $2::timestamptz, updated_at = $2, user_agent = $3, ip = $4::text::inet
  where id = $1
"""
ROTATE = """
  with used as (update auth.refresh_tokens set revoked = true, updated_at = $5 where token = $4)
  insert into auth.refresh_tokens (token, user_id, session_id, parent, created_at, updated_at)
  values ($1, $2, $3, $4, $5::timestamptz, $5)
"""
# Backdated, so that the reuse interval does not apply to them.
REVOKE_FAMILY = """
  with entry as (insert into auth.audit_log_entries (id, payload, ip_address, created_at)
    values ($3, $4, coalesce($5::text, ''), $6))
  update auth.refresh_tokens set revoked = true, updated_at = least(updated_at, $2::timestamptz) where session_id = $1
"""


class RefreshBody(msgspec.Struct, frozen=True):
    """Body of the grant."""

    refresh_token: str | None = None


class RefreshStateV1(RefreshState, frozen=True, kw_only=True):
    """A token and its session."""

    revoked: bool
    used_at: datetime
    # The session's newest valid token, if this token is its parent.
    successor: str | None


async def refresh(auth: AuthService, request: AuthRequest) -> UnsignedSession:
    """Exchanges a refresh token for a new session response.

    Refreshes are limited per session, unsuccessful ones per address. A 429 after the exchange loses nothing: the parent
    of the active token returns it.
    """
    try:
        session = await _refresh(auth, request)
    except AuthError as error:
        if error.status == 400:
            await auth.limits.check(Limit.TOKEN, request)
        raise
    await auth.limits.check_refreshes(session.session_id)
    return session


async def _refresh(auth: AuthService, request: AuthRequest) -> UnsignedSession:
    token = (await read_body(request, RefreshBody)).refresh_token or ""
    token_v2 = None if TOKEN_FORMAT.fullmatch(token) else read_token(token)
    if token_v2 is None and not TOKEN_FORMAT.fullmatch(token):
        raise invalid("Refresh token is not valid")
    try:
        async with auth.pipelines.connection() as connection:
            if token_v2 is not None:
                session = await refresh_v2.exchange(connection, auth, request, token_v2)
            else:
                session = await _exchange(connection, auth, request, token)
    except DatabaseError as error:
        if error.state != LOCK_NOT_AVAILABLE:
            raise
        text = "Too many concurrent token refresh requests on the same session or refresh token"
        raise AuthError(409, Code.CONFLICT, text) from error
    if session is None:
        # Raised after the commit: the family must stay revoked although the request is rejected.
        raise AuthError(400, Code.REFRESH_TOKEN_ALREADY_USED, "Invalid Refresh Token: Already Used")
    return session


async def _exchange(
    connection: PipelinedConnection, auth: AuthService, request: AuthRequest, token: str
) -> UnsignedSession | None:
    """Returns the session with its next token, or None if the token was used before; that revokes its family."""
    values = (token, "true" if auth.config.session_single else "false")
    *_, rows = await connection.run([BEGIN, SET_LOCK_TIMEOUT, (LOCK_SESSION, (token,)), (READ_STATE, values)])
    row = first_row(rows)
    if row is None:
        raise token_not_found()
    state = msgspec.json.decode(read_value(connection, row, 0), type=RefreshStateV1)
    user_json = msgspec.Raw(read_value(connection, row, 1))
    check_session(auth, state)
    now, device = auth.now(), device_of(request)
    if state.revoked and state.successor is None and now > state.used_at + auth.config.refresh_token_reuse_interval:
        if not auth.config.refresh_token_rotation:
            await connection.run([COMMIT])
            return None
        revoked_at, payload = (
            format_timestamp(now - 2 * auth.config.refresh_token_reuse_interval),
            audit_payload("token_revoked", state.user),
        )
        revoked = (str(state.session.id), revoked_at, str(uuid4()), payload, device.ip, format_timestamp(now))
        await connection.run([(REVOKE_FAMILY, revoked), COMMIT])
        return None
    payload = audit_payload("token_refreshed", state.user)
    usage = (str(state.session.id), format_timestamp(now), device.user_agent, device.ip, str(uuid4()), payload)
    steps: list[Step] = [(RECORD_REFRESH, usage)]
    next_token = state.successor if state.revoked else None
    if next_token is None:
        next_token = new_refresh_token()
        steps.append((ROTATE, (next_token, str(state.user.id), str(state.session.id), token, format_timestamp(now))))
    await connection.run([*steps, COMMIT])
    return build_refreshed_session(auth, state, next_token, user_json)
