"""Reads the rows of buckets and objects, with the caller's permissions or, where the contract says so, without
policies.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import asyncpg
import msgspec

from balai.backend.storage.authentication import StorageCaller
from balai.backend.storage.context import StorageRequest
from balai.backend.storage.errors import from_database_error, no_such_bucket
from balai.database.pool import Connection
from balai.database.transaction import as_role

BUCKET_COLUMNS = """
id, name, coalesce(owner_id, owner::text, '') as owner, coalesce(public, false) as public, type::text,
file_size_limit, allowed_mime_types, created_at, updated_at
"""
OBJECT_COLUMNS = """
id, bucket_id, name, coalesce(owner::text, '') as owner, coalesce(owner_id, '') as owner_id, version,
created_at, updated_at, last_accessed_at, metadata::text as metadata, user_metadata::text as user_metadata
"""

_BUCKET = "select public, file_size_limit, allowed_mime_types from storage.buckets where id = $1"


class Bucket(msgspec.Struct, frozen=True):
    """The properties of a bucket that decide about requests to it."""

    id: str
    is_public: bool
    size_limit: int | None
    types: tuple[str, ...]


class StoredObject(msgspec.Struct, frozen=True):
    """The row of an object."""

    id: str
    bucket: str
    name: str
    owner: str
    owner_id: str
    version: str
    created_at: datetime
    updated_at: datetime
    accessed_at: datetime
    metadata: dict[str, Any]
    user_metadata: Any

    @property
    def size(self) -> int:
        """In bytes."""
        return int(self.metadata.get("size") or 0)

    @property
    def mimetype(self) -> str:
        """The declared media type."""
        return str(self.metadata.get("mimetype") or "application/octet-stream")

    @property
    def etag(self) -> str:
        """The ETag, with its quotes."""
        return str(self.metadata.get("eTag") or "")

    @property
    def modified(self) -> datetime:
        """The time when the bytes were written."""
        try:
            return datetime.fromisoformat(str(self.metadata["lastModified"]))
        except (KeyError, ValueError):
            return self.updated_at

    def as_json(self) -> dict[str, Any]:
        """Returns the whole row in the form of the API."""
        return {
            "name": self.name,
            "bucket_id": self.bucket,
            "owner": self.owner,
            "owner_id": self.owner_id,
            "version": self.version,
            "id": self.id,
            "updated_at": stamp(self.updated_at),
            "created_at": stamp(self.created_at),
            "last_accessed_at": stamp(self.accessed_at),
            "metadata": self.metadata,
            "user_metadata": self.user_metadata,
        }


def object_of(row: asyncpg.Record) -> StoredObject:
    """Reads a row of `OBJECT_COLUMNS`."""
    return StoredObject(
        id=str(row["id"]),
        bucket=row["bucket_id"],
        name=row["name"],
        owner=row["owner"],
        owner_id=row["owner_id"],
        version=row["version"] or "",
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        accessed_at=row["last_accessed_at"],
        metadata=_object(row["metadata"]),
        user_metadata=msgspec.json.decode(row["user_metadata"]) if row["user_metadata"] else None,
    )


def _object(text: str | None) -> dict[str, Any]:
    value = msgspec.json.decode(text) if text else {}
    return value if isinstance(value, dict) else {}


def stamp(moment: datetime | None) -> str | None:
    """Formats a timestamp as the API does: in milliseconds, with Z."""
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


async def find_bucket(request: StorageRequest, name: str) -> Bucket:
    """Returns a bucket, without policies. Raises StorageError if it does not exist."""
    row = await request.storage.pool.fetchrow(_BUCKET, name)
    if row is None:
        raise no_such_bucket()
    return Bucket(name, bool(row["public"]), row["file_size_limit"], tuple(row["allowed_mime_types"] or ()))


def uuid_or_none(subject: str | None) -> UUID | None:
    """Returns the subject as a UUID, which a user's subject is; else None."""
    try:
        return UUID(subject) if subject else None
    except ValueError:
        return None


@asynccontextmanager
async def as_caller(
    request: StorageRequest, caller: StorageCaller, *, read_only: bool = True, settings: Mapping[str, str] | None = None
) -> AsyncIterator[Connection]:
    """Opens a transaction with the caller's permissions and every property of the request that policies may read.

    Raises:
        StorageError: the database rejected the statement.
    """
    values = {
        "request.jwt": caller.token,
        "request.jwt.claim.role": caller.role,
        "request.jwt.claim.sub": caller.subject or "",
        "request.headers": request.headers.json.decode(),
        "request.method": request.method,
        "request.path": request.path,
        "storage.operation": request.operation,
        "storage.allow_delete_query": "true",
        **(settings or {}),
    }
    try:
        async with as_role(request.storage.pool, caller.identity, read_only=read_only, settings=values) as connection:
            yield connection
    except (asyncpg.PostgresError, TimeoutError) as error:
        raise from_database_error(error) from error
