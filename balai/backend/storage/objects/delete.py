# ruff: noqa: S608 - only constants are put together here; values are parameters.
"""Deletes objects (storage contract, section 9). Rows are deleted now, their bytes when they are due
(`blobs/versions.py`).
"""

from balai.backend.storage.context import StorageRequest, StorageResponse, json_response
from balai.backend.storage.errors import access_denied, no_such_key
from balai.backend.storage.rows import OBJECT_COLUMNS, as_caller, object_of
from balai.backend.storage.validation import Field, array, check_fields, check_key, string

MAX_KEYS = 1000
_MANY = f"""
delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning {OBJECT_COLUMNS}
"""
_BODY = {"prefixes": Field(array(string(), minimum=1, maximum=MAX_KEYS), is_required=True)}


async def remove_many(request: StorageRequest) -> StorageResponse:
    """`DELETE /object/{bucket}`: deletes the objects that the caller may delete."""
    caller = request.caller()
    names = check_fields(await request.json(), _BODY)["prefixes"]
    async with as_caller(request, caller, read_only=False) as connection:
        rows = await connection.fetch(_MANY, request.bucket, names)
    return json_response([object_of(row).as_json() for row in rows])


async def remove(request: StorageRequest) -> StorageResponse:
    """`DELETE /object/{bucket}/{key}`."""
    caller = request.caller()
    check_key(request.key)
    async with as_caller(request, caller, read_only=False) as connection:
        seen = "select 1 from storage.objects where bucket_id = $1 and name = $2"
        if not await connection.fetchval(seen, request.bucket, request.key):
            raise no_such_key()
        if not await connection.fetch(_MANY, request.bucket, [request.key]):
            raise access_denied("Access denied")
    return json_response({"message": "Successfully deleted"})
