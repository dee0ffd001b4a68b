"""A row that is larger than memory should hold: taken apart while it arrives, its long value going to a file."""

import struct
from collections.abc import Generator

from balai.database.pipeline.spool import Spool

# Rows up to this size, in bytes, are kept in memory.
MAX_IN_MEMORY = 1024 * 1024
_LENGTH = struct.Struct("!i")
_COUNT = struct.Struct("!H")
Row = tuple[bytes | None, ...]


class LargeRow:
    """The body of one DataRow message, fed as it comes. In `row` long values are empty; `spools` has them by column."""

    def __init__(self, size: int) -> None:
        self._remaining = size
        self._buffer = bytearray()
        self._parser = self._parse()
        self._needed = next(self._parser)
        self.spools: dict[int, Spool] = {}
        self.row: Row | None = None

    def feed(self, data: bytes) -> int:
        """Take what belongs to the row, and return how many bytes that were. `row` is there when all has come."""
        used = min(len(data), self._remaining)
        self._remaining -= used
        at = 0
        while self.row is None and (at < used or not self._needed):
            missing = abs(self._needed) - len(self._buffer)
            part = data[at : min(used, at + missing)]
            at += len(part)
            if self._needed < 0:
                self._send(part)
            else:
                self._buffer += part
                if len(part) == missing:
                    whole = bytes(self._buffer)
                    self._buffer.clear()
                    self._send(whole)
        return used

    def close(self) -> None:
        """It is not wanted any more."""
        for spool in self.spools.values():
            spool.close()

    def _send(self, part: bytes) -> None:
        try:
            self._needed = self._parser.send(part)
        except StopIteration as end:
            self.row = end.value

    def _parse(self) -> Generator[int, bytes, Row]:
        """Yields how many bytes it wants next: so many exactly, or, negative, at most so many."""
        columns: list[bytes | None] = []
        (count,) = _COUNT.unpack((yield _COUNT.size))
        for column in range(count):
            (length,) = _LENGTH.unpack((yield _LENGTH.size))
            if length < 0:
                columns.append(None)
            elif length <= MAX_IN_MEMORY:
                columns.append((yield length))
            else:
                spool = self.spools[column] = Spool()
                while len(spool) < length:
                    spool.write((yield len(spool) - length))
                columns.append(b"")
        return tuple(columns)
