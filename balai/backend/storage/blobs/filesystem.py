"""Blobs as files of a directory.

Uses the file system directly instead of a library, for three reasons: bytes have to be on disk before a row names them,
files left by a crash have to be found under their own name, and reading from the page cache must not cost a thread
(docs/decisions/0043-filesystem-object-storage.md).
"""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from balai.backend.storage.blobs.interface import CHUNK_BYTES, BlobMissing, BlobShort, OnBytes, check_version

Result = TypeVar("Result")
# Bytes buffered before a thread writes them, and bytes after which the thread calls fdatasync.
WRITE_BATCH_BYTES = 1024 * 1024
SYNC_EVERY_BYTES = 16 * 1024 * 1024
# Buffers in one system call.
MAX_PIECES = 512
# Linux only: reads from the page cache, and fails where that would block.
_NOWAIT: int | None = getattr(os, "RWF_NOWAIT", None)


class FilesystemBlobs:
    """The blobs of a directory: `ab/abcdef…`, by the first two characters of the version."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="objects")

    def close(self) -> None:
        """Stops the threads."""
        self._threads.shutdown(wait=False)

    def file_of(self, version: str) -> Path:
        """Returns the file of a version. Raises ValueError if it is not a version of this service."""
        check_version(version)
        return self._path / version[:2] / version

    async def create(self, version: str, on_bytes: OnBytes) -> "FileWriter":
        """Creates a file. Raises OSError."""
        file = self.file_of(version)
        descriptor = await self.run(_create, file)
        return FileWriter(self, descriptor, file, on_bytes)

    async def open(self, version: str) -> "OpenFile":
        """Opens a file. Raises BlobMissing."""
        try:
            return OpenFile(self, os.open(self.file_of(version), os.O_RDONLY))
        except (FileNotFoundError, NotADirectoryError, ValueError) as error:
            raise BlobMissing(version) from error

    async def copy(self, source: str, target: str) -> None:
        """Links the same bytes under a second name, since they never change. Raises BlobMissing, OSError."""
        await self.run(_link, self.file_of(source), self.file_of(target))

    async def join(self, sources: Sequence[str], target: str) -> None:
        """Concatenates several files into one. Raises BlobMissing, OSError."""
        await self.run(_join, [self.file_of(source) for source in sources], self.file_of(target))

    async def remove(self, version: str) -> None:
        """Removes a file. Raises OSError."""
        await self.run(lambda: self.file_of(version).unlink(missing_ok=True))

    async def run(self, work: Callable[..., Result], *args: object) -> Result:
        """Runs a blocking function in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)


class FileWriter:
    """Writes in a thread while the next bytes arrive."""

    def __init__(self, folder: FilesystemBlobs, descriptor: int, file: Path, on_bytes: OnBytes) -> None:
        self._folder = folder
        self._descriptor = descriptor
        self._file = file
        self._on_bytes = on_bytes
        self._buffered: list[bytes] = []
        self._size = 0
        self._since_flush = 0
        self._writing: asyncio.Future[None] | None = None

    async def write(self, data: bytes) -> None:
        """Appends bytes. Raises OSError, possibly for an earlier chunk."""
        self._buffered.append(data)
        self._size += len(data)
        if self._size >= WRITE_BATCH_BYTES:
            await self._flush()

    async def finish(self) -> None:
        """Writes everything to disk, the directory entry too. Raises OSError."""
        await self._flush()
        await self._wait()
        descriptor, self._descriptor = self._descriptor, -1
        await self._folder.run(_seal, descriptor, self._file)

    async def abort(self) -> None:
        """Removes the file."""
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        self._file.unlink(missing_ok=True)

    async def _flush(self) -> None:
        await self._wait()
        if not self._buffered:
            return
        buffered, self._buffered = self._buffered, []
        self._since_flush += self._size
        self._size = 0
        syncs = self._since_flush >= SYNC_EVERY_BYTES
        if syncs:
            self._since_flush = 0
        self._writing = asyncio.ensure_future(self._folder.run(self._write, buffered, syncs))

    def _write(self, chunks: list[bytes], syncs: bool) -> None:
        for chunk in chunks:
            self._on_bytes(chunk)
        written = os.writev(self._descriptor, chunks) if len(chunks) <= MAX_PIECES else 0
        # A signal or a nearly full disk cuts a write short. A client that sends single bytes causes many buffers.
        rest = memoryview(b"".join(chunks))[written:] if written < sum(map(len, chunks)) else b""
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        if syncs:
            # The disk writes while more bytes arrive, and a full or broken disk is noticed early.
            os.fdatasync(self._descriptor)

    async def _wait(self) -> None:
        if self._writing is not None:
            # On cancellation the thread still works on the file, which must not be closed before the thread is done.
            await asyncio.shield(self._writing)
            self._writing = None


class OpenFile:
    """A file that is read in chunks."""

    def __init__(self, folder: FilesystemBlobs, descriptor: int) -> None:
        self._folder = folder
        self._descriptor = descriptor

    async def parts(self, start: int, length: int) -> AsyncIterator[bytearray]:
        """Yields `length` bytes from `start` on. Raises BlobShort if there are fewer."""
        while length > 0:
            chunk = bytearray(min(length, CHUNK_BYTES))
            read = self._read_cached(chunk, start)
            if read <= 0:
                read = await self._folder.run(os.preadv, self._descriptor, [chunk], start)
            if read <= 0:
                raise BlobShort("the file is shorter than its row states")
            if read < len(chunk):
                del chunk[read:]
            start += read
            length -= read
            yield chunk

    def close(self) -> None:
        """Closes the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _read_cached(self, chunk: bytearray, start: int) -> int:
        if _NOWAIT is None:
            return 0
        try:
            return os.preadv(self._descriptor, [chunk], start, _NOWAIT)
        except OSError:
            # Not in the page cache, or the file system does not support the flag.
            return 0


def _create(file: Path) -> int:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        return os.open(file, flags, 0o600)
    except FileNotFoundError:
        _make_folder(file.parent)
        return os.open(file, flags, 0o600)


def _seal(descriptor: int, file: Path) -> None:
    """Syncs the bytes and the directory entry to disk."""
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    _sync_folder(file.parent)


def _link(source: Path, target: Path) -> None:
    if not target.parent.is_dir():
        _make_folder(target.parent)
    try:
        os.link(source, target)
    except FileNotFoundError as error:
        raise BlobMissing(source.name) from error
    except OSError:
        # The file system does not support links.
        _join([source], target)
        return
    _sync_folder(target.parent)


def _join(sources: list[Path], target: Path) -> None:
    descriptor = _create(target)
    try:
        with os.fdopen(descriptor, "wb", closefd=False) as output:
            for source in sources:
                try:
                    with source.open("rb") as part:
                        shutil.copyfileobj(part, output, WRITE_BATCH_BYTES)
                except FileNotFoundError as error:
                    raise BlobMissing(source.name) from error
    except BaseException:
        os.close(descriptor)
        target.unlink(missing_ok=True)
        raise
    _seal(descriptor, target)


def _make_folder(folder: Path) -> None:
    """Creates a directory and syncs its entry to disk."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
