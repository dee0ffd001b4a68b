"""Two nodes on one database, over either transport: messages reach the other node, and faults recover."""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed

from tests.backend.realtime.conftest import Client, Service, realtime
from tests.backend.realtime.test_channels import user_push
from tests.backend.realtime.test_presence import track, without_references
from tests.support.program import free_port

ROOM = "realtime:room"
NATS = Path(sys.executable).parent / "nats-server"
# The promised maximum until presence of a killed node is removed.
GONE_WITHIN_S = 5.0


@contextmanager
def nats_server(port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """A real server (from the development packages)."""
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen([str(NATS), "-a", "127.0.0.1", "-p", str(port)], stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


@contextmanager
def delayed_nats_server(port: int) -> Iterator[Callable[[], None]]:
    """A server that starts when it is called."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(nats_server(port)) and None


@pytest.fixture(params=["notify", "nats"])
def nats_url(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "notify":
        yield ""
        return
    port = free_port()
    with nats_server(port):
        yield f"nats://127.0.0.1:{port}"


@asynccontextmanager
async def two_nodes(database: str, nats_url: str = "") -> AsyncIterator[tuple[Service, Service]]:
    async with realtime(database, nats_url=nats_url) as here, realtime(database, nats_url=nats_url) as there:
        await connect_nodes(here, there)
        yield here, there


async def connect_nodes(*services: Service) -> None:
    """Waits until the nodes know each other."""
    for service in services:
        await wait_until_known(service, {other.app.hub.node for other in services if other is not service})


async def wait_until_known(service: Service, others: set[str]) -> None:
    """Waits until a node knows others."""
    async with asyncio.timeout(20):
        while not others <= {  # noqa: ASYNC110 - there is no event for it
            node for node, remote in service.app.cluster._nodes.items() if not remote.has_timed_out
        }:
            await asyncio.sleep(0.01)


async def wait_for_presence(client: Client, expected: dict[str, Any]) -> float:
    """Waits until a client has received exactly these joins and leaves; returns the seconds it took."""
    began = time.monotonic()
    difference = (await client.next("presence_diff"))[4]
    assert {
        "joins": without_references(difference["joins"]),
        "leaves": without_references(difference["leaves"]),
    } == expected
    return time.monotonic() - began


async def test_broadcasts_and_presence_reach_the_other_node(backend_database: str, nats_url: str) -> None:
    async with two_nodes(backend_database, nats_url) as (here, there), here.client() as mei, there.client(1) as tan:
        await mei.join("room", broadcast={"ack": True}, presence={"key": "mei"})
        await tan.join("room", presence={"key": "tan", "enabled": True})
        # Larger than a notification, and than NATS accepts: it is sent as a row, and later messages do not overtake it.
        long = {"type": "broadcast", "event": "long", "payload": {"x": "é" * 400_000}}
        await mei.request(ROOM, "broadcast", long)
        for number in range(50):
            sent = {"type": "broadcast", "event": "x", "payload": {"n": number}}
            await mei.request(ROOM, "broadcast", sent)
        await mei.connection.send(user_push(ROOM, "raw", b'{"n":1}', 1))
        assert (await tan.next("broadcast"))[4] == long
        assert [(await tan.next("broadcast"))[4]["payload"]["n"] for _ in range(50)] == list(range(50))
        assert (await tan.next("broadcast"))[4] == {"type": "broadcast", "event": "raw", "payload": {"n": 1}}
        await track(mei, {"at": "desk"})
        await wait_for_presence(tan, {"joins": {"mei": [{"at": "desk"}]}, "leaves": {}})
        await track(tan, {"at": "door"})
        async with there.client() as late:
            await late.join("room", presence={"enabled": True})
            state = without_references((await late.next("presence_state"))[4])
            assert state == {"mei": [{"at": "desk"}], "tan": [{"at": "door"}]}
        # A third node receives the presence when it starts, and announces when it stops.
        async with realtime(backend_database, nats_url=nats_url) as third:
            await connect_nodes(here, there, third)
            async with third.client() as new:
                await new.join("room", presence={"key": "new", "enabled": True})
                await track(new, {})
                while "new" not in (await tan.next("presence_diff"))[4]["joins"]:
                    pass
                known = set((await new.next("presence_state"))[4])
                while not known >= {"mei", "tan"}:
                    known |= set((await new.next("presence_diff"))[4]["joins"])
        while "new" not in (await tan.next("presence_diff"))[4]["leaves"]:
            pass
        async with asyncio.timeout(20):
            while set(there.app.cluster._nodes) != {here.app.hub.node}:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)


async def test_presence_of_a_killed_node_is_removed(backend_database: str) -> None:
    command = (sys.executable, "-m", "tests.backend.realtime.node", backend_database)
    process = await asyncio.create_subprocess_exec(*command, stdout=-1)
    assert process.stdout is not None
    port, node = (await process.stdout.readline()).decode().split()
    async with realtime(backend_database) as here, here.client() as mei:
        there = Service(here.app, here.ring, int(port))
        await wait_until_known(here, {node})
        await mei.join("room", presence={"key": "mei", "enabled": True}, broadcast={"ack": True})
        with suppress(ConnectionClosed):
            async with there.client() as tan:
                await tan.join("room", presence={"key": "tan"}, broadcast={"ack": True})
                await track(tan, {})
                await wait_for_presence(mei, {"joins": {"tan": [{}]}, "leaves": {}})
                sent = {"type": "broadcast", "event": "x", "payload": {}}
                assert (await tan.request(ROOM, "broadcast", sent))["status"] == "ok"
                # Messages that reached the bus are delivered, even if the sender has ended.
                assert (await mei.next("broadcast"))[4] == sent
                process.kill()
                assert await wait_for_presence(mei, {"joins": {}, "leaves": {"tan": [{}]}}) < GONE_WITHIN_S
                await tan.connection.recv()
    await process.wait()


async def test_full_disk_delays_large_messages(backend_database: str) -> None:
    """The error is PostgreSQL's own for a full disk, raised where the row would be written."""
    owner = await asyncpg.connect(backend_database)
    await owner.execute("""
        create function public.raise_error() returns trigger language plpgsql as
        $$ begin raise exception using errcode = 'disk_full', message = 'could not extend file'; end $$;
        create trigger full_disk before insert on realtime.bus_messages
        for each row execute function public.raise_error()""")
    long = {"type": "broadcast", "event": "long", "payload": {"x": "a" * 100_000}}
    short = {"type": "broadcast", "event": "short", "payload": {}}
    async with two_nodes(backend_database) as (here, there), here.client() as mei, there.client() as tan:
        await mei.join("room", broadcast={"ack": True})
        await tan.join("room")
        async with here.client() as near:
            await near.join("room")
            for sent in (long, short):
                assert (await mei.request(ROOM, "broadcast", sent))["status"] == "ok"
                assert (await near.next("broadcast"))[4] == sent
        await owner.execute("drop trigger full_disk on realtime.bus_messages")
        assert [(await tan.next("broadcast"))[4] for _ in range(2)] == [long, short]
    await owner.close()


async def test_node_recovers_after_losing_the_database(backend_database: str) -> None:
    async with two_nodes(backend_database) as (here, there), here.client() as mei, there.client() as tan:
        await mei.join("room", broadcast={"ack": True}, presence={"key": "mei"})
        await tan.join("room", presence={"key": "tan", "enabled": True})
        administrator = await asyncpg.connect(backend_database)
        # One node receives nothing for a while and misses the messages sent meanwhile.
        listener = there.app.cluster._bus._transport._listener
        await listener.stop()
        await mei.request(ROOM, "broadcast", {"type": "broadcast", "event": "x", "payload": {}})
        await track(mei, {"n": 1})
        await administrator.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )
        await listener.start()
        # Its clients have to join again, and presence is complete again.
        assert (await tan.next("phx_error"))[2] == ROOM
        await tan.join("room", presence={"key": "tan", "enabled": True})
        state = without_references((await tan.next("presence_state"))[4])
        if not state:
            await wait_for_presence(tan, {"joins": {"mei": [{"n": 1}]}, "leaves": {}})
        else:
            assert state == {"mei": [{"n": 1}]}
        await mei.request(ROOM, "broadcast", {"type": "broadcast", "event": "after", "payload": {}})
        assert (await tan.next("broadcast"))[4]["event"] == "after"
        await administrator.close()


async def test_messages_during_a_nats_restart_are_delivered(backend_database: str) -> None:
    port = free_port()
    with nats_server(port) as first, delayed_nats_server(port) as again:
        async with two_nodes(backend_database, f"nats://127.0.0.1:{port}") as (here, there), here.client() as mei:
            await mei.join("room", broadcast={"ack": True})
            async with there.client() as tan:
                await tan.join("room")
                first.kill()
                first.wait()
                sent = {"type": "broadcast", "event": "x", "payload": {}}
                assert (await mei.request(ROOM, "broadcast", sent))["status"] == "ok"
                again()
                # Either it arrives, or the client has to join again.
                assert (await tan.next())[3] in ("broadcast", "phx_error")
