"""Row changes while something fails: the database, the stream, a filter, a permission."""

import asyncio
import uuid
from typing import Any

import pytest

from balai.backend.realtime.changes.service import ReplicatedChanges
from balai.database.pool import Connection
from tests.backend.realtime.changes.conftest import Listener, RecordingHub, wait_until
from tests.backend.realtime.changes.test_row_changes import ANYONE, WORLD, on, subscribe, subscribe_and_wait


async def test_lost_database_is_reported_and_reconnected(changes: ReplicatedChanges, owner: Connection) -> None:
    await owner.execute(WORLD)
    listener = await subscribe_and_wait(changes, Listener(ANYONE), on("open"))
    killed = "select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name like 'balai%'"
    assert await owner.fetchval(f"{killed} and datname = current_database()")
    await listener.wait_for(lambda one: len(one.system_messages) == 3)
    assert listener.system_messages[1:] == [
        "error Realtime was unable to connect to the project database",
        "ok Subscribed to PostgreSQL",
    ]
    await owner.execute("insert into open values (1)")
    await listener.wait_for(lambda one: one.rows)


async def test_subscriber_during_a_disconnection_misses_nothing(
    changes: ReplicatedChanges, owner: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    await owner.execute(WORLD)
    await subscribe_and_wait(changes, Listener(ANYONE), on("open"))
    find_subscriptions, slot = changes._find_subscriptions, changes._stream.slot

    async def find_and_disconnect(*args: Any) -> Any:
        # Once: a later search would share the connection with the test.
        monkeypatch.setattr(changes, "_find_subscriptions", find_subscriptions)
        found = await find_subscriptions(*args)
        await owner.execute(
            "select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1", slot
        )
        while changes.is_ready() and changes._stream.slot == slot:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
        return found

    monkeypatch.setattr(changes, "_find_subscriptions", find_and_disconnect)
    late = Listener(ANYONE)
    subscribe(changes, late, on("open", event="INSERT"))
    await late.wait_for(lambda one: one.system_messages)
    assert late.system_messages == ["ok Subscribed to PostgreSQL"]
    await owner.execute("insert into public.open values (1, 'a')")
    await late.wait_for(lambda one: one.rows)


async def test_stream_is_closed_without_subscribers(changes: ReplicatedChanges, owner: Connection) -> None:
    await owner.execute(WORLD)
    count = "select count(*) from pg_replication_slots where database = current_database()"
    assert await owner.fetchval(count) == 0
    listener = await subscribe_and_wait(changes, Listener(ANYONE), on("open"))
    assert await owner.fetchval(count) == 1
    changes.unsubscribe(listener)
    await wait_until(lambda: owner.fetchval(f"select ({count}) = 0"))
    await subscribe_and_wait(changes, Listener(ANYONE), on("open"))


async def test_slow_filter_is_dropped_without_delaying_others(changes: ReplicatedChanges, owner: Connection) -> None:
    await owner.execute(WORLD)
    evil = await subscribe_and_wait(changes, Listener(ANYONE), on("open", filter=r"kind=match.^(a*)(a*)(a*)\1\2\3c?$"))
    good = await subscribe_and_wait(changes, Listener(ANYONE), on("open", filter="kind=like.a%"))
    await owner.execute("insert into open values (1, repeat('a', 401))")
    await good.wait_for(lambda one: one.rows)
    await evil.wait_for(lambda one: len(one.system_messages) == 2)
    assert evil.system_messages[1] == "error Query was cancelled, please try again"
    await owner.execute("insert into open values (2, repeat('a', 401))")
    await good.wait_for(lambda one: len(one.rows) == 2)
    assert evil.rows == []


async def test_user_without_replication_permission_is_reported(
    backend_database: str, owner: Connection, hub: RecordingHub
) -> None:
    await owner.execute(WORLD)
    name = f"host_{uuid.uuid4().hex[:8]}"
    await owner.execute(f"create role {name} login; grant anon to {name}")
    changes = ReplicatedChanges(backend_database.replace("//postgres@", f"//{name}@"), hub, max_message=1000)
    changes.start()
    listener = Listener(ANYONE)
    subscribe(changes, listener, on("open"))
    await listener.wait_for(lambda one: one.system_messages)
    assert listener.system_messages[0].startswith("error Unable to subscribe to changes with given parameters.")
    assert "42501" in listener.system_messages[0]
    await changes.stop()
    await owner.execute(f"drop role {name}")
