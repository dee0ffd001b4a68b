"""What lies in a folder: storage contract, section 7."""

from balai.backend.storage.context import Answer, Call, json_answer
from balai.backend.storage.rows import as_visitor, stamp
from balai.backend.storage.validation import Field, check_fields, fields_of, one_of, read_json, text, whole

_SORT = {
    "column": Field(one_of("name", "updated_at", "created_at", "last_accessed_at"), is_required=True),
    "order": Field(one_of("asc", "desc"), default="asc"),
}
_BODY = {
    "prefix": Field(text(), is_required=True),
    "limit": Field(whole(least=1), default=100),
    "offset": Field(whole(least=0, most=2**31 - 1), default=0),
    "sortBy": Field(fields_of(_SORT), default={"column": "name", "order": "asc"}),
    "search": Field(text(), default=""),
}
_SEARCH = """
select name, id::text, updated_at, created_at, last_accessed_at, metadata::text as metadata
from storage.search($1, $2, $3, 1, $4, $5, $6, $7)
"""
MOST = 1500


async def list_objects(call: Call) -> Answer:
    """`POST /object/list/{bucket}`."""
    visitor = call.visitor()
    asked = check_fields(await call.json(), _BODY)
    prefix, sort = asked["prefix"], asked["sortBy"]
    if prefix and not prefix.endswith("/"):
        prefix += "/"
    limit = min(asked["limit"], MOST)
    async with as_visitor(call, visitor) as connection:
        rows = await connection.fetch(
            _SEARCH, prefix, call.bucket, limit, asked["offset"], asked["search"], sort["column"], sort["order"]
        )
    return json_answer(
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
