"""Keys that encrypt sensitive answers of bookings (AES-256-GCM). The operator holds them apart from the database.

The first key encrypts; the others only decrypt what was encrypted before a rotation. A key is known by a hash, its id,
which is stored with each answer: no name to be mixed up, and `balai doctor` can say which key is missing.
"""

import base64
import binascii
import os
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from balai.errors import StartError
from balai.settings import Settings

KEY_BYTES, NONCE_BYTES = 32, 12
HINT = "Generate one with `openssl rand -base64 32`: docs/operations/security.md."


class AnswerKeys:
    """The keys in their order. Without any, nothing can be encrypted."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = {key_id(key): key for key in keys}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, the current one first."""
        return tuple(self._keys)

    def seal(self, plain: bytes, row: UUID) -> tuple[bytes, str]:
        """Encrypt for one row: the nonce and the ciphertext, and the id of the key. StopIteration: there is no key."""
        current = next(iter(self._keys))
        nonce = os.urandom(NONCE_BYTES)
        return nonce + AESGCM(self._keys[current]).encrypt(nonce, plain, row.bytes), current

    def open(self, sealed: bytes, key: str, row: UUID) -> bytes | None:
        """Decrypt. None: the key is missing, or this is not what was encrypted for the row."""
        if key not in self._keys:
            return None
        try:
            return AESGCM(self._keys[key]).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], row.bytes)
        except (InvalidTag, ValueError):
            return None


def key_id(key: bytes) -> str:
    """Identifies a key without telling anything of it."""
    return HKDF(SHA256(), 8, salt=None, info=b"balai answer key id").derive(key).hex()


def read_answer_keys(settings: Settings) -> AnswerKeys:
    """The keys of BALAI_ANSWER_KEYS, then those of BALAI_ANSWER_KEYS_FILE. Raises StartError."""
    written = settings.answer_keys.replace(",", " ").split()
    if settings.answer_keys_file:
        try:
            lines = Path(settings.answer_keys_file).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise StartError(f"BALAI_ANSWER_KEYS_FILE cannot be read: {error}", hint=HINT) from error
        written += [word for line in lines if not line.startswith("#") for word in line.split()]
    return AnswerKeys([_decode(key) for key in written])


def _decode(written: str) -> bytes:
    try:
        key = base64.b64decode(written, validate=True)
    except (binascii.Error, ValueError) as error:
        raise StartError("A key for sensitive answers is not base64.", hint=HINT) from error
    if len(key) != KEY_BYTES:
        raise StartError(f"A key for sensitive answers has {len(key)} bytes instead of {KEY_BYTES}.", hint=HINT)
    return key
