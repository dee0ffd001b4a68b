"""A line that hears notices for as long as a process lives, whatever happens on it."""

import asyncio

import asyncpg
import pytest

from balai.database import listener as module
from balai.database.listener import Listener
from balai.database.pool import Connection, Pool


@pytest.mark.parametrize("place", ["opened", "beat"])
async def test_a_failure_that_nobody_foresaw_does_not_end_the_listening(
    backend_database: str, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT_S", 0.2)
    calls: dict[str, int] = {"opened": 0, "beat": 0}
    heard: asyncio.Queue[str] = asyncio.Queue()
    has_gone_on = asyncio.Event()
    lines: list[Connection] = []

    async def opened(connection: Connection) -> None:
        lines.append(connection)
        await tell("opened")

    async def beat(_connection: Connection) -> None:
        await tell("beat")

    async def tell(now: str) -> None:
        calls[now] += 1
        if now == place and calls[now] == 2:
            raise KeyError("nobody foresaw it")
        if now == place and calls[now] > 2:
            has_gone_on.set()

    line = Listener(backend_database, "balai tests", {"said": heard.put_nowait}, opened=opened, beat=beat)
    await line.start()
    lines[0].terminate()
    connection = await asyncpg.connect(backend_database)
    async with asyncio.timeout(10):
        await has_gone_on.wait()
        while heard.empty():
            await connection.execute("notify said, 'still'")
            await asyncio.sleep(0.05)
    assert heard.get_nowait() == "still"
    assert sum(not line.is_closed() for line in lines) == 1
    await line.stop()
    await connection.close()


async def test_an_attempt_that_hangs_is_followed_by_another(
    pool: Pool, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "OPENING_S", 0.3)
    heard: asyncio.Queue[str] = asyncio.Queue()
    is_open, attempts = asyncio.Event(), 0

    async def opened(connection: Connection) -> None:
        nonlocal attempts
        attempts += 1
        if attempts == 1:
            # As where the line is cut without a word between connecting and this.
            await connection.execute("select pg_sleep(60)")
        is_open.set()

    line = Listener(database, "balai test", {"news": heard.put_nowait}, opened=opened)
    async with asyncio.timeout(10):
        await line.start()
        await is_open.wait()
        await pool.execute("notify news, 'there'")
        assert await heard.get() == "there"
    await line.stop()
