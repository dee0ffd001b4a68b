"""Turns the transaction of a REST request into a pgbench script, and runs it.

The script is recorded: the service answers one request in this process, and the statements that it sends to PostgreSQL,
with every value, become the script. Statements sent in one message are an implicit transaction; the script adds BEGIN
and COMMIT.
"""

import re
import subprocess
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx

from balai.backend.rest.routes import rest_app
from balai.database.embedded import EmbeddedPostgres, binaries
from balai.database.pipeline.connection import Bound, PipelinedConnection, Step
from balai.security.tokens import api_keys, verify
from bench.program import SECRET

_PARAMETER = re.compile(r"\$(\d+)")


async def record_statements(url: str, request: httpx.Request) -> list[tuple[str, list[str | None]]]:
    """Return the statements of a successful request, each with its values."""
    recorded: list[tuple[str, list[str | None]]] = []
    send = PipelinedConnection.send

    def record(connection: PipelinedConnection, steps: Sequence[Step], *given: Any, **named: Any) -> None:
        recorded.extend((text, _values(values)) for text, values in steps)
        send(connection, steps, *given, **named)

    app = rest_app(url, keys=api_keys(SECRET), verify=partial(verify, secret=SECRET))
    with patch.object(PipelinedConnection, "send", record):
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app)) as client:
            (await client.send(request)).raise_for_status()
    await app.close()
    return recorded


def _values(given: Sequence[str | bytes | None] | Bound) -> list[str | None]:
    values = given.values if isinstance(given, Bound) else given
    return [value.decode() if isinstance(value, bytes) else value for value in values]


def script_of(steps: Sequence[tuple[str, Sequence[str | None]]], *, first: int, last: int) -> str:
    """Return a script in which the value `first` is a random number each time, up to `last`."""

    def literal(values: Sequence[str | None], parameter: re.Match[str]) -> str:
        value = values[int(parameter[1]) - 1]
        if value is None:
            return "NULL"
        if value == str(first):
            return ":first"
        # pgbench reads a word after a colon as a variable, even within quotes.
        escaped = value.replace("\\", "\\\\").replace("'", "''").replace(":", "\\x3a")
        return f"E'{escaped}'"

    lines = [_PARAMETER.sub(partial(literal, values), text) + ";" for text, values in steps]
    if not lines[0].startswith("BEGIN"):
        lines = ["BEGIN;", *lines, "COMMIT;"]
    return "\n".join([f"\\set first random(1, {last})", *lines]) + "\n"


def run_pgbench(server: EmbeddedPostgres, script: str, *, seconds: float, connections: int) -> float:
    """Return transactions per second of one thread, every statement prepared."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "transaction.sql"
        path.write_text(script)
        host = re.search(r"host=(.*)", server.url)
        assert host is not None
        command = [str(binaries() / "pgbench"), "-n", "-M", "prepared", "-f", str(path), "-T", str(round(seconds))]
        command += ["-j", "1", "-c", str(connections), "-h", host[1], "-U", "postgres", "postgres"]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rate = re.search(r"tps = ([0-9.]+)", output)
    assert rate is not None and "failed transactions: 0 " in output, output
    return float(rate[1])
