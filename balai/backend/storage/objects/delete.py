# ruff: noqa: S608 - only constants are put together here; values are parameters.
"""Removes objects: storage contract, section 9. The rows go now, their bytes when they are due (`versions.py`)."""

from balai.backend.storage.context import Answer, Call, json_answer
from balai.backend.storage.errors import access_denied, no_such_key
from balai.backend.storage.rows import OBJECT_COLUMNS, as_visitor, object_of
from balai.backend.storage.validation import Field, check_fields, check_key, many, text

MOST = 1000
_MANY = f"""
delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning {OBJECT_COLUMNS}
"""
_BODY = {"prefixes": Field(many(text(), least=1, most=MOST), is_required=True)}


async def remove_many(call: Call) -> Answer:
    """`DELETE /object/{bucket}`: those that the caller may remove."""
    visitor = call.visitor()
    names = check_fields(await call.json(), _BODY)["prefixes"]
    async with as_visitor(call, visitor, read_only=False) as connection:
        rows = await connection.fetch(_MANY, call.bucket, names)
    return json_answer([object_of(row).as_json() for row in rows])


async def remove(call: Call) -> Answer:
    """`DELETE /object/{bucket}/{key}`."""
    visitor = call.visitor()
    check_key(call.key)
    async with as_visitor(call, visitor, read_only=False) as connection:
        seen = "select 1 from storage.objects where bucket_id = $1 and name = $2"
        if not await connection.fetchval(seen, call.bucket, call.key):
            raise no_such_key()
        if not await connection.fetch(_MANY, call.bucket, [call.key]):
            raise access_denied("Access denied")
    return json_answer({"message": "Successfully deleted"})
