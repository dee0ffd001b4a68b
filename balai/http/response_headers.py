"""Response headers as wire bytes, encoded once for all responses that share them.

uvicorn validates and joins the headers of each response one by one, which costs a third of its time for a request.
Here an encoded header line is cached, and a `ResponseHeaders` is encoded when it is created. To any ASGI server it is a
sequence of pairs, as the specification requires.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from uvicorn.protocols.http.httptools_impl import HEADER_RE, HEADER_VALUE_RE, STATUS_LINE, RequestResponseCycle

from balai.http.asgi import ASGIApp, Header, Message, Send

# Responses with these framing headers are left to the server.
_FRAMING = {b"connection", b"transfer-encoding"}
# Copying a larger body behind its headers costs more than a second write.
MAX_JOINED_BODY = 64 * 1024
# A longer value is specific to its request and not worth caching.
MAX_CACHED_VALUE = 1024


class ResponseHeaders(tuple[Header, ...]):
    """Immutable headers with their encoded lines. `content_length`: the announced length of the body, if any.

    Raises:
        ValueError: a name or value contains characters that would end its line early.
    """

    encoded: bytes
    content_length: int | None

    def __new__(cls, headers: Iterable[Header]) -> "ResponseHeaders":
        """Validate and encode."""
        self = super().__new__(cls, headers)
        self.encoded, self.content_length = _encode(self)
        return self

    def with_header(self, name: bytes, value: bytes) -> "ResponseHeaders":
        """A copy with one more header. It is not validated: only for our own constant, non-framing headers."""
        more = tuple.__new__(ResponseHeaders, self + ((name, value),))  # noqa: RUF005 - a third of the time of unpacking
        more.encoded = b"".join((self.encoded, name, b": ", value, b"\r\n"))
        more.content_length = self.content_length
        return more


class ReadyResponse(NamedTuple):
    """A response that needs no application to run. `headers` announce the length of the body."""

    status: int
    headers: ResponseHeaders
    body: bytes


def _encode(headers: Iterable[Header]) -> tuple[bytes, int | None]:
    """The encoded lines and the announced content length; None where the server must determine the framing."""
    lines: list[bytes] = []
    content_length: int | None = None
    is_framed = False
    for header in headers:
        lines.append((_cached_line if len(header[1]) <= MAX_CACHED_VALUE else _line)(*header))
        name = header[0]
        if name == b"content-length":
            is_framed = is_framed or content_length is not None
            content_length = int(header[1])
        elif name in _FRAMING:
            is_framed = True
    return b"".join(lines), None if is_framed else content_length


def _line(name: bytes, value: bytes) -> bytes:
    if HEADER_RE.search(name) or HEADER_VALUE_RE.search(value) or name != name.lower():
        raise ValueError(f"not a header: {name!r}")
    return b"%b: %b\r\n" % (name, value)


# Most headers of most responses are the same few hundred: each is validated once.
_cached_line = lru_cache(maxsize=4096)(_line)


def join_headers_and_body(cycle: RequestResponseCycle, app: ASGIApp) -> ASGIApp:
    """Wrap the application for one request: headers and body of an announced length are written in one piece.

    Any other response is left to the server. The request must not hold a reference to the wrapper: in such a cycle all
    of it, bodies included, would stay in memory until the garbage collector runs.
    """
    return lambda scope, receive, send_unjoined: app(scope, receive, _send(cycle, send_unjoined))


def _send(cycle: RequestResponseCycle, send_unjoined: Send) -> Send:
    buffer: list[bytes] = []

    async def send(message: Message) -> None:
        if cycle.response_started:
            if not buffer or not _finish(cycle, buffer, message):
                await send_unjoined(message)
            return
        encoded, content_length = (b"", None) if cycle.flow.write_paused else _encoded(message.get("headers", ()))
        if content_length is None:
            await send_unjoined(message)
        elif not cycle.disconnected:
            cycle.response_started = True
            cycle.waiting_for_100_continue = False
            cycle.chunked_encoding = False
            cycle.expected_content_length = content_length
            buffer.extend(_head(cycle, message["status"], encoded))

    return send


def _finish(cycle: RequestResponseCycle, buffer: list[bytes], message: Message) -> bool:
    """Write the buffered headers, with the body if it is complete. False leaves the body to the server."""
    if cycle.disconnected or message["type"] != "http.response.body":
        return False
    body = message.get("body", b"")
    is_whole = not message.get("more_body", False) and len(body) == cycle.expected_content_length <= MAX_JOINED_BODY
    is_whole = is_whole and cycle.scope["method"] != "HEAD" and not cycle.flow.write_paused
    if is_whole:
        buffer.append(body)
    cycle.transport.write(b"".join(buffer))
    buffer.clear()
    if is_whole:
        _complete(cycle)
    return is_whole


def write_ready(cycle: RequestResponseCycle, response: ReadyResponse) -> None:
    """Write a response for which no application runs."""
    cycle.response_started = True
    body = b"" if cycle.scope["method"] == "HEAD" else response.body
    cycle.transport.write(b"".join((*_head(cycle, response.status, response.headers.encoded), body)))
    _complete(cycle)
    # As uvicorn does at the end of the application: the connection refers to its request.
    cycle.on_response = _do_nothing


def _head(cycle: RequestResponseCycle, status: int, encoded: bytes) -> list[bytes]:
    added = [b"%b: %b\r\n" % header for header in cycle.default_headers]
    return [STATUS_LINE[status], *added, encoded, b"\r\n" if cycle.keep_alive else b"connection: close\r\n\r\n"]


def _do_nothing() -> None:
    """The callback of a request that has ended."""


def _complete(cycle: RequestResponseCycle) -> None:
    cycle.response_complete = True
    cycle.message_event.set()
    if not cycle.keep_alive:
        cycle.transport.close()
    cycle.on_response()


def _encoded(headers: Iterable[Header]) -> tuple[bytes, int | None]:
    if type(headers) is ResponseHeaders:
        return headers.encoded, headers.content_length
    try:
        return _encode(headers)
    except ValueError:
        # The server rejects it in its own way.
        return b"", None
