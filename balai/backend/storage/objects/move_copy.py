# ruff: noqa: S608 - only constants are put together here; values are parameters.
"""Moves and copies objects: storage contract, section 9. The bytes get a version of their own for the new place."""

from datetime import UTC, datetime
from typing import Any

import asyncpg

from balai.backend.storage.authentication import Visitor
from balai.backend.storage.blobs.interface import BlobMissing
from balai.backend.storage.blobs.versions import NewVersion, Versions
from balai.backend.storage.context import Answer, Call, json_answer
from balai.backend.storage.errors import internal, no_bytes, no_room, no_such_key, of_database, too_large
from balai.backend.storage.media_types import check_allowed, check_header
from balai.backend.storage.objects.find import find_as
from balai.backend.storage.rows import (
    OBJECT_COLUMNS,
    StoredObject,
    as_visitor,
    find_bucket,
    object_of,
    stamp,
    uuid_or_none,
)
from balai.backend.storage.uploads.body import checked_cache, metadata_of_header
from balai.backend.storage.uploads.policy_check import Place, Undone, probe
from balai.backend.storage.uploads.store import NO_ROOM, Target, give, limit_of
from balai.backend.storage.validation import Field, check_fields, check_key, fields_of, switch, text
from balai.database.transaction import as_owner

_PLACES = {
    "bucketId": Field(text(), is_required=True),
    "sourceKey": Field(text(), is_required=True),
    "destinationKey": Field(text(), is_required=True),
    "destinationBucket": Field(text(), is_nullable=True),
}
_METADATA = {"cacheControl": Field(text(), is_nullable=True), "mimetype": Field(text(), is_nullable=True)}
_COPY = _PLACES | {
    "metadata": Field(fields_of(_METADATA), is_nullable=True),
    "copyMetadata": Field(switch, default=True),
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


async def move(call: Call) -> Answer:
    """`POST /object/move`."""
    visitor, asked, source = await _begin(call, _PLACES)
    bucket, name = asked["destinationBucket"] or asked["bucketId"], asked["destinationKey"]
    done = json_answer({"message": "Successfully moved"})
    if (bucket, name) == (source.bucket, source.name):
        return done
    await _check_place(call, bucket, source.mimetype, source.size)
    storage = call.storage
    async with Versions(storage.pool, storage.blobs).new() as version:
        values = (source.id, bucket, name, version.name, uuid_or_none(visitor.subject), visitor.subject, source.version)
        try:
            async with as_visitor(call, visitor, read_only=False) as connection:
                if await connection.execute(_MOVED, *values) == "UPDATE 0":
                    raise no_such_key()
                raise Undone
        except Undone:
            await _copy_bytes(call, source, version)
        try:
            async with as_owner(storage.pool) as connection:
                if not await connection.fetchval(_MOVE, *values):
                    # Somebody wrote it, moved it or removed it meanwhile. The note of the new bytes stands again.
                    raise no_such_key()
        except (asyncpg.PostgresError, TimeoutError) as error:
            raise of_database(error) from error
        version.is_given = True
    return done


async def copy(call: Call) -> Answer:
    """`POST /object/copy`."""
    visitor, asked, source = await _begin(call, _COPY)
    bucket, name = asked["destinationBucket"] or asked["bucketId"], asked["destinationKey"]
    metadata, user_metadata = source.metadata | {"lastModified": stamp(datetime.now(UTC))}, source.user_metadata
    if not asked["copyMetadata"]:
        metadata |= _given(asked["metadata"] or {})
        user_metadata = metadata_of_header(call.headers["x-metadata"]) if "x-metadata" in call.headers else None
    await _check_place(call, bucket, metadata.get("mimetype", ""), source.size)
    storage = call.storage
    target = Target(bucket, name, visitor.subject, call.is_upsert)
    async with Versions(storage.pool, storage.blobs).new() as version:
        place = Place(bucket, name, version.name, metadata, user_metadata)
        await probe(call, visitor, place, is_upsert=call.is_upsert)
        await _copy_bytes(call, source, version)
        found = await give(storage.pool, target, version, metadata, user_metadata)
    row = await storage.pool.fetchrow(f"select {OBJECT_COLUMNS} from storage.objects where id = $1", found)
    shown = object_of(row).as_json() if row is not None else {}
    return json_answer({"Id": str(found), "Key": f"{bucket}/{name}", **shown})


async def _begin(call: Call, fields: dict[str, Field]) -> tuple[Visitor, dict[str, Any], StoredObject]:
    visitor = call.visitor()
    asked = check_fields(await call.json(), fields)
    check_key(asked["sourceKey"])
    check_key(asked["destinationKey"])
    call.bucket, call.key = asked["bucketId"], asked["sourceKey"]
    return visitor, asked, await find_as(call, visitor)


async def _check_place(call: Call, name: str, mimetype: str, size: int) -> None:
    bucket = await find_bucket(call, name)
    check_allowed(mimetype, bucket.types)
    most = limit_of(call, bucket, is_plain=False)
    if most is not None and size > most:
        raise too_large()


def _given(asked: dict[str, Any]) -> dict[str, Any]:
    given = {}
    if asked.get("cacheControl"):
        given["cacheControl"] = checked_cache(asked["cacheControl"])
    if asked.get("mimetype"):
        given["mimetype"] = check_header(asked["mimetype"])
    return given


async def _copy_bytes(call: Call, source: StoredObject, version: NewVersion) -> None:
    try:
        await call.storage.blobs.copy(source.version, version.name)
    except BlobMissing as error:
        raise no_bytes() from error
    except OSError as error:
        raise no_room() if error.errno in NO_ROOM else internal("The bytes could not be kept") from error
