"""JSON Web Tokens of the whole system: sessions, and the two API keys, all signed HS256 with one secret.

RFC 7519; the claims are the auth contract's, section 3.1.
"""

import time
from typing import Any, Literal

import msgspec
from joserfc import jws, jwt
from joserfc.errors import BadSignatureError, JoseError
from joserfc.jwk import OctKey

Reason = Literal["malformed", "signature", "algorithm", "expired", "claims"]
API_KEY_LIFE_S = 10 * 365 * 24 * 3600


class TokenError(Exception):
    """A token that must not be trusted; `reason` says why, for the wire's exact wording."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class ApiKeys(msgspec.Struct, frozen=True):
    """The keys that clients send as `apikey`: `anon` is public, `service_role` passes every row policy."""

    anon: str
    service_role: str


def sign(claims: dict[str, Any], secret: str) -> str:
    """Sign claims as they are (times included) and return the compact form."""
    return jwt.encode({"alg": "HS256", "typ": "JWT"}, claims, OctKey.import_key(secret), algorithms=["HS256"])


def verify(token: str, secret: str, *, now: float | None = None) -> dict[str, Any]:
    """Return the claims of a token with our signature that has not expired.

    Raises:
        TokenError: malformed, foreign signature, another algorithm, expired, or claims of the wrong type.
    """
    parts = token.split(".")
    if len(parts) != 3:
        raise TokenError("malformed")
    try:
        signed = jws.deserialize_compact(token, OctKey.import_key(secret), algorithms=["HS256"])
        claims = msgspec.json.decode(signed.payload)
    except BadSignatureError as error:
        raise TokenError("signature") from error
    except JoseError as error:
        raise TokenError("algorithm" if "algorithm" in str(error).lower() else "malformed") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise TokenError("malformed") from error
    if not isinstance(claims, dict):
        raise TokenError("claims")
    expiry = claims.get("exp")
    if expiry is not None:
        if isinstance(expiry, bool) or not isinstance(expiry, int | float):
            raise TokenError("claims")
        if expiry <= (time.time() if now is None else now):
            raise TokenError("expired")
    return claims


def api_keys(secret: str) -> ApiKeys:
    """The two API keys that belong to a secret: the same ones on every node and after every start."""
    return ApiKeys(anon=_api_key("anon", secret), service_role=_api_key("service_role", secret))


def _api_key(role: str, secret: str) -> str:
    # A fixed start keeps the key the same everywhere, so it can be copied into a client once.
    issued = 1767225600
    return sign({"iss": "balai", "role": role, "iat": issued, "exp": issued + API_KEY_LIFE_S}, secret)
