"""Whole transactions in one message: what the data service runs its statements on.

asyncpg opens the connection (addresses, TLS, passwords) and then hands its socket to the small protocol here, which
speaks PostgreSQL's extended query protocol, version 3, the way it allows and asyncpg does not: BEGIN, settings,
statement and COMMIT leave together and their answers come back together. One round trip instead of three halves the
cost of a small read in this process, and on a database across a network it is a third of the wait.

Values travel as text and PostgreSQL converts them to the types that it infers, exactly as for an untyped literal;
results come back as text and stay bytes. Statements are prepared once for each connection.
"""

import asyncio
import struct
from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Any

import asyncpg

from balai.database.pool import SESSION

Row = tuple[bytes | None, ...]
Value = str | bytes | None

_KEPT_STATEMENTS = 400
_HEADER = struct.Struct("!cI")
_LENGTH = struct.Struct("!I")
_SIGNED = struct.Struct("!i")
_COUNT = struct.Struct("!H")
_SYNC = b"S\x00\x00\x00\x04"
_EXECUTE = b"E\x00\x00\x00\x09\x00\x00\x00\x00\x00"
_BIND_END = b"\0\0" + _EXECUTE
_NULL = b"\xff\xff\xff\xff"
_ROW, _DONE, _READY, _ERROR = ord("D"), ord("C"), ord("Z"), ord("E")
_IDLE = ord("I")
_WAIT_S = 10.0
_STATEMENT_TIMEOUT = "10s"


class DatabaseError(Exception):
    """What PostgreSQL refused, in its own words."""

    def __init__(self, state: str, message: str, detail: str | None, hint: str | None) -> None:
        super().__init__(message)
        self.state = state
        self.message = message
        self.detail = detail
        self.hint = hint


class ConnectionLost(Exception):
    """The connection broke; what was asked may or may not have happened."""


class NoConnection(Exception):
    """None could be had: nothing was asked."""


class PipelinedConnection(asyncio.Protocol):
    """One connection. `run` is called by one task at a time."""

    def __init__(self, opener: "asyncpg.Connection[asyncpg.Record]") -> None:
        self._opener = opener
        self._transport: asyncio.Transport = opener._transport  # type: ignore[attr-defined]
        self._transport.set_protocol(self)
        self._prepared: OrderedDict[str, bytes] = OrderedDict()
        self._next_name = 0
        self._buffer = bytearray()
        self._needed = 0
        self._waiter: asyncio.Future[list[list[Row]]] | None = None
        self._results: list[list[Row]] = []
        self._rows: list[Row] = []
        self._error: DatabaseError | None = None
        self._state = _IDLE
        self.is_lost = False

    @property
    def is_idle(self) -> bool:
        """Whether it is outside any transaction."""
        return self._state == _IDLE

    async def run(self, steps: Sequence[tuple[str, Sequence[Value]]]) -> list[list[Row]]:
        """Send all steps at once and return the rows of each.

        Raises:
            DatabaseError: a step was refused; later steps did not run, and a transaction begun here is left failed.
            ConnectionLost: the connection broke.
        """
        if self.is_lost:
            raise ConnectionLost
        new: list[str] = []
        parts: list[bytes] = []
        for text, values in steps:
            name = self._prepared.get(text)
            if name is None:
                name = self._prepare(text, parts)
                new.append(text)
            else:
                self._prepared.move_to_end(text)
            _bind(parts, name, values)
        parts.append(_SYNC)
        waiter: asyncio.Future[list[list[Row]]] = asyncio.get_running_loop().create_future()
        self._waiter, self._results, self._rows, self._error = waiter, [], [], None
        self._transport.write(b"".join(parts))
        try:
            return await waiter
        except DatabaseError:
            # Whether the new ones were prepared before the error is not known: they get new names next time.
            for text in new:
                self._prepared.pop(text, None)
            raise

    def _prepare(self, text: str, parts: list[bytes]) -> bytes:
        if len(self._prepared) >= _KEPT_STATEMENTS:
            _, oldest = self._prepared.popitem(last=False)
            parts.append(_HEADER.pack(b"C", 6 + len(oldest)) + b"S" + oldest + b"\0")
        name = f"balai_{self._next_name}".encode()
        self._next_name += 1
        self._prepared[text] = name
        encoded = text.encode()
        parts.append(_HEADER.pack(b"P", 8 + len(name) + len(encoded)) + name + b"\0" + encoded + b"\0\0\0")
        return name

    def data_received(self, data: bytes) -> None:
        """Take what has arrived apart, as far as it is whole (asyncio.Protocol)."""
        if self._buffer:
            self._buffer += data
            if len(self._buffer) < self._needed:
                return
            data = bytes(self._buffer)
            self._buffer.clear()
        at, end = 0, len(data)
        while at + 5 <= end:
            after = at + 1 + _LENGTH.unpack_from(data, at + 1)[0]
            if after > end:
                break
            kind = data[at]
            if kind == _ROW:
                self._rows.append(_row(data, at + 5))
            elif kind == _DONE:
                self._results.append(self._rows)
                self._rows = []
            elif kind == _ERROR:
                self._error = _error(data[at + 5 : after])
            elif kind == _READY:
                self._state = data[at + 5]
                self._finish()
            at = after
        if at < end:
            self._buffer += data[at:]
            self._needed = 5 if end - at < 5 else 1 + _LENGTH.unpack_from(data, at + 1)[0]

    def connection_lost(self, error: Exception | None) -> None:
        """The other side is gone (asyncio.Protocol)."""
        self.is_lost = True
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_exception(ConnectionLost(str(error or "connection closed")))

    def _finish(self) -> None:
        waiter, self._waiter = self._waiter, None
        if waiter is None or waiter.done():
            return
        if self._error is not None:
            waiter.set_exception(self._error)
        else:
            waiter.set_result(self._results)

    async def cancel(self) -> None:
        """Ask the server to stop what runs here, and drop the connection."""
        answered = asyncio.get_running_loop().create_future()
        try:
            await self._opener._cancel(answered)  # type: ignore[attr-defined]
        finally:
            self.close()

    def close(self) -> None:
        """Hang up."""
        self.is_lost = True
        self._opener.terminate()


def _bind(parts: list[bytes], name: bytes, values: Sequence[Value]) -> None:
    """Bind the unnamed portal, values as text, results as text; then execute it."""
    length = 11 + len(name)
    at = len(parts)
    parts.append(b"")
    for value in values:
        if value is None:
            parts.append(_NULL)
            length += 4
            continue
        encoded = value if isinstance(value, bytes) else value.encode()
        parts.append(_LENGTH.pack(len(encoded)) + encoded)
        length += 4 + len(encoded)
    # "B", length, portal "", statement, no formats: all values are text, count of values.
    parts[at] = b"B" + _LENGTH.pack(length + 1) + b"\0" + name + b"\0\0\0" + _COUNT.pack(len(values))
    parts.append(_BIND_END)


def _row(data: bytes, at: int) -> Row:
    columns: list[bytes | None] = []
    (count,) = _COUNT.unpack_from(data, at)
    at += 2
    for _ in range(count):
        (length,) = _SIGNED.unpack_from(data, at)
        at += 4
        if length < 0:
            columns.append(None)
        else:
            columns.append(data[at : at + length])
            at += length
    return tuple(columns)


def _error(body: bytes) -> DatabaseError:
    fields = {chr(field[0]): field[1:].decode("utf-8", "replace") for field in body.split(b"\0") if field}
    return DatabaseError(fields.get("C", "XX000"), fields.get("M", ""), fields.get("D"), fields.get("H"))


class PipelinePool:
    """At most `size` connections, opened when needed; the one used last is lent first, so its caches are warm."""

    def __init__(self, url: str, *, size: int = 8) -> None:
        self._url = url
        self._free: list[PipelinedConnection] = []
        self._room = size
        self._queue: deque[asyncio.Future[None]] = deque()
        self._is_closed = False

    def lend(self) -> "Loan":
        """A connection outside any transaction, for an `async with`. One that comes back otherwise is cleaned.

        Entering raises NoConnection when none can be opened, and TimeoutError when all are busy for too long.
        """
        return Loan(self)

    def take(self) -> PipelinedConnection | None:
        """A connection, if one is free at once."""
        while self._free:
            connection = self._free.pop()
            if not connection.is_lost:
                return connection
            self._room += 1
        return None

    async def acquire(self) -> PipelinedConnection:
        """A connection, to be given back by `release`."""
        while True:
            connection = self.take()
            if connection is not None:
                return connection
            if self._room > 0:
                return await self._open()
            await self._wait()

    def release(self, connection: PipelinedConnection) -> None:
        """Take a connection back that is outside any transaction."""
        if connection.is_lost or self._is_closed:
            connection.close()
            self._room += 1
        else:
            self._free.append(connection)
        self._wake()

    async def close(self) -> None:
        """Close all that is free; what is lent is closed when it comes back."""
        self._is_closed = True
        for connection in self._free:
            connection.close()
        self._free.clear()

    async def _open(self) -> PipelinedConnection:
        self._room -= 1
        try:
            settings = {**SESSION, "statement_timeout": _STATEMENT_TIMEOUT}
            opener: Any = await asyncpg.connect(self._url, server_settings=settings, timeout=_WAIT_S)
        except BaseException as error:
            self._room += 1
            self._wake()
            if isinstance(error, (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)):
                raise NoConnection(str(error)) from error
            raise
        return PipelinedConnection(opener)

    async def _wait(self) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            async with asyncio.timeout(_WAIT_S):
                await turn
        except BaseException:
            if turn.done() and not turn.cancelled():
                # Woken and leaving at the same moment: the turn is the next one's.
                self._wake()
            raise

    def _wake(self) -> None:
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return

    async def roll_back(self, connection: PipelinedConnection) -> None:
        """Take a connection back that may be in a transaction: it does not happen."""
        if not connection.is_lost and not connection.is_idle:
            try:
                await connection.run([("ROLLBACK", ())])
            except (DatabaseError, ConnectionLost):
                connection.close()
        self.release(connection)

    def give_up(self, connection: PipelinedConnection) -> None:
        """The task was cancelled in the middle: stop the statement and do without the connection."""
        self._room += 1
        self._wake()
        asyncio.get_running_loop().create_task(_stop(connection))


class Loan:
    """A connection for the length of a block. A class, since a generator would cost as much as the round trip."""

    __slots__ = ("_connection", "_pool")

    def __init__(self, pool: PipelinePool) -> None:
        self._pool = pool

    async def __aenter__(self) -> PipelinedConnection:
        """Borrow."""
        self._connection = self._pool.take() or await self._pool.acquire()
        return self._connection

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Give back: as it is, rolled back, or not at all when the task was cancelled in the middle."""
        if kind is None:
            self._pool.release(self._connection)
        elif issubclass(kind, asyncio.CancelledError):
            self._pool.give_up(self._connection)
        else:
            await self._pool.roll_back(self._connection)


async def _stop(connection: PipelinedConnection) -> None:
    try:
        await connection.cancel()
    except (OSError, TimeoutError, asyncpg.InterfaceError):
        connection.close()
