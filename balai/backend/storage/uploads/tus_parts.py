"""Takes what comes of a resumable upload, and keeps it even if the sender is cut off in the middle."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from balai.backend.storage.blobs.interface import BlobWriter
from balai.backend.storage.blobs.versions import NewVersion, Versions
from balai.backend.storage.context import Call
from balai.backend.storage.errors import StorageError, bad_type, internal, no_room, too_large
from balai.backend.storage.uploads.content_sniffing import ENOUGH, is_lie
from balai.backend.storage.uploads.store import NO_ROOM
from balai.backend.storage.uploads.tus_rows import Part, Upload, add_part, keep
from balai.http.request_body import BodyTimeout, ClientGone, RequestBody

# Seconds after which an earlier request of somebody who has come back, of which nothing more arrives, is ended.
STILL = 0.5


class Receiving:
    """A request that is being listened to, or makes the object."""

    def __init__(self, body: RequestBody) -> None:
        self.body = body
        self.is_done = asyncio.Event()


async def take_over(call: Call, upload_id: str) -> None:
    """Wait for an earlier request of the same upload, whose sender has come back: what is on its way is kept first.
    Nothing happens between the end of the last one and the return."""
    while (earlier := call.storage.receiving.get(upload_id)) is not None:
        count = earlier.body.received
        try:
            async with asyncio.timeout(STILL):
                await earlier.is_done.wait()
        except TimeoutError:
            if earlier.body.received == count:
                earlier.body.interrupt()


@asynccontextmanager
async def busy_with(call: Call, upload: Upload) -> AsyncIterator[None]:
    """Who comes back meanwhile waits."""
    receiving, known = Receiving(call.body), call.storage.receiving
    known[str(upload.id)] = receiving
    try:
        yield
    finally:
        receiving.is_done.set()
        if known.get(str(upload.id)) is receiving:
            del known[str(upload.id)]


async def receive_part(call: Call, upload: Upload, most: int | None) -> int:
    """Keep what comes; how many bytes the upload has then.

    Raises:
        StorageError: too many bytes, of another kind than they are said to be; the disk is full; or somebody else
            added to the upload meanwhile.
        ClientGone: the sender hung up. What had come is kept.
    """
    versions = Versions(call.storage.pool, call.storage.blobs)
    room = most if upload.length is None else upload.length - upload.received
    async with busy_with(call, upload), versions.new() as version:
        try:
            part, is_cut = await _write(call, upload, version, room)
        except OSError as error:
            raise no_room() if error.errno in NO_ROOM else internal("The bytes could not be kept") from error
        if part is not None and not await add_part(call, upload, version, part):
            raise StorageError("ResourceLocked", "Upload-Offset conflict", 409)
    if is_cut:
        raise ClientGone
    return upload.received + (part.size if part else 0)


async def _write(call: Call, upload: Upload, version: NewVersion, room: int | None) -> tuple[Part | None, bool]:
    digest = hashlib.md5(usedforsecurity=False)
    writer = await call.storage.blobs.create(version.name, digest.update)
    try:
        size, is_cut = await _copy(call, upload, version, writer, room)
        if size == 0:
            await writer.abandon()
            return None, is_cut
        await writer.finish()
    except BaseException:
        await writer.abandon()
        raise
    return Part(size, digest.digest()), is_cut


async def _copy(
    call: Call, upload: Upload, version: NewVersion, writer: BlobWriter, room: int | None
) -> tuple[int, bool]:
    """The bytes taken, and whether the sender was cut off."""
    size, head = 0, b""
    is_looked_at = upload.received > 0
    try:
        async for piece in call.body.chunks():
            size += len(piece)
            if room is not None and size > room:
                raise too_large()
            if not is_looked_at:
                head += piece
                is_looked_at = len(head) >= ENOUGH
                _look_at(upload, head)
            await writer.write(piece)
            if await version.still_written():
                await keep(call, upload)
    except (ClientGone, BodyTimeout):
        return size, True
    return size, False


def _look_at(upload: Upload, head: bytes) -> None:
    if is_lie(upload.content.mimetype, head):
        raise bad_type(upload.content.mimetype)
