"""Runs the whole program for black-box tests, on the run's PostgreSQL server, in a database of its own."""

import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
import httpx

SECRET = "a-secret-of-the-tests-that-is-long-enough-0123456789"
# Members of the tests were created a moment ago and write one text after the other. Tests of the limits set them.
WITHOUT_PAUSES = """
set session_replication_role = replica;
update public.site_settings set limits_newcomers = false, post_gap_seconds = 0;
"""


def free_port() -> int:
    """Return a port that is free at this moment.

    It lies below the range from which Linux takes the local ports of outgoing connections (32768–60999). A port of that
    range can be taken by any connection before the started program listens on it.
    """
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", random.randrange(20_000, 32_000)))
            return int(probe.getsockname()[1])


def without_settings() -> dict[str, str]:
    """Return this run's environment without BALAI_ variables; compiled modules may be cached for the next start."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("BALAI_")}
    own.pop("PYTHONDONTWRITEBYTECODE", None)
    return own


@contextmanager
def running_program(
    postgres: str, *arguments: str, command: str = "serve", **settings: str
) -> Iterator[tuple[str, str]]:
    """Run `balai serve`, or another command; yield its URL and that of its new database."""
    name = f"program_{uuid.uuid4().hex[:8]}"
    asyncio.run(_create(postgres, name, command))
    database_url = postgres.replace("@/postgres?", f"@/{name}?")
    with running_command(command, *arguments, BALAI_DATABASE_URL=database_url, **settings) as url:
        if command == "serve":
            asyncio.run(execute(database_url, WITHOUT_PAUSES))
        yield url, database_url


@contextmanager
def running_command(*arguments: str, **settings: str) -> Iterator[str]:
    """Run a `balai` command that serves; yield its URL."""
    port = int(settings.get("BALAI_PORT") or free_port())
    with tempfile.TemporaryDirectory(prefix="balai-program-") as data, (Path(data) / "log").open("w") as log:
        environment = without_settings() | {"BALAI_PORT": str(port), "BALAI_DATA_DIR": data, "BALAI_JWT_SECRET": SECRET}
        command = [sys.executable, "-m", "balai.cli", *arguments]
        program = subprocess.Popen(command, env=environment | settings, stdout=log, stderr=log)
        try:
            url = f"http://127.0.0.1:{port}"
            if not is_open(f"{url}/healthz", program):
                raise AssertionError(f"the program did not open:\n{(Path(data) / 'log').read_text()[-4000:]}")
            yield url
        finally:
            program.terminate()
            program.wait(30)


def is_open(url: str, program: subprocess.Popen[bytes], *, seconds: float = 60) -> bool:
    """Wait for status 200 from the URL; return False if the program ends or the time is over."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and program.poll() is None:
        try:
            if httpx.get(url, timeout=10).status_code == 200:
                return True
        except httpx.TransportError:
            time.sleep(0.05)
    return False


async def execute(url: str, statements: str) -> None:
    """Execute statements on a connection of their own."""
    connection = await asyncpg.connect(url)
    await connection.execute(statements)
    await connection.close()


async def _create(url: str, name: str, command: str) -> None:
    connection = await asyncpg.connect(url)
    # Copying the run's template is faster than migrating again.
    is_laid = await connection.fetchval("select exists (select from pg_database where datname = 'template_site')")
    origin = "template template_site strategy file_copy" if is_laid and command == "serve" else ""
    await connection.execute(f"create database {name} {origin}")
    await connection.close()
