"""Authenticates user and administration requests by bearer token. Checks follow the protocol's order (contract 0.2)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.audit import record
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.delegated_admin import find_delegated_request, has_only_allowed_fields, may_administer
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.sessions.limits import find_expiry_reason, find_session
from balai.backend.auth.users.rows import User, find_user
from balai.database.pool import Connection
from balai.security.tokens import TokenError

GET_SESSION_AAL = "select aal::text from auth.sessions where id = $1 and user_id = $2"
NIL_UUID = UUID(int=0)
TOKEN_ERRORS = {
    "malformed": "token is malformed",
    "signature": "token signature is invalid: signature is invalid",
    "algorithm": "token is unverifiable: signing method is not allowed",
    "key": "token is unverifiable: error while executing keyfunc: unrecognized JWT kid",
    "expired": "token has invalid claims: token is expired",
    "expiry": "token has invalid claims",
    "early": "token has invalid claims: token is not valid yet",
    "start": "token has invalid claims",
    "claims": "token has invalid claims",
    "ended": "session has ended",
}


class AuthenticatedUser(msgspec.Struct, frozen=True):
    """A signed-in user, with the session that the token names, if any."""

    user: User
    session_id: UUID | None
    claims: Mapping[str, Any]
    # The session's current assurance level. The token may still carry an older one.
    aal: str = "aal1"


async def get_authenticated_user(conn: Connection, auth: AuthService, request: AuthRequest) -> AuthenticatedUser:
    """Returns the user of the bearer token.

    Raises:
        AuthError: 401 or 403 for an invalid token, an unknown or banned user, or an ended session.
    """
    claims = read_claims(auth, request)
    user_id = _user_id_claim(claims)
    user = await find_user(conn, user_id)
    if user is None:
        raise unknown_token_user()
    session_id = _uuid_claim(claims, "session_id", 403)
    aal = None if session_id is None else await conn.fetchval(GET_SESSION_AAL, session_id, user.id)
    if session_id is not None and aal is None:
        raise unknown_token_session()
    if user.is_banned(auth.now()):
        raise AuthError(403, Code.USER_BANNED, "User is banned")
    return AuthenticatedUser(user, session_id, claims, aal or "aal1")


def user_and_session_ids(claims: Mapping[str, Any]) -> tuple[UUID, UUID | None]:
    """Returns the user id and session id of a token. Raises AuthError if one is malformed or the user id is missing."""
    return _user_id_claim(claims), _uuid_claim(claims, "session_id", 403)


def unknown_token_user() -> AuthError:
    """The error for a token whose user no longer exists."""
    return AuthError(403, Code.USER_NOT_FOUND, "User from sub claim in JWT does not exist")


async def check_admin(conn: Connection, auth: AuthService, request: AuthRequest) -> None:
    """Raises AuthError unless the token has an administration role or delegated administration allows the request."""
    claims = read_claims(auth, request)
    if claims.get("role") not in auth.config.admin_roles:
        await _check_delegate(conn, auth, request, claims)
        return
    session_id = _uuid_claim(claims, "session_id", 403)
    if session_id is None:
        return
    session = await find_session(conn, session_id)
    if session is None:
        raise unknown_token_session()
    if await find_expiry_reason(conn, auth, session) is not None:
        raise AuthError(403, Code.SESSION_EXPIRED, "Session is no longer valid")


async def _check_delegate(conn: Connection, auth: AuthService, request: AuthRequest, claims: Mapping[str, Any]) -> None:
    delegated = find_delegated_request(request)
    denied = AuthError(403, Code.NOT_ADMIN, "User not allowed")
    if (
        delegated is None
        or claims.get("role") != auth.config.default_role
        or not await has_only_allowed_fields(request)
    ):
        raise denied
    caller = await get_authenticated_user(conn, auth, request)
    if not await may_administer(conn, claims, caller.aal, delegated):
        raise denied
    if request.method != "GET":
        traits = {"asked": f"{request.method} {request.url.path}"}
        await record(conn, auth, request, "administration_asked", caller.user, traits)


def name_administrator(auth: AuthService, request: AuthRequest) -> dict[str, Any]:
    """The traits of an audited act that name the administrator of the site who asks; none for the service key.

    A site may add the act to a log of its own by a trigger on the audit trail, in the transaction of the act.
    """
    claims = read_claims(auth, request)
    return {} if claims.get("role") in auth.config.admin_roles else {"by": str(_user_id_claim(claims))}


def read_claims(auth: AuthService, request: AuthRequest) -> Mapping[str, Any]:
    """Returns the claims of the request's bearer token. Raises AuthError 401 or 403."""
    return read_bearer_claims(auth, request.headers.get("authorization", ""))


def read_bearer_claims(auth: AuthService, authorization: str) -> Mapping[str, Any]:
    """Returns the claims of the token in an Authorization header. Raises AuthError 401 or 403."""
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise AuthError(401, Code.NO_AUTHORIZATION, "This endpoint requires a valid Bearer token")
    try:
        return auth.ring.read(token.strip(), now=auth.now().timestamp())
    except TokenError as error:
        text = f"invalid JWT: unable to parse or verify signature, {TOKEN_ERRORS[error.reason]}"
        raise AuthError(403, Code.BAD_JWT, text) from error


def parse_user_id(text: str) -> UUID:
    """Parses a user id from a path. Raises AuthError 404."""
    try:
        return UUID(text)
    except ValueError as error:
        raise invalid("user_id must be an UUID", 404) from error


def requested_audience(auth: AuthService, request: AuthRequest) -> str:
    """Returns the audience whose users a request refers to."""
    return request.headers.get("x-jwt-aud") or auth.config.audience


def check_audience(requested: str, claims: Mapping[str, Any]) -> None:
    """Raises AuthError 400 if a request names another audience than its token."""
    if requested and requested != claims.get("aud"):
        raise invalid("Token audience doesn't match request audience")


def unknown_token_session() -> AuthError:
    """The error for a token whose session no longer exists."""
    return AuthError(403, Code.SESSION_NOT_FOUND, "Session from session_id claim in JWT does not exist")


def _user_id_claim(claims: Mapping[str, Any]) -> UUID:
    user_id = _uuid_claim(claims, "sub", 400)
    if user_id is None:
        raise AuthError(403, Code.BAD_JWT, "invalid claim: missing sub claim")
    return user_id


def _uuid_claim(claims: Mapping[str, Any], name: str, status: int) -> UUID | None:
    text = claims.get(name) or None
    if text is None:
        return None
    try:
        value = UUID(text)
    except (ValueError, AttributeError, TypeError) as error:
        raise AuthError(status, Code.BAD_JWT, f"invalid claim: {name} claim must be a UUID") from error
    # A nil session id means "no session". A nil user id is looked up like any other.
    return None if value == NIL_UUID and name == "session_id" else value
