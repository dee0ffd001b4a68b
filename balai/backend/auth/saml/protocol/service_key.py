"""The RSA key of this instance as a SAML service provider, with a self-signed certificate.

One worker generates it on first use and stores it encrypted in the database. Identity providers trust the key because
it is in the metadata they were given, so the certificate is valid for ten years and needs no certificate authority.
"""

import base64
from datetime import UTC, datetime, timedelta

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_der_private_key

from balai.backend.auth.config import AuthConfig
from balai.database.pool import Pool
from balai.database.transaction import advisory_lock, as_owner
from balai.security.stored_secrets import KEYS, decrypt, encrypt

KEY_BITS = 2048
CERTIFICATE_TTL = timedelta(days=3650)
FIND = "select private_key, certificate from auth.saml_keys"
STORE = """
  insert into auth.saml_keys (private_key, certificate) values ($1, $2)
  on conflict (id) do update set private_key = excluded.private_key, certificate = excluded.certificate,
    created_at = now()
"""


class ServiceKey(msgspec.Struct, frozen=True):
    """The private key, and its certificate as metadata contain it (DER in base64)."""

    private: rsa.RSAPrivateKey
    certificate: str

    def sign(self, content: bytes) -> bytes:
        """Sign by RSASSA-PKCS1-v1_5 with SHA-256, which every identity provider supports."""
        return self.private.sign(content, padding.PKCS1v15(), SHA256())


class ServiceKeys:
    """Loads the key once and caches it."""

    def __init__(self) -> None:
        self._key: ServiceKey | None = None

    async def get(self, pool: Pool, config: AuthConfig) -> ServiceKey:
        """Return the key; generate it if none is stored that the JWT secret decrypts."""
        if self._key is None:
            async with as_owner(pool) as conn:
                await advisory_lock(conn, "saml_keys")
                row = await conn.fetchrow(FIND)
                key = _decrypt_key(row["private_key"], row["certificate"], config) if row else None
                if key is None:
                    key = _generate_key(config)
                    await conn.execute(STORE, encrypt(_private_bytes(key), config.jwt_secret, KEYS), key.certificate)
            # Cached only after the commit: otherwise this worker would use a key that no other worker has.
            self._key = key
        return self._key


def _decrypt_key(encrypted: str, certificate: str, config: AuthConfig) -> ServiceKey | None:
    plain = decrypt(encrypted, config.jwt_secret, KEYS)
    if plain is None:
        return None
    key = load_der_private_key(plain, password=None)
    return ServiceKey(key, certificate) if isinstance(key, rsa.RSAPrivateKey) else None


def _generate_key(config: AuthConfig) -> ServiceKey:
    key = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    # A common name has at most 64 characters; identity providers do not check it.
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, config.external_url.partition("://")[2][:64])])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + CERTIFICATE_TTL)
    der = builder.sign(key, SHA256()).public_bytes(Encoding.DER)
    return ServiceKey(key, base64.b64encode(der).decode())


def _private_bytes(key: ServiceKey) -> bytes:
    return key.private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
