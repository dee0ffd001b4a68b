"""Frames, joins and broadcasts over WebSockets, by the rows of the contract."""

import json
import time
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from balai.security.tokens import KeyRing
from tests.backend.realtime.conftest import KEYS, Client, Service, token_of

ROOM = "realtime:room"


def user_push(topic: str, event: str, body: bytes, encoding: int, ref: str = "9", join_ref: str = "1") -> bytes:
    parts = [part.encode() for part in (join_ref, ref, topic, event, "")]
    return bytes((3, *map(len, parts), encoding)) + b"".join(parts) + body


def read_broadcast(data: bytes) -> tuple[str, str, Any, int, bytes]:
    """Decodes topic, event, metadata, encoding and body of a message of kind 4."""
    kind, *lengths, encoding = data[:5]
    assert kind == 4
    at, parts = 5, []
    for length in lengths:
        parts.append(data[at : at + length].decode())
        at += length
    return parts[0], parts[1], json.loads(parts[2] or "null"), encoding, data[at:]


async def test_handshake_rejections(service: Service) -> None:
    cases = [
        (KEYS.anon, {"vsn": "3.0.0"}, 403, None),
        ("", {}, 401, "API key is missing"),
        ("nonsense", {}, 401, "The token provided is not a valid JWT"),
        (KEYS.anon[:-4] + "AAAA", {}, 401, "Failed to validate JWT signature"),
        (token_of(exp=1), {}, 401, "Token has expired"),
        (token_of(exp=None), {}, 401, "Fields `role` and `exp` are required in JWT"),
        (token_of(role=None), {}, 401, "Fields `role` and `exp` are required in JWT"),
        (token_of(iat="soon"), {}, 401, "The token provided is not a valid JWT"),
    ]
    for key, query, status, text in cases:
        with pytest.raises(InvalidStatus) as refused:
            async with service.client(key=key, **query):
                pass
        assert refused.value.response.status_code == status
        if text is not None:
            assert json.loads(refused.value.response.body or b"") == {"error": text}


async def test_channel_protocol(service: Service) -> None:
    for version in (1, 2):
        await _talk(service, version)


async def _talk(service: Service, version: int) -> None:
    async with service.client(version) as client:
        assert await client.request("phoenix", "heartbeat", {}) == {"status": "ok", "response": {}}
        unmatched = {"status": "error", "response": {"reason": "unmatched topic"}}
        for topic, event in ((ROOM, "broadcast"), (ROOM, "access_token"), ("elsewhere", "phx_join"), ("x", "y")):
            assert await client.request(topic, event, {}) == unmatched
        assert await client.request("realtime:", "phx_join", {"config": {}}) == {
            "status": "error",
            "response": {"reason": "TopicNameRequired: You must provide a topic name"},
        }
        assert await client.request(ROOM, "phx_leave", {}) == {"status": "ok", "response": {}}
        assert await client.join("room") == {"status": "ok", "response": {"postgres_changes": []}}
        # A second join closes the first, with the reference of the first, after the reply to the second.
        assert (await client.join("room"))["status"] == "ok"
        close = await client.next("phx_close")
        assert (close[1], close[2], close[4]) == ("8", ROOM, {})
        # A later message with a stale join_ref is tolerated.
        await client.send(ROOM, "broadcast", {"type": "broadcast", "event": "x", "payload": {}}, "50", "8")
        assert await client.request(ROOM, "phx_leave", {}, "9") == {"status": "ok", "response": {}}
        close = await client.next("phx_close")
        assert (close[1], close[2], close[4]) == ("9", ROOM, {})
        assert await client.drain() == []


async def test_malformed_messages_are_ignored(service: Service) -> None:
    frames: list[str | bytes] = [
        "",
        "null",
        "[]",
        "[1,2,3]",
        '{"topic":"phoenix"}',
        '["1","2","phoenix","heartbeat",{},{}]',
        '["1","2","phoenix","heartbeat",{"a":01}]',
        '["1","2",null,"heartbeat",{}]',
        "[" * 20_000,
        '["1","2","' + "x" * 2000 + '","phx_join",{}]',
        b"",
        b"\x03",
        b"\x03\xff\xff\xff\xff\xff\x01",
        b"\x00\x00\x00\x00\x00\x00\x00\x00",
        user_push(ROOM, "x", b"{not json", 1),
        user_push(ROOM, "x", b"{}", 7),
    ]
    for version in (1, 2):
        async with service.client(version) as client:
            assert (await client.join("room", broadcast={"self": True}))["status"] == "ok"
            for frame in frames:
                await client.connection.send(frame)
            assert await client.drain() == []


async def test_join_ignores_malformed_configuration(service: Service) -> None:
    items = [{"event": "*", "schema": "public", "table": "t", "more": [1]}, None, {"event": "INSERT"}]
    async with service.client() as client:
        response = await client.join("room", postgres_changes=items, broadcast="odd", presence=7, private="no")
        given = response["response"]["postgres_changes"]
        assert [{**item, "id": None} for item in given] == [{**item, "id": None} for item in items if item is not None]
        assert all(item["id"] > 0 for item in given)
        for payload in ([], "text", {"config": None}, {"config": {"postgres_changes": None}}):
            response = await client.request("realtime:other", "phx_join", payload)
            assert response["status"] == "ok"
        # Texts instead of booleans.
        assert (await client.join("room", broadcast={"self": "TRUE", "ack": "true"}))["status"] == "ok"
        sent = {"type": "broadcast", "event": "x", "payload": {"n": 1}}
        assert await client.request(ROOM, "broadcast", sent) == {"status": "ok", "response": {}}


async def test_join_rejects_invalid_tokens(service: Service) -> None:
    reasons = {
        "nonsense": "MalformedJWT: The token provided is not a valid JWT",
        token_of()[:-5] + "AAAAA": "JwtSignatureError: Failed to validate JWT signature",
        token_of(exp=None): "InvalidJWTToken: Fields `role` and `exp` are required in JWT",
        token_of(exp=1): "InvalidJWTToken: Token has expired ",
    }
    async with service.client() as client:
        for token, reason in reasons.items():
            response = await client.join("room", token=token)
            assert response["status"] == "error"
            assert response["response"]["reason"].startswith(reason)
        assert (await client.join("room", token="sb_publishable_x"))["status"] == "ok"


async def test_broadcast_formats_of_both_versions(service: Service) -> None:
    async with service.client() as sender, service.client() as new, service.client(1) as old:
        for client in (sender, new, old):
            await client.join("room", broadcast={"ack": client is sender})
        text = {"type": "broadcast", "event": "said", "payload": {"n": [1, None, "é"]}, "more": 1}
        assert await sender.request(ROOM, "broadcast", text) == {"status": "ok", "response": {}}
        assert await new.next() == [None, None, ROOM, "broadcast", text]
        assert await old.next() == [None, None, ROOM, "broadcast", text]

        await sender.connection.send(user_push(ROOM, "said", b'{"n":1}', 1))
        assert (await sender.next("phx_reply"))[4] == {"status": "ok", "response": {}}
        assert read_broadcast((await new.next())[4]) == (ROOM, "said", None, 1, b'{"n":1}')
        assert (await old.next())[4] == {"type": "broadcast", "event": "said", "payload": {"n": 1}}

        await sender.connection.send(user_push(ROOM, "bytes", b"\x00\xff", 0))
        assert read_broadcast((await new.next())[4]) == (ROOM, "bytes", None, 0, b"\x00\xff")
        assert await old.drain() == []
        assert await _names(sender) == ["phx_reply"]


async def test_self_and_ack(service: Service) -> None:
    sent = {"type": "broadcast", "event": "x", "payload": {}}
    for wants_own in (False, True):
        for wants_acks in (False, True):
            async with service.client() as client:
                await client.join("room", broadcast={"self": wants_own, "ack": wants_acks})
                await client.send(ROOM, "broadcast", sent, "77", "1")
                events = sorted(message[3] for message in await client.drain())
                assert events == ["broadcast"] * wants_own + ["phx_reply"] * wants_acks


async def test_payload_above_the_maximum_is_reported(service: Service) -> None:
    long = {"type": "broadcast", "event": "x", "payload": {"x": "a" * 3_000_600}}
    async with service.client() as client, service.client() as other:
        await client.join("room", broadcast={"ack": True})
        await other.join("room")
        assert await client.request(ROOM, "broadcast", long) == {"status": "error", "response": "payload_size_exceeded"}
        await client.join("room")
        await client.send(ROOM, "broadcast", long, "5")
        await client.next("phx_close")
        assert await client.drain() == []
        assert await other.drain() == []


async def _names(client: Client) -> list[str]:
    return [message[3] for message in await client.drain()]


async def test_token_change_during_a_connection(service: Service) -> None:
    async with service.client() as client:
        mine = token_of()
        await client.join("room", token=mine)
        for token in (mine, None, "sb_secret_x", token_of(sub="other")):
            await client.send(ROOM, "access_token", {"access_token": token})
        assert await _names(client) == []
        await client.send(ROOM, "access_token", {"access_token": token_of(exp=5)})
        system, close = await client.next(), await client.next()
        assert system[4]["message"].startswith("Token has expired ")
        assert {**system[4], "message": ""} == {
            "extension": "system",
            "status": "error",
            "message": "",
            "channel": "room",
        }
        assert (system[1], close[3]) == (None, "phx_close")
        # The connection stays open.
        assert (await client.join("room"))["status"] == "ok"


async def test_ended_session_closes_its_channels(service: Service) -> None:
    async with service.client() as client:
        await client.join("hers", token=token_of(session_id="s1"))
        await client.join("mine", token=token_of(session_id="s2"))
        service.ring.end_sessions({"s1": 9e12})
        system, close = await client.next(), await client.next()
        assert (system[4]["channel"], close[2], close[3]) == ("hers", "realtime:hers", "phx_close")
        assert await _names(client) == []
        assert (await client.join("hers", token=token_of(session_id="s1")))["status"] == "error"


async def test_withdrawn_key_closes_its_channels(service: Service) -> None:
    async with service.client() as client:
        await client.join("room", token=token_of())
        service.ring._shared = KeyRing("another-secret-that-is-long-enough-0123456789")._shared
        service.ring.replace([])
        for socket in service.app.hub.connections:
            socket.due_at = 0
        assert (await client.next("system"))[4]["message"] == "Failed to validate JWT signature"


async def test_expired_token_closes_its_channel(service: Service) -> None:
    async with service.client() as client:
        await client.join("room", token=token_of(exp=time.time() + 1.2))
        system, close = await client.next(), await client.next()
        assert system[4]["message"] == "Token has expired 0 seconds ago"
        assert close[3] == "phx_close"
