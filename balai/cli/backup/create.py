"""Creates a backup while the instance runs: rows and objects of one moment.

The rows are dumped from one snapshot, and the objects are those that the rows of this snapshot name. Blobs are
immutable and stay for an hour after their object is deleted; for a longer backup the blob cleanup waits
(`storage/blobs/versions.py`).
"""

import asyncio
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import structlog

from balai import __version__
from balai.backend.storage.blobs.interface import BlobMissing, Blobs, BlobShort
from balai.backend.storage.blobs.versions import NO_CLEANING
from balai.backend.storage.config import open_blobs
from balai.cli.backup.archive import DATABASE, FORMAT, MANIFEST, OBJECTS, SECRET, ArchiveWriter, Manifest
from balai.cli.backup.database import open_database
from balai.cli.backup.pg_tools import run_program
from balai.database.pool import Connection
from balai.errors import StartError
from balai.settings import Settings

_IS_INSTANCE = "select to_regclass('balai.migrations') is not null and to_regclass('storage.objects') is not null"
# Dumping many rows and copying many objects takes longer than the timeouts.
_NO_TIMEOUTS = "set idle_in_transaction_session_timeout = 0; set statement_timeout = 0"
_OBJECTS = """
select version, (metadata ->> 'size')::bigint as size, bucket_id || '/' || name as name
from storage.objects where version is not null
"""
# Rows about the folders of this machine, such as the backup that is being made, and copies of members' data, whose
# bytes are no objects. Another one begins without them.
_OF_THIS_MACHINE = ("public.backups", "public.health_findings", "public.account_exports")
log = structlog.get_logger("balai.backup")


async def make_backup(settings: Settings, path: Path) -> str:
    """Write a backup to a new file. Returns a report of its contents. Raises StartError."""
    await asyncio.to_thread(_check_absent, path)
    async with open_database(settings, failure="The backup cannot be written") as (url, connection):
        if not await connection.fetchval(_IS_INSTANCE):
            raise StartError("This database has no Balai schema.", hint="Run `balai serve` or `balai migrate` first.")
        await connection.execute(_NO_TIMEOUTS)
        await connection.execute("select pg_advisory_lock($1)", NO_CLEANING)
        # Another backup may have finished while this one waited for the lock.
        await asyncio.to_thread(_check_absent, path)
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return await _write(settings, url, connection, path)


def _check_absent(path: Path) -> None:
    if path.exists():
        raise StartError(f"{path} already exists.", hint="Choose another file name.")


async def _write(settings: Settings, url: str, connection: Connection, path: Path) -> str:
    manifest = Manifest(FORMAT, __version__, datetime.now(UTC).isoformat(timespec="seconds"))
    secret = settings.data_dir / "jwt_secret"
    has_secret = await asyncio.to_thread(secret.exists)
    with (
        tempfile.TemporaryDirectory(prefix=".balai-backup-", dir=path.parent) as folder,
        ArchiveWriter(path) as archive,
    ):
        archive.add_bytes(MANIFEST, msgspec.json.encode(manifest))
        if has_secret:
            archive.add_file(SECRET, secret)
        dump = Path(folder) / DATABASE
        snapshot = await connection.fetchval("select pg_export_snapshot()")
        options = ("--format=custom", f"--snapshot={snapshot}", "--no-unlogged-table-data", f"--file={dump}")
        await run_program("pg_dump", url, *options, *(f"--exclude-table-data={table}" for table in _OF_THIS_MACHINE))
        await asyncio.to_thread(archive.add_file, DATABASE, dump)
        dump.unlink()
        async with open_blobs(settings) as blobs:
            count, missing = await _add_objects(connection, blobs, archive)
        await asyncio.to_thread(archive.finish)
    report = f"{path}: all rows and {count} objects as of {manifest.made_at}."
    if missing:
        report += f"\nThe blobs of {missing} objects are missing: the log names them."
    if not has_secret:
        report += "\nBALAI_JWT_SECRET is not included: store it elsewhere."
    return report


async def _add_objects(connection: Connection, blobs: Blobs, archive: ArchiveWriter) -> tuple[int, int]:
    count = missing = 0
    async for row in connection.cursor(_OBJECTS, prefetch=500):
        try:
            await _add_object(row["version"], row["size"], blobs, archive)
        except (BlobMissing, BlobShort):
            # One missing blob must not prevent the backup of all others.
            log.warning("object_blob_missing", object=row["name"])
            missing += 1
        else:
            count += 1
    return count, missing


async def _add_object(version: str, size: int, blobs: Blobs, archive: ArchiveWriter) -> None:
    blob = await blobs.open(version)
    archive.begin_member(f"{OBJECTS}{version}", size)
    try:
        async for chunk in blob.parts(0, size):
            archive.write(chunk)
        archive.end_member()
    except (BlobMissing, BlobShort):
        archive.discard()
        raise
    finally:
        blob.close()
