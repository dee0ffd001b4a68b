"""Broadcasts over HTTP: responses and deliveries."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import httpx
import pytest

from balai.backend.realtime.limits import Limits
from tests.backend.realtime.conftest import KEYS, TIMEOUT_S, Service, realtime, token_of
from tests.backend.realtime.test_channels import user_push

BATCH = "/realtime/v1/api/broadcast"
POLICY = """
create policy write on realtime.messages for insert to authenticated with check (realtime.topic() = 'hall');
create policy read on realtime.messages for select to authenticated using (realtime.topic() = 'hall');
"""
BLANK, WRONG = ["can't be blank"], ["is invalid"]


@pytest.fixture
async def api(service: Service) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=service.url, headers={"apikey": KEYS.anon}) as client:
        yield client


def message(**more: Any) -> dict[str, Any]:
    return {"topic": "room", "event": "x", "payload": {"n": 1}} | more


CASES: list[tuple[str, str, dict[str, Any], int, Any]] = [
    ("POST", BATCH, {"json": {"messages": [message()]}}, 202, None),
    ("POST", BATCH, {"content": b"{"}, 422, {"errors": {"messages": BLANK}}),
    ("POST", BATCH, {"content": b"[" * 100_000}, 422, {"errors": {"messages": BLANK}}),
    ("POST", BATCH, {"json": {"messages": []}}, 422, {"errors": {"messages": BLANK}}),
    ("POST", BATCH, {"json": {"messages": [1]}}, 422, {"errors": {"messages": WRONG}}),
    (
        "POST",
        BATCH,
        {"json": {"messages": [message(), message(event="", payload=[]), {}, message(topic=1, private="x")]}},
        422,
        {
            "errors": {
                "messages": [
                    {},
                    {"event": BLANK, "payload": WRONG},
                    {"topic": BLANK, "event": BLANK, "payload": BLANK},
                    {"topic": WRONG, "private": WRONG},
                ]
            }
        },
    ),
    (
        "POST",
        BATCH,
        {"json": {"messages": [message(payload={"a": "x" * 3_000_600})]}},
        422,
        {"errors": {"messages": [{"payload": ["Payload size exceeds tenant limit"]}]}},
    ),
    (
        "POST",
        BATCH,
        {"json": {"messages": [message()] * 101}},
        429,
        {"message": "Too many messages to broadcast, please reduce the batch size"},
    ),
    ("POST", f"{BATCH}/room/events/x", {"json": {"n": 1}}, 202, None),
    ("POST", f"{BATCH}/room/events/x?private=true", {"json": {}}, 403, {"message": "Unauthorized"}),
    ("POST", f"{BATCH}/room/events/x?persist=true", {"json": {}}, 422, None),
    ("POST", f"{BATCH}/room%00/events/x", {"json": {}}, 422, {"errors": {"topic": WRONG}}),
    (
        "POST",
        f"{BATCH}/room/events/x",
        {"content": b"x", "headers": {"content-type": "text/plain"}},
        415,
        {"error": "Unsupported Media Type. Use application/json or application/octet-stream"},
    ),
    (
        "POST",
        f"{BATCH}/room/events/x",
        {"content": b"x", "headers": {"content-type": "application/json"}},
        422,
        {"errors": {"payload": WRONG}},
    ),
    (
        "POST",
        f"{BATCH}/room/events/x",
        {"content": b"x" * 3_000_600, "headers": {"content-type": "application/octet-stream"}},
        422,
        {"errors": {"payload": ["Payload size exceeds tenant limit"]}},
    ),
    ("POST", BATCH, {"json": {}, "headers": {"apikey": "x"}}, 401, {"message": "Unauthorized"}),
    ("POST", BATCH, {"json": {}, "headers": {"authorization": "Bearer x"}}, 401, {"message": "Unauthorized"}),
    ("GET", BATCH, {}, 405, None),
    ("POST", f"{BATCH}/room/events", {}, 404, None),
    ("GET", "/realtime/v1/websocket", {}, 404, None),
]


async def test_responses(api: httpx.AsyncClient) -> None:
    for method, path, sent, status, body in CASES:
        response = await api.request(method, path, **sent)
        assert (response.status_code, response.headers["access-control-allow-origin"]) == (status, "*"), path
        if status == 202:
            assert response.content == b""
            assert response.headers["x-rate-limit"] == "100"
            assert 0 < float(response.headers["x-rate-limit-remaining"]) < 100
        elif body is not None:
            assert response.json() == body


async def test_broadcasts_are_delivered(service: Service, api: httpx.AsyncClient, backend_database: str) -> None:
    connection = await asyncpg.connect(backend_database)
    await connection.execute(POLICY)
    await connection.close()
    member = {"authorization": f"Bearer {token_of()}"}
    single = f"{BATCH}/a%2Fb%20%E8%AF%8A/events/e%2Fx"
    async with service.client(1) as old, service.client() as new:
        for client in (old, new):
            await client.join("room")
            await client.join("a/b 诊")
            await client.join("hall", private=True, token=token_of())
        await api.post(BATCH, json={"messages": [message(), message(topic="hall", private=True)]}, headers=member)
        # Dropped: writing needs a token here, and a public topic is not the private one.
        response = await api.post(
            BATCH, json={"messages": [message(topic="hall", private=True), message(topic="hall")]}
        )
        assert response.status_code == 202
        await api.post(single, json=["any"], headers={"content-type": "application/json; charset=utf-8"})
        await api.post(single, content=b"\xff", headers={"content-type": "application/octet-stream"})
        payload = {"type": "broadcast", "event": "x", "payload": {"n": 1}}
        expected = [
            ("realtime:room", payload),
            ("realtime:hall", payload),
            ("realtime:a/b 诊", {"type": "broadcast", "event": "e/x", "payload": ["any"]}),
        ]
        assert [(message[2], message[4]) for message in await old.drain()] == expected
        received = await new.drain()
        assert [(message[2], message[4]) for message in received[:2]] == expected[:2]
        assert [message[4][-1:] for message in received[2:]] == [b"]", b"\xff"]


async def test_invalid_utf8_does_not_disconnect_receivers(service: Service, api: httpx.AsyncClient) -> None:
    """A WebSocket that receives text other than UTF-8 must be closed (RFC 6455, 8.1): one sender would disconnect all
    of them.
    """
    json = {"content-type": "application/json"}
    async with service.client(1) as old, service.client() as new:
        await old.join("room")
        await new.join("room")
        response = await api.post(f"{BATCH}/room/events/x", content=b'"\xff"', headers=json)
        assert response.status_code == 422
        for body in (b'"\xff"', '"诊"'.encode()):
            await new.connection.send(user_push("realtime:room", "x", body, 1))
        assert (await old.next("broadcast"))[4]["payload"] == "诊"


async def test_silent_sender_gets_408_and_its_request_ends(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request body without an idle timeout holds its memory for as long as the client likes."""
    monkeypatch.setattr("balai.http.request_body.IDLE_TIMEOUT_S", 0.05)
    head = f"POST {BATCH} HTTP/1.1\r\nhost: a\r\napikey: {KEYS.anon}\r\ncontent-length: 100\r\n\r\n"
    for start in ("", '{"messages"'):
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(f"{head}{start}".encode())
        async with asyncio.timeout(TIMEOUT_S):
            response = await reader.readuntil(b"}")
        assert response.startswith(b"HTTP/1.1 408 ")
        body = json.loads(response.partition(b"\r\n\r\n")[2])
        assert body == {"message": "The request body did not arrive in time"}
        assert not [task for task in asyncio.all_tasks() if "RequestResponseCycle" in repr(task.get_coro())]
        writer.close()


async def test_preflight(api: httpx.AsyncClient) -> None:
    response = await api.options(
        BATCH, headers={"origin": "https://a", "access-control-request-headers": "apikey, x-y"}
    )
    assert (response.status_code, response.headers["access-control-allow-headers"]) == (204, "apikey, x-y")


async def test_rate_limit(backend_database: str) -> None:
    async with realtime(backend_database, Limits(events_per_second=1)) as service:
        async with httpx.AsyncClient(base_url=service.url, headers={"apikey": KEYS.anon}) as api:
            responses = [await api.post(BATCH, json={"messages": [message()]}) for _ in range(6)]
        assert [response.status_code for response in responses] == [202] * 5 + [429]
        assert responses[-1].json() == {"message": "You have exceeded your rate limit"}
        async with service.client() as client:
            await client.join("room")
            for number in range(6):
                await client.send("realtime:room", "broadcast", {"type": "broadcast"}, f"{number}")
            assert (await client.next("system"))[4]["message"] == "Too many messages per second"
            assert (await client.next("phx_close"))[2] == "realtime:room"
