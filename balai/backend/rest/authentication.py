"""Authenticates the caller: by the bearer token or, without one, by the API key.

Clients without a session send their API key as bearer token; it is compared, not decoded. An invalid bearer token is an
error and never falls back to anonymous. `verify` runs on every request, so a revoked token is rejected at once. It
caches its result; as long as it returns the same claims object, the caller built from them is reused.
"""

import hmac
import re
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from balai.backend.rest.errors import RestError, unauthorized
from balai.backend.rest.rules import Rules
from balai.backend.token_verification import LEEWAY_S, Verify
from balai.cache import BoundedCache
from balai.database.transaction import Caller
from balai.security.tokens import CACHE_SIZE, MAX_CACHED_TOKEN, ApiKeys, TokenError

_NONE = object()
_DETAILS = {
    "key": "No suitable key was found to decode the JWT",
    "algorithm": "JWT is unsecured but expected 'alg' was not 'none'",
}
_MESSAGES = {
    "malformed": ("PGRST301", "JWT cryptographic operation failed"),
    "signature": ("PGRST301", "JWT cryptographic operation failed"),
    "algorithm": ("PGRST301", "Wrong or unsupported encoding algorithm"),
    "key": ("PGRST301", "No suitable key or wrong key type"),
    "expired": ("PGRST303", "JWT expired"),
    "expiry": ("PGRST303", "The JWT 'exp' claim must be a number"),
    "early": ("PGRST303", "JWT not yet valid"),
    "start": ("PGRST303", "The JWT 'nbf' claim must be a number"),
    "claims": ("PGRST303", "Parsing claims failed"),
    "ended": ("PGRST303", "Session has ended"),
}
SERVICE = Caller.from_claims({"role": "service_role"})
_STEP = re.compile(r'\.(?:"(?P<quoted>[^"]+)"|(?P<plain>[\w-]+))|\[(?P<index>\d+)\]')


def parse_claim_path(text: str) -> tuple[str | int, ...]:
    """The keys and indexes of a path such as `.role` or `.app."https://a.example/roles"[0]`.

    Raises:
        ValueError: the text is no such path.
    """
    path: list[str | int] = []
    at = 0
    while at < len(text):
        step = _STEP.match(text, at)
        if step is None:
            raise ValueError(f"{text!r} is no path of claims")
        path.append(int(step["index"]) if step["index"] else step["quoted"] or step["plain"])
        at = step.end()
    return tuple(path)


class _CachedCaller(msgspec.Struct, frozen=True):
    claims: Mapping[str, Any]
    caller: Caller


class Authenticator:
    """Turns the credentials of a request into a caller."""

    def __init__(self, keys: ApiKeys, verify: Verify, rules: Rules) -> None:
        self._keys = keys
        self._verify = verify
        self._rules = rules
        self._anonymous = _caller(rules.anon_role, {}) if rules.anon_role else None
        self._callers: BoundedCache[str, _CachedCaller] = BoundedCache(CACHE_SIZE)

    def identify(self, headers: Mapping[str, str]) -> Caller:
        """Returns the caller.

        Raises:
            RestError: 401 for an invalid credential.
        """
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self._caller_of_token(token.strip())
        key = headers.get("apikey")
        if key is None:
            return self._anonymous_caller()
        caller = self._caller_of_key(key)
        if caller is None:
            raise unauthorized("PGRST301", "Invalid API key")
        return caller

    def _anonymous_caller(self) -> Caller:
        if self._anonymous is None:
            raise RestError(401, "PGRST302", "Anonymous access is disabled", headers={"WWW-Authenticate": "Bearer"})
        return self._anonymous

    def _caller_of_key(self, key: str) -> Caller | None:
        encoded = key.encode()
        if hmac.compare_digest(encoded, self._keys.anon.encode()):
            return self._anonymous_caller()
        return SERVICE if hmac.compare_digest(encoded, self._keys.service_role.encode()) else None

    def _caller_of_token(self, token: str) -> Caller:
        caller = self._caller_of_key(token)
        if caller is not None:
            return caller
        claims = self._verified(token)
        known = self._callers.get(token)
        if known is None or known.claims is not claims:
            known = _CachedCaller(claims, self._caller_of(claims))
            if len(token) <= MAX_CACHED_TOKEN:
                self._callers[token] = known
        return known.caller

    def _verified(self, token: str) -> Mapping[str, Any]:
        if not token:
            raise unauthorized("PGRST301", "Empty JWT is sent in Authorization header")
        parts = token.count(".") + 1
        if parts != 3:
            raise unauthorized("PGRST301", f"Expected 3 parts in JWT; got {parts}")
        try:
            return self._verify(token, now=time.time() - LEEWAY_S)
        except TokenError as error:
            raise unauthorized(*_MESSAGES[error.reason], details=_DETAILS.get(error.reason)) from error

    def _caller_of(self, claims: Mapping[str, Any]) -> Caller:
        _check_times(claims)
        _check_audience(claims.get("aud"), self._rules.audience)
        role = _follow(claims, self._rules.role_claim)
        if role is _NONE:
            return _caller(self._anonymous_caller().role, claims)
        # As in PostgREST, any other value is the name of a role, as JSON: `null` names one that does not exist.
        return _caller(role if isinstance(role, str) else msgspec.json.encode(role).decode(), claims)


def _caller(role: str, claims: Mapping[str, Any]) -> Caller:
    return Caller(role, msgspec.json.encode({**claims, "role": role}).decode())


def _follow(claims: object, path: tuple[str | int, ...]) -> object:
    """The value at the end of the path, or `_NONE` if the path does not exist."""
    for step in path:
        if isinstance(claims, Mapping) and isinstance(step, str):
            claims = claims.get(step, _NONE)
        elif isinstance(claims, list) and isinstance(step, int) and step < len(claims):
            claims = claims[step]
        else:
            return _NONE
    return claims


def _check_audience(claim: object, audience: str) -> None:
    """Checks the type of the audience and, if one is required, the audience. A token without one is accepted."""
    named = claim if isinstance(claim, list) else [] if claim is None else [claim]
    if not all(isinstance(name, str) for name in named):
        raise unauthorized("PGRST303", "The JWT 'aud' claim must be a string or an array of strings")
    if audience and named and audience not in named:
        raise unauthorized("PGRST303", "JWT not in audience")


def _check_times(claims: Mapping[str, Any]) -> None:
    for name in ("nbf", "iat"):
        value = claims.get(name)
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise unauthorized("PGRST303", f"The JWT '{name}' claim must be a number")
        if value > time.time() + LEEWAY_S:
            message = "JWT not yet valid" if name == "nbf" else "JWT issued at future"
            raise unauthorized("PGRST303", message)
