"""The ledger that keeps rows and bytes together: which versions no object names (yet, or any more).

A version is noted, then its bytes are written, then one statement strikes the note and points the row at it. What is
still noted when it is due, and named by no object, is removed: bytes first, then the note. A crash at any point leaves
at most a note, and the note finds the bytes.
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

# How long a version may stay without an object, unless its writer says that it is still at work.
GRACE = "1 hour"
HEARTBEAT_S = 600.0
BATCH_SIZE = 50
# Who holds this advisory lock of the database keeps the bytes of gone objects where they are: a backup does.
NO_CLEANING = 0x62616C61690002
_TRY_LOCK = "select pg_try_advisory_xact_lock_shared($1)"
_RECORD = f"""
insert into storage.unreferenced_blobs (version, due_at) values ($1, now() + interval '{GRACE}')
on conflict (version) do update set due_at = excluded.due_at
"""  # noqa: S608 - a constant
_EXTEND = f"""
update storage.unreferenced_blobs set due_at = now() + interval '{GRACE}' where version = $1 returning 1
"""  # noqa: S608 - a constant
# Skips what another worker removes at this moment; an object that names it keeps it, whatever the note says.
_DUE = """
select version, exists (select from storage.objects where objects.version = loose.version)
  or exists (select from storage.resumable_parts as part where part.version = loose.version) as is_named
from storage.unreferenced_blobs as loose where due_at <= now() order by due_at limit $1 for update skip locked
"""
_LOCK = "select 1 from storage.unreferenced_blobs where version = $1 for update"
# Behind what cannot be removed (a folder that is somebody else's) all the others would wait.
_RESCHEDULE = f"""
update storage.unreferenced_blobs set due_at = now() + interval '{GRACE}' where version = any($1::text[])
"""  # noqa: S608 - a constant
_FORGET = "delete from storage.unreferenced_blobs where version = any($1::text[])"
# Whoever still sends must not go on behind what is gone: `received` says that nothing has come.
_EXPIRE_PARTS = """
with emptied as (
  update storage.resumable_uploads set received = 0
  where expires_at < now() - interval '10 minutes' and received > 0 and finished_at is null returning id)
delete from storage.resumable_parts using emptied where upload_id = emptied.id
"""
# Until then who asks is told that it has expired.
_FORGET_UPLOADS = "delete from storage.resumable_uploads where expires_at < now() - interval '1 day'"
log = structlog.get_logger("balai.storage")


class Versions:
    """Notes and strikes versions."""

    def __init__(self, pool: Pool, blobs: Blobs) -> None:
        self._pool = pool
        self._blobs = blobs

    @asynccontextmanager
    async def new(self) -> AsyncIterator["NewVersion"]:
        """A version to write. Unless it was given to an object by then, it is removed at the end of the block."""
        version = NewVersion(self._pool, str(uuid.uuid4()))
        await version.record()
        try:
            yield version
        finally:
            if not version.is_published:
                await asyncio.shield(self.discard(version.name))

    async def discard(self, version: str) -> None:
        """Remove a version unless an object got it after all; where that fails the next round of `clean` does it."""
        try:
            async with as_owner(self._pool) as connection:
                # Waits for a transaction that gives it to an object, even one whose answer never came.
                if await connection.fetchval(_LOCK, version):
                    await self._blobs.remove(version)
                    await connection.execute(_FORGET, [version])
        except Exception:
            log.warning("a version is left to be cleaned up", version=version, exc_info=True)


class NewVersion:
    """A version that is being written."""

    def __init__(self, pool: Pool, name: str) -> None:
        self._pool = pool
        self.name = name
        self.is_published = False
        self._recorded_at = 0.0

    async def record(self) -> None:
        """Note it."""
        await self._pool.execute(_RECORD, self.name)
        self._recorded_at = time.monotonic()

    async def heartbeat(self) -> bool:
        """To be called with every piece that comes: a slow upload must not be taken for an abandoned one. Whether it
        was said again just now. Raises OSError where the upload was taken for one all the same."""
        if time.monotonic() - self._recorded_at <= HEARTBEAT_S:
            return False
        if not await self._pool.fetchval(_EXTEND, self.name):
            # Its bytes are gone. With a new note they would pass for written; those that came since need one to go.
            await self.record()
            raise OSError("the bytes were cleaned up under their writer")
        self._recorded_at = time.monotonic()
        return True


async def clean(pool: Pool, blobs: Blobs) -> bool:
    """Remove what is due. True when there may be more."""
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
                log.warning("bytes cannot be removed now", version=row["version"], exc_info=True)
                failed.append(row["version"])
                continue
            except ValueError:
                # Of a row that was not written here: no bytes of ours lie under it.
                log.warning("no version of ours, nothing is removed", version=row["version"])
            removed.append(row["version"])
        await connection.execute(_FORGET, removed)
        await connection.execute(_RESCHEDULE, failed)
    if removed:
        log.info("loose versions cleaned up", count=len(removed))
    return len(due) == BATCH_SIZE
