"""Signatures of outgoing webhooks and hooks, as Standard Webhooks 1.0 defines them.

The receiver computes the same HMAC over "id.timestamp.body", compares it and rejects an old timestamp. This prevents
forged and replayed deliveries.
"""

import base64
import binascii
import hashlib
import hmac

PREFIX = "whsec_"


def signed_headers(secret: str, id: str, body: bytes, *, now: int) -> dict[str, str]:
    """The headers of one delivery. `secret`: `whsec_` and base64, as in the standard, or any text."""
    to_sign = f"{id}.{now}.".encode() + body
    signature = base64.b64encode(hmac.new(_key(secret), to_sign, hashlib.sha256).digest()).decode()
    return {
        "webhook-id": id,
        "webhook-timestamp": str(now),
        "webhook-signature": f"v1,{signature}",
        "content-type": "application/json",
    }


def _key(secret: str) -> bytes:
    encoded = secret.removeprefix("v1,")
    if not encoded.startswith(PREFIX):
        return secret.encode()
    try:
        return base64.b64decode(encoded.removeprefix(PREFIX), validate=True)
    except binascii.Error:
        return secret.encode()
