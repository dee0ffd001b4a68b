"""PostgreSQL connections that send a whole transaction in one message.

asyncpg opens the connection (addresses, TLS, passwords) and hands its socket to the protocol here. It speaks
PostgreSQL's extended query protocol, version 3, with pipelining, which asyncpg lacks: BEGIN, settings, statement and
COMMIT are sent together and their results come back together. One round trip instead of three halves the cost of a
small read in this process; across a network it cuts the wait to a third.

Values are sent as text. PostgreSQL converts them to the types that it infers, as for an untyped literal. Results come
back as text and stay bytes. Each connection prepares a statement once. Its name is the hash of its text, so it is the
same on every connection and a repeated step is the same bytes on all of them.
"""

import asyncio
import socket
import struct
import time
from collections.abc import Callable, Sequence
from hashlib import blake2b

import asyncpg

from balai.cache import BoundedCache, cached_if_short
from balai.database.pipeline.large_rows import MAX_IN_MEMORY, LargeRow, Row
from balai.database.pipeline.spool import Spool

Value = str | bytes | None

_MAX_CACHED_STATEMENTS = 400
# In characters. The server keeps some forty bytes for each, on every connection, so long statements are not cached.
MAX_CACHED_LENGTH = 8192
_HEADER = struct.Struct("!cI")
_LENGTH = struct.Struct("!I")
_SIGNED = struct.Struct("!i")
_COUNT = struct.Struct("!H")
_SYNC = b"S\x00\x00\x00\x04"
_EXECUTE = b"E\x00\x00\x00\x09\x00\x00\x00\x00\x00"
_AS_TEXT = b"\0\0"
_NULL = b"\xff\xff\xff\xff"
_ROW, _DONE, _READY, _ERROR = ord("D"), ord("C"), ord("Z"), ord("E")
_IDLE = ord("I")
# feature_not_supported, which includes "cached plan must not change result type".
_PLAN_CHANGED = "0A000"

# An unreachable host is detected after half a minute, also while a client waits for a result. Operating systems that
# lack one of these options use their own default.
_KEEPALIVE_OPTIONS = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 4, "TCP_USER_TIMEOUT": 30_000}


class Bound:
    """A statement's encoded values, for a step that is sent repeatedly with the same ones."""

    __slots__ = ("message", "values")

    def __init__(self, text: str, values: Sequence[Value] = ()) -> None:
        self.values = values
        self.message = _message(text, values)


BoundStep = tuple[str, Bound]
Step = tuple[str, Sequence[Value] | Bound]
ResultFuture = asyncio.Future[list[list[Row]]]


class DatabaseError(Exception):
    """An error that PostgreSQL returned."""

    def __init__(self, state: str, message: str, detail: str | None, hint: str | None) -> None:
        super().__init__(message)
        self.state = state
        self.message = message
        self.detail = detail
        self.hint = hint


class ConnectionLost(Exception):
    """The connection was lost. Whether the statements ran is unknown."""


class NoConnection(Exception):
    """No connection could be opened; nothing was executed."""


def take_over(opener: "asyncpg.Connection[asyncpg.Record]", protocol: asyncio.Protocol) -> asyncio.Transport:
    """Hands the socket of an open, unused connection to another protocol."""
    transport: asyncio.Transport = opener._transport  # type: ignore[attr-defined]
    sock = transport.get_extra_info("socket")
    if sock.family != socket.AF_UNIX:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in _KEEPALIVE_OPTIONS.items():
            if hasattr(socket, option):
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
    transport.set_protocol(protocol)
    return transport


def terminate(opener: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Terminates a connection whose transport was taken over.

    asyncpg no longer receives the transport's events. It aborts a transport that may be closed already, and uvloop
    raises RuntimeError ("the handler is closed") for that.
    """
    try:
        opener.terminate()
    except RuntimeError:
        # The connection counts as aborted now; the second call only runs asyncpg's cleanup.
        opener.terminate()


class PipelinedConnection(asyncio.Protocol):
    """One connection. Only one task at a time may call `run`."""

    def __init__(self, opener: "asyncpg.Connection[asyncpg.Record]") -> None:
        self._opener = opener
        self._transport = take_over(opener, self)
        self._prepared: BoundedCache[str, None] = BoundedCache(_MAX_CACHED_STATEMENTS, self._queue_close)
        self._buffer = bytearray()
        self._needed = 0
        self._future: ResultFuture | None = None
        self._on_done: Callable[[], None] | None = None
        self._unconfirmed: list[str] = []
        self._pending_closes: list[bytes] = []
        self._results: list[list[Row]] = []
        self._rows: list[Row] = []
        self._large: LargeRow | None = None
        self._spools: dict[int, Spool] = {}
        self._error: DatabaseError | None = None
        self._state = _IDLE
        self._last_byte = 0.0
        self.is_lost = False

    def silent_s(self) -> float:
        """Seconds since the running statements were sent or the last byte of their results arrived; 0 without any."""
        return 0.0 if self._future is None else time.monotonic() - self._last_byte

    @property
    def is_idle(self) -> bool:
        """Whether the connection is outside any transaction."""
        return self._state == _IDLE

    async def run(self, steps: Sequence[Step]) -> list[list[Row]]:
        """Sends all steps at once and returns the rows of each.

        Raises:
            DatabaseError: a step failed. Later steps did not run; a transaction begun here is left failed.
            ConnectionLost: the connection was lost.
        """
        future: ResultFuture = asyncio.get_running_loop().create_future()
        self.send(steps, future)
        return await future

    def send(self, steps: Sequence[Step], future: ResultFuture, *, on_done: Callable[[], None] | None = None) -> None:
        """Sends all steps; `future` gets the rows or the error, then `on_done` is called.

        If `future` was cancelled meanwhile, `on_done` is not called.
        """
        if self.is_lost:
            raise ConnectionLost
        messages = [values.message if isinstance(values, Bound) else _message(text, values) for text, values in steps]
        self._unconfirmed.clear()
        parts: list[bytes] = []
        for (text, _), message in zip(steps, messages, strict=True):
            if text in self._prepared:
                self._prepared.move_to_end(text)
            else:
                self._prepare(text, parts)
                self._unconfirmed.append(text)
            parts.append(message)
            if len(text) > MAX_CACHED_LENGTH:
                parts.append(_close(_name_of(text)))
        parts.append(_SYNC)
        if self._pending_closes:
            # Sent before every step, because steps after a failed one are skipped.
            parts[:0] = self._pending_closes
            self._pending_closes.clear()
        self._future, self._on_done, self._results, self._rows, self._error = future, on_done, [], [], None
        self._last_byte = time.monotonic()
        if self._spools:
            self._drop_spools()
        self._transport.write(b"".join(parts))

    def take_spool(self, column: int) -> Spool | None:
        """The last `run`'s value of this column, if it was too long for its row. The caller closes it."""
        return self._spools.pop(column, None)

    def take_spools(self) -> dict[int, Spool]:
        """Returns all long values of the last `run`, by column. The caller closes them."""
        spools, self._spools = self._spools, {}
        return spools

    def _prepare(self, text: str, parts: list[bytes]) -> None:
        name, encoded = _name_of(text), text.encode()
        if len(text) <= MAX_CACHED_LENGTH:
            self._prepared[text] = None
        # Closing a missing statement is no error; preparing an existing one is.
        parts.append(_close(name))
        parts.append(_HEADER.pack(b"P", 8 + len(name) + len(encoded)) + name + b"\0" + encoded + b"\0\0\0")

    def data_received(self, data: bytes) -> None:
        """Parses the complete messages received so far (asyncio.Protocol)."""
        self._last_byte = time.monotonic()
        if self._large is not None:
            data = self._feed_large(data)
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
                self._rows.append(_parse_row(data, at + 5))
            elif kind == _DONE:
                self._results.append(self._rows)
                self._rows = []
            elif kind == _ERROR:
                self._error = database_error(data[at + 5 : after])
            elif kind == _READY:
                self._state = data[at + 5]
                self._finish()
            at = after
        if at < end:
            self._needed = 5 if end - at < 5 else 1 + _LENGTH.unpack_from(data, at + 1)[0]
            if data[at] == _ROW and self._needed > MAX_IN_MEMORY:
                self._large = LargeRow(self._needed - 5)
                self._feed_large(data[at + 5 :])
            else:
                self._buffer += data[at:]

    def _feed_large(self, data: bytes) -> bytes:
        """Feeds the large row and returns the bytes after it."""
        large = self._large
        assert large is not None
        used = large.feed(data)
        if large.row is not None:
            self._large = None
            self._rows.append(large.row)
            self._spools.update(large.spools)
        return data[used:]

    def _queue_close(self, text: str) -> None:
        self._pending_closes.append(_close(_name_of(text)))

    def _drop_spools(self) -> None:
        for spool in self._spools.values():
            spool.close()
        self._spools.clear()

    def connection_lost(self, error: Exception | None) -> None:
        """Fails the pending call (asyncio.Protocol)."""
        self.is_lost = True
        self._drop_spools()
        if self._large is not None:
            self._large.close()
        self._resolve(ConnectionLost(str(error or "connection closed")))

    def _finish(self) -> None:
        if self._error is not None:
            # Whether the new statements were prepared before the error is unknown, so they are prepared again next
            # time. They are also closed: each wrong request brings a new one, and they would pile up on the server. If
            # the schema changed under a prepared statement, all statements are closed.
            invalidated = (
                [*self._prepared, *self._unconfirmed] if self._error.state == _PLAN_CHANGED else self._unconfirmed
            )
            for text in invalidated:
                self._prepared.pop(text, None)
                self._queue_close(text)
            self._drop_spools()
        self._resolve(self._error)

    def _resolve(self, error: Exception | None) -> None:
        future, on_done, self._future, self._on_done = self._future, self._on_done, None, None
        if future is None or future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(self._results)
        if on_done is not None:
            on_done()

    async def cancel(self) -> None:
        """Asks the server to cancel the running statement, and closes the connection."""
        confirmed = asyncio.get_running_loop().create_future()
        try:
            await self._opener._cancel(confirmed)  # type: ignore[attr-defined]
        finally:
            self.close()

    def close(self) -> None:
        """Closes the connection. Safe to repeat, and after the connection is lost."""
        self.is_lost = True
        terminate(self._opener)


@cached_if_short(MAX_CACHED_LENGTH, maxsize=4096)
def _name_of(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16).hexdigest().encode()


def _close(name: bytes) -> bytes:
    return _HEADER.pack(b"C", 6 + len(name)) + b"S" + name + b"\0"


def _message(text: str, values: Sequence[Value]) -> bytes:
    """Encodes Bind to the unnamed portal, and Execute."""
    name, wire = _name_of(text), _encode_values(values)
    return b"B%b\0%b\0%b%b" % (_LENGTH.pack(6 + len(name) + len(wire)), name, wire, _EXECUTE)


def _encode_values(values: Sequence[Value]) -> bytes:
    """Encodes the values: no format codes (all text), their number, each with its length, results as text."""
    parts = [_AS_TEXT, _COUNT.pack(len(values))]
    for value in values:
        if value is None:
            parts.append(_NULL)
        else:
            encoded = value if isinstance(value, bytes) else value.encode()
            parts += (_LENGTH.pack(len(encoded)), encoded)
    parts.append(_AS_TEXT)
    return b"".join(parts)


def _parse_row(data: bytes, at: int) -> Row:
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


def database_error(body: bytes) -> DatabaseError:
    """Parses the body of an ErrorResponse message."""
    fields = {chr(field[0]): field[1:].decode("utf-8", "replace") for field in body.split(b"\0") if field}
    return DatabaseError(fields.get("C", "XX000"), fields.get("M", ""), fields.get("D"), fields.get("H"))
