"""A line that hears notices for as long as a process lives, whatever happens on it."""

import asyncio

import asyncpg
import pytest

from balai.database import listener as module
from balai.database.listener import Listener
from balai.database.pool import Connection


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
