"""The realtime service on a local port, over a database with the backend's tables, and raw clients of it."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from balai.backend.realtime.application import RealtimeApplication
from balai.backend.realtime.cluster.config import transport_of
from balai.backend.realtime.limits import Limits
from balai.database.pool import open_pool
from balai.security.tokens import KeyRing, api_keys
from balai.server.worker import server_config
from balai.settings import load_settings

SECRET = "a-secret-of-the-tests-that-is-long-enough-0123456789"
KEYS = api_keys(SECRET)
# Nothing in these tests takes longer, even on a slow machine.
TIMEOUT_S = 20
DEFAULTS = Limits(events_per_second=100, channels=100)


def token_of(sub: str = "6f1c0b3e-0000-4000-8000-000000000001", **claims: Any) -> str:
    """Returns the token of a user."""
    given = {"role": "authenticated", "sub": sub, "exp": int(time.time()) + 3600} | claims
    return KeyRing(SECRET).sign({name: value for name, value in given.items() if value is not None})


class Client:
    """One WebSocket. `join` and similar methods wait for the reply; other messages stay in `unread`."""

    def __init__(self, connection: ClientConnection, version: int) -> None:
        self.connection = connection
        self.version = version
        self.unread: list[Any] = []
        self._ref = 0

    async def send(self, topic: str, event: str, payload: Any, ref: Any = None, join_ref: Any = None) -> None:
        if self.version == 1:
            message: Any = {"topic": topic, "event": event, "payload": payload, "ref": ref, "join_ref": join_ref}
        else:
            message = [join_ref, ref, topic, event, payload]
        await self.connection.send(json.dumps(message))

    async def request(self, topic: str, event: str, payload: Any, join_ref: Any = None) -> Any:
        """Sends a message, and returns the payload of the reply."""
        self._ref += 1
        ref = str(self._ref)
        await self.send(topic, event, payload, ref, ref if event == "phx_join" else join_ref)
        while True:
            message = await self._next()
            if message[1] == ref and message[3] == "phx_reply":
                return message[4]
            self.unread.append(message)

    async def join(self, name: str, *, token: str | None = None, **config: Any) -> Any:
        """Joins a channel; returns the reply."""
        payload: dict[str, Any] = {"config": config}
        if token is not None:
            payload["access_token"] = token
        return await self.request(f"realtime:{name}", "phx_join", payload)

    async def next(self, event: str | None = None) -> list[Any]:
        """Returns the next message of that event, or of any: `[join_ref, ref, topic, event, payload]`."""
        for place, other in enumerate(self.unread):
            if event in (None, other[3]):
                return self.unread.pop(place)
        while True:
            message = await self._next()
            if event in (None, message[3]):
                return message
            self.unread.append(message)

    async def drain(self) -> list[Any]:
        """Returns all messages up to the reply to a heartbeat that is sent now."""
        self._ref += 1
        await self.send("phoenix", "heartbeat", {}, f"h{self._ref}")
        received = self.unread
        while (message := await self._next())[1] != f"h{self._ref}":
            received.append(message)
        self.unread = []
        return received

    async def _next(self) -> list[Any]:
        async with asyncio.timeout(TIMEOUT_S):
            data = await self.connection.recv()
        if isinstance(data, bytes):
            return [None, None, None, "binary", data]
        message = json.loads(data)
        if self.version == 1:
            return [None, message["ref"], message["topic"], message["event"], message["payload"]]
        return message


class Service:
    """A running service: `app` for inspection, `client()` to connect."""

    def __init__(self, app: RealtimeApplication, ring: KeyRing, port: int) -> None:
        self.app = app
        self.ring = ring
        self.url = f"http://127.0.0.1:{port}"
        self.port = port

    @asynccontextmanager
    async def client(self, version: int = 2, key: str = KEYS.anon, **query: str) -> AsyncIterator[Client]:
        args = {"apikey": key} | ({"vsn": "2.0.0"} if version == 2 else {}) | query
        url = f"ws://127.0.0.1:{self.port}/realtime/v1/websocket?{urlencode(args)}"
        async with connect(url, compression=None, max_size=None, close_timeout=1) as connection:
            yield Client(connection, version)

    async def wait_until_closed(self) -> None:
        """Waits until every connection is removed."""
        async with asyncio.timeout(TIMEOUT_S):
            while self.app.hub.connections:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.005)
        assert not self.app.hub.networks


@asynccontextmanager
async def realtime(
    database: str,
    limits: Limits = DEFAULTS,
    nats_url: str = "",
    member_presence: tuple[str, str] | None = None,
) -> AsyncIterator[Service]:
    """Runs the service for the duration of the block."""
    pool = await open_pool(database, size=4)
    ring = KeyRing(SECRET)
    settings = load_settings({}, nats_url=nats_url, jwt_secret=SECRET)
    app = RealtimeApplication(pool, ring.verify, limits, transport_of(settings, database, pool), member_presence)
    ring.on_end = app.end_sessions
    await app.start()
    config = server_config(settings, app)
    config.lifespan = "off"
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield Service(app, ring, listener.getsockname()[1])
    finally:
        server.should_exit = True
        await running
        await app.stop()
        await pool.close()


@pytest.fixture
async def service(backend_database: str) -> AsyncIterator[Service]:
    async with realtime(backend_database) as running:
        yield running


def dumps(value: Any) -> bytes:
    return msgspec.json.encode(value)
