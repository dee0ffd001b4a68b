"""Channels with the unmodified official clients: every method except row changes."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from realtime import AsyncRealtimeChannel, AsyncRealtimeClient, RealtimeSubscribeStates
from realtime.exceptions import RealtimeHTTPError
from realtime.message import Message
from realtime.types import ChannelEvents

from tests.backend.realtime.conftest import KEYS, Service, realtime, token_of
from tests.clients.conftest import Instance

WALK = Path(__file__).parent / "realtime.mjs"
STRANGER = "6f1c0b3e-0000-4000-8000-000000000009"
TIMEOUT_S = 30
# The promised maximum until an ended session is rejected.
WITHIN_S = 5.0
WORLD = f"""
create policy hers on realtime.messages to authenticated
  using (realtime.topic() = 'hall' and auth.uid() <> '{STRANGER}') with check (realtime.topic() = 'hall');
select realtime.send(jsonb_build_object('n', n), 'said', 'hall') from generate_series(1, 3) as n;
"""


@pytest.fixture
async def service(backend_database: str) -> AsyncIterator[Service]:
    connection = await asyncpg.connect(backend_database)
    # One statement at a time, so that each message has a timestamp of its own.
    await connection.execute(WORLD.partition("select")[0])
    for number in (1, 2, 3):
        await connection.execute("select realtime.send(jsonb_build_object('n', $1::int), 'said', 'hall')", number)
    await connection.close()
    async with realtime(backend_database) as running:
        yield running


async def test_javascript(service: Service) -> None:
    process = await asyncio.create_subprocess_exec(
        *("node", "--experimental-websocket", str(WALK), service.url, KEYS.anon, token_of(), token_of(STRANGER)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(TIMEOUT_S):
        output, _ = await process.communicate()
    assert (process.returncode, output.decode().splitlines()[-1:]) == (0, ["done"]), output.decode()


class Ear:
    """The messages that a channel received, in order."""

    def __init__(self) -> None:
        self._heard: asyncio.Queue[Any] = asyncio.Queue()

    def note(self, *what: Any) -> None:
        self._heard.put_nowait(what[0] if len(what) == 1 else what)

    async def next(self) -> Any:
        async with asyncio.timeout(TIMEOUT_S):
            return await self._heard.get()


async def subscribe(channel: AsyncRealtimeChannel, ear: Ear | None = None) -> tuple[RealtimeSubscribeStates, str]:
    """Subscribe, and return the state and the error; later states are in the recorder."""
    ear = ear or Ear()
    await channel.subscribe(lambda state, error: ear.note(state, str(error or "")))
    state, error = await ear.next()
    return state, error


@pytest.fixture
async def clients(service: Service) -> AsyncIterator[list[AsyncRealtimeClient]]:
    opened = [AsyncRealtimeClient(f"{service.url}/realtime/v1", KEYS.anon) for _ in range(2)]
    yield opened
    for client in opened:
        await client.close()


async def test_python_broadcasts(clients: list[AsyncRealtimeClient]) -> None:
    mei, tan = clients
    received = Ear()
    theirs = tan.channel("room").on_broadcast("said", received.note)
    mine = mei.channel("room", {"config": {"broadcast": {"ack": True, "self": True}, "presence": {"key": "mei"}}})
    own = Ear()
    mine.on_broadcast("said", own.note)
    assert await subscribe(theirs) == await subscribe(mine) == (RealtimeSubscribeStates.SUBSCRIBED, "")
    await mine.send_broadcast("said", {"text": "诊所"})
    for ear in (received, own):
        assert (await ear.next())["payload"] == {"text": "诊所"}
    await mine.http_send("said", {"n": 1})
    assert (await received.next())["payload"] == {"n": 1}
    pushed = {"type": "broadcast", "event": "said", "payload": {"n": 2}}
    await mine.push(ChannelEvents.broadcast, pushed)
    assert (await received.next())["payload"] == {"n": 2}
    await mei.send(Message(topic=mine.topic, event=ChannelEvents.broadcast, payload=pushed, ref="x"))
    assert (await received.next())["payload"] == {"n": 2}
    assert mine.is_joined and mei.is_connected
    await tan.remove_channel(theirs)
    assert tan.get_channels() == []


async def test_python_presence(clients: list[AsyncRealtimeClient]) -> None:
    mei, tan = clients
    seen, synced = Ear(), Ear()
    watcher = tan.channel("desk", {"config": {"presence": {"key": "tan", "enabled": True}}})
    watcher.on_presence_join(lambda key, _current, new: seen.note("join", key, new[0]["at"]))
    watcher.on_presence_leave(lambda key, _current, left: seen.note("leave", key, left[0]["at"]))
    watcher.on_presence_sync(lambda: synced.note("sync"))
    present = mei.channel("desk", {"config": {"presence": {"key": "mei", "enabled": True}}})
    assert await subscribe(watcher) == await subscribe(present) == (RealtimeSubscribeStates.SUBSCRIBED, "")
    await synced.next()
    await present.track({"at": "desk"})
    assert await seen.next() == ("join", "mei", "desk")
    assert list(watcher.presence_state()) == ["mei"]
    await present.send_presence("track", {"at": "door"})
    assert [await seen.next() for _ in range(2)] == [("join", "mei", "door"), ("leave", "mei", "desk")]
    await present.untrack()
    assert await seen.next() == ("leave", "mei", "door")


async def test_python_private_channels(clients: list[AsyncRealtimeClient]) -> None:
    mei, tan = clients
    instance: Any = {"config": {"private": True, "broadcast": {"self": True}}}
    state, error = await subscribe(tan.channel("hall", instance))
    assert state == RealtimeSubscribeStates.CHANNEL_ERROR
    assert "You do not have permissions to read from this Channel topic: hall" in error
    with pytest.raises(RealtimeHTTPError, match="Unauthorized"):
        await tan.channel("hall", instance).http_send("said", {})
    await mei.set_auth(token_of())
    received, states = Ear(), Ear()
    channel = mei.channel("hall", instance).on_broadcast("said", received.note)
    assert await subscribe(channel, states) == (RealtimeSubscribeStates.SUBSCRIBED, "")
    await channel.send_broadcast("said", {"n": 4})
    assert (await received.next())["payload"] == {"n": 4}
    await mei.set_auth(token_of(STRANGER))
    state, error = await states.next()
    assert state == RealtimeSubscribeStates.CHANNEL_ERROR
    assert "You no longer have permission to read from this Channel topic: hall" in error
    await channel.unsubscribe()
    await mei.remove_all_channels()


async def test_sign_out_ends_private_channels(instance: Instance) -> None:
    email = f"{uuid.uuid4().hex[:10]}@example.org"
    body = {"email": email, "password": "correct horse battery"}
    async with httpx.AsyncClient(base_url=instance.url, headers={"apikey": instance.anon_key}) as http:
        admin = {"Authorization": f"Bearer {instance.service_key}"}
        await http.post("/auth/v1/admin/users", json={**body, "email_confirm": True}, headers=admin)
        token = (await http.post("/auth/v1/token?grant_type=password", json=body)).json()["access_token"]
        client = AsyncRealtimeClient(f"{instance.url}/realtime/v1", instance.anon_key)
        await client.set_auth(token)
        states = Ear()
        assert await subscribe(client.channel("room"), states) == (RealtimeSubscribeStates.SUBSCRIBED, "")
        began = time.monotonic()
        await http.post("/auth/v1/logout", headers={"Authorization": f"Bearer {token}"})
        state, error = await states.next()
        assert (state, time.monotonic() - began < WITHIN_S) == (RealtimeSubscribeStates.CHANNEL_ERROR, True)
        assert "Token has expired" in error
        await client.close()
