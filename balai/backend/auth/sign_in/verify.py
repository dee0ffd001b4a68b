"""POST /verify redeems a code or a token hash, GET /verify an emailed link. Contract 1.4 and 1.5."""

from datetime import timedelta

import asyncpg
import msgspec

from balai.backend.auth.account.email_change import complete_email_change
from balai.backend.auth.account.phone_change import complete_phone_change, confirm_phone
from balai.backend.auth.audit import record
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid, invitation_over
from balai.backend.auth.http import read_body
from balai.backend.auth.notifications.one_time_tokens import (
    PKCE_PREFIX,
    OneTimeToken,
    TokenKind,
    find_token,
    has_token,
    hash_code,
    remove_token,
    remove_tokens,
    verify_code,
)
from balai.backend.auth.notifications.sms_codes import sms_code_ttl
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.redirects import OAUTH_ERRORS, choose_redirect, with_parameters
from balai.backend.auth.sessions.issue import TokenResponse, UnsignedSession, create_session, device_of, issue_tokens
from balai.backend.auth.sessions.pkce import issue_auth_code
from balai.backend.auth.users.contact_details import check_email, check_phone
from balai.backend.auth.users.create import confirm_email
from balai.backend.auth.users.invitations import is_used_invitation
from balai.backend.auth.users.rows import User, get_user
from balai.database.pool import Connection
from balai.database.transaction import as_owner

EMAIL_KINDS = {
    "signup": [TokenKind.CONFIRMATION],
    "invite": [TokenKind.CONFIRMATION],
    "recovery": [TokenKind.RECOVERY],
    "magiclink": [TokenKind.RECOVERY],
    "email": [TokenKind.CONFIRMATION, TokenKind.RECOVERY],
    "email_change": [TokenKind.EMAIL_CHANGE_CURRENT, TokenKind.EMAIL_CHANGE_NEW],
}
PHONE_KINDS = {"sms": [TokenKind.CONFIRMATION], "phone_change": [TokenKind.PHONE_CHANGE]}
AUTH_METHODS = {"signup": "email/signup", "invite": "invite", "recovery": "recovery", "magiclink": "magiclink"}
COUNTERPART = {
    TokenKind.EMAIL_CHANGE_NEW: TokenKind.EMAIL_CHANGE_CURRENT,
    TokenKind.EMAIL_CHANGE_CURRENT: TokenKind.EMAIL_CHANGE_NEW,
}
FIRST_CONFIRMATION = "Confirmation link accepted. Please proceed to confirm link sent to the other email"


class VerifyBody(msgspec.Struct, frozen=True):
    """Body of a verification."""

    type: str | None = None
    token: str | None = None
    token_hash: str | None = None
    email: str | None = None
    phone: str | None = None
    redirect_to: str | None = None


class FirstConfirmation(msgspec.Struct, frozen=True):
    """The response to the first of the two confirmations of an email change. `code` is a string in the protocol."""

    msg: str = FIRST_CONFIRMATION
    code: str = "200"


async def verify(auth: AuthService, request: AuthRequest) -> UnsignedSession | FirstConfirmation:
    """Redeem a code or a token hash for a session."""
    await auth.limits.check(Limit.VERIFY, request)
    body = await read_body(request, VerifyBody)
    query = _code_query(auth, body)
    if query.address:
        await auth.limits.check_code_attempts(query.address)
    async with as_owner(auth.pool) as conn:
        token = await _find_code(conn, auth, query)
        if token is not None:
            return await _redeem(conn, auth, request, token, body.type or "", query.error)
    # Raised after the commit: a failed attempt must be counted.
    raise query.error


async def _redeem(
    conn: Connection, auth: AuthService, request: AuthRequest, token: OneTimeToken, type_: str, error: AuthError
) -> UnsignedSession | FirstConfirmation:
    user = await get_user(conn, token.user_id, lock=True)
    _check_current(token, user, error)
    _check_not_banned(auth, user)
    if not await _apply_code(conn, auth, request, token, type_):
        return FirstConfirmation()
    return await create_session(conn, auth, user, "otp", device_of(request))


async def follow_link(auth: AuthService, request: AuthRequest) -> str:
    """Redeem an emailed link and return the URL of the redirect."""
    await auth.limits.check(Limit.VERIFY, request)
    token_hash, type_ = request.query_params.get("token", ""), request.query_params.get("type", "")
    if not type_:
        raise invalid("Verify requires a verification type")
    if not token_hash:
        raise invalid("Verify requires a token or a token hash")
    target, is_pkce = choose_redirect(auth.config, request), token_hash.startswith(PKCE_PREFIX)
    try:
        try:
            return await _follow(auth, request, token_hash, type_, target)
        except asyncpg.PostgresError as failure:
            if is_used_invitation(failure):
                raise invitation_over() from failure
            raise
    except AuthError as error:
        parameters = {
            "error": OAUTH_ERRORS.get(error.status, ""),
            "error_code": error.code,
            "error_description": error.message,
        }
        parameters = {name: value for name, value in parameters.items() if value}
        return with_parameters(target, query=parameters if is_pkce else {}, fragment=parameters)


async def _follow(auth: AuthService, request: AuthRequest, token_hash: str, type_: str, target: str) -> str:
    is_pkce = token_hash.startswith(PKCE_PREFIX)
    if type_ not in EMAIL_KINDS:
        raise invalid("Invalid email verification type")
    async with as_owner(auth.pool) as conn:
        token = await _find_code(conn, auth, _link_query(auth, token_hash, type_))
        if token is None:
            raise _link_expired()
        user = await get_user(conn, token.user_id, lock=True)
        _check_current(token, user, _link_expired())
        _check_not_banned(auth, user)
        if type_ == "email":
            type_ = "signup" if token.kind is TokenKind.CONFIRMATION else "magiclink"
        # Before the token is deleted: if the flow has expired, the code in the email stays usable.
        code = await issue_auth_code(conn, user.id, AUTH_METHODS.get(type_, type_), auth.now()) if is_pkce else ""
        if not await _apply_code(conn, auth, request, token, type_):
            message = {"message": FIRST_CONFIRMATION}
            return with_parameters(target, query=message if is_pkce else {}, fragment=message)
        if is_pkce:
            return with_parameters(target, query={"code": code})
        session = await create_session(conn, auth, user, "otp", device_of(request))
    return with_parameters(target, fragment=_session_parameters(await issue_tokens(auth, session), type_))


def _session_parameters(session: TokenResponse, type_: str) -> dict[str, str]:
    return {
        "access_token": session.access_token,
        "expires_at": str(session.expires_at),
        "expires_in": str(session.expires_in),
        "refresh_token": session.refresh_token,
        "token_type": "bearer",
        "type": type_,
    }


class CodeQuery(msgspec.Struct, frozen=True):
    """The hashes that match a code, and the error if none does. `address` is set for typed codes."""

    hashes: list[str]
    kinds: list[TokenKind]
    ttl: timedelta
    error: AuthError
    address: str = ""


def _code_query(auth: AuthService, body: VerifyBody) -> CodeQuery:
    if not body.type:
        raise invalid("Verify requires a verification type")
    if bool(body.token) == bool(body.token_hash):
        raise invalid("Verify requires either a token or a token hash")
    if body.token_hash:
        if body.email or body.phone or body.redirect_to:
            raise invalid("Only the token_hash and type should be provided")
        if body.type not in EMAIL_KINDS:
            raise invalid("Invalid email verification type")
        return _link_query(auth, body.token_hash, body.type)
    if bool(body.email) == bool(body.phone):
        raise invalid("Only an email address or phone number should be provided on verify")
    expired = AuthError(403, Code.OTP_EXPIRED, "Token has expired or is invalid")
    if body.phone:
        phone = check_phone(body.phone, auth.config.phone_regions)
        if body.type not in PHONE_KINDS:
            raise expired
        hashes = [hash_code(phone, body.token or "")]
        return CodeQuery(hashes, PHONE_KINDS[body.type], sms_code_ttl(auth, phone), expired, phone)
    try:
        email = check_email(body.email or "")
    except AuthError as error:
        raise invalid("Invalid email format", 422) from error
    if body.type not in EMAIL_KINDS:
        raise expired
    plain = hash_code(email, body.token or "")
    return CodeQuery([plain, PKCE_PREFIX + plain], EMAIL_KINDS[body.type], auth.config.typed_code_ttl, expired, email)


def _link_query(auth: AuthService, token_hash: str, type_: str) -> CodeQuery:
    # PostgreSQL rejects NUL in parameters, and no row contains one.
    return CodeQuery([token_hash.replace("\0", "")], EMAIL_KINDS[type_], auth.config.code_ttl, _link_expired())


def _link_expired() -> AuthError:
    return AuthError(403, Code.OTP_EXPIRED, "Email link is invalid or has expired")


def _check_current(token: OneTimeToken, user: User, error: AuthError) -> None:
    """Raise `error` if the account's email or number is no longer the one to which the code was sent."""
    current = {
        TokenKind.CONFIRMATION: ((user.email or "").lower(), user.phone),
        TokenKind.RECOVERY: ((user.email or "").lower(),),
        TokenKind.PHONE_CHANGE: (user.phone_change,),
    }
    if token.kind in current and token.relates_to not in current[token.kind]:
        raise error


def _check_not_banned(auth: AuthService, user: User) -> None:
    if user.is_banned(auth.now()):
        raise AuthError(403, Code.USER_BANNED, "User is banned")


async def _find_code(conn: Connection, auth: AuthService, query: CodeQuery) -> OneTimeToken | None:
    """Find the unexpired code and lock its row."""
    since = auth.now() - query.ttl
    if query.address:
        return await verify_code(conn, query.address, query.hashes, query.kinds, since=since)
    token = await find_token(conn, query.hashes, query.kinds, since=since)
    # The hash of an SMS code is not accepted as a link: it would confirm an email to which nothing was sent.
    return token if token is not None and "@" in token.relates_to else None


async def _apply_code(
    conn: Connection, auth: AuthService, request: AuthRequest, token: OneTimeToken, type_: str
) -> bool:
    """Perform the code's action; False if it was only the first confirmation of an email change."""
    user = await get_user(conn, token.user_id)
    if token.kind in COUNTERPART:
        since = auth.now() - auth.config.code_ttl
        if await has_token(conn, user.id, COUNTERPART[token.kind], since=since):
            await remove_token(conn, token.id)
            return False
        await complete_email_change(conn, auth, user)
    elif token.kind is TokenKind.PHONE_CHANGE:
        await complete_phone_change(conn, auth, user, token.relates_to)
    elif type_ == "sms":
        await confirm_phone(conn, auth, user)
    else:
        await confirm_email(conn, user.id, auth.now(), by_code=True)
        if type_ == "invite":
            await record(conn, auth, request, "invite_accepted", user)
    await remove_tokens(conn, user.id)
    await record(conn, auth, request, "login", user)
    return True
