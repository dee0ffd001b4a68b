"""Temporary files for bodies too large for memory, between a client and the database.

Neither side waits for the other: a slow client occupies a file, never a database connection
(docs/decisions/0040-large-bodies-spooled-to-disk.md). The file has no name, so it disappears with the process.
"""

import errno
import tempfile
from collections.abc import Iterator
from contextlib import suppress

# Maximum total size of one process's spools, in bytes.
MAX_DISK_BYTES = 2 * 1024**3
READ_SIZE = 256 * 1024


class Spool:
    """A file that is written once from start to end, then read. Its length is the number of bytes written."""

    _used = 0

    def __init__(self) -> None:
        self.file = tempfile.TemporaryFile(prefix="balai-")  # noqa: SIM115 - closed by its reader
        self._length = 0
        self._is_hex = False

    def __len__(self) -> int:
        return self._length // 2 if self._is_hex else self._length

    def from_hex(self) -> "Spool":
        """Decodes hexadecimal digits from now on: reads return the bytes that they stand for."""
        self._is_hex = True
        return self

    def write(self, data: bytes | memoryview) -> None:
        """Appends data.

        Raises:
            OSError: the disk is full, or this process's spools exceed MAX_DISK_BYTES.
        """
        if Spool._used + len(data) > MAX_DISK_BYTES:
            raise OSError(errno.ENOSPC, "too many large bodies at once")
        self.file.write(data)
        self._length += len(data)
        Spool._used += len(data)

    def rewind(self) -> None:
        """Moves to the beginning for the next read."""
        self.file.seek(0)

    def parts(self) -> Iterator[bytes]:
        """Yields the whole content in chunks."""
        self.rewind()
        while part := self.file.read(READ_SIZE):
            yield bytes.fromhex(part.decode()) if self._is_hex else part

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Deletes the file and frees its share of MAX_DISK_BYTES."""
        if not self.file.closed:
            Spool._used -= self._length
            # Closing writes buffered data again, which fails on a full disk. That data is no longer needed.
            with suppress(OSError):
                self.file.close()
