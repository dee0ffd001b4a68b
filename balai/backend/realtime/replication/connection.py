"""A replication connection: commands by the simple query protocol, then one stream of the WAL in COPY both mode.

asyncpg opens it (addresses, TLS, passwords) and hands its socket over, as for `balai.database.pipeline.connection`. The
position is confirmed as it is read, so the database never retains WAL for a subscriber. Source: PostgreSQL manual,
"Streaming Replication Protocol" and "Message Formats".
"""

import asyncio
import struct
from collections.abc import Callable
from time import time
from typing import Any

import asyncpg

from balai.database.pipeline.connection import ConnectionLost, DatabaseError, database_error, take_over, terminate

# PostgreSQL counts microseconds from 2000-01-01.
EPOCH_S = 946_684_800
# How often the position is confirmed; the server disconnects after wal_sender_timeout (60 s by default).
CONFIRM_INTERVAL_S = 5.0
# The server answers each confirmation that requests it. Without any message for this long it has failed.
IDLE_TIMEOUT_S = 20.0
_HEADER = struct.Struct("!cI")
_LENGTH = struct.Struct("!I")
_WAL_DATA = struct.Struct("!cQQq")
_KEEPALIVE = struct.Struct("!cQq?")
_STATUS = struct.Struct("!cQQQq?")
_DATA, _READY, _ERROR, _BOTH = ord("d"), ord("Z"), ord("E"), ord("W")


class ReplicationConnection(asyncio.Protocol):
    """One connection. Call `command` first, then `stream` once; `on_message` receives each message of the output plug-
    in.
    """

    def __init__(self, connection: "asyncpg.Connection[asyncpg.Record]", on_message: Callable[[bytes], None]) -> None:
        self._connection = connection
        self._on_message = on_message
        self._buffer = bytearray()
        self._needed = 5
        self._error: DatabaseError | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._position = 0
        self._received_at = 0.0
        self._is_streaming = False
        self.lost: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()
        self._transport = take_over(connection, self)

    @classmethod
    async def open(cls, url: str, name: str, on_message: Callable[[bytes], None]) -> "ReplicationConnection":
        """Connects.

        Raises:
            asyncpg.PostgresError: rejected, for example because the user may not replicate.
            OSError, TimeoutError: not reachable.
        """
        settings = {"replication": "database", "application_name": name, "timezone": "UTC", "DateStyle": "ISO"}
        connection: Any = await asyncpg.connect(url, server_settings=settings, timeout=10)
        return cls(connection, on_message)

    async def command(self, text: str) -> None:
        """Runs one replication command. Raises DatabaseError or ConnectionLost."""
        if self.lost.done():
            raise ConnectionLost
        self._waiter = asyncio.get_running_loop().create_future()
        encoded = text.encode() + b"\0"
        self._transport.write(_HEADER.pack(b"Q", 4 + len(encoded)) + encoded)
        await self._waiter

    async def stream(self, slot: str, publications: list[str]) -> None:
        """Starts streaming what is committed after the slot was created. Raises DatabaseError or ConnectionLost."""
        names = ",".join('"' + name.replace('"', '""') + '"' for name in publications).replace("'", "''")
        await self.command(
            f"START_REPLICATION SLOT \"{slot}\" LOGICAL 0/0 (proto_version '1', publication_names '{names}')"
        )

    async def keep_alive(self) -> Exception:
        """Confirms the position regularly until the connection is lost; returns the reason."""
        loop = asyncio.get_running_loop()
        while True:
            done, _ = await asyncio.wait([self.lost], timeout=CONFIRM_INTERVAL_S)
            if done:
                return self.lost.result()
            if loop.time() - self._received_at > IDLE_TIMEOUT_S:
                self.close()
                return TimeoutError("the database sends no messages")
            self._confirm(wants_reply=True)

    def close(self) -> None:
        """Disconnects; a temporary slot is dropped with its connection."""
        terminate(self._connection)

    def data_received(self, data: bytes) -> None:
        """Parses complete messages (asyncio.Protocol)."""
        self._received_at = asyncio.get_running_loop().time()
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
            self._message(data[at], data[at + 5 : after])
            at = after
        if at < end:
            self._needed = 5 if end - at < 5 else 1 + _LENGTH.unpack_from(data, at + 1)[0]
            self._buffer += data[at:]

    def _message(self, kind: int, body: bytes) -> None:
        if kind == _DATA:
            self._copy_data(body)
        elif kind == _ERROR:
            self._error = database_error(body)
            if self._is_streaming:
                self._set_lost(self._error)
        elif kind == _BOTH:
            self._is_streaming = True
            self._finish_command()
        elif kind == _READY:
            self._finish_command()

    def _copy_data(self, body: bytes) -> None:
        if body[0] == ord("w"):
            _, start, _, _ = _WAL_DATA.unpack_from(body)
            self._on_message(body[_WAL_DATA.size :])
            self._position = max(self._position, start)
        elif body[0] == ord("k"):
            _, end, _, wants_reply = _KEEPALIVE.unpack_from(body)
            self._position = max(self._position, end)
            if wants_reply:
                self._confirm()

    def _confirm(self, *, wants_reply: bool = False) -> None:
        at, moment = self._position, int((time() - EPOCH_S) * 1_000_000)
        body = _STATUS.pack(b"r", at, at, at, moment, wants_reply)
        self._transport.write(_HEADER.pack(b"d", 4 + len(body)) + body)

    def _finish_command(self) -> None:
        waiter, error = self._waiter, self._error
        self._waiter = self._error = None
        if waiter is not None and not waiter.done():
            if error is None:
                waiter.set_result(None)
            else:
                waiter.set_exception(error)

    def _set_lost(self, error: Exception) -> None:
        if not self.lost.done():
            self.lost.set_result(error)
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_exception(ConnectionLost(str(error)))

    def connection_lost(self, error: Exception | None) -> None:
        """The server has disconnected (asyncio.Protocol)."""
        self._set_lost(error or ConnectionLost("connection closed"))
