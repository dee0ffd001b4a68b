"""Session limits set by the operator, checked when a session is refreshed. Contract 3.4."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import msgspec

from balai.backend.auth.context import AuthService
from balai.database.pool import Connection

COLUMNS = "id, user_id, created_at, refreshed_at, not_after, aal::text, tag"
FIND_LOCKED = f"select {COLUMNS} from auth.sessions where id = $1 for update"  # noqa: S608
FIND = f"select {COLUMNS} from auth.sessions where id = $1"  # noqa: S608
LIST_NEWER = f"""
  select {COLUMNS} from auth.sessions
  where user_id = $1 and id <> $2 and tag is not distinct from $3 and coalesce(refreshed_at, created_at) > $4
"""  # noqa: S608
HAS_VERIFIED_FACTOR = "select exists (select from auth.mfa_factors where user_id = $1 and status = 'verified')"


class Session(msgspec.Struct, frozen=True):
    """The fields of a row of auth.sessions that limits depend on."""

    id: UUID
    user_id: UUID
    created_at: datetime
    refreshed_at: datetime | None
    not_after: datetime | None
    aal: str
    tag: str | None

    @property
    def used_at(self) -> datetime:
        return self.refreshed_at or self.created_at


async def find_session(conn: Connection, session_id: UUID, *, lock: bool = False) -> Session | None:
    """Finds a session. `lock` locks its row until the transaction ends."""
    row = await conn.fetchrow(FIND_LOCKED if lock else FIND, session_id)
    return Session(**dict(row)) if row else None


async def get_session(conn: Connection, session_id: UUID) -> Session:
    """Returns a session that this transaction created or locked."""
    session = await find_session(conn, session_id)
    if session is None:
        raise LookupError(session_id)
    return session


async def find_expiry_reason(conn: Connection, auth: AuthService, session: Session) -> str | None:
    """Returns the reason why a session has expired, in the protocol's words, or None."""
    has_factor = auth.config.session_low_aal is not None and await conn.fetchval(HAS_VERIFIED_FACTOR, session.user_id)
    newer: list[Session] = []
    if auth.config.session_single:
        rows = await conn.fetch(LIST_NEWER, session.user_id, session.id, session.tag, session.used_at)
        newer = [Session(**dict(row)) for row in rows]
    return evaluate_limits(auth, session, has_factor=has_factor, newer=newer)


def evaluate_limits(auth: AuthService, session: Session, *, has_factor: bool, newer: Sequence[Session]) -> str | None:
    """The same check on data already read: whether there is a verified factor, and more recently used sessions."""
    reason = _find_time_limit(auth, session)
    if reason:
        return reason
    deadline = aal_deadline(auth, session, has_factor=has_factor)
    if deadline is not None and deadline <= auth.now():
        return "Session Expired (Low AAL: User Needs MFA Verification)"
    if auth.config.session_single and any(_find_time_limit(auth, other) is None for other in newer):
        return "Session Expired (Revoked by Newer Login)"
    return None


async def find_aal_deadline(conn: Connection, auth: AuthService, session: Session) -> datetime | None:
    """Returns when a session must reach the assurance level available to its user, or None without limit."""
    if auth.config.session_low_aal is None or session.aal != "aal1":
        return None
    return aal_deadline(auth, session, has_factor=await conn.fetchval(HAS_VERIFIED_FACTOR, session.user_id))


def aal_deadline(auth: AuthService, session: Session, *, has_factor: bool) -> datetime | None:
    """The same on data already read."""
    limit = auth.config.session_low_aal
    return None if limit is None or session.aal != "aal1" or not has_factor else session.created_at + limit


def _find_time_limit(auth: AuthService, session: Session) -> str | None:
    now, config = auth.now(), auth.config
    if session.not_after is not None and session.not_after <= now:
        return "Session Expired"
    if config.session_timebox is not None and session.created_at + config.session_timebox <= now:
        return "Session Expired"
    if config.session_inactivity is not None and session.used_at + config.session_inactivity <= now:
        return "Session Expired (Inactivity)"
    return None
