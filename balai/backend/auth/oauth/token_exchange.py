"""Server-to-server requests to a provider: exchanges the code for tokens and fetches the user's claims.

RFC 6749 section 4.1.3, RFC 7636 (PKCE), OpenID Connect Core 1.0 section 5.3.
"""

import base64
import hashlib
import hmac
from typing import Any
from urllib.parse import quote

import msgspec

from balai.backend.auth.context import AuthService
from balai.backend.auth.oidc.discovery import is_same_host
from balai.backend.auth.oidc.id_tokens import InvalidIdToken, algorithm_of, check_access_token, verify_id_token
from balai.backend.auth.oidc.provider_catalog import Provider
from balai.http.client import RequestFailed


class Endpoints(msgspec.Struct, frozen=True):
    """The provider's endpoints. `is_basic`: the client authenticates by HTTP Basic at the token endpoint."""

    authorize: str
    token: str
    user: str
    is_basic: bool


class Tokens(msgspec.Struct, frozen=True, kw_only=True):
    """The tokens that a provider issued for a code."""

    access_token: str
    refresh_token: str = ""
    id_token: str = ""
    openid: str = ""


class _TokenResponse(msgspec.Struct):
    access_token: str
    refresh_token: str | None = None
    id_token: str | None = None
    openid: str | None = None


class _Email(msgspec.Struct):
    email: str
    primary: bool = False
    verified: bool = False


async def find_endpoints(auth: AuthService, provider: Provider) -> Endpoints:
    """Return the provider's endpoints, from its settings or its discovery document. Raises RequestFailed."""
    is_basic = provider.secret_in == "basic"  # noqa: S105 - a place, not a secret
    if provider.authorize_url:
        return Endpoints(provider.authorize_url, provider.token_url, provider.user_url, is_basic)
    document = await auth.discovery.get_document(provider.issuer)
    methods = document.token_endpoint_auth_methods_supported
    return Endpoints(
        document.authorization_endpoint,
        document.token_endpoint,
        document.userinfo_endpoint,
        is_basic or "client_secret_post" not in methods,
    )


async def exchange_authorization_code(auth: AuthService, provider: Provider, code: str, verifier: str) -> Tokens:
    """Exchange a code for tokens. Raises RequestFailed if the provider rejects it or is unreachable."""
    endpoints = await find_endpoints(auth, provider)
    fields = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": auth.config.callback_url,
        provider.client_id_name: provider.client_id,
    }
    if verifier:
        fields["code_verifier"] = verifier
    headers = {}
    if provider.secret_in == "header":  # noqa: S105 - a place, not a secret
        headers[provider.secret_name] = provider.secret
    elif endpoints.is_basic and provider.secret:
        credentials = f"{quote(provider.client_id, safe='')}:{quote(provider.secret, safe='')}"
        headers["authorization"] = f"Basic {base64.b64encode(credentials.encode()).decode()}"
    elif provider.secret:
        fields[provider.secret_name] = provider.secret
    in_query = provider.secret_in == "query"  # noqa: S105 - a place, not a secret
    status, body = await auth.outgoing.fetch(
        "GET" if in_query else "POST",
        endpoints.token,
        trusted=_is_trusted(provider, endpoints.token),
        headers=headers,
        params=fields if in_query else None,
        data=None if in_query else fields,
    )
    token_response = _decode(body, _TokenResponse) if status == 200 else None
    if token_response is None:
        raise RequestFailed(f"{endpoints.token}: {status} {body[:300]!r}")
    return Tokens(
        access_token=token_response.access_token,
        refresh_token=token_response.refresh_token or "",
        id_token=token_response.id_token or "",
        openid=token_response.openid or "",
    )


async def fetch_claims(auth: AuthService, provider: Provider, tokens: Tokens, nonce: str) -> dict[str, Any]:
    """The user's data from the provider. Raises RequestFailed, BadToken."""
    if provider.user_url:
        claims = await _fetch_user(auth, provider, provider.user_url, tokens)
        return await _with_email(auth, provider, tokens, claims)
    claims = await _read_id_token(auth, provider, tokens, nonce)
    user_url = (await find_endpoints(auth, provider)).user
    if user_url and "email" not in claims and provider.trusts_email != "never":
        user_info = await _fetch_user(auth, provider, user_url, tokens)
        # Section 5.3.2: a UserInfo response with another `sub` must not be used.
        if user_info.get("sub") != claims.get("sub"):
            raise InvalidIdToken("the UserInfo response is about another user")
        claims = {**user_info, **claims}
    return claims


async def _read_id_token(auth: AuthService, provider: Provider, tokens: Tokens, nonce: str) -> dict[str, Any]:
    token = await verify_id_token(auth.discovery, provider, tokens.id_token, auth.now())
    if provider.client_id not in token.audience:
        raise InvalidIdToken("issued for another client")
    if len(token.audience) > 1 and token.text("azp") != provider.client_id:
        raise InvalidIdToken("azp does not match")
    if not provider.skip_nonce_check and not hmac.compare_digest(token.text("nonce").encode(), nonce.encode()):
        raise InvalidIdToken("the nonce does not match")
    check_access_token(token, tokens.access_token, algorithm_of(tokens.id_token))
    return token.claims


async def _fetch_user(auth: AuthService, provider: Provider, url: str, tokens: Tokens) -> dict[str, Any]:
    values = {
        "access_token": tokens.access_token,
        "openid": tokens.openid,
        "proof": hmac.new(provider.secret.encode(), tokens.access_token.encode(), hashlib.sha256).hexdigest(),
    }
    params = {name: _fill(value, values) for name, value in provider.user_parameters.items()}
    headers = {name: _fill(value, values) for name, value in provider.user_headers.items()}
    trusted = _is_trusted(provider, url)
    status, body = await auth.outgoing.fetch("GET", url, trusted=trusted, headers=headers, params=params or None)
    claims = _decode(body, dict[str, Any])
    if status != 200 or not isinstance(claims, dict):
        raise RequestFailed(f"{url}: {status} {body[:300]!r}")
    return claims


async def _with_email(auth: AuthService, provider: Provider, tokens: Tokens, claims: dict[str, Any]) -> dict[str, Any]:
    """Add the primary email to the claims, for providers with a separate endpoint for emails (GitHub)."""
    if not provider.emails_url:
        return claims
    headers = {"authorization": f"Bearer {tokens.access_token}"}
    status, body = await auth.outgoing.fetch("GET", provider.emails_url, trusted=True, headers=headers)
    emails: list[_Email] | None = _decode(body, list[_Email]) if status == 200 else None
    primary = next((email for email in emails or () if email.primary), None)
    if primary is None:
        return {**claims, "email": None}
    return {**claims, "email": primary.email, "email_verified": primary.verified}


def _fill(template: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", value)
    return template


def _is_trusted(provider: Provider, url: str) -> bool:
    configured = (provider.token_url, provider.user_url, provider.emails_url)
    return url in configured or (bool(provider.issuer) and is_same_host(url, provider.issuer))


def _decode(body: bytes, shape: Any) -> Any:
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
