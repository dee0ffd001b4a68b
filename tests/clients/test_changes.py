"""Row changes with the unmodified official clients: both protocol versions, with real logical replication."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from realtime import AsyncRealtimeClient

from balai.backend.realtime.changes.service import ReplicatedChanges
from tests.backend.realtime.conftest import KEYS, Service, realtime, token_of

WALK = Path(__file__).parent / "changes.mjs"
TIMEOUT_S = 20
INSERT = "insert into notes values (0, 'secret', 1, '{}', false), (1, 'hall', 2.50, '{a}', true)"
WORLD = """
create table public.notes (id int primary key, body text, price numeric, tags text[], done bool);
alter table public.notes enable row level security;
create policy signed_in on public.notes for select to authenticated using (body <> 'secret');
grant select on public.notes to authenticated;
alter publication supabase_realtime add table public.notes;
"""


@pytest.fixture
async def owner(backend_database: str) -> "AsyncIterator[asyncpg.Connection[asyncpg.Record]]":
    connection = await asyncpg.connect(backend_database)
    await connection.execute(WORLD)
    yield connection
    await connection.close()


@pytest.fixture
async def service(backend_database: str) -> AsyncIterator[Service]:
    async with realtime(backend_database) as running:
        changes = ReplicatedChanges(backend_database, running.app.hub, max_message=3_000_500)
        changes.start()
        running.app.hub.changes = changes
        yield running
        await changes.stop()


async def test_javascript(service: Service, owner: "asyncpg.Connection[asyncpg.Record]") -> None:
    process = await asyncio.create_subprocess_exec(
        *("node", "--experimental-websocket", str(WALK), service.url, KEYS.anon, token_of()),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    acts = {
        "Subscribed to PostgreSQL": INSERT,
        "one": "insert into notes values (2, 'room')",
        "two": "update notes set body = 'roof' where id = 1",
        "three": "delete from notes where id = 1",
        "four": """select realtime.send('{"a": 1, "id": "x"}', 'said', 'hall', false)""",
    }
    assert process.stdout is not None
    received_text: list[str] = []
    async with asyncio.timeout(TIMEOUT_S):
        async for line in process.stdout:
            received_text.append(line.decode().rstrip())
            if received_text[-1] in acts:
                await owner.execute(acts[received_text[-1]])
    assert (await process.wait(), received_text[-1]) == (0, "done"), "\n".join(received_text)


async def test_python(service: Service, owner: "asyncpg.Connection[asyncpg.Record]") -> None:
    client = AsyncRealtimeClient(f"{service.url}/realtime/v1", KEYS.anon, auto_reconnect=False)
    await client.connect()
    await client.set_auth(token_of())
    received: asyncio.Queue[Any] = asyncio.Queue()
    channel = client.channel("hall")
    channel.on_postgres_changes("*", schema="public", table="notes", callback=received.put_nowait)
    channel.on_system(received.put_nowait)
    await channel.subscribe()
    async with asyncio.timeout(TIMEOUT_S):
        assert (await received.get()).message == "Subscribed to PostgreSQL"
        await owner.execute(INSERT)
        change = (await received.get())["data"]
        assert change["record"] == {"id": 1, "body": "hall", "price": 2.5, "tags": ["a"], "done": True}
        await owner.execute("delete from notes where id = 1")
        assert (await received.get())["data"]["old_record"] == {"id": 1}
    await channel.unsubscribe()
    await client.close()
