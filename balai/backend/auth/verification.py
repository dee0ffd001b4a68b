"""Redeeming a mailed code or link: POST /verify, and GET /verify for links. Contract 1.4 and 1.5."""

import secrets
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import msgspec

from balai.backend.auth.accounts import confirm_email
from balai.backend.auth.addresses import check_email, check_phone
from balai.backend.auth.audit import note
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.email_change import complete_email_change
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.one_time_tokens import (
    PKCE_PREFIX,
    Kind,
    Token,
    find_token,
    has_token,
    hash_code,
    remove_token,
    remove_tokens,
)
from balai.backend.auth.pkce import issue_auth_code
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.redirects import choose_redirect
from balai.backend.auth.sessions import SessionView, device_of, open_session
from balai.backend.auth.users import User, get_user
from balai.backend.auth.wire import read_body
from balai.database.pool import Connection
from balai.database.transaction import as_owner

KINDS = {
    "signup": [Kind.CONFIRMATION],
    "invite": [Kind.CONFIRMATION],
    "recovery": [Kind.RECOVERY],
    "magiclink": [Kind.RECOVERY],
    "email": [Kind.CONFIRMATION, Kind.RECOVERY],
    "email_change": [Kind.EMAIL_CHANGE_CURRENT, Kind.EMAIL_CHANGE_NEW],
}
FLOWS = {"signup": "email/signup", "invite": "invite", "recovery": "recovery", "magiclink": "magiclink"}
OTHER_HALF = {
    Kind.EMAIL_CHANGE_NEW: Kind.EMAIL_CHANGE_CURRENT,
    Kind.EMAIL_CHANGE_CURRENT: Kind.EMAIL_CHANGE_NEW,
}
HALF_DONE = "Confirmation link accepted. Please proceed to confirm link sent to the other email"
ERRORS = {
    400: "invalid_request",
    401: "unauthorized_client",
    403: "access_denied",
    500: "server_error",
    503: "temporarily_unavailable",
}
CLOSE_LOGIN = "update auth.users set encrypted_password = $2 where id = $1 and encrypted_password is null"


class VerifyBody(msgspec.Struct, frozen=True):
    """Body of a verification."""

    type: str | None = None
    token: str | None = None
    token_hash: str | None = None
    email: str | None = None
    phone: str | None = None
    redirect_to: str | None = None


class HalfDone(msgspec.Struct, frozen=True):
    """The answer to the first of the two confirmations of an address change. The code is a text on the wire."""

    msg: str = HALF_DONE
    code: str = "200"


async def verify(auth: Auth, request: Call) -> SessionView | HalfDone:
    """Redeem a code or a token hash for a session."""
    auth.limits.check(Limit.VERIFY, request)
    body = await read_body(request, VerifyBody)
    hashes, refusal = _wanted(auth, body)
    async with as_owner(auth.pool) as conn:
        token = await _take(conn, auth, hashes, body.type or "", refusal)
        user = await get_user(conn, token.user_id, lock=True)
        _check_not_banned(auth, user)
        if not await _apply(conn, auth, request, token, body.type or ""):
            return HalfDone()
        return await open_session(conn, auth, user, "otp", device_of(request))


async def follow_link(auth: Auth, request: Call) -> str:
    """Redeem the link of a mail and return where the browser goes on."""
    auth.limits.check(Limit.VERIFY, request)
    token_hash, type_ = request.query_params.get("token", ""), request.query_params.get("type", "")
    if not type_:
        raise invalid("Verify requires a verification type")
    if not token_hash:
        raise invalid("Verify requires a token or a token hash")
    target, is_pkce = choose_redirect(auth.config, request), token_hash.startswith(PKCE_PREFIX)
    try:
        return await _follow(auth, request, token_hash, type_, target)
    except AuthError as error:
        facts = {"error": ERRORS.get(error.status, ""), "error_code": error.code, "error_description": error.message}
        facts = {name: value for name, value in facts.items() if value}
        return onward(target, query=facts if is_pkce else {}, fragment=facts)


async def _follow(auth: Auth, request: Call, token_hash: str, type_: str, target: str) -> str:
    is_pkce = token_hash.startswith(PKCE_PREFIX)
    if type_ not in KINDS:
        raise invalid("Invalid email verification type")
    async with as_owner(auth.pool) as conn:
        token = await _take(conn, auth, [token_hash.replace("\0", "")], type_, _link_expired())
        user = await get_user(conn, token.user_id, lock=True)
        _check_not_banned(auth, user)
        if type_ == "email":
            type_ = "signup" if token.kind is Kind.CONFIRMATION else "magiclink"
        # Before the token is burnt: a link whose flow is gone leaves it usable by its code.
        code = await issue_auth_code(conn, user.id, FLOWS.get(type_, type_), auth.now()) if is_pkce else ""
        if not await _apply(conn, auth, request, token, type_):
            return onward(target, query={"message": HALF_DONE} if is_pkce else {}, fragment={"message": HALF_DONE})
        if is_pkce:
            return onward(target, query={"code": code})
        session = await open_session(conn, auth, user, "otp", device_of(request))
    return onward(target, fragment=_session_facts(session, type_))


def onward(target: str, *, query: dict[str, str] | None = None, fragment: dict[str, str] | None = None) -> str:
    """The redirect with facts merged into its query, and in a fragment of its own."""
    parts = urlsplit(target)
    merged = urlencode([*parse_qsl(parts.query, keep_blank_values=True), *query.items()]) if query else parts.query
    # `sb` is the mark by which clients know that the fragment is this protocol's.
    tail = urlencode(sorted({**fragment, "sb": ""}.items())) if fragment else ""
    return urlunsplit(parts._replace(query=merged, fragment=tail))


def _session_facts(session: SessionView, type_: str) -> dict[str, str]:
    return {
        "access_token": session.access_token,
        "expires_at": str(session.expires_at),
        "expires_in": str(session.expires_in),
        "refresh_token": session.refresh_token,
        "token_type": "bearer",
        "type": type_,
    }


def _wanted(auth: Auth, body: VerifyBody) -> tuple[list[str], AuthError]:
    """The hashes that would match, and how to refuse when none does."""
    if not body.type:
        raise invalid("Verify requires a verification type")
    if bool(body.token) == bool(body.token_hash):
        raise invalid("Verify requires either a token or a token hash")
    if body.token_hash:
        if body.email or body.phone or body.redirect_to:
            raise invalid("Only the token_hash and type should be provided")
        if body.type not in KINDS:
            raise invalid("Invalid email verification type")
        return [body.token_hash.replace("\0", "")], _link_expired()
    if bool(body.email) == bool(body.phone):
        raise invalid("Only an email address or phone number should be provided on verify")
    expired = AuthError(403, Code.OTP_EXPIRED, "Token has expired or is invalid")
    if body.phone:
        check_phone(body.phone)
        raise expired
    try:
        email = check_email(body.email or "")
    except AuthError as error:
        raise invalid("Invalid email format", 422) from error
    auth.limits.check_guesses(email)
    if body.type not in KINDS:
        raise expired
    plain = hash_code(email, body.token or "")
    return [plain, PKCE_PREFIX + plain], expired


def _link_expired() -> AuthError:
    return AuthError(403, Code.OTP_EXPIRED, "Email link is invalid or has expired")


def _check_not_banned(auth: Auth, user: User) -> None:
    if user.is_banned(auth.now()):
        raise AuthError(403, Code.USER_BANNED, "User is banned")


async def _take(conn: Connection, auth: Auth, hashes: list[str], type_: str, refusal: AuthError) -> Token:
    token = await find_token(conn, hashes, KINDS[type_], since=auth.now() - auth.config.code_life)
    if token is None:
        raise refusal
    return token


async def _apply(conn: Connection, auth: Auth, request: Call, token: Token, type_: str) -> bool:
    """Do what the code is for; False when it was only the first half of an address change."""
    user = await get_user(conn, token.user_id)
    if token.kind in OTHER_HALF:
        since = auth.now() - auth.config.code_life
        if await has_token(conn, user.id, OTHER_HALF[token.kind], since=since):
            await remove_token(conn, token.id)
            return False
        await complete_email_change(conn, auth, user)
    else:
        await confirm_email(conn, user.id, auth.now(), by_code=True)
        if type_ == "invite":
            await note(conn, auth, request, "invite_accepted", user)
    if user.encrypted_password is None:
        # An invited user has no password yet; a random one keeps "none" from ever meaning "any".
        await conn.execute(CLOSE_LOGIN, user.id, await auth.hasher.hash(secrets.token_urlsafe(32)))
    await remove_tokens(conn, user.id)
    await note(conn, auth, request, "login", user)
    return True
