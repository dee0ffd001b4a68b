"""Lends pipelined connections: few of them, shared by many requests."""

import asyncio
from collections import deque
from typing import Any

import asyncpg

from balai.database.pipeline import ConnectionLost, DatabaseError, NoConnection, PipelinedConnection
from balai.database.pool import SESSION

_WAIT_S = 10.0
_STATEMENT_TIMEOUT = "10s"


class PipelinePool:
    """At most `size` connections, opened when needed; the one used last is lent first, so its caches are warm."""

    def __init__(self, url: str, *, size: int = 8) -> None:
        self._url = url
        self._free: list[PipelinedConnection] = []
        self._room = size
        # Who waits, with the moment at which she has waited too long: the first in is also the first out of patience.
        self._queue: deque[tuple[float, asyncio.Future[PipelinedConnection | None]]] = deque()
        self._patience: asyncio.TimerHandle | None = None
        self._is_closed = False

    def lend(self) -> "Loan":
        """A connection outside any transaction, for an `async with`. One that comes back otherwise is cleaned.

        Entering raises NoConnection when none can be opened, and TimeoutError when all are busy for too long.
        """
        return Loan(self)

    def take(self) -> PipelinedConnection | None:
        """A connection, if one is free at once."""
        while self._free:
            connection = self._free.pop()
            if not connection.is_lost:
                return connection
            self._room += 1
        return None

    async def acquire(self) -> PipelinedConnection:
        """A connection, to be given back by `release`."""
        while True:
            connection = self.take()
            if connection is not None:
                return connection
            connection = await (self._open() if self._room > 0 else self._wait())
            if connection is not None:
                return connection

    def release(self, connection: PipelinedConnection) -> None:
        """Take a connection back that is outside any transaction."""
        if connection.is_lost or self._is_closed:
            connection.close()
            self._room += 1
            self._wake()
        elif not self._wake(connection):
            self._free.append(connection)

    async def close(self) -> None:
        """Close all that is free; what is lent is closed when it comes back."""
        self._is_closed = True
        for connection in self._free:
            connection.close()
        self._free.clear()

    async def _open(self) -> PipelinedConnection:
        self._room -= 1
        try:
            settings = {**SESSION, "statement_timeout": _STATEMENT_TIMEOUT}
            opener: Any = await asyncpg.connect(self._url, server_settings=settings, timeout=_WAIT_S)
        except BaseException as error:
            self._room += 1
            self._wake()
            if isinstance(error, (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)):
                raise NoConnection(str(error)) from error
            raise
        return PipelinedConnection(opener)

    async def _wait(self) -> PipelinedConnection | None:
        """The next connection that comes back; None: there is room for a new one."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[PipelinedConnection | None] = loop.create_future()
        self._queue.append((loop.time() + _WAIT_S, turn))
        if self._patience is None:
            self._patience = loop.call_later(_WAIT_S, self._refuse)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                # Served and leaving at the same moment: it is the next one's.
                connection = turn.result()
                if connection is None:
                    self._wake()
                else:
                    self.release(connection)
            raise

    def _refuse(self) -> None:
        """Who has waited too long waits no more."""
        loop = asyncio.get_running_loop()
        self._patience = None
        while self._queue:
            until, turn = self._queue[0]
            if until > loop.time() and not turn.done():
                self._patience = loop.call_at(until, self._refuse)
                return
            self._queue.popleft()
            if not turn.done():
                turn.set_exception(TimeoutError())

    def _wake(self, connection: PipelinedConnection | None = None) -> bool:
        """Let the next one have a connection, or the room for one. Whether anybody waits."""
        while self._queue:
            _, turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(connection)
                return True
        return False

    async def roll_back(self, connection: PipelinedConnection) -> None:
        """Take a connection back that may be in a transaction: it does not happen."""
        if not connection.is_lost and not connection.is_idle:
            try:
                await connection.run([("ROLLBACK", ())])
            except (DatabaseError, ConnectionLost):
                connection.close()
        self.release(connection)

    def give_up(self, connection: PipelinedConnection) -> None:
        """The task was cancelled in the middle: stop the statement and do without the connection."""
        self._room += 1
        self._wake()
        asyncio.get_running_loop().create_task(_stop(connection))


class Loan:
    """A connection for the length of a block. A class, since a generator would cost as much as the round trip."""

    __slots__ = ("_connection", "_pool")

    def __init__(self, pool: PipelinePool) -> None:
        self._pool = pool

    async def __aenter__(self) -> PipelinedConnection:
        """Borrow."""
        self._connection = self._pool.take() or await self._pool.acquire()
        return self._connection

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Give back: as it is, rolled back, or not at all when the task was cancelled in the middle."""
        if kind is None:
            self._pool.release(self._connection)
        elif issubclass(kind, asyncio.CancelledError):
            self._pool.give_up(self._connection)
        else:
            await self._pool.roll_back(self._connection)


async def _stop(connection: PipelinedConnection) -> None:
    try:
        await connection.cancel()
    except (OSError, TimeoutError, asyncpg.InterfaceError):
        connection.close()
