"""The secret of each email that leaves: a notification that it came back has to have it.

It is in the envelope sender (`reply+bTOKEN@example.org`, where notifications go) and in a header of its own, which
servers return with the other headers. Both have it because some providers replace the envelope sender, and some return
no headers. The Message-ID is no secret: replies and forwarded emails quote it, so others than the recipient know it.
"""

import hashlib
import hmac
import re
from base64 import b32decode, b32encode
from uuid import UUID

HEADER = "X-Delivery-Token"
TOKEN = re.compile(r"[a-z2-7]{39}")
MAC_BYTES = 8
# RFC 5321 4.5.3.1.1.
MAX_LOCAL_PART = 64


class BounceTokens:
    """Makes and reads the tokens. `address`: the one that the inbound mailbox reads; empty where there is none."""

    def __init__(self, secret: str, address: str) -> None:
        self._key = hmac.digest(secret.encode(), b"balai bounces", hashlib.sha256)
        self._local, _, self._domain = address.lower().rpartition("@")
        # Servers that accept no envelope sender but the account's own, as they answered since the start.
        self.strict_servers: set[str] = set()

    def make(self, id: UUID) -> str:
        """The token of a message: its id and a proof, in lower case, since some servers change the case."""
        return b32encode(id.bytes + self._proof(id.bytes)).decode().lower().rstrip("=")

    def read(self, token: str) -> UUID | None:
        """The message of a token; None if this site did not make it."""
        if not TOKEN.fullmatch(token):
            return None
        decoded = b32decode(token.upper() + "=")
        id, proof = decoded[:16], decoded[16:]
        return UUID(bytes=id) if hmac.compare_digest(proof, self._proof(id)) else None

    def sender_of(self, id: UUID, own: str) -> str | None:
        """The envelope sender; None: that of the account.

        Only in the domain of the sender: SPF is checked for the envelope, and DMARC compares both.
        """
        local = f"{self._local}+b{self.make(id)}"
        is_usable = self._local and own.rpartition("@")[2].lower() == self._domain and len(local) <= MAX_LOCAL_PART
        return f"{local}@{self._domain}" if is_usable else None

    def find_in(self, addresses: list[str]) -> UUID | None:
        """The message whose bounce address is among these."""
        for address in addresses:
            local, _, domain = address.lower().rpartition("@")
            base, mark, token = local.partition("+b")
            if mark and (base, domain) == (self._local, self._domain) and (id := self.read(token)):
                return id
        return None

    def _proof(self, id: bytes) -> bytes:
        return hmac.digest(self._key, id, hashlib.sha256)[:MAC_BYTES]
