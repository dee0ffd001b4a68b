"""Parses a row too large for memory while it arrives; its long values go to files."""

import struct
from collections.abc import Generator

from balai.database.pipeline.spool import Spool

# In bytes. Smaller rows and values stay in memory.
MAX_IN_MEMORY = 1024 * 1024
_LENGTH = struct.Struct("!i")
_COUNT = struct.Struct("!H")
Row = tuple[bytes | None, ...]


class LargeRow:
    """The body of one DataRow message, fed in pieces. Long values are empty in `row` and are in `spools` by column."""

    def __init__(self, size: int) -> None:
        self._remaining = size
        self._buffer = bytearray()
        self._parser = self._parse()
        self._needed = next(self._parser)
        self.spools: dict[int, Spool] = {}
        self.row: Row | None = None

    def feed(self, data: bytes) -> int:
        """Consumes the row's part of `data` and returns its length. `row` is set once the row is complete."""
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
        """Discards the spooled values."""
        for spool in self.spools.values():
            spool.close()

    def _send(self, part: bytes) -> None:
        try:
            self._needed = self._parser.send(part)
        except StopIteration as end:
            self.row = end.value

    def _parse(self) -> Generator[int, bytes, Row]:
        """Yields the number of bytes it needs next: exactly that many, or, if negative, at most that many."""
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
