"""One connection pool per process.

Every use of a connection is a transaction with transaction-local settings (see `transaction`), so nothing has to be
reset when it goes back: the reset that asyncpg sends by default would cost a round trip on each release.
"""

from typing import TYPE_CHECKING, TypeAlias

import asyncpg

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]
else:
    Pool = asyncpg.Pool
    Connection = asyncpg.Connection


SESSION = {"application_name": "balai", "timezone": "UTC", "jit": "off", "search_path": "public, extensions"}


class PlainConnection(asyncpg.Connection):
    """A connection that is not reset on release."""

    async def reset(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109 - asyncpg's signature
        """Nothing outlives a transaction here, so there is nothing to reset."""


async def open_pool(url: str, *, size: int = 8) -> Pool:
    """Open a pool of at most `size` connections; it opens the first at once, so a wrong address fails here."""
    return await asyncpg.create_pool(
        url,
        min_size=1,
        max_size=size,
        connection_class=PlainConnection,
        statement_cache_size=512,
        max_cached_statement_lifetime=0,
        command_timeout=60,
        server_settings=SESSION,
    )
