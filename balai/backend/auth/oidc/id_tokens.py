"""Verifies ID tokens: signature, issuer and validity times.

OpenID Connect Core 1.0, sections 3.1.3.7 and 3.1.3.6 (at_hash). Callers check audience and nonce.
"""

import base64
import hashlib
import hmac
from datetime import datetime
from typing import Any

import msgspec
from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import Key, OctKey

from balai.backend.auth.oidc.discovery import Discovery
from balai.backend.auth.oidc.provider_catalog import Provider

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
CLOCK_SKEW_S = 60
MAX_TOKEN_LENGTH = 32_768


class InvalidIdToken(Exception):
    """The token is not valid. The text is for the log."""


class IdToken(msgspec.Struct, frozen=True):
    """A token with verified signature, issuer and times. Callers check audience and nonce."""

    claims: dict[str, Any]

    @property
    def audience(self) -> tuple[str, ...]:
        """The clients that the token was issued for."""
        value = self.claims.get("aud")
        found = value if isinstance(value, list) else [value]
        return tuple(name for name in found if isinstance(name, str))

    def text(self, name: str) -> str:
        """Returns a string claim, empty if it is missing."""
        value = self.claims.get(name)
        return value if isinstance(value, str) else ""


async def verify_id_token(discovery: Discovery, provider: Provider, token: str, now: datetime) -> IdToken:
    """Verifies a token. Raises InvalidIdToken, or RequestFailed if the provider's keys cannot be fetched."""
    header = _read_header(token)
    if header.get("alg") == "HS256" and provider.signs_with_secret and provider.secret:
        claims = _read_claims(token, [OctKey.import_key(provider.secret)], ["HS256"])
    else:
        kid = header.get("kid")
        keys = await discovery.find_keys(provider.issuer, kid if isinstance(kid, str) else None)
        claims = _read_claims(token, keys, ALGORITHMS)
    document = await discovery.get_document(provider.issuer)
    _check_issuer(claims, document.issuer)
    _check_times(claims, now.timestamp())
    return IdToken(claims)


def check_access_token(token: IdToken, access_token: str, algorithm: str) -> None:
    """Raises InvalidIdToken if the token belongs to another access token."""
    at_hash = token.text("at_hash")
    if at_hash:
        name = "sha512" if algorithm == "EdDSA" else f"sha{algorithm[2:]}"
        digest = hashlib.new(name, access_token.encode()).digest()
        expected = base64.urlsafe_b64encode(digest[: len(digest) // 2]).rstrip(b"=").decode()
        if not hmac.compare_digest(at_hash.encode(), expected.encode()):
            raise InvalidIdToken("at_hash does not match the access token")


def algorithm_of(token: str) -> str:
    """Returns the signature algorithm in the token's header."""
    return str(_read_header(token).get("alg", ""))


def _read_header(token: str) -> dict[str, Any]:
    if len(token) > MAX_TOKEN_LENGTH or token.count(".") != 2:
        raise InvalidIdToken("malformed")
    try:
        text = token.split(".", 1)[0]
        header = msgspec.json.decode(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, RecursionError) as error:
        raise InvalidIdToken("malformed") from error
    if not isinstance(header, dict):
        raise InvalidIdToken("malformed")
    return header


def _read_claims(token: str, keys: list[Key] | list[OctKey], algorithms: list[str]) -> dict[str, Any]:
    for key in keys:
        try:
            claims = msgspec.json.decode(jws.deserialize_compact(token, key, algorithms=algorithms).payload)
        except (JoseError, ValueError, TypeError, RecursionError):
            continue
        if isinstance(claims, dict):
            return claims
    raise InvalidIdToken("signature does not match a key of the provider")


def _check_issuer(claims: dict[str, Any], issuer: str) -> None:
    expected = issuer.replace("{tenantid}", str(claims.get("tid", "")))
    accepted = {expected}
    if expected == "https://accounts.google.com":
        accepted.add("accounts.google.com")  # its older tokens leave the scheme out
    if claims.get("iss") not in accepted:
        raise InvalidIdToken(f"unexpected issuer: {claims.get('iss')}")


def _check_times(claims: dict[str, Any], now: float) -> None:
    times: dict[str, Any] = {name: claims[name] for name in ("exp", "iat", "nbf") if claims.get(name) is not None}
    if any(isinstance(value, bool) or not isinstance(value, int | float) for value in times.values()):
        raise InvalidIdToken("time claims are not numbers")
    if now - CLOCK_SKEW_S >= times.get("exp", 0):
        raise InvalidIdToken("expired")
    if max(times.get("iat", 0), times.get("nbf", 0)) > now + CLOCK_SKEW_S:
        raise InvalidIdToken("not valid yet")
