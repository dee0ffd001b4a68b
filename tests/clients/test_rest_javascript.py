"""The official JavaScript client against the data service, unmodified."""

import asyncio
from pathlib import Path

from balai.backend.rest.application import RestApplication
from tests.backend.rest.conftest import KEYS, application, library
from tests.clients.served import served

__all__ = ["application", "library"]
WALK = Path(__file__).parent / "rest.mjs"


async def test_an_application_s_walk(application: RestApplication) -> None:
    async with served(application) as url:
        process = await asyncio.create_subprocess_exec(
            "node", str(WALK), url, KEYS.anon, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        output, _ = await process.communicate()
    assert (process.returncode, output.decode().strip().splitlines()[-1:]) == (0, ["done"]), output.decode()
