"""The TypeScript types of a database: any database, or our own schema."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

import asyncpg

from balai.backend.rest.schema.type_catalog import load_type_catalog
from balai.backend.rest.schema.typescript import write_database_type
from balai.database.embedded import EmbeddedPostgres
from balai.database.migrate import migrate, unreachable


async def type_of_database(url: str, schemas: Sequence[str] = ("public",)) -> str:
    """The content of the generated file.

    Raises:
        StartError: the database cannot be reached.
    """
    try:
        connection = await asyncpg.connect(url, timeout=10)
    except (OSError, TimeoutError, asyncpg.PostgresError, ValueError) as error:
        raise unreachable(error) from error
    try:
        return write_database_type(await load_type_catalog(connection, schemas), schemas)
    finally:
        await connection.close()


def own_database_type() -> str:
    """The content for our own schema, generated from a temporary database."""

    async def make(url: str) -> str:
        await migrate(url)
        return await type_of_database(url)

    with tempfile.TemporaryDirectory(prefix="balai-types-") as folder, EmbeddedPostgres(Path(folder)).running() as url:
        return asyncio.run(make(url))
