"""Separates a request into its shape, which determines the statement, and its values."""

import msgspec

from balai.backend.rest.errors import RestError
from balai.backend.rest.request.bulk import Bulk
from balai.backend.rest.request.payload import (
    CSV_TYPE,
    EMPTY,
    FORM_TYPE,
    JSON_TYPE,
    RAW_TYPES,
    Payload,
    media_type_of,
    read_arguments,
    read_form,
    read_rows,
)
from balai.backend.rest.request.preferences import NO_PREFERENCES, parse_preferences
from balai.backend.rest.request.query_string import (
    ExtractedQuery,
    Token,
    apply_range,
    extract_values,
    parse,
    with_arguments,
)
from balai.backend.rest.request.ranges import parse_range
from balai.backend.rest.request.request_body import MAX_BODY, MAX_IN_MEMORY, too_large
from balai.backend.rest.request.selection import parse_names
from balai.backend.rest.request.shape import QueryShape, RestRequest
from balai.database.pipeline.spool import Spool


def split_body(request: RestRequest, spool: Spool) -> tuple[Bulk | None, RestRequest]:
    """Returns the rows of a large body, or, if it is not a list of rows, the request with its body in memory."""
    columns = _columns_of(extract_values(request.query, has_arguments=False).tokens)
    bulk = Bulk.read(media_type_of(request.headers.get("content-type")), spool, columns)
    if bulk is not None:
        return bulk, request
    if len(spool) > MAX_BODY:
        raise too_large()
    return None, msgspec.structs.replace(request, body=b"".join(spool.parts()))


def _columns_of(tokens: tuple[Token, ...]) -> tuple[str, ...] | None:
    columns = next((token.text for token in tokens if token.key == "columns"), None)
    return None if columns is None else parse_names(columns, "columns parameter")


def build_shape(request: RestRequest, bulk: Bulk | None) -> tuple[QueryShape, ExtractedQuery, tuple[str, ...]]:
    """Returns the shape of a request, its values and its body.

    The body comes as rows or arguments; for a function also unchanged.
    """
    headers = request.headers
    prefer = headers.get("prefer")
    preferences = parse_preferences(prefer) if prefer else NO_PREFERENCES
    is_read = request.method in ("GET", "HEAD")
    extracted = extract_values(request.query, has_arguments=request.is_call and is_read)
    try:
        window = parse_range(headers["range"]) if "range" in headers and request.method == "GET" else None
        if window is not None:
            extracted = apply_range(extracted, window)
        payload, bodies, kind = _read_payload(request, extracted.tokens, is_read, bulk)
        if request.is_call and kind == FORM_TYPE:
            extracted = _with_form(request, extracted)
    except RestError:
        # A syntax error in the URL is reported first. A correct URL is parsed once for each shape, later.
        parse(extracted.tokens)
        raise
    shape = QueryShape(
        request.method,
        request.schema,
        request.name,
        request.is_call,
        extracted.tokens,
        preferences,
        headers.get("accept") or "*/*",
        kind,
        None if payload is None else payload.keys,
        payload is not None and payload.is_array,
        payload is not None and payload.is_staged,
    )
    return shape, extracted, bodies


def _with_form(request: RestRequest, extracted: ExtractedQuery) -> ExtractedQuery:
    """Adds the arguments of a form: as text, repeated for each element of a variadic argument, as in a URL."""
    names = _columns_of(extracted.tokens)
    pairs = [pair for pair in read_form(request.body) if names is None or pair[0] in names]
    return with_arguments(extracted, pairs)


def _read_payload(
    request: RestRequest, tokens: tuple[Token, ...], is_read: bool, bulk: Bulk | None
) -> tuple[Payload | None, tuple[str, ...], str]:
    if is_read or request.method == "DELETE":
        return None, (), ""
    if bulk is not None:
        return Payload("", True, bulk.keys, is_staged=True), ("",), bulk.media
    kind = media_type_of(request.headers.get("content-type"))
    if kind == CSV_TYPE and len(request.body) > MAX_IN_MEMORY:
        raise too_large()
    names = _columns_of(tokens)
    if not request.is_call:
        payload = read_rows(kind, request.body, None if request.method == "PUT" else names)
        return payload, (payload.text,), kind
    if kind == FORM_TYPE:
        return None, (), kind
    if kind in RAW_TYPES:
        is_bytes = kind == "application/octet-stream"
        text = f"\\x{request.body.hex()}" if is_bytes else request.body.decode("utf-8", "replace")
        return EMPTY, (text, text), kind
    payload = read_arguments(kind, request.body, names)
    unchanged = request.body.decode() if kind == JSON_TYPE and request.body else payload.text
    return payload, (payload.text, unchanged), kind
