"""GET and POST /callback: the return from a provider. Contract 1.8.

No transaction is open during requests to the provider: one consumes the state before, another finds or creates the
account after. With an unknown state the browser is redirected to the site, otherwise to where the flow began.
"""

from functools import partial

import asyncpg
import msgspec
import structlog

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.hooks.before_user_created import with_creation_hook
from balai.backend.auth.http import read_form
from balai.backend.auth.identities.linking import accept_invitation, link_to_user, sign_in_with_profile
from balai.backend.auth.identities.profiles import InvalidSubject, Profile, read_profile
from balai.backend.auth.oauth.authorize import get_provider
from balai.backend.auth.oauth.browser_binding import is_same_browser
from balai.backend.auth.oauth.flow_state import Flow, complete_flow, consume_flow
from balai.backend.auth.oauth.token_exchange import Tokens, exchange_authorization_code, fetch_claims
from balai.backend.auth.oidc.id_tokens import InvalidIdToken
from balai.backend.auth.redirects import OAUTH_ERRORS, with_parameters
from balai.backend.auth.sessions.issue import TokenResponse, create_session, device_of, issue_tokens
from balai.backend.auth.users.rows import User
from balai.database.transaction import as_owner
from balai.http.client import RequestFailed

ACCESS_DENIED_CODES = {Code.SIGNUP_DISABLED, Code.USER_BANNED, Code.PROVIDER_EMAIL_NEEDS_VERIFICATION}
MAX_TEXT = 500

log = structlog.get_logger("balai.auth.callback")


class ProviderError(Exception):
    """An error that the provider reported, passed on unchanged."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(error)
        self.error = error
        self.description = description


class _AppleName(msgspec.Struct):
    firstName: str = ""
    lastName: str = ""


class _AppleUser(msgspec.Struct):
    name: _AppleName = msgspec.field(default_factory=_AppleName)


async def process_callback(auth: AuthService, request: AuthRequest) -> tuple[int, str]:
    """Complete a flow; return the status and URL of the redirect."""
    try:
        parameters = await _read_parameters(request)
        flow = await consume_flow(auth, parameters.get("state", ""))
        if not is_same_browser(request, flow.browser_hash):
            raise AuthError(400, Code.BAD_OAUTH_STATE, "OAuth state parameter is invalid")
    except AuthError as error:
        return 303, with_parameters(auth.config.site_url, query=error_parameters(error))
    try:
        return 302, await _finish_flow(auth, request, flow, parameters)
    except ProviderError as error:
        outcome = {"error": error.error, "error_description": error.description}
    except AuthError as error:
        outcome = error_parameters(error)
    return 302, with_parameters(flow.referrer, query=outcome, fragment=outcome)


def error_parameters(error: AuthError) -> dict[str, str]:
    """Encode an error as parameters of a URL."""
    if error.status >= 500:
        log.error("provider_failed", error=error.message, cause=str(error.__cause__))
    is_denied = error.code in ACCESS_DENIED_CODES
    name = "access_denied" if is_denied else OAUTH_ERRORS.get(error.status, "server_error")
    return {"error": name, "error_code": error.code, "error_description": error.message}


def session_parameters(session: TokenResponse) -> dict[str, str]:
    """Encode a session as parameters of a URL's fragment."""
    parameters = {
        "access_token": session.access_token,
        "expires_at": str(session.expires_at),
        "expires_in": str(session.expires_in),
        "provider_token": session.provider_token or "",
        "provider_refresh_token": session.provider_refresh_token or "",
        "refresh_token": session.refresh_token,
        "token_type": "bearer",
    }
    return {name: value for name, value in parameters.items() if value}


async def _read_parameters(request: AuthRequest) -> dict[str, str]:
    """Read the provider's response from the query, or from the form of a POST (Apple)."""
    parameters = {name: value.replace("\0", "") for name, value in request.query_params.items()}
    return parameters | await read_form(request) if request.method == "POST" else parameters


async def _finish_flow(auth: AuthService, request: AuthRequest, flow: Flow, parameters: dict[str, str]) -> str:
    if "error" in parameters:
        raise ProviderError(parameters["error"][:MAX_TEXT], parameters.get("error_description", "")[:MAX_TEXT])
    if not parameters.get("code"):
        raise AuthError(400, Code.BAD_OAUTH_CALLBACK, "OAuth callback with missing authorization code missing")
    tokens, profile = await _fetch_profile(auth, flow, parameters)
    sign_in = partial(with_creation_hook, auth, request, partial(_sign_in, auth, request, flow, tokens, profile))
    try:
        return await sign_in()
    except asyncpg.UniqueViolationError:
        # A concurrent request created the same account first; the second attempt finds it.
        return await sign_in()


async def _fetch_profile(auth: AuthService, flow: Flow, parameters: dict[str, str]) -> tuple[Tokens, Profile]:
    try:
        provider = get_provider(auth, flow.provider)
    except AuthError as error:
        raise AuthError(400, Code.OAUTH_PROVIDER_NOT_SUPPORTED, error.message) from error
    # RFC 9207: `iss`, where present, must be the provider of the flow (mix-up attack).
    if provider.issuer and parameters.get("iss", provider.issuer) != provider.issuer and "{" not in provider.issuer:
        raise AuthError(400, Code.BAD_OAUTH_CALLBACK, "OAuth callback of another issuer")
    try:
        tokens = await exchange_authorization_code(auth, provider, parameters["code"], flow.provider_verifier)
    except RequestFailed as error:
        text = f"Unable to exchange external code: {parameters['code'][:MAX_TEXT]}"
        raise AuthError(500, Code.UNEXPECTED_FAILURE, text) from error
    try:
        claims = await fetch_claims(auth, provider, tokens, flow.provider_nonce)
        profile = read_profile(flow.provider, provider, {**_apple_name(parameters), **claims})
    except (RequestFailed, InvalidIdToken, InvalidSubject) as error:
        text = "Error getting user profile from external provider"
        raise AuthError(500, Code.UNEXPECTED_FAILURE, text) from error
    if not profile.email and not provider.email_optional:
        text = "Error getting user email from external provider"
        raise AuthError(500, Code.UNEXPECTED_FAILURE, text)
    return tokens, profile


async def _sign_in(auth: AuthService, request: AuthRequest, flow: Flow, tokens: Tokens, profile: Profile) -> str:
    rejection: AuthError | None = None
    async with as_owner(auth.pool) as conn:
        if flow.linking_target_id is not None:
            target, session_id = flow.linking_target_id, flow.linking_session_id
            found = await link_to_user(conn, auth, request, target, profile, session_id=session_id)
        elif flow.invite_token:
            found = await accept_invitation(conn, auth, request, flow.invite_token, profile)
        else:
            found = await sign_in_with_profile(conn, auth, request, profile)
        if isinstance(found, User):
            issued = {"access_token": tokens.access_token, "refresh_token": tokens.refresh_token}
            if flow.is_pkce:
                await complete_flow(conn, flow.id, found.id, auth.now(), **issued)
                return with_parameters(flow.referrer, query={"code": flow.auth_code})
            session = await create_session(conn, auth, found, "oauth", device_of(request))
            session = msgspec.structs.replace(
                session, provider_token=tokens.access_token, provider_refresh_token=tokens.refresh_token or None
            )
        else:
            rejection = found
    # After the commit: the confirmation email is sent although the sign-in is rejected until then.
    if rejection is not None:
        raise rejection
    return with_parameters(flow.referrer, fragment=session_parameters(await issue_tokens(auth, session)))


def _apple_name(parameters: dict[str, str]) -> dict[str, str]:
    """Read the user's name, which Apple sends only on the first sign-in, beside the code."""
    try:
        name = msgspec.json.decode(parameters.get("user", "{}"), type=_AppleUser).name
    except (msgspec.DecodeError, RecursionError):
        return {}
    return {"name": f"{name.firstName} {name.lastName}".strip()}
