"""What every operation of the service is given: nothing is global, so two services can run in one process."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeAlias

from litestar import Request

from balai.backend.auth.config import AuthConfig
from balai.backend.auth.passwords import Hasher
from balai.backend.auth.rate_limits import RateLimits
from balai.database.pool import Pool
from balai.mail.sender import Mailer

Call: TypeAlias = Request[Any, Any, Any]


def utc_now() -> datetime:
    """The present, as tokens and rows note it."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Auth:
    """The service: its database, its settings, its mailer, its clock."""

    pool: Pool
    config: AuthConfig
    mailer: Mailer
    hasher: Hasher = field(default_factory=Hasher)
    limits: RateLimits = field(default_factory=RateLimits)
    now: Callable[[], datetime] = utc_now
