"""Finds the object that a request may read: the one way to bytes, for downloads and for whatever else shows objects.

found = await find_object(call, Way.PUBLIC)            # the row; raises StorageError where the caller may not
opened = await open_bytes(call, found)                 # its bytes, even if it is overwritten meanwhile
async for piece in opened.parts(0, found.size): ...    # `opened.close()` at the end
"""

from enum import Enum
from typing import Any

import asyncpg
import msgspec

from balai.backend.storage.authentication import Visitor, identify_if_told
from balai.backend.storage.blobs.interface import BlobMissing, OpenBlob
from balai.backend.storage.context import Call
from balai.backend.storage.errors import no_bytes, no_such_bucket, no_such_key, of_database
from balai.backend.storage.rows import OBJECT_COLUMNS, StoredObject, as_visitor, object_of
from balai.backend.storage.url_tokens import read_token
from balai.backend.storage.validation import check_key

_OBJECT = f"select {OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2"  # noqa: S608 - constants
_WITH_BUCKET = f"""
select bucket.public as is_public, found.* from storage.buckets as bucket
left join lateral (select {OBJECT_COLUMNS} from storage.objects
  where bucket_id = bucket.id and name = $2) as found on true
where bucket.id = $1
"""  # noqa: S608 - constants


class Way(Enum):
    """What a request rests on: a public bucket; the caller's rights; her rights if she is told; a signed address."""

    PUBLIC = "public"
    AUTHENTICATED = "authenticated"
    EITHER = "either"
    SIGNED = "signed"


class Found(msgspec.Struct, frozen=True):
    """An object that may be read, with what its signed address says, if it was one."""

    object: StoredObject
    claims: dict[str, Any] = {}

    @property
    def size(self) -> int:
        """In bytes."""
        return self.object.size


async def find_object(call: Call, way: Way) -> Found:
    """The object that the call's path names. Raises StorageError where there is none for this caller."""
    if way is Way.SIGNED:
        check_key(call.key)
        claims = read_token(call, "download")
        _, row = await _look(call)
        return Found(_object(row), claims)
    visitor = call.visitor() if way is Way.AUTHENTICATED else None
    if way is Way.EITHER:
        visitor = identify_if_told(call.headers, call.storage.verify)
    check_key(call.key)
    is_public, row = await _look(call)
    if is_public:
        return Found(_object(row))
    if visitor is None or is_public is None:
        raise no_such_bucket()
    return Found(await find_as(call, visitor))


async def find_as(call: Call, visitor: Visitor) -> StoredObject:
    """The object as this caller sees it. Raises StorageError where she does not."""
    async with as_visitor(call, visitor) as connection:
        row = await connection.fetchrow(_OBJECT, call.bucket, call.key)
    return _object(row)


async def open_bytes(call: Call, found: Found) -> OpenBlob:
    """The bytes of an object that was found. Raises StorageError where they are gone."""
    try:
        return await call.storage.blobs.open(found.object.version)
    except BlobMissing as error:
        raise no_bytes() from error


async def _look(call: Call) -> tuple[bool | None, asyncpg.Record | None]:
    """Whether the bucket is public, None where there is none; and the object, whoever asks."""
    try:
        row = await call.storage.pool.fetchrow(_WITH_BUCKET, call.bucket, call.key)
    except (asyncpg.PostgresError, TimeoutError) as error:
        raise of_database(error) from error
    if row is None:
        return None, None
    return bool(row["is_public"]), row if row["id"] is not None else None


def _object(row: asyncpg.Record | None) -> StoredObject:
    if row is None:
        raise no_such_key()
    return object_of(row)
