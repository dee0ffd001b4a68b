# ruff: noqa: S608 - only constants are put together here; values are parameters.
"""Moves and copies objects (storage contract, section 9). The new location gets a version of its own."""

from datetime import UTC, datetime
from typing import Any

import asyncpg

from balai.backend.storage.authentication import StorageCaller
from balai.backend.storage.blobs.interface import BlobMissing
from balai.backend.storage.blobs.versions import NewVersion, Versions
from balai.backend.storage.context import StorageRequest, StorageResponse, json_response
from balai.backend.storage.errors import disk_full, from_database_error, internal, no_bytes, no_such_key, too_large
from balai.backend.storage.media_types import check_allowed, check_header
from balai.backend.storage.objects.find import find_as
from balai.backend.storage.rows import (
    OBJECT_COLUMNS,
    StoredObject,
    as_caller,
    find_bucket,
    object_of,
    stamp,
    uuid_or_none,
)
from balai.backend.storage.uploads.body import checked_cache, metadata_of_header
from balai.backend.storage.uploads.policy_check import NewObject, Rollback, probe
from balai.backend.storage.uploads.store import NO_ROOM, Target, limit_of, publish_version
from balai.backend.storage.validation import Field, boolean, check_fields, check_key, fields_of, string
from balai.database.transaction import as_owner

_LOCATIONS = {
    "bucketId": Field(string(), is_required=True),
    "sourceKey": Field(string(), is_required=True),
    "destinationKey": Field(string(), is_required=True),
    "destinationBucket": Field(string(), is_nullable=True),
}
_METADATA = {"cacheControl": Field(string(), is_nullable=True), "mimetype": Field(string(), is_nullable=True)}
_COPY = _LOCATIONS | {
    "metadata": Field(fields_of(_METADATA), is_nullable=True),
    "copyMetadata": Field(boolean, default=True),
}
_MOVED = """
update storage.objects set bucket_id = $2, name = $3, version = $4,
  owner = case when $6::text is null then owner else $5 end, owner_id = coalesce($6, owner_id)
where id = $1::uuid and version = $7
"""
_MOVE = f"""
with struck as (delete from storage.unreferenced_blobs where version = $4 returning 1), moved as (
  {_MOVED} and exists (select from struck) returning 1)
select count(*) from moved
"""


async def move(request: StorageRequest) -> StorageResponse:
    """`POST /object/move`."""
    caller, options, source = await _read_request(request, _LOCATIONS)
    bucket, name = options["destinationBucket"] or options["bucketId"], options["destinationKey"]
    done = json_response({"message": "Successfully moved"})
    if (bucket, name) == (source.bucket, source.name):
        return done
    await _check_destination(request, bucket, source.mimetype, source.size)
    storage = request.storage
    async with Versions(storage.pool, storage.blobs).new() as version:
        values = (source.id, bucket, name, version.name, uuid_or_none(caller.subject), caller.subject, source.version)
        try:
            async with as_caller(request, caller, read_only=False) as connection:
                if await connection.execute(_MOVED, *values) == "UPDATE 0":
                    raise no_such_key()
                raise Rollback
        except Rollback:
            await _copy_bytes(request, source, version)
        try:
            async with as_owner(storage.pool) as connection:
                if not await connection.fetchval(_MOVE, *values):
                    # Another request wrote, moved or deleted the object meanwhile. The rollback restores the record of
                    # the new bytes.
                    raise no_such_key()
        except (asyncpg.PostgresError, TimeoutError) as error:
            raise from_database_error(error) from error
        version.is_published = True
    return done


async def copy(request: StorageRequest) -> StorageResponse:
    """`POST /object/copy`."""
    caller, options, source = await _read_request(request, _COPY)
    bucket, name = options["destinationBucket"] or options["bucketId"], options["destinationKey"]
    metadata, user_metadata = source.metadata | {"lastModified": stamp(datetime.now(UTC))}, source.user_metadata
    if not options["copyMetadata"]:
        metadata |= _new_metadata(options["metadata"] or {})
        user_metadata = metadata_of_header(request.headers["x-metadata"]) if "x-metadata" in request.headers else None
    await _check_destination(request, bucket, metadata.get("mimetype", ""), source.size)
    storage = request.storage
    target = Target(bucket, name, caller.subject, request.is_upsert)
    async with Versions(storage.pool, storage.blobs).new() as version:
        new = NewObject(bucket, name, version.name, metadata, user_metadata)
        await probe(request, caller, new, is_upsert=request.is_upsert)
        await _copy_bytes(request, source, version)
        found = await publish_version(storage.pool, target, version, metadata, user_metadata)
    row = await storage.pool.fetchrow(f"select {OBJECT_COLUMNS} from storage.objects where id = $1", found)
    shown = object_of(row).as_json() if row is not None else {}
    return json_response({"Id": str(found), "Key": f"{bucket}/{name}", **shown})


async def _read_request(
    request: StorageRequest, fields: dict[str, Field]
) -> tuple[StorageCaller, dict[str, Any], StoredObject]:
    caller = request.caller()
    options = check_fields(await request.json(), fields)
    check_key(options["sourceKey"])
    check_key(options["destinationKey"])
    request.bucket, request.key = options["bucketId"], options["sourceKey"]
    return caller, options, await find_as(request, caller)


async def _check_destination(request: StorageRequest, name: str, mimetype: str, size: int) -> None:
    bucket = await find_bucket(request, name)
    check_allowed(mimetype, bucket.types)
    maximum = limit_of(request, bucket, is_plain=False)
    if maximum is not None and size > maximum:
        raise too_large()


def _new_metadata(options: dict[str, Any]) -> dict[str, Any]:
    given = {}
    if options.get("cacheControl"):
        given["cacheControl"] = checked_cache(options["cacheControl"])
    if options.get("mimetype"):
        given["mimetype"] = check_header(options["mimetype"])
    return given


async def _copy_bytes(request: StorageRequest, source: StoredObject, version: NewVersion) -> None:
    try:
        await request.storage.blobs.copy(source.version, version.name)
    except BlobMissing as error:
        raise no_bytes() from error
    except OSError as error:
        raise disk_full() if error.errno in NO_ROOM else internal("The bytes could not be stored") from error
