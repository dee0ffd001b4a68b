"""Lists a folder (storage contract, section 7)."""

from balai.backend.storage.context import StorageRequest, StorageResponse, json_response
from balai.backend.storage.rows import as_caller, stamp
from balai.backend.storage.validation import Field, check_fields, fields_of, integer, one_of, read_json, string

_SORT = {
    "column": Field(one_of("name", "updated_at", "created_at", "last_accessed_at"), is_required=True),
    "order": Field(one_of("asc", "desc"), default="asc"),
}
_BODY = {
    "prefix": Field(string(), is_required=True),
    "limit": Field(integer(minimum=1), default=100),
    "offset": Field(integer(minimum=0, maximum=2**31 - 1), default=0),
    "sortBy": Field(fields_of(_SORT), default={"column": "name", "order": "asc"}),
    "search": Field(string(), default=""),
}
_SEARCH = """
select name, id::text, updated_at, created_at, last_accessed_at, metadata::text as metadata
from storage.search($1, $2, $3, 1, $4, $5, $6, $7)
"""
MAX_LIMIT = 1500


async def list_objects(request: StorageRequest) -> StorageResponse:
    """`POST /object/list/{bucket}`."""
    caller = request.caller()
    options = check_fields(await request.json(), _BODY)
    prefix, sort = options["prefix"], options["sortBy"]
    if prefix and not prefix.endswith("/"):
        prefix += "/"
    limit = min(options["limit"], MAX_LIMIT)
    async with as_caller(request, caller) as connection:
        rows = await connection.fetch(
            _SEARCH, prefix, request.bucket, limit, options["offset"], options["search"], sort["column"], sort["order"]
        )
    return json_response(
        [
            {
                "name": row["name"],
                "id": row["id"],
                "updated_at": stamp(row["updated_at"]),
                "created_at": stamp(row["created_at"]),
                "last_accessed_at": stamp(row["last_accessed_at"]),
                "metadata": read_json(row["metadata"].encode()) if row["metadata"] else None,
            }
            for row in rows
        ]
    )
