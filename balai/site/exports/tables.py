"""Tables for spreadsheets: comma-separated values in UTF-8, in which no cell is a formula."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

# A spreadsheet computes cells that begin so.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
# Excel reads UTF-8 only with this mark.
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def write_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    """The table, row by row."""
    yield MARK.encode()
    line = io.StringIO(newline="")
    writer = csv.writer(line)
    writer.writerow(head)
    for row in rows:
        writer.writerow([_cell(value) for value in row])
        yield line.getvalue().encode()
        line.seek(0)
        line.truncate()
    yield line.getvalue().encode()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
