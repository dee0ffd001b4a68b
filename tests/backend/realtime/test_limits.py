"""The cost of one client for others is limited: slow readers, idle connections, floods."""

import asyncio
import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from balai.backend.realtime.limits import MAX_BUFFERED_BYTES, Limits
from tests.backend.realtime.conftest import KEYS, Service, realtime

ROOM = "realtime:room"
SENT = {"type": "broadcast", "event": "x", "payload": {"x": "a" * 1_000_000}}
HANDSHAKE = (
    f"GET /realtime/v1/websocket?vsn=2.0.0&apikey={KEYS.anon} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


async def slow_reader(service: Service, **config: Any) -> asyncio.StreamWriter:
    """A client that joins the room and reads nothing after that."""
    reader, writer = await asyncio.open_connection("127.0.0.1", service.port, limit=1024)
    writer.write(HANDSHAKE.encode())
    await reader.readuntil(b"\r\n\r\n")
    join = json.dumps(["1", "1", ROOM, "phx_join", {"config": config}]).encode()
    head = bytes((0x81, 0x80 | 126)) + len(join).to_bytes(2)
    writer.write(head + b"\0\0\0\0" + join)
    await reader.readuntil(b'"status":"ok"')
    return writer


async def test_slow_reader_is_disconnected_without_delaying_others(service: Service) -> None:
    async with service.client() as sender, service.client() as reader:
        await sender.join("room", broadcast={"ack": True})
        await reader.join("room")
        writer = await slow_reader(service)
        assert len(service.app.hub.connections) == 3
        # The buffers in between, the kernel's and the server's, are limited.
        sent = 0
        while len(service.app.hub.connections) == 3 and sent < 40:
            sent += 1
            assert (await sender.request(ROOM, "broadcast", SENT))["status"] == "ok"
            assert (await reader.next("broadcast"))[4] == SENT
        assert MAX_BUFFERED_BYTES / 1_000_000 < sent < 40
        writer.close()


async def test_idle_connection_is_closed(service: Service) -> None:
    async with service.client() as silent, service.client() as idle, service.client() as joined:
        await joined.join("room")
        await silent.join("room")
        await idle.drain()
        connections = list(service.app.hub.connections)
        connections[0]._received_at -= 61
        connections[1]._last_channel_at -= 601
        connections[2]._last_channel_at -= 601
        for socket in connections:
            socket.due_at = 0
        for client in (silent, idle):
            with pytest.raises(ConnectionClosed):
                await client.next("anything")
        assert await joined.drain() == []
        assert len(service.app.hub.connections) == 1


async def test_limits_of_connections_and_channels(backend_database: str) -> None:
    for limits in (Limits(connections=1), Limits(client_connections=1)):
        async with realtime(backend_database, limits) as service:
            for _ in range(2):
                async with service.client() as one:
                    with pytest.raises(InvalidStatus) as refused:
                        async with service.client():
                            pass
                    assert refused.value.response.status_code == 429
                    assert json.loads(refused.value.response.body or b"") == {"error": "Too many connected users"}
                    await one.connection.close()
                    # The server has processed the close when it responds to the next connection.
                await service.wait_until_closed()
    limits = Limits(channels=2, joins_per_second=2)
    async with realtime(backend_database, limits) as service, service.client() as one, service.client() as two:
        for name in ("a", "b", "a"):
            assert (await one.join(name))["status"] == "ok"
        response = await one.join("c")
        assert response["response"] == {"reason": "ChannelRateLimitReached: Too many channels"}
        for number in range(6):
            assert (await two.join("a"))["status"] == "ok", number
        # An average over some seconds: on a slow machine a few more joins are admitted.
        for _ in range(60):
            response = await two.join("a")
            if response["status"] != "ok":
                break
        assert response["response"] == {"reason": "ClientJoinRateLimitReached: Too many joins per second"}
        with pytest.raises(ConnectionClosed) as encode_close:
            await two.next("anything")
        assert encode_close.value.rcvd is not None
        assert encode_close.value.rcvd.code == 1001


async def test_flood_closes_the_channel(backend_database: str) -> None:
    limits = Limits(events_per_second=10)
    async with realtime(backend_database, limits) as service, service.client() as flood, service.client() as other:
        await other.join("room")
        await flood.join("room")
        for _ in range(60):
            await flood.send(ROOM, "broadcast", {"type": "broadcast", "event": "x", "payload": {}})
        assert (await flood.next("system"))[4]["message"] == "Too many messages per second"
        assert [message[3] for message in await other.drain()] == ["broadcast"] * 49  # and the join


async def test_frame_above_the_maximum_closes_the_connection(service: Service) -> None:
    async with service.client() as client:
        with pytest.raises(ConnectionClosed):
            await client.connection.send("a" * 5_000_001)
            await client.next()
        async with service.client() as another:
            # Its memory is released by the time another client gets a reply.
            await another.drain()
            assert len(service.app.hub.connections) == 1


async def test_requests_without_a_handshake_cause_no_errors(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    heads = [
        "POST /realtime/v1/websocket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        "GET /realtime/v1/websocket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 12\r\nSec-WebSocket-Key: x\r\n\r\n",
        HANDSHAKE.replace("vsn=2.0.0", "&".join(f"a{number}=1" for number in range(100))),
        HANDSHAKE.replace("/realtime/v1/websocket", "/elsewhere"),
        HANDSHAKE.replace("Host: a", "Host: a\r\nX-A: " + "b" * 9000),
    ]
    for head in heads:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(head.encode())
        async with asyncio.timeout(10):
            response = await reader.read()
        assert b" 101 " not in response
        writer.close()
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
