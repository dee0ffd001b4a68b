"""The LISTEN connection survives errors of its callbacks and hanging connection attempts."""

import asyncio

import asyncpg
import pytest

from balai.database import listener as module
from balai.database.listener import Listener
from balai.database.pool import Connection, Pool


@pytest.mark.parametrize("failing", ["on_connect", "heartbeat"])
async def test_an_unexpected_error_does_not_end_listening(
    backend_database: str, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT_S", 0.2)
    calls: dict[str, int] = {"on_connect": 0, "heartbeat": 0}
    received: asyncio.Queue[str] = asyncio.Queue()
    has_continued = asyncio.Event()
    connections: list[Connection] = []

    async def on_connect(connection: Connection) -> None:
        connections.append(connection)
        await count("on_connect")

    async def heartbeat(_connection: Connection) -> None:
        await count("heartbeat")

    async def count(callback: str) -> None:
        calls[callback] += 1
        if callback == failing and calls[callback] == 2:
            raise KeyError("unexpected")
        if callback == failing and calls[callback] > 2:
            has_continued.set()

    handlers = {"said": received.put_nowait}
    listener = Listener(backend_database, "balai tests", handlers, on_connect=on_connect, heartbeat=heartbeat)
    await listener.start()
    connections[0].terminate()
    connection = await asyncpg.connect(backend_database)
    async with asyncio.timeout(10):
        await has_continued.wait()
        while received.empty():
            await connection.execute("notify said, 'still'")
            await asyncio.sleep(0.05)
    assert received.get_nowait() == "still"
    assert sum(not connection.is_closed() for connection in connections) == 1
    await listener.stop()
    await connection.close()


async def test_a_hanging_connection_attempt_is_retried(
    pool: Pool, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CONNECT_TIMEOUT_S", 0.3)
    received: asyncio.Queue[str] = asyncio.Queue()
    is_open, attempts = asyncio.Event(), 0

    async def on_connect(connection: Connection) -> None:
        nonlocal attempts
        attempts += 1
        if attempts == 1:
            # As if the connection of the listener broke silently between connecting and this.
            await connection.execute("select pg_sleep(60)")
        is_open.set()

    listener = Listener(database, "balai test", {"news": received.put_nowait}, on_connect=on_connect)
    async with asyncio.timeout(10):
        await listener.start()
        await is_open.wait()
        await pool.execute("notify news, 'there'")
        assert await received.get() == "there"
    await listener.stop()
