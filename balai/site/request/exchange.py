"""The site's requests and responses over ASGI."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qsl

from balai.http.asgi import Receive, Scope, Send
from balai.http.local_path import is_local_path
from balai.http.request_body import BodyTimeout, BodyTooLarge, ClientGone, RequestBody
from balai.http.response_headers import ResponseHeaders

Headers = list[tuple[bytes, bytes]]
MAX_VALUE_LENGTH = 500


@dataclass(slots=True)
class Request:
    """One request, as far as the site reads it. `path` is decoded; rarely used headers stay bytes."""

    method: str
    path: str
    raw_path: str
    raw_query: bytes = b""
    cookie: bytes = b""
    accept: bytes = b""
    accept_encoding: bytes = b""
    accept_language: bytes = b""
    if_none_match: bytes = b""
    authorization: bytes = b""
    client: str = ""
    referer: bytes = b""

    def query(self, names: tuple[str, ...]) -> Mapping[str, str]:
        """The first value of each parameter in `names`, in that order. All others are ignored.

        NUL is removed: PostgreSQL cannot store it, and no browser sends it.
        """
        if not self.raw_query or not names:
            return {}
        pairs = parse_qsl(self.raw_query.decode("latin-1"), errors="replace")
        given: dict[str, str] = {}
        for name, value in pairs:
            given.setdefault(name, value.replace("\0", "")[:MAX_VALUE_LENGTH])
        return {name: given[name] for name in names if given.get(name)}


def read_request(scope: Scope) -> Request:
    """Read from an ASGI scope what pages depend on. Repeated cookies are joined, of others the last counts."""
    path: str = scope["path"]
    raw_path: bytes = scope.get("raw_path") or path.encode()
    headers = scope["headers"]
    given: dict[bytes, bytes] = dict(headers)
    cookie = given.get(b"cookie", b"")
    if cookie and len(given) < len(headers):
        # HTTP/2 may send several.
        cookie = b"; ".join([value for name, value in headers if name == b"cookie"])
    client = scope.get("client")
    return Request(
        scope["method"],
        path,
        raw_path.decode("latin-1"),
        scope["query_string"],
        cookie,
        given.get(b"accept", b""),
        given.get(b"accept-encoding", b""),
        given.get(b"accept-language", b""),
        given.get(b"if-none-match", b""),
        given.get(b"authorization", b""),
        client[0] if client else "",
        given.get(b"referer", b""),
    )


@dataclass(slots=True)
class Response:
    """Status, headers and body. `head` caches the serialised headers for the next time."""

    status: int
    headers: Headers
    body: bytes = b""
    head: ResponseHeaders | None = None

    def complete_head(self, common: Headers) -> ResponseHeaders:
        """All headers: its own, the length of the body, and those of every response."""
        if self.head is None:
            self.head = ResponseHeaders([*self.headers, (b"content-length", b"%d" % len(self.body)), *common])
        return self.head


async def send_response(send: Send, method: str, response: Response, common: Headers) -> None:
    """Send a response in two messages, with the headers of every response. HEAD gets the headers of GET and no body."""
    await send({"type": "http.response.start", "status": response.status, "headers": response.complete_head(common)})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else response.body})


async def read_body(receive: Receive, max_bytes: int) -> bytes | None:
    """The body of a small request. None: it is too long, timed out, or the client disconnected."""
    try:
        return await RequestBody(receive).read(max_bytes)
    except (BodyTooLarge, BodyTimeout, ClientGone):
        return None


def redirect_response(location: str, status: HTTPStatus, *, vary: str = "cookie") -> Response:
    """Redirect to another path of this site. A location that may lead elsewhere gives 404."""
    if not is_local_path(location):
        return text_response(HTTPStatus.NOT_FOUND)
    headers = [(b"location", location.encode("latin-1")), (b"cache-control", b"no-cache"), (b"vary", vary.encode())]
    return Response(int(status), headers)


def text_response(status: HTTPStatus, text: str = "", *headers: tuple[bytes, bytes]) -> Response:
    """A line of plain text, for programs."""
    body = (text or status.phrase).encode() + b"\n"
    return Response(
        int(status), [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), *headers], body
    )
