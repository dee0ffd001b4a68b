"""Fixtures of the client tests: the whole program on a database of its own, with the built-in mailbox on."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest

from balai.security.tokens import api_keys
from tests.support.program import SECRET, running_program

CODE = re.compile(r"\b(\d{6})\b")
HASH = re.compile(r"token_hash=(\w+)")


@dataclass(frozen=True)
class Instance:
    """The running program's URLs and keys for a client."""

    url: str
    anon_key: str
    service_key: str

    def newest_email(self, email: str) -> str:
        """Wait for the newest email to an address and return its text."""
        until = time.monotonic() + 15
        while time.monotonic() < until:
            response = httpx.get(f"{self.url}/mailbox", params={"to": email}, headers={"Accept": "application/json"})
            if messages := response.json()["messages"]:
                return str(messages[0]["plain"])
            time.sleep(0.05)
        raise AssertionError(f"no mail to {email}")

    def emailed_hash(self, email: str) -> str:
        """Return the token hash in the link of the newest email."""
        found = HASH.search(self.newest_email(email))
        assert found is not None
        return found[1]

    def emailed_code(self, email: str) -> str:
        """Return the six-digit code of the newest email."""
        found = CODE.search(HASH.sub("", self.newest_email(email)))
        assert found is not None
        return found[1]


@pytest.fixture(scope="session")
def instance(postgres: str) -> Iterator[Instance]:
    with running_program(postgres, BALAI_MAILBOX="true", BALAI_ANONYMOUS_USERS="true") as (url, _):
        keys = api_keys(SECRET)
        yield Instance(url, keys.anon, keys.service_role)
