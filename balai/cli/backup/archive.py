"""The file format of a backup: an uncompressed tar, readable with standard tools.

    balai.json         format version, Balai version, time of the backup
    jwt_secret         the secret of the data folder, if it contains one
    database.dump      output of `pg_dump` in custom format
    objects/VERSION    the bytes of each object, named by the version in its row
    sums.json          SHA-256 of each of these members

The file is renamed to its final name after it is complete and flushed to disk, and its last member holds the checksums.
So a file left by a full disk or a crash is never accepted as a backup.
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
    """Describes a backup. `made_at`: the time of its snapshot, in ISO 8601."""

    format: int
    balai: str
    made_at: str


class ArchiveWriter:
    """Writes a backup. A context manager: on an error the partial file is deleted. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial = path.with_name(f"{path.name}.partial")
        self._checksums: dict[str, str] = {}
        self._digest = hashlib.sha256()
        self._name, self._remaining, self._size, self._start = "", 0, 0, 0

    def __enter__(self) -> "ArchiveWriter":
        # The archive contains the secret: only its owner may read it.
        descriptor = os.open(self._partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        self._file = os.fdopen(descriptor, "wb")
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:
            self._partial.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # a full disk fails again when buffered data is flushed
                self._file.close()

    def begin_member(self, name: str, size: int) -> None:
        """Begin a member of `size` bytes."""
        self._start = self._file.tell()
        header = tarfile.TarInfo(name)
        header.size, header.mode = size, 0o600
        self._file.write(header.tobuf())
        self._name, self._remaining, self._size = name, size, size
        self._digest = hashlib.sha256()

    def write(self, data: bytes | bytearray) -> None:
        """Write bytes of the current member."""
        self._remaining -= len(data)
        if self._remaining < 0:
            raise OSError(f"{self._name} is longer than its row states")
        self._digest.update(data)
        self._file.write(data)

    def discard(self) -> None:
        """Remove the current, incomplete member."""
        self._file.seek(self._start)
        self._file.truncate()

    def end_member(self) -> None:
        """End the current member, which must be complete."""
        if self._remaining:
            raise OSError(f"{self._name} is shorter than its row states")
        self._file.write(bytes(-self._size % tarfile.BLOCKSIZE))
        self._checksums[self._name] = self._digest.hexdigest()

    def add_bytes(self, name: str, data: bytes) -> None:
        """Add a small member from memory."""
        self.begin_member(name, len(data))
        self.write(data)
        self.end_member()

    def add_file(self, name: str, source: Path) -> None:
        """Add a file."""
        with source.open("rb") as opened:
            self.begin_member(name, os.fstat(opened.fileno()).st_size)
            while data := opened.read(CHUNK_SIZE):
                self.write(data)
        self.end_member()

    def finish(self) -> None:
        """Add the checksums, flush to disk and rename to the final name."""
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
    """A member of an archive. It can be read once."""

    def __init__(self, path: Path, name: str, source: IO[bytes]) -> None:
        self.name = name
        self._path = path
        self._source = source
        self.digest = hashlib.sha256()

    def chunks(self) -> Iterator[bytes]:
        """The contents in chunks. Raises StartError for a truncated file."""
        try:
            while data := self._source.read(CHUNK_SIZE):
                self.digest.update(data)
                yield data
        except tarfile.TarError as error:
            raise _damaged(self._path) from error

    def read(self) -> bytes:
        """The whole contents, for small members."""
        return b"".join(self.chunks())


def read_archive(path: Path) -> Iterator[Member]:
    """Iterate over the members in order. Each is read before the next one; at the end all checksums are compared.

    Raises:
        StartError: the file is missing, damaged, truncated or not a backup.
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
                    """Read to the end for the checksum."""
                checksums[part.name] = part.digest.hexdigest()
    except (tarfile.TarError, msgspec.MsgspecError, EOFError) as error:
        raise _damaged(path) from error
    except FileNotFoundError as error:
        raise StartError(f"There is no file {path}.") from error
    raise _damaged(path)


def _damaged(path: Path) -> StartError:
    return StartError(f"{path} is not a backup, or it is damaged or incomplete.", hint="Use another backup.")
