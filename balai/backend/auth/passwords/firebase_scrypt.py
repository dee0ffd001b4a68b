"""Password hashes exported by Firebase, in the format in which the hosted platform imports them: scrypt (RFC 7914),
then AES.

`$fbscrypt$v=1,n=MEMORY,r=ROUNDS,p=1,ss=SEPARATOR,sk=SIGNER_KEY$SALT$HASH`, all values in base64, memory as a power of
two. The hash is the project's signer key, encrypted with the key that scrypt derives from the password.
"""

import base64
import binascii
import hashlib
import hmac
import re

import msgspec
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

HASH_FORMAT = re.compile(
    r"\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,ss=([^,$]*))?,sk=([^,$]+)\$([^$]+)\$([^$]+)"
)
KEY_BYTES = 32
MAX_MEMORY = 268_435_456
MAX_LANES = 4
MAX_HASH_LENGTH = 2048


class FirebaseHash(msgspec.Struct, frozen=True):
    """A parsed hash."""

    cost: int
    rounds: int
    lanes: int
    separator: bytes
    signer_key: bytes
    salt: bytes
    hash: bytes

    @property
    def memory(self) -> int:
        """Bytes of memory that one comparison needs."""
        return 128 * self.rounds << self.cost


def parse_hash(stored: str) -> FirebaseHash | None:
    """Parses a hash that can be compared in bounded time. Returns None for any other text."""
    found = HASH_FORMAT.fullmatch(stored) if len(stored) <= MAX_HASH_LENGTH else None
    if found is None:
        return None
    try:
        encoded = [base64.b64decode(part or "", validate=True) for part in found.groups()[3:]]
    except (binascii.Error, ValueError):
        return None
    cost, rounds, lanes = (int(number) for number in found.groups()[:3])
    separator, signer_key, salt, hash = encoded
    parsed = FirebaseHash(cost, rounds, lanes, separator, signer_key, salt, hash)
    is_within_limits = (
        parsed.cost >= 1 and parsed.rounds >= 1 and 1 <= parsed.lanes <= MAX_LANES and parsed.memory <= MAX_MEMORY
    )
    return parsed if is_within_limits and parsed.salt and parsed.hash else None


def is_match(password: str, stored: str) -> bool:
    """Whether the password matches a hash."""
    parsed = parse_hash(stored)
    if parsed is None:
        return False
    key = hashlib.scrypt(
        password.encode("utf-8", "surrogatepass"),
        salt=parsed.salt + parsed.separator,
        n=2**parsed.cost,
        r=parsed.rounds,
        p=parsed.lanes,
        maxmem=2 * MAX_MEMORY,
        dklen=KEY_BYTES,
    )
    encryptor = Cipher(AES(key), CTR(bytes(16))).encryptor()
    return hmac.compare_digest(encryptor.update(parsed.signer_key) + encryptor.finalize(), parsed.hash)
