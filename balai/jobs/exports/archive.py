"""The ZIP of a copy, written to a file without a name, one member after the other."""

import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO, BinaryIO

MAX_BYTES = 2 * 1024**3
READ_BYTES = 256 * 1024


class TooLarge(Exception):
    """The copy exceeds MAX_BYTES."""


class Archive:
    """A ZIP that is being written. Its methods block: they are called in a thread."""

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self._file: BinaryIO = tempfile.TemporaryFile(prefix="balai-", dir=folder)  # noqa: SIM115 - closed by `close`
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED)
        self._max_bytes = max_bytes

    def add(self, name: str, parts: Iterable[bytes]) -> None:
        """Add a text. Raises TooLarge, OSError."""
        with self._zip.open(name, "w", force_zip64=True) as member:
            for part in parts:
                member.write(part)
                self._check()

    def begin(self, name: str) -> IO[bytes]:
        """A member for `write`. Pictures and documents are compressed already."""
        return self._zip.open(zipfile.ZipInfo(name), "w", force_zip64=True)

    def write(self, member: IO[bytes], part: bytes | bytearray) -> None:
        """Append to a member. Raises TooLarge, OSError."""
        member.write(part)
        self._check()

    def finish(self) -> int:
        """Complete the ZIP. Returns its size."""
        self._zip.close()
        size = self._file.tell()
        self._file.seek(0)
        return size

    def read(self) -> bytes:
        """The next bytes of the finished ZIP."""
        return self._file.read(READ_BYTES)

    def close(self) -> None:
        """Close and remove the file."""
        # An unfinished ZIP would write its directory when it is collected.
        self._zip.fp = None
        self._file.close()

    def _check(self) -> None:
        if self._file.tell() > self._max_bytes:
            raise TooLarge
