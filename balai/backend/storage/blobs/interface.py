"""The interface of a blob store: one blob for each version of an object, in a directory or in S3.

A blob is written once, under an unused version, and never changed. It may be opened as soon as `finish` has returned,
when its bytes are safe on disk.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol

# In bytes: the size of one read or write.
CHUNK_BYTES = 256 * 1024
OnBytes = Callable[[bytes], None]


class BlobMissing(Exception):
    """There is no blob of this version."""


class BlobShort(OSError):
    """The blob has fewer bytes than its row says."""


def check_version(version: str) -> None:
    """Raises ValueError if this is not a version of this service: rows written by others may hold anything."""
    if not version.replace("-", "").isalnum() or not version.isascii():
        raise ValueError(f"{version!r} is not a version")


class BlobWriter(Protocol):
    """A blob that is being written."""

    async def write(self, data: bytes) -> None:
        """Appends bytes. Raises OSError if the store accepts no more."""

    async def finish(self) -> None:
        """Completes the blob; its bytes are durable then. Raises OSError."""

    async def abort(self) -> None:
        """Discards the blob and what was written of it. Never raises."""


class OpenBlob(Protocol):
    """An open blob. It stays readable if it is removed meanwhile."""

    def parts(self, start: int, length: int) -> AsyncIterator[bytes | bytearray]:
        """Yields `length` bytes from `start` on, in chunks of at most `CHUNK_BYTES`. Raises BlobMissing, OSError."""

    def close(self) -> None:
        """Closes the blob."""


class Blobs(Protocol):
    """A blob store."""

    async def create(self, version: str, on_bytes: OnBytes) -> BlobWriter:
        """Creates a blob. `on_bytes` receives all its bytes in order, possibly in another thread. Raises OSError."""

    async def open(self, version: str) -> OpenBlob:
        """Opens a blob. Raises BlobMissing."""

    async def copy(self, source: str, target: str) -> None:
        """Copies a blob. Raises BlobMissing, OSError."""

    async def join(self, sources: Sequence[str], target: str) -> None:
        """Concatenates several blobs into one. Raises BlobMissing, OSError."""

    async def remove(self, version: str) -> None:
        """Removes a blob and what a crash left of it; does nothing if there is none.

        Raises:
            OSError: the store is unavailable now.
            ValueError: not a version of this service.
        """
