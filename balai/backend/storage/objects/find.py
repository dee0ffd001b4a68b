"""Finds the object that a request may read. All code that reads objects goes through here.

found = await find_object(request, AccessMode.PUBLIC)  # the row; StorageError if the caller may not read it
opened = await open_bytes(request, found)              # its bytes, even if it is overwritten meanwhile
async for chunk in opened.parts(0, found.size): ...    # call `opened.close()` at the end
"""

from enum import Enum
from typing import Any

import asyncpg
import msgspec

from balai.backend.storage.authentication import StorageCaller, identify_optional
from balai.backend.storage.blobs.interface import BlobMissing, OpenBlob
from balai.backend.storage.context import StorageRequest
from balai.backend.storage.errors import from_database_error, no_bytes, no_such_bucket, no_such_key
from balai.backend.storage.rows import OBJECT_COLUMNS, StoredObject, as_caller, object_of
from balai.backend.storage.url_tokens import read_token
from balai.backend.storage.validation import check_key

_OBJECT = f"select {OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2"  # noqa: S608 - constants
_WITH_BUCKET = f"""
select bucket.public as is_public, found.* from storage.buckets as bucket
left join lateral (select {OBJECT_COLUMNS} from storage.objects
  where bucket_id = bucket.id and name = $2) as found on true
where bucket.id = $1
"""  # noqa: S608 - constants


class AccessMode(Enum):
    """The source of access: a public bucket, the caller's permissions, either of these, or a signed address."""

    PUBLIC = "public"
    AUTHENTICATED = "authenticated"
    EITHER = "either"
    SIGNED = "signed"


class ReadableObject(msgspec.Struct, frozen=True):
    """An object that the request may read, with the claims of its signed address, if there is one."""

    object: StoredObject
    claims: dict[str, Any] = {}

    @property
    def size(self) -> int:
        """In bytes."""
        return self.object.size


async def find_object(request: StorageRequest, mode: AccessMode) -> ReadableObject:
    """Returns the object that the path names. Raises StorageError if the request may not read it."""
    if mode is AccessMode.SIGNED:
        check_key(request.key)
        claims = read_token(request, "download")
        _, row = await _load_row(request)
        return ReadableObject(_object(row), claims)
    caller = request.caller() if mode is AccessMode.AUTHENTICATED else None
    check_key(request.key)
    is_public, row = await _load_row(request)
    if is_public:
        # The token of the request is ignored: browsers send the one that they have, also after it has expired.
        return ReadableObject(_object(row))
    if mode is AccessMode.EITHER:
        caller = identify_optional(request.headers, request.storage.verify)
    if caller is None or is_public is None:
        raise no_such_bucket()
    return ReadableObject(await find_as(request, caller))


async def find_as(request: StorageRequest, caller: StorageCaller) -> StoredObject:
    """Returns the object as this caller sees it. Raises StorageError if row policies hide it."""
    async with as_caller(request, caller) as connection:
        row = await connection.fetchrow(_OBJECT, request.bucket, request.key)
    return _object(row)


async def open_bytes(request: StorageRequest, found: ReadableObject) -> OpenBlob:
    """Opens the bytes of an object. Raises StorageError if they are gone."""
    try:
        return await request.storage.blobs.open(found.object.version)
    except BlobMissing as error:
        raise no_bytes() from error


async def _load_row(request: StorageRequest) -> tuple[bool | None, asyncpg.Record | None]:
    """Returns whether the bucket is public (None: no such bucket) and the row of the object, without policies."""
    try:
        row = await request.storage.pool.fetchrow(_WITH_BUCKET, request.bucket, request.key)
    except (asyncpg.PostgresError, TimeoutError) as error:
        raise from_database_error(error) from error
    if row is None:
        return None, None
    return bool(row["is_public"]), row if row["id"] is not None else None


def _object(row: asyncpg.Record | None) -> StoredObject:
    if row is None:
        raise no_such_key()
    return object_of(row)
