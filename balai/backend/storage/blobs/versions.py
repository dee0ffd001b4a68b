"""The ledger of versions that no object names, or no longer names.

A version is recorded, then its bytes are written, then one statement deletes the record and points the row at the
version. A version that is still recorded when it is due, and that no object names, is removed: the bytes first, then
the record. A crash at any point leaves at most a record, and the record leads to the bytes.
"""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog

from balai.backend.storage.blobs.interface import Blobs
from balai.database.pool import Pool
from balai.database.transaction import as_owner

# How long a version may stay without an object, unless its writer sends a heartbeat.
GRACE = "1 hour"
HEARTBEAT_S = 600.0
BATCH_SIZE = 50
# The holder of this advisory lock prevents the removal of bytes: a backup holds it.
NO_CLEANING = 0x62616C61690002
_TRY_LOCK = "select pg_try_advisory_xact_lock_shared($1)"
_RECORD = f"""
insert into storage.unreferenced_blobs (version, due_at) values ($1, now() + interval '{GRACE}')
on conflict (version) do update set due_at = excluded.due_at
"""  # noqa: S608 - a constant
_EXTEND = f"""
update storage.unreferenced_blobs set due_at = now() + interval '{GRACE}' where version = $1 returning 1
"""  # noqa: S608 - a constant
# Skips versions that another worker is removing. A version that an object names is never removed, whatever the record
# says.
_DUE = """
select version, exists (select from storage.objects where objects.version = loose.version)
  or exists (select from storage.resumable_parts as part where part.version = loose.version) as is_named
from storage.unreferenced_blobs as loose where due_at <= now() order by due_at limit $1 for update skip locked
"""
_LOCK = "select 1 from storage.unreferenced_blobs where version = $1 for update"
# A version that cannot be removed (for example in a directory of another user) would block all others behind it.
_RESCHEDULE = f"""
update storage.unreferenced_blobs set due_at = now() + interval '{GRACE}' where version = any($1::text[])
"""  # noqa: S608 - a constant
_FORGET = "delete from storage.unreferenced_blobs where version = any($1::text[])"
# A client that still sends must not continue after removed parts: `received` says that nothing has arrived.
_EXPIRE_PARTS = """
with emptied as (
  update storage.resumable_uploads set received = 0
  where expires_at < now() - interval '10 minutes' and received > 0 and finished_at is null returning id)
delete from storage.resumable_parts using emptied where upload_id = emptied.id
"""
# Until then a request for the upload learns that it has expired.
_FORGET_UPLOADS = "delete from storage.resumable_uploads where expires_at < now() - interval '1 day'"
log = structlog.get_logger("balai.storage")


class Versions:
    """Records versions and removes discarded ones."""

    def __init__(self, pool: Pool, blobs: Blobs) -> None:
        self._pool = pool
        self._blobs = blobs

    @asynccontextmanager
    async def new(self) -> AsyncIterator["NewVersion"]:
        """Creates a version to write. It is removed at the end of the block unless it was published by then."""
        version = NewVersion(self._pool, str(uuid.uuid4()))
        await version.record()
        try:
            yield version
        finally:
            if not version.is_published:
                await asyncio.shield(self.discard(version.name))

    async def discard(self, version: str) -> None:
        """Removes a version unless an object names it after all. On failure the next run of `clean` removes it."""
        try:
            async with as_owner(self._pool) as connection:
                # Waits for a transaction that publishes the version, even one whose result never arrived.
                if await connection.fetchval(_LOCK, version):
                    await self._blobs.remove(version)
                    await connection.execute(_FORGET, [version])
        except Exception:
            log.warning("blob_cleanup_deferred", version=version, exc_info=True)


class NewVersion:
    """A version that is being written."""

    def __init__(self, pool: Pool, name: str) -> None:
        self._pool = pool
        self.name = name
        self.is_published = False
        self._recorded_at = 0.0

    async def record(self) -> None:
        """Records the version."""
        await self._pool.execute(_RECORD, self.name)
        self._recorded_at = time.monotonic()

    async def heartbeat(self) -> bool:
        """Extends the record every ten minutes. To be called with every chunk: a slow upload must not be taken for
        abandoned.

        Returns whether the record was extended now.

        Raises:
            OSError: the bytes were cleaned up, since the record had expired.
        """
        if time.monotonic() - self._recorded_at <= HEARTBEAT_S:
            return False
        if not await self._pool.fetchval(_EXTEND, self.name):
            # The bytes are gone. The new record leads to the bytes that arrived since; without the error they would
            # pass for complete.
            await self.record()
            raise OSError("the bytes were cleaned up while being written")
        self._recorded_at = time.monotonic()
        return True


async def clean(pool: Pool, blobs: Blobs) -> bool:
    """Removes versions that are due. True when there may be more."""
    await pool.execute(_EXPIRE_PARTS)
    await pool.execute(_FORGET_UPLOADS)
    async with as_owner(pool) as connection:
        if not await connection.fetchval(_TRY_LOCK, NO_CLEANING):
            return False
        due = await connection.fetch(_DUE, BATCH_SIZE)
        removed: list[str] = []
        failed: list[str] = []
        for row in due:
            try:
                if not row["is_named"]:
                    await blobs.remove(row["version"])
            except OSError:
                log.warning("blob_removal_failed", version=row["version"], exc_info=True)
                failed.append(row["version"])
                continue
            except ValueError:
                # A row that this service did not write: there is no blob under it.
                log.warning("foreign_version_skipped", version=row["version"])
            removed.append(row["version"])
        await connection.execute(_FORGET, removed)
        await connection.execute(_RESCHEDULE, failed)
    if removed:
        log.info("unreferenced_blobs_removed", count=len(removed))
    return len(due) == BATCH_SIZE
