"""The file of a backup: a plain tar, readable with standard tools, with a checksum of each part at its end.

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
CHUNK_SIZE = 1024 * 1024
MANIFEST, SECRET, DATABASE, OBJECTS, CHECKSUMS = "balai.json", "jwt_secret", "database.dump", "objects/", "sums.json"


class Manifest(msgspec.Struct, frozen=True):
    """What a backup says of itself. `made_at` is in ISO 8601, of the moment that it shows."""

    format: int
    balai: str
    made_at: str


class ArchiveWriter:
    """Writes a backup. Use as a context: left by an error, nothing stays of it. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial = path.with_name(f"{path.name}.partial")
        self._checksums: dict[str, str] = {}
        self._digest = hashlib.sha256()
        self._name, self._remaining, self._size, self._start = "", 0, 0, 0

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

    def begin_member(self, name: str, size: int) -> None:
        """The next thing, of so many bytes."""
        self._start = self._file.tell()
        header = tarfile.TarInfo(name)
        header.size, header.mode = size, 0o600
        self._file.write(header.tobuf())
        self._name, self._remaining, self._size = name, size, size
        self._digest = hashlib.sha256()

    def write(self, data: bytes | bytearray) -> None:
        """Bytes of it."""
        self._remaining -= len(data)
        if self._remaining < 0:
            raise OSError(f"{self._name} is longer than its row says")
        self._digest.update(data)
        self._file.write(data)

    def discard(self) -> None:
        """It does not become whole: nothing of it stays."""
        self._file.seek(self._start)
        self._file.truncate()

    def end_member(self) -> None:
        """It is whole."""
        if self._remaining:
            raise OSError(f"{self._name} is shorter than its row says")
        self._file.write(bytes(-self._size % tarfile.BLOCKSIZE))
        self._checksums[self._name] = self._digest.hexdigest()

    def add_bytes(self, name: str, data: bytes) -> None:
        """A small thing at once."""
        self.begin_member(name, len(data))
        self.write(data)
        self.end_member()

    def add_file(self, name: str, source: Path) -> None:
        """A file."""
        with source.open("rb") as opened:
            self.begin_member(name, os.fstat(opened.fileno()).st_size)
            while data := opened.read(CHUNK_SIZE):
                self.write(data)
        self.end_member()

    def finish(self) -> None:
        """Give it its name."""
        self.add_bytes(CHECKSUMS, msgspec.json.encode(self._checksums))
        self._file.write(bytes(2 * tarfile.BLOCKSIZE))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._partial.replace(self._path)
        descriptor = os.open(self._path.parent, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(descriptor)
        os.close(descriptor)


class Member:
    """A thing of a backup, to be read once."""

    def __init__(self, path: Path, name: str, source: IO[bytes]) -> None:
        self.name = name
        self._path = path
        self._source = source
        self.digest = hashlib.sha256()

    def chunks(self) -> Iterator[bytes]:
        """Its bytes. Raises StartError where the file ends before."""
        try:
            while data := self._source.read(CHUNK_SIZE):
                self.digest.update(data)
                yield data
        except tarfile.TarError as error:
            raise _damaged(self._path) from error

    def read(self) -> bytes:
        """Its bytes at once: for small ones."""
        return b"".join(self.chunks())


def read_archive(path: Path) -> Iterator[Member]:
    """The things of a backup in order, each to be read before the next; at the end they are known to be as written.

    Raises:
        StartError: it cannot be read, is no backup, is of a newer form, or is damaged.
    """
    checksums: dict[str, str] = {}
    try:
        with tarfile.open(path, "r:") as archive:
            for member in archive:
                source = archive.extractfile(member)
                if source is None:
                    raise _damaged(path)
                part = Member(path, member.name, source)
                if part.name == CHECKSUMS:
                    if msgspec.json.decode(part.read(), type=dict[str, str]) != checksums:
                        raise _damaged(path)
                    return
                yield part
                for _ in part.chunks():
                    """What its reader left."""
                checksums[part.name] = part.digest.hexdigest()
    except (tarfile.TarError, msgspec.MsgspecError, EOFError) as error:
        raise _damaged(path) from error
    except FileNotFoundError as error:
        raise StartError(f"There is no file {path}.") from error
    raise _damaged(path)


def _damaged(path: Path) -> StartError:
    return StartError(f"{path} is no backup, or it is damaged or not whole.", hint="Take another backup.")
