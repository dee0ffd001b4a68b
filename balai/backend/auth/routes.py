"""The auth service's table of contents: every address, the operation that answers it, and nothing else.

The service is an application of its own inside the router, because its errors, its preflights and its 404 are the
protocol's and not the site's.
"""

from typing import Any

import asyncpg
from litestar import Litestar, Response, Router, asgi, delete, get, post, put
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.types import Receive, Scope, Send

from balai.backend.auth import (
    admin_users,
    logout,
    metadata,
    one_time_login,
    own_account,
    password_login,
    password_recovery,
    pkce,
    reauthentication,
    resend,
    signup,
    token_refresh,
    user_directory,
    verification,
)
from balai.backend.auth.config import auth_config
from balai.backend.auth.context import Auth, Call
from balai.backend.auth.errors import AuthError, Code, invalid
from balai.backend.auth.rate_limits import Limit
from balai.backend.auth.wire import (
    EMPTY,
    MAX_BODY,
    Edge,
    answer,
    handle_any_error,
    handle_auth_error,
    handle_database_error,
    handle_http_error,
    no_content,
    see_other,
)
from balai.database.pool import Pool
from balai.mail.sender import Mailer
from balai.settings import Settings

GRANTS = {"password": password_login.sign_in, "refresh_token": token_refresh.refresh, "pkce": pkce.exchange_code}


@post("/signup")
async def handle_signup(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Make an account."""
    return answer(await signup.sign_up(auth, request))


@post("/token")
async def handle_token(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Get a session, by one of the grants."""
    auth.limits.check(Limit.TOKEN, request)
    grant = GRANTS.get(request.query_params.get("grant_type", ""))
    if grant is None:
        raise AuthError(400, Code.INVALID_CREDENTIALS, "unsupported_grant_type")
    return answer(await grant(auth, request), headers={"cache-control": "no-store"})


@post("/otp")
async def handle_otp(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Mail a code to sign in with."""
    await one_time_login.send_otp(auth, request)
    return answer(EMPTY)


@post("/magiclink")
async def handle_magic_link(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Mail a link to sign in with."""
    await one_time_login.send_magic_link(auth, request)
    return answer(EMPTY)


@post("/verify")
async def handle_verify(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Redeem a mailed code for a session."""
    return answer(await verification.verify(auth, request), headers={"cache-control": "no-store"})


@get("/verify")
async def handle_link(request: Call, auth: NamedDependency[Auth]) -> Response[None]:
    """Redeem a mailed link and go on to where it was asked from."""
    return see_other(await verification.follow_link(auth, request))


@post("/recover")
async def handle_recover(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Mail a link to choose a new password."""
    await password_recovery.recover(auth, request)
    return answer(EMPTY)


@post("/resend")
async def handle_resend(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Mail a confirmation once more."""
    await resend.resend(auth, request)
    return answer(EMPTY)


@get("/reauthenticate")
async def handle_reauthenticate(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Mail a code that proves who is there."""
    await reauthentication.reauthenticate(auth, request)
    return answer(EMPTY)


@get("/user")
async def handle_show_user(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """The caller's own account."""
    return answer(await own_account.show_own(auth, request))


@put("/user")
async def handle_update_user(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Change the caller's own account."""
    return answer(await own_account.update_own(auth, request))


@post("/logout")
async def handle_logout(request: Call, auth: NamedDependency[Auth]) -> Response[None]:
    """End sessions."""
    await logout.sign_out(auth, request)
    return no_content()


@get("/admin/users")
async def handle_list_users(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """All accounts, by pages."""
    users, headers = await user_directory.list_users(auth, request)
    return answer(users, headers=headers)


@post("/admin/users")
async def handle_create_user(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Make an account for somebody."""
    return answer(await admin_users.create(auth, request))


@get("/admin/users/{user_id:str}")
async def handle_get_user(request: Call, auth: NamedDependency[Auth], user_id: FromPath[str]) -> Response[bytes]:
    """One account."""
    return answer(await admin_users.show(auth, request, user_id))


@put("/admin/users/{user_id:str}")
async def handle_change_user(request: Call, auth: NamedDependency[Auth], user_id: FromPath[str]) -> Response[bytes]:
    """Change somebody's account."""
    return answer(await admin_users.update(auth, request, user_id))


@delete("/admin/users/{user_id:str}", status_code=200)
async def handle_delete_user(request: Call, auth: NamedDependency[Auth], user_id: FromPath[str]) -> Response[bytes]:
    """Remove somebody's account."""
    await admin_users.delete(auth, request, user_id)
    return answer(EMPTY)


@post("/invite")
async def handle_invite(request: Call, auth: NamedDependency[Auth]) -> Response[bytes]:
    """Invite somebody by mail."""
    return answer(await admin_users.invite(auth, request))


@get("/settings")
async def handle_settings(auth: NamedDependency[Auth]) -> Response[bytes]:
    """Which ways of signing in are open."""
    return answer(metadata.describe_settings(auth))


@get("/health")
async def handle_health() -> Response[bytes]:
    """The service's name and version."""
    return answer(metadata.HEALTH)


@get("/.well-known/jwks.json")
async def handle_key_set() -> Response[bytes]:
    """The public keys of sessions."""
    return answer(metadata.KEY_SET, headers=metadata.KEY_SET_HEADERS)


@get("/.well-known/openid-configuration")
async def handle_discovery(auth: NamedDependency[Auth]) -> Response[bytes]:
    """OpenID Connect discovery."""
    return answer(metadata.describe_issuer(auth))


@post("/sso")
async def handle_sso() -> Response[bytes]:
    """Single sign-on is not set up here."""
    raise AuthError(404, Code.SAML_PROVIDER_DISABLED, "SAML 2.0 is disabled")


@get("/authorize")
async def handle_authorize(request: Call) -> Response[bytes]:
    """No outside provider is set up here."""
    provider = request.query_params.get("provider", "")
    if provider in metadata.PROVIDERS:
        raise invalid("Unsupported provider: provider is not enabled")
    raise invalid(f"Unsupported provider: Provider {provider} could not be found")


@get("/user/identities/authorize")
async def handle_link_identity() -> Response[bytes]:
    """Linking of identities is off."""
    raise AuthError(404, Code.MANUAL_LINKING_DISABLED, "Manual linking is disabled")


HANDLERS = [
    handle_signup,
    handle_token,
    handle_otp,
    handle_magic_link,
    handle_verify,
    handle_link,
    handle_recover,
    handle_resend,
    handle_reauthenticate,
    handle_show_user,
    handle_update_user,
    handle_logout,
    handle_list_users,
    handle_create_user,
    handle_get_user,
    handle_change_user,
    handle_delete_user,
    handle_invite,
    handle_settings,
    handle_health,
    handle_key_set,
    handle_discovery,
    handle_sso,
    handle_authorize,
    handle_link_identity,
]


def auth_router(pool: Pool, settings: Settings, mailer: Mailer, *, has_site: bool = True) -> Router:
    """The auth service, at /auth/v1."""
    return mount(Auth(pool=pool, config=auth_config(settings, has_site=has_site), mailer=mailer))


def mount(auth: Auth) -> Router:
    """The service with everything given, for who needs another clock or other settings."""

    def give_auth() -> Auth:
        return auth

    hooks: dict[Any, Any] = {
        AuthError: handle_auth_error,
        asyncpg.PostgresError: handle_database_error,
        HTTPException: handle_http_error,
        Exception: handle_any_error,
    }
    service = Edge(
        Litestar(
            route_handlers=HANDLERS,
            dependencies={"auth": Provide(give_auth, sync_to_thread=False)},
            exception_handlers=hooks,
            openapi_config=None,
            logging_config=None,
            request_max_body_size=MAX_BODY,
        )
    )

    @asgi("/", is_mount=True, copy_scope=True)
    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        await service(scope, receive, send)

    return Router("/auth/v1", route_handlers=[serve])
