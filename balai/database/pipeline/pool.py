"""A pool of pipelined connections: few connections shared by many requests."""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakSet

import asyncpg

from balai.database.pipeline.connection import (
    BoundStep,
    ConnectionLost,
    DatabaseError,
    NoConnection,
    PipelinedConnection,
)
from balai.database.pipeline.large_rows import Row
from balai.database.pipeline.spool import Spool
from balai.database.pool import SESSION, UNAVAILABLE

_ACQUIRE_TIMEOUT_S = 10.0
_STATEMENT_TIMEOUT = "10s"
# A statement may run for minutes, so silence alone is no fault: after this time a probe connects to the database.
_SILENCE_S = 20.0
_PROBE_TIMEOUT_S = 10.0


class PipelineResult(NamedTuple):
    """The rows of each step, and the last step's values too long for memory, by column. The caller closes those."""

    rows: list[list[Row]]
    spools: dict[int, Spool]


class _Waiter:
    """A task waiting for a connection or, with `steps`, for their result. A result of None means: try again."""

    __slots__ = ("connection", "deadline", "future", "spools", "steps")

    def __init__(self, steps: Sequence[BoundStep] | None = None) -> None:
        self.steps = steps
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.connection: PipelinedConnection | None = None
        self.spools: dict[int, Spool] = {}
        self.deadline = 0.0


class PipelinePool:
    """At most `size` connections, opened on demand. The last one used is reused first, because its caches are warm."""

    def __init__(self, url: str, *, size: int = 8) -> None:
        self._url = url
        self._free: list[PipelinedConnection] = []
        self._capacity = size
        # The first to arrive is also the first to time out.
        self._queue: deque[_Waiter] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._cancellations: set[asyncio.Task[None]] = set()
        self._open_connections: WeakSet[PipelinedConnection] = WeakSet()
        self._watcher: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def available(self) -> int:
        """The number of connections that can be acquired now: free ones, and those that may still be opened."""
        return len(self._free) + self._capacity

    def connection(self) -> "PooledConnection":
        """A connection outside any transaction, for an `async with`; an open transaction is rolled back at its end.

        Entering raises NoConnection if none can be opened, and TimeoutError if all stay busy.
        """
        return PooledConnection(self)

    async def run(self, steps: Sequence[BoundStep]) -> PipelineResult:
        """Runs steps that do not begin a transaction; together they are one, in one message.

        The connection passes to the next waiter when the result arrives, not when the waiting task reads it.

        Raises:
            DatabaseError: a step failed, and nothing was changed.
            ConnectionLost: the connection was lost.
            NoConnection: none can be opened.
            TimeoutError: all connections stayed busy.
        """
        while True:
            waiter = _Waiter(steps)
            connection = self.acquire_nowait()
            if connection is None and self._capacity > 0:
                connection = await self._open()
            if connection is None:
                self._enqueue(waiter)
            else:
                self._send(waiter, connection)
            try:
                rows = await waiter.future
            except asyncio.CancelledError:
                self._withdraw(waiter)
                raise
            if rows is not None:
                return PipelineResult(rows, waiter.spools)

    def acquire_nowait(self) -> PipelinedConnection | None:
        """Returns a free connection, if there is one."""
        while self._free:
            connection = self._free.pop()
            if not connection.is_lost:
                return connection
            self._capacity += 1
        return None

    async def acquire(self) -> PipelinedConnection:
        """Returns a connection; `release` returns it to the pool."""
        while True:
            connection = self.acquire_nowait()
            if connection is not None:
                return connection
            connection = await (self._open() if self._capacity > 0 else self._wait())
            if connection is not None:
                return connection

    def release(self, connection: PipelinedConnection) -> None:
        """Returns a connection that is outside any transaction to the pool."""
        if connection.is_lost or self._is_closed:
            connection.close()
            self._capacity += 1
            self._serve_next()
        elif not self._serve_next(connection):
            self._free.append(connection)

    async def close(self) -> None:
        """Closes the free connections; those in use close on release."""
        self._is_closed = True
        if self._watcher is not None:
            self._watcher.cancel()
        for connection in self._free:
            connection.close()
        self._free.clear()

    async def _open(self) -> PipelinedConnection:
        self._capacity -= 1
        try:
            settings = {**SESSION, "statement_timeout": _STATEMENT_TIMEOUT}
            opener: Any = await asyncpg.connect(self._url, server_settings=settings, timeout=_ACQUIRE_TIMEOUT_S)
        except BaseException as error:
            self._capacity += 1
            self._serve_next()
            if isinstance(error, UNAVAILABLE):
                raise NoConnection(str(error)) from error
            raise
        connection = PipelinedConnection(opener)
        self._open_connections.add(connection)
        if self._watcher is None:
            self._watcher = asyncio.create_task(self._watch())
        return connection

    async def _watch(self) -> None:
        """Closes connections of a database that hangs: it neither answers nor closes them, so TCP reports no fault."""
        while not self._is_closed:
            await asyncio.sleep(_SILENCE_S / 4)
            silent = [connection for connection in self._open_connections if connection.silent_s() > _SILENCE_S]
            if silent and not await self._is_answering():
                for connection in silent:
                    connection.close()

    async def _is_answering(self) -> bool:
        """Whether the database answers a new connection. A refusal, as for too many clients, is an answer too."""
        try:
            probe = await asyncpg.connect(self._url, timeout=_PROBE_TIMEOUT_S)
        except asyncpg.PostgresError:
            return True
        except (OSError, asyncpg.InterfaceError):
            return False
        probe.terminate()
        return True

    async def _wait(self) -> PipelinedConnection | None:
        """Waits for the next released connection. None means that a new one may be opened."""
        waiter = _Waiter()
        self._enqueue(waiter)
        try:
            connection: PipelinedConnection | None = await waiter.future
        except asyncio.CancelledError:
            self._withdraw(waiter)
            raise
        return connection

    def _enqueue(self, waiter: _Waiter) -> None:
        loop = asyncio.get_running_loop()
        waiter.deadline = loop.time() + _ACQUIRE_TIMEOUT_S
        self._queue.append(waiter)
        if self._timer is None:
            self._timer = loop.call_later(_ACQUIRE_TIMEOUT_S, self._expire_waiters)

    def _withdraw(self, waiter: _Waiter) -> None:
        """Cleans up after a cancelled task, which may have been served at the same moment."""
        if waiter.future.cancelled():
            if waiter.connection is not None:
                self.discard(waiter.connection)
        elif waiter.future.exception() is None:
            served = waiter.future.result()
            if served is None:
                self._serve_next()
            elif waiter.steps is None:
                self.release(served)
            for spool in waiter.spools.values():
                spool.close()

    def _send(self, waiter: _Waiter, connection: PipelinedConnection) -> None:
        assert waiter.steps is not None
        waiter.connection = connection
        connection.send(waiter.steps, waiter.future, on_done=partial(self._on_result, waiter, connection))

    def _on_result(self, waiter: _Waiter, connection: PipelinedConnection) -> None:
        waiter.spools = connection.take_spools()
        if not connection.is_idle:
            connection.close()
        self.release(connection)

    def _expire_waiters(self) -> None:
        """Times out the tasks that have waited too long."""
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._queue:
            waiter = self._queue[0]
            if waiter.deadline > loop.time() and not waiter.future.done():
                self._timer = loop.call_at(waiter.deadline, self._expire_waiters)
                return
            self._queue.popleft()
            if not waiter.future.done():
                waiter.future.set_exception(TimeoutError())

    def _serve_next(self, connection: PipelinedConnection | None = None) -> bool:
        """Serves the next waiter with this connection, or with the room for a new one; False if none waits."""
        while self._queue:
            waiter = self._queue.popleft()
            if waiter.future.done():
                continue
            if connection is None or waiter.steps is None:
                waiter.future.set_result(connection)
            else:
                self._send(waiter, connection)
            return True
        return False

    async def roll_back(self, connection: PipelinedConnection) -> None:
        """Rolls back an open transaction and returns the connection to the pool."""
        if not connection.is_lost and not connection.is_idle:
            try:
                await connection.run([("ROLLBACK", ())])
            except (DatabaseError, ConnectionLost):
                connection.close()
            except asyncio.CancelledError:
                self.discard(connection)
                raise
        self.release(connection)

    def discard(self, connection: PipelinedConnection) -> None:
        """Cancels the statement of a cancelled task and drops the connection."""
        self._capacity += 1
        self._serve_next()
        # The event loop holds only weak references to its tasks.
        cancellation = asyncio.create_task(_cancel(connection))
        self._cancellations.add(cancellation)
        cancellation.add_done_callback(self._cancellations.discard)


class PooledConnection:
    """A connection for the length of a block. A class, because a generator would cost as much as the round trip."""

    __slots__ = ("_connection", "_pool")

    def __init__(self, pool: PipelinePool) -> None:
        self._pool = pool

    async def __aenter__(self) -> PipelinedConnection:
        """Acquires a connection."""
        self._connection = self._pool.acquire_nowait() or await self._pool.acquire()
        return self._connection

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Releases the connection; rolls back after an error, discards it when the task was cancelled."""
        if kind is None:
            self._pool.release(self._connection)
        elif issubclass(kind, asyncio.CancelledError):
            self._pool.discard(self._connection)
        else:
            await self._pool.roll_back(self._connection)


async def _cancel(connection: PipelinedConnection) -> None:
    # `cancel` closes the connection in any case; a failed request to cancel needs no further action.
    with suppress(OSError, RuntimeError, asyncpg.PostgresError, asyncpg.InterfaceError):
        await connection.cancel()
