"""The file of a backup: a plain tar, so that anybody can look into it, with a checksum of each thing at its end.

    balai.json         what it is, and of when
    jwt_secret         where the data folder keeps one
    database.dump      what `pg_dump` wrote, in its custom form
    objects/VERSION    the bytes of each object, under the version that its row names
    sums.json          SHA-256 of each of these

It has its name only once it is whole and on the disk, and its last part says that it is: what a full disk or a crash
leaves is never taken for a backup.
"""

import contextlib
import hashlib
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from balai.errors import StartError

FORMAT = 1
PIECE = 1024 * 1024
ABOUT, SECRET, DATABASE, OBJECTS, SUMS = "balai.json", "jwt_secret", "database.dump", "objects/", "sums.json"


class About(msgspec.Struct, frozen=True):
    """What a backup says of itself. `made_at` is in ISO 8601, of the moment that it shows."""

    format: int
    balai: str
    made_at: str


class ArchiveWriter:
    """Writes a backup. Use as a context: left by an error, nothing stays of it. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial = path.with_name(f"{path.name}.partial")
        self._sums: dict[str, str] = {}
        self._sum = hashlib.sha256()
        self._name, self._left, self._size, self._begun = "", 0, 0, 0

    def __enter__(self) -> "ArchiveWriter":
        # It holds what only its operator may read.
        descriptor = os.open(self._partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        self._file = os.fdopen(descriptor, "wb")
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self._partial.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # what did not fit the disk does not fit it now
                self._file.close()

    def begin(self, name: str, size: int) -> None:
        """The next thing, of so many bytes."""
        self._begun = self._file.tell()
        header = tarfile.TarInfo(name)
        header.size, header.mode = size, 0o600
        self._file.write(header.tobuf())
        self._name, self._left, self._size = name, size, size
        self._sum = hashlib.sha256()

    def write(self, data: bytes | bytearray) -> None:
        """Bytes of it."""
        self._left -= len(data)
        if self._left < 0:
            raise OSError(f"{self._name} is longer than its row says")
        self._sum.update(data)
        self._file.write(data)

    def drop(self) -> None:
        """It does not become whole: nothing of it stays."""
        self._file.seek(self._begun)
        self._file.truncate()

    def end(self) -> None:
        """It is whole."""
        if self._left:
            raise OSError(f"{self._name} is shorter than its row says")
        self._file.write(bytes(-self._size % tarfile.BLOCKSIZE))
        self._sums[self._name] = self._sum.hexdigest()

    def add(self, name: str, data: bytes) -> None:
        """A small thing at once."""
        self.begin(name, len(data))
        self.write(data)
        self.end()

    def add_file(self, name: str, source: Path) -> None:
        """A file."""
        with source.open("rb") as opened:
            self.begin(name, os.fstat(opened.fileno()).st_size)
            while data := opened.read(PIECE):
                self.write(data)
        self.end()

    def finish(self) -> None:
        """Give it its name."""
        self.add(SUMS, msgspec.json.encode(self._sums))
        self._file.write(bytes(2 * tarfile.BLOCKSIZE))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._partial.replace(self._path)
        descriptor = os.open(self._path.parent, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(descriptor)
        os.close(descriptor)


class Part:
    """A thing of a backup, to be read once."""

    def __init__(self, path: Path, name: str, source: IO[bytes]) -> None:
        self.name = name
        self._path = path
        self._source = source
        self.sum = hashlib.sha256()

    def pieces(self) -> Iterator[bytes]:
        """Its bytes. Raises StartError where the file ends before."""
        try:
            while data := self._source.read(PIECE):
                self.sum.update(data)
                yield data
        except tarfile.TarError as error:
            raise _damaged(self._path) from error

    def all(self) -> bytes:
        """Its bytes at once: for small ones."""
        return b"".join(self.pieces())


def read_archive(path: Path) -> Iterator[Part]:
    """The things of a backup in order, each to be read before the next; at the end they are known to be as written.

    Raises:
        StartError: it cannot be read, is no backup, is of a newer form, or is damaged.
    """
    sums: dict[str, str] = {}
    try:
        with tarfile.open(path, "r:") as archive:
            for member in archive:
                source = archive.extractfile(member)
                if source is None:
                    raise _damaged(path)
                part = Part(path, member.name, source)
                if part.name == SUMS:
                    if msgspec.json.decode(part.all(), type=dict[str, str]) != sums:
                        raise _damaged(path)
                    return
                yield part
                for _ in part.pieces():
                    """What its reader left."""
                sums[part.name] = part.sum.hexdigest()
    except (tarfile.TarError, msgspec.MsgspecError, EOFError) as error:
        raise _damaged(path) from error
    except FileNotFoundError as error:
        raise StartError(f"There is no file {path}.") from error
    raise _damaged(path)


def _damaged(path: Path) -> StartError:
    return StartError(f"{path} is no backup, or it is damaged or not whole.", hint="Take another backup.")
