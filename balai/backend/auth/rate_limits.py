"""Rate limits per client and kind of request, and hourly quotas of emails and SMS. Contract 7.

Each limit is a token bucket, stored twice: in this worker's memory, and in a table shared by all workers and nodes.
Memory is checked first, so a flood costs no queries. A request that passes takes a token from the shared bucket in one
statement; large buckets are reported in steps of a thirtieth of their size.

The client is the peer address as the server reports it, already replaced by the address from a trusted proxy (setting
`trusted_proxies`). A loopback peer is the operator, a test, or a proxy that hides all clients behind one address: it
gets 20 times the limit.
"""

import hashlib
import math
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from enum import Enum
from ipaddress import ip_address
from typing import Any
from uuid import UUID

import msgspec
from litestar import Request

from balai.backend.auth.errors import AuthError, Code
from balai.database.pool import Connection, Pool
from balai.http.client_address import client_network, is_loopback

MAX_CLIENTS = 50_000
LOOPBACK_FACTOR = 20
MIN_BURST = 30
STEPS = 30
# Rejected requests read the row but do not write it.
TAKE_TOKENS = """
  insert into auth.request_counts as c (key, level, seen_at) values ($1, $2::float8 - $4::float8, $5)
  on conflict (key) do update set
    level = least($2, c.level + $3::float8 * greatest(0, extract(epoch from $5 - c.seen_at))) - $4,
    seen_at = greatest(c.seen_at, $5)
  where least($2, c.level + $3 * greatest(0, extract(epoch from $5 - c.seen_at))) >= $4
  returning level
"""
HAS_CAPACITY = """
  select level + $2::float8 * greatest(0, extract(epoch from $3 - seen_at)) >= 1
  from auth.request_counts where key = $1
"""
DELETE_BUCKETS = "delete from auth.request_counts where key = any($1)"


class RateLimitSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The protocol's defaults. `Limit` defines the period of each."""

    otp: int = 30
    token_refresh: int = 150
    verify: int = 30
    anonymous_users: int = 30
    factors: int = 15
    sso: int = 30
    saml: int = 15
    passkey: int = 30
    email_sent: int = 30
    sms_sent: int = 30
    # Not in the protocol: attempts at the code of one address, and at the password of one account.
    codes: int = 10
    passwords: int = 5


class Limit(Enum):
    """Kinds of requests: the field of `RateLimitSettings` with the number of tokens, and the period in seconds."""

    OTP = ("otp", 300)
    TOKEN = ("token_refresh", 300)
    VERIFY = ("verify", 300)
    ANONYMOUS = ("anonymous_users", 3600)
    FACTOR = ("factors", 60)
    SSO = ("sso", 300)
    SAML = ("saml", 300)
    PASSKEY = ("passkey", 300)
    CODE = ("codes", 300)
    PASSWORD = ("passwords", 300)
    EMAIL_SENT = ("email_sent", 3600)
    SMS_SENT = ("sms_sent", 3600)


BURSTS = {Limit.CODE: 20, Limit.PASSWORD: 10}
QUOTAS = (Limit.EMAIL_SENT, Limit.SMS_SENT)


class Bucket(msgspec.Struct, frozen=True):
    """The size of a bucket and its refill rate."""

    burst: float
    per_second: float

    @property
    def step(self) -> int:
        """Tokens taken from the shared bucket at once."""
        return max(1, int(self.burst) // STEPS)


class RateLimits:
    """The buckets of recent clients."""

    def __init__(
        self,
        pool: Pool,
        rates: RateLimitSettings,
        now: Callable[[], datetime],
        *,
        sends_retry_after: bool,
        limits_clients: bool,
    ) -> None:
        self._pool = pool
        self._rates = rates
        self._now = now
        self._sends_retry_after = sends_retry_after
        self._limits_clients = limits_clients
        # By key: the level, the time of that level in seconds, and the number of tokens not yet reported to the shared
        # bucket.
        self._levels: OrderedDict[bytes, tuple[float, float, int]] = OrderedDict()

    async def check(self, limit: Limit, request: Request[Any, Any, Any]) -> None:
        """Takes a token from the client's bucket of this endpoint. Raises AuthError 429 if it is empty."""
        if not self._limits_clients:
            return
        peer = request.client.host if request.client else ""
        factor = LOOPBACK_FACTOR if not peer or is_loopback(peer) else 1
        endpoint = request.scope["path"].rstrip("/").rpartition("/")[2]
        await self._take(limit, f"{endpoint} {client_network(peer)}", factor)

    async def check_refreshes(self, session_id: UUID) -> None:
        """Takes a token from the bucket of a session. Its refreshes are not counted by address: 45 users of one Wi-Fi
        or carrier share an address, and a 429 would sign them out.
        """
        if self._limits_clients:
            await self._take(Limit.TOKEN, f"session {session_id}")

    async def check_code_attempts(self, address: str) -> None:
        """Takes a token from the bucket of an address. Guesses at its six digits may come from many clients."""
        await self._take(Limit.CODE, address)

    async def check_password_attempts(self, name: str) -> None:
        """Takes a token for a password attempt. `name`: the account, or the account on a known device."""
        await self._take(Limit.PASSWORD, name)

    async def reset_password_attempts(self, conn: Connection, name: str) -> None:
        """Resets the attempts after a correct password."""
        key = _key(Limit.PASSWORD, name)
        self._levels.pop(key, None)
        await conn.execute(DELETE_BUCKETS, [key])

    async def take_quota(self, conn: Connection, limit: Limit) -> None:
        """Takes a token from the hourly email or SMS quota, in the transaction that sends. Raises AuthError 429.

        The row stays locked until the commit, so a transaction takes the quota last, just before it queues the message.
        """
        bucket = self._bucket(limit)
        if (
            bucket.burst < 1
            or await conn.fetchval(TAKE_TOKENS, *self._take_arguments(_key(limit, ""), bucket, 1)) is None
        ):
            raise self._quota_error(limit, bucket)

    async def check_quota(self, conn: Connection, limit: Limit) -> None:
        """Raises the same error as `take_quota` where nothing is sent. Otherwise the error would reveal which addresses
        are known.
        """
        bucket = self._bucket(limit)
        is_left = await conn.fetchval(HAS_CAPACITY, _key(limit, ""), bucket.per_second, self._now())
        if bucket.burst < 1 or is_left is False:
            raise self._quota_error(limit, bucket)

    async def _take(self, limit: Limit, name: str, factor: int = 1) -> None:
        key, bucket = _key(limit, name), self._bucket(limit, factor)
        seconds = self._now().timestamp()
        level, seen, unreported = self._levels.pop(key, (bucket.burst, seconds, 0))
        level = min(bucket.burst, level + max(0.0, seconds - seen) * bucket.per_second)
        if level < 1:
            self._store(key, level, seconds, unreported)
            raise self._error((1 - level) / bucket.per_second)
        unreported += 1
        is_due = unreported >= bucket.step
        self._store(key, level - 1, seconds, 0 if is_due else unreported)
        if is_due:
            await self._report(key, bucket, unreported)

    async def _report(self, key: bytes, bucket: Bucket, count: int) -> None:
        left = await self._pool.fetchval(TAKE_TOKENS, *self._take_arguments(key, bucket, count))
        level, seen, unreported = self._levels.get(key, (0.0, self._now().timestamp(), 0))
        # Another worker admitted the same client: this worker's level follows.
        self._store(key, 0.0 if left is None else min(level, left), seen, unreported)
        if left is None:
            raise self._error(count / bucket.per_second)

    def _store(self, key: bytes, level: float, seconds: float, unreported: int) -> None:
        self._levels[key] = (level, seconds, unreported)
        self._levels.move_to_end(key)
        if len(self._levels) > MAX_CLIENTS:
            self._levels.popitem(last=False)

    def _take_arguments(self, key: bytes, bucket: Bucket, count: int) -> tuple[bytes, float, float, float, datetime]:
        return key, bucket.burst, bucket.per_second, float(count), self._now()

    def _bucket(self, limit: Limit, factor: int = 1) -> Bucket:
        name, seconds = limit.value
        number = getattr(self._rates, name) * factor
        burst = BURSTS.get(limit, number if limit in QUOTAS else max(MIN_BURST * factor, number // 5))
        return Bucket(float(burst), number / seconds)

    def _error(self, seconds: float) -> AuthError:
        return AuthError(
            429, Code.OVER_REQUEST_RATE_LIMIT, "Request rate limit reached", retry_after=self._retry_after(seconds)
        )

    def _quota_error(self, limit: Limit, bucket: Bucket) -> AuthError:
        wait = self._retry_after(1 / bucket.per_second if bucket.per_second else 3600)
        if limit is Limit.EMAIL_SENT:
            return AuthError(429, Code.OVER_EMAIL_SEND_RATE_LIMIT, "email rate limit exceeded", retry_after=wait)
        return AuthError(429, Code.OVER_SMS_SEND_RATE_LIMIT, "SMS rate limit exceeded", retry_after=wait)

    def _retry_after(self, seconds: float) -> int | None:
        return math.ceil(seconds) if self._sends_retry_after else None


def find_client_ip(request: Request[Any, Any, Any]) -> str | None:
    """Returns the address for sessions and the audit trail: the peer's, so that no client can choose it."""
    try:
        return str(ip_address(request.client.host)) if request.client else None
    except ValueError:
        return None


def _key(limit: Limit, name: str) -> bytes:
    return hashlib.sha256(f"{limit.name} {name}".encode("utf-8", "surrogatepass")).digest()[:16]
