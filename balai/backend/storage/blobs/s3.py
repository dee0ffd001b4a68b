"""Blobs in a bucket of S3 or of a compatible service.

A blob is a sequence of pieces of one size, each written by one request. A multipart upload is not used: what a crash
leaves of one appears in no listing, and only a lifecycle rule of the bucket would remove it.
"""

import asyncio
import errno
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from balai.backend.storage.blobs.interface import BlobMissing, BlobShort, OnBytes, check_version
from balai.settings import Settings

if TYPE_CHECKING:
    from obstore.store import ClientConfig, S3Config

# In bytes: one piece in the bucket, and the size of one read request. A slow client never keeps a request to S3 open.
PIECE_BYTES = 8 * 1024 * 1024
READ_BYTES = 1024 * 1024


class S3Blobs:
    """The blobs of a bucket: `ab/abcdef…/000000`, `…/000001`, …"""

    def __init__(self, store: S3Store) -> None:
        self.store = store

    def close(self) -> None:
        """Does nothing: there is nothing to release."""

    async def create(self, version: str, on_bytes: OnBytes) -> "PieceWriter":
        """Creates a blob."""
        return PieceWriter(self, version, on_bytes)

    async def open(self, version: str) -> "OpenPieces":
        """Opens a blob. Raises BlobMissing."""
        with _mapping_errors(version):
            await obstore.head_async(self.store, piece_name(version, 0))
        return OpenPieces(self, version)

    async def copy(self, source: str, target: str) -> None:
        """Copies the pieces within the bucket. Raises BlobMissing, OSError."""
        names = [name for name, _ in await self.pieces(source)]
        if not names:
            raise BlobMissing(source)
        with _mapping_errors(source):
            for place, name in enumerate(names):
                await obstore.copy_async(self.store, name, piece_name(target, place))

    async def join(self, sources: Sequence[str], target: str) -> None:
        """Reads the sources and writes them again, since all pieces have one size. Raises BlobMissing, OSError."""
        if len(sources) == 1:
            await self.copy(sources[0], target)
            return
        writer = PieceWriter(self, target, lambda _: None)
        for source in sources:
            length = sum(size for _, size in await self.pieces(source))
            async for part in OpenPieces(self, source).parts(0, length):
                await writer.write(part)
        await writer.finish()

    async def remove(self, version: str) -> None:
        """Removes every piece. Raises OSError, and ValueError if it is not a version of this service."""
        # An empty version would be the prefix of every other.
        check_version(version)
        names = [name for name, _ in await self.pieces(version)]
        with _mapping_errors(version):
            if names:
                await obstore.delete_async(self.store, names)

    async def pieces(self, version: str) -> list[tuple[str, int]]:
        """Returns the names and sizes of a blob's pieces, in order. Raises OSError."""
        found: list[tuple[str, int]] = []
        with _mapping_errors(version):
            async for batch in obstore.list(self.store, prefix=f"{version[:2]}/{version}"):
                found += [(meta["path"], meta["size"]) for meta in batch]
        return sorted(found)


class PieceWriter:
    """Uploads a piece while the next one is buffered."""

    def __init__(self, bucket: S3Blobs, version: str, on_bytes: OnBytes) -> None:
        self._bucket = bucket
        self._version = version
        self._on_bytes = on_bytes
        self._buffered = bytearray()
        self._count = 0
        self._sending: asyncio.Task[None] | None = None

    async def write(self, data: bytes) -> None:
        """Appends bytes. Raises OSError, possibly for an earlier piece."""
        self._on_bytes(data)
        self._buffered += data
        while len(self._buffered) >= PIECE_BYTES:
            piece = bytes(memoryview(self._buffered)[:PIECE_BYTES])
            del self._buffered[:PIECE_BYTES]
            await self._send(piece)

    async def finish(self) -> None:
        """Returns when the bucket has everything. Raises OSError."""
        if self._buffered or self._count == 0:
            await self._send(bytes(self._buffered))
        await self._wait()

    async def abort(self) -> None:
        """Does nothing: the ledger of versions removes the pieces."""
        if self._sending is not None:
            await asyncio.gather(self._sending, return_exceptions=True)

    async def _send(self, piece: bytes) -> None:
        await self._wait()
        self._sending = asyncio.create_task(self._put(piece_name(self._version, self._count), piece))
        self._count += 1

    async def _put(self, name: str, piece: bytes) -> None:
        with _mapping_errors(name):
            await obstore.put_async(self._bucket.store, name, piece, use_multipart=False)

    async def _wait(self) -> None:
        sending, self._sending = self._sending, None
        if sending is not None:
            await sending


class OpenPieces:
    """A blob that is read range by range."""

    def __init__(self, bucket: S3Blobs, version: str) -> None:
        self._bucket = bucket
        self._version = version

    async def parts(self, start: int, length: int) -> AsyncIterator[bytes]:
        """Yields `length` bytes from `start` on. Raises BlobShort if there are fewer."""
        ranges = _ranges(start, length)
        coming = asyncio.ensure_future(self._read(*first)) if (first := next(ranges, None)) else None
        try:
            while coming is not None:
                part = await coming
                following = next(ranges, None)
                coming = asyncio.ensure_future(self._read(*following)) if following else None
                yield part
        finally:
            if coming is not None:
                coming.cancel()

    async def _read(self, place: int, start: int, length: int) -> bytes:
        name = piece_name(self._version, place)
        with _mapping_errors(name):
            part = bytes(await obstore.get_range_async(self._bucket.store, name, start=start, length=length))
        if len(part) != length:
            raise BlobShort(errno.EIO, "the blob is shorter than its row states")
        return part

    def close(self) -> None:
        """Does nothing: no request is open."""


def piece_name(version: str, place: int) -> str:
    """Returns the name of a piece."""
    return f"{version[:2]}/{version}/{place:06d}"


def _ranges(start: int, length: int) -> Iterator[tuple[int, int, int]]:
    """Splits a range into reads: number of the piece, offset within it and number of bytes, in order."""
    while length > 0:
        place, within = divmod(start, PIECE_BYTES)
        size = min(length, READ_BYTES, PIECE_BYTES - within)
        yield place, within, size
        start += size
        length -= size


@contextmanager
def _mapping_errors(what: str) -> Iterator[None]:
    """Maps the errors of the store to BlobMissing and OSError."""
    try:
        yield
    except FileNotFoundError as error:
        raise BlobMissing(what) from error
    except BaseError as error:
        raise OSError(errno.EIO, f"the object store failed: {error}") from error


def s3_blobs(settings: Settings) -> S3Blobs:
    """Opens the bucket of the settings."""
    return S3Blobs(
        open_bucket(
            settings.storage_url,
            endpoint=settings.storage_endpoint,
            region=settings.storage_region,
            access_key_id=settings.storage_access_key_id,
            secret_access_key=settings.storage_secret_access_key,
        )
    )


def open_bucket(url: str, *, endpoint: str, region: str, access_key_id: str, secret_access_key: str) -> S3Store:
    """Opens a bucket by its address: `s3://name/prefix`. Without an access key, the machine's own credentials apply."""
    name, _, prefix = url.removeprefix("s3://").partition("/")
    config: S3Config = {"region": region}
    if endpoint:
        config |= {"endpoint": endpoint, "virtual_hosted_style_request": False}
    if access_key_id:
        config |= {"access_key_id": access_key_id, "secret_access_key": secret_access_key}
    options: ClientConfig = {"allow_http": endpoint.startswith("http://")}
    return S3Store(name, prefix=prefix or None, config=config, client_options=options)
