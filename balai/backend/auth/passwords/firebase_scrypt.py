"""Hashes that Firebase exports, in the form in which the hosted platform imports them: scrypt (RFC 7914), then AES.

`$fbscrypt$v=1,n=MEMORY,r=ROUNDS,p=1,ss=SEPARATOR,sk=SIGNER_KEY$SALT$HASH`, all values in base64, memory as a power of
two. What is stored is the project's signer key, encrypted with the key that the password gives.
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

FORM = re.compile(r"\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,ss=([^,$]*))?,sk=([^,$]+)\$([^$]+)\$([^$]+)")
KEY_BYTES = 32
MOST_MEMORY = 268_435_456
MOST_LANES = 4
LONGEST = 2048


class FirebaseHash(msgspec.Struct, frozen=True):
    """One such hash, taken apart."""

    cost: int
    rounds: int
    lanes: int
    separator: bytes
    signer_key: bytes
    salt: bytes
    hash: bytes

    @property
    def memory(self) -> int:
        """Bytes that one comparison takes."""
        return 128 * self.rounds << self.cost


def read_hash(stored: str) -> FirebaseHash | None:
    """The parts of a hash that can be compared with in bounded time; None for any other text."""
    found = FORM.fullmatch(stored) if len(stored) <= LONGEST else None
    if found is None:
        return None
    try:
        encoded = [base64.b64decode(part or "", validate=True) for part in found.groups()[3:]]
    except (binascii.Error, ValueError):
        return None
    cost, rounds, lanes = (int(number) for number in found.groups()[:3])
    separator, signer_key, salt, hash = encoded
    read = FirebaseHash(cost, rounds, lanes, separator, signer_key, salt, hash)
    is_usual = read.cost >= 1 and read.rounds >= 1 and 1 <= read.lanes <= MOST_LANES and read.memory <= MOST_MEMORY
    return read if is_usual and read.salt and read.hash else None


def is_match(password: str, stored: str) -> bool:
    """Whether the password is the one of a hash."""
    read = read_hash(stored)
    if read is None:
        return False
    key = hashlib.scrypt(
        password.encode("utf-8", "surrogatepass"),
        salt=read.salt + read.separator,
        n=2**read.cost,
        r=read.rounds,
        p=read.lanes,
        maxmem=2 * MOST_MEMORY,
        dklen=KEY_BYTES,
    )
    encryptor = Cipher(AES(key), CTR(bytes(16))).encryptor()
    return hmac.compare_digest(encryptor.update(read.signer_key) + encryptor.finalize(), read.hash)
