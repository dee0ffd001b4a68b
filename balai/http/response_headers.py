"""The head of an answer in the form that goes over the wire, made once however often it is sent.

uvicorn checks and joins the headers of an answer one by one each time, which costs a third of what it needs for a
request. Here a line that has been sent before is known, and a `ResponseHeaders` is whole from the start. To any ASGI
server it is a sequence of pairs, as the specification asks.
"""

from collections.abc import Iterable
from functools import lru_cache

from uvicorn.protocols.http.httptools_impl import HEADER_RE, HEADER_VALUE_RE, STATUS_LINE, RequestResponseCycle

from balai.http.asgi import ASGIApp, Header, Message, Send

# Who frames an answer with these leaves the usual way, and so does the server.
_FRAMING = {b"connection", b"transfer-encoding"}
# Copying a body of more bytes behind its head costs more than a second write.
_JOINED = 64 * 1024
# A longer value says what was asked, and does not come again.
_LONGEST_KEPT = 1024


class ResponseHeaders(tuple[Header, ...]):
    """Headers that cannot change, and their lines. `length` is the announced length of the body, if there is one.

    Raises ValueError for a name or value that would end its line early.
    """

    wire: bytes
    length: int | None

    def __new__(cls, headers: Iterable[Header]) -> "ResponseHeaders":
        """Check and join."""
        self = super().__new__(cls, headers)
        self.wire, self.length = _written(self)
        return self

    def plus(self, name: bytes, value: bytes) -> "ResponseHeaders":
        """The same with one more header, neither of framing nor of anybody else's making: it is not checked."""
        more = tuple.__new__(ResponseHeaders, (*self, (name, value)))
        more.wire = b"%b%b: %b\r\n" % (self.wire, name, value)
        more.length = self.length
        return more


def _written(headers: Iterable[Header]) -> tuple[bytes, int | None]:
    """The lines, and the length that they announce; None where the server has to find out how the body ends."""
    lines: list[bytes] = []
    length: int | None = None
    is_framed = False
    for header in headers:
        lines.append((_line_kept if len(header[1]) <= _LONGEST_KEPT else _line)(*header))
        name = header[0]
        if name == b"content-length":
            is_framed = is_framed or length is not None
            length = int(header[1])
        elif name in _FRAMING:
            is_framed = True
    return b"".join(lines), None if is_framed else length


def _line(name: bytes, value: bytes) -> bytes:
    if HEADER_RE.search(name) or HEADER_VALUE_RE.search(value) or name != name.lower():
        raise ValueError(f"not a header: {name!r}")
    return b"%b: %b\r\n" % (name, value)


# Most headers of most answers are the same few hundred: each of them is checked once.
_line_kept = lru_cache(maxsize=4096)(_line)


def heads_first(cycle: RequestResponseCycle, app: ASGIApp) -> ASGIApp:
    """The application for one request: an answer of announced length leaves in one piece, head and body.

    Everything else is left to the server. The request must not refer to what is made for it here: in such a circle all
    of it, bodies too, would stay in memory until the collector comes by.
    """
    return lambda scope, receive, usual: app(scope, receive, _send_of(cycle, usual))


def _send_of(cycle: RequestResponseCycle, usual: Send) -> Send:
    held: list[bytes] = []

    async def send(message: Message) -> None:
        if cycle.response_started:
            if not held or not _finish(cycle, held, message):
                await usual(message)
            return
        wire, length = (b"", None) if cycle.flow.write_paused else _wire_of(message.get("headers", ()))
        if length is None:
            await usual(message)
        elif not cycle.disconnected:
            cycle.response_started = True
            cycle.waiting_for_100_continue = False
            cycle.chunked_encoding = False
            cycle.expected_content_length = length
            held.append(STATUS_LINE[message["status"]])
            held.extend(b"%b: %b\r\n" % header for header in cycle.default_headers)
            held.extend((wire, b"\r\n" if cycle.keep_alive else b"connection: close\r\n\r\n"))

    return send


def _finish(cycle: RequestResponseCycle, held: list[bytes], message: Message) -> bool:
    """Send the head that waits, with the body if it is the whole; False leaves the body to the server."""
    if cycle.disconnected or message["type"] != "http.response.body":
        return False
    body = message.get("body", b"")
    is_whole = not message.get("more_body", False) and len(body) == cycle.expected_content_length <= _JOINED
    is_whole = is_whole and cycle.scope["method"] != "HEAD" and not cycle.flow.write_paused
    if is_whole:
        held.append(body)
    cycle.transport.write(b"".join(held))
    held.clear()
    if is_whole:
        cycle.response_complete = True
        cycle.message_event.set()
        if not cycle.keep_alive:
            cycle.transport.close()
        cycle.on_response()
    return is_whole


def _wire_of(headers: Iterable[Header]) -> tuple[bytes, int | None]:
    if type(headers) is ResponseHeaders:
        return headers.wire, headers.length
    try:
        return _written(headers)
    except ValueError:
        # The server has its own way to refuse it.
        return b"", None
