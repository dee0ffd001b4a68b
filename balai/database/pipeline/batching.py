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

_MOST = 32
_LANES = 2
_Question = tuple[Sequence[Value], "asyncio.Future[list[Row]]"]


class Gathering:
    """A statement that only reads, on the connections of a pool."""

    def __init__(self, pool: PipelinePool, text: str) -> None:
        self._pool = pool
        self._text = text
        self._waiting: deque[_Question] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._on_the_way = 0

    async def ask(self, values: Sequence[Value]) -> list[Row]:
        """The rows for these values; all of them together shorter than `large_rows.LARGE`, else values are missing.

        Raises:
            DatabaseError, ConnectionLost, NoConnection, TimeoutError: as `PipelinePool.lend` and `run`.
        """
        answer: asyncio.Future[list[Row]] = asyncio.get_running_loop().create_future()
        self._waiting.append((values, answer))
        if len(self._tasks) < _LANES:
            # A task begins in the loop's next round: whoever asks in this one is taken along.
            task = asyncio.create_task(self._run_lane())
            self._tasks.add(task)
        return await answer

    async def _run_lane(self) -> None:
        try:
            await self._send()
        finally:
            # Here, not in a callback of the task's: who asks before the loop comes to that would wait for nobody.
            lane = asyncio.current_task()
            assert lane is not None
            self._tasks.remove(lane)

    async def _send(self) -> None:
        while self._waiting:
            # A share for each lane that is free: if one took all, this process and the database would work by turns.
            share = -(-len(self._waiting) // (_LANES - self._on_the_way))
            taken = [self._waiting.popleft() for _ in range(min(_MOST, share))]
            self._on_the_way += 1
            try:
                async with self._pool.lend() as connection:
                    await self._answer(connection, taken)
            except Exception as error:  # noqa: BLE001 - whatever it is, they wait for this task alone
                for _, answer in taken:
                    if not answer.done():
                        answer.set_exception(error)
            finally:
                self._on_the_way -= 1

    async def _answer(self, connection: PipelinedConnection, taken: list[_Question]) -> None:
        # Who does not wait any more (her client has hung up) is not asked for.
        asked = [question for question in taken if not question[1].done()]
        if not asked:
            return
        results = await connection.run([(self._text, values) for values, _ in asked])
        for (_, answer), rows in zip(asked, results, strict=True):
            if not answer.done():
                answer.set_result(rows)
