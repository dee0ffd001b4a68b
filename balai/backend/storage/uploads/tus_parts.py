"""Receives the bytes of a resumable upload, and stores them even if the client disconnects in between."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from balai.backend.storage.blobs.interface import BlobWriter
from balai.backend.storage.blobs.versions import NewVersion, Versions
from balai.backend.storage.context import StorageRequest
from balai.backend.storage.errors import StorageError, bad_type, disk_full, internal, too_large
from balai.backend.storage.uploads.content_sniffing import SNIFF_BYTES, contradicts_declared_type
from balai.backend.storage.uploads.store import NO_ROOM
from balai.backend.storage.uploads.tus_rows import Part, Upload, add_part, extend_expiry
from balai.http.request_body import BodyTimeout, ClientGone, RequestBody

# Seconds without progress after which an earlier request of the same upload is ended, once the client has resumed.
STALL_TIMEOUT_S = 0.5


class ActiveRequest:
    """A request that receives bytes or assembles the object."""

    def __init__(self, body: RequestBody) -> None:
        self.body = body
        self.is_done = asyncio.Event()


async def take_over(request: StorageRequest, upload_id: str) -> None:
    """Waits for an earlier request of the same upload to store its bytes, since the client has resumed.

    No await happens between the end of the last request and the return.
    """
    while (earlier := request.storage.receiving.get(upload_id)) is not None:
        count = earlier.body.received
        try:
            async with asyncio.timeout(STALL_TIMEOUT_S):
                await earlier.is_done.wait()
        except TimeoutError:
            if earlier.body.received == count:
                earlier.body.interrupt()


@asynccontextmanager
async def receiving(request: StorageRequest, upload: Upload) -> AsyncIterator[None]:
    """Registers the upload as busy, so that a resumed request waits."""
    active, known = ActiveRequest(request.body), request.storage.receiving
    known[str(upload.id)] = active
    try:
        yield
    finally:
        active.is_done.set()
        if known.get(str(upload.id)) is active:
            del known[str(upload.id)]


async def receive_part(request: StorageRequest, upload: Upload, maximum: int | None) -> int:
    """Stores the arriving bytes and returns the new offset.

    Raises:
        StorageError: too many bytes, content that contradicts the declared type, a full disk, or another request
            that extended the upload meanwhile.
        ClientGone: the client disconnected. The bytes received before are stored.
    """
    versions = Versions(request.storage.pool, request.storage.blobs)
    room = maximum if upload.length is None else upload.length - upload.received
    async with receiving(request, upload), versions.new() as version:
        try:
            part, is_cut = await _write(request, upload, version, room)
        except OSError as error:
            raise disk_full() if error.errno in NO_ROOM else internal("The bytes could not be stored") from error
        if part is not None and not await add_part(request, upload, version, part):
            raise StorageError("ResourceLocked", "Upload-Offset conflict", 409)
    if is_cut:
        raise ClientGone
    return upload.received + (part.size if part else 0)


async def _write(
    request: StorageRequest, upload: Upload, version: NewVersion, room: int | None
) -> tuple[Part | None, bool]:
    digest = hashlib.md5(usedforsecurity=False)
    writer = await request.storage.blobs.create(version.name, digest.update)
    try:
        size, is_cut = await _copy(request, upload, version, writer, room)
        if size == 0:
            await writer.abort()
            return None, is_cut
        await writer.finish()
    except BaseException:
        await writer.abort()
        raise
    return Part(size, digest.digest()), is_cut


async def _copy(
    request: StorageRequest, upload: Upload, version: NewVersion, writer: BlobWriter, room: int | None
) -> tuple[int, bool]:
    """Returns the number of bytes received, and whether the client was cut off."""
    size, head = 0, b""
    is_checked = upload.received > 0
    try:
        async for piece in request.body.chunks():
            size += len(piece)
            if room is not None and size > room:
                raise too_large()
            if not is_checked:
                head += piece
                is_checked = len(head) >= SNIFF_BYTES
                _check_content(upload, head)
            await writer.write(piece)
            if await version.heartbeat():
                await extend_expiry(request, upload)
    except (ClientGone, BodyTimeout):
        return size, True
    return size, False


def _check_content(upload: Upload, head: bytes) -> None:
    if contradicts_declared_type(upload.content.mimetype, head):
        raise bad_type(upload.content.mimetype)
