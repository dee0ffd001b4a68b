"""Batches concurrent executions of one read-only query.

While a batch is in flight, new calls collect in the next one. A single call is sent at once; no delay is added. Under
load a message carries many calls, and PostgreSQL answers them without sleeping in between: fewer system calls and
context switches on both sides.
"""

import asyncio
from collections import deque
from collections.abc import Sequence

from balai.database.pipeline.connection import PipelinedConnection, Value
from balai.database.pipeline.large_rows import Row
from balai.database.pipeline.pool import PipelinePool

_MAX_BATCH_SIZE = 32
_MAX_IN_FLIGHT = 2
_PendingCall = tuple[Sequence[Value], "asyncio.Future[list[Row]]"]


class QueryBatcher:
    """Batches the calls of one read-only statement on the connections of a pool."""

    def __init__(self, pool: PipelinePool, text: str) -> None:
        self._pool = pool
        self._text = text
        self._pending: deque[_PendingCall] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._in_flight = 0

    async def fetch(self, values: Sequence[Value]) -> list[Row]:
        """Returns the rows for these values.

        All rows of a call together must be shorter than `MAX_IN_MEMORY`; longer values come back empty.

        Raises:
            DatabaseError, ConnectionLost, NoConnection, TimeoutError: as `PipelinePool.connection` and `run`.
        """
        future: asyncio.Future[list[Row]] = asyncio.get_running_loop().create_future()
        self._pending.append((values, future))
        if len(self._tasks) < _MAX_IN_FLIGHT:
            # A task starts in the next iteration of the event loop, so calls made in this one join its batch.
            task = asyncio.create_task(self._run_worker())
            self._tasks.add(task)
        return await future

    async def _run_worker(self) -> None:
        try:
            await self._send_batches()
        finally:
            # Removed here, not in a done callback: a call made before that callback runs would start no worker and
            # hang.
            worker = asyncio.current_task()
            assert worker is not None
            self._tasks.remove(worker)

    async def _send_batches(self) -> None:
        while self._pending:
            # Every free worker takes a share. If one took all calls, this process and the database would work in turns.
            size = -(-len(self._pending) // (_MAX_IN_FLIGHT - self._in_flight))
            batch = [self._pending.popleft() for _ in range(min(_MAX_BATCH_SIZE, size))]
            self._in_flight += 1
            try:
                async with self._pool.connection() as connection:
                    await self._execute(connection, batch)
            except Exception as error:  # noqa: BLE001 - every caller waits for this task alone, so each gets the error
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
            finally:
                self._in_flight -= 1

    async def _execute(self, connection: PipelinedConnection, batch: list[_PendingCall]) -> None:
        # Skips cancelled calls, such as those of disconnected clients.
        calls = [call for call in batch if not call[1].done()]
        if not calls:
            return
        results = await connection.run([(self._text, values) for values, _ in calls])
        for (_, future), rows in zip(calls, results, strict=True):
            if not future.done():
                future.set_result(rows)
