"""Signed addresses: a token in the query stands for the right to one object (storage contract, section 10)."""

import time
from typing import Any, Literal

from balai.backend.storage.context import StorageRequest
from balai.backend.storage.errors import invalid_schema, invalid_signature, invalid_token
from balai.security.tokens import TokenError

_MESSAGES = {"expired": '"exp" claim timestamp check failed', "malformed": "Invalid Compact JWS"}


def make_token(request: StorageRequest, scope: Literal["download", "upload"], ttl_s: int, **extra: Any) -> str:
    """A token for the call's object, good for `life` seconds."""
    now = int(time.time())
    claims = {"url": f"{request.bucket}/{request.key}", "scope": scope, **extra, "iat": now, "exp": now + ttl_s}
    return request.storage.signer.sign(claims)


def read_token(
    request: StorageRequest, scope: Literal["download", "upload"], token: str | None = None
) -> dict[str, Any]:
    """What the token of a request says. Raises StorageError unless it is good for this."""
    given = request.query.get("token") if token is None else token
    if given is None:
        raise invalid_schema("querystring must have required property 'token'")
    try:
        claims = dict(request.storage.signer.verify(given))
    except TokenError as error:
        raise invalid_token(_MESSAGES.get(error.reason, "signature verification failed")) from error
    if not isinstance(claims.get("url"), str) or "exp" not in claims:
        raise invalid_signature()
    # Tokens from before there were scopes.
    meant = claims.get("scope") or ("upload" if "upsert" in claims else "download")
    if meant != scope:
        raise invalid_signature(f"Token is not scoped for {scope}")
    if claims["url"] != f"{request.bucket}/{request.key}":
        raise invalid_signature()
    return claims
