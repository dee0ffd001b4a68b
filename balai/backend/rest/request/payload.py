"""Reads a request body as far as needed: its keys determine the statement, its values pass through as text."""

import csv
import io
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from balai.backend.rest.errors import RestError, invalid_body

JSON_TYPE = "application/json"
FORM_TYPE = "application/x-www-form-urlencoded"
CSV_TYPE = "text/csv"
RAW_TYPES = {"text/plain": ("text",), "text/xml": ("xml",), "application/octet-stream": ("bytea",)}
_UNREADABLE = "Empty or invalid json"
_object = msgspec.json.Decoder(dict[str, msgspec.Raw])
_array = msgspec.json.Decoder(list[dict[str, msgspec.Raw]])
_list = msgspec.json.Decoder(list[msgspec.Raw])
_any = msgspec.json.Decoder(Any)


class Payload(msgspec.Struct, frozen=True):
    """The body as JSON text, whether it is an array, and its columns or arguments. Staged rows are in a table."""

    text: str
    is_array: bool
    keys: tuple[str, ...]
    is_staged: bool = False


class Rows(msgspec.Struct, frozen=True):
    """Columns and number of the rows of an array."""

    keys: tuple[str, ...]
    count: int


_MAX_FIELDS = 10_000
EMPTY = Payload("[]", True, ())


# A CSV field may be as long as the body.
csv.field_size_limit(2**31 - 1)


def unreadable_body() -> RestError:
    """The body does not match its content type."""
    return invalid_body(_UNREADABLE)


def media_type_of(content_type: str | None) -> str:
    """The media type of the body, without parameters."""
    return (content_type or JSON_TYPE).partition(";")[0].strip().lower() or JSON_TYPE


def read_rows(media: str, body: bytes, columns: tuple[str, ...] | None) -> Payload:
    """Reads the rows of a write.

    Raises:
        RestError: PGRST102 if the body cannot be parsed or its rows differ in their keys.
    """
    if media == JSON_TYPE:
        return _read_json(body, columns)
    if media == CSV_TYPE:
        return _read_csv(body, columns)
    if media == FORM_TYPE:
        return _read_form(body, columns)
    raise invalid_body(f"Content-Type not acceptable: {media}")


def read_arguments(media: str, body: bytes, columns: tuple[str, ...] | None) -> Payload:
    """Reads the arguments of a function: one object, or the first of several."""
    if media == JSON_TYPE and not body.strip():
        return Payload("{}", False, columns or ())
    payload = read_rows(media, body, ()) if media == JSON_TYPE else read_rows(media, body, columns)
    if not payload.is_array:
        keys = columns if columns is not None else _keys_of(payload.text)
        return Payload(payload.text, False, keys)
    rows = _decode(_list, payload.text.encode())
    first = bytes(rows[0]).strip().decode() if rows else "{}"
    if not first.startswith("{"):
        # No arguments. The array may still be meant whole, for a function that takes the body.
        first = "{}"
    return Payload(first, False, columns if columns is not None else _keys_of(first))


def _keys_of(text: str) -> tuple[str, ...]:
    return tuple(_decode(_object, text.encode()))


def _decode(decoder: "msgspec.json.Decoder[Any]", body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise unreadable_body() from error


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise unreadable_body() from error


def _read_json(body: bytes, columns: tuple[str, ...] | None) -> Payload:
    text = _text(body)
    start = body.lstrip()[:1]
    if start == b"{":
        keys = tuple(_decode(_object, body))
        return Payload(text, False, keys if columns is None else columns)
    if start != b"[":
        _decode(_any, body)
        return EMPTY
    try:
        rows = decode_rows(body, columns)
    except msgspec.DecodeError as error:
        raise unreadable_body() from error
    if columns is None and not rows.count:
        return EMPTY
    return Payload(text, True, rows.keys)


def decode_rows(text: bytes, columns: tuple[str, ...] | None) -> Rows:
    """Checks a JSON array of rows. With `columns` given, its elements may have other keys too.

    Raises:
        RestError: PGRST102 if its elements are not objects with the same keys.
        msgspec.DecodeError: it is not an array.
    """
    try:
        if columns is not None:
            return Rows(columns, len(_list.decode(text)))
        rows = _array.decode(text)
    except msgspec.ValidationError as error:
        raise invalid_body("All object keys must match") from error
    except (RecursionError, UnicodeDecodeError) as error:
        raise unreadable_body() from error
    first = rows[0].keys() if rows else {}.keys()
    if any(row.keys() != first for row in rows):
        raise invalid_body("All object keys must match")
    return Rows(tuple(first), len(rows))


def _read_csv(body: bytes, columns: tuple[str, ...] | None) -> Payload:
    lines = [line for line in csv.reader(io.StringIO(_text(body), newline=""), strict=False) if line]
    if not lines:
        return EMPTY
    header = lines[0]
    if any(len(line) != len(header) for line in lines):
        raise invalid_body("All lines must have same number of fields")
    rows = [
        {key: None if value == "NULL" else value for key, value in zip(header, line, strict=True)} for line in lines[1:]
    ]
    return Payload(msgspec.json.encode(rows).decode(), True, tuple(header) if columns is None else columns)


def read_form(body: bytes) -> list[tuple[str, str]]:
    """Reads the fields of a form.

    Raises:
        RestError: PGRST102 if it is not UTF-8 or has too many fields.
    """
    try:
        return parse_qsl(_text(body), keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except ValueError as error:
        raise invalid_body("Too many fields") from error


def _read_form(body: bytes, columns: tuple[str, ...] | None) -> Payload:
    row = dict(read_form(body))
    return Payload(msgspec.json.encode(row).decode(), False, tuple(row) if columns is None else columns)
