"""Fixtures of the auth service, on a database with the backend's tables only and with a movable clock."""

from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from typing import Any

import httpx
import pytest

from balai.backend.auth.application import mount_service
from balai.backend.auth.config import EMAIL_LINK_PAGES, AuthConfig
from balai.backend.auth.context import AuthService
from balai.backend.auth.oidc.discovery import Discovery
from balai.backend.auth.passwords.hashing import Hasher
from balai.database.pipeline.pool import PipelinePool
from balai.database.pool import Pool, open_pool
from balai.hooks.client import Hooks
from balai.hooks.registry import Hook, HookName
from balai.http.client import OutgoingHttpClient, Resolve, resolve
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.security.tokens import KeyRing
from tests.backend.auth.service import SECRET, SITE, Service
from tests.support.oidc_provider import IdentityProvider, running_provider

# Shared, with bcrypt's lowest cost: few tests depend on the cost of a guess.
HASHER = Hasher(cost=4)


@pytest.fixture
async def auth_pool(backend_database: str) -> AsyncIterator[Pool]:
    pool = await open_pool(backend_database, size=10)
    yield pool
    await pool.close()


@pytest.fixture
async def make_service(auth_pool: Pool, backend_database: str) -> AsyncIterator[Callable[..., Service]]:
    """`make_service(email_autoconfirm=True)`: the service with the given settings."""
    pipelines = PipelinePool(backend_database)
    opened: list[httpx.AsyncClient] = []

    def make(
        *,
        peer: str = "127.0.0.1",
        transport: httpx.AsyncBaseTransport | None = None,
        resolve: Resolve = resolve,
        hooks: dict[HookName, Hook] | None = None,
        hasher: Hasher = HASHER,
        **changes: Any,
    ) -> Service:
        config = AuthConfig(
            **{
                "site_url": SITE,
                "backend_url": SITE,
                "jwt_secret": SECRET,
                "email_link_pages": EMAIL_LINK_PAGES,
                "min_response_time": timedelta(),
                **changes,
            }
        )
        service = Service(http=httpx.AsyncClient(), pool=auth_pool)
        mailer = Mailer(MailboxSender(auth_pool, email_from="Site <site@example.org>"), site="Site")
        discovery = Discovery(OutgoingHttpClient(transport, resolve=resolve), clock=lambda: service.now().timestamp())
        client = httpx.AsyncClient(timeout=5)
        opened.append(client)
        more: dict[str, Any] = {"discovery": discovery, "hooks": Hooks(auth_pool, hooks or {}, client)}
        auth = AuthService(auth_pool, pipelines, config, mailer, KeyRing(SECRET), hasher, now=service.now, **more)
        service.background = auth.background
        served = httpx.ASGITransport(mount_service(auth), client=(peer, 1))
        service.http = httpx.AsyncClient(transport=served, base_url=f"{SITE}/auth/v1")
        opened.append(service.http)
        return service

    yield make
    for client in opened:
        await client.aclose()
    await pipelines.close()


@pytest.fixture
def service(make_service: Callable[..., Service]) -> Service:
    return make_service()


@pytest.fixture(scope="session")
def campus() -> Iterator[IdentityProvider]:
    """One OpenID provider for all tests."""
    with running_provider(f"{SITE}/auth/v1/callback") as provider:
        yield provider
