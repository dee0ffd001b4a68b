"""PKCE (RFC 7636): an emailed link yields a session only in the browser that requested it. Contract 4.6."""

import base64
import hashlib
import hmac
import re
from datetime import datetime
from typing import Literal
from uuid import UUID, uuid4

import msgspec

from balai.backend.auth.audit import record
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.sessions.issue import UnsignedSession, create_session, device_of
from balai.backend.auth.users.rows import get_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

ChallengeMethod = Literal["s256", "plain"]
CHALLENGE_CHARACTERS = re.compile(r"[A-Za-z0-9._~-]+")
ADD_FLOW = """
  insert into auth.flow_state
    (user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, created_at)
  values ($1, $2, $3, $4, 'email', $5, $6)
"""
ISSUE_CODE = """
  update auth.flow_state set auth_code_issued_at = $3, updated_at = $3
  where id = (select id from auth.flow_state where user_id = $1 and authentication_method = $2
              order by created_at desc, id limit 1)
  returning auth_code
"""
FIND_FLOW = """
  select id, user_id, code_challenge_method::text as method, code_challenge, authentication_method,
    auth_code_issued_at, session_not_after, provider_access_token, provider_refresh_token
  from auth.flow_state where auth_code = $1 and code_challenge is not null for update
"""
REMOVE_FLOW = "delete from auth.flow_state where id = $1"


class CodeChallenge(msgspec.Struct, frozen=True):
    """The challenge whose verifier the client sends later."""

    text: str
    method: ChallengeMethod


class PkceBody(msgspec.Struct, frozen=True):
    """Body of the grant."""

    auth_code: str | None = None
    code_verifier: str | None = None


def read_challenge(text: str | None, method: str | None) -> CodeChallenge | None:
    """Reads the challenge of a request, if it has one. Raises AuthError 400 if it is incomplete or malformed."""
    if not text and not method:
        return None
    if not text or not method:
        raise invalid("PKCE flow requires code_challenge_method and code_challenge")
    if not 43 <= len(text) <= 128:
        raise invalid("code challenge has to be between 43 and 128 characters")
    if not CHALLENGE_CHARACTERS.fullmatch(text):
        raise invalid(
            "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes"
        )
    if method.lower() not in {"s256", "plain"}:
        raise invalid("Invalid code_challenge_method")
    return CodeChallenge(text, "s256" if method.lower() == "s256" else "plain")


async def start_flow(conn: Connection, user_id: UUID, challenge: CodeChallenge, method: str, now: datetime) -> None:
    """Stores a challenge until the emailed link is followed."""
    await conn.execute(ADD_FLOW, user_id, str(uuid4()), challenge.method, challenge.text, method, now)


async def issue_auth_code(conn: Connection, user_id: UUID, method: str, now: datetime) -> str:
    """Issues the code of the latest flow of this kind. Raises AuthError 400 if there is none."""
    code = await conn.fetchval(ISSUE_CODE, user_id, method, now)
    if code is None:
        raise AuthError(400, Code.FLOW_STATE_NOT_FOUND, "No valid flow state found for user.")
    return str(code)


async def exchange_code(auth: AuthService, request: AuthRequest) -> UnsignedSession:
    """Grant `pkce`: exchanges a code and the verifier of its challenge for a session."""
    body = await read_body(request, PkceBody)
    if not body.auth_code or not body.code_verifier:
        raise invalid("invalid request: both auth code and code verifier should be non-empty")
    async with as_owner(auth.pool) as conn:
        flow = await conn.fetchrow(FIND_FLOW, body.auth_code)
        if flow is None or flow["user_id"] is None or flow["auth_code_issued_at"] is None:
            raise AuthError(404, Code.FLOW_STATE_NOT_FOUND, "invalid flow state, no valid flow state found")
        # Counted from following the link, not from requesting the email, so a slow reader succeeds too.
        if flow["auth_code_issued_at"] + auth.config.flow_ttl < auth.now():
            raise AuthError(422, Code.FLOW_STATE_EXPIRED, "invalid flow state, flow state has expired")
        if not hmac.compare_digest(_challenge_of(body.code_verifier, flow["method"]), flow["code_challenge"].encode()):
            text = "code challenge does not match previously saved code verifier"
            raise AuthError(400, Code.BAD_CODE_VERIFIER, text)
        await conn.execute(REMOVE_FLOW, flow["id"])
        user = await get_user(conn, flow["user_id"])
        if user.is_banned(auth.now()):
            raise AuthError(403, Code.USER_BANNED, "User is banned")
        await record(conn, auth, request, "login", user)
        method, not_after = flow["authentication_method"], flow["session_not_after"]
        session = await create_session(conn, auth, user, method, device_of(request), not_after=not_after)
        return msgspec.structs.replace(
            session,
            provider_token=flow["provider_access_token"],
            provider_refresh_token=flow["provider_refresh_token"],
        )


def _challenge_of(verifier: str, method: str) -> bytes:
    raw = verifier.encode()
    if method == "plain":
        return raw
    return base64.urlsafe_b64encode(hashlib.sha256(raw).digest()).rstrip(b"=")
