"""Lends pipelined connections: few of them, shared by many requests."""

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

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
from balai.database.pool import SESSION

_WAIT_S = 10.0
_STATEMENT_TIMEOUT = "10s"


class Ran(NamedTuple):
    """The rows of each step; of the last one the values too long for memory, by column, for the caller to close."""

    rows: list[list[Row]]
    spools: dict[int, Spool]


class _Turn:
    """Somebody who waits: for a connection, or, with steps, for what they give. A `None` means: try again."""

    __slots__ = ("answer", "connection", "spools", "steps", "until")

    def __init__(self, steps: Sequence[BoundStep] | None = None) -> None:
        self.steps = steps
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.connection: PipelinedConnection | None = None
        self.spools: dict[int, Spool] = {}
        self.until = 0.0


class PipelinePool:
    """At most `size` connections, opened when needed; the one used last is lent first, so its caches are warm."""

    def __init__(self, url: str, *, size: int = 8) -> None:
        self._url = url
        self._free: list[PipelinedConnection] = []
        self._room = size
        # The first in is also the first out of patience.
        self._queue: deque[_Turn] = deque()
        self._patience: asyncio.TimerHandle | None = None
        self._stops: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def lend(self) -> "Loan":
        """A connection outside any transaction, for an `async with`. One that comes back otherwise is cleaned.

        Entering raises NoConnection when none can be opened, and TimeoutError when all are busy for too long.
        """
        return Loan(self)

    async def run(self, steps: Sequence[BoundStep]) -> Ran:
        """Run steps that begin no transaction: together they are one, in one message.

        The connection goes on to the next in line when the answer arrives, not when its task comes to read it.

        Raises:
            DatabaseError: a step was refused, and nothing has happened.
            ConnectionLost: the connection broke.
            NoConnection: none can be opened.
            TimeoutError: all were busy for too long.
        """
        while True:
            turn = _Turn(steps)
            connection = self.take()
            if connection is None and self._room > 0:
                connection = await self._open()
            if connection is None:
                self._enqueue(turn)
            else:
                self._begin(turn, connection)
            try:
                rows = await turn.answer
            except asyncio.CancelledError:
                self._leave(turn)
                raise
            if rows is not None:
                return Ran(rows, turn.spools)

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
        turn = _Turn()
        self._enqueue(turn)
        try:
            connection: PipelinedConnection | None = await turn.answer
        except asyncio.CancelledError:
            self._leave(turn)
            raise
        return connection

    def _enqueue(self, turn: _Turn) -> None:
        loop = asyncio.get_running_loop()
        turn.until = loop.time() + _WAIT_S
        self._queue.append(turn)
        if self._patience is None:
            self._patience = loop.call_later(_WAIT_S, self._refuse)

    def _leave(self, turn: _Turn) -> None:
        """Its task was cancelled, perhaps at the moment when it was served."""
        if turn.answer.cancelled():
            if turn.connection is not None:
                self.give_up(turn.connection)
        elif turn.answer.exception() is None:
            given = turn.answer.result()
            if given is None:
                self._wake()
            elif turn.steps is None:
                self.release(given)
            for spool in turn.spools.values():
                spool.close()

    def _begin(self, turn: _Turn, connection: PipelinedConnection) -> None:
        assert turn.steps is not None
        turn.connection = connection
        connection.send(turn.steps, turn.answer, then=partial(self._end, turn, connection))

    def _end(self, turn: _Turn, connection: PipelinedConnection) -> None:
        turn.spools = connection.take_spools()
        if not connection.is_idle:
            connection.close()
        self.release(connection)

    def _refuse(self) -> None:
        """Who has waited too long waits no more."""
        loop = asyncio.get_running_loop()
        self._patience = None
        while self._queue:
            turn = self._queue[0]
            if turn.until > loop.time() and not turn.answer.done():
                self._patience = loop.call_at(turn.until, self._refuse)
                return
            self._queue.popleft()
            if not turn.answer.done():
                turn.answer.set_exception(TimeoutError())

    def _wake(self, connection: PipelinedConnection | None = None) -> bool:
        """Let the next one have a connection, or the room for one. Whether anybody waits."""
        while self._queue:
            turn = self._queue.popleft()
            if turn.answer.done():
                continue
            if connection is None or turn.steps is None:
                turn.answer.set_result(connection)
            else:
                self._begin(turn, connection)
            return True
        return False

    async def roll_back(self, connection: PipelinedConnection) -> None:
        """Take a connection back that may be in a transaction: it does not happen."""
        if not connection.is_lost and not connection.is_idle:
            try:
                await connection.run([("ROLLBACK", ())])
            except (DatabaseError, ConnectionLost):
                connection.close()
            except asyncio.CancelledError:
                self.give_up(connection)
                raise
        self.release(connection)

    def give_up(self, connection: PipelinedConnection) -> None:
        """The task was cancelled in the middle: stop the statement and do without the connection."""
        self._room += 1
        self._wake()
        # The loop itself holds its tasks only weakly.
        stop = asyncio.create_task(_stop(connection))
        self._stops.add(stop)
        stop.add_done_callback(self._stops.discard)


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
