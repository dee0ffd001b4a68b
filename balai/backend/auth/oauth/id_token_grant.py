"""Grant `id_token`: an app signed a user in at a provider itself and presents the ID token. Contract 1.2.

Its errors have OAuth's form, whichever API version the client requested.
"""

import hashlib
import hmac
from functools import partial

import asyncpg
import msgspec

from balai.backend.auth.authentication import AuthenticatedUser, get_authenticated_user
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, OAuthError, invalid, provider_unreachable
from balai.backend.auth.hooks.before_user_created import with_creation_hook
from balai.backend.auth.http import read_body
from balai.backend.auth.identities.linking import link_to_user, sign_in_with_profile
from balai.backend.auth.identities.profiles import InvalidSubject, Profile, read_profile
from balai.backend.auth.oidc.id_tokens import IdToken, InvalidIdToken, algorithm_of, check_access_token, verify_id_token
from balai.backend.auth.oidc.provider_catalog import BUILT_IN_PROVIDERS, Provider
from balai.backend.auth.sessions.issue import UnsignedSession, create_session, device_of
from balai.backend.auth.users.rows import User
from balai.database.transaction import as_owner
from balai.http.client import RequestFailed


class IdTokenBody(msgspec.Struct, frozen=True):
    """Body of the grant. `nonce` is the raw value; the token contains its hash."""

    id_token: str | None = None
    provider: str | None = None
    access_token: str | None = None
    nonce: str | None = None
    client_id: str | None = None
    issuer: str | None = None
    link_identity: bool | None = None


async def sign_in_by_id_token(auth: AuthService, request: AuthRequest) -> UnsignedSession:
    """Verify an ID token and create a session. Raises OAuthError 400, AuthError."""
    body = await read_body(request, IdTokenBody)
    if not body.id_token:
        raise OAuthError("invalid request", "id_token required")
    if not body.provider and not (body.client_id and body.issuer):
        raise OAuthError("invalid request", "provider or client_id and issuer required")
    name, provider = _find_provider(auth, body)
    target = await _linking_target(auth, request) if body.link_identity else None
    profile = await _verify(auth, name, provider, body)
    sign_in = partial(with_creation_hook, auth, request, partial(_open_session, auth, request, profile, target))
    try:
        return await sign_in()
    except asyncpg.UniqueViolationError:
        return await sign_in()


def _find_provider(auth: AuthService, body: IdTokenBody) -> tuple[str, Provider]:
    requested, issuer = (body.provider or "").lower(), body.issuer or ""
    known = {**BUILT_IN_PROVIDERS, **auth.config.providers}
    matches = [
        name for name, candidate in known.items() if name == requested or (issuer and candidate.issuer == issuer)
    ]
    name = requested if requested in matches else next(iter(matches), "")
    if not name or not known[name].issuer:
        raise invalid(f'Custom OIDC provider "{requested}" not allowed')
    provider = auth.config.providers.get(name)
    if provider is None:
        raise AuthError(400, Code.PROVIDER_DISABLED, f'Provider (issuer "{known[name].issuer}") is not enabled')
    return name, provider


async def _verify(auth: AuthService, name: str, provider: Provider, body: IdTokenBody) -> Profile:
    text = body.id_token or ""
    try:
        token = await verify_id_token(auth.discovery, provider, text, auth.now())
        if body.access_token:
            check_access_token(token, body.access_token, algorithm_of(text))
    except RequestFailed as error:
        raise provider_unreachable("Unable to reach external provider", timed_out=error.timed_out) from error
    except InvalidIdToken as error:
        raise OAuthError("invalid request", "Bad ID token") from error
    if not token.text("sub"):
        raise OAuthError("invalid request", "Missing sub claim in id_token")
    if not set(token.audience) & set(provider.client_ids):
        raise OAuthError("invalid request", f"Unacceptable audience in id_token: [{' '.join(token.audience)}]")
    if not provider.skip_nonce_check:
        _check_nonce(token, body.nonce or "")
    try:
        # ID tokens have standard claim names even where the provider's user endpoint has its own.
        claims = _token_claims(provider)
        profile = read_profile(name, msgspec.structs.replace(provider, claims=claims), token.claims)
    except InvalidSubject as error:
        raise OAuthError("invalid request", "Missing sub claim in id_token") from error
    if not profile.email and not provider.email_optional:
        raise AuthError(500, Code.UNEXPECTED_FAILURE, "Error getting user email from external provider")
    return profile


def _token_claims(provider: Provider) -> dict[str, str]:
    return {} if provider.user_url else provider.claims


def _check_nonce(token: IdToken, raw_nonce: str) -> None:
    token_nonce = token.text("nonce")
    if bool(token_nonce) != bool(raw_nonce):
        text = "Passed nonce and nonce in id_token should either both exist or not."
        raise OAuthError("invalid request", text)
    expected = hashlib.sha256(raw_nonce.encode()).hexdigest()
    if token_nonce and not hmac.compare_digest(token_nonce.encode(), expected.encode()):
        raise OAuthError("invalid nonce", "Nonces mismatch")


async def _linking_target(auth: AuthService, request: AuthRequest) -> AuthenticatedUser:
    try:
        async with as_owner(auth.pool) as conn:
            return await get_authenticated_user(conn, auth, request)
    except AuthError as error:
        text = "Linking requires a valid user access token in Authorization"
        raise OAuthError("invalid request", text) from error


async def _open_session(
    auth: AuthService, request: AuthRequest, profile: Profile, target: AuthenticatedUser | None
) -> UnsignedSession:
    async with as_owner(auth.pool) as conn:
        if target is not None:
            user_id, session_id = target.user.id, target.session_id
            found = await link_to_user(conn, auth, request, user_id, profile, session_id=session_id)
        else:
            found = await sign_in_with_profile(conn, auth, request, profile)
        if isinstance(found, User):
            return await create_session(conn, auth, found, "oauth", device_of(request))
    raise found
