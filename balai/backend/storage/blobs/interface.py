"""Where the bytes lie: one blob for each version of an object, in a folder or in a store such as S3.

A blob is written once, under a version that nobody has used, and never changed. It may be opened as soon as `finish`
has returned, when its bytes are safe on the disk.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol

# In bytes: what is read or written in one go.
CHUNK_BYTES = 256 * 1024
OnBytes = Callable[[bytes], None]


class BlobMissing(Exception):
    """There is no blob of this version."""


class BlobShort(OSError):
    """There are fewer bytes of it than its row says."""


def check_version(version: str) -> None:
    """Raises ValueError for what is no name of ours: rows that others write may hold anything."""
    if not version.replace("-", "").isalnum() or not version.isascii():
        raise ValueError(f"{version!r} is no version")


class BlobWriter(Protocol):
    """A blob in the making."""

    async def write(self, data: bytes) -> None:
        """Append. Raises OSError when the store takes no more."""

    async def finish(self) -> None:
        """Make it whole and safe. Raises OSError."""

    async def abort(self) -> None:
        """Forget it and what was written of it. Never raises."""


class OpenBlob(Protocol):
    """A blob that can be read even if it is removed meanwhile."""

    def parts(self, start: int, length: int) -> AsyncIterator[bytes | bytearray]:
        """`length` bytes from `start` on, in pieces of at most `PIECE`. Raises BlobMissing, OSError."""

    def close(self) -> None:
        """Done with it."""


class Blobs(Protocol):
    """All blobs."""

    async def create(self, version: str, on_bytes: OnBytes) -> BlobWriter:
        """Begin a blob; `note` is given all its bytes in order, maybe in another thread. Raises OSError."""

    async def open(self, version: str) -> OpenBlob:
        """Open a blob. Raises BlobMissing."""

    async def copy(self, source: str, target: str) -> None:
        """Make a second blob of the same bytes. Raises BlobMissing, OSError."""

    async def join(self, sources: Sequence[str], target: str) -> None:
        """Make a blob of the bytes of several, one after another. Raises BlobMissing, OSError."""

    async def remove(self, version: str) -> None:
        """Remove a blob and what a crash left of it; nothing happens where there is none.

        Raises:
            OSError: not now.
            ValueError: what is no name of ours.
        """
