"""Section 9 of the contract, on real logical replication: delivered changes, receivers and formats."""

import asyncio
import time
from typing import Any

import pytest

from balai.backend.realtime.changes.service import ReplicatedChanges
from balai.backend.realtime.protocol.join import read_join
from balai.database.pool import Connection
from tests.backend.realtime.changes.conftest import Listener, RecordingHub, member_claims, wait_until

WORLD = """
create type public.mood as enum ('calm', 'merry');
create table public.notes (
  id int primary key, owner uuid, body text, secret text, price numeric, made timestamptz, tags text[], facts jsonb,
  raw bytea, mood public.mood);
alter table public.notes enable row level security;
create policy own on public.notes for select using (owner = auth.uid());
grant select (id, owner, body, price, made, tags, facts, raw, mood) on public.notes to authenticated;
grant select on public.notes to service_role;
create table public.open (id int primary key, kind text, big text);
alter table public.open replica identity full;
grant select on public.open to anon, authenticated;
create table public.keyless (word text);
grant select on public.keyless to anon, authenticated;
create table public.closed (id int primary key);
create table public.hidden (id int primary key);
grant select on public.hidden to anon;
alter publication supabase_realtime add table public.notes, public.open, public.keyless, public.closed;
alter table public.keyless replica identity full;
"""
ME = "00000000-0000-0000-0000-000000000001"
ANYONE = {"role": "anon"}


def subscribe(changes: ReplicatedChanges, listener: Listener, *items: dict[str, Any]) -> list[int]:
    """Subscribes."""
    return changes.subscribe(listener, items)


def on(table: str, **more: Any) -> dict[str, Any]:
    """Returns an entry of a join."""
    return {"event": "*", "schema": "public", "table": table, **more}


async def subscribe_and_wait(changes: ReplicatedChanges, listener: Listener, *items: dict[str, Any]) -> Listener:
    """Subscribes, and waits for the confirmation."""
    subscribe(changes, listener, *items)
    await listener.wait_for(lambda one: one.system_messages)
    assert listener.system_messages == ["ok Subscribed to PostgreSQL"]
    return listener


async def test_row_is_delivered_by_policy_and_column_permission(changes: ReplicatedChanges, owner: Connection) -> None:
    await owner.execute(WORLD)
    mine = await subscribe_and_wait(changes, Listener(member_claims(1)), on("notes"))
    other = await subscribe_and_wait(changes, Listener(member_claims(2)), on("notes"))
    service = await subscribe_and_wait(changes, Listener({"role": "service_role"}), on("notes"), on("open"))
    await owner.execute(
        f"insert into notes values (1, '{ME}', 'hall', 'key', 1.50, '2026-01-02 03:04:05.678+00', '{{a,b}}',"
        """ '{"a": [1]}', '\\xDEAD', 'merry')"""
    )
    # A row that is deleted before its visibility is checked is delivered to no subscriber.
    await mine.wait_for(lambda one: len(one.rows) == 1)
    await owner.execute("update notes set body = 'room', id = 2 where id = 1")
    await owner.execute("update notes set body = 'roof' where id = 2")
    await mine.wait_for(lambda one: len(one.rows) == 3)
    await owner.execute("delete from notes where id = 2")
    await owner.execute("insert into open values (7, 'end')")
    await service.wait_for(lambda one: len(one.rows) == 5)
    await mine.wait_for(lambda one: len(one.rows) == 4)
    inserted, moved, updated, deleted = mine.rows
    record = {"id": 1, "owner": ME, "body": "hall", "price": 1.5, "made": "2026-01-02T03:04:05.678+00:00"}
    assert inserted["record"] == record | {"tags": ["a", "b"], "facts": {"a": [1]}, "raw": "dead", "mood": "merry"}
    assert "old_record" not in inserted
    assert (inserted["type"], inserted["schema"], inserted["table"]) == ("INSERT", "public", "notes")
    assert inserted["errors"] is None
    assert len(inserted["commit_timestamp"]) == len("2026-01-02T03:04:05.678Z")
    types = {column["name"]: column["type"] for column in inserted["columns"]}
    assert (types["id"], types["tags"], types["mood"]) == ("int4", "_text", "mood")
    assert "secret" not in types
    assert (moved["old_record"], moved["record"]["id"]) == ({"id": 1}, 2)
    assert updated["old_record"] == {"id": 2}
    assert deleted["old_record"] == {"id": 2}
    assert "record" not in deleted
    # Policies cannot be checked for a deleted row: only its key is delivered, to all.
    assert [row["type"] for row in other.rows] == ["DELETE"]
    assert service.rows[0]["record"]["secret"] == "key"


async def test_ids_of_matching_subscriptions(changes: ReplicatedChanges, owner: Connection) -> None:
    await owner.execute(WORLD)
    one, two = Listener(ANYONE), Listener(ANYONE)
    items = (on("open", event="INSERT"), on("open", filter="id=gt.5"), on("*"), on("open", select=["id"]))
    numbers = subscribe(changes, one, *items)
    assert numbers == subscribe(changes, two, *items)
    assert len(set(numbers)) == 4
    assert all(0 < number < 2**27 for number in numbers)
    for listener in (one, two):
        await listener.wait_for(lambda one: one.system_messages)
    await owner.execute("insert into open values (1, 'a', 'b'); insert into open values (6, 'a', 'b')")
    await one.wait_for(lambda one: len(one.rows) == 4)
    received = [(payload["ids"], payload["data"]["record"]) for event, payload in one.received if event != "system"]
    whole = {"kind": "a", "big": "b"}
    assert received == [
        (sorted([numbers[0], numbers[2]]), {"id": 1, **whole}),
        ([numbers[3]], {"id": 1}),
        (sorted(numbers[:3]), {"id": 6, **whole}),
        ([numbers[3]], {"id": 6}),
    ]


FILTERS = [
    ("id=eq.5", [5]),
    ("id=neq.5", [4, 6]),
    ("id=lt.5", [4]),
    ("id=lte.5", [4, 5]),
    ("id=gt.5", [6]),
    ("id=gte.5", [5, 6]),
    ("id=in.(4, 6)", [4, 6]),
    ("id=not.in.(4,6)", [5]),
    ("id=eq.05", [5]),
    ("kind=like.a%", [4]),
    ("kind=ilike.A%", [4]),
    ("kind=match.^a.c$", [4]),
    ("kind=imatch.^A", [4]),
    ('kind=in.("a,c")', [4]),
    ('kind=eq."a,c"', [4]),
    ("kind=is.null", [6]),
    ("kind=not.is.null", [4, 5]),
    ("kind=neq.bcd", [4]),
    ("kind=isdistinct.bcd", [4, 6]),
    ("id=gt.4,kind=eq.bcd", [5]),
    ("price=eq.2", [4]),
    ("price=in.(2.0,3)", [4, 5]),
    ("ready=is.true", [4]),
    ("ready=not.is.true", [5, 6]),
]


async def test_filters_compare_as_postgresql_does(changes: ReplicatedChanges, owner: Connection) -> None:
    await owner.execute(
        "create table public.things (id int primary key, kind text, price numeric, ready bool);"
        "grant select on things to anon; alter publication supabase_realtime add table things"
    )
    listeners = [Listener(ANYONE, f"realtime:{number}") for number in range(len(FILTERS))]
    for listener, (text, _) in zip(listeners, FILTERS, strict=True):
        subscribe(changes, listener, on("things", filter=text))
    for listener in listeners:
        await listener.wait_for(lambda one: one.system_messages)
    last = await subscribe_and_wait(changes, Listener(ANYONE), on("things"))
    await owner.execute("insert into things values (4, 'a,c', 2.00, true), (5, 'bcd', 3, false), (6, null, null, null)")
    await last.wait_for(lambda one: len(one.rows) == 3)
    found = [
        (text, [row["record"]["id"] for row in one.rows]) for one, (text, _) in zip(listeners, FILTERS, strict=True)
    ]
    # Null is neither true nor false.
    assert found == [(text, ids) for text, ids in FILTERS]


PARAMETERS = "Unable to subscribe to changes with given parameters. "
REFUSED = [
    (on("open", filter="wrong"), 'Error parsing `filter` params: ["wrong"]'),
    (on("open", filter="id=eq.1,,id=eq.2"), "filter must not contain empty segments (check for extra commas)"),
    (on("open", filter="id=in.4"), "`in` filter value must be wrapped by parentheses"),
    (on("open", filter=f"id=in.({','.join('1' * 101)})"), "too many values for `in` filter. Maximum 100"),
    (
        on("hidden", event="INSERT"),
        PARAMETERS + "Please check Realtime is enabled for the given connect parameters: "
        "[event: INSERT, schema: public, table: hidden, filters: [], select: nil]",
    ),
    (on("open", filter="nothing=eq.1"), "ERROR P0001 (raise_exception) invalid column for filter nothing"),
    (on("notes", filter="secret=eq.key"), "invalid column for filter secret"),
    (on("open", select=["nothing"]), "invalid column for select nothing"),
    (on("open", filter="id=eq.five"), "ERROR 22P02"),
    (on("open", filter="kind=match.("), "ERROR 2201B"),
    (on("open", filter="id=like.5%"), "ERROR 42883"),
    (on("open", filter="id=is.true"), "invalid value for filter id"),
    (on("*", select=["id"]), "Column selection is not supported for wildcard subscriptions."),
    ({"event": "*"}, "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to:"),
    ({"schema": 5}, "No subscription params provided."),
    (on("open", filter=5), "Error parsing `filter` params"),
    (on("x\0y"), "No subscription params provided."),
]


async def test_invalid_subscriptions_are_reported(changes: ReplicatedChanges, owner: Connection) -> None:
    await owner.execute(WORLD)
    for item, words in REFUSED:
        listener = Listener(ANYONE)
        subscribe(changes, listener, item)
        await listener.wait_for(lambda one: one.system_messages)
        assert listener.system_messages[0].startswith("error ")
        assert words in listener.system_messages[0]


async def test_huge_join_does_not_block_the_worker(changes: ReplicatedChanges) -> None:
    """A join of the maximum size with equal entries: assigning the ids took the worker minutes."""
    args = b'{"config":{"postgres_changes":[%b]}}' % b",".join([b"{}"] * 80_000)
    listener, before = Listener(ANYONE), time.monotonic()
    subscribe(changes, listener, *read_join("hall", args).changes)
    assert time.monotonic() - before < 1
    await listener.wait_for(lambda one: one.system_messages)
    assert "At most 100 of them" in listener.system_messages[0]


async def test_channel_with_too_many_comparisons_is_rejected(changes: ReplicatedChanges, owner: Connection) -> None:
    """Eighteen thousand comparisons in one join delayed each change by a third of a second for all subscribers."""
    await owner.execute(WORLD)
    few, many = (",".join(f"id=gt.{number}" for number in range(count)) for count in (2, 200))
    listener = Listener(ANYONE)
    subscribe(changes, listener, *[on("open", filter=many) for _ in range(90)])
    await listener.wait_for(lambda one: one.system_messages)
    assert "At most 200 comparisons" in listener.system_messages[0]
    await subscribe_and_wait(changes, Listener(ANYONE), *[on("open", filter=few) for _ in range(100)])


async def test_rows_without_a_readable_key_are_delivered_as_errors(
    changes: ReplicatedChanges, owner: Connection
) -> None:
    await owner.execute(WORLD)
    listener = await subscribe_and_wait(changes, Listener(ANYONE), on("keyless"), on("closed"), on("open"))
    await owner.execute("insert into keyless values ('word'); insert into closed values (1); delete from keyless")
    await owner.execute("insert into open values (1, 'k', repeat('x', 1048577))")
    await owner.execute("insert into open values (2, 'k', repeat('\t', 900000)); truncate open")
    await listener.wait_for(lambda one: len(one.rows) == 5)
    empty = {"commit_timestamp": None, "columns": [], "record": {}, "schema": "public", "type": "INSERT"}
    assert listener.rows[0] == {**empty, "table": "keyless", "errors": ["Error 400: Bad Request, no primary key"]}
    assert listener.rows[1] == {**empty, "table": "closed", "errors": ["Error 401: Unauthorized"]}
    assert listener.rows[2]["old_record"] == {"word": "word"}
    assert listener.rows[3]["errors"] == ["Error 413: Payload Too Large"]
    assert listener.rows[3]["record"] == {"id": 1, "kind": "k"}
    assert listener.rows[4]["record"]["big"] == "\t" * 900000


async def test_old_rows_follow_the_replica_identity(changes: ReplicatedChanges, owner: Connection) -> None:
    await owner.execute(WORLD)
    await owner.execute("alter table open alter big set storage external")
    listener = await subscribe_and_wait(changes, Listener(ANYONE), on("open", filter="kind=eq.k"))
    await owner.execute("insert into open values (1, 'k', repeat('x', 9000)); update open set id = 2; delete from open")
    await listener.wait_for(lambda one: len(one.rows) == 3)
    _, updated, deleted = listener.rows
    assert updated["old_record"] == {"id": 1, "kind": "k", "big": "x" * 9000}
    # An unchanged long value is taken from the old row.
    assert updated["record"]["big"] == "x" * 9000
    assert deleted["old_record"]["kind"] == "k"
    await owner.execute(
        "alter table open replica identity default; insert into open values (3, 'k', repeat('y', 9000))"
    )
    await owner.execute("update open set kind = 'k' where id = 3; delete from open; insert into open values (4, 'k')")
    await listener.wait_for(lambda one: len(one.rows) == 6)
    inserted, updated, last = listener.rows[3:]
    assert inserted["record"]["id"] == 3
    assert (updated["record"], updated["old_record"]) == ({"id": 3, "kind": "k"}, {"id": 3})
    # A deleted row has only its key, and the filter needs more.
    assert last["type"] == "INSERT"


async def test_revoked_permission_applies_at_once(changes: ReplicatedChanges, owner: Connection) -> None:
    await owner.execute(WORLD)
    listener = await subscribe_and_wait(changes, Listener(member_claims(1)), on("notes"))
    await owner.execute(f"insert into notes (id, owner, body) values (1, '{ME}', 'a')")
    await listener.wait_for(lambda one: len(one.rows) == 1)
    await owner.execute("revoke select (body) on notes from authenticated")
    await owner.execute(f"insert into notes (id, owner, body) values (2, '{ME}', 'a')")
    await listener.wait_for(lambda one: len(one.rows) == 2)
    assert "body" not in listener.rows[1]["record"]
    listener.grant = Listener(member_claims(2)).grant
    changes.renew(listener)
    await listener.wait_for(lambda one: len(one.system_messages) == 2)
    await owner.execute(f"insert into notes (id, owner) values (3, '{ME}'), (4, '{ME[:-1]}2')")
    await listener.wait_for(lambda one: len(one.rows) == 3)
    assert listener.rows[2]["record"]["id"] == 4
    changes.unsubscribe(listener)
    changes.unsubscribe(listener)


async def test_policy_error_affects_only_its_caller(changes: ReplicatedChanges, owner: Connection) -> None:
    await owner.execute(WORLD)
    await owner.execute("create policy odd on notes for select using ((auth.jwt() ->> 'floor')::int = 1)")
    odd = await subscribe_and_wait(changes, Listener({**member_claims(4), "floor": "first"}), on("notes"))
    even = await subscribe_and_wait(changes, Listener({**member_claims(3), "floor": "1"}), on("notes"))
    await owner.execute(f"insert into notes (id, owner) values (1, '{ME}'), (2, null)")
    await even.wait_for(lambda one: len(one.rows) == 2)
    assert odd.rows == []


async def test_subscription_table_is_written(changes: ReplicatedChanges, owner: Connection) -> None:
    await owner.execute(WORLD)
    listener = await subscribe_and_wait(
        changes, Listener(member_claims(1)), on("notes", filter="id=in.(1,2)", select=["id"]), on("*")
    )
    read = (
        "select entity::text, (filters[1]).column_name, (filters[1]).op::text, claims_role::text, selected_columns"
        " from realtime.subscription order by selected_columns"
    )
    await wait_until(lambda: owner.fetchval("select count(*) = 5 from realtime.subscription"))
    assert tuple((await owner.fetch(read))[0]) == ("notes", "id", "in", "authenticated", ["id"])
    changes.unsubscribe(listener)
    await wait_until(lambda: owner.fetchval("select count(*) = 0 from realtime.subscription"))


async def test_database_messages_reach_the_hub(
    changes: ReplicatedChanges, owner: Connection, hub: RecordingHub
) -> None:
    changes.want_messages(True)
    await changes.ready()
    await owner.execute("""select realtime.send('{"a": 1, "id": "x"}', 'said', 'hall', false)""")
    await owner.execute("""select realtime.send_binary('\\x00ff', 'said', 'hall')""")
    await owner.execute(
        "insert into realtime.messages (topic, extension, event, private) values ('hall', 'access', 'e', true)"
    )
    async with asyncio.timeout(10):
        while len(hub.messages) < 3:
            hub.news.clear()
            await hub.news.wait()
    public, private, access = hub.messages
    # No message for its readers, who join again.
    assert access == ("access", "hall")
    assert public[:4] == ("hall", False, "said", b'{"a": 1, "id": "x"}')
    assert (private[:4], private[5]) == (("hall", True, "said", None), b"\x00\xff")


@pytest.mark.parametrize("count", [300])
async def test_a_thousand_claims_take_few_queries(changes: ReplicatedChanges, owner: Connection, count: int) -> None:
    await owner.execute(WORLD)
    await owner.execute("create policy even on notes for select using (right(auth.uid()::text, 1) in ('0', '2'))")
    listeners = [Listener(member_claims(number), f"realtime:{number}") for number in range(16, 16 + count)]
    for listener in listeners:
        subscribe(changes, listener, on("notes"))
    for listener in listeners:
        await listener.wait_for(lambda one: one.system_messages)
    await owner.execute("insert into notes (id) values (1)")
    await listeners[2].wait_for(lambda one: one.rows)
    await owner.execute("delete from notes")
    for listener in listeners:
        await listener.wait_for(lambda one: one.rows and one.rows[-1]["type"] == "DELETE")
    notified = {listener.grant.claims["sub"][-1] for listener in listeners if len(listener.rows) == 2}
    assert notified == {"0", "2"}
