"""The database that a backup is taken of or restored into."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

import asyncpg

from balai.database.embedded import EmbeddedPostgres
from balai.database.migrate import unreachable
from balai.database.pool import Connection
from balai.errors import StartError
from balai.settings import Settings


@asynccontextmanager
async def open_database(settings: Settings, *, failure: str) -> AsyncIterator[tuple[str, Connection]]:
    """The database URL and a connection. The embedded database is started if it is not running.

    Raises:
        StartError: it cannot be reached, or a file operation in the block fails; its message begins with `failure`.
    """
    url = settings.database_url
    try:
        with nullcontext(url) if url else EmbeddedPostgres(settings.data_dir).running() as address:
            try:
                connection = await asyncpg.connect(address, timeout=10)
            except (OSError, TimeoutError, asyncpg.PostgresError, ValueError) as error:
                raise unreachable(error) from error
            try:
                yield address, connection
            finally:
                await connection.close()
    except OSError as error:
        raise StartError(f"{failure}: {error.strerror or error}") from error
