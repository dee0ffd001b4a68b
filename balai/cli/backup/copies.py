"""Encrypted copies of backups in a bucket, apart from this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zoneinfo import ZoneInfo

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from balai.backend.storage.blobs.s3 import open_bucket
from balai.cli.backup.encryption import SUFFIX, encrypt
from balai.errors import StartError
from balai.jobs.backups.folder import find_outdated, moment_of
from balai.settings import Settings

# Days and weeks of the copies that stay. The site's own zone is not known without its database.
UTC = ZoneInfo("UTC")


def copy_backup(settings: Settings, path: Path) -> str:
    """Write an encrypted copy of a backup, and delete outdated copies. Returns a report. Raises StartError.

    The file is encrypted while it is uploaded, so no space on the disk is needed.
    """
    name = path.name + SUFFIX
    with _reporting():
        store = _open(settings)
        with path.open("rb") as source:
            # Without `close()` the store discards what was uploaded.
            upload = obstore.open_writer(store, name)
            encrypt(source, upload, settings.backup_recipient)
            upload.close()
        size = obstore.head(store, name)["size"]
        outdated = find_outdated((copy.removesuffix(SUFFIX) for copy in _names(store)), UTC)
        if outdated:
            obstore.delete(store, [plain + SUFFIX for plain in outdated])
    return f"{name}: {size} bytes in {settings.backup_url}."


def fetch_backup(settings: Settings, name: str | None, folder: Path) -> str:
    """Download a copy, the newest without a name. Returns a report. Raises StartError."""
    with _reporting():
        store = _open(settings)
        names = sorted(_names(store))
        if not names:
            raise StartError(f"There is no copy in {settings.backup_url}.")
        chosen = name or names[-1]
        if chosen not in names:
            raise StartError(f"There is no copy {chosen}.", hint="There are " + ", ".join(names))
        target = folder / chosen
        if target.exists():
            raise StartError(f"{target} already exists.")
        partial = target.with_name(f"{chosen}.partial")
        try:
            with partial.open("wb") as file:
                file.writelines(obstore.get(store, chosen).stream())
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    return f"{target}. Restore it with `balai restore {chosen} --key FILE`."


def _open(settings: Settings) -> S3Store:
    if not settings.backup_url:
        raise StartError("There is no bucket for copies of backups.", hint="Set BALAI_BACKUP_URL.")
    return open_bucket(
        settings.backup_url,
        endpoint=settings.backup_endpoint,
        region=settings.backup_region,
        access_key_id=settings.backup_access_key_id,
        secret_access_key=settings.backup_secret_access_key,
    )


def _names(store: S3Store) -> list[str]:
    """The names of the copies. Other objects in the bucket are never listed or deleted."""
    found = (entry["path"] for batch in obstore.list(store) for entry in batch)
    return [name for name in found if name.endswith(SUFFIX) and moment_of(name.removesuffix(SUFFIX))]


@contextmanager
def _reporting() -> Iterator[None]:
    try:
        yield
    except (OSError, BaseError) as error:
        raise StartError(f"The bucket of the copies failed: {error}") from error
