"""Answers that take the same time whether an address has an account or not.

What a password costs is the same on every path already; what is left is a few statements more or less. So the calls
that anybody may make about any address answer no sooner than a fixed time, which is longer than either path.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from balai.backend.auth.context import AuthService


@asynccontextmanager
async def minimum_duration(auth: AuthService) -> AsyncIterator[None]:
    """Leave the block, also by an error, no sooner than `min_response_time` after it was entered."""
    loop = asyncio.get_running_loop()
    until = loop.time() + auth.config.min_response_time.total_seconds()
    try:
        yield
    finally:
        await asyncio.sleep(until - loop.time())
