"""Verifies bearer tokens that are signed by this instance or by a key in BALAI_REST_JWKS."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, KeySet, RSAKey

from balai.errors import StartError
from balai.security.tokens import KeyPair, KeyRing, TokenError
from balai.settings import Settings

# Arguments: the token, and `now`, the time (Unix seconds) at which it must not have expired.
Verify = Callable[..., Mapping[str, Any]]
# Maximum difference between the clocks of token issuers and ours.
LEEWAY_S = 30


def verify_with(ring: KeyRing, settings: Settings) -> Verify:
    """Return a function that verifies tokens signed by this instance or by a configured key.

    Raises:
        StartError: BALAI_REST_JWKS is not a set of public keys.
    """
    pairs = _public_keys(settings.rest_jwks)
    if not pairs:
        return ring.verify
    others = KeyRing(settings.jwt_secret, pairs, tries_all=True)

    def verify(token: str, *, now: float | None = None) -> Mapping[str, Any]:
        try:
            return ring.verify(token, now=now)
        except TokenError as error:
            if error.reason != "key":
                raise
            return others.verify(token, now=now)

    return verify


def _public_keys(given: str) -> list[KeyPair]:
    if not given:
        return []
    try:
        text = given if given.lstrip().startswith("{") else Path(given).read_text()
        given_keys = msgspec.json.decode(text)
        # The contract allows a key set and a single key.
        keys = KeySet.import_key_set(given_keys if "keys" in given_keys else {"keys": [given_keys]}).keys
    except (OSError, ValueError, TypeError, KeyError, JoseError) as error:
        raise StartError(
            f"BALAI_REST_JWKS cannot be read: {error}", hint="Give a JSON Web Key or a JSON Web Key Set."
        ) from error
    pairs = [_pair(key) for key in keys if isinstance(key, ECKey | RSAKey) and key.kid]
    if len(pairs) < len(keys):
        raise StartError("BALAI_REST_JWKS has a key that is neither EC nor RSA, or has no kid.")
    return pairs


def _pair(key: ECKey | RSAKey) -> KeyPair:
    return KeyPair(kid=key.kid or "", algorithm="ES256" if isinstance(key, ECKey) else "RS256", public=key)
