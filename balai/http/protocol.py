"""Limits of an HTTP connection besides request bodies: size and time of the headers, size of trailers, stalled readers.

Without them a client could keep connections open by sending one byte a minute, or fill the memory with an endless
header; the parser buffers trailers too. Request bodies are limited by the services that read them. A connection is
closed when its client stops reading a response.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from balai.http.asgi import Scope
from balai.http.response_headers import ReadyResponse, join_headers_and_body, write_ready

MAX_HEADER_BYTES = 65_536
HEADER_TIMEOUT_S = 20.0
WRITE_TIMEOUT_S = 60.0


class LimitedHttpProtocol(HttpToolsProtocol):
    """uvicorn's protocol with limits on headers, trailers and stalled readers."""

    header_timeout_s = HEADER_TIMEOUT_S
    write_timeout_s = WRITE_TIMEOUT_S

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._is_in_headers = False
        self._is_in_message = False
        self._has_body = False
        # Bytes of the current message since the last bytes of its body.
        self._bytes_since_body = 0
        self._header_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._active_cycle: RequestResponseCycle | None = None
        # The responses that the application has ready, if it has such a method.
        self._find_ready: Callable[[Scope], ReadyResponse | None] | None = getattr(self.config.app, "find_ready", None)
        self._has_written_ready = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn declares it
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._start_header_timer()

    def data_received(self, data: bytes) -> None:
        """Parse the data while headers and trailers stay within their limits."""
        self._has_body = self._has_written_ready = False
        super().data_received(data)
        if not self._is_in_message:
            return
        self._bytes_since_body = 0 if self._has_body else self._bytes_since_body + len(data)
        if self._bytes_since_body > MAX_HEADER_BYTES:
            self._reject()
        elif self._is_in_headers and self._header_timer is None:
            self._start_header_timer()

    def on_message_begin(self) -> None:
        """The headers of a request begin."""
        self._is_in_headers, self._is_in_message, self._bytes_since_body = True, True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The headers are complete. RFC 9112, 3.2: HTTP/1.1 requires exactly one Host, older versions at most one.

        An error stops the parser, and uvicorn responds with 400. Of two hosts, a proxy and the application could each
        use another.
        """
        self._is_in_headers = False
        self._stop_header_timer()
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (hosts == 0 and self.parser.get_http_version() == "1.1"):
            raise ValueError("a request must have exactly one Host header")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A chunk of the body."""
        self._has_body = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._is_in_message = False
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers and the running request.

        uvicorn notifies only the newest request of a connection. With pipelined requests the active one is older: it
        would continue and be counted as failed.
        """
        self._stop_header_timer()
        self._stop_write_timer()
        self.pipeline.clear()
        if self._active_cycle is not None and not self._active_cycle.response_complete:
            self._active_cycle.disconnected = True
            self._active_cycle.message_event.set()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The response is produced faster than the client reads it."""
        super().pause_writing()
        self._start_write_timer(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """The client has read most of the buffer."""
        self._stop_write_timer()
        super().resume_writing()

    def _start_write_timer(self, unread: int) -> None:
        self._write_timer = self.loop.call_later(self.write_timeout_s, self._check_progress, unread)

    def _check_progress(self, unread_before: int) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread < unread_before:
            self._start_write_timer(unread)
        else:
            self.transport.abort()

    def _stop_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Write the response if it is ready, else start a task.

        One response for each read: hundreds of pipelined requests would hold up all other connections.
        """
        self._active_cycle = cycle
        is_blocked = self._has_written_ready or cycle.flow.write_paused or cycle.transport.is_closing()
        response = None if self._find_ready is None or is_blocked else self._find_ready(cycle.scope)  # type: ignore[arg-type]  # as below
        if response is not None:
            self._has_written_ready = True
            write_ready(cycle, response)
            return
        super()._start_asgi_task(cycle, join_headers_and_body(cycle, app))  # type: ignore[arg-type]  # the same messages; uvicorn names their types differently

    def _start_header_timer(self) -> None:
        self._header_timer = self.loop.call_later(self.header_timeout_s, self._close)

    def _stop_header_timer(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _reject(self) -> None:
        if self._is_in_headers:
            self.send_400_response("The request headers are too large.")
        else:
            # A response may have been started already.
            self.transport.close()

    def _close(self) -> None:
        self.transport.close()
