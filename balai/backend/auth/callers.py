"""Who calls: the bearer token of user and administration requests, checked in the protocol's order. Contract 0.2."""

from typing import Any
from uuid import UUID

import msgspec

from balai import tokens
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.users import User, find_user
from balai.database.pool import Connection

HAS_SESSION = "select true from auth.sessions where id = $1 and user_id = $2"
HAS_ANY_SESSION = "select true from auth.sessions where id = $1"
NIL = UUID(int=0)
WHY = {
    "malformed": "token is malformed",
    "signature": "token signature is invalid: signature is invalid",
    "algorithm": "token is unverifiable: signing method is not allowed",
    "expired": "token has invalid claims: token is expired",
    "claims": "token has invalid claims",
}


class UserCaller(msgspec.Struct, frozen=True):
    """A signed-in user and the session that she speaks from, if the token names one."""

    user: User
    session_id: UUID | None
    claims: dict[str, Any]


async def get_user_caller(conn: Connection, auth: Auth, request: Call) -> UserCaller:
    """The user of the bearer token. Raises AuthError when there is none that may act."""
    claims = read_claims(auth, request)
    user_id = _uuid_claim(claims, "sub", 400)
    if user_id is None:
        raise AuthError(403, Code.BAD_JWT, "invalid claim: missing sub claim")
    user = await find_user(conn, user_id)
    if user is None:
        raise AuthError(403, Code.USER_NOT_FOUND, "User from sub claim in JWT does not exist")
    session_id = _uuid_claim(claims, "session_id", 403)
    if session_id is not None and not await conn.fetchval(HAS_SESSION, session_id, user.id):
        raise _session_gone()
    if user.is_banned(auth.now()):
        raise AuthError(403, Code.USER_BANNED, "User is banned")
    return UserCaller(user, session_id, claims)


async def check_admin(conn: Connection, auth: Auth, request: Call) -> None:
    """Raise AuthError unless the bearer token has an administration role."""
    claims = read_claims(auth, request)
    if claims.get("role") not in auth.config.admin_roles:
        raise AuthError(403, Code.NOT_ADMIN, "User not allowed")
    session_id = _uuid_claim(claims, "session_id", 403)
    if session_id is not None and not await conn.fetchval(HAS_ANY_SESSION, session_id):
        raise _session_gone()


def read_claims(auth: Auth, request: Call) -> dict[str, Any]:
    """The claims of the bearer token. Raises AuthError 401 or 403."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise AuthError(401, Code.NO_AUTHORIZATION, "This endpoint requires a valid Bearer token")
    try:
        return tokens.verify(token.strip(), auth.config.jwt_secret, now=auth.now().timestamp())
    except tokens.TokenError as error:
        text = f"invalid JWT: unable to parse or verify signature, {WHY[error.reason]}"
        raise AuthError(403, Code.BAD_JWT, text) from error


def audience_of(auth: Auth, request: Call) -> str:
    """Which audience's users a request is about."""
    return request.headers.get("x-jwt-aud") or auth.config.audience


def check_audience(auth: Auth, request: Call, caller: UserCaller) -> None:
    """Raise AuthError 400 when a request names another audience than its token."""
    asked = request.headers.get("x-jwt-aud")
    if asked and asked != caller.claims.get("aud"):
        raise invalid("Token audience doesn't match request audience")


def _session_gone() -> AuthError:
    return AuthError(403, Code.SESSION_NOT_FOUND, "Session from session_id claim in JWT does not exist")


def _uuid_claim(claims: dict[str, Any], name: str, status: int) -> UUID | None:
    text = claims.get(name) or None
    if text is None:
        return None
    try:
        value = UUID(text)
    except (ValueError, AttributeError, TypeError) as error:
        raise AuthError(status, Code.BAD_JWT, f"invalid claim: {name} claim must be a UUID") from error
    # A nil id means "no session"; as a subject it names nobody and is looked up like any other.
    return None if value == NIL and name == "session_id" else value
