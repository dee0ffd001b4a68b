"""Dependencies of every operation of the service. There are no globals, so one process can run two services."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeAlias

from litestar import Request

from balai.backend.auth.config import AuthConfig
from balai.backend.auth.oidc.discovery import Discovery
from balai.backend.auth.passwords.hashing import Hasher
from balai.backend.auth.rate_limits import RateLimits
from balai.backend.auth.saml.protocol.service_key import ServiceKeys
from balai.database.pipeline.pool import PipelinePool
from balai.database.pool import Pool
from balai.hooks.client import Hooks
from balai.http.client import OutgoingHttpClient
from balai.messaging.email_sender import Mailer
from balai.security.tokens import KeyRing

AuthRequest: TypeAlias = Request[Any, Any, Any]


def utc_now() -> datetime:
    """The current time in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class AuthService:
    """The service: database, settings, mailer, keys and clock.

    `pipelines` serves the most frequent requests, in one database message each. `pool` serves all others.
    """

    pool: Pool
    pipelines: PipelinePool
    config: AuthConfig
    mailer: Mailer
    ring: KeyRing
    hasher: Hasher = field(default_factory=Hasher)
    discovery: Discovery = field(default_factory=lambda: Discovery(OutgoingHttpClient()))
    hooks: Hooks | None = None
    now: Callable[[], datetime] = utc_now
    saml_keys: ServiceKeys = field(default_factory=ServiceKeys)
    # Running background tasks. The references prevent garbage collection.
    background: set[asyncio.Task[None]] = field(default_factory=set)
    limits: RateLimits = field(init=False)

    @property
    def outgoing(self) -> OutgoingHttpClient:
        """The client for outgoing HTTP requests."""
        return self.discovery.outgoing

    def __post_init__(self) -> None:
        """Creates the rate limits on the service's own database and clock."""
        config = self.config
        limits = RateLimits(
            self.pool,
            config.rate_limits,
            self.now,
            sends_retry_after=config.sends_retry_after,
            limits_clients=config.limits_clients,
        )
        object.__setattr__(self, "limits", limits)
