"""Builds status, headers and body from the one row that a statement returns."""

import re
from functools import lru_cache
from urllib.parse import quote as percent_encode
from urllib.parse import unquote_plus

import msgspec

from balai.backend.rest.errors import RestError, key_mismatch, not_single
from balai.backend.rest.execution.database_errors import FRAMING, is_header_safe
from balai.backend.rest.request.query_string import ExtractedQuery
from balai.backend.rest.request.ranges import content_range, range_status
from balai.backend.rest.request.shape import QueryShape
from balai.backend.rest.sql.compiled import CompiledQuery
from balai.cache import cached_if_short
from balai.database.pipeline.spool import Spool
from balai.http.asgi import Header

_PLAIN_PAIR = re.compile(rb"[A-Za-z0-9_.~-]*=[A-Za-z0-9_.~-]*")


class Result(msgspec.Struct, frozen=True):
    """The row of a statement."""

    total: int | None
    rows: int
    body: bytes | Spool
    extra: str | None = None
    headers: bytes | None = None
    status: str | None = None


class RestResponse(msgspec.Struct, frozen=True):
    """An HTTP response."""

    status: int
    headers: list[Header]
    body: bytes | Spool = b""


def check_result(shape: QueryShape, compiled: CompiledQuery, result: Result) -> None:
    """Checks what is known only after the statement has run; an error rolls it back.

    Raises:
        RestError: PGRST116, PGRST115 or PGRST124.
    """
    if compiled.kind == "plan":
        return
    limit = shape.preferences.max_affected
    if compiled.affects and shape.preferences.is_strict and limit is not None and result.rows > limit:
        raise RestError(
            400,
            "PGRST124",
            "Query result exceeds max-affected preference constraint",
            details=f"The query affects {result.rows} rows",
        )
    if compiled.kind == "put" and result.rows != 1:
        raise key_mismatch()
    if compiled.is_single and result.rows != 1:
        raise not_single(result.rows)


def build_response(
    shape: QueryShape, compiled: CompiledQuery, result: Result, extracted: ExtractedQuery, query: bytes, offset: int
) -> RestResponse:
    """Builds the response of a statement that has committed."""
    headers: list[Header] = []
    if compiled.kind == "plan":
        return _plan(shape, compiled, result)
    status = _status(shape, compiled, result, offset, headers)
    if shape.is_read and not shape.is_call:
        headers.append((b"content-location", _content_location(shape.name, query)))
    if compiled.applied_preferences:
        headers.append((b"preference-applied", compiled.applied_preferences.encode()))
    body = result.body if compiled.content_type and not shape.is_head else b""
    if compiled.is_binary:
        body = body.from_hex() if isinstance(body, Spool) else bytes.fromhex(body.decode())
    if compiled.content_type and status != 204:
        headers.append((b"content-type", compiled.content_type.encode()))
    if status != 204 and not shape.is_head:
        headers.append((b"content-length", str(len(body)).encode()))
    if result.headers is not None or result.status is not None:
        return _apply_overrides(status, headers, body, result)
    return RestResponse(status, headers, body)


def _plan(shape: QueryShape, compiled: CompiledQuery, result: Result) -> RestResponse:
    """Returns PostgreSQL's query plan instead of the result."""
    headers = [(b"content-type", compiled.content_type.encode())]
    if not shape.is_head:
        headers.append((b"content-length", str(len(result.body)).encode()))
    return RestResponse(200, headers, b"" if shape.is_head else result.body)


def _status(shape: QueryShape, compiled: CompiledQuery, result: Result, offset: int, headers: list[Header]) -> int:
    shows = bool(compiled.content_type)
    if compiled.kind in ("read", "call"):
        headers.append((b"content-range", content_range(offset, result.rows, result.total).encode()))
        status = range_status(offset, result.rows, result.total)
        return 204 if compiled.is_void else status
    if compiled.kind == "put":
        return (201 if result.extra == "1" else 200) if shows else 204
    total = "*" if result.total is None else str(result.total)
    if compiled.kind == "post":
        headers.append((b"content-range", f"*/{total}".encode()))
        new, _, key = (result.extra or "").partition("|")
        if key:
            headers.append((b"location", _location(shape.name, key)))
        return 200 if new == "0" else 201
    first = f"0-{result.rows - 1}" if compiled.kind == "patch" and result.rows else "*"
    headers.append((b"content-range", f"{first}/{total}".encode()))
    return 200 if shows else 204


def _content_location(name: str, query: bytes) -> bytes:
    # Plain pairs are mostly new values: caching them would evict the pairs that repeat.
    pairs = [pair if _PLAIN_PAIR.fullmatch(pair) else _encoded_pair(pair) for pair in query.split(b"&") if b"=" in pair]
    pairs.sort()
    return b"%b%b%b" % (_encoded_name(name), b"?" if pairs else b"", b"&".join(pairs))


@lru_cache(maxsize=512)
def _encoded_name(name: str) -> bytes:
    return b"/" + percent_encode(name).encode()


@cached_if_short(200, maxsize=2048)
def _encoded_pair(pair: bytes) -> bytes:
    key, _, value = pair.decode("latin-1").partition("=")
    return f"{percent_encode(unquote_plus(key), safe='')}={percent_encode(unquote_plus(value), safe='')}".encode()


def _location(name: str, key: str) -> bytes:
    members = msgspec.json.decode(key, type=dict[str, msgspec.Raw])
    parts = []
    for column, raw in members.items():
        text = bytes(raw).decode()
        value = msgspec.json.decode(text, type=str) if text[:1] == '"' else text
        condition = "is.null" if text == "null" else f"eq.{percent_encode(value, safe='')}"
        parts.append(f"{percent_encode(column, safe='')}={condition}")
    return f"/{percent_encode(name)}?{'&'.join(parts)}".encode()


def _apply_overrides(status: int, headers: list[Header], body: bytes | Spool, result: Result) -> RestResponse:
    """Applies the status and headers that the SQL has set."""
    if result.status is not None:
        if not result.status.isdecimal() or not 200 <= int(result.status) <= 599:
            raise RestError(500, "PGRST112", "response.status guc must be a valid status code")
        status = int(result.status)
    if result.headers is not None:
        own = _parse_headers(result.headers)
        own = [header for header in own if header[0].decode("latin-1") not in FRAMING]
        names = {name for name, _ in own}
        headers = [header for header in headers if header[0] not in names] + own
    return RestResponse(status, headers, body)


def _parse_headers(text: bytes) -> list[Header]:
    try:
        entries = msgspec.json.decode(text, type=list[dict[str, str]])
    except msgspec.DecodeError:
        entries = [{}]
    pairs = [pair for entry in entries for pair in entry.items()]
    is_wrong = any(len(entry) != 1 for entry in entries)
    if is_wrong or not all(is_header_safe(name) and is_header_safe(value) for name, value in pairs):
        message = "response.headers guc must be a JSON array composed of objects with a single key and a string value"
        raise RestError(500, "PGRST111", message)
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs]
