"""Refresh by version 2 tokens: the session has a counter, and only the token with the current counter advances it.
Contract 3.3.
"""

from uuid import uuid4

import msgspec

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import invalid
from balai.backend.auth.sessions.issue import UnsignedSession, device_of
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
from balai.backend.auth.sessions.refresh_token_v2 import RefreshTokenV2, write_token
from balai.backend.auth.users.user_json import USER_JSON
from balai.database.pipeline.connection import PipelinedConnection
from balai.database.pipeline.rows import first_row, format_timestamp, read_value

LOCK_SESSION = "select from auth.sessions where id = $1 for update"
READ_STATE = f"""
  select json_build_object({STATE_FIELDS}, 'key', encode(s.refresh_token_hmac_key, 'base64'),
    'count', s.refresh_token_counter), {USER_JSON}
  from auth.sessions as s join auth.users as u on u.id = s.user_id
  where s.id = $1 and s.refresh_token_hmac_key is not null
"""  # noqa: S608
RECORD_REFRESH = """
  with entry as (insert into auth.audit_log_entries (id, payload, ip_address, created_at)
    values ($5, $6, coalesce($4::text, ''), $2))
  update auth.sessions set refreshed_at = $2::timestamptz, updated_at = $2, user_agent = $3, ip = $4::text::inet,
    refresh_token_counter = $7
  where id = $1
"""
END_SESSION = """
  with entry as (insert into auth.audit_log_entries (id, payload, ip_address, created_at)
    values ($2, $3, coalesce($4::text, ''), $5::timestamptz))
  delete from auth.sessions where id = $1
"""


class RefreshStateV2(RefreshState, frozen=True, kw_only=True):
    """The state of a session with a counter."""

    key: bytes
    count: int


async def exchange(
    connection: PipelinedConnection, auth: AuthService, request: AuthRequest, token: RefreshTokenV2
) -> UnsignedSession | None:
    """Returns the session with its next token, or None if the token was used before, which ends the session.

    Raises AuthError 400 for any other invalid token.
    """
    id, single = str(token.session_id), "true" if auth.config.session_single else "false"
    *_, rows = await connection.run([BEGIN, SET_LOCK_TIMEOUT, (LOCK_SESSION, (id,)), (READ_STATE, (id, single))])
    row = first_row(rows)
    if row is None:
        raise token_not_found()
    state = msgspec.json.decode(read_value(connection, row, 0), type=RefreshStateV2)
    user_json = msgspec.Raw(read_value(connection, row, 1))
    if not token.is_signed(state.key):
        raise token_not_found()
    check_session(auth, state)
    if token.count > state.count:
        raise invalid("Invalid Refresh Token: Not Issued By This Server")
    now, device = auth.now(), device_of(request)
    if token.count < state.count and not _is_reuse_allowed(auth, state, token):
        if not auth.config.refresh_token_rotation:
            await connection.run([COMMIT])
            return None
        payload = audit_payload("token_revoked", state.user)
        await connection.run([(END_SESSION, (id, str(uuid4()), payload, device.ip, format_timestamp(now))), COMMIT])
        return None
    # An older token yields the current one again, and the counter stays.
    count = state.count + 1 if token.count == state.count else state.count
    payload = audit_payload("token_refreshed", state.user)
    values = (id, format_timestamp(now), device.user_agent, device.ip, str(uuid4()), payload, str(count))
    await connection.run([(RECORD_REFRESH, values), COMMIT])
    return build_refreshed_session(auth, state, write_token(token.session_id, count, state.key), user_json)


def _is_reuse_allowed(auth: AuthService, state: RefreshStateV2, token: RefreshTokenV2) -> bool:
    """Whether an older token is accepted: a lost response, two tabs of one browser, or the operator allows reuse."""
    is_last = token.count == state.count - 1
    return (
        is_last
        or auth.config.refresh_token_reuse
        or auth.now() <= state.session.used_at + auth.config.refresh_token_reuse_interval
    )
