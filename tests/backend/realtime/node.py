"""A node in a process of its own, to be killed: `python -m tests.backend.realtime.node DATABASE`.

It prints its port and its node name once it serves.
"""

import asyncio
import sys

from tests.backend.realtime.conftest import realtime


async def main(database: str) -> None:
    """Serves until the process ends."""
    async with realtime(database) as service:
        print(service.port, service.app.hub.node, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
