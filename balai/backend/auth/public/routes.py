"""Routes of the public metadata."""

from litestar import Response, get, route
from litestar.di import NamedDependency

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.http import json_response
from balai.backend.auth.public import metadata


@get("/settings")
async def handle_settings(auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Return which sign-in methods are enabled."""
    return json_response(metadata.public_settings(auth))


@get("/health")
async def handle_health() -> Response[bytes]:
    """Return the service's name and version."""
    return json_response(metadata.HEALTH)


@get("/.well-known/jwks.json")
async def handle_jwks(auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Return the public keys of access tokens."""
    return json_response(metadata.jwks(auth), headers=metadata.JWKS_HEADERS)


@get("/.well-known/openid-configuration")
async def handle_discovery(auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Return the OpenID Connect discovery document."""
    return json_response(metadata.discovery_document(auth))


@route(
    ["/oauth/{rest:path}", "/user/oauth/grants", "/admin/oauth/clients", "/admin/oauth/clients/{rest:path}"],
    http_method=["GET", "POST", "PUT", "PATCH", "DELETE"],
)
async def handle_oauth_server() -> Response[bytes]:
    """Respond 404: the protocol's OAuth server is not implemented."""
    raise AuthError(404, Code.FEATURE_DISABLED, "OAuth server is disabled")


HANDLERS = [
    handle_oauth_server,
    handle_settings,
    handle_health,
    handle_jwks,
    handle_discovery,
]
