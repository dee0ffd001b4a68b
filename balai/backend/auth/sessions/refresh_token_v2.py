"""Refresh tokens of the second form: which session, which count, signed with the session's key. Contract 3.3.

0x00, session id (16 bytes), count (unsigned varint), HMAC-SHA256 of these (16 bytes), SHA-256 of all these (4 bytes);
base64url without padding. The last four tell a mistyped token from a foreign one without looking anything up.
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
CHECK_BYTES = 4
# A count of ten digits fits in five bytes; a varint of 63 bits in nine.
MOST_VARINT_BYTES = 9
SHORTEST = 1 + 16 + 1 + SIGNATURE_BYTES + CHECK_BYTES
LONGEST = SHORTEST + MOST_VARINT_BYTES - 1


class CountedToken(msgspec.Struct, frozen=True):
    """A token taken apart; whether it is genuine says `is_signed`."""

    session_id: UUID
    count: int
    said: bytes
    signature: bytes

    def is_signed(self, key: bytes) -> bool:
        """Whether the session with this key made it."""
        return hmac.compare_digest(_signature(self.said, key), self.signature)


def new_key() -> bytes:
    """The key of a new session."""
    return secrets.token_bytes(KEY_BYTES)


def write_token(session_id: UUID, count: int, key: bytes) -> str:
    """The token of a session's count."""
    said = b"\0" + session_id.bytes + _varint(count)
    signed = said + _signature(said, key)
    return base64.urlsafe_b64encode(signed + _check(signed)).rstrip(b"=").decode()


def read_token(text: str) -> CountedToken | None:
    """A token taken apart; None for what is none."""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    if not SHORTEST <= len(raw) <= LONGEST or raw[0] != 0 or _check(raw[:-CHECK_BYTES]) != raw[-CHECK_BYTES:]:
        return None
    said, signature = raw[: -SIGNATURE_BYTES - CHECK_BYTES], raw[-SIGNATURE_BYTES - CHECK_BYTES : -CHECK_BYTES]
    count = _read_varint(said[17:])
    return None if count is None else CountedToken(UUID(bytes=said[1:17]), count, said, signature)


def _signature(said: bytes, key: bytes) -> bytes:
    return hmac.digest(key, said, hashlib.sha256)[:SIGNATURE_BYTES]


def _check(signed: bytes) -> bytes:
    return hashlib.sha256(signed).digest()[:CHECK_BYTES]


def _varint(number: int) -> bytes:
    parts = bytearray()
    while number > 0x7F:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*parts, number])


def _read_varint(raw: bytes) -> int | None:
    """The number, if these bytes are its one shortest form."""
    number = sum((byte & 0x7F) << (7 * place) for place, byte in enumerate(raw))
    return number if _varint(number) == raw else None
