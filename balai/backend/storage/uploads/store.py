"""Stores an object: storage contract, section 5.

The bucket's rules, then the policies, then the bytes under a new version, then one statement that gives the version to
the row (`versions.py` says why in this order).
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
from balai.backend.storage.context import Call
from balai.backend.storage.errors import (
    bad_type,
    internal,
    no_room,
    no_such_bucket,
    of_database,
    too_large,
)
from balai.backend.storage.images.upload_cleaning import becomes, taken_in
from balai.backend.storage.media_types import check_allowed, check_header
from balai.backend.storage.rows import Bucket, find_bucket, stamp, uuid_or_none
from balai.backend.storage.uploads.content_sniffing import ENOUGH, is_lie
from balai.backend.storage.uploads.policy_check import Place
from balai.backend.storage.validation import EMPTY_FOLDER, check_key
from balai.database.pool import Connection, Pool

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
# Above this, in bytes, the ETag is made of the version instead of the bytes, as large objects of other stores have one
# that is not their MD5 either: to compute it takes longer than to write them.
LARGEST_MD5 = 16 * 1024 * 1024
_GIVE = """
with struck as (delete from storage.unreferenced_blobs where version = $1 returning 1)
insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
select $2, $3, $4, $5, $1, $6, $7 from struck
"""
_GIVE_OVER = f"""{_GIVE}
on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
  user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id
returning id
"""
_GIVE_NEW = f"{_GIVE} returning id"


class Content(msgspec.Struct, frozen=True):
    """What an upload says of itself. `length` in bytes, None where it is not known before its end."""

    mimetype: str
    cache_control: str
    length: int | None
    user_metadata: Any = None
    robots: str | None = None


class Target(msgspec.Struct, frozen=True):
    """Where it goes, on whose behalf."""

    bucket: str
    name: str
    subject: str | None
    is_upsert: bool


class Written(msgspec.Struct, frozen=True):
    """Bytes that are safe on the disk: how many, and their ETag with its quotes."""

    size: int
    etag: str


async def admit(call: Call, target: Target, content: Content) -> tuple[Content, int | None]:
    """The content with its type checked, and the bytes that it may have at most. Raises StorageError."""
    check_key(target.name)
    bucket = await find_bucket(call, target.bucket)
    mimetype = check_header(content.mimetype)
    most = limit_of(call, bucket)
    if target.name.endswith(EMPTY_FOLDER):
        most = 0
    else:
        mimetype = becomes(mimetype, bucket.types, call.storage.images)
        check_allowed(mimetype, bucket.types)
    if most is not None and content.length is not None and content.length > most:
        raise too_large()
    return msgspec.structs.replace(content, mimetype=mimetype), most


def limit_of(call: Call, bucket: Bucket, *, is_plain: bool = True) -> int | None:
    """The bytes that an object of this bucket may have."""
    limits = call.storage.limits
    all_limits = [bucket.size_limit, limits.largest_object, limits.largest_plain_upload if is_plain else None]
    return min((limit for limit in all_limits if limit is not None), default=None)


def place_of(target: Target, content: Content, version: str) -> Place:
    """What the policies are asked about."""
    metadata: dict[str, Any] = {"mimetype": content.mimetype}
    if content.length is not None:
        metadata["contentLength"] = content.length
    return Place(target.bucket, target.name, version, metadata, content.user_metadata)


async def write(
    call: Call, version: NewVersion, pieces: AsyncIterator[bytes], content: Content, most: int | None
) -> Written:
    """Put the bytes on the disk, pictures without what they tell of people.

    Raises:
        StorageError: too many, of another kind than they are said to be, or the disk is full.
        ClientGone: the sender hung up.
    """
    is_large = content.length is not None and content.length > LARGEST_MD5
    digest = hashlib.md5(usedforsecurity=False)
    size = 0
    try:
        writer = await call.storage.blobs.create(version.name, _nothing if is_large else digest.update)
        try:
            kept = taken_in(_said(pieces, version), content.mimetype, most, call.storage.images)
            async for piece in _examined(kept, content.mimetype):
                size += len(piece)
                if most is not None and size > most:
                    raise too_large()
                await writer.write(piece)
            await writer.finish()
        except BaseException:
            await writer.abandon()
            raise
    except OSError as error:
        raise no_room() if error.errno in NO_ROOM else internal("The bytes could not be kept") from error
    return Written(size, f'"{version.name.replace("-", "")}-1"' if is_large else f'"{digest.hexdigest()}"')


async def _said(pieces: AsyncIterator[bytes], version: NewVersion) -> AsyncIterator[bytes]:
    """The same pieces, as they come: a picture is written only when all of it is here."""
    async for piece in pieces:
        await version.still_written()
        yield piece


def _nothing(_: bytes) -> None:
    """For bytes whose sum nobody wants."""


async def _examined(pieces: AsyncIterator[bytes], mimetype: str) -> AsyncIterator[bytes]:
    """The same pieces, the first of them large enough to be looked at."""
    head = b""
    is_examined = False
    async for piece in pieces:
        if is_examined:
            yield piece
            continue
        head += piece
        if len(head) >= ENOUGH:
            is_examined = True
            _examine(mimetype, head)
            yield head
    if not is_examined and head:
        _examine(mimetype, head)
        yield head


def _examine(mimetype: str, head: bytes) -> None:
    if is_lie(mimetype, head):
        raise bad_type(mimetype)


def metadata_of(content: Content, written: Written) -> dict[str, Any]:
    """The row's `metadata`."""
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


async def give(
    connection: Pool | Connection, target: Target, version: NewVersion, metadata: dict[str, Any], user_metadata: Any
) -> UUID:
    """Point the object's row at the version, past the policies; its identifier. Raises StorageError."""
    try:
        found = await connection.fetchval(
            _GIVE_OVER if target.is_upsert else _GIVE_NEW,
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
    except (asyncpg.PostgresError, TimeoutError) as error:
        raise of_database(error) from error
    if found is None:
        # Whoever cleans up took it for abandoned: the process slept longer than the grace.
        raise internal("The upload took too long")
    version.is_given = True
    return UUID(str(found))
