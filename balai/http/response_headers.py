"""The head of an answer in the form that goes over the encoded, made once however often it is sent.

uvicorn checks and joins the headers of an answer one by one each time, which costs a third of what it needs for a
request. Here a line that has been sent before is known, and a `ResponseHeaders` is whole from the start. To any ASGI
server it is a sequence of pairs, as the specification asks.
"""

from collections.abc import Iterable
from functools import lru_cache

from uvicorn.protocols.http.httptools_impl import HEADER_RE, HEADER_VALUE_RE, STATUS_LINE, RequestResponseCycle

from balai.http.asgi import ASGIApp, Header, Message, Send

# Who frames an answer with these leaves the send_unjoined way, and so does the server.
_FRAMING = {b"connection", b"transfer-encoding"}
# Copying a body of more bytes behind its head costs more than a second write.
MAX_JOINED_BODY = 64 * 1024
# A longer value says what was asked, and does not come again.
MAX_CACHED_VALUE = 1024


class ResponseHeaders(tuple[Header, ...]):
    """Headers that cannot change, and their lines. `content_length` is the announced content_length of the body, if there is one.

    Raises ValueError for a name or value that would end its line early.
    """

    encoded: bytes
    content_length: int | None

    def __new__(cls, headers: Iterable[Header]) -> "ResponseHeaders":
        """Check and join."""
        self = super().__new__(cls, headers)
        self.encoded, self.content_length = _encode(self)
        return self

    def with_header(self, name: bytes, value: bytes) -> "ResponseHeaders":
        """The same with one more header, neither of framing nor of anybody else's making: it is not checked."""
        more = tuple.__new__(ResponseHeaders, (*self, (name, value)))
        more.encoded = b"%b%b: %b\r\n" % (self.encoded, name, value)
        more.content_length = self.content_length
        return more


def _encode(headers: Iterable[Header]) -> tuple[bytes, int | None]:
    """The lines, and the content_length that they announce; None where the server has to find out how the body ends."""
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


# Most headers of most answers are the same few hundred: each of them is checked once.
_cached_line = lru_cache(maxsize=4096)(_line)


def join_headers_and_body(cycle: RequestResponseCycle, app: ASGIApp) -> ASGIApp:
    """The application for one request: an answer of announced content_length leaves in one piece, head and body.

    Everything else is left to the server. The request must not refer to what is made for it here: in such a circle all
    of it, bodies too, would stay in memory until the collector comes by.
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
            buffer.append(STATUS_LINE[message["status"]])
            buffer.extend(b"%b: %b\r\n" % header for header in cycle.default_headers)
            buffer.extend((encoded, b"\r\n" if cycle.keep_alive else b"connection: close\r\n\r\n"))

    return send


def _finish(cycle: RequestResponseCycle, buffer: list[bytes], message: Message) -> bool:
    """Send the head that waits, with the body if it is the whole; False leaves the body to the server."""
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
        cycle.response_complete = True
        cycle.message_event.set()
        if not cycle.keep_alive:
            cycle.transport.close()
        cycle.on_response()
    return is_whole


def _encoded(headers: Iterable[Header]) -> tuple[bytes, int | None]:
    if type(headers) is ResponseHeaders:
        return headers.encoded, headers.content_length
    try:
        return _encode(headers)
    except ValueError:
        # The server has its own way to refuse it.
        return b"", None
