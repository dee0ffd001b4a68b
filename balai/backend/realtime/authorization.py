"""What a token may do on a private channel: asked of the policies of `realtime.messages` (contract, section 10).

A probe puts rows in, looks at them with the caller's role and claims, and rolls back: nothing of it is ever seen.
"""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal, TypeVar

import asyncpg
import msgspec

from balai.backend.realtime.authentication import Access
from balai.backend.realtime.errors import RealtimeError
from balai.backend.realtime.protocol.join import Replay
from balai.database.pool import Connection, Pool
from balai.database.transaction import literal

Extension = Literal["broadcast", "presence"]
T = TypeVar("T")
# Many join at once after a restart; the pages need connections too.
MOST_AT_ONCE = 3
PATIENCE_S = 9.0
STATEMENT_TIMEOUT_MS = "5000"
SEEN = "select distinct extension from realtime.messages where id = any($1::uuid[])"
WRITTEN = "insert into realtime.messages (topic, extension, private) values ($1, $2, true)"
KEEP_PARTITIONS = "select realtime.keep_partitions()"
REPLAY = """
select id::text, event, payload::text, binary_payload from realtime.messages
where topic = $1 and private and extension = 'broadcast' and inserted_at >= to_timestamp($2 / 1000.0) at time zone 'UTC'
order by inserted_at desc, id limit $3
"""
UNABLE = ("UnableToConnectToProject", "Realtime was unable to connect to the project database")
LACK = ("DatabaseLackOfConnections", "Database can't accept more connections, Realtime won't connect")
CANCELLED = ("QueryCancelled", "Query was cancelled, please try again")


class Stored(msgspec.Struct, frozen=True):
    """A message of the past: `payload` is JSON text, or `binary` its bytes."""

    id: str
    event: str
    payload: bytes | None
    binary: bytes | None


class Policies:
    """Asks the database, a few at a time."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._turn = asyncio.Semaphore(MOST_AT_ONCE)

    async def readable(self, access: Access, name: str, headers: str, extensions: tuple[Extension, ...]) -> set[str]:
        """Which extensions of the channel of that name may be read.

        Raises:
            RealtimeError: the database cannot be asked.
        """
        ids = [uuid.uuid4() for _ in extensions]
        rows = ", ".join(
            f"('{one}',{literal(name)},'{extension}',true)" for one, extension in zip(ids, extensions, strict=True)
        )
        put = f"insert into realtime.messages (id, topic, extension, private) values {rows};"  # noqa: S608 - `literal` quotes

        async def ask(connection: Connection) -> set[str]:
            async with _undone(connection, put, access, name, headers):
                return {row["extension"] for row in await connection.fetch(SEEN, ids)}

        return await self._ask(ask, set())

    async def writable(self, access: Access, name: str, headers: str, extension: Extension) -> bool:
        """Whether an extension of the channel of that name may be written.

        Raises:
            RealtimeError: the database cannot be asked.
        """

        async def ask(connection: Connection) -> bool:
            async with _undone(connection, "", access, name, headers):
                await connection.execute(WRITTEN, name, extension)
                return True

        return await self._ask(ask, False)

    async def past(self, name: str, replay: Replay) -> list[Stored]:
        """The messages that a replay asks for, oldest first; the right to read them is the caller's to know.

        Raises:
            RealtimeError: the database cannot be asked.
        """

        async def ask(connection: Connection) -> list[Stored]:
            rows = await connection.fetch(REPLAY, name, replay.since, replay.limit)
            return [
                Stored(row["id"], row["event"] or "", _bytes(row["payload"]), row["binary_payload"])
                for row in reversed(rows)
            ]

        return await self._ask(ask, [])

    async def _ask(self, ask: Callable[[Connection], Awaitable[T]], denied: T) -> T:
        try:
            async with asyncio.timeout(PATIENCE_S), self._turn, self._pool.acquire() as connection:
                try:
                    return await ask(connection)
                except asyncpg.CheckViolationError:
                    # No partition for today: the upkeep has not run for days.
                    await connection.execute(KEEP_PARTITIONS)
                    return await ask(connection)
        except (asyncpg.InsufficientPrivilegeError, asyncpg.InvalidParameterValueError):
            # No policy lets it through, or the role in the token is none of this database.
            return denied
        except asyncpg.TooManyConnectionsError as error:
            raise RealtimeError(*LACK) from error
        except asyncpg.QueryCanceledError as error:
            raise RealtimeError(*CANCELLED) from error
        except asyncpg.DataError:
            # A policy that stumbles over these claims (a `sub` that is no uuid) lets nobody through.
            return denied
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise RealtimeError(*UNABLE) from error


@asynccontextmanager
async def _undone(connection: Connection, put: str, access: Access, name: str, headers: str) -> AsyncIterator[None]:
    """A transaction that does not happen, with the caller's rights after `put` was done with the owner's."""
    settings = {
        "role": access.caller.role,
        "realtime.topic": name,
        "request.jwt.claims": access.caller.claims,
        "request.jwt.claim.sub": str(access.claims.get("sub") or ""),
        "request.jwt.claim.role": access.caller.role,
        "request.headers": headers,
        "statement_timeout": STATEMENT_TIMEOUT_MS,
    }
    calls = ", ".join(f"set_config('{setting}', {literal(value)}, true)" for setting, value in settings.items())
    try:
        await connection.execute(f"BEGIN; {put} SELECT {calls}")
        yield
    finally:
        if not connection.is_closed():
            try:
                await connection.execute("ROLLBACK")
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                connection.terminate()


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode()
