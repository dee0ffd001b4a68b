"""Brings a backup back into an empty place: a data folder, or a database, in which there is no hall yet.

The bytes come first and the rows last, in one transaction: a restore that is interrupted leaves no hall, and is simply
begun again.
"""

import asyncio
import tempfile
from pathlib import Path

import msgspec

from balai.backend.storage.blobs.interface import Blobs
from balai.backend.storage.config import open_blobs
from balai.cli.backup.archive import ABOUT, DATABASE, FORMAT, OBJECTS, SECRET, About, Part, read_archive
from balai.cli.backup.database import open_database
from balai.cli.backup.pg_tools import run_program
from balai.errors import StartError
from balai.settings import Settings, read_secret, store_secret

_IS_EMPTY = """
select to_regclass('balai.migrations') is null and not exists (
  select from pg_class where relnamespace = to_regnamespace('public') and relkind in ('r', 'p', 'v', 'm', 'f'))
"""
# They belong to the server, not to the database, so no dump has them (schema/backend/versions/0100_roles.sql).
_ROLES = """
do $$
declare
  missing record;
begin
  for missing in
    select name, options
    from (values ('anon', ''), ('authenticated', ''), ('service_role', 'bypassrls')) as wanted(name, options)
    where not exists (select from pg_roles where rolname = name)
  loop
    execute format('create role %I nologin noinherit %s', missing.name, missing.options);
  end loop;
  if not pg_has_role(current_user, 'anon', 'member') then
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end if;
end $$
"""
# What had arrived of them was not saved; their clients begin again.
_DELETE_RESUMABLE_UPLOADS = "delete from storage.resumable_parts; delete from storage.resumable_uploads"


async def restore_backup(settings: Settings, path: Path) -> str:
    """Bring a backup back and say what it was. Raises StartError."""
    async with open_database(settings, failure="The backup cannot be restored") as (url, connection):
        if not await connection.fetchval(_IS_EMPTY):
            raise StartError(
                "There is something in this place already.",
                hint="Restore into a BALAI_DATA_DIR folder that is not there yet, or into an empty database.",
            )
        with tempfile.TemporaryDirectory(prefix="balai-restore-", dir=path.parent) as folder:
            dump = Path(folder) / DATABASE
            async with open_blobs(settings) as blobs:
                about, count = await _extract(settings, path, dump, blobs)
            await connection.execute(_ROLES)
            options = ("--single-transaction", "--exit-on-error", "--no-owner", str(dump))
            await run_program("pg_restore", url, *options)
        await connection.execute(_DELETE_RESUMABLE_UPLOADS)
    return f"All rows and {count} objects are back, as they were at {about.made_at}. Start the hall with `balai serve`."


async def _extract(settings: Settings, path: Path, dump: Path, blobs: Blobs) -> tuple[About, int]:
    """Put everything but the rows where it belongs, and the dump of the rows into a file."""
    about: About | None = None
    secret = b""
    count = 0
    for part in read_archive(path):
        if part.name == ABOUT:
            about = _read_manifest(part)
        elif about is None:
            break
        elif part.name == SECRET:
            secret = part.all()
            _check_secret(settings, secret)
        elif part.name == DATABASE:
            with dump.open("wb") as file:
                file.writelines(part.pieces())
        elif part.name.startswith(OBJECTS):
            await _write_blob(blobs, part)
            count += 1
    if about is None or not await asyncio.to_thread(dump.exists):
        raise StartError(f"{path} is no backup of a hall.")
    await asyncio.to_thread(_store_secret, settings, secret)
    return about, count


def _read_manifest(part: Part) -> About:
    about = msgspec.json.decode(part.all(), type=About)
    if about.format > FORMAT:
        raise StartError(f"This backup was made by Balai {about.balai}.", hint="Restore it with that version or newer.")
    return about


async def _write_blob(blobs: Blobs, part: Part) -> None:
    version = part.name.removeprefix(OBJECTS)
    # What an interrupted restore left.
    await blobs.remove(version)
    writer = await blobs.create(version, lambda _: None)
    try:
        for chunk in part.pieces():
            await writer.write(chunk)
        await writer.finish()
    except BaseException:
        await writer.abandon()
        raise


def _check_secret(settings: Settings, secret: bytes) -> None:
    file = settings.data_dir / "jwt_secret"
    if not settings.jwt_secret and read_secret(file) not in {"", secret.decode().strip()}:
        raise StartError(
            f"{file} is the secret of another hall.", hint="Restore into a BALAI_DATA_DIR folder that is not there yet."
        )


def _store_secret(settings: Settings, secret: bytes) -> None:
    if secret and not settings.jwt_secret:
        store_secret(settings.data_dir / "jwt_secret", secret.decode())
