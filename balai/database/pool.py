"""One connection pool per process.

Every use of a connection is a transaction with transaction-local settings (see `transaction`), so a released connection
needs no reset. asyncpg's default reset would cost a round trip on each release.
"""

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import asyncpg

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Pool: TypeAlias = asyncpg.Pool[asyncpg.Record]
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]
else:
    Pool = asyncpg.Pool
    Connection = asyncpg.Connection


# The errors of a statement or a connection attempt while the database cannot be reached. TimeoutError is an OSError.
# InternalClientError: asyncpg's protocol was interrupted when the server cut the connection.
UNAVAILABLE = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
# A host that does not respond would hold each request for asyncpg's 60 seconds.
CONNECT_TIMEOUT_S = 10
SESSION = {"application_name": "balai", "timezone": "UTC", "jit": "off", "search_path": "public, extensions"}


class PlainConnection(asyncpg.Connection):
    """A connection that is not reset on release, and that prepares a statement once for each role.

    A plan with row policies holds for one role. PostgreSQL plans a prepared statement again each time the role has
    changed, which takes ten times as long as reading a page of replies.
    """

    _role = ""

    async def reset(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109 - asyncpg's signature
        """Send nothing: no state of the database's session outlives a transaction."""
        self._role = ""

    def name_role(self, role: str) -> None:
        """See `prepare_for()`."""
        self._role = role

    async def _get_statement(self, query: str, *args: Any, **options: Any) -> Any:
        # asyncpg finds prepared statements by their text.
        text = f"/* {self._role} */ {query}" if self._role else query
        return await super()._get_statement(text, *args, **options)  # type: ignore[misc]


def prepare_for(connection: Connection, role: str) -> None:
    """Name the role of the statements that follow, until the connection is released. Empty for the owner."""
    # The pool's proxy passes the call on.
    cast(PlainConnection, connection).name_role(role)


def is_lost(connection: Connection) -> bool:
    """Whether the connection has closed."""
    try:
        return connection.is_closed()
    except asyncpg.InterfaceError:
        # The server cut it, and the pool has already taken it back.
        return True


def discard(connection: Connection) -> None:
    """Close the connection without a message to the server. The pool opens another one."""
    with suppress(asyncpg.InterfaceError):
        connection.terminate()


async def open_pool(url: str, *, size: int = 8) -> Pool:
    """Open a pool of at most `size` connections. The first is opened at once, so that a wrong URL fails here."""
    return await asyncpg.create_pool(
        url,
        min_size=1,
        max_size=size,
        connection_class=PlainConnection,
        statement_cache_size=512,
        max_cached_statement_lifetime=0,
        command_timeout=60,
        timeout=CONNECT_TIMEOUT_S,
        server_settings=SESSION,
    )
