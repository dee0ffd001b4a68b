"""The count of probes of the rights matrix, and one caller's transaction."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from balai.database.pool import Connection
from tests.site.rights.world import World


class Matrix:
    """Counts probes and keeps those with another result than expected."""

    def __init__(self) -> None:
        self.probes = 0
        self.failures: list[dict[str, str]] = []

    def note(self, way: str, caller: str, verb: str, thing: str, *, may: bool, did: bool) -> None:
        self.probes += 1
        if may != did:
            self.failures.append(
                {"way": way, "caller": caller, "verb": verb, "thing": thing, "expected": str(may), "was": str(did)}
            )


@asynccontextmanager
async def undone(connection: Connection) -> AsyncIterator[None]:
    """Rolls the statements inside back. An error ends them."""
    await connection.execute("savepoint probe")
    try:
        yield
    except asyncpg.PostgresError:
        pass
    finally:
        await connection.execute("rollback to savepoint probe")


class Session:
    """One caller's transaction. Every act is rolled back."""

    def __init__(self, connection: Connection, world: World, name: str) -> None:
        self.connection = connection
        self.world = world
        self.name = name

    async def does(self, sql: str, *values: Any) -> bool:
        """Whether a statement works and returns a row."""
        async with undone(self.connection):
            return bool(await self.connection.fetch(sql, *values))
        return False
