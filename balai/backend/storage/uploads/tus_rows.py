"""Reads and writes the rows of resumable uploads (storage contract, section 12)."""

import hashlib
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any
from uuid import UUID

import asyncpg
import msgspec

from balai.backend.storage.blobs.versions import NewVersion, Versions
from balai.backend.storage.context import StorageRequest
from balai.backend.storage.images.metadata import is_image
from balai.backend.storage.images.upload_cleaning import MAGIC_BYTES
from balai.backend.storage.uploads.policy_check import Rollback
from balai.backend.storage.uploads.store import (
    Content,
    Target,
    WrittenBlob,
    metadata_of,
    publish_version,
    write_version,
)
from balai.database.pool import Connection
from balai.database.transaction import as_owner

_ADD = """
insert into storage.resumable_uploads
  (id, bucket_id, name, length, subject, is_upsert, given, mimetype, cache_control, user_metadata, expires_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + make_interval(secs => $11)) returning expires_at
"""
_FIND = """
select id, bucket_id, name, length, received, subject, is_upsert, given, mimetype, cache_control,
  user_metadata::text as user_metadata, expires_at, expires_at < now() as is_over,
  finished_at is not null as is_finished
from storage.resumable_uploads where id = $1 and bucket_id = $2 and name = $3
"""
# Of two requests with bytes for the same offset the first one wins; the other one gets a conflict.
_ADD_PART = """
with struck as (delete from storage.unreferenced_blobs where version = $1 returning 1), grown as (
  update storage.resumable_uploads set received = received + $4, expires_at = now() + make_interval(secs => $6)
  where id = $2 and received = $3 and finished_at is null and exists (select from struck) returning id, expires_at
), added as (
  insert into storage.resumable_parts (upload_id, position, size, md5, version) select id, $3, $4, $5, $1 from grown)
select expires_at from grown
"""
_EXTEND_EXPIRY = "update storage.resumable_uploads set expires_at = now() + make_interval(secs => $2) where id = $1"
_SET_LENGTH = "update storage.resumable_uploads set length = $2 where id = $1 and length is null and received <= $2"
_PARTS = "select version, size, md5 from storage.resumable_parts where upload_id = $1 order by position"
_LOCK = "select finished_at is not null from storage.resumable_uploads where id = $1 for update"
_FINISH = "update storage.resumable_uploads set finished_at = now() where id = $1"
_DELETE_PARTS = "delete from storage.resumable_parts where upload_id = $1"
_DELETE = "delete from storage.resumable_uploads where id = $1 and finished_at is null"


class Upload(msgspec.Struct, frozen=True):
    """A resumable upload. Lengths in bytes."""

    id: UUID
    target: Target
    length: int | None
    received: int
    metadata_header: str
    content: Content
    expires_at: datetime
    is_expired: bool = False
    is_finished: bool = False


class Part(msgspec.Struct, frozen=True):
    """One stored part: its size in bytes and its MD5."""

    size: int
    md5: bytes


async def add_upload(request: StorageRequest, upload: Upload) -> datetime:
    """Inserts an upload; returns when it expires. Raises asyncpg.PostgresError."""
    notes = upload.content.user_metadata
    expires: datetime = await request.storage.pool.fetchval(
        _ADD,
        upload.id,
        upload.target.bucket,
        upload.target.name,
        upload.length,
        upload.target.subject,
        upload.target.is_upsert,
        upload.metadata_header,
        upload.content.mimetype,
        upload.content.cache_control,
        msgspec.json.encode(notes).decode() if notes is not None else None,
        request.storage.limits.resumable_ttl_s,
    )
    return expires


async def find_upload(request: StorageRequest, identifier: UUID) -> Upload | None:
    """Returns the upload to the request's object; None if there is none with this identifier."""
    row = await request.storage.pool.fetchrow(_FIND, identifier, request.bucket, request.key)
    return None if row is None else _upload(row)


def _upload(row: asyncpg.Record) -> Upload:
    notes = msgspec.json.decode(row["user_metadata"]) if row["user_metadata"] else None
    return Upload(
        id=UUID(str(row["id"])),
        target=Target(row["bucket_id"], row["name"], row["subject"], row["is_upsert"]),
        length=row["length"],
        received=row["received"],
        metadata_header=row["given"],
        content=Content(row["mimetype"], row["cache_control"], row["length"], notes),
        expires_at=row["expires_at"],
        is_expired=row["is_over"],
        is_finished=row["is_finished"],
    )


async def set_length(request: StorageRequest, upload: Upload, length: int) -> bool:
    """Sets the total length; False if it is set already, or less than was received."""
    return str(await request.storage.pool.execute(_SET_LENGTH, upload.id, length)) == "UPDATE 1"


async def extend_expiry(request: StorageRequest, upload: Upload) -> None:
    """Extends the expiry: more bytes are arriving, and the stored parts must not expire meanwhile."""
    await request.storage.pool.execute(_EXTEND_EXPIRY, upload.id, request.storage.limits.resumable_ttl_s)


async def add_part(request: StorageRequest, upload: Upload, version: NewVersion, part: Part) -> bool:
    """Appends a stored part to the upload; False if another request extended the upload meanwhile."""
    ttl_s = request.storage.limits.resumable_ttl_s
    values = (version.name, upload.id, upload.received, part.size, part.md5, ttl_s)
    try:
        async with as_owner(request.storage.pool) as connection:
            if not await connection.fetchval(_ADD_PART, *values):
                # The rollback restores the record of the bytes, so that they are cleaned up.
                raise Rollback
    except Rollback:
        return False
    version.is_published = True
    return True


async def assemble(request: StorageRequest, upload: Upload) -> None:
    """Assembles the object from its parts; does nothing if that is done. Raises StorageError, BlobMissing, OSError."""
    storage = request.storage
    parts = await storage.pool.fetch(_PARTS, upload.id)
    if sum(part["size"] for part in parts) != upload.length:
        # Another request assembled it meanwhile.
        return
    async with Versions(storage.pool, storage.blobs).new() as version:
        if upload.content.is_decoded or await _is_picture(request, parts):
            written = await write_version(request, version, _bytes_of(request, parts), upload.content, None)
        else:
            await storage.blobs.join([part["version"] for part in parts], version.name)
            written = WrittenBlob(sum(part["size"] for part in parts), _etag([bytes(part["md5"]) for part in parts]))
        metadata = metadata_of(upload.content, written)
        async with as_owner(storage.pool) as connection:
            await _publish_once(connection, upload, version, metadata)


async def _is_picture(request: StorageRequest, parts: list[asyncpg.Record]) -> bool:
    """Whether the content is an image, which has to be cleaned like one uploaded in a single request."""
    async for piece in _bytes_of(request, parts[:1]):
        return is_image(piece[:MAGIC_BYTES])
    return False


async def _bytes_of(request: StorageRequest, parts: list[asyncpg.Record]) -> AsyncIterator[bytes]:
    for part in parts:
        blob = await request.storage.blobs.open(part["version"])
        try:
            async for piece in blob.parts(0, part["size"]):
                yield bytes(piece)
        finally:
            blob.close()


async def _publish_once(connection: Connection, upload: Upload, version: NewVersion, metadata: dict[str, Any]) -> None:
    if await connection.fetchval(_LOCK, upload.id) is not False:
        return
    await publish_version(connection, upload.target, version, metadata, upload.content.user_metadata)
    await connection.execute(_FINISH, upload.id)
    await connection.execute(_DELETE_PARTS, upload.id)


async def delete_upload(request: StorageRequest, upload: Upload) -> bool:
    """Deletes an upload; False if it is complete."""
    return str(await request.storage.pool.execute(_DELETE, upload.id)) == "DELETE 1"


def _etag(sums: list[bytes]) -> str:
    """Returns the MD5 of a single part; for several the MD5 of their MD5s and their number, as S3 does."""
    if len(sums) == 1:
        return f'"{sums[0].hex()}"'
    joined = hashlib.md5(b"".join(sums), usedforsecurity=False).hexdigest()
    return f'"{joined}-{len(sums)}"' if sums else f'"{joined}"'
