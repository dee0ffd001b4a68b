"""After any sequence of faults the pool has as many places as configured, and serves again."""

import asyncio
import random
from contextlib import suppress

import asyncpg
import pytest
import uvloop

from balai.database.pipeline.connection import Bound, BoundStep, ConnectionLost, DatabaseError, NoConnection
from balai.database.pipeline.pool import PipelinePool

SIZE = 4
TERMINATE_ALL = """
  select count(pg_terminate_backend(pid)) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
"""
EXPECTED = (ConnectionLost, DatabaseError, NoConnection, TimeoutError, asyncio.CancelledError)


def step(text: str) -> BoundStep:
    return text, Bound(text)


async def _use(pool: PipelinePool, choice: random.Random) -> None:
    kind = choice.choice(["run", "sleep", "block", "fail"])
    with suppress(*EXPECTED):
        if kind == "run":
            await pool.run([step("select 1")])
        elif kind == "sleep":
            await pool.run([step("select pg_sleep(0.02)")])
        elif kind == "fail":
            await pool.run([step("select 1 / 0")])
        else:
            async with pool.connection() as connection:
                await connection.run([("begin", ())])
                await asyncio.sleep(0.01)
                await connection.run([("select 1", ()), ("commit", ())])


async def _break(pool: PipelinePool, owner: asyncpg.Connection, tasks: list[asyncio.Task[None]], fault: str) -> None:
    if fault == "terminate":
        await owner.fetchval(TERMINATE_ALL)
    elif fault == "cancel":
        for task in tasks[::3]:
            task.cancel()
    elif fault == "close":
        for connection in list(pool._free):
            connection._opener.terminate()


async def _survive(url: str, seed: int) -> None:
    choice = random.Random(seed)
    pool = PipelinePool(url, size=SIZE)
    owner = await asyncpg.connect(url)
    for _ in range(6):
        tasks = [asyncio.create_task(_use(pool, choice)) for _ in range(40)]
        await asyncio.sleep(0.005)
        await _break(pool, owner, tasks, choice.choice(["terminate", "terminate", "cancel", "close"]))
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 30)
    await asyncio.gather(*pool._cancellations, return_exceptions=True)
    assert pool.available == SIZE
    with suppress(*EXPECTED):
        await pool.run([step("select 1")])
    result = await pool.run([step("select 1")])
    assert len(result.rows) == 1
    assert pool.available == SIZE
    await pool.close()
    await owner.close()


# uvloop raises "the handler is closed" where asyncio's own loop ignores a second close.
@pytest.mark.parametrize("seed", range(12))
def test_all_places_come_back_after_faults(backend_database: str, seed: int) -> None:
    uvloop.run(_survive(backend_database, seed))
