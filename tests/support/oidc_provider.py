"""A real OpenID provider, run by the tests, and a browser that follows its redirects."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx

from balai.backend.auth.oidc.provider_catalog import Provider

ROOT = Path(__file__).parents[2]


@dataclass
class IdentityProvider:
    """A running OpenID provider and the actions of its users."""

    issuer: str

    def settings(self, **changes: Any) -> Provider:
        """Return the provider's settings as an operator would write them."""
        facts = {"label": "Campus", "client_ids": ("hall",), "secret": "secret of the hall", "issuer": self.issuer}
        return Provider(**{**facts, **changes})

    def visit(self, address: str, *, until: str) -> str:
        """Follow redirects with cookies until a URL has the given prefix; return it."""
        with httpx.Client() as browser:
            for _ in range(10):
                if address.startswith(until):
                    return address
                response = browser.get(address)
                assert response.has_redirect_location, response.text
                address = str(httpx.URL(address).join(response.headers["location"]))
        raise AssertionError(f"never came to {until}: {address}")

    def sign(self, **claims: Any) -> str:
        """Return an ID token with these claims, signed with the current key."""
        return httpx.post(f"{self.issuer}/sign", json=claims).text

    def rotate(self) -> None:
        """Rotate the signing keys."""
        httpx.post(f"{self.issuer}/rotate").raise_for_status()


def query_of(address: str) -> dict[str, str]:
    """Return the parameters of a URL's query."""
    return dict(parse_qsl(urlsplit(address).query, keep_blank_values=True))


def fragment_of(address: str) -> dict[str, str]:
    """Return the parameters of a URL's fragment."""
    return dict(parse_qsl(urlsplit(address).fragment, keep_blank_values=True))


@contextmanager
def running_provider(*redirect_uris: str) -> Iterator[IdentityProvider]:
    """Run the provider."""
    environment = {**os.environ, "WEB": str(ROOT / "web"), "REDIRECT_URIS": json.dumps(redirect_uris)}
    script = ROOT / "tests" / "clients" / "oidc_provider.mjs"
    program = subprocess.Popen(
        ["node", script], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert program.stdout is not None
        issuer = program.stdout.readline().strip()
        assert issuer, program.communicate()[1]
        yield IdentityProvider(issuer)
    finally:
        program.kill()
        program.communicate()
