"""PostgreSQL's own programs, from the embedded server."""

import asyncio
import subprocess
from urllib.parse import unquote, urlsplit, urlunsplit

from balai.database.embedded import binaries
from balai.errors import StartError


async def run_program(name: str, url: str, *arguments: str) -> None:
    """Run `pg_dump` or `pg_restore` on a database. Raises StartError with its last lines of output."""
    parts = urlsplit(url)
    # Other users of the machine can read the arguments of a process, but not its environment.
    shown = urlunsplit(parts._replace(netloc=parts.netloc.replace(f":{parts.password}@", "@")))
    secret = {"PGPASSWORD": unquote(parts.password)} if parts.password else {}
    command = [str(binaries() / name), f"--dbname={shown}", "--no-password", *arguments]
    done = await asyncio.to_thread(subprocess.run, command, env=secret, capture_output=True, text=True, check=False)
    if done.returncode:
        tail = "\n".join(done.stderr.strip().splitlines()[-5:])
        raise StartError(f"{name} failed:\n{tail}")
