"""Keeps one replication connection open while it is needed, and reopens it when it is lost."""

import asyncio
import random
import uuid
from collections.abc import Callable

import structlog

from balai.backend.realtime.replication.connection import ReplicationConnection
from balai.database.pipeline.connection import ConnectionLost, DatabaseError, NoConnection
from balai.database.pipeline.pool import PipelinePool
from balai.database.pool import UNAVAILABLE

log = structlog.get_logger("balai.realtime.replication")
NAME = "balai-changes"
CHANGES = "supabase_realtime"
PUBLICATIONS = """
select pubname::text from pg_publication
where pubname in ('supabase_realtime', 'supabase_realtime_messages_publication') order by 1
"""
# How often to check for new publications.
PUBLICATION_CHECK_S = 60.0
# Delay before another attempt (contract, section 5).
MIN_RETRY_S, MAX_RETRY_S = 5.0, 10.0
FIRST_RETRY_S = 0.5
FAILURES = (*UNAVAILABLE, DatabaseError, ConnectionLost, NoConnection)


class StreamUnavailable(Exception):
    """The stream cannot be opened; the message is the database's."""


class Stream:
    """One temporary slot over the publications. `on_message` receives each message.

    `on_connect` is called before the first message of each connection, `on_disconnect` when messages may be missing
    from now on.
    """

    def __init__(
        self,
        url: str,
        pool: PipelinePool,
        on_message: Callable[[bytes], None],
        on_connect: Callable[[], None],
        on_disconnect: Callable[[], None],
    ) -> None:
        self._url = url
        self._pool = pool
        self._on_message = on_message
        self._on_connect = on_connect
        self._on_disconnect = on_disconnect
        self._task: asyncio.Task[None] | None = None
        self._state: asyncio.Future[None] | None = None
        self.slot = ""
        self.publications: list[str] = []

    @property
    def is_open(self) -> bool:
        """Whether the stream delivers what is committed from now on."""
        state = self._state
        return state is not None and state.done() and not state.cancelled() and state.exception() is None

    def open(self) -> None:
        """Opens the stream unless it is open."""
        if self._task is None:
            self._state = _new_state()
            self._task = asyncio.create_task(self._keep_open(), name=NAME)

    async def close(self) -> None:
        """Closes the stream."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def ready(self) -> None:
        """Waits until it is open. Raises StreamUnavailable if the current or the last attempt has failed."""
        self.open()
        state = self._state
        assert state is not None
        await asyncio.shield(state)

    async def refresh_publications(self) -> None:
        """Reopens the stream if the publications have changed. Raises the database's error."""
        if self.is_open and await self._list_publications() != self.publications:
            await self.close()
            self.open()

    async def _keep_open(self) -> None:
        failures = 0
        while True:
            try:
                connection = await self._try_open()
            except FAILURES as error:
                failures += 1
                log.warning("replication_stream_unavailable", error=str(error))
                self._fail(error)
                first = FIRST_RETRY_S if failures == 1 else MIN_RETRY_S
                await asyncio.sleep(random.uniform(first, first * MAX_RETRY_S / MIN_RETRY_S))  # noqa: S311
                continue
            failures = 0
            state = self._new_or_pending_state()
            state.set_result(None)
            try:
                reason = await self._wait_until_lost(connection)
            finally:
                connection.close()
                # If it was closed and opened at once, a caller waits already for the state of the next connection.
                if self._state is state:
                    self._state = _new_state()
                self._on_disconnect()
            if reason is not None:
                log.warning("replication_stream_disconnected", error=str(reason))

    async def _wait_until_lost(self, connection: ReplicationConnection) -> Exception | None:
        """Returns why the connection was lost; None if it has to be reopened with other publications."""
        keep_alive = asyncio.create_task(connection.keep_alive())
        try:
            while True:
                done, _ = await asyncio.wait([keep_alive], timeout=PUBLICATION_CHECK_S)
                if done:
                    return keep_alive.result()
                try:
                    if await self._list_publications() != self.publications:
                        return None
                except FAILURES:
                    continue
        finally:
            keep_alive.cancel()

    async def _try_open(self) -> ReplicationConnection:
        self.publications = await self._list_publications()
        if not self.publications:
            raise NoConnection(f'publication "{CHANGES}" does not exist')
        self._on_connect()
        connection = await ReplicationConnection.open(self._url, NAME, self._on_message)
        try:
            slot = f"balai_{uuid.uuid4().hex}"
            await connection.command(
                f"CREATE_REPLICATION_SLOT \"{slot}\" TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')"
            )
            await connection.stream(slot, self.publications)
        except BaseException:
            connection.close()
            raise
        self.slot = slot
        return connection

    async def _list_publications(self) -> list[str]:
        async with self._pool.connection() as connection:
            [rows] = await connection.run([(PUBLICATIONS, ())])
        return [(row[0] or b"").decode() for row in rows]

    def _new_or_pending_state(self) -> "asyncio.Future[None]":
        if self._state is None or self._state.done():
            self._state = _new_state()
        return self._state

    def _fail(self, error: BaseException) -> None:
        state = self._new_or_pending_state()
        state.set_exception(StreamUnavailable(describe_failure(error)))
        # Marks the error as retrieved, since there may be no waiting caller.
        state.exception()


def describe_failure(error: BaseException) -> str:
    """Formats a database error as the contract's system messages do."""
    state = getattr(error, "state", None) or getattr(error, "sqlstate", None)
    return f"ERROR {state} {error}" if state else str(error)


def _new_state() -> "asyncio.Future[None]":
    return asyncio.get_running_loop().create_future()
