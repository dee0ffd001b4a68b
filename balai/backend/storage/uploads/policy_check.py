"""Asks the policies whether a caller may store an object, before a byte of it is kept: storage contract, section 5.

The row is written as the caller and taken back.
"""

from typing import Any

import msgspec

from balai.backend.storage.authentication import StorageCaller
from balai.backend.storage.context import StorageRequest
from balai.backend.storage.rows import as_caller, uuid_or_none

_INSERT = """
insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
values ($1, $2, $3, $4, $5, $6, $7)
"""
# The caller needs to see and to change what is there: PostgreSQL asks every policy that this touches.
_UPSERT = f"""{_INSERT}
on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
  user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id
"""


class Rollback(Exception):
    """Ends the transaction of a probe that has gone well."""


class NewObject(msgspec.Struct, frozen=True):
    """Where an object is to go and what is known of it."""

    bucket: str
    name: str
    version: str
    metadata: dict[str, Any]
    user_metadata: Any = None


async def probe(request: StorageRequest, caller: StorageCaller, row: NewObject, *, is_upsert: bool) -> None:
    """Raise StorageError unless the caller may store this there."""
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
