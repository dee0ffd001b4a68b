"""OAuth flows in auth.flow_state. The row's id is the OAuth `state`: single use, with a short lifetime."""

import secrets
from datetime import datetime
from uuid import UUID, uuid4

import msgspec

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.sessions.pkce import CodeChallenge
from balai.database.pool import Connection
from balai.database.transaction import as_owner

ADD = """
  insert into auth.flow_state
    (id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, referrer,
     linking_target_id, invite_token, provider_verifier, provider_nonce, created_at, browser_hash,
     linking_session_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
"""
# One statement, so of two concurrent requests with the same state only one gets the row.
CONSUME = """
  update auth.flow_state set state_used_at = $2, updated_at = $2
  where id = $1 and state_used_at is null and authentication_method = 'oauth'
  returning id, auth_code, code_challenge is not null as is_pkce, provider_type as provider, referrer,
    linking_target_id, invite_token, provider_verifier, provider_nonce, created_at, browser_hash, linking_session_id
"""
WAS_USED = "select true from auth.flow_state where id = $1 and state_used_at is not null"
COMPLETE = """
  update auth.flow_state set user_id = $2, auth_code_issued_at = $3, updated_at = $3,
    provider_access_token = $4, provider_refresh_token = $5 where id = $1
"""


class Flow(msgspec.Struct, frozen=True, kw_only=True):
    """A stored flow."""

    id: UUID
    auth_code: str
    is_pkce: bool
    provider: str
    referrer: str
    linking_target_id: UUID | None
    invite_token: str | None
    provider_verifier: str
    provider_nonce: str
    created_at: datetime
    browser_hash: bytes | None
    linking_session_id: UUID | None


class NewFlow(msgspec.Struct, frozen=True, kw_only=True):
    """The values that a flow starts with."""

    provider: str
    referrer: str
    challenge: CodeChallenge | None
    nonce: str
    verifier: str
    linking_target_id: UUID | None = None
    invite_token: str | None = None
    method: str = "oauth"
    browser_hash: bytes | None = None
    linking_session_id: UUID | None = None


def new_secret() -> str:
    """Generate a verifier or nonce: 43 characters, 256 random bits."""
    return secrets.token_urlsafe(32)


async def add_flow(conn: Connection, auth: AuthService, flow: NewFlow) -> UUID:
    """Store a flow and return its id, which is the state."""
    state = uuid4()
    await conn.execute(
        ADD,
        state,
        str(uuid4()),
        flow.challenge.method if flow.challenge else None,
        flow.challenge.text if flow.challenge else None,
        flow.provider,
        flow.method,
        flow.referrer,
        flow.linking_target_id,
        flow.invite_token,
        flow.verifier,
        flow.nonce,
        auth.now(),
        flow.browser_hash,
        flow.linking_session_id,
    )
    return state


async def consume_flow(auth: AuthService, state: str) -> Flow:
    """Return the flow of a state and mark the state as used. Raises AuthError 400."""
    if not state:
        raise AuthError(400, Code.BAD_OAUTH_CALLBACK, "OAuth state parameter missing")
    try:
        flow_id = UUID(state)
    except ValueError as error:
        raise AuthError(400, Code.BAD_OAUTH_STATE, "OAuth state parameter is invalid") from error
    async with as_owner(auth.pool) as conn:
        row = await conn.fetchrow(CONSUME, flow_id, auth.now())
        was_used = row is None and await conn.fetchval(WAS_USED, flow_id)
    if was_used:
        raise AuthError(400, Code.FLOW_STATE_ALREADY_USED, "State has already been used")
    if row is None:
        raise AuthError(400, Code.BAD_OAUTH_STATE, "OAuth state not found or expired")
    flow = Flow(**dict(row))
    if flow.created_at + auth.config.flow_ttl < auth.now():
        raise AuthError(400, Code.BAD_OAUTH_STATE, "OAuth state has expired")
    return flow


async def complete_flow(
    conn: Connection, flow_id: UUID, user_id: UUID, now: datetime, *, access_token: str, refresh_token: str
) -> None:
    """Store the user and the provider's tokens, for the client that exchanges the code with PKCE."""
    await conn.execute(COMPLETE, flow_id, user_id, now, access_token or None, refresh_token or None)
