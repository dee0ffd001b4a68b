"""The Web Push protocol: encrypts a message for one browser (RFC 8291), signs the request (RFC 8292).

The push service sees when a message is sent and how long it is, never its text.
"""

import base64
import os
import time
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

SALT_BYTES = 16
# One record holds the whole message; push services take 4096 bytes.
RECORD_BYTES = 4096
MAX_TEXT_BYTES = 3800
TOKEN_LIFETIME_S = 12 * 3600


class Subscription(msgspec.Struct, frozen=True):
    """The subscription of a browser: where to send, and its keys in base64url."""

    endpoint: str
    public_key: str
    auth_secret: str


def encrypt(
    text: bytes, subscription: Subscription, *, salt: bytes = b"", key: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """The message's body in the coding `aes128gcm`. `salt` and `key` are random except in tests.

    Raises:
        ValueError: the text is too long, or the subscription's key is no point of the curve.
    """
    if len(text) > MAX_TEXT_BYTES:
        raise ValueError("the message is too long")
    salt, key = salt or os.urandom(SALT_BYTES), key or ec.generate_private_key(ec.SECP256R1())
    theirs = _decode(subscription.public_key)
    ours = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    secret = _derive(shared, _decode(subscription.auth_secret), b"WebPush: info\0" + theirs + ours, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    # 2 ends the last record.
    sealed = AESGCM(content_key).encrypt(nonce, text + b"\2", None)
    return salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


def authorization(endpoint: str, key: ECKey, contact: str) -> str:
    """The header that names this site to the push service (VAPID). `contact`: the site's address, for its operators."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + TOKEN_LIFETIME_S, "sub": contact}
    token = jwt.encode({"alg": "ES256", "typ": "JWT"}, claims, key)
    return f"vapid t={token}, k={public_key(key)}"


def public_key(key: ECKey) -> str:
    """The public half as browsers take it: an uncompressed point in base64url."""
    point = key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
