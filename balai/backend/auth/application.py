"""Builds the auth service from the routes of its sub-packages.

Each sub-package lists its routes in its `routes` module. The service is an application of its own inside the router,
because its errors, preflight responses and 404 follow the auth protocol and not the site.
"""

from functools import cache
from typing import Any

import asyncpg
from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Receive, Scope, Send

from balai.backend.auth.account import get_user
from balai.backend.auth.account import routes as account_routes
from balai.backend.auth.admin import routes as admin_routes
from balai.backend.auth.captcha import routes as captcha_routes
from balai.backend.auth.config import auth_config
from balai.backend.auth.context import AuthService
from balai.backend.auth.errors import AuthError, OAuthError
from balai.backend.auth.http import (
    MAX_BODY,
    AuthMiddleware,
    DirectHandler,
    handle_auth_error,
    handle_database_error,
    handle_http_error,
    handle_oauth_error,
    handle_unexpected_error,
)
from balai.backend.auth.mfa import routes as mfa_routes
from balai.backend.auth.oauth import routes as oauth_routes
from balai.backend.auth.oidc.discovery import Discovery
from balai.backend.auth.passkeys import routes as passkeys_routes
from balai.backend.auth.public import routes as public_routes
from balai.backend.auth.saml import routes as saml_routes
from balai.backend.auth.sign_in import routes as sign_in_routes
from balai.database.pipeline.pool import PipelinePool
from balai.database.pool import Pool
from balai.hooks.client import Hooks
from balai.http.client import OutgoingHttpClient
from balai.messaging.email_sender import Mailer
from balai.security.tokens import KeyRing
from balai.settings import Settings

ROUTE_MODULES = (
    sign_in_routes,
    account_routes,
    mfa_routes,
    passkeys_routes,
    admin_routes,
    oauth_routes,
    saml_routes,
    captcha_routes,
    public_routes,
)
HANDLERS = [handler for module in ROUTE_MODULES for handler in module.HANDLERS]


PREFIX = "/auth/v1"


def auth_app(
    pool: Pool,
    pipelines: PipelinePool,
    settings: Settings,
    mailer: Mailer,
    ring: KeyRing,
    outgoing: OutgoingHttpClient,
    hooks: Hooks | None = None,
    *,
    has_site: bool = True,
) -> ASGIApp:
    """Builds the auth service, mounted at /auth/v1."""
    config, discovery = auth_config(settings, has_site=has_site), Discovery(outgoing)
    return mount_service(
        AuthService(pool, pipelines, config=config, mailer=mailer, ring=ring, discovery=discovery, hooks=hooks)
    )


def mount_service(auth: AuthService) -> ASGIApp:
    """Mounts a given `AuthService`. Tests use it with their own clock and settings."""
    service = AuthMiddleware(
        _router(),
        direct_handlers(auth),
        timeout_s=auth.config.request_timeout.total_seconds(),
        cors_headers=auth.config.cors_headers,
    )

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"].removeprefix(PREFIX).rstrip("/")
        # A path that follows the prefix without a slash matches no route either.
        await service({**scope, "path": path or "/", "auth": auth}, receive, send)  # type: ignore[arg-type]

    return serve


@cache
def _router() -> Litestar:
    """Builds the router, which is independent of any `AuthService`: each request brings its own. Cached per process,
    because registering the routes is slow.
    """
    hooks: dict[Any, Any] = {
        AuthError: handle_auth_error,
        OAuthError: handle_oauth_error,
        asyncpg.PostgresError: handle_database_error,
        HTTPException: handle_http_error,
        Exception: handle_unexpected_error,
    }
    return Litestar(
        route_handlers=HANDLERS,
        dependencies={"auth": Provide(_provide_auth, sync_to_thread=False)},
        exception_handlers=hooks,
        openapi_config=None,
        logging_config=None,
        request_max_body_size=MAX_BODY,
    )


def _provide_auth(scope: Scope) -> AuthService:
    # Set by `mount_service`.
    found: AuthService = scope["auth"]
    return found


def direct_handlers(auth: AuthService) -> dict[tuple[str, str], DirectHandler]:
    """Handlers that bypass the router."""

    return {("GET", "/user"): get_user.get_user_handler(auth)}
