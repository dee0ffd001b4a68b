"""The window of rows that a request selects, and the Content-Range of its response."""

import re

import msgspec

from balai.backend.rest.errors import invalid_range

_RANGE = re.compile(r"([0-9]{1,18})-([0-9]{1,18})?")


class Window(msgspec.Struct, frozen=True):
    """Rows to skip and maximum number of rows, from the Range header."""

    offset: int = 0
    limit: int | None = None


def parse_range(header: str) -> Window | None:
    """Parses a Range header of rows; other ranges are ignored.

    Raises:
        RestError: PGRST103 if the range ends before it starts.
    """
    found = _RANGE.fullmatch(header)
    if found is None:
        return None
    first = int(found[1])
    if found[2] is None:
        return Window(first)
    last = int(found[2])
    if first > last:
        raise invalid_range("The lower boundary must be lower than or equal to the upper boundary in the Range header.")
    return Window(first, last - first + 1)


def content_range(offset: int, rows: int, total: int | None) -> str:
    """The Content-Range of a response."""
    shown_total = "*" if total is None else str(total)
    if rows == 0 or total == 0:
        return f"*/{shown_total}"
    return f"{offset}-{offset + rows - 1}/{shown_total}"


def range_status(offset: int, rows: int, total: int | None) -> int:
    """200 for all rows or an unknown total, 206 for a part.

    Raises:
        RestError: PGRST103 if the offset lies beyond the end.
    """
    if total is None:
        return 200
    if offset > total:
        details = f"An offset of {offset} was requested, but there are only {total} rows."
        raise invalid_range(details, {"Content-Range": f"*/{total}"})
    return 206 if rows < total else 200
