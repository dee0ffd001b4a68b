"""POST /sso: redirects to a company's identity provider, found by email domain or id. Contract 1.9."""

import base64
import zlib
from urllib.parse import urlencode
from uuid import UUID, uuid4
from xml.sax.saxutils import escape, quoteattr

import msgspec

from balai.backend.auth.config import AuthConfig
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.http import read_body
from balai.backend.auth.oauth.flow_state import NewFlow, add_flow
from balai.backend.auth.redirects import choose_redirect, is_allowed
from balai.backend.auth.saml.metadata_refresh import start_refresh
from balai.backend.auth.saml.protocol.metadata import (
    PERSISTENT,
    POST,
    IdentityProvider,
    consumer_url_of,
    entity_id_of,
    read_metadata,
)
from balai.backend.auth.saml.protocol.service_key import ServiceKey
from balai.backend.auth.saml.protocol.xml import SAML, SAMLP
from balai.backend.auth.saml.providers import SamlProvider, find_saml_provider, find_saml_provider_by_domain
from balai.backend.auth.sessions.pkce import read_challenge
from balai.database.pool import Connection
from balai.database.transaction import as_owner

RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
ADD_RELAY_STATE = """
  insert into auth.saml_relay_states (id, sso_provider_id, flow_state_id, request_id, created_at)
  values ($1, $2, $3, $4, $5)
"""


class SsoBody(msgspec.Struct, frozen=True):
    """Body of the request."""

    domain: str | None = None
    provider_id: str | None = None
    redirect_to: str | None = None
    skip_http_redirect: bool | None = None
    code_challenge: str | None = None
    code_challenge_method: str | None = None


class SsoRedirect(msgspec.Struct, frozen=True):
    """The identity provider's URL. `returns_url`: the client wants it as JSON, not as a redirect."""

    url: str
    returns_url: bool


def check_saml_enabled(auth: AuthService) -> None:
    """Raise AuthError 404 if SAML is disabled."""
    if not auth.config.saml:
        raise AuthError(404, Code.SAML_PROVIDER_DISABLED, "SAML 2.0 is disabled")


async def start_sign_in(auth: AuthService, request: AuthRequest) -> SsoRedirect:
    """Create a signed AuthnRequest and return the provider's URL with it. Raises AuthError 400, 404."""
    body = await read_body(request, SsoBody)
    challenge = read_challenge(body.code_challenge, body.code_challenge_method)
    if body.provider_id and body.domain:
        raise invalid("Only one of provider_id or domain supported")
    if not body.provider_id and not body.domain:
        raise invalid("A provider_id or domain needs to be provided")
    requested = body.redirect_to or ""
    target = requested if is_allowed(requested, auth.config) else choose_redirect(auth.config, request)
    async with as_owner(auth.pool) as conn:
        provider = await _get_saml_provider(conn, body)
        flow = NewFlow(
            provider=f"sso:{provider.id}",
            referrer=target.replace("\0", ""),
            challenge=challenge,
            nonce="",
            verifier="",
            method="sso/saml",
        )
        flow_id, relay_state, request_id = await add_flow(conn, auth, flow), uuid4(), f"_{uuid4().hex}"
        await conn.execute(ADD_RELAY_STATE, relay_state, provider.id, flow_id, request_id, auth.now())
    metadata = read_metadata(provider.metadata_xml)
    name_id_format = provider.name_id_format or PERSISTENT
    xml = _authn_request(auth.config, metadata, request_id, f"{auth.now():%Y-%m-%dT%H:%M:%SZ}", name_id_format)
    key = await auth.saml_keys.get(auth.pool, auth.config)
    query = _signed_query({"SAMLRequest": _deflate(xml), "RelayState": str(relay_state)}, key)
    start_refresh(auth, provider)
    separator = "&" if "?" in metadata.sign_in_url else "?"
    return SsoRedirect(f"{metadata.sign_in_url}{separator}{query}", bool(body.skip_http_redirect))


async def _get_saml_provider(conn: Connection, body: SsoBody) -> SamlProvider:
    if body.domain:
        provider = await find_saml_provider_by_domain(conn, body.domain.replace("\0", ""))
        missing = "No SSO provider assigned for this domain"
    else:
        try:
            provider = await find_saml_provider(conn, UUID(body.provider_id or ""))
        except ValueError as error:
            raise AuthError(400, Code.BAD_JSON, f"Could not parse request body as JSON: {error}") from error
        missing = "No such SSO provider"
    if provider is None:
        raise AuthError(404, Code.SSO_PROVIDER_NOT_FOUND, missing)
    if provider.disabled:
        raise AuthError(404, Code.SSO_PROVIDER_DISABLED, "SSO provider is disabled")
    return provider


def _authn_request(
    config: AuthConfig, metadata: IdentityProvider, request_id: str, now: str, name_id_format: str
) -> str:
    return (
        f'<samlp:AuthnRequest xmlns:samlp="{SAMLP}" xmlns:saml="{SAML}" ID="{request_id}" Version="2.0" '
        f'IssueInstant="{now}" Destination={quoteattr(metadata.sign_in_url)} ProtocolBinding="{POST}" '
        f"AssertionConsumerServiceURL={quoteattr(consumer_url_of(config))}>"
        f"<saml:Issuer>{escape(entity_id_of(config))}</saml:Issuer>"
        f'<samlp:NameIDPolicy Format={quoteattr(name_id_format)} AllowCreate="true"/></samlp:AuthnRequest>'
    )


def _signed_query(parameters: dict[str, str], key: ServiceKey) -> str:
    """Encode and sign the query; the signature covers the exact characters sent (SAML 2.0 Bindings 3.4.4.1)."""
    query = urlencode({**parameters, "SigAlg": RSA_SHA256})
    return f"{query}&{urlencode({'Signature': base64.b64encode(key.sign(query.encode())).decode()})}"


def _deflate(xml: str) -> str:
    """Encode for the HTTP-Redirect binding: raw DEFLATE, then base64 (SAML 2.0 Bindings 3.4.4.1)."""
    packer = zlib.compressobj(wbits=-15)
    return base64.b64encode(packer.compress(xml.encode()) + packer.flush()).decode()
