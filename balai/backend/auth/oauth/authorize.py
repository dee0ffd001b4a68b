"""GET /authorize and GET /user/identities/authorize: redirects to a provider. Contract 1.8."""

import base64
import hashlib
from urllib.parse import urlencode

from balai.backend.auth.authentication import AuthenticatedUser, get_authenticated_user
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid, provider_unreachable
from balai.backend.auth.identities.linking import check_linking_enabled
from balai.backend.auth.notifications.one_time_tokens import TokenKind, find_token
from balai.backend.auth.oauth.browser_binding import bind_browser
from balai.backend.auth.oauth.flow_state import NewFlow, add_flow, new_secret
from balai.backend.auth.oauth.token_exchange import find_endpoints
from balai.backend.auth.oidc.provider_catalog import PROVIDERS, Provider
from balai.backend.auth.redirects import choose_redirect
from balai.backend.auth.sessions.pkce import read_challenge
from balai.database.transaction import as_owner
from balai.http.client import RequestFailed

# Query parameters of /authorize that are not passed on: they would set the client, the scopes or the redirect at the
# provider. `request` and `request_uri` can carry all of these again (RFC 9101).
RESERVED_PARAMETERS = frozenset({
    "provider", "redirect_to", "scopes", "scope", "invite_token", "skip_http_redirect", "client_id", "client_secret",
    "redirect_uri", "response_type", "state", "code_challenge", "code_challenge_method", "code_verifier", "request",
    "request_uri",
})  # fmt: skip


async def authorize(auth: AuthService, request: AuthRequest) -> tuple[str, str]:
    """Start a sign-in; return the provider's URL and a cookie to set, or "". Raises AuthError 400."""
    provider = get_provider(auth, request.query_params.get("provider", "").strip().lower())
    browser_hash, cookie = bind_browser(auth, request, provider)
    if request.query_params.get("code_challenge"):
        browser_hash, cookie = None, ""
    return await _start_flow(auth, request, browser_hash=browser_hash), cookie


async def authorize_linking(auth: AuthService, request: AuthRequest) -> str:
    """Start linking a provider to the caller's account; return the URL. Raises AuthError 400, 401, 403, 404."""
    check_linking_enabled(auth)
    async with as_owner(auth.pool) as conn:
        caller = await get_authenticated_user(conn, auth, request)
    return await _start_flow(auth, request, caller=caller)


def get_provider(auth: AuthService, name: str) -> Provider:
    """Return an enabled provider. Raises AuthError 400."""
    provider = auth.config.providers.get(name)
    if provider is not None:
        return provider
    if name in PROVIDERS:
        raise invalid("Unsupported provider: provider is not enabled")
    raise invalid(f"Unsupported provider: Provider {name} could not be found")


async def _start_flow(
    auth: AuthService,
    request: AuthRequest,
    *,
    caller: AuthenticatedUser | None = None,
    browser_hash: bytes | None = None,
) -> str:
    query = request.query_params
    name = query.get("provider", "").strip().lower()
    provider = get_provider(auth, name)
    challenge = read_challenge(query.get("code_challenge"), query.get("code_challenge_method"))
    invite_token = query.get("invite_token", "").replace("\0", "")
    flow = NewFlow(
        provider=name,
        referrer=choose_redirect(auth.config, request).replace("\0", ""),
        challenge=challenge,
        nonce=query.get("nonce", "").replace("\0", "") or new_secret(),
        verifier=new_secret() if provider.pkce else "",
        linking_target_id=caller.user.id if caller else None,
        linking_session_id=caller.session_id if caller else None,
        invite_token=invite_token or None,
        browser_hash=browser_hash,
    )
    try:
        endpoints = await find_endpoints(auth, provider)
    except RequestFailed as error:
        raise provider_unreachable("Unable to reach external provider", timed_out=error.timed_out) from error
    async with as_owner(auth.pool) as conn:
        if invite_token:
            since = auth.now() - auth.config.code_ttl
            if await find_token(conn, [invite_token], [TokenKind.CONFIRMATION], since=since) is None:
                raise AuthError(404, Code.USER_NOT_FOUND, "User identified by token not found")
        state = await add_flow(conn, auth, flow)
    extra = {key: value for key, value in query.items() if key not in RESERVED_PARAMETERS}
    return _authorization_url(auth, provider, endpoints.authorize, flow, str(state), extra, query.get("scopes", ""))


def _authorization_url(
    auth: AuthService, provider: Provider, url: str, flow: NewFlow, state: str, extra: dict[str, str], scopes: str
) -> str:
    scope_names = dict.fromkeys([*provider.scopes, *scopes.replace(",", " ").split()])
    parameters = {
        **provider.authorize_parameters,
        **extra,
        provider.client_id_name: provider.client_id,
        "redirect_uri": auth.config.callback_url,
        "response_type": "code",
        "scope": provider.scope_separator.join(scope_names),
        "state": state,
    }
    if provider.issuer:
        parameters["nonce"] = flow.nonce
    if flow.verifier:
        digest = hashlib.sha256(flow.verifier.encode()).digest()
        parameters["code_challenge"] = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        parameters["code_challenge_method"] = "S256"
    separator = "&" if "?" in url else "?"
    return f"{url}{separator}{urlencode(parameters)}{provider.authorize_fragment}"
