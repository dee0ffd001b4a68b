"""What the service tells anybody about itself."""

from litestar import Response, get, post, route
from litestar.di import NamedDependency

from balai.backend.auth.captcha import email_code, verification
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.errors import AuthError, Code
from balai.backend.auth.http import json_response
from balai.backend.auth.public import metadata


@get("/settings")
async def handle_settings(auth: NamedDependency[AuthService]) -> Response[bytes]:
    """Which ways of signing in are open."""
    return json_response(metadata.describe_settings(auth))


@get("/health")
async def handle_health() -> Response[bytes]:
    """The service's name and version."""
    return json_response(metadata.HEALTH)


@get("/.well-known/jwks.json")
async def handle_key_set(auth: NamedDependency[AuthService]) -> Response[bytes]:
    """The public keys of sessions."""
    return json_response(metadata.describe_keys(auth), headers=metadata.KEY_SET_HEADERS)


@get("/.well-known/openid-configuration")
async def handle_discovery(auth: NamedDependency[AuthService]) -> Response[bytes]:
    """OpenID Connect discovery."""
    return json_response(metadata.describe_issuer(auth))


@get("/captcha")
async def handle_captcha(auth: NamedDependency[AuthService]) -> Response[bytes]:
    """What guarded calls want as `gotrue_meta_security.captcha_token`, and a fresh puzzle where we make them."""
    return json_response(verification.describe(auth), headers={"cache-control": "no-store"})


@post("/captcha/code")
async def handle_captcha_code(request: AuthRequest, auth: NamedDependency[AuthService]) -> Response[bytes]:
    """A code by mail, for whom that does not work: `mail:<code>:<address>` is a token too."""
    return json_response(await email_code.send_code(auth, request))


@post("/captcha", status_code=200)
async def handle_proof(auth: NamedDependency[AuthService], request: AuthRequest) -> Response[bytes]:
    """Whether a proof is good; it is spent by asking."""
    return json_response(await verification.redeem(auth, request), headers={"cache-control": "no-store"})


@route(
    ["/oauth/{rest:path}", "/user/oauth/grants", "/admin/oauth/clients", "/admin/oauth/clients/{rest:path}"],
    http_method=["GET", "POST", "PUT", "PATCH", "DELETE"],
)
async def handle_oauth_server() -> Response[bytes]:
    """A part of the protocol that is left out: nobody else's applications sign people in here."""
    raise AuthError(404, Code.FEATURE_DISABLED, "OAuth server is disabled")


HANDLERS = [
    handle_oauth_server,
    handle_proof,
    handle_settings,
    handle_captcha,
    handle_captcha_code,
    handle_health,
    handle_key_set,
    handle_discovery,
]
