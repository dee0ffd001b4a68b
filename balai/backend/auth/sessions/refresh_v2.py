"""Refreshing by a token of the second form: the session counts, and only its present count goes on. Contract 3.3."""

from uuid import uuid4

import msgspec

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import invalid
from balai.backend.auth.sessions.issue import OpenSession, device_of
from balai.backend.auth.sessions.refresh_checks import (
    BEGIN,
    BOUND_WAITING,
    COMMIT,
    FACTS,
    Facts,
    check_session,
    entry,
    not_found,
    refreshed,
)
from balai.backend.auth.sessions.refresh_token_v2 import CountedToken, write_token
from balai.backend.auth.users.user_json import USER_JSON
from balai.database.pipeline.connection import PipelinedConnection
from balai.database.pipeline.rows import first_row, format_timestamp, read_value

LOCK = "select from auth.sessions where id = $1 for update"
READ = f"""
  select json_build_object({FACTS}, 'key', encode(s.refresh_token_hmac_key, 'base64'),
    'count', s.refresh_token_counter), {USER_JSON}
  from auth.sessions as s join auth.users as u on u.id = s.user_id
  where s.id = $1 and s.refresh_token_hmac_key is not null
"""  # noqa: S608
GO_ON = """
  with entry as (insert into auth.audit_log_entries (id, payload, ip_address, created_at)
    values ($5, $6, coalesce($4::text, ''), $2))
  update auth.sessions set refreshed_at = $2::timestamptz, updated_at = $2, user_agent = $3, ip = $4::text::inet,
    refresh_token_counter = $7
  where id = $1
"""
END = """
  with entry as (insert into auth.audit_log_entries (id, payload, ip_address, created_at)
    values ($2, $3, coalesce($4::text, ''), $5::timestamptz))
  delete from auth.sessions where id = $1
"""


class CountedFacts(Facts, frozen=True, kw_only=True):
    """What is known of a session that counts."""

    key: bytes
    count: int


async def exchange(
    connection: PipelinedConnection, auth: AuthService, request: AuthRequest, token: CountedToken
) -> OpenSession | None:
    """The session with its next token, or None when it had to be ended. Raises AuthError 400."""
    id, single = str(token.session_id), "true" if auth.config.session_single else "false"
    *_, rows = await connection.run([BEGIN, BOUND_WAITING, (LOCK, (id,)), (READ, (id, single))])
    row = first_row(rows)
    if row is None:
        raise not_found()
    facts = msgspec.json.decode(read_value(connection, row, 0), type=CountedFacts)
    shown = msgspec.Raw(read_value(connection, row, 1))
    if not token.is_signed(facts.key):
        raise not_found()
    check_session(auth, facts)
    if token.count > facts.count:
        raise invalid("Invalid Refresh Token: Not Issued By This Server")
    now, device = auth.now(), device_of(request)
    if token.count < facts.count and not _may_reuse(auth, facts, token):
        said = entry("token_revoked", facts.user)
        await connection.run([(END, (id, str(uuid4()), said, device.ip, format_timestamp(now))), COMMIT])
        return None
    # Who comes again with an older one gets the present one, and the count stands.
    count = facts.count + 1 if token.count == facts.count else facts.count
    said = entry("token_refreshed", facts.user)
    values = (id, format_timestamp(now), device.user_agent, device.ip, str(uuid4()), said, str(count))
    await connection.run([(GO_ON, values), COMMIT])
    return refreshed(auth, facts, write_token(token.session_id, count, facts.key), shown)


def _may_reuse(auth: AuthService, facts: CountedFacts, token: CountedToken) -> bool:
    """An answer that got lost, two tabs of one browser, or an operator who does not mind."""
    is_last = token.count == facts.count - 1
    return (
        is_last
        or auth.config.refresh_token_reuse
        or auth.now() <= facts.session.used_at + auth.config.refresh_token_reuse_interval
    )
