"""The site's view of ASGI: what it reads from a request and how it sends an answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qsl

from balai.observability import Receive, Scope, Send

Headers = list[tuple[bytes, bytes]]
LONGEST_VALUE = 500


@dataclass(slots=True, frozen=True)
class Incoming:
    """One request, as far as the site reads it. `path` is decoded, `raw_path` is as it came."""

    method: str
    path: str
    raw_path: str
    raw_query: bytes
    cookie: str
    accept_encoding: str
    accept_language: str
    if_none_match: bytes
    client: str

    @property
    def full_path(self) -> str:
        """Path and query, as it came: what to come back to."""
        return f"{self.raw_path}?{self.raw_query.decode('latin-1')}" if self.raw_query else self.raw_path

    def query(self, names: tuple[str, ...]) -> Mapping[str, str]:
        """The first value of each parameter that is asked for, in the order of `names`; others do not exist for us.

        NUL cannot be stored in PostgreSQL and no honest browser sends it: it is cut out here, once.
        """
        if not self.raw_query or not names:
            return {}
        pairs = parse_qsl(self.raw_query.decode("latin-1"), errors="replace")
        given: dict[str, str] = {}
        for name, value in pairs:
            given.setdefault(name, value.replace("\0", "")[:LONGEST_VALUE])
        return {name: given[name] for name in names if given.get(name)}


def read_scope(scope: Scope) -> Incoming:
    """Pick from an ASGI scope what pages depend on."""
    cookie = accept_encoding = accept_language = if_none_match = b""
    for name, value in scope["headers"]:
        if name == b"cookie":
            # HTTP/2 may send several.
            cookie = cookie + b"; " + value if cookie else value
        elif name == b"accept-encoding":
            accept_encoding = value
        elif name == b"accept-language":
            accept_language = value
        elif name == b"if-none-match":
            if_none_match = value
    path = scope["path"]
    return Incoming(
        method=scope["method"],
        path=path,
        raw_path=(scope.get("raw_path") or path.encode()).partition(b"?")[0].decode("latin-1"),
        raw_query=scope["query_string"],
        cookie=cookie.decode("latin-1"),
        accept_encoding=accept_encoding.decode("latin-1"),
        accept_language=accept_language.decode("latin-1"),
        if_none_match=if_none_match,
        client=(scope.get("client") or ("",))[0],
    )


@dataclass(slots=True, frozen=True)
class Answer:
    """Status, headers and body, ready to be sent."""

    status: int
    headers: Headers
    body: bytes = b""


async def send_answer(send: Send, method: str, status: int, headers: Headers, body: bytes) -> None:
    """Send an answer in two messages. HEAD gets the headers of GET and no body."""
    await send(
        {"type": "http.response.start", "status": status, "headers": [*headers, (b"content-length", b"%d" % len(body))]}
    )
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})


async def read_body(receive: Receive, largest: int) -> bytes | None:
    """The body of a small request; None when it is longer than allowed or the browser went away."""
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        part: bytes = message.get("body", b"")
        body += part
        if len(body) > largest:
            return None
        if not message.get("more_body"):
            return body


def redirect(location: str, status: HTTPStatus, *, vary: str = "cookie") -> Answer:
    """Send the browser elsewhere on this site."""
    # A location of two slashes or with a backslash would lead to somebody else's host.
    assert location.startswith("/") and not location.startswith(("//", "/\\"))
    headers = [(b"location", location.encode("latin-1")), (b"cache-control", b"no-cache"), (b"vary", vary.encode())]
    return Answer(int(status), headers)


def plain(status: HTTPStatus, text: str = "", *headers: tuple[bytes, bytes]) -> Answer:
    """A line of text for programs."""
    body = (text or status.phrase).encode() + b"\n"
    return Answer(
        int(status), [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), *headers], body
    )
