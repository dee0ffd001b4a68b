"""Splits a large body of many rows: reads a file and yields JSON arrays of some rows each.

Each array is checked like a whole body (`payload`), so a bulk insert rejects what a small insert rejects.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from balai.backend.rest.errors import invalid_body
from balai.backend.rest.request.payload import CSV_TYPE, JSON_TYPE, Rows, decode_rows, unreadable_body
from balai.database.pipeline.spool import Spool

CHUNK_BYTES = 512 * 1024
MAX_ROW_BYTES = 10 * 1024 * 1024
_CSV_LINES = 2000
_BLANK = b" \t\r\n"
_COMMA = re.compile(rb"[ \t\r\n]*,")
# A string, an unfinished string, a bracket or a separator.
_MARKS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|"|[\[\]{},]', re.DOTALL)
_MAX_GUESSES = 4


class Bulk:
    """The rows of one large body. `keys` are their columns."""

    def __init__(self, media: str, spool: Spool, columns: tuple[str, ...] | None) -> None:
        self.media = media
        self._spool = spool
        self._columns = columns
        self._chunks = self._of_csv() if media == CSV_TYPE else self._of_json()
        self._first = next(self._chunks, b"")
        self.keys = columns or self._keys

    @classmethod
    def read(cls, media: str, spool: Spool, columns: tuple[str, ...] | None) -> "Bulk | None":
        """Returns the body as rows if it is an array or CSV; None for anything else, which must be read whole.

        Raises:
            RestError: PGRST102 if its beginning cannot be parsed.
        """
        spool.rewind()
        is_array = media == JSON_TYPE and spool.file.read(CHUNK_BYTES).lstrip(_BLANK).startswith(b"[")
        bulk = cls(media, spool, columns) if is_array or media == CSV_TYPE else None
        return bulk if bulk is not None and bulk.keys else None

    def chunks(self) -> Iterator[bytes]:
        """Yields JSON arrays, in order.

        Raises:
            RestError: PGRST102 if the body cannot be parsed, or a row has other columns than the first.
        """
        yield self._first
        yield from self._chunks

    def _of_json(self) -> Iterator[bytes]:
        self._keys: tuple[str, ...] = ()
        for rows, text in _json_chunks(self._spool, self._columns):
            self._keys = self._keys or rows.keys
            if rows.keys != self._keys and set(rows.keys) != set(self._keys):
                raise invalid_body("All object keys must match")
            yield text

    def _of_csv(self) -> Iterator[bytes]:
        self._spool.rewind()
        self._keys = ()
        text = io.TextIOWrapper(self._spool.file, encoding="utf-8", newline="")
        try:
            for rows in _csv_chunks(text):
                header = self._keys = self._keys or tuple(rows.pop(0))
                if any(len(line) != len(header) for line in rows):
                    raise invalid_body("All lines must have same number of fields")
                if rows:
                    yield msgspec.json.encode([_row(header, line) for line in rows])
        except (UnicodeDecodeError, csv.Error) as error:
            raise unreadable_body() from error
        finally:
            text.detach()


class _Lines:
    """The lines of a text; `row_length` counts the characters of the current row."""

    def __init__(self, text: io.TextIOWrapper) -> None:
        self._text = text
        self.row_length = 0

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = self._text.readline(MAX_ROW_BYTES + 1)
        self.row_length += len(line)
        if self.row_length > MAX_ROW_BYTES:
            raise invalid_body("A single row is too large")
        if not line:
            raise StopIteration
        return line


def _csv_chunks(text: io.TextIOWrapper) -> Iterator[list[list[str]]]:
    """Yields the rows in chunks; the first row is the header."""
    lines = _Lines(text)
    rows: list[list[str]] = []
    size = 0
    for row in csv.reader(lines):
        size, lines.row_length = size + lines.row_length, 0
        if row:
            rows.append(row)
        if rows and (size >= CHUNK_BYTES or len(rows) >= _CSV_LINES):
            yield rows
            rows, size = [], 0
    if rows:
        yield rows


def _row(header: tuple[str, ...], line: list[str]) -> dict[str, str | None]:
    return {key: None if value == "NULL" else value for key, value in zip(header, line, strict=True)}


def _json_chunks(spool: Spool, columns: tuple[str, ...] | None) -> Iterator[tuple[Rows, bytes]]:
    """Yields the array in chunks: the rows of each, and its text."""
    spool.rewind()
    buffer = spool.file.read(CHUNK_BYTES).lstrip(_BLANK)[1:]
    is_first = True
    while part := spool.file.read(max(CHUNK_BYTES, len(buffer))):
        buffer += part
        found = split_complete_rows(buffer, partial(_decode, columns=columns))
        if found is None:
            if len(buffer) > MAX_ROW_BYTES:
                raise invalid_body("A single row is too large")
            continue
        rows, end, after = found
        yield rows, b"[" + buffer[:end] + b"]"
        buffer, is_first = buffer[after:], False
    try:
        rest = _decode(b"[" + buffer, columns)
    except msgspec.DecodeError as error:
        raise unreadable_body() from error
    if not rest.count and not is_first:
        # Only another row may follow a comma.
        raise unreadable_body()
    if rest.count:
        yield rest, b"[" + buffer


def _decode(text: bytes, columns: tuple[str, ...] | None) -> Rows:
    """As `decode_rows`, and also checks that the text is UTF-8."""
    try:
        text.decode()
    except UnicodeDecodeError as error:
        raise unreadable_body() from error
    return decode_rows(text, columns)


def split_complete_rows(text: bytes, decode: Callable[[bytes], Rows]) -> tuple[Rows, int, int] | None:
    """Splits off the complete elements at the beginning of array text: rows, their end, start of the next; or None.

    It first guesses: a comma after a closing brace, searched from the end. The guess is right if everything before it
    parses as JSON, which is nearly always so and cheap. Where rows end in lists of objects the guess fails, and
    brackets are counted.
    """
    end = len(text)
    for _ in range(_MAX_GUESSES):
        end = text.rfind(b"}", 0, end)
        if end < 0:
            break
        comma = _COMMA.match(text, end + 1)
        if comma is not None:
            try:
                return decode(b"[" + text[: end + 1] + b"]"), end + 1, comma.end()
            except msgspec.DecodeError:
                continue
    last = _last_comma(text)
    if last < 0:
        return None
    try:
        return decode(b"[" + text[:last] + b"]"), last, last + 1
    except msgspec.DecodeError as error:
        raise unreadable_body() from error


def _last_comma(text: bytes) -> int:
    """Returns the position of the last comma between elements, or -1."""
    depth, last = 0, -1
    for mark in _MARKS.finditer(text):
        match mark[0]:
            case b"{" | b"[":
                depth += 1
            case b"}" | b"]":
                depth -= 1
            case b"," if depth == 0:
                last = mark.start()
            case b'"':
                break
    return last
