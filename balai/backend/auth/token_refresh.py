"""POST /token?grant_type=refresh_token: rotation with reuse detection. Contract 3.3, first form of tokens.

Each token is good for one exchange. A used one that comes again is either an answer that got lost or two tabs of one
browser (then the session goes on), or a stolen copy (then every token of the session dies). Requests of one session
queue at its row, so two at once see each other's work.

The most frequent of all grants: two messages to the database, one that locks and reads, one that writes and commits.
"""

import re
from datetime import datetime
from uuid import uuid4

import msgspec

from balai.backend.auth.audit import entry_of
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.pipelined import first, moment, whole
from balai.backend.auth.session_limits import Session, judge, level_deadline
from balai.backend.auth.sessions import (
    METHODS_JSON,
    OpenSession,
    Subject,
    claims_of,
    device_of,
    life_of,
    new_refresh_token,
)
from balai.backend.auth.user_json import USER_JSON
from balai.backend.auth.wire import read_body
from balai.database.pipeline import DatabaseError, PipelinedConnection, Step

FORM = re.compile(r"[a-z0-9]{12}")
LOCK_NOT_AVAILABLE = "55P03"
BEGIN: Step = ("begin", ())
COMMIT: Step = ("commit", ())
BOUND_WAITING: Step = ("set local lock_timeout = '5s'", ())
LOCK = """
  select from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1) for update
"""
# A statement of its own after the lock, so that it sees what others did to the session until then.
READ = f"""
  select json_build_object(
      'session', json_build_object('id', s.id, 'user_id', s.user_id, 'created_at', s.created_at, 'tag', s.tag,
        'refreshed_at', s.refreshed_at, 'not_after', s.not_after, 'aal', s.aal),
      'user', json_build_object('id', u.id, 'aud', u.aud, 'role', u.role, 'email', coalesce(u.email, ''),
        'phone', coalesce(u.phone, ''), 'app_metadata', u.raw_app_meta_data, 'metadata', u.raw_user_meta_data,
        'is_anonymous', u.is_anonymous, 'banned_until', u.banned_until, 'is_sso_user', u.is_sso_user),
      'revoked', t.revoked, 'used_at', t.updated_at,
      'successor', (select case when n.parent = t.token then n.token end from auth.refresh_tokens as n
        where n.session_id = s.id and not n.revoked order by n.id desc limit 1),
      'methods', {METHODS_JSON},
      'can_rise', exists (select from auth.mfa_factors as f where f.user_id = u.id and f.status = 'verified'),
      'newer', case when $2::boolean then (select json_agg(json_build_object('id', o.id, 'user_id', o.user_id,
          'created_at', o.created_at, 'tag', o.tag, 'refreshed_at', o.refreshed_at, 'not_after', o.not_after,
          'aal', o.aal))
        from auth.sessions as o where o.user_id = s.user_id and o.id <> s.id and o.tag is not distinct from s.tag
          and coalesce(o.refreshed_at, o.created_at) > coalesce(s.refreshed_at, s.created_at)) end),
    {USER_JSON}
  from auth.refresh_tokens as t
    join auth.sessions as s on s.id = t.session_id join auth.users as u on u.id = s.user_id
  where t.token = $1
"""  # noqa: S608
NOTE_REFRESH = """
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
# Dated back, so that the reuse interval revives none of them.
REVOKE_FAMILY = """
  with entry as (insert into auth.audit_log_entries (id, payload, ip_address, created_at)
    values ($3, $4, coalesce($5::text, ''), $6))
  update auth.refresh_tokens set revoked = true, updated_at = least(updated_at, $2::timestamptz) where session_id = $1
"""


class RefreshBody(msgspec.Struct, frozen=True):
    """Body of the grant."""

    refresh_token: str | None = None


class Holder(Subject, frozen=True, kw_only=True):
    """Whose session it is."""

    banned_until: datetime | None
    is_sso_user: bool


class Facts(msgspec.Struct, frozen=True):
    """What is known of a token, under the lock of its session."""

    session: Session
    user: Holder
    revoked: bool
    used_at: datetime
    # The session's newest live token, if this one is its parent.
    successor: str | None
    methods: list[dict[str, object]]
    can_rise: bool
    newer: list[Session] | None


async def refresh(auth: Auth, request: Call) -> OpenSession:
    """Exchange a refresh token for a new session response."""
    token = (await read_body(request, RefreshBody)).refresh_token or ""
    if not FORM.fullmatch(token):
        raise invalid("Refresh token is not valid")
    try:
        async with auth.pipelines.lend() as connection:
            session = await _exchange(connection, auth, request, token)
    except DatabaseError as error:
        if error.state != LOCK_NOT_AVAILABLE:
            raise
        text = "Too many concurrent token refresh requests on the same session or refresh token"
        raise AuthError(409, Code.CONFLICT, text) from error
    if session is None:
        # Raised only here, after the commit: the family has to stay revoked although the request is refused.
        raise AuthError(400, Code.REFRESH_TOKEN_ALREADY_USED, "Invalid Refresh Token: Already Used")
    return session


async def _exchange(connection: PipelinedConnection, auth: Auth, request: Call, token: str) -> OpenSession | None:
    """The session with its next token, or None when the family had to be revoked."""
    values = (token, "true" if auth.config.session_single else "false")
    *_, rows = await connection.run([BEGIN, BOUND_WAITING, (LOCK, (token,)), (READ, values)])
    row = first(rows)
    if row is None:
        raise AuthError(400, Code.REFRESH_TOKEN_NOT_FOUND, "Invalid Refresh Token: Refresh Token Not Found")
    facts = msgspec.json.decode(whole(connection, row, 0), type=Facts)
    shown = msgspec.Raw(whole(connection, row, 1))
    _check(auth, facts)
    now, device = auth.now(), device_of(request)
    if facts.revoked and facts.successor is None and now > facts.used_at + auth.config.reuse_interval:
        dated, entry = moment(now - 2 * auth.config.reuse_interval), _entry("token_revoked", facts.user)
        revoked = (str(facts.session.id), dated, str(uuid4()), entry, device.ip, moment(now))
        await connection.run([(REVOKE_FAMILY, revoked), COMMIT])
        return None
    entry = _entry("token_refreshed", facts.user)
    noted = (str(facts.session.id), moment(now), device.user_agent, device.ip, str(uuid4()), entry)
    steps: list[Step] = [(NOTE_REFRESH, noted)]
    following = facts.successor if facts.revoked else None
    if following is None:
        following = new_refresh_token()
        steps.append((ROTATE, (following, str(facts.user.id), str(facts.session.id), token, moment(now))))
    await connection.run([*steps, COMMIT])
    return _opened(auth, facts, following, shown)


def _check(auth: Auth, facts: Facts) -> None:
    banned_until = facts.user.banned_until
    if banned_until is not None and banned_until > auth.now():
        raise AuthError(400, Code.USER_BANNED, "Invalid Refresh Token: User Banned")
    refusal = judge(auth, facts.session, can_rise=facts.can_rise, newer=facts.newer or ())
    if refusal is not None:
        raise AuthError(400, Code.SESSION_EXPIRED, f"Invalid Refresh Token: {refusal}")


def _opened(auth: Auth, facts: Facts, token: str, shown: msgspec.Raw) -> OpenSession:
    issued = int(auth.now().timestamp())
    life = life_of(auth, issued, level_deadline(auth, facts.session, can_rise=facts.can_rise))
    claims = claims_of(auth, facts.user, facts.session, facts.methods, issued=issued, life=life)
    return OpenSession(
        user_id=facts.user.id,
        session_id=facts.session.id,
        refresh_token=token,
        claims=claims,
        user=shown,
        method="token_refresh",
        is_new=False,
    )


def _entry(action: str, user: Holder) -> str:
    return entry_of(action, user.id, user.email or user.phone, is_sso=user.is_sso_user)
