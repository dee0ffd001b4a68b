# ruff: noqa: S608 - only constants are put together here; values are parameters.
"""Bucket operations (storage contract, section 3)."""

from typing import Any

import asyncpg

from balai.backend.storage.authentication import require_service
from balai.backend.storage.buckets.limits import LIMITS, NEW_BUCKET, check_limits
from balai.backend.storage.context import StorageRequest, StorageResponse, json_response
from balai.backend.storage.errors import (
    StorageError,
    duplicate,
    from_database_error,
    invalid_schema,
    no_such_bucket,
)
from balai.backend.storage.rows import BUCKET_COLUMNS, as_caller, stamp, uuid_or_none
from balai.backend.storage.validation import Field, check_bucket_name, check_fields, integer, one_of, string
from balai.database.transaction import as_owner

_LIST = {
    "limit": Field(integer(minimum=1)),
    "offset": Field(integer(minimum=0), default=0),
    "sortColumn": Field(one_of("id", "name", "created_at", "updated_at")),
    "sortOrder": Field(one_of("asc", "desc"), default="asc"),
    "search": Field(string()),
}
_INSERT = """
insert into storage.buckets (id, name, owner, owner_id, public, type, file_size_limit, allowed_mime_types)
values ($1, $2, $3, $4, $5, $6::text::storage.buckettype, $7, $8)
"""
_UPDATE = """
update storage.buckets set public = case when $2 then $3 else public end,
  file_size_limit = case when $4 then $5 else file_size_limit end,
  allowed_mime_types = case when $6 then $7 else allowed_mime_types end
where id = $1 returning 1
"""
_EMPTY = "with gone as (delete from storage.objects where bucket_id = $1 returning 1) select count(*) from gone"
MAX_EMPTIED = 200_000


async def list_buckets(request: StorageRequest) -> StorageResponse:
    """`GET /bucket`."""
    caller = request.caller()
    options = check_fields(request.query, _LIST, "querystring")
    order = f"order by {options['sortColumn']} {options['sortOrder']}" if options["sortColumn"] else ""
    searched = "($1::text is null or position($1 in lower(name)) > 0)"
    async with as_caller(request, caller) as connection:
        rows = await connection.fetch(
            f"select {BUCKET_COLUMNS} from storage.buckets where {searched} {order} limit $2 offset $3",
            options["search"].lower() if options["search"] else None,
            options["limit"],
            options["offset"],
        )
    return json_response([_bucket(row) | ({} if _is_old_client(request) else {"type": row["type"]}) for row in rows])


async def show_bucket(request: StorageRequest) -> StorageResponse:
    """`GET /bucket/{bucket}`."""
    async with as_caller(request, request.caller()) as connection:
        row = await connection.fetchrow(f"select {BUCKET_COLUMNS} from storage.buckets where id = $1", request.bucket)
    if row is None:
        raise no_such_bucket()
    return json_response(_bucket(row))


async def create_bucket(request: StorageRequest) -> StorageResponse:
    """`POST /bucket`."""
    caller = request.caller()
    fields = check_fields(await request.json(), NEW_BUCKET)
    name, identifier = fields["name"], fields["id"] or fields["name"]
    check_bucket_name(name)
    check_bucket_name(identifier)
    check_limits(fields, request.storage.limits.max_object_bytes)
    try:
        async with as_caller(request, caller, read_only=False) as connection:
            await connection.execute(
                _INSERT,
                identifier,
                name,
                uuid_or_none(caller.subject),
                caller.subject,
                fields["public"] or False,
                fields["type"],
                fields["file_size_limit"],
                fields["allowed_mime_types"],
            )
    except StorageError as error:
        raise duplicate("BucketAlreadyExists") if error.status == 409 else error from error
    return json_response({"name": name})


async def update_bucket(request: StorageRequest) -> StorageResponse:
    """`PUT /bucket/{bucket}`."""
    caller = request.caller()
    body = await request.json()
    fields = check_fields(body, LIMITS)
    if not any(name in body for name in LIMITS):
        raise invalid_schema("body must have at least one of public, file_size_limit, allowed_mime_types")
    check_limits(fields, request.storage.limits.max_object_bytes)
    values: list[Any] = []
    for name in LIMITS:
        values += [name in body, fields[name]]
    async with as_caller(request, caller, read_only=False) as connection:
        if not await connection.fetchval(_UPDATE, request.bucket, *values):
            raise no_such_bucket()
    return json_response({"message": "Successfully updated"})


async def empty_bucket(request: StorageRequest) -> StorageResponse:
    """`POST /bucket/{bucket}/empty`: deletes the rows now; the bytes are removed when they are due."""
    caller = request.caller()
    require_service(caller)
    await request.json(may_be_empty=True)
    async with as_caller(request, caller, read_only=False) as connection:
        if not await connection.fetchval("select 1 from storage.buckets where id = $1", request.bucket):
            raise no_such_bucket()
        if await connection.fetchval(_EMPTY, request.bucket) > MAX_EMPTIED:
            message = "Unable to empty the bucket because it contains too many objects"
            raise StorageError("InvalidRequest", message, 409)
    return json_response({"message": "Empty bucket has been queued. Completion may take up to an hour."})


async def delete_bucket(request: StorageRequest) -> StorageResponse:
    """`DELETE /bucket/{bucket}`."""
    caller = request.caller()
    await request.json(may_be_empty=True)
    async with as_caller(request, caller) as connection:
        if not await connection.fetchval("select 1 from storage.buckets where id = $1", request.bucket):
            raise no_such_bucket()
    not_empty = StorageError("ResourceNotEmpty", "The bucket you tried to delete is not empty", 409)
    try:
        async with as_owner(request.storage.pool) as connection:
            if await connection.fetchval("select 1 from storage.objects where bucket_id = $1 limit 1", request.bucket):
                raise not_empty
        async with as_caller(request, caller, read_only=False) as connection:
            if not await connection.fetchval("delete from storage.buckets where id = $1 returning 1", request.bucket):
                raise no_such_bucket()
    except asyncpg.PostgresError as error:
        raise from_database_error(error) from error
    except StorageError as error:
        # An object was added meanwhile.
        raise not_empty if error.code == "RelatedResourceNotFound" else error from error
    return json_response({"message": "Successfully deleted"})


def _bucket(row: asyncpg.Record) -> dict[str, Any]:
    return {
        "id": row["id"],
        "name": row["name"],
        "owner": row["owner"],
        "public": row["public"],
        "file_size_limit": row["file_size_limit"],
        "allowed_mime_types": row["allowed_mime_types"],
        "created_at": stamp(row["created_at"]),
        "updated_at": stamp(row["updated_at"]),
    }


def _is_old_client(request: StorageRequest) -> bool:
    """Python clients before a certain version fail on the property `type` in the list."""
    for name, start, minimum in (
        ("user-agent", "supabase-py/storage3 v", (0, 12, 1)),
        ("x-client-info", "supabase-py/", (2, 18, 0)),
    ):
        value = request.headers.get(name, "")
        numbers = value.removeprefix(start).split(".")[:3] if value.startswith(start) else []
        if numbers and all(part.isdecimal() for part in numbers) and tuple(map(int, numbers)) < minimum:
            return True
    return False
