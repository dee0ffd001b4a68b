"""A real SAML identity provider, run by the tests."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from tests.support.oidc_provider import query_of

ROOT = Path(__file__).parents[2]


@dataclass
class SamlIdentityProvider:
    """A running SAML identity provider."""

    url: str

    @property
    def metadata(self) -> str:
        return httpx.get(f"{self.url}/metadata").text

    def respond(self, departure: str, who: str, metadata: str, **more: Any) -> dict[str, str]:
        """Return the form that a browser posts to the instance after the user signed in."""
        asked = query_of(departure)
        if more.pop("checks_request", False):
            octets = departure.partition("?")[2].rpartition("&Signature=")[0]
            more["signed"] = {"query": {name: asked[name] for name in ("SigAlg", "Signature")}, "octets": octets}
        body = {"metadata": metadata, "request": asked["SAMLRequest"], "who": who, **more}
        response = httpx.post(f"{self.url}/respond", json=body)
        assert response.status_code == 200, response.text
        return {"SAMLResponse": response.text, "RelayState": asked["RelayState"]}


def make_key() -> tuple[str, str]:
    """Return a key and its self-signed certificate, as PEM."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "campus")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=30))
    certificate = builder.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM).decode()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode(), certificate


@contextmanager
def running_saml_provider() -> Iterator[SamlIdentityProvider]:
    """Run the provider."""
    key, certificate = make_key()
    environment = {**os.environ, "WEB": str(ROOT / "web"), "KEY": key, "CERTIFICATE": certificate}
    script = ROOT / "tests" / "clients" / "saml_provider.mjs"
    pipe = subprocess.PIPE
    program = subprocess.Popen(["node", script], env=environment, stdout=pipe, stderr=pipe, text=True)
    try:
        assert program.stdout is not None
        url = program.stdout.readline().strip()
        assert url, program.communicate()[1]
        yield SamlIdentityProvider(url)
    finally:
        program.kill()
        program.communicate()
