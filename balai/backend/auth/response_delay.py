"""Minimum response time for requests about an address, against account enumeration by timing.

The cost of password hashing is equal on every path already. Only a few statements differ. Unauthenticated requests
about an address therefore take a minimum time that is longer than either path.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from balai.backend.auth.context import AuthService


@asynccontextmanager
async def minimum_duration(auth: AuthService) -> AsyncIterator[None]:
    """Holds the block until `min_response_time` has passed since it was entered, on errors too."""
    loop = asyncio.get_running_loop()
    until = loop.time() + auth.config.min_response_time.total_seconds()
    try:
        yield
    finally:
        await asyncio.sleep(until - loop.time())
