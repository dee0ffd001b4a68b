"""What the official clients speak to: the whole program, on a database of its own, with the built-in mailbox on."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import httpx
import pytest

from balai.tokens import api_keys

SECRET = "a-secret-of-the-client-tests-that-is-long-enough-0123456789"
CODE = re.compile(r"\b(\d{6})\b")
HASH = re.compile(r"token_hash=(\w+)")


@dataclass(frozen=True)
class Hall:
    """The running program, as a client is told of it."""

    url: str
    anon_key: str
    service_key: str

    def newest_mail(self, email: str) -> str:
        """The text of the newest mail to an address, waited for."""
        until = time.monotonic() + 15
        while time.monotonic() < until:
            answer = httpx.get(f"{self.url}/mailbox", params={"to": email}, headers={"Accept": "application/json"})
            if messages := answer.json()["messages"]:
                return str(messages[0]["plain"])
            time.sleep(0.05)
        raise AssertionError(f"no mail to {email}")

    def mailed_hash(self, email: str) -> str:
        """The token hash in the link of the newest mail."""
        found = HASH.search(self.newest_mail(email))
        assert found is not None
        return found[1]

    def mailed_code(self, email: str) -> str:
        """The six digits of the newest mail."""
        found = CODE.search(HASH.sub("", self.newest_mail(email)))
        assert found is not None
        return found[1]


@pytest.fixture(scope="session")
def hall(postgres: str) -> Iterator[Hall]:
    name = f"clients_{uuid.uuid4().hex[:8]}"
    asyncio.run(_create(postgres, name))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="balai-clients-") as data, (Path(data) / "log").open("w") as log:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BALAI_")} | {
            "BALAI_PORT": str(port),
            "BALAI_DATA": data,
            "BALAI_DATABASE_URL": postgres.replace("@/postgres?", f"@/{name}?"),
            "BALAI_JWT_SECRET": SECRET,
            "BALAI_MAILBOX": "true",
        }
        program = subprocess.Popen(
            [sys.executable, "-m", "balai.cli", "serve"], env=environment, stdout=log, stderr=log
        )
        try:
            _wait_until_open(f"http://127.0.0.1:{port}/healthz", program, Path(data) / "log")
            keys = api_keys(SECRET)
            yield Hall(f"http://127.0.0.1:{port}", keys.anon, keys.service_role)
        finally:
            program.terminate()
            program.wait(30)


async def _create(url: str, name: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(f"create database {name}")
    await connection.close()


def _wait_until_open(url: str, program: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until and program.poll() is None:
        try:
            if httpx.get(url, timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError(f"the program did not open:\n{log.read_text()[-4000:]}")
