"""Stores an object (storage contract, section 5).

The order: the bucket's rules, the policies, the bytes under a new version, and one statement that publishes the version
in the row (`blobs/versions.py` gives the reasons).
"""

import errno
import hashlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import asyncpg
import msgspec

from balai.backend.storage.blobs.versions import NewVersion
from balai.backend.storage.context import StorageRequest
from balai.backend.storage.errors import (
    bad_type,
    disk_full,
    duplicate,
    from_database_error,
    internal,
    no_such_bucket,
    too_large,
)
from balai.backend.storage.images.upload_cleaning import clean_upload, must_decode, stored_type
from balai.backend.storage.media_types import check_allowed, check_header
from balai.backend.storage.rows import Bucket, find_bucket, stamp, uuid_or_none
from balai.backend.storage.uploads.content_sniffing import SNIFF_BYTES, contradicts_declared_type
from balai.backend.storage.uploads.policy_check import NewObject
from balai.backend.storage.validation import EMPTY_FOLDER, check_key
from balai.database.pool import Connection, Pool

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
# Above this size in bytes the ETag is derived from the version, since computing the MD5 takes longer than writing.
# Other stores do not use the MD5 for large objects either.
MAX_MD5_BYTES = 16 * 1024 * 1024
_PUBLISH = """
with struck as (delete from storage.unreferenced_blobs where version = $1 returning 1)
insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
select $2, $3, $4, $5, $1, $6, $7 from struck
"""
_PUBLISH_OVERWRITE = f"""{_PUBLISH}
on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
  user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id
returning id
"""
_PUBLISH_NEW = f"{_PUBLISH} returning id"


class Content(msgspec.Struct, frozen=True):
    """The declared properties of an upload. `length` in bytes; None if it is known only at the end."""

    mimetype: str
    cache_control: str
    length: int | None
    user_metadata: Any = None
    robots: str | None = None
    # Stored only if it can be decoded as an image.
    is_decoded: bool = False


class Target(msgspec.Struct, frozen=True):
    """Where the object goes, and on whose behalf."""

    bucket: str
    name: str
    subject: str | None
    is_upsert: bool


class WrittenBlob(msgspec.Struct, frozen=True):
    """Bytes that are safe on disk: their number and their ETag with its quotes."""

    size: int
    etag: str


async def check_upload(request: StorageRequest, target: Target, content: Content) -> tuple[Content, int | None]:
    """Returns the content with its type checked, and the maximum number of bytes. Raises StorageError."""
    check_key(target.name)
    bucket = await find_bucket(request, target.bucket)
    mimetype = check_header(content.mimetype)
    maximum = limit_of(request, bucket)
    is_decoded = False
    if target.name.endswith(EMPTY_FOLDER):
        maximum = 0
    else:
        is_decoded = must_decode(mimetype, bucket.types, request.storage.images)
        mimetype = stored_type(mimetype, bucket.types, request.storage.images)
        check_allowed(mimetype, bucket.types)
    if maximum is not None and content.length is not None and content.length > maximum:
        raise too_large()
    return msgspec.structs.replace(content, mimetype=mimetype, is_decoded=is_decoded), maximum


def limit_of(request: StorageRequest, bucket: Bucket, *, is_plain: bool = True) -> int | None:
    """Returns the maximum size of an object in this bucket, in bytes."""
    limits = request.storage.limits
    all_limits = [bucket.size_limit, limits.max_object_bytes, limits.max_upload_bytes if is_plain else None]
    return min((limit for limit in all_limits if limit is not None), default=None)


def new_object(target: Target, content: Content, version: str) -> NewObject:
    """Returns the row that the policies check."""
    metadata: dict[str, Any] = {"mimetype": content.mimetype}
    if content.length is not None:
        metadata["contentLength"] = content.length
    return NewObject(target.bucket, target.name, version, metadata, content.user_metadata)


async def write_version(
    request: StorageRequest, version: NewVersion, pieces: AsyncIterator[bytes], content: Content, maximum: int | None
) -> WrittenBlob:
    """Writes the bytes to disk, images without metadata about people.

    Raises:
        StorageError: too many bytes, content that contradicts the declared type, or a full disk.
        ClientGone: the client disconnected.
    """
    is_large = content.length is not None and content.length > MAX_MD5_BYTES
    digest = hashlib.md5(usedforsecurity=False)
    size = 0
    try:
        writer = await request.storage.blobs.create(version.name, _no_digest if is_large else digest.update)
        try:
            arriving, images = _with_heartbeat(pieces, version), request.storage.images
            kept = clean_upload(arriving, content.mimetype, maximum, images, is_decoded=content.is_decoded)
            async for piece in _checked_content(kept, content.mimetype):
                size += len(piece)
                if maximum is not None and size > maximum:
                    raise too_large()
                await writer.write(piece)
            await writer.finish()
        except BaseException:
            await writer.abort()
            raise
    except OSError as error:
        raise disk_full() if error.errno in NO_ROOM else internal("The bytes could not be stored") from error
    return WrittenBlob(size, f'"{version.name.replace("-", "")}-1"' if is_large else f'"{digest.hexdigest()}"')


async def _with_heartbeat(pieces: AsyncIterator[bytes], version: NewVersion) -> AsyncIterator[bytes]:
    """Yields the same chunks and sends heartbeats: an image is written only when it is complete."""
    async for piece in pieces:
        await version.heartbeat()
        yield piece


def _no_digest(_: bytes) -> None:
    """Digest of content whose hash is not needed."""


async def _checked_content(pieces: AsyncIterator[bytes], mimetype: str) -> AsyncIterator[bytes]:
    """Yields the same chunks, the first one large enough for content sniffing."""
    head = b""
    is_examined = False
    async for piece in pieces:
        if is_examined:
            yield piece
            continue
        head += piece
        if len(head) >= SNIFF_BYTES:
            is_examined = True
            _check_content(mimetype, head)
            yield head
    if not is_examined and head:
        _check_content(mimetype, head)
        yield head


def _check_content(mimetype: str, head: bytes) -> None:
    if contradicts_declared_type(mimetype, head):
        raise bad_type(mimetype)


def metadata_of(content: Content, written: WrittenBlob) -> dict[str, Any]:
    """Returns the row's `metadata`."""
    metadata = {
        "eTag": written.etag,
        "size": written.size,
        "mimetype": content.mimetype,
        "cacheControl": content.cache_control,
        "lastModified": stamp(datetime.now(UTC)),
        "contentLength": written.size,
        "httpStatusCode": 200,
    }
    return metadata | ({"xRobotsTag": content.robots} if content.robots else {})


async def publish_version(
    connection: Pool | Connection, target: Target, version: NewVersion, metadata: dict[str, Any], user_metadata: Any
) -> UUID:
    """Points the object's row at the version, without policies; returns the row's identifier. Raises StorageError."""
    try:
        found = await connection.fetchval(
            _PUBLISH_OVERWRITE if target.is_upsert else _PUBLISH_NEW,
            version.name,
            target.bucket,
            target.name,
            uuid_or_none(target.subject),
            target.subject,
            msgspec.json.encode(metadata).decode(),
            msgspec.json.encode(user_metadata).decode() if user_metadata is not None else None,
        )
    except asyncpg.ForeignKeyViolationError as error:
        raise no_such_bucket() from error
    except asyncpg.UniqueViolationError as error:
        raise duplicate("KeyAlreadyExists") from error
    except (asyncpg.PostgresError, TimeoutError) as error:
        raise from_database_error(error) from error
    if found is None:
        # The cleanup took the version for abandoned: the process was suspended for longer than the grace period.
        raise internal("The upload took too long")
    version.is_published = True
    return UUID(str(found))
