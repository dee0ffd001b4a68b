"""Copies of the database on which a new version is tried, and how the copy or the original takes over.

The database of the data folder is copied as files while it is stopped; after the trial the copy takes the place of the
original. A database outside is copied on its server; after the trial the original is migrated, in one transaction. So
no return ever has to restore anything.
"""

import os
import shutil
import stat
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from balai.cli.upgrade.place import Place, sync_folder
from balai.database.embedded import EmbeddedPostgres
from balai.database.migrate import READ_LEDGER, unreachable
from balai.database.pool import Connection
from balai.errors import StartError

COPY_CHUNK = 256 * 1024 * 1024
SKIPPED = {"postmaster.pid", "postmaster.opts"}
# Entries of the data folder that the trial does not share with it.
OWN = {"postgres", "postgres.lock", "program", "upgrade.lock", "serve.lock"}
_NAME = "select 'balai_upgrade_' || oid from pg_database where datname = current_database()"
_SESSIONS = """
select string_agg(distinct concat_ws(' from ', coalesce(nullif(application_name, ''), usename), client_addr), ', ')
from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
"""


def prepare_folder(place: Place) -> None:
    """A data folder for the trial: secrets and objects are links to the instance's own."""
    shutil.rmtree(place.trial, ignore_errors=True)
    place.trial.mkdir(mode=0o700)
    for entry in place.data.iterdir():
        if entry.name not in OWN and entry != place.trial and entry != place.replaced:
            (place.trial / entry.name).symlink_to(entry)


def copy_cluster(place: Place) -> None:
    """Copy the stopped database. Shares the blocks where the file system can. Raises OSError, StartError."""
    database = EmbeddedPostgres(place.data)
    database.stop()
    if database.is_running:
        raise StartError("The built-in database did not stop.", hint="Stop the programs that use it.")
    target = place.trial / "postgres"
    _copy_folder(place.cluster, target)
    if (place.cluster / "postmaster.pid").exists():
        raise StartError("Another program has started the database meanwhile.", hint="Run the upgrade once more.")
    # The copy takes the place of the original: it has to survive a power cut as well. After the first of these calls
    # most of the others find their files on the disk.
    _sync(target)


def check_cluster(place: Place) -> None:
    """Raise StartError for a database whose folder cannot be copied and replaced."""
    if os.path.ismount(place.cluster):
        raise StartError(
            f"{place.cluster} is a mount point, which cannot be replaced.", hint="Mount its parent folder instead."
        )
    if any((place.cluster / "pg_tblspc").iterdir()) or (place.cluster / "pg_wal").is_symlink():
        raise StartError("The database has tablespaces or a pg_wal elsewhere, which cannot be copied.")


def _copy_folder(source: Path, target: Path) -> None:
    status = source.stat()
    target.mkdir(mode=stat.S_IMODE(status.st_mode))
    for entry in os.scandir(source):
        if entry.is_dir(follow_symlinks=False):
            _copy_folder(Path(entry), target / entry.name)
        elif entry.is_file(follow_symlinks=False) and entry.name not in SKIPPED:
            _copy_file(Path(entry), target / entry.name)
    _keep_owner(target, status)


def _copy_file(source: Path, target: Path) -> None:
    with source.open("rb") as reading:
        status = os.fstat(reading.fileno())
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IMODE(status.st_mode))
        with os.fdopen(descriptor, "wb"):
            remaining = status.st_size
            while remaining:
                copied = os.copy_file_range(reading.fileno(), descriptor, min(remaining, COPY_CHUNK))
                if not copied:
                    raise OSError(f"{source} became shorter while it was copied")
                remaining -= copied
            _keep_owner(target, status)
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))


def _sync(folder: Path) -> None:
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            _sync(Path(entry))
        else:
            with Path(entry).open("rb") as file:
                os.fsync(file.fileno())
    sync_folder(folder)


def _keep_owner(path: Path, status: os.stat_result) -> None:
    if os.geteuid() == 0:
        os.chown(path, status.st_uid, status.st_gid)


def take_over(place: Place) -> None:
    """Put the copy in the place of the original. Can be repeated after an interruption at any point."""
    copy = place.trial / "postgres"
    if copy.exists():
        if not place.replaced.exists():
            place.cluster.rename(place.replaced)
            sync_folder(place.cluster.parent)
        copy.rename(place.cluster)
        sync_folder(place.cluster.parent)


def discard(place: Place) -> None:
    """Delete the copies and the folder of a trial."""
    if (place.trial / "postgres" / "PG_VERSION").exists():
        # A killed program of the trial may have left its server.
        EmbeddedPostgres(place.trial).stop()
    shutil.rmtree(place.trial, ignore_errors=True)
    shutil.rmtree(place.replaced, ignore_errors=True)


async def clone_database(url: str) -> str:
    """Copy a database on its own server; returns the URL of the copy. Raises StartError."""
    connection = await _connect(url)
    try:
        name, own = await connection.fetchval(_NAME), await connection.fetchval("select current_database()")
        await connection.execute(f"drop database if exists {name} with (force)")
        quoted = own.replace('"', '""')
        try:
            await connection.execute(f'create database {name} template "{quoted}"')
        except asyncpg.InsufficientPrivilegeError as error:
            raise StartError(
                f"The user of the database may not copy it: {error}", hint="Give the role `createdb`, and the database."
            ) from error
        except asyncpg.ObjectInUseError as error:
            others = await connection.fetchval(_SESSIONS)
            raise StartError(
                f"Other programs are connected to the database: {others}.",
                hint="Stop the other nodes first, then run the upgrade here and on each of them.",
            ) from error
    finally:
        await connection.close()
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


async def drop_clone(url: str) -> None:
    """Delete the copy of a database. Raises StartError."""
    connection = await _connect(url)
    try:
        name = await connection.fetchval(_NAME)
        await connection.execute(f"drop database if exists {name} with (force)")
    finally:
        await connection.close()


async def read_state(url: str) -> str:
    """A hash of what the database records of its schema; another one after a migration. Raises StartError."""
    connection = await _connect(url)
    try:
        return sha256((await connection.fetchval(READ_LEDGER)).encode()).hexdigest()
    except asyncpg.UndefinedTableError as error:
        raise StartError("This database has no Balai schema.", hint="Run `balai serve` first.") from error
    finally:
        await connection.close()


async def _connect(url: str) -> Connection:
    try:
        return await asyncpg.connect(url, timeout=10)
    except (OSError, TimeoutError, asyncpg.PostgresError, ValueError) as error:
        raise unreachable(error) from error
