"""GET and POST /callback: the way back from a provider. Contract 1.8.

Nothing is held while the provider is asked: the state is used up in one transaction, the person is found or made in
another. A state that is not ours sends the browser to the site; from then on, to where the trip began.
"""

from functools import partial

import asyncpg
import msgspec
import structlog

from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.hooks.before_user_created import with_creation_hook
from balai.backend.auth.http import read_form
from balai.backend.auth.identities.linking import accept_invitation, link_to_user, sign_in_with
from balai.backend.auth.identities.profiles import NoProfile, Profile, read_profile
from balai.backend.auth.oauth.authorize import get_provider
from balai.backend.auth.oauth.browser_binding import is_same_browser
from balai.backend.auth.oauth.flow_state import Flow, finish_flow, use_flow
from balai.backend.auth.oauth.token_exchange import Tokens, ask_claims, exchange
from balai.backend.auth.oidc.id_tokens import BadToken
from balai.backend.auth.redirects import ERRORS, onward
from balai.backend.auth.sessions.issue import SessionView, device_of, issue, open_session
from balai.backend.auth.users.rows import User
from balai.database.transaction import as_owner
from balai.http.client import RequestFailed

DENIED = {Code.SIGNUP_DISABLED, Code.USER_BANNED, Code.PROVIDER_EMAIL_NEEDS_VERIFICATION}
LONGEST_TEXT = 500

log = structlog.get_logger("balai.auth.callback")


class ProviderRefusal(Exception):
    """The provider's own error, passed on in its own words."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(error)
        self.error = error
        self.description = description


class _Name(msgspec.Struct):
    firstName: str = ""
    lastName: str = ""


class _AppleUser(msgspec.Struct):
    name: _Name = msgspec.field(default_factory=_Name)


async def come_back(auth: AuthService, request: AuthRequest) -> tuple[int, str]:
    """Status and address of the redirect that ends a trip."""
    try:
        answer = await _read(request)
        flow = await use_flow(auth, answer.get("state", ""))
        if not is_same_browser(request, flow.browser_hash):
            raise AuthError(400, Code.BAD_OAUTH_STATE, "OAuth state parameter is invalid")
    except AuthError as error:
        return 303, onward(auth.config.site_url, query=error_facts(error))
    try:
        return 302, await _finish(auth, request, flow, answer)
    except ProviderRefusal as refusal:
        facts = {"error": refusal.error, "error_description": refusal.description}
    except AuthError as error:
        facts = error_facts(error)
    return 302, onward(flow.referrer, query=facts, fragment=facts)


def error_facts(error: AuthError) -> dict[str, str]:
    """An error as an address carries it."""
    if error.status >= 500:
        log.error("provider_failure", error=error.message, cause=str(error.__cause__))
    kind = "access_denied" if error.code in DENIED else ERRORS.get(error.status, "server_error")
    return {"error": kind, "error_code": error.code, "error_description": error.message}


def session_facts(session: SessionView) -> dict[str, str]:
    """A session as the fragment of an address carries it."""
    facts = {
        "access_token": session.access_token,
        "expires_at": str(session.expires_at),
        "expires_in": str(session.expires_in),
        "provider_token": session.provider_token or "",
        "provider_refresh_token": session.provider_refresh_token or "",
        "refresh_token": session.refresh_token,
        "token_type": "bearer",
    }
    return {name: value for name, value in facts.items() if value}


async def _read(request: AuthRequest) -> dict[str, str]:
    """What the provider answered; as a form where it posts (Apple)."""
    asked = {name: value.replace("\0", "") for name, value in request.query_params.items()}
    return asked | await read_form(request) if request.method == "POST" else asked


async def _finish(auth: AuthService, request: AuthRequest, flow: Flow, answer: dict[str, str]) -> str:
    if "error" in answer:
        raise ProviderRefusal(answer["error"][:LONGEST_TEXT], answer.get("error_description", "")[:LONGEST_TEXT])
    if not answer.get("code"):
        raise AuthError(400, Code.BAD_OAUTH_CALLBACK, "OAuth callback with missing authorization code missing")
    tokens, profile = await _ask_provider(auth, flow, answer)
    admit = partial(with_creation_hook, auth, request, partial(_admit, auth, request, flow, tokens, profile))
    try:
        return await admit()
    except asyncpg.UniqueViolationError:
        # The same person came by two doors at once, and the other was first: now she is there to be found.
        return await admit()


async def _ask_provider(auth: AuthService, flow: Flow, answer: dict[str, str]) -> tuple[Tokens, Profile]:
    try:
        provider = get_provider(auth, flow.provider)
    except AuthError as error:
        raise AuthError(400, Code.OAUTH_PROVIDER_NOT_SUPPORTED, error.message) from error
    # RFC 9207: a provider that says who it is must be the one that was asked (mix-up).
    if provider.issuer and answer.get("iss", provider.issuer) != provider.issuer and "{" not in provider.issuer:
        raise AuthError(400, Code.BAD_OAUTH_CALLBACK, "OAuth callback of another issuer")
    try:
        tokens = await exchange(auth, provider, answer["code"], flow.provider_verifier)
    except RequestFailed as error:
        text = f"Unable to exchange external code: {answer['code'][:LONGEST_TEXT]}"
        raise AuthError(500, Code.UNEXPECTED_FAILURE, text) from error
    try:
        claims = await ask_claims(auth, provider, tokens, flow.provider_nonce)
        profile = read_profile(flow.provider, provider, {**_name_of(answer), **claims})
    except (RequestFailed, BadToken, NoProfile) as error:
        text = "Error getting user profile from external provider"
        raise AuthError(500, Code.UNEXPECTED_FAILURE, text) from error
    if not profile.email and not provider.email_optional:
        text = "Error getting user email from external provider"
        raise AuthError(500, Code.UNEXPECTED_FAILURE, text)
    return tokens, profile


async def _admit(auth: AuthService, request: AuthRequest, flow: Flow, tokens: Tokens, profile: Profile) -> str:
    refusal: AuthError | None = None
    async with as_owner(auth.pool) as conn:
        if flow.linking_target_id is not None:
            target, session_id = flow.linking_target_id, flow.linking_session_id
            found = await link_to_user(conn, auth, request, target, profile, session_id=session_id)
        elif flow.invite_token:
            found = await accept_invitation(conn, auth, request, flow.invite_token, profile)
        else:
            found = await sign_in_with(conn, auth, request, profile)
        if isinstance(found, User):
            issued = {"access_token": tokens.access_token, "refresh_token": tokens.refresh_token}
            if flow.is_pkce:
                await finish_flow(conn, flow.id, found.id, auth.now(), **issued)
                return onward(flow.referrer, query={"code": flow.auth_code})
            session = await open_session(conn, auth, found, "oauth", device_of(request))
            session = msgspec.structs.replace(
                session, provider_token=tokens.access_token, provider_refresh_token=tokens.refresh_token or None
            )
        else:
            refusal = found
    # Outside the transaction: the mail that asks for a confirmation goes out although she is not let in yet.
    if refusal is not None:
        raise refusal
    return onward(flow.referrer, fragment=session_facts(await issue(auth, session)))


def _name_of(answer: dict[str, str]) -> dict[str, str]:
    """Apple tells the name once, beside the token."""
    try:
        name = msgspec.json.decode(answer.get("user", "{}"), type=_AppleUser).name
    except (msgspec.DecodeError, RecursionError):
        return {}
    return {"name": f"{name.firstName} {name.lastName}".strip()}
