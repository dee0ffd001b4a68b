"""One small question that many ask at once: while one message is on its way, the next ones gather into another.

A question that comes alone leaves at once. Under load a message carries many, and the database answers them without
going to sleep in between: fewer system calls and changes of process for both sides, and no time is waited on purpose.
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
    """A statement that only reads, on the connections of a pool."""

    def __init__(self, pool: PipelinePool, text: str) -> None:
        self._pool = pool
        self._text = text
        self._pending: deque[_PendingCall] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._in_flight = 0

    async def fetch(self, values: Sequence[Value]) -> list[Row]:
        """The rows for these values; all of them together shorter than `MAX_IN_MEMORY`, else values are missing.

        Raises:
            DatabaseError, ConnectionLost, NoConnection, TimeoutError: as `PipelinePool.connection` and `run`.
        """
        future: asyncio.Future[list[Row]] = asyncio.get_running_loop().create_future()
        self._pending.append((values, future))
        if len(self._tasks) < _MAX_IN_FLIGHT:
            # A task begins in the loop's next round: whoever asks in this one is taken along.
            task = asyncio.create_task(self._run_worker())
            self._tasks.add(task)
        return await future

    async def _run_worker(self) -> None:
        try:
            await self._send_batches()
        finally:
            # Here, not in a callback of the task's: who asks before the loop comes to that would wait for nobody.
            worker = asyncio.current_task()
            assert worker is not None
            self._tasks.remove(worker)

    async def _send_batches(self) -> None:
        while self._pending:
            # A share for each lane that is free: if one took all, this process and the database would work by turns.
            size = -(-len(self._pending) // (_MAX_IN_FLIGHT - self._in_flight))
            batch = [self._pending.popleft() for _ in range(min(_MAX_BATCH_SIZE, size))]
            self._in_flight += 1
            try:
                async with self._pool.connection() as connection:
                    await self._execute(connection, batch)
            except Exception as error:  # noqa: BLE001 - whatever it is, they wait for this task alone
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
            finally:
                self._in_flight -= 1

    async def _execute(self, connection: PipelinedConnection, batch: list[_PendingCall]) -> None:
        # Who does not wait any more (her client has hung up) is not asked for.
        calls = [call for call in batch if not call[1].done()]
        if not calls:
            return
        results = await connection.run([(self._text, values) for values, _ in calls])
        for (_, future), rows in zip(calls, results, strict=True):
            if not future.done():
                future.set_result(rows)
