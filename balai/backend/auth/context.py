"""What every operation of the service is given: nothing is global, so two services can run in one process."""

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
    """The present, as tokens and rows note it."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class AuthService:
    """The service: its database, its settings, its mailer, its keys, its clock.

    `pipelines` serves what is asked all day, in one message each; `pool` all the rest.
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
    # What goes on beside requests, so that it is not collected in the middle.
    background: set[asyncio.Task[None]] = field(default_factory=set)
    limits: RateLimits = field(init=False)

    @property
    def outgoing(self) -> OutgoingHttpClient:
        """The client for questions to other machines."""
        return self.discovery.outgoing

    def __post_init__(self) -> None:
        """Count requests on the service's own database and clock."""
        config = self.config
        limits = RateLimits(
            self.pool,
            config.rates,
            self.now,
            sends_retry_after=config.sends_retry_after,
            limits_clients=config.limits_clients,
        )
        object.__setattr__(self, "limits", limits)
