"""Checks with the policies of `realtime.messages` what a token may do on a private channel (contract, section 10).

A check inserts rows, reads them with the caller's role and claims, and rolls back: other transactions never see them.
"""

import asyncio
import re
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal, TypeVar

import asyncpg
import msgspec

from balai.backend.realtime.authentication import Grant
from balai.backend.realtime.errors import RealtimeError
from balai.backend.realtime.protocol.join import Replay
from balai.database.pool import UNAVAILABLE, Connection, Pool, discard, is_lost, prepare_for
from balai.database.transaction import literal

Extension = Literal["broadcast", "presence"]
T = TypeVar("T")
# Many clients join at once after a restart, and the pages need connections too.
MAX_CONCURRENT_QUERIES = 3
QUERY_TIMEOUT_S = 9.0
STATEMENT_TIMEOUT_MS = "5000"
SELECT_VISIBLE = "select distinct extension from realtime.messages where id = any($1::uuid[])"
INSERT_PROBE = "insert into realtime.messages (topic, extension, private) values ($1, $2, true)"
CREATE_PARTITIONS = "select realtime.keep_partitions()"
REPLAY = """
select id::text, event, payload::text, binary_payload from realtime.messages
where topic = $1 and private and extension = 'broadcast' and inserted_at >= to_timestamp($2 / 1000.0) at time zone 'UTC'
order by inserted_at desc, id limit $3
"""
UNABLE = ("UnableToConnectToProject", "Realtime was unable to connect to the project database")
TOO_MANY_CONNECTIONS = ("DatabaseLackOfConnections", "Database can't accept more connections, Realtime won't connect")
CANCELLED = ("QueryCancelled", "Query was cancelled, please try again")


class StoredBroadcast(msgspec.Struct, frozen=True):
    """A stored message. `payload` is JSON text; `binary` is set instead for raw bytes."""

    id: str
    event: str
    payload: bytes | None
    binary: bytes | None


class TrackedState(msgspec.Struct, frozen=True):
    """The tracked state of a channel: its presence key, and a JSON object."""

    key: str
    fields: bytes


class ChannelAuthorizer:
    """Runs the checks in the database, a few at a time.

    `member_presence` is a pattern of private channels and a query: on those the query's row (`key`, `fields`) replaces
    what clients track. A query without a row denies presence.
    """

    def __init__(self, pool: Pool, member_presence: tuple[str, str] | None = None) -> None:
        self._pool = pool
        self._member_presence = member_presence
        self._semaphore = asyncio.Semaphore(MAX_CONCURRENT_QUERIES)

    async def readable_extensions(
        self, grant: Grant, name: str, headers: str, extensions: tuple[Extension, ...]
    ) -> set[str]:
        """Returns the extensions that the token may read on a channel.

        Raises:
            RealtimeError: the database is unavailable.
        """
        ids = [uuid.uuid4() for _ in extensions]
        rows = ", ".join(
            f"('{one}',{literal(name)},'{extension}',true)" for one, extension in zip(ids, extensions, strict=True)
        )
        insert = f"insert into realtime.messages (id, topic, extension, private) values {rows};"  # noqa: S608 - `literal` quotes

        async def query(connection: Connection) -> set[str]:
            async with _rolled_back(connection, insert, grant, name, headers):
                return {row["extension"] for row in await connection.fetch(SELECT_VISIBLE, ids)}

        return await self._run(query, set())

    async def may_write(self, grant: Grant, name: str, headers: str, extension: Extension) -> bool:
        """Whether the token may write to an extension of a channel.

        Raises:
            RealtimeError: the database is unavailable.
        """

        async def query(connection: Connection) -> bool:
            async with _rolled_back(connection, "", grant, name, headers):
                await connection.execute(INSERT_PROBE, name, extension)
                return True

        return await self._run(query, False)

    def decides_presence(self, name: str) -> bool:
        """Whether the presence of a private channel comes from the database."""
        return self._member_presence is not None and re.fullmatch(self._member_presence[0], name) is not None

    async def load_presence(self, grant: Grant, name: str, headers: str) -> TrackedState | None:
        """Returns the caller's presence on such a channel; None if they have none.

        Raises:
            RealtimeError: the database is unavailable.
        """
        assert self._member_presence is not None
        statement = self._member_presence[1]

        async def query(connection: Connection) -> TrackedState | None:
            async with _rolled_back(connection, "", grant, name, headers):
                row = await connection.fetchrow(statement)
                return None if row is None else TrackedState(row["key"], row["fields"].encode())

        return await self._run(query, None)

    async def load_replay(self, name: str, replay: Replay) -> list[StoredBroadcast]:
        """Returns the messages to replay, oldest first. The caller has to check the read permission.

        Raises:
            RealtimeError: the database is unavailable.
        """

        async def query(connection: Connection) -> list[StoredBroadcast]:
            rows = await connection.fetch(REPLAY, name, replay.since, replay.limit)
            return [
                StoredBroadcast(row["id"], row["event"] or "", _bytes(row["payload"]), row["binary_payload"])
                for row in reversed(rows)
            ]

        return await self._run(query, [])

    async def _run(self, query: Callable[[Connection], Awaitable[T]], denied: T) -> T:
        try:
            async with asyncio.timeout(QUERY_TIMEOUT_S), self._semaphore, self._pool.acquire() as connection:
                try:
                    return await query(connection)
                except asyncpg.CheckViolationError:
                    # There is no partition for today: the cleanup job has not run for days.
                    await connection.execute(CREATE_PARTITIONS)
                    return await query(connection)
        except (asyncpg.InsufficientPrivilegeError, asyncpg.InvalidParameterValueError):
            # No policy allows it, or the role of the token does not exist in this database.
            return denied
        except asyncpg.TooManyConnectionsError as error:
            raise RealtimeError(*TOO_MANY_CONNECTIONS) from error
        except asyncpg.QueryCanceledError as error:
            raise RealtimeError(*CANCELLED) from error
        except asyncpg.DataError:
            # A policy that fails on these claims (a `sub` that is not a UUID) denies access.
            return denied
        except UNAVAILABLE as error:
            raise RealtimeError(*UNABLE) from error


@asynccontextmanager
async def _rolled_back(
    connection: Connection, insert: str, grant: Grant, name: str, headers: str
) -> AsyncIterator[None]:
    """Opens a transaction that is always rolled back: `insert` runs as the owner, the rest with the caller's
    permissions.
    """
    settings = {
        "role": grant.caller.role,
        "realtime.topic": name,
        "request.jwt.claims": grant.caller.claims,
        "request.jwt.claim.sub": str(grant.claims.get("sub") or ""),
        "request.jwt.claim.role": grant.caller.role,
        "request.headers": headers,
        "statement_timeout": STATEMENT_TIMEOUT_MS,
    }
    calls = ", ".join(f"set_config('{setting}', {literal(value)}, true)" for setting, value in settings.items())
    try:
        await connection.execute(f"BEGIN; {insert} SELECT {calls}")
        prepare_for(connection, grant.caller.role)
        yield
    finally:
        if not is_lost(connection):
            try:
                await connection.execute("ROLLBACK")
            except UNAVAILABLE:
                discard(connection)


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode()
