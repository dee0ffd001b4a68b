"""Concurrent calls share messages, each gets its own rows, and a cancelled call delays no other."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from unittest.mock import patch

import pytest

from balai.database.pipeline.batching import QueryBatcher
from balai.database.pipeline.connection import DatabaseError, PipelinedConnection, Step
from balai.database.pipeline.pool import PipelinePool


@pytest.fixture
async def pipelines(backend_database: str) -> AsyncIterator[PipelinePool]:
    pool = PipelinePool(backend_database, size=2)
    yield pool
    await pool.close()


async def test_calls_share_messages_and_each_gets_its_own_rows(pipelines: PipelinePool) -> None:
    batcher, sent = QueryBatcher(pipelines, "select $1::int * 2"), list[int]()
    run = PipelinedConnection.run

    async def count(connection: PipelinedConnection, steps: Sequence[Step]) -> object:
        sent.append(len(steps))
        return await run(connection, steps)

    with patch.object(PipelinedConnection, "run", count):
        results = await asyncio.gather(*(batcher.fetch((str(number),)) for number in range(100)))
    assert results == [[(str(2 * number).encode(),)] for number in range(100)]
    assert sum(sent) == 100
    assert len(sent) < 10


async def test_workers_share_pending_calls_and_an_error_reaches_its_whole_batch(pipelines: PipelinePool) -> None:
    batcher = QueryBatcher(pipelines, "select 1 / $1::int")
    results = await asyncio.gather(*(batcher.fetch((number,)) for number in "0111"), return_exceptions=True)
    assert all(isinstance(result, DatabaseError) for result in results[:2])
    assert results[2:] == [[(b"1",)]] * 2
    assert await batcher.fetch(("1",)) == [(b"1",)]


async def test_a_cancelled_call_is_skipped(pipelines: PipelinePool) -> None:
    batcher = QueryBatcher(pipelines, "select $1::int")
    tasks = [asyncio.create_task(batcher.fetch((str(number),))) for number in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert results[0] == [(b"0",)]
    assert isinstance(results[1], asyncio.CancelledError)
    assert results[2] == [(b"2",)]


async def test_a_call_made_while_the_workers_end_is_answered(pipelines: PipelinePool) -> None:
    batcher, run = QueryBatcher(pipelines, "select $1::int"), PipelinedConnection.run
    loop, arrived = asyncio.get_running_loop(), asyncio.Semaphore(0)
    may_end = {"1": loop.create_future(), "2": loop.create_future()}

    async def run_until_told(connection: PipelinedConnection, steps: Sequence[tuple[str, Sequence[str]]]) -> object:
        rows = await run(connection, steps)
        arrived.release()
        await may_end.get(steps[0][1][0], may_end["1"])
        return rows

    async def ask_twice() -> object:
        await batcher.fetch("1")
        # Both workers have just sent their last batch, and no caller has been resumed yet.
        return await batcher.fetch("3")

    with patch.object(PipelinedConnection, "run", run_until_told):
        results = asyncio.gather(ask_twice(), batcher.fetch("2"))
        for _ in may_end:
            await arrived.acquire()
        for end in may_end.values():
            end.set_result(None)
        assert await asyncio.wait_for(results, 10) == [[(b"3",)], [(b"2",)]]
