"""A security key for tests. It responds like a browser with a real key, for a given site."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256


def b64(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


@dataclass
class SecurityKey:
    """A key pair on P-256, without attestation."""

    origin: str
    host: str
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    count: int = 0
    aaguid: UUID = field(default_factory=lambda: UUID(int=0))

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Responds to `navigator.credentials.create`."""
        numbers = self.private.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)})
        attested = self.aaguid.bytes + len(self.id).to_bytes(2) + self.id + cose
        data = self._data(0x45) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {"attestationObject": b64(attestation), "clientDataJSON": b64(self._client("create", options))}
        return self._credential(response)

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Responds to `navigator.credentials.get`."""
        self.count += 1
        data, client = self._data(0x05), self._client("get", options)
        signature = self.private.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            {"authenticatorData": b64(data), "clientDataJSON": b64(client), "signature": b64(signature)}
        )

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        facts = {"type": f"webauthn.{kind}", "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(facts).encode()

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        shown = b64(self.id)
        return {"id": shown, "rawId": shown, "type": "public-key", "response": response, "clientExtensionResults": {}}
