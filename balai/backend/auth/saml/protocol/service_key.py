"""This hall's own RSA key towards identity providers, with a certificate of its own signature that names it.

Made when it is first needed, by one worker for all, and kept sealed in the database. Identity providers believe the key
because it stands in the metadata that they were given, so its certificate holds for long and nobody else signs it.
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
from balai.database.transaction import as_owner
from balai.security.signing_keys import seal, unseal

KEY_BITS = 2048
CERTIFICATE_TTL = timedelta(days=3650)
ADVISORY_LOCK = "select pg_advisory_xact_lock(hashtext('balai.saml_keys'))"
FIND = "select private_key, certificate from auth.saml_keys"
STORE = """
  insert into auth.saml_keys (private_key, certificate) values ($1, $2)
  on conflict (id) do update set private_key = excluded.private_key, certificate = excluded.certificate,
    created_at = now()
"""


class ServiceKey(msgspec.Struct, frozen=True):
    """The key, and its certificate as metadata have it (DER in base64)."""

    private: rsa.RSAPrivateKey
    certificate: str

    def sign(self, content: bytes) -> bytes:
        """RSASSA-PKCS1-v1_5 with SHA-256, which every identity provider knows."""
        return self.private.sign(content, padding.PKCS1v15(), SHA256())


class ServiceKeys:
    """Reads the key once and keeps it."""

    def __init__(self) -> None:
        self._key: ServiceKey | None = None

    async def get(self, pool: Pool, config: AuthConfig) -> ServiceKey:
        """The key, made now if there is none that this secret opens."""
        if self._key is None:
            async with as_owner(pool) as conn:
                await conn.execute(ADVISORY_LOCK)
                row = await conn.fetchrow(FIND)
                key = _unseal_key(row["private_key"], row["certificate"], config) if row else None
                if key is None:
                    key = _generate_key(config)
                    await conn.execute(STORE, seal(_private_bytes(key), config.jwt_secret), key.certificate)
            # Only what was committed: nobody else would know the key that this worker went on with.
            self._key = key
        return self._key


def _unseal_key(sealed: str, certificate: str, config: AuthConfig) -> ServiceKey | None:
    plain = unseal(sealed, config.jwt_secret)
    if plain is None:
        return None
    key = load_der_private_key(plain, password=None)
    return ServiceKey(key, certificate) if isinstance(key, rsa.RSAPrivateKey) else None


def _generate_key(config: AuthConfig) -> ServiceKey:
    key = rsa.generate_private_key(public_exponent=65537, key_size=KEY_BITS)
    # A common name holds 64 signs, and says nothing that anybody checks here.
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, config.external_url.partition("://")[2][:64])])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + CERTIFICATE_TTL)
    der = builder.sign(key, SHA256()).public_bytes(Encoding.DER)
    return ServiceKey(key, base64.b64encode(der).decode())


def _private_bytes(key: ServiceKey) -> bytes:
    return key.private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
