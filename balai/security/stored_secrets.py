"""Secrets in the database: encrypted (JWE, A256GCM) with a key derived from the operator's secret.

Each purpose has a key of its own, so that what is encrypted for one is not accepted for another.
"""

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

ENCRYPTION = {"alg": "dir", "enc": "A256GCM"}
# Private keys: of sessions, of SAML, of push messages.
KEYS = "signing keys"
EMAIL_ACCOUNT = "email account"


def encrypt(plain: bytes, secret: str, purpose: str) -> str:
    """Encrypt for the database; only the operator's secret decrypts it, for the same purpose."""
    return jwe.encrypt_compact(ENCRYPTION, plain, _key(secret, purpose))


def decrypt(encrypted: str, secret: str, purpose: str) -> bytes | None:
    """Decrypt; None if it was encrypted with another secret or for another purpose."""
    try:
        return jwe.decrypt_compact(encrypted, _key(secret, purpose)).plaintext
    except (JoseError, ValueError):
        return None


def _key(secret: str, purpose: str) -> OctKey:
    derived = HKDF(SHA256(), 32, salt=None, info=f"balai {purpose}".encode()).derive(secret.encode())
    return OctKey.import_key(derived)
