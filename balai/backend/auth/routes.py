"""The auth service put together: the addresses of every area, and what answers where none of them does.

Each area lists its own, in the module `routes_…` that is named for it. The service is an application of its own
inside the router, because its errors, its preflights and its 404 are the protocol's and not the site's.
"""

from typing import Any

import asyncpg
from litestar import Litestar, Router, asgi
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.types import Receive, Scope, Send

from balai.backend.auth import (
    routes_account,
    routes_admin,
    routes_factors,
    routes_passkeys,
    routes_providers,
    routes_public,
    routes_sign_in,
)
from balai.backend.auth.config import auth_config
from balai.backend.auth.context import Auth
from balai.backend.auth.errors import AuthError, OAuthError
from balai.backend.auth.providers.discovery import Discovery
from balai.backend.auth.providers.outgoing import Outgoing
from balai.backend.auth.wire import (
    MAX_BODY,
    Edge,
    handle_any_error,
    handle_auth_error,
    handle_database_error,
    handle_http_error,
    handle_oauth_error,
)
from balai.database.pool import Pool
from balai.mail.sender import Mailer
from balai.settings import Settings
from balai.tokens import KeyRing

AREAS = (
    routes_sign_in,
    routes_account,
    routes_factors,
    routes_passkeys,
    routes_admin,
    routes_providers,
    routes_public,
)
HANDLERS = [handler for area in AREAS for handler in area.HANDLERS]


def auth_router(
    pool: Pool, settings: Settings, mailer: Mailer, ring: KeyRing, outgoing: Outgoing, *, has_site: bool = True
) -> Router:
    """The auth service, at /auth/v1."""
    config, discovery = auth_config(settings, has_site=has_site), Discovery(outgoing)
    return mount(Auth(pool=pool, config=config, mailer=mailer, ring=ring, discovery=discovery))


def mount(auth: Auth) -> Router:
    """The service with everything given, for who needs another clock or other settings."""

    def give_auth() -> Auth:
        return auth

    hooks: dict[Any, Any] = {
        AuthError: handle_auth_error,
        OAuthError: handle_oauth_error,
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
