"""Signed addresses: a token in the query grants access to one object (storage contract, section 10)."""

import time
from typing import Any, Literal

from balai.backend.storage.context import StorageRequest
from balai.backend.storage.errors import invalid_schema, invalid_signature, invalid_token
from balai.security.tokens import TokenError

_MESSAGES = {"expired": '"exp" claim timestamp check failed', "malformed": "Invalid Compact JWS"}


def make_token(request: StorageRequest, scope: Literal["download", "upload"], ttl_s: int, **extra: Any) -> str:
    """Signs a token for the request's object; it expires after `ttl_s` seconds."""
    now = int(time.time())
    claims = {"url": f"{request.bucket}/{request.key}", "scope": scope, **extra, "iat": now, "exp": now + ttl_s}
    return request.storage.signer.sign(claims)


def read_token(
    request: StorageRequest, scope: Literal["download", "upload"], token: str | None = None
) -> dict[str, Any]:
    """Returns the claims of the request's token. Raises StorageError unless it is valid for this object and scope."""
    given = request.query.get("token") if token is None else token
    if given is None:
        raise invalid_schema("querystring must have required property 'token'")
    try:
        claims = dict(request.storage.signer.verify(given))
    except TokenError as error:
        raise invalid_token(_MESSAGES.get(error.reason, "signature verification failed")) from error
    if not isinstance(claims.get("url"), str) or "exp" not in claims:
        raise invalid_signature()
    # Tokens issued before scopes existed have none.
    meant = claims.get("scope") or ("upload" if "upsert" in claims else "download")
    if meant != scope:
        raise invalid_signature(f"Token is not scoped for {scope}")
    if claims["url"] != f"{request.bucket}/{request.key}":
        raise invalid_signature()
    return claims
