"""What the channels talk to: they join with what they want, and are pushed the changes that they may see.

Joining never waits for the database: the work is done in a task of the channel, which ends with a system message.
"""

import asyncio
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
import structlog

from balai.backend.realtime.changes.dispatcher import Postman
from balai.backend.realtime.changes.filter_matching import InvalidFilter, prepare
from balai.backend.realtime.changes.requests import MOST_COMPARISONS, Item, ItemError, identifiers, parse_item, refused
from balai.backend.realtime.changes.subscription_table import Bookkeeping
from balai.backend.realtime.changes.subscriptions import Subscriber, Subscriptions, Want
from balai.backend.realtime.changes.tables import describe, find_published
from balai.backend.realtime.interfaces import Channel
from balai.backend.realtime.limits import MAX_CHANGE_REQUESTS
from balai.backend.realtime.replication.pgoutput import Change, Decoder, Relation
from balai.backend.realtime.replication.stream import (
    CHANGES,
    FAILURES,
    LONGEST_RETRY_S,
    SHORTEST_RETRY_S,
    Stream,
    StreamFailed,
    describe_failure,
)
from balai.database.pipeline.connection import DatabaseError, PipelinedConnection
from balai.database.pipeline.pool import PipelinePool
from balai.database.transaction import Caller

log = structlog.get_logger("balai.realtime.changes")
EXTENSION = "postgres_changes"
TOO_SLOW = "Query was cancelled, please try again"
SUBSCRIBED = "Subscribed to PostgreSQL"
LOST = "Realtime was unable to connect to the project database"
UNABLE = "Unable to subscribe to changes with given parameters. "
NOT_PUBLISHED = UNABLE + "Please check Realtime is enabled for the given connect parameters: {}"
WITH_EXCEPTION = UNABLE + "An exception happened so please check your connect parameters: {}. Exception: {}"
# Refusals of values and permissions: asking again would not help. The rest is of the moment.
LASTING = ("22", "42", "2F", "0A", "P0", "57014")
# Equal wishes that come one after another (a thousand clients after a restart) are looked up once.
FRESH_S = 5.0
MOST_FRESH = 500
CONNECTIONS = 2
LIMIT = "select set_config('statement_timeout', $1, true)"
TIMEOUT_MS = "1000"
# Contract 9.3: larger changes come with their short values alone.
LARGEST_CHANGE = 1_048_576
LONGEST_GRACE_S = 2.0
SECOND_TRY_S = 1.2
MESSAGES = ("realtime", "messages")


class Hub(Protocol):
    """Where messages from the database go: see the package `realtime`."""

    def deliver_from_database(
        self,
        name: str,
        is_private: bool,
        event: str,
        payload: bytes | None,
        message_id: str,
        binary: bytes | None = None,
    ) -> None:
        """A row of `realtime.messages` was committed."""
        ...


class Wish(msgspec.Struct, eq=False):
    """What one channel asked for, and the task that subscribes it."""

    raws: Sequence[Mapping[str, Any]]
    numbers: list[int]
    task: asyncio.Task[None] | None = None


class LogChanges:
    """Row changes for one worker, read from the database's log while anybody is there (`RowChanges`)."""

    def __init__(self, url: str, hub: Hub, *, largest_message: int) -> None:
        self._hub = hub
        self._largest_message = largest_message
        self._pool = PipelinePool(url, size=CONNECTIONS)
        self._subscriptions = Subscriptions()
        # Whoever subscribes has the database look at what she sends: the delivery never waits for that.
        self._desk = PipelinePool(url, size=CONNECTIONS)
        self._postman = Postman(self._pool, self._subscriptions, self._drop)
        self._bookkeeping = Bookkeeping(self._pool)
        self._decoder = Decoder(self._emit, self._room_for)
        self._stream = Stream(url, self._pool, self._feed, self._opened, self._lost)
        self._wishes: dict[Channel, Wish] = {}
        self._prepared: dict[tuple[Item, str], tuple[float, Want, list[int]]] = {}
        self._wants_messages = False
        self._closing: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Be ready for channels; nothing is read before the first one."""
        self._tasks = [asyncio.create_task(self._postman.run()), asyncio.create_task(self._bookkeeping.run())]

    async def stop(self) -> None:
        """Let go of the database."""
        wishes, self._wishes = self._wishes, {}
        tasks = [*self._tasks, *(wish.task for wish in wishes.values() if wish.task)]
        tasks += [self._closing] if self._closing else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._stream.close()
        await self._pool.close()
        await self._desk.close()

    # What channels ask (`RowChanges`)

    def subscribe(self, channel: Channel, items: Sequence[Mapping[str, Any]]) -> list[int]:
        """Begin to deliver what the items ask for; one positive id for each, in order."""
        numbers = identifiers(items)
        if items:
            wish = self._wishes[channel] = Wish(items, numbers)
            wish.task = asyncio.create_task(self._subscribe(channel, wish))
        return numbers

    def unsubscribe(self, channel: Channel) -> None:
        """The channel has ended. Also called where it never subscribed."""
        wish = self._wishes.pop(channel, None)
        if wish is None:
            return
        if wish.task is not None:
            wish.task.cancel()
        self._subscriptions.remove(channel)
        self._bookkeeping.remove(channel)
        self._rest()

    def renew(self, channel: Channel) -> None:
        """The claims of the channel have changed: from now on nothing goes out under the former ones."""
        wish = self._wishes.get(channel)
        if wish is None:
            return
        if wish.task is not None:
            wish.task.cancel()
        self._subscriptions.remove(channel)
        self._bookkeeping.remove(channel)
        wish.task = asyncio.create_task(self._subscribe(channel, wish))

    def want_messages(self, is_wanted: bool) -> None:
        """Whether anybody is here to whom messages from the database could go."""
        self._wants_messages = is_wanted
        if is_wanted:
            self._stream.open()
        else:
            self._rest()

    def is_ready(self) -> bool:
        """Whether the log is being read."""
        return self._stream.is_open

    async def ready(self) -> None:
        """Wait until the log is being read. Raises StreamFailed where it cannot be."""
        await self._stream.ready()

    # Subscribing

    async def _subscribe(self, channel: Channel, wish: Wish) -> None:
        try:
            items = self._parse(wish.raws)
        except ItemError as error:
            channel.system(EXTENSION, "error", str(error))
            return
        is_first = True
        while True:
            caller = channel.access.caller
            try:
                found = await self._look_up(items, caller)
                # Lost meanwhile it told only those who had subscribed: whoever is told that it holds misses nothing.
                await self._stream.ready()
            except ItemError as error:
                channel.system(EXTENSION, "error", str(error))
                return
            except (StreamFailed, *FAILURES) as error:
                if is_first:
                    # A connection that broke a moment ago is no news yet.
                    is_first = False
                    await asyncio.sleep(SECOND_TRY_S)
                    continue
                said = WITH_EXCEPTION.format(items[0].inspected, _reason(error))
                channel.system(EXTENSION, "error", said)
                await asyncio.sleep(random.uniform(SHORTEST_RETRY_S, LONGEST_RETRY_S))  # noqa: S311 - no secret
                continue
            break
        for number, item, (want, tables) in zip(wish.numbers, items, found, strict=True):
            self._subscriptions.add(want, Subscriber(channel, caller, number))
            self._bookkeeping.add(channel, caller, self._stream.slot, item, tables)
        channel.system(EXTENSION, "ok", SUBSCRIBED)

    def _parse(self, raws: Sequence[Mapping[str, Any]]) -> list[Item]:
        if len(raws) > MAX_CHANGE_REQUESTS:
            raise ItemError(f"{UNABLE}At most {MAX_CHANGE_REQUESTS} of them in one channel")
        items = [parse_item(raw) for raw in raws]
        if sum(len(item.filters) for item in items) > MOST_COMPARISONS:
            raise ItemError(f"{UNABLE}At most {MOST_COMPARISONS} comparisons in the filters of one channel")
        return items

    async def _look_up(self, items: Sequence[Item], caller: Caller) -> list[tuple[Want, list[int]]]:
        await self._stream.ready()
        if CHANGES not in self._stream.publications:
            await self._stream.look_again()
            await self._stream.ready()
        async with asyncio.timeout(20), self._desk.connection() as connection:
            await connection.run([("BEGIN READ ONLY", ()), (LIMIT, (TIMEOUT_MS,))])
            found = [await self._prepare(connection, item, caller.role) for item in items]
            await connection.run([("COMMIT", ())])
            return found

    async def _prepare(self, connection: PipelinedConnection, item: Item, role: str) -> tuple[Want, list[int]]:
        known = self._prepared.get((item, role))
        if known is not None and time.monotonic() - known[0] < FRESH_S:
            return known[1], known[2]
        tables = await find_published(connection, item.schema, item.table)
        if not tables:
            raise ItemError(NOT_PUBLISHED.format(item.inspected))
        want = Want(item.event, item.schema, item.table)
        if item.filters or item.select:
            want = await self._fit(connection, item, role, tables[0])
        if len(self._prepared) >= MOST_FRESH:
            self._prepared.clear()
        self._prepared[item, role] = (time.monotonic(), want, tables)
        return want, tables

    async def _fit(self, connection: PipelinedConnection, item: Item, role: str, oid: int) -> Want:
        """The wish with its filters and columns, checked against the one table that it names."""
        table = await describe(connection, oid)
        if table is None:
            raise ItemError(NOT_PUBLISHED.format(item.inspected))
        for name in item.select or ():
            if name not in table.by_name or role not in table.by_name[name].readers:
                raise ItemError(refused(item, f"invalid column for select {name}"))
        try:
            tests = await prepare(connection, table, role, item.filters)
        except InvalidFilter as error:
            raise ItemError(refused(item, str(error))) from error
        except DatabaseError as error:
            if error.state.startswith(LASTING):
                raise ItemError(WITH_EXCEPTION.format(item.inspected, describe_failure(error))) from error
            raise
        return Want(item.event, item.schema, item.table, tuple(tests), item.select)

    def _drop(self, channels: Iterable[Channel]) -> None:
        for channel in channels:
            self.unsubscribe(channel)
            channel.system(EXTENSION, "error", TOO_SLOW)

    # The log

    def _feed(self, message: bytes) -> None:
        self._decoder.feed(message)

    def _room_for(self, relation: Relation) -> int:
        if (relation.schema, relation.table) == MESSAGES:
            return self._largest_message if self._wants_messages else 0
        return LARGEST_CHANGE if self._subscriptions.is_wanted(relation) else 0

    def _emit(self, change: Change) -> None:
        if (change.relation.schema, change.relation.table) == MESSAGES:
            self._broadcast(change)
        else:
            self._postman.take(change)

    def _broadcast(self, change: Change) -> None:
        """A message from the database: it goes out at once, its policy was asked when its readers joined."""
        row = change.new or {}
        if change.kind != "INSERT" or change.is_too_large:
            if change.is_too_large:
                log.warning("a message from the database is too long")
            return
        topic, event, number = (_text(row.get(name)) for name in ("topic", "event", "id"))
        payload, binary = row.get("payload"), row.get("binary_payload")
        self._hub.deliver_from_database(
            topic,
            row.get("private") == b"t",
            event,
            payload if isinstance(payload, bytes) else None,
            number,
            bytes.fromhex(binary[2:].decode()) if isinstance(binary, bytes) else None,
        )

    def _opened(self) -> None:
        # A new stream begins with the tables' descriptions.
        self._decoder = Decoder(self._emit, self._room_for)
        self._bookkeeping.clean()

    def _lost(self) -> None:
        """Changes may be missing: everybody is told, and told again when it goes on."""
        for channel, wish in self._wishes.items():
            if wish.task is not None and not wish.task.done():
                continue
            if channel in self._subscriptions:
                channel.system(EXTENSION, "error", LOST)
                self.renew(channel)

    def _rest(self) -> None:
        """Stop reading where nobody is left, unless somebody comes back within a moment."""
        if self._wishes or self._wants_messages or (self._closing is not None and not self._closing.done()):
            return
        self._closing = asyncio.create_task(self._close_soon())

    async def _close_soon(self) -> None:
        await asyncio.sleep(LONGEST_GRACE_S)
        if not (self._wishes or self._wants_messages):
            await self._stream.close()


def _reason(error: BaseException) -> str:
    return str(error) if isinstance(error, StreamFailed) else describe_failure(error)


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else ""
