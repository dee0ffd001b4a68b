"""Authenticates connections and channels by token, with the errors of the protocol (contract, sections 1, 4 and 6)."""

import time
from collections.abc import Mapping
from typing import Any, TypeGuard

import msgspec

from balai.backend.realtime.errors import RealtimeError
from balai.backend.token_verification import Verify
from balai.cache import BoundedCache
from balai.database.transaction import Caller
from balai.security.tokens import CACHE_SIZE, MAX_CACHED_TOKEN, Reason, TokenError

NOT_VALID = ("MalformedJWT", "The token provided is not a valid JWT")
NO_ROLE = ("InvalidJWTToken", "Fields `role` and `exp` are required in JWT")
SIGNATURE = ("JwtSignatureError", "Failed to validate JWT signature")
SIGNER = ("JwtSignerError", "Failed to generate JWT signer, check your JWT secret or JWKS configuration")
_ERRORS: dict[Reason, tuple[str, str]] = {
    "malformed": NOT_VALID,
    "claims": NOT_VALID,
    "expiry": NO_ROLE,
    "early": NO_ROLE,
    "start": NO_ROLE,
    "signature": SIGNATURE,
    "algorithm": SIGNER,
    "key": SIGNER,
}
# Opaque keys of the hosted platform's newer kind: they contain no claims.
OPAQUE = "sb_"


class Grant(msgspec.Struct, frozen=True):
    """A verified token. It is valid until `expires_at` (Unix seconds), unless its session ends earlier."""

    token: str
    claims: Mapping[str, Any]
    caller: Caller
    expires_at: float

    @property
    def session_id(self) -> str | None:
        """The session of the token; None for the API keys."""
        session = self.claims.get("session_id")
        return session if isinstance(session, str) else None


def token_expired(since: float) -> RealtimeError:
    """Returns the error for a token that expired at `since` (Unix seconds)."""
    return RealtimeError("InvalidJWTToken", f"Token has expired {max(0, int(time.time() - since))} seconds ago")


class Authenticator:
    """Verifies tokens. `verify` is shared by all services of the process."""

    def __init__(self, verify: Verify) -> None:
        self._verify = verify
        # Thousands of connections use the same key.
        self._cache: BoundedCache[str, Grant] = BoundedCache(CACHE_SIZE)

    def authenticate(self, token: str) -> Grant:
        """Returns the grant of a token.

        Raises:
            RealtimeError: the token is invalid or expired.
        """
        try:
            # The expiry is checked below, so that the error can say how long ago it was.
            claims = self._verify(token, now=0.0)
        except TokenError as error:
            if error.reason == "ended":
                raise token_expired(time.time()) from error
            if error.reason == "expired":
                raise token_expired(0.0) from error
            raise RealtimeError(*_ERRORS[error.reason]) from error
        cached = self._cache.get(token)
        if cached is not None and cached.claims is claims and cached.expires_at > time.time():
            return cached
        role, expiry, issued = claims.get("role"), claims.get("exp"), claims.get("iat")
        if not isinstance(role, str) or not role or not _is_number(expiry):
            raise RealtimeError(*NO_ROLE)
        if issued is not None and not _is_number(issued):
            raise RealtimeError(*NOT_VALID)
        if expiry <= time.time():
            raise token_expired(expiry)
        grant = Grant(token, claims, Caller(role, msgspec.json.encode(claims).decode()), expiry)
        if len(token) <= MAX_CACHED_TOKEN:
            self._cache[token] = grant
        return grant

    def check(self, grant: Grant) -> None:
        """Verifies a grant again.

        Raises:
            RealtimeError: the token has expired, or its session has ended.
        """
        self.authenticate(grant.token)


def first_token(*tokens: object) -> str | None:
    """Returns the first of several values that contains a token."""
    return next((token for token in tokens if isinstance(token, str) and token and not token.startswith(OPAQUE)), None)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
