"""Bytes too many for memory, on their way between a client and the database: an unnamed file in between.

Neither side waits for the other. A client that reads or writes slowly holds a file, never a connection to the database
(docs/decisions/0040-large-bodies-spooled-to-disk.md). The file has no name, so it is gone with the process.
"""

import errno
import tempfile
from collections.abc import Iterator
from contextlib import suppress

# What one process may have on disk like this at a time, in bytes.
MAX_DISK_BYTES = 2 * 1024**3
READ_SIZE = 256 * 1024


class Spool:
    """Written once from start to end, then read. Its length is that of what was written."""

    _used = 0

    def __init__(self) -> None:
        self.file = tempfile.TemporaryFile(prefix="balai-")  # noqa: SIM115 - closed by whoever read it
        self._length = 0
        self._is_hex = False

    def __len__(self) -> int:
        return self._length // 2 if self._is_hex else self._length

    def from_hex(self) -> "Spool":
        """The same, read from now on as the bytes that the hexadecimal digits in it stand for."""
        self._is_hex = True
        return self

    def write(self, data: bytes | memoryview) -> None:
        """Append.

        Raises:
            OSError: the disk is full, or this process has too much on it already.
        """
        if Spool._used + len(data) > MAX_DISK_BYTES:
            raise OSError(errno.ENOSPC, "too many large bodies at once")
        self.file.write(data)
        self._length += len(data)
        Spool._used += len(data)

    def rewind(self) -> None:
        """The next read starts at the beginning."""
        self.file.seek(0)

    def parts(self) -> Iterator[bytes]:
        """Everything, in pieces."""
        self.rewind()
        while part := self.file.read(READ_SIZE):
            yield bytes.fromhex(part.decode()) if self._is_hex else part

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Give the room back."""
        if not self.file.closed:
            Spool._used -= self._length
            # What the disk had no room for is tried once more, and is not wanted any more.
            with suppress(OSError):
                self.file.close()
