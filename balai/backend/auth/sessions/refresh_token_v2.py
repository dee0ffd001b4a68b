"""Version 2 refresh tokens: session id and counter, signed with the session's key. Contract 3.3.

Format: 0x00, session id (16 bytes), counter (unsigned varint), HMAC-SHA256 of these (16 bytes), SHA-256 of all these (4
bytes), in base64url without padding. The checksum of the last four bytes detects mistyped tokens without a query.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
from uuid import UUID

import msgspec

KEY_BYTES = 32
SIGNATURE_BYTES = 16
CHECKSUM_BYTES = 4
# A counter of ten digits takes five bytes; a varint of 63 bits takes nine.
MAX_VARINT_BYTES = 9
MIN_LENGTH = 1 + 16 + 1 + SIGNATURE_BYTES + CHECKSUM_BYTES
MAX_LENGTH = MIN_LENGTH + MAX_VARINT_BYTES - 1


class RefreshTokenV2(msgspec.Struct, frozen=True):
    """A parsed token. `is_signed` verifies it."""

    session_id: UUID
    count: int
    payload: bytes
    signature: bytes

    def is_signed(self, key: bytes) -> bool:
        """Whether the token was signed with this session key."""
        return hmac.compare_digest(_signature(self.payload, key), self.signature)


def new_key() -> bytes:
    """Generates the key of a new session."""
    return secrets.token_bytes(KEY_BYTES)


def write_token(session_id: UUID, count: int, key: bytes) -> str:
    """Encodes the token for a session's counter."""
    payload = b"\0" + session_id.bytes + _varint(count)
    signed = payload + _signature(payload, key)
    return base64.urlsafe_b64encode(signed + _checksum(signed)).rstrip(b"=").decode()


def read_token(text: str) -> RefreshTokenV2 | None:
    """Parses a token. Returns None if the text is not one."""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    if (
        not MIN_LENGTH <= len(raw) <= MAX_LENGTH
        or raw[0] != 0
        or _checksum(raw[:-CHECKSUM_BYTES]) != raw[-CHECKSUM_BYTES:]
    ):
        return None
    payload, signature = (
        raw[: -SIGNATURE_BYTES - CHECKSUM_BYTES],
        raw[-SIGNATURE_BYTES - CHECKSUM_BYTES : -CHECKSUM_BYTES],
    )
    count = _read_varint(payload[17:])
    return None if count is None else RefreshTokenV2(UUID(bytes=payload[1:17]), count, payload, signature)


def _signature(payload: bytes, key: bytes) -> bytes:
    return hmac.digest(key, payload, hashlib.sha256)[:SIGNATURE_BYTES]


def _checksum(signed: bytes) -> bytes:
    return hashlib.sha256(signed).digest()[:CHECKSUM_BYTES]


def _varint(number: int) -> bytes:
    parts = bytearray()
    while number > 0x7F:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*parts, number])


def _read_varint(raw: bytes) -> int | None:
    """Returns the number if these bytes are its shortest encoding."""
    number = sum((byte & 0x7F) << (7 * place) for place, byte in enumerate(raw))
    return number if _varint(number) == raw else None
