"""The session state that is read under lock at a refresh, and its checks, for both versions of tokens."""

from datetime import datetime

import msgspec

from balai.backend.auth.audit import build_entry
from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.sessions.issue import METHODS_JSON, TokenSubject, UnsignedSession, build_claims, token_lifetime
from balai.backend.auth.sessions.limits import Session, aal_deadline, evaluate_limits
from balai.database.pipeline.connection import Step

BEGIN: Step = ("begin", ())
COMMIT: Step = ("commit", ())
SET_LOCK_TIMEOUT: Step = ("set local lock_timeout = '5s'", ())
# For a session s and its user u. $2: whether the user's other sessions matter.
STATE_FIELDS = f"""
      'session', json_build_object('id', s.id, 'user_id', s.user_id, 'created_at', s.created_at, 'tag', s.tag,
        'refreshed_at', s.refreshed_at, 'not_after', s.not_after, 'aal', s.aal),
      'user', json_build_object('id', u.id, 'aud', u.aud, 'role', u.role, 'email', coalesce(u.email, ''),
        'phone', coalesce(u.phone, ''), 'app_metadata', u.raw_app_meta_data, 'metadata', u.raw_user_meta_data,
        'is_anonymous', u.is_anonymous, 'banned_until', u.banned_until, 'is_sso_user', u.is_sso_user),
      'methods', {METHODS_JSON},
      'has_factor', exists (select from auth.mfa_factors as f where f.user_id = u.id and f.status = 'verified'),
      'newer', case when $2::boolean then (select json_agg(json_build_object('id', o.id, 'user_id', o.user_id,
          'created_at', o.created_at, 'tag', o.tag, 'refreshed_at', o.refreshed_at, 'not_after', o.not_after,
          'aal', o.aal))
        from auth.sessions as o where o.user_id = s.user_id and o.id <> s.id and o.tag is not distinct from s.tag
          and coalesce(o.refreshed_at, o.created_at) > coalesce(s.refreshed_at, s.created_at)) end
"""  # noqa: S608


class SessionUser(TokenSubject, frozen=True, kw_only=True):
    """The user of the session."""

    banned_until: datetime | None
    is_sso_user: bool


class RefreshState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a session, read under its lock."""

    session: Session
    user: SessionUser
    methods: list[dict[str, object]]
    has_factor: bool
    newer: list[Session] | None


def check_session(auth: AuthService, state: RefreshState) -> None:
    """Raises AuthError 400 if the session may not continue."""
    banned_until = state.user.banned_until
    if banned_until is not None and banned_until > auth.now():
        raise AuthError(400, Code.USER_BANNED, "Invalid Refresh Token: User Banned")
    reason = evaluate_limits(auth, state.session, has_factor=state.has_factor, newer=state.newer or ())
    if reason is not None:
        raise AuthError(400, Code.SESSION_EXPIRED, f"Invalid Refresh Token: {reason}")


def token_not_found() -> AuthError:
    """The error for an unknown token."""
    return AuthError(400, Code.REFRESH_TOKEN_NOT_FOUND, "Invalid Refresh Token: Refresh Token Not Found")


def build_refreshed_session(
    auth: AuthService, state: RefreshState, token: str, user_json: msgspec.Raw
) -> UnsignedSession:
    """Builds the session with its next token."""
    issued = int(auth.now().timestamp())
    lifetime = token_lifetime(auth, issued, aal_deadline(auth, state.session, has_factor=state.has_factor))
    return UnsignedSession(
        user_id=state.user.id,
        session_id=state.session.id,
        refresh_token=token,
        claims=build_claims(auth, state.user, state.session, state.methods, issued=issued, lifetime=lifetime),
        user=user_json,
        method="token_refresh",
        is_new=False,
    )


def audit_payload(action: str, user: SessionUser) -> str:
    """Builds the audit entry."""
    return build_entry(action, user.id, user.email or user.phone, is_sso=user.is_sso_user)
