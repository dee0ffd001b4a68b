"""Who is calling: the bearer token decides, and where there is none the API key does.

Clients without a session send their API key as bearer; such a key is compared, not decoded. A bearer that is wrong is
an error and never a silent step down to anonymous. Verified tokens are kept for a while, since verifying costs more
than the rest of a small request; their expiry is looked at every time.
"""

import hmac
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from balai.backend.rest.errors import RestError, unauthorized
from balai.database.transaction import ROLES, Caller
from balai.tokens import ApiKeys, TokenError

Verify = Callable[[str], Mapping[str, Any]]
_KEPT_TOKENS = 4096
_MESSAGES = {
    "malformed": ("PGRST301", "JWT cryptographic operation failed"),
    "signature": ("PGRST301", "JWT cryptographic operation failed"),
    "algorithm": ("PGRST301", "Wrong or unsupported encoding algorithm"),
    "expired": ("PGRST303", "JWT expired"),
    "claims": ("PGRST303", "Parsing claims failed"),
}
ANONYMOUS = Caller.anonymous()
SERVICE = Caller.from_claims({"role": "service_role"})


class _Known(msgspec.Struct, frozen=True):
    caller: Caller
    expires: float


class Identity:
    """Turns the credentials of a request into a caller."""

    def __init__(self, keys: ApiKeys, verify: Verify) -> None:
        self._keys = keys
        self._verify = verify
        self._known: OrderedDict[str, _Known] = OrderedDict()

    def identify(self, headers: Mapping[str, str]) -> Caller:
        """The caller.

        Raises:
            RestError: 401 when a credential is there and wrong.
        """
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self._of_bearer(token.strip())
        key = headers.get("apikey")
        if key is None:
            return ANONYMOUS
        caller = self._of_key(key)
        if caller is None:
            raise unauthorized("PGRST301", "Invalid API key")
        return caller

    def _of_key(self, key: str) -> Caller | None:
        given = key.encode()
        if hmac.compare_digest(given, self._keys.anon.encode()):
            return ANONYMOUS
        return SERVICE if hmac.compare_digest(given, self._keys.service_role.encode()) else None

    def _of_bearer(self, token: str) -> Caller:
        caller = self._of_key(token)
        if caller is not None:
            return caller
        known = self._known.get(token)
        if known is None:
            known = self._verify_new(token)
            self._known[token] = known
            if len(self._known) > _KEPT_TOKENS:
                self._known.popitem(last=False)
        elif known.expires <= time.time():
            raise unauthorized(*_MESSAGES["expired"])
        return known.caller

    def _verify_new(self, token: str) -> _Known:
        if not token:
            raise unauthorized("PGRST301", "Empty JWT is sent in Authorization header")
        parts = token.count(".") + 1
        if parts != 3:
            raise unauthorized("PGRST301", f"Expected 3 parts in JWT; got {parts}")
        try:
            claims = self._verify(token)
        except TokenError as error:
            raise unauthorized(*_MESSAGES[error.reason]) from error
        _check_times(claims)
        role = claims.get("role", "anon")
        if not isinstance(role, str):
            raise unauthorized("PGRST303", "Parsing claims failed")
        if role not in ROLES:
            raise RestError(403, "42501", f'permission denied to set role "{role}"')
        expires = claims.get("exp")
        return _Known(Caller.from_claims(claims), float("inf") if expires is None else float(expires))


def _check_times(claims: Mapping[str, Any]) -> None:
    for name in ("nbf", "iat"):
        value = claims.get(name)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise unauthorized("PGRST303", f"The JWT '{name}' claim must be a number")
        if value > time.time() + 30:
            message = "JWT not yet valid" if name == "nbf" else "JWT issued at future"
            raise unauthorized("PGRST303", message)
