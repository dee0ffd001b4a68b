"""Lists objects by key, page by page (storage contract, section 8)."""

import base64
import binascii
from datetime import datetime
from typing import Any

import asyncpg
import msgspec

from balai.backend.storage.context import StorageRequest, StorageResponse, json_response
from balai.backend.storage.errors import invalid_parameter
from balai.backend.storage.rows import as_caller, stamp
from balai.backend.storage.validation import Field, boolean, check_fields, fields_of, integer, one_of, string

MAX_LIMIT = 1000
_SORT = {
    "column": Field(one_of("name", "updated_at", "created_at"), is_required=True),
    "order": Field(one_of("asc", "desc"), default="asc"),
}
_BODY = {
    "prefix": Field(string(), default=""),
    "limit": Field(integer(minimum=1), default=MAX_LIMIT),
    "cursor": Field(string(), is_nullable=True),
    "with_delimiter": Field(boolean, default=False),
    "sortBy": Field(fields_of(_SORT), is_nullable=True),
}
_PAGE = """
select name, id::text, updated_at, created_at, last_accessed_at, metadata::text as metadata
from storage.search_v2($1, $2, $3, $4, $5, $6, $7, $8)
"""


class _Cursor(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """The end of a page, and the order of the pages."""

    order: str
    column: str
    name: str = ""
    moment: str = ""


async def list_pages(request: StorageRequest) -> StorageResponse:
    """`POST /object/list-v2/{bucket}`."""
    caller = request.caller()
    options = check_fields(await request.json(may_be_empty=True), _BODY)
    sort = options["sortBy"] or {"column": "name", "order": "asc"}
    cursor = _decode_cursor(options["cursor"]) if options["cursor"] else _Cursor(sort["order"], sort["column"])
    limit, has_folders = min(options["limit"], MAX_LIMIT), bool(options["with_delimiter"])
    async with as_caller(request, caller) as connection:
        rows = await connection.fetch(
            _PAGE,
            options["prefix"],
            request.bucket,
            limit + 1,
            int(has_folders),
            cursor.name,
            cursor.order,
            cursor.column,
            cursor.moment,
        )
    page = rows[:limit]
    response: dict[str, Any] = {
        "hasNext": len(rows) > limit,
        "folders": [_folder(row) for row in page if row["id"] is None],
        "objects": [_object(row, has_key=has_folders) for row in page if row["id"] is not None],
    }
    if len(rows) > limit:
        response["nextCursor"] = _encode_cursor(cursor, page[-1])
        response["nextCursorKey"] = page[-1]["name"]
    return json_response(response)


def _folder(row: asyncpg.Record) -> dict[str, Any]:
    empty = {"id": None, "metadata": None, "last_accessed_at": None}
    times = {"updated_at": stamp(row["updated_at"]), "created_at": stamp(row["created_at"])}
    return {"key": _segment(row["name"]), "name": row["name"], **empty, **times}


def _object(row: asyncpg.Record, *, has_key: bool) -> dict[str, Any]:
    return ({"key": _segment(row["name"])} if has_key else {}) | {
        "id": row["id"],
        "name": row["name"],
        "metadata": msgspec.json.decode(row["metadata"] or b"{}"),
        "updated_at": stamp(row["updated_at"]),
        "created_at": stamp(row["created_at"]),
        "last_accessed_at": stamp(row["last_accessed_at"]),
    }


def _segment(name: str) -> str:
    """Returns the name at its level, even if the list began in the middle of it."""
    return name.removesuffix("/").rpartition("/")[2]


def _decode_cursor(token: str) -> _Cursor:
    try:
        cursor = msgspec.json.decode(base64.urlsafe_b64decode(token), type=_Cursor)
        if cursor.column not in ("name", "updated_at", "created_at") or cursor.order not in ("asc", "desc"):
            raise ValueError(cursor.column)
        if "\0" in cursor.name or (cursor.column == "name") != (cursor.moment == ""):
            raise ValueError(cursor.name)
        if cursor.moment:
            datetime.fromisoformat(cursor.moment)
    except (binascii.Error, msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise invalid_parameter("continuation token") from error
    return cursor


def _encode_cursor(cursor: _Cursor, last: asyncpg.Record) -> str:
    moment = "" if cursor.column == "name" else last[cursor.column].isoformat()
    following = _Cursor(cursor.order, cursor.column, last["name"], moment)
    return base64.urlsafe_b64encode(msgspec.json.encode(following)).decode()
