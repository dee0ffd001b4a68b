"""Checks with the row policies whether a caller may store an object, before any of its bytes are stored (contract 5).

The row is written as the caller and rolled back.
"""

from typing import Any

import msgspec

from balai.backend.storage.authentication import StorageCaller
from balai.backend.storage.context import StorageRequest
from balai.backend.storage.errors import StorageError, duplicate
from balai.backend.storage.rows import as_caller, uuid_or_none

_INSERT = """
insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
values ($1, $2, $3, $4, $5, $6, $7)
"""
# The caller needs permission to read and update the existing row: PostgreSQL evaluates every policy that applies.
_UPSERT = f"""{_INSERT}
on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
  user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id
"""


class Rollback(Exception):
    """Ends the transaction of a successful check."""


class NewObject(msgspec.Struct, frozen=True):
    """The row of an object to be stored."""

    bucket: str
    name: str
    version: str
    metadata: dict[str, Any]
    user_metadata: Any = None


async def probe(request: StorageRequest, caller: StorageCaller, row: NewObject, *, is_upsert: bool) -> None:
    """Raises StorageError unless the caller may store this object."""
    try:
        async with as_caller(request, caller, read_only=False) as connection:
            await connection.execute(
                _UPSERT if is_upsert else _INSERT,
                row.bucket,
                row.name,
                uuid_or_none(caller.subject),
                caller.subject,
                row.version,
                msgspec.json.encode(row.metadata).decode(),
                msgspec.json.encode(row.user_metadata).decode() if row.user_metadata is not None else None,
            )
            raise Rollback
    except Rollback:
        return
    except StorageError as error:
        raise duplicate("KeyAlreadyExists") if error.code == "ResourceAlreadyExists" else error from error
