"""What the service tells anybody about itself."""

from litestar import Response, get, route
from litestar.di import NamedDependency

from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.http import json_response
from balai.backend.auth.public import metadata


@get("/settings")
async def handle_settings(auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Which ways of signing in are open."""
    return json_response(metadata.public_settings(auth))


@get("/health")
async def handle_health() -> Response[bytes]:
    """The service's name and version."""
    return json_response(metadata.HEALTH)


@get("/.well-known/jwks.json")
async def handle_jwks(auth: NamedDependency[AuthService]) -> Response[bytes]:
    """The public keys of sessions."""
    return json_response(metadata.jwks(auth), headers=metadata.JWKS_HEADERS)


@get("/.well-known/openid-configuration")
async def handle_discovery(auth: NamedDependency[AuthService]) -> Response[bytes]:
    """OpenID Connect discovery."""
    return json_response(metadata.discovery_document(auth))


@route(
    ["/oauth/{rest:path}", "/user/oauth/grants", "/admin/oauth/clients", "/admin/oauth/clients/{rest:path}"],
    http_method=["GET", "POST", "PUT", "PATCH", "DELETE"],
)
async def handle_oauth_server() -> Response[bytes]:
    """A part of the protocol that is left out: nobody else's applications sign people in here."""
    raise AuthError(404, Code.FEATURE_DISABLED, "OAuth server is disabled")


HANDLERS = [
    handle_oauth_server,
    handle_settings,
    handle_health,
    handle_jwks,
    handle_discovery,
]
