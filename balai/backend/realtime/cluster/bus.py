"""Sends messages to the other workers and nodes, in order and in bundles; senders never wait.

A message that is too large for the transport is stored as a row of the database, and the row's number is sent instead.
While the transport is down messages are queued, up to a maximum. Dropped messages are detected by the receivers, from
the counters in each message (`membership.py`).
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

import msgspec
import structlog

from balai.database.pool import UNAVAILABLE, Pool

log = structlog.get_logger("balai.realtime.bus")
MAX_QUEUED_BYTES = 16_000_000
# Bytes that MessagePack adds to each message.
ENVELOPE_OVERHEAD = 8
MIN_RETRY_S, MAX_RETRY_S = 0.05, 2.0
STORE = "insert into realtime.bus_messages (body) select unnest($1::bytea[]) returning id"
FETCH = "select body from realtime.bus_messages where id = $1"


class Transport(Protocol):
    """Carries bundles to all nodes, in order."""

    max_bundle: int
    """The maximum size of a bundle, in bytes."""

    async def start(self, handler: Callable[[bytes], None]) -> None:
        """Starts; `handler` is called with each bundle, possibly with own ones too."""

    async def publish(self, bundles: list[bytes]) -> None:
        """Publishes bundles, or raises one of UNAVAILABLE. Bundles whose arrival is unknown are published again."""

    async def stop(self) -> None:
        """Stops."""


class Bundle(msgspec.Struct, frozen=True, array_like=True):
    """A sent envelope: the sending node, and either messages or the number of the row that stores one."""

    node: str
    envelopes: list[bytes] = []
    row: int = 0


class MessageBus:
    """The bus of one worker. `handler` is called with each message of the other nodes, in the order of each sender."""

    def __init__(self, node: str, transport: Transport, pool: Pool, handler: Callable[[bytes], None]) -> None:
        self._node = node
        self._transport = transport
        self._pool = pool
        self._handle = handler
        self._outgoing: deque[bytes] = deque()
        self._size = 0
        self._wakeup = asyncio.Event()
        self._all_sent = asyncio.Event()
        self._all_sent.set()
        self._incoming: asyncio.Queue[Bundle] = asyncio.Queue()
        self._blocked = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Starts receiving and sending."""
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._fetch())]
        await self._transport.start(self._receive)

    async def stop(self, *, within_s: float = 1.0) -> None:
        """Sends queued messages for up to `within_s` seconds, then stops."""
        try:
            async with asyncio.timeout(within_s):
                await self._all_sent.wait()
        except TimeoutError:
            log.warning("bus_messages_dropped", bytes=self._size)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._transport.stop()

    def send(self, envelope: bytes) -> None:
        """Queues a message to all other nodes."""
        self._outgoing.append(envelope)
        self._size += len(envelope)
        while self._size > MAX_QUEUED_BYTES and len(self._outgoing) > 1:
            self._size -= len(self._outgoing.popleft())
        self._all_sent.clear()
        self._wakeup.set()

    async def _send(self) -> None:
        delay = MIN_RETRY_S
        while True:
            await self._wakeup.wait()
            self._wakeup.clear()
            envelopes, self._outgoing = list(self._outgoing), deque()
            while envelopes:
                try:
                    await self._transport.publish(await self._pack(envelopes))
                except UNAVAILABLE as error:
                    log.warning("bus_publish_failed", error=str(error) or type(error).__name__)
                    # Messages queued meanwhile are newer.
                    self._outgoing.extendleft(reversed(envelopes))
                    self._wakeup.set()
                    await asyncio.sleep(delay)
                    delay = min(MAX_RETRY_S, delay * 2)
                    break
                delay = MIN_RETRY_S
                self._size -= sum(map(len, envelopes))
                envelopes = []
            if not self._outgoing:
                self._all_sent.set()

    async def _pack(self, envelopes: list[bytes]) -> list[bytes]:
        """Packs messages into as few bundles as possible, in order."""
        max_size = self._transport.max_bundle - 64
        oversized = [envelope for envelope in envelopes if len(envelope) + ENVELOPE_OVERHEAD > max_size]
        rows = [row["id"] for row in await self._pool.fetch(STORE, oversized)] if oversized else []
        bundles: list[bytes] = []
        batch: list[bytes] = []
        size = 0
        for envelope in envelopes:
            is_oversized = len(envelope) + ENVELOPE_OVERHEAD > max_size
            if batch and (is_oversized or size + len(envelope) + ENVELOPE_OVERHEAD > max_size):
                bundles.append(_encode(Bundle(self._node, batch)))
                batch, size = [], 0
            if is_oversized:
                bundles.append(_encode(Bundle(self._node, row=rows.pop(0))))
            else:
                batch.append(envelope)
                size += len(envelope) + ENVELOPE_OVERHEAD
        if batch:
            bundles.append(_encode(Bundle(self._node, batch)))
        return bundles

    def _receive(self, encoded: bytes) -> None:
        """Handles a received bundle."""
        try:
            bundle = msgspec.msgpack.decode(encoded, type=Bundle)
        except msgspec.DecodeError:
            log.warning("bus_bundle_invalid")
            return
        if bundle.node == self._node:
            return
        if bundle.row or self._blocked:
            # Bundles behind one that has to be fetched wait for it.
            self._blocked += 1
            self._incoming.put_nowait(bundle)
        else:
            self._deliver(bundle.envelopes)

    async def _fetch(self) -> None:
        while True:
            bundle = await self._incoming.get()
            envelopes = bundle.envelopes
            if bundle.row:
                try:
                    body = await self._pool.fetchval(FETCH, bundle.row, timeout=5)
                except UNAVAILABLE as error:
                    # The receivers detect the missing message from the counters.
                    log.warning("bus_row_unavailable", error=str(error))
                    body = None
                envelopes = [] if body is None else [body]
            self._deliver(envelopes)
            self._blocked -= 1

    def _deliver(self, envelopes: list[bytes]) -> None:
        for envelope in envelopes:
            self._handle(envelope)


def _encode(bundle: Bundle) -> bytes:
    return msgspec.msgpack.encode(bundle)
