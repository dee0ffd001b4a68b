"""Implements `RowChanges`: channels subscribe, and receive the changes that they may see.

A join never waits for the database. The work is done in a task of the channel, which ends with a system message.
"""

import asyncio
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
import structlog

from balai.backend.realtime.changes.dispatcher import ChangeDispatcher
from balai.backend.realtime.changes.filter_matching import InvalidFilter, prepare_filters
from balai.backend.realtime.changes.requests import (
    MAX_COMPARISONS,
    ChangeRequest,
    ChangeRequestError,
    assign_ids,
    exception_text,
    parse_request,
)
from balai.backend.realtime.changes.subscription_table import SubscriptionTable
from balai.backend.realtime.changes.subscriptions import Subscriber, Subscription, Subscriptions
from balai.backend.realtime.changes.tables import describe, find_published
from balai.backend.realtime.interfaces import Channel
from balai.backend.realtime.limits import MAX_CHANGE_REQUESTS
from balai.backend.realtime.replication.pgoutput import Change, Decoder, Relation
from balai.backend.realtime.replication.stream import (
    CHANGES,
    FAILURES,
    MAX_RETRY_S,
    MIN_RETRY_S,
    Stream,
    StreamUnavailable,
    describe_failure,
)
from balai.database.pipeline.connection import DatabaseError, PipelinedConnection
from balai.database.pipeline.pool import PipelinePool
from balai.database.transaction import Caller

log = structlog.get_logger("balai.realtime.changes")
EXTENSION = "postgres_changes"
QUERY_CANCELLED = "Query was cancelled, please try again"
SUBSCRIBED = "Subscribed to PostgreSQL"
CONNECTION_LOST = "Realtime was unable to connect to the project database"
INVALID_PARAMETERS = "Unable to subscribe to changes with given parameters. "
NOT_PUBLISHED = INVALID_PARAMETERS + "Please check Realtime is enabled for the given connect parameters: {}"
WITH_EXCEPTION = INVALID_PARAMETERS + "An exception happened so please check your connect parameters: {}. Exception: {}"
# Invalid values and missing permissions (SQLSTATE prefixes): a retry would not help. Other errors are temporary.
PERMANENT_ERRORS = ("22", "42", "2F", "0A", "P0", "57014")
# Equal requests in quick succession (a thousand clients after a restart) are checked once.
CACHE_TTL_S = 5.0
CACHE_SIZE = 500
CONNECTIONS = 2
SET_TIMEOUT = "select set_config('statement_timeout', $1, true)"
TIMEOUT_MS = "1000"
# Contract 9.3: of larger changes only short values are delivered.
MAX_CHANGE = 1_048_576
CLOSE_DELAY_S = 2.0
FIRST_RETRY_S = 1.2
MESSAGES = ("realtime", "messages")


class Hub(Protocol):
    """The hub, as far as row changes use it."""

    def deliver_from_database(
        self,
        name: str,
        is_private: bool,
        event: str,
        payload: bytes | None,
        message_id: str,
        binary: bytes | None = None,
    ) -> None:
        """Delivers a committed row of `realtime.messages`."""
        ...

    def recheck_readers(self, name: str) -> None:
        """Makes all readers of a private topic join again."""
        ...


class SubscriptionRequest(msgspec.Struct, eq=False):
    """The request of one channel, and the task that subscribes it."""

    entries: Sequence[Mapping[str, Any]]
    numbers: list[int]
    task: asyncio.Task[None] | None = None


class ReplicatedChanges:
    """Row changes of one worker, read from the replication stream while there are subscribers."""

    def __init__(self, url: str, hub: Hub, *, max_message: int) -> None:
        self._hub = hub
        self._max_message = max_message
        self._pool = PipelinePool(url, size=CONNECTIONS)
        self._subscriptions = Subscriptions()
        # A pool of their own: subscribing clients run their statements here, so the delivery never waits for them.
        self._lookup_pool = PipelinePool(url, size=CONNECTIONS)
        self._dispatcher = ChangeDispatcher(self._pool, self._subscriptions, self._drop)
        self._table = SubscriptionTable(self._pool)
        self._decoder = Decoder(self._on_change, self._max_size)
        self._stream = Stream(url, self._pool, self._on_message, self._on_connect, self._on_disconnect)
        self._requests: dict[Channel, SubscriptionRequest] = {}
        self._cache: dict[tuple[ChangeRequest, str], tuple[float, Subscription, list[int]]] = {}
        self._wants_messages = False
        self._close_task: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Starts the tasks; the stream is opened for the first channel."""
        self._tasks = [asyncio.create_task(self._dispatcher.run()), asyncio.create_task(self._table.run())]

    async def stop(self) -> None:
        """Closes the stream and all connections."""
        requests, self._requests = self._requests, {}
        tasks = [*self._tasks, *(request.task for request in requests.values() if request.task)]
        tasks += [self._close_task] if self._close_task else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._stream.close()
        await self._pool.close()
        await self._lookup_pool.close()

    # Called by channels (`RowChanges`)

    def subscribe(self, channel: Channel, items: Sequence[Mapping[str, Any]]) -> list[int]:
        """Starts delivering what the items request; returns one positive id for each, in order."""
        numbers = assign_ids(items)
        if items:
            request = self._requests[channel] = SubscriptionRequest(items, numbers)
            request.task = asyncio.create_task(self._subscribe(channel, request))
        return numbers

    def unsubscribe(self, channel: Channel) -> None:
        """Stops delivering, since the channel has closed. Also called if it never subscribed."""
        request = self._requests.pop(channel, None)
        if request is None:
            return
        if request.task is not None:
            request.task.cancel()
        self._subscriptions.remove(channel)
        self._table.remove(channel)
        self._close_if_unused()

    def renew(self, channel: Channel) -> None:
        """Applies the new claims of the channel: nothing is delivered under the previous ones from now on."""
        request = self._requests.get(channel)
        if request is None:
            return
        if request.task is not None:
            request.task.cancel()
        self._subscriptions.remove(channel)
        self._table.remove(channel)
        request.task = asyncio.create_task(self._subscribe(channel, request))

    def want_messages(self, is_wanted: bool) -> None:
        """Whether this worker has channels that may receive messages from the database."""
        self._wants_messages = is_wanted
        if is_wanted:
            self._stream.open()
        else:
            self._close_if_unused()

    def is_ready(self) -> bool:
        """Whether the replication stream is open."""
        return self._stream.is_open

    async def ready(self) -> None:
        """Waits until the replication stream is open. Raises StreamUnavailable if it cannot be opened."""
        await self._stream.ready()

    # Subscribing

    async def _subscribe(self, channel: Channel, request: SubscriptionRequest) -> None:
        try:
            items = self._parse(request.entries)
        except ChangeRequestError as error:
            channel.system(EXTENSION, "error", str(error))
            return
        is_first = True
        while True:
            caller = channel.grant.caller
            try:
                found = await self._find_subscriptions(items, caller)
                # A stream lost meanwhile notified earlier subscribers only. After this wait, a subscriber that receives
                # the confirmation misses nothing.
                await self._stream.ready()
            except ChangeRequestError as error:
                channel.system(EXTENSION, "error", str(error))
                return
            except (StreamUnavailable, *FAILURES) as error:
                if is_first:
                    # The first failure may be a connection that broke a moment ago: retry before reporting it.
                    is_first = False
                    await asyncio.sleep(FIRST_RETRY_S)
                    continue
                message = WITH_EXCEPTION.format(items[0].description, _reason(error))
                channel.system(EXTENSION, "error", message)
                await asyncio.sleep(random.uniform(MIN_RETRY_S, MAX_RETRY_S))  # noqa: S311 - not a secret
                continue
            break
        for number, item, (subscription, tables) in zip(request.numbers, items, found, strict=True):
            self._subscriptions.add(subscription, Subscriber(channel, caller, number))
            self._table.add(channel, caller, self._stream.slot, item, tables)
        channel.system(EXTENSION, "ok", SUBSCRIBED)

    def _parse(self, entries: Sequence[Mapping[str, Any]]) -> list[ChangeRequest]:
        if len(entries) > MAX_CHANGE_REQUESTS:
            raise ChangeRequestError(f"{INVALID_PARAMETERS}At most {MAX_CHANGE_REQUESTS} of them in one channel")
        items = [parse_request(raw) for raw in entries]
        if sum(len(item.filters) for item in items) > MAX_COMPARISONS:
            raise ChangeRequestError(
                f"{INVALID_PARAMETERS}At most {MAX_COMPARISONS} comparisons in the filters of one channel"
            )
        return items

    async def _find_subscriptions(
        self, items: Sequence[ChangeRequest], caller: Caller
    ) -> list[tuple[Subscription, list[int]]]:
        await self._stream.ready()
        if CHANGES not in self._stream.publications:
            await self._stream.refresh_publications()
            await self._stream.ready()
        async with asyncio.timeout(20), self._lookup_pool.connection() as connection:
            await connection.run([("BEGIN READ ONLY", ()), (SET_TIMEOUT, (TIMEOUT_MS,))])
            found = [await self._prepare(connection, item, caller.role) for item in items]
            await connection.run([("COMMIT", ())])
            return found

    async def _prepare(
        self, connection: PipelinedConnection, item: ChangeRequest, role: str
    ) -> tuple[Subscription, list[int]]:
        cached = self._cache.get((item, role))
        if cached is not None and time.monotonic() - cached[0] < CACHE_TTL_S:
            return cached[1], cached[2]
        tables = await find_published(connection, item.schema, item.table)
        if not tables:
            raise ChangeRequestError(NOT_PUBLISHED.format(item.description))
        subscription = Subscription(item.event, item.schema, item.table)
        if item.filters or item.select:
            subscription = await self._check_request(connection, item, role, tables[0])
        if len(self._cache) >= CACHE_SIZE:
            self._cache.clear()
        self._cache[item, role] = (time.monotonic(), subscription, tables)
        return subscription, tables

    async def _check_request(
        self, connection: PipelinedConnection, item: ChangeRequest, role: str, oid: int
    ) -> Subscription:
        """Returns the subscription with its filters and columns, checked against the one table that it names."""
        table = await describe(connection, oid)
        if table is None:
            raise ChangeRequestError(NOT_PUBLISHED.format(item.description))
        for name in item.select or ():
            if name not in table.by_name or role not in table.by_name[name].readers:
                raise ChangeRequestError(exception_text(item, f"invalid column for select {name}"))
        try:
            tests = await prepare_filters(connection, table, role, item.filters)
        except InvalidFilter as error:
            raise ChangeRequestError(exception_text(item, str(error))) from error
        except DatabaseError as error:
            if error.state.startswith(PERMANENT_ERRORS):
                raise ChangeRequestError(WITH_EXCEPTION.format(item.description, describe_failure(error))) from error
            raise
        return Subscription(item.event, item.schema, item.table, tuple(tests), item.select)

    def _drop(self, channels: Iterable[Channel]) -> None:
        for channel in channels:
            self.unsubscribe(channel)
            channel.system(EXTENSION, "error", QUERY_CANCELLED)

    # Replication

    def _on_message(self, message: bytes) -> None:
        self._decoder.feed(message)

    def _max_size(self, relation: Relation) -> int:
        if (relation.schema, relation.table) == MESSAGES:
            return self._max_message if self._wants_messages else 0
        return MAX_CHANGE if self._subscriptions.is_wanted(relation) else 0

    def _on_change(self, change: Change) -> None:
        if (change.relation.schema, change.relation.table) == MESSAGES:
            self._broadcast(change)
        else:
            self._dispatcher.enqueue(change)

    def _broadcast(self, change: Change) -> None:
        """Delivers a message from the database at once: its policy was checked when its receivers joined.

        One with the extension `access` has no receivers: it says that the rights to read its topic have changed.
        """
        row = change.new or {}
        if change.kind != "INSERT" or change.is_too_large:
            if change.is_too_large:
                log.warning("database_message_too_large")
            return
        topic, event, number = (_text(row.get(name)) for name in ("topic", "event", "id"))
        if row.get("extension") == b"access":
            self._hub.recheck_readers(topic)
            return
        payload, binary = row.get("payload"), row.get("binary_payload")
        self._hub.deliver_from_database(
            topic,
            row.get("private") == b"t",
            event,
            payload if isinstance(payload, bytes) else None,
            number,
            bytes.fromhex(binary[2:].decode()) if isinstance(binary, bytes) else None,
        )

    def _on_connect(self) -> None:
        # A new stream begins with the descriptions of the tables.
        self._decoder = Decoder(self._on_change, self._max_size)
        self._table.clean()

    def _on_disconnect(self) -> None:
        """Notifies all subscribers that changes may be missing, and again when the stream is open."""
        for channel, request in self._requests.items():
            if request.task is not None and not request.task.done():
                continue
            if channel in self._subscriptions:
                channel.system(EXTENSION, "error", CONNECTION_LOST)
                self.renew(channel)

    def _close_if_unused(self) -> None:
        """Closes the stream after a delay if there are no subscribers left by then."""
        if self._requests or self._wants_messages or (self._close_task is not None and not self._close_task.done()):
            return
        self._close_task = asyncio.create_task(self._close_after_delay())

    async def _close_after_delay(self) -> None:
        await asyncio.sleep(CLOSE_DELAY_S)
        if not (self._requests or self._wants_messages):
            await self._stream.close()


def _reason(error: BaseException) -> str:
    return str(error) if isinstance(error, StreamUnavailable) else describe_failure(error)


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else ""
