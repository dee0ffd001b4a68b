"""Sends parcels to the other workers and nodes, in order, many at once; nothing waits for it.

What is too long for the carrier goes through a row of the database, and its number travels instead. While the carrier
is down parcels wait, within bounds; what is given up then is missed by the others, who notice by the numbers in them
(`cluster.py`).
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

import asyncpg
import msgspec
import structlog

from balai.database.pool import Pool

log = structlog.get_logger("balai.realtime.bus")
MOST_WAITING = 16_000_000
# A parcel's own length and a little more, in the packed form.
AROUND = 8
FIRST_WAIT_S, LONGEST_WAIT_S = 0.05, 2.0
STORE = "insert into realtime.bus_messages (body) select unnest($1::bytea[]) returning id"
FETCH = "select body from realtime.bus_messages where id = $1"
FAILURES = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


class Carrier(Protocol):
    """Takes bundles to all nodes, in order."""

    largest: int
    """The longest bundle that it takes, in bytes."""

    async def start(self, hear: Callable[[bytes], None]) -> None:
        """Begin; `hear` is called with each bundle, its own ones too perhaps."""

    async def carry(self, bundles: list[bytes]) -> None:
        """Take these, or raise one of FAILURES; where it is not known whether they arrived, they are carried again."""

    async def stop(self) -> None:
        """End."""


class Bundle(msgspec.Struct, frozen=True, array_like=True):
    """What travels: whose it is, and either parcels or the number of the row that holds one."""

    node: str
    parcels: list[bytes] = []
    row: int = 0


class Post:
    """One for each worker. `hear` is called with each parcel of the others, in the order of each sender."""

    def __init__(self, node: str, carrier: Carrier, pool: Pool, hear: Callable[[bytes], None]) -> None:
        self._node = node
        self._carrier = carrier
        self._pool = pool
        self._hear = hear
        self._out: deque[bytes] = deque()
        self._size = 0
        self._bell = asyncio.Event()
        self._all_sent = asyncio.Event()
        self._all_sent.set()
        self._in: asyncio.Queue[Bundle] = asyncio.Queue()
        self._behind = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to hear and to send."""
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._fetch())]
        await self._carrier.start(self._take)

    async def stop(self, *, within_s: float = 1.0) -> None:
        """Send what waits, if that goes quickly, and end."""
        try:
            async with asyncio.timeout(within_s):
                await self._all_sent.wait()
        except TimeoutError:
            log.warning("messages to other nodes are given up", bytes=self._size)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._carrier.stop()

    def send(self, parcel: bytes) -> None:
        """Send a parcel to all others."""
        self._out.append(parcel)
        self._size += len(parcel)
        while self._size > MOST_WAITING and len(self._out) > 1:
            self._size -= len(self._out.popleft())
        self._all_sent.clear()
        self._bell.set()

    async def _send(self) -> None:
        wait = FIRST_WAIT_S
        while True:
            await self._bell.wait()
            self._bell.clear()
            parcels, self._out = list(self._out), deque()
            while parcels:
                try:
                    await self._carrier.carry(await self._pack(parcels))
                except FAILURES as error:
                    log.warning("messages to other nodes wait", error=str(error) or type(error).__name__)
                    # What has come meanwhile is newer.
                    self._out.extendleft(reversed(parcels))
                    self._bell.set()
                    await asyncio.sleep(wait)
                    wait = min(LONGEST_WAIT_S, wait * 2)
                    break
                wait = FIRST_WAIT_S
                self._size -= sum(map(len, parcels))
                parcels = []
            if not self._out:
                self._all_sent.set()

    async def _pack(self, parcels: list[bytes]) -> list[bytes]:
        """As few bundles as hold them all, in order."""
        room = self._carrier.largest - 64
        long = [parcel for parcel in parcels if len(parcel) + AROUND > room]
        rows = [row["id"] for row in await self._pool.fetch(STORE, long)] if long else []
        bundles: list[bytes] = []
        held: list[bytes] = []
        size = 0
        for parcel in parcels:
            is_long = len(parcel) + AROUND > room
            if held and (is_long or size + len(parcel) + AROUND > room):
                bundles.append(_encode(Bundle(self._node, held)))
                held, size = [], 0
            if is_long:
                bundles.append(_encode(Bundle(self._node, row=rows.pop(0))))
            else:
                held.append(parcel)
                size += len(parcel) + AROUND
        if held:
            bundles.append(_encode(Bundle(self._node, held)))
        return bundles

    def _take(self, encoded: bytes) -> None:
        """A bundle has come."""
        try:
            bundle = msgspec.msgpack.decode(encoded, type=Bundle)
        except msgspec.DecodeError:
            log.warning("something else speaks on the bus")
            return
        if bundle.node == self._node:
            return
        if bundle.row or self._behind:
            # What comes behind one that has to be fetched waits for it.
            self._behind += 1
            self._in.put_nowait(bundle)
        else:
            self._open(bundle.parcels)

    async def _fetch(self) -> None:
        while True:
            bundle = await self._in.get()
            parcels = bundle.parcels
            if bundle.row:
                try:
                    body = await self._pool.fetchval(FETCH, bundle.row, timeout=5)
                except FAILURES as error:
                    # The numbers will tell that it is missing.
                    log.warning("a message of another node cannot be read", error=str(error))
                    body = None
                parcels = [] if body is None else [body]
            self._open(parcels)
            self._behind -= 1

    def _open(self, parcels: list[bytes]) -> None:
        for parcel in parcels:
            self._hear(parcel)


def _encode(bundle: Bundle) -> bytes:
    return msgspec.msgpack.encode(bundle)
