"""Authenticates a request by its bearer token, with or without the word Bearer (storage contract, section 1)."""

import time
from collections.abc import Mapping
from typing import Any

import msgspec

from balai.backend.storage.errors import access_denied, invalid_schema
from balai.backend.token_verification import Verify
from balai.database.transaction import Caller
from balai.security.tokens import TokenError

_MESSAGES = {
    "malformed": "Invalid Compact JWS",
    "signature": "signature verification failed",
    "key": "signature verification failed",
    "algorithm": '"alg" (Algorithm) Header Parameter value not allowed',
    "expired": '"exp" claim timestamp check failed',
    "expiry": '"exp" claim must be a number',
    "early": '"nbf" claim timestamp check failed',
    "start": '"nbf" claim timestamp check failed',
    "claims": "JWT Claims Set must be a top-level JSON object",
    "ended": "Session has ended",
}


class StorageCaller(msgspec.Struct, frozen=True):
    """An authenticated caller. `subject` is the token's `sub`, which rows store as their owner."""

    identity: Caller
    token: str
    subject: str | None = None

    @property
    def role(self) -> str:
        """The database role."""
        return self.identity.role


def identify(headers: Mapping[str, str], verify: Verify) -> StorageCaller:
    """Returns the caller. Raises StorageError if the token is missing or invalid."""
    token = token_of(headers)
    if not token:
        raise invalid_schema("headers must have required property 'authorization'")
    return of_token(token, verify)


def identify_optional(headers: Mapping[str, str], verify: Verify) -> StorageCaller | None:
    """Returns the caller, or None without a token. Raises StorageError if the token is invalid."""
    token = token_of(headers)
    return of_token(token, verify) if token else None


def token_of(headers: Mapping[str, str]) -> str:
    """Returns the token of the request; empty if there is none."""
    value = headers.get("authorization", "").strip()
    first, _, rest = value.partition(" ")
    return rest.strip() if first.lower() == "bearer" else value


def of_token(token: str, verify: Verify) -> StorageCaller:
    """Returns the caller that a token identifies. Raises StorageError if it is invalid."""
    try:
        claims = verify(token)
    except TokenError as error:
        raise access_denied(_MESSAGES[error.reason]) from error
    _check_start(claims)
    try:
        identity = Caller.from_claims(claims)
    except (ValueError, TypeError) as error:
        raise access_denied("Access denied: Invalid role") from error
    subject = claims.get("sub")
    return StorageCaller(identity, token, subject if isinstance(subject, str) and subject else None)


def _check_start(claims: Mapping[str, Any]) -> None:
    start = claims.get("nbf")
    if start is not None and not (isinstance(start, int | float) and start <= time.time() + 30):
        raise access_denied('"nbf" claim timestamp check failed')


def require_service(caller: StorageCaller) -> None:
    """Raises StorageError unless the caller has the role `service_role`."""
    if caller.role != "service_role":
        raise access_denied("Access denied: Invalid role", http_status=403)
