"""Bounds on what a connection may hold besides bodies: how long a request's head is and takes, how long its trailer.

Without them somebody could keep connections open by sending a letter a minute, or fill the memory with one header that
never ends; the parser keeps those behind a body too. Bodies are bounded by the services that read them. An answer is
kept for as long as its receiver goes on taking of it.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from balai.http.response_headers import heads_first

LARGEST_HEAD = 65_536
HEAD_SECONDS = 20.0
UNREAD_SECONDS = 60.0


class LimitedHttpProtocol(HttpToolsProtocol):
    """The server's own protocol with a bounded head."""

    head_seconds = HEAD_SECONDS
    unread_seconds = UNREAD_SECONDS

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._is_in_head = False
        self._is_in_message = False
        self._has_body = False
        # Of the present message, since the last bytes of its body.
        self._bare_bytes = 0
        self._patience: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the server has it
        """Start waiting for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Pass on what came, as long as its head stays within bounds, and what is behind its body."""
        self._has_body = False
        super().data_received(data)
        if not self._is_in_message:
            return
        self._bare_bytes = 0 if self._has_body else self._bare_bytes + len(data)
        if self._bare_bytes > LARGEST_HEAD:
            self._refuse()
        elif self._is_in_head and self._patience is None:
            self._wait()

    def on_message_begin(self) -> None:
        """A head begins."""
        self._is_in_head, self._is_in_message, self._bare_bytes = True, True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self._is_in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        self._has_body = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._is_in_message = False
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there to wait for, or to answer.

        The server tells so only the newest request of the connection. The one that is being answered is an older one
        where others wait behind it: it would work on, and count as failed.
        """
        self._stop_waiting()
        self._stop_looking()
        self.pipeline.clear()
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """An answer comes faster than it is taken."""
        super().pause_writing()
        self._look_at(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Most of it has been taken."""
        self._stop_looking()
        super().resume_writing()

    def _look_at(self, unread: int) -> None:
        self._reading = self.loop.call_later(self.unread_seconds, self._look, unread)

    def _look(self, unread_before: int) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread < unread_before:
            self._look_at(unread)
        else:
            self.transport.abort()

    def _stop_looking(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, heads_first(cycle, app))  # type: ignore[arg-type]  # the same messages under the names that the server has for their types

    def _wait(self) -> None:
        self._patience = self.loop.call_later(self.head_seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _refuse(self) -> None:
        if self._is_in_head:
            self.send_400_response("The head of the request is too large.")
        else:
            # There may be an answer already.
            self.transport.close()

    def _give_up(self) -> None:
        self.transport.close()
