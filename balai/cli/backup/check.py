"""Tests whether a backup can be restored: its rows are restored into a temporary database, beside the site's."""

import asyncio
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from balai.cli.backup.archive import DATABASE, MANIFEST, OBJECTS, read_archive
from balai.cli.backup.database import open_database
from balai.cli.backup.restore import read_manifest, restore_rows
from balai.database.migrate import read_ledger
from balai.database.pool import Connection
from balai.errors import StartError
from balai.jobs.health.facts import MIN_FREE_BYTES, free_bytes, schema_state
from balai.settings import Settings

# One test at a time for each site. Several sites may share a database server.
_LOCK = "select pg_advisory_lock(7236831261)"
_NAME = "select 'balai_restore_test_' || oid from pg_database where datname = current_database()"
_SIZE = "select pg_database_size(current_database())"
_VERSIONS = "select version from storage.objects where version is not null"
_PREFIX = ".balai-check-"
_COUNT_ACCOUNTS = "select count(*) from auth.users"


async def check_backup(settings: Settings, path: Path) -> str:
    """Restore a backup into a temporary database and delete it again. Returns a report. Raises StartError."""
    async with open_database(settings, failure="The backup cannot be tested") as (url, connection):
        await connection.execute(_LOCK)
        await asyncio.to_thread(_clean, path.parent)
        await _check_room(settings, connection)
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=path.parent) as folder:
            dump = Path(folder) / DATABASE
            versions = await asyncio.to_thread(_read, path, dump)
            name = await connection.fetchval(_NAME)
            drop = f"drop database if exists {name} with (force)"
            # A killed test has left it.
            await connection.execute(drop)
            try:
                await _create(connection, name)
                accounts = await _restore(urlunsplit(urlsplit(url)._replace(path=f"/{name}")), dump, versions)
            finally:
                await connection.execute(drop)
    return f"{path} can be restored: {accounts} accounts with all rows, and {len(versions)} objects."


def _clean(folder: Path) -> None:
    """Delete what a killed test has left."""
    for left in folder.glob(f"{_PREFIX}*"):
        shutil.rmtree(left, ignore_errors=True)


def _read(path: Path, dump: Path) -> set[str]:
    """Extract the dump and compare all checksums. Returns the versions of the objects."""
    versions = set()
    is_backup = False
    for member in read_archive(path):
        if member.name == MANIFEST:
            read_manifest(member)
            is_backup = True
        elif member.name == DATABASE:
            with dump.open("wb") as file:
                file.writelines(member.chunks())
        elif member.name.startswith(OBJECTS):
            versions.add(member.name.removeprefix(OBJECTS))
    if not is_backup or not dump.exists():
        raise StartError(f"{path} is not a Balai backup.")
    return versions


async def _check_room(settings: Settings, connection: Connection) -> None:
    folder = settings.data_dir / "postgres"
    needed = await connection.fetchval(_SIZE) + MIN_FREE_BYTES
    if folder.exists() and free_bytes(folder) < needed:
        raise StartError(f"The test needs {needed} free bytes in {folder}.", hint="Make room on this disk.")


async def _create(connection: Connection, name: str) -> None:
    try:
        await connection.execute(f"create database {name}")
    except asyncpg.InsufficientPrivilegeError as error:
        raise StartError(
            "The user of the database may not create a temporary database.", hint="Give the role `createdb`."
        ) from error


async def _restore(url: str, dump: Path, versions: set[str]) -> int:
    """Restore the rows and compare them with the objects. Returns the number of accounts."""
    connection = await asyncpg.connect(url, timeout=10)
    try:
        await restore_rows(url, connection, dump)
        ledger = await read_ledger(connection)
        if ledger is None or schema_state(ledger)[0] == "newer":
            raise StartError("The backup has no schema that this program can open.")
        async with connection.transaction(readonly=True):
            missing = 0
            async for row in connection.cursor(_VERSIONS, prefetch=500):
                missing += row["version"] not in versions
        if missing:
            raise StartError(
                f"The backup lacks {missing} objects that its rows name: the log of the backup names them."
            )
        return int(await connection.fetchval(_COUNT_ACCOUNTS))
    finally:
        await connection.close()
