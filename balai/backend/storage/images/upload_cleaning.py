"""Cleans uploaded images of places and names, and converts HEIC to a format that browsers show.

All other uploads pass through unchanged, chunk by chunk. An image is written to a temporary file first, because its
structure is known only when it is complete; memory use stays constant.
"""

import asyncio
import mmap
import tempfile
from collections.abc import AsyncIterator, Sequence
from typing import IO

from balai.backend.storage.errors import StorageError, bad_type, busy, invalid_image, too_large
from balai.backend.storage.images.isobmff import is_heic
from balai.backend.storage.images.metadata import Piece, UnreadableImage, clean_pieces, is_image
from balai.backend.storage.images.renderer import TOO_LARGE, InvalidImage, Renderer, RendererBusy

MAGIC_BYTES = 32
CHUNK_BYTES = 1 << 18
HEIC_TYPES = ("image/heic", "image/heif")
SHOWABLE = "image/jpeg"
DECODED_TYPES = {"image/jpeg", "image/jpg", "image/png", "image/webp", "image/gif", "image/avif", *HEIC_TYPES}


def must_decode(mimetype: str, rules: Sequence[str], images: Renderer | None) -> bool:
    """Whether an upload of this declared type is stored only if it can be decoded.

    In a bucket that names nothing but types of images that browsers show, a file that none of them shows is of no use.
    `image/*` also allows types that are not decoded here, so such a bucket stores any bytes. HEIC that is stored as
    JPEG has to be HEIC.
    """
    if images is None:
        return False
    is_image_bucket = bool(rules) and DECODED_TYPES.issuperset(rules)
    kind = mimetype.partition(";")[0].strip().lower()
    return kind in DECODED_TYPES if is_image_bucket else stored_type(kind, rules, images) != kind


def stored_type(mimetype: str, rules: Sequence[str], images: Renderer | None) -> str:
    """Returns the media type to store: HEIC becomes JPEG if the bucket accepts JPEG but not HEIC."""
    is_heic_type = mimetype.lower() in HEIC_TYPES
    is_wanted = SHOWABLE in rules and not any(rule in ("image/*", mimetype.lower()) for rule in rules)
    return SHOWABLE if images is not None and is_heic_type and is_wanted else mimetype


async def clean_upload(
    pieces: AsyncIterator[bytes], mimetype: str, maximum: int | None, images: Renderer | None, *, is_decoded: bool
) -> AsyncIterator[bytes]:
    """Yields the bytes to store. `is_decoded`: an image that cannot be decoded is rejected.

    Raises:
        StorageError: too many bytes, an invalid image, or no process is free for it now.
    """
    head = b""
    async for piece in pieces:
        head += piece
        if len(head) >= MAGIC_BYTES:
            break
    if is_decoded and not is_image(head[:MAGIC_BYTES]):
        raise invalid_image()
    if not is_image(head[:MAGIC_BYTES]):
        yield head
        async for piece in pieces:
            yield piece
        return
    with tempfile.TemporaryFile() as file:
        await _spool(file, head, pieces, maximum)
        if is_heic(head) and mimetype == SHOWABLE and images is not None:
            try:
                yield (await images.unpack_heic(lambda: _read(file))).body
            except InvalidImage as error:
                raise _refusal(error) from error
            except RendererBusy as error:
                raise busy() from error
            return
        if is_decoded and images is not None:
            try:
                await images.check(lambda: _read(file))
            except InvalidImage as error:
                raise _refusal(error) from error
            except RendererBusy as error:
                raise busy() from error
        try:
            pieces_to_store = await asyncio.to_thread(_clean, file)
        except UnreadableImage as error:
            # Under another media type the bytes may be valid.
            if mimetype.startswith("image/"):
                raise bad_type(mimetype) from error
            pieces_to_store = [(0, file.tell())]
        for piece_or_range in pieces_to_store:
            async for piece in _bytes_of(file, piece_or_range):
                yield piece


def _refusal(error: InvalidImage) -> StorageError:
    return too_large(TOO_LARGE.removeprefix("The ")) if str(error) == TOO_LARGE else invalid_image()


async def _spool(file: IO[bytes], head: bytes, pieces: AsyncIterator[bytes], maximum: int | None) -> None:
    size = file.write(head)
    async for piece in pieces:
        size += len(piece)
        if maximum is not None and size > maximum:
            raise too_large()
        await asyncio.to_thread(file.write, piece)
    file.flush()


def _clean(file: IO[bytes]) -> list[Piece]:
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped, memoryview(mapped) as data:
        return clean_pieces(data) or [(0, len(data))]


async def _bytes_of(file: IO[bytes], piece: Piece) -> AsyncIterator[bytes]:
    if isinstance(piece, bytes):
        yield piece
        return
    at, end = piece
    file.seek(at)
    while at < end:
        part = await asyncio.to_thread(file.read, min(CHUNK_BYTES, end - at))
        at += len(part)
        yield part


async def _read(file: IO[bytes]) -> AsyncIterator[bytes]:
    file.seek(0)
    while part := await asyncio.to_thread(file.read, CHUNK_BYTES):
        yield part
