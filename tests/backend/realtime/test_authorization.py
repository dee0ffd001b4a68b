"""Private channels: the policies of realtime.messages decide about joins, reads, writes and presence."""

import asyncio
import json

import asyncpg
import pytest

from balai.backend.realtime.limits import MAX_QUEUED_MESSAGES, Limits
from tests.backend.realtime.conftest import Client, Service, realtime, token_of

MEI, TAN, OLD = (f"6f1c0b3e-0000-4000-8000-00000000000{number}" for number in (1, 2, 3))
POLICIES = f"""
create policy read on realtime.messages for select to authenticated
  using (realtime.topic() = 'hall' and extension in ('broadcast', 'presence') and auth.uid() <> '{OLD}');
create policy listen on realtime.messages for select to authenticated
  using (realtime.topic() = 'radio' and extension = 'broadcast');
create policy write on realtime.messages for insert to authenticated
  with check (realtime.topic() = 'hall' and auth.uid() = '{MEI}'
    and current_setting('request.headers')::json ->> 'host' is not null);
create policy show on realtime.messages for insert to authenticated
  with check (realtime.topic() = 'hall' and extension = 'presence' and auth.jwt() ->> 'phone' = 'yes');
"""
SENT = {"type": "broadcast", "event": "x", "payload": {"n": 1}}


@pytest.fixture
async def private_database(backend_database: str) -> str:
    connection = await asyncpg.connect(backend_database)
    await connection.execute(POLICIES)
    await connection.close()
    return backend_database


@pytest.fixture
async def private_service(private_database: str) -> Service:
    async with realtime(private_database) as service:
        yield service


async def join(client: Client, name: str, sub: str, **config: object) -> object:
    token = token_of(sub, **config.pop("claims", {}))
    return await client.join(name, token=token, private=True, **config)


async def test_join_needs_read_permission(private_service: Service) -> None:
    refused = "Unauthorized: You do not have permissions to read from this Channel topic: {}"
    async with private_service.client() as client:
        for name, sub in (("hall", OLD), ("cellar", MEI), ("hall", "no uuid"), ("it's", MEI)):
            response = await join(client, name, sub)
            assert response == {"status": "error", "response": {"reason": refused.format(name)}}
        anonymous = await client.join("hall", private=True)
        assert anonymous["response"]["reason"] == refused.format("hall")
        strange = await client.join("hall", private=True, token=token_of(role="nobody_of_that_name"))
        assert strange["response"]["reason"] == refused.format("hall")
        assert (await join(client, "hall", TAN))["status"] == "ok"


async def test_broadcast_needs_write_permission(private_service: Service) -> None:
    async with (
        private_service.client() as mei,
        private_service.client() as tan,
        private_service.client() as outside,
        private_service.client() as third,
    ):
        for client, sub in ((mei, MEI), (tan, TAN), (third, TAN)):
            await join(client, "hall", sub, broadcast={"ack": True})
        await outside.join("hall")
        # Sent at once: the first of them is checked in the database, and their order holds.
        for number in range(5):
            await mei.send("realtime:hall", "broadcast", {**SENT, "payload": {"n": number}}, f"m{number}")
        assert [(await tan.next("broadcast"))[4]["payload"]["n"] for _ in range(5)] == [0, 1, 2, 3, 4]
        await tan.send("realtime:hall", "broadcast", SENT, "t1")
        await tan.request("realtime:hall", "phx_leave", {})
        assert [message[3] for message in await mei.drain()] == ["phx_reply"] * 5
        assert await outside.drain() == []
        # Messages sent right before leaving are delivered.
        await join(mei, "hall", MEI)
        await mei.send("realtime:hall", "broadcast", SENT, "m9")
        await mei.request("realtime:hall", "phx_leave", {})
        assert [message[3] for message in await third.drain()] == ["broadcast"] * 6
        await join(mei, "hall", MEI)
        await outside.send("realtime:hall", "broadcast", SENT, "o1")
        await outside.drain()
        assert "broadcast" not in [message[3] for message in await mei.drain()]


async def test_presence_has_its_own_permissions(private_service: Service) -> None:
    async with private_service.client() as mei, private_service.client() as tan, private_service.client() as listener:
        await join(mei, "hall", MEI, presence={"key": "mei"})
        await join(tan, "hall", TAN, presence={"key": "tan", "enabled": True})
        ask = {"event": "track", "payload": {"a": 1}}
        assert await tan.request("realtime:hall", "presence", ask) == {"status": "error", "response": {}}
        assert await mei.request("realtime:hall", "presence", ask) == {"status": "ok", "response": {}}
        assert list((await tan.next("presence_diff"))[4]["joins"]) == ["mei"]
        assert list((await mei.next("presence_state"))[4]) == []
        await join(tan, "hall", TAN, presence={"key": "tan", "enabled": True}, claims={"phone": "yes"})
        assert (await tan.request("realtime:hall", "presence", ask))["status"] == "ok"
        # Broadcasts only: no presence is sent.
        await join(listener, "radio", TAN, presence={"enabled": True})
        assert await listener.drain() == []


async def test_new_token_is_checked_again(private_service: Service) -> None:
    async with private_service.client() as mei, private_service.client() as tan:
        await join(mei, "hall", MEI)
        await join(tan, "hall", TAN)
        await mei.send("realtime:hall", "broadcast", SENT)
        await tan.next("broadcast")
        await mei.send("realtime:hall", "access_token", {"access_token": token_of(TAN, again=1)})
        await mei.send("realtime:hall", "broadcast", SENT)
        await mei.send("realtime:hall", "access_token", {"access_token": token_of(OLD)})
        system, close = await mei.next(), await mei.next()
        assert system[4]["message"] == "You no longer have permission to read from this Channel topic: hall"
        assert close[3] == "phx_close"
        assert await tan.drain() == []


async def test_stored_messages_are_replayed(private_service: Service, private_database: str) -> None:
    connection = await asyncpg.connect(private_database)
    for number in range(4):
        await connection.execute("select realtime.send(jsonb_build_object('n', $1::int), 'said', 'hall')", number)
    await connection.execute("select realtime.send('{}', 'said', 'hall', false)")
    await connection.execute("select realtime.send_binary('\\x00ff', 'bytes', 'hall')")
    ids = [str(row["id"]) for row in await connection.fetch("select id from realtime.messages order by inserted_at")]
    await connection.close()
    async with private_service.client(1) as old, private_service.client() as client:
        await join(old, "hall", TAN, broadcast={"replay": {"since": 0, "limit": 3}}, presence={"enabled": True})
        messages = [await old.next() for _ in range(3)]
        assert [message[3] for message in messages] == ["broadcast", "broadcast", "presence_state"]
        assert [(message[4]["payload"]["n"], message[4]["meta"]) for message in messages[:2]] == [
            (2, {"id": ids[2], "replayed": True}),
            (3, {"id": ids[3], "replayed": True}),
        ]
        await join(client, "hall", TAN, broadcast={"replay": {"since": 0}})
        assert [message[3] for message in await client.drain()] == ["binary"] * 5
        # Their live copies are not delivered again.
        for message_id in (ids[0], "another"):
            private_service.app.hub.deliver_from_database("hall", True, "said", b'{"n":7}', message_id)
        assert (await client.next())[4].endswith(b'{"n":7}')
        assert await client.drain() == []
        reason = "UnableToReplayMessages: Replay params are not valid"
        for replay in ({"since": "x"}, {"since": 0, "limit": 26}, {"since": 0, "limit": 0}, {"limit": 1}, 7):
            response = await join(client, "hall", TAN, broadcast={"replay": replay})
            assert response["response"] == {"reason": reason}
        response = await client.join("hall", broadcast={"replay": {"since": 0}})
        assert response["response"] == {"reason": "UnableToReplayMessages: Replay is not allowed for public channels"}


async def test_formats_of_database_messages(private_service: Service) -> None:
    async with private_service.client(1) as old, private_service.client() as new:
        for client in (old, new):
            await client.join("open")
        hub = private_service.app.hub
        hub.deliver_from_database("open", False, "e", b'{"n":1}', "the-id")
        hub.deliver_from_database("open", True, "e", b'{"n":2}', "the-id")
        hub.deliver_from_database("open", False, "e", None, "the-id", binary=b"\x01")
        hub.deliver_from_database("open", False, "e", b'"' + b"a" * 3_000_600 + b'"', "the-id")
        expected = {"type": "broadcast", "event": "e", "payload": {"n": 1}, "meta": {"id": "the-id"}}
        assert [message[4] for message in await old.drain()] == [expected]
        frames = [message[4] for message in await new.drain()]
        assert [frame[:1] + frame[4:5] for frame in frames] == [b"\x04\x01", b"\x04\x00"]
        assert json.loads(frames[0][5 + len("realtime:open") + 1 :][: len('{"id":"the-id"}')]) == {"id": "the-id"}


async def test_private_channels_only(private_database: str) -> None:
    async with realtime(private_database, Limits(private_only=True)) as service, service.client() as client:
        response = await client.join("hall")
        assert response["response"]["reason"] == "PrivateOnly: This project only allows private channels"
        assert (await join(client, "hall", TAN))["status"] == "ok"


async def test_unavailable_database_is_reported(private_service: Service) -> None:
    async with private_service.client() as client:
        await private_service.app.authorizer._pool.close()
        response = await join(client, "hall", TAN)
        reason = "UnableToConnectToProject: Realtime was unable to connect to the project database"
        assert response["response"]["reason"] == reason
        assert (await client.join("open"))["status"] == "ok"


async def test_missing_partition_is_created(private_service: Service, private_database: str) -> None:
    connection = await asyncpg.connect(private_database)
    for name in await connection.fetch(
        "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'realtime.messages'::regclass"
    ):
        await connection.execute(f"drop table {name['name']}")
    async with private_service.client() as client:
        assert (await join(client, "hall", TAN))["status"] == "ok"
    await connection.execute(
        "create table realtime.messages_2001_01_01 partition of realtime.messages "
        "for values from ('2001-01-01') to ('2001-01-02')"
    )
    await connection.execute("select realtime.keep_partitions()")
    left = await connection.fetchval("select count(*) from pg_inherits where inhparent = 'realtime.messages'::regclass")
    assert left == 5
    assert await connection.fetchval("select count(*) from realtime.messages") == 0
    await connection.close()


async def test_second_join_that_ends_before_its_reply_closes_both(
    private_service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> set[str]:
        await asyncio.Event().wait()
        return set()

    async with private_service.client() as client:
        await client.join("hall")
        monkeypatch.setattr(private_service.app.authorizer, "readable_extensions", never)
        joining = {"access_token": token_of(MEI), "config": {"private": True}}
        await client.send("realtime:hall", "phx_join", joining, "7", "7")
        for _ in range(MAX_QUEUED_MESSAGES + 1):
            await client.send("realtime:hall", "broadcast", SENT)
        closes = [message[0] for message in await client.drain() if message[3] == "phx_close"]
        assert sorted(closes) == ["1", "7"]
        [socket] = private_service.app.hub.connections
        assert not socket._replaced


async def test_readers_join_again_when_rights_have_changed(private_database: str, private_service: Service) -> None:
    connection = await asyncpg.connect(private_database)
    async with private_service.client() as mei, private_service.client() as tan:
        for client, sub in ((mei, MEI), (tan, TAN)):
            assert (await join(client, "hall", sub))["status"] == "ok"
        await connection.execute(f"alter policy read on realtime.messages using (auth.uid() = '{MEI}')")
        private_service.app.hub.recheck_readers("hall")
        for client in (mei, tan):
            async with asyncio.timeout(5):
                while (await client.next())[3] != "phx_error":
                    pass
        assert (await join(mei, "hall", MEI))["status"] == "ok"
        assert (await join(tan, "hall", TAN))["status"] == "error"
    await connection.close()
