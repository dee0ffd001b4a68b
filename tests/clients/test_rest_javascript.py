"""REST with the unmodified official JavaScript client."""

import asyncio
from pathlib import Path

from balai.backend.rest.application import RestApplication
from tests.backend.rest.conftest import KEYS, library
from tests.clients.served import everything, served

__all__ = ["everything", "library"]
WALK = Path(__file__).parent / "rest.mjs"


async def test_every_method(everything: RestApplication) -> None:
    async with served(everything) as url:
        process = await asyncio.create_subprocess_exec(
            "node", str(WALK), url, KEYS.anon, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        output, _ = await process.communicate()
    assert (process.returncode, output.decode().strip().splitlines()[-1:]) == (0, ["done"]), output.decode()
