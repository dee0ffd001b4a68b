"""Restores a backup into an empty data folder or database.

Objects are restored first and rows last, in one transaction. An interrupted restore leaves no schema, and can be run
again.
"""

import asyncio
import tempfile
from pathlib import Path

import msgspec

from balai.backend.storage.blobs.interface import Blobs
from balai.backend.storage.config import open_blobs
from balai.cli.backup.archive import DATABASE, FORMAT, MANIFEST, OBJECTS, SECRET, Manifest, Member, read_archive
from balai.cli.backup.database import open_database
from balai.cli.backup.pg_tools import run_program
from balai.database.pool import Connection
from balai.errors import StartError
from balai.settings import Settings, read_secret, store_secret

_IS_EMPTY = """
select to_regclass('balai.migrations') is null and not exists (
  select from pg_class where relnamespace = to_regnamespace('public') and relkind in ('r', 'p', 'v', 'm', 'f'))
"""
# Roles belong to the server, not to the database, so no dump contains them (schema/backend/versions/0100_roles.sql).
_ROLES = """
do $$
declare
  missing record;
begin
  for missing in
    select name, options
    from (values
      ('anon', ''), ('authenticated', ''), ('service_role', 'bypassrls'),
      ('balai_indexer', ''), ('balai_mailer', ''), ('balai_translator', '')) as wanted(name, options)
    where not exists (select from pg_roles where rolname = name)
  loop
    execute format('create role %I nologin noinherit %s', missing.name, missing.options);
  end loop;
  if not pg_has_role(current_user, 'anon', 'member') then
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end if;
  if not pg_has_role(current_user, 'balai_indexer', 'USAGE') then
    execute format('grant balai_indexer, balai_mailer, balai_translator to %I', current_user);
  end if;
end $$
"""
# Everything belongs to the user that restores, but for these views: they show what their roles may read
# (schema/site/translations). A backup of the backend alone has none.
_OWNERS = """
do $$
declare
  given record;
begin
  for given in
    select * from (values
      ('search.sources', 'balai_indexer'),
      ('texts.posts_to_mail', 'balai_mailer'), ('texts.replies_to_mail', 'balai_mailer'),
      ('texts.posts_to_translate', 'balai_translator'), ('texts.replies_to_translate', 'balai_translator')
    ) as owned(view, role)
    where to_regclass(owned.view) is not null and to_regnamespace('texts') is not null
  loop
    execute format('alter view %s owner to %I', given.view, given.role);
  end loop;
end $$
"""
# A backup does not include unfinished resumable uploads: clients start them again.
_DELETE_RESUMABLE_UPLOADS = "delete from storage.resumable_parts; delete from storage.resumable_uploads"


async def restore_backup(settings: Settings, path: Path) -> str:
    """Restore a backup. Returns a report. Raises StartError."""
    async with open_database(settings, failure="The backup cannot be restored") as (url, connection):
        if not await connection.fetchval(_IS_EMPTY):
            raise StartError(
                "The target is not empty.",
                hint="Restore into a new BALAI_DATA_DIR folder or an empty database.",
            )
        with tempfile.TemporaryDirectory(prefix="balai-restore-", dir=path.parent) as folder:
            dump = Path(folder) / DATABASE
            async with open_blobs(settings) as blobs:
                manifest, count = await _extract(settings, path, dump, blobs)
            await restore_rows(url, connection, dump)
        await connection.execute(_DELETE_RESUMABLE_UPLOADS)
    return f"Restored all rows and {count} objects as of {manifest.made_at}. Start with `balai serve`."


async def restore_rows(url: str, connection: Connection, dump: Path) -> None:
    """Restore the schema and all rows into the empty database of the connection. Raises StartError."""
    await connection.execute(_ROLES)
    await run_program("pg_restore", url, "--single-transaction", "--exit-on-error", "--no-owner", str(dump))
    await connection.execute(_OWNERS)


async def _extract(settings: Settings, path: Path, dump: Path, blobs: Blobs) -> tuple[Manifest, int]:
    """Restore everything but the rows, and extract the dump of the rows into a file."""
    manifest: Manifest | None = None
    secret = b""
    count = 0
    for member in read_archive(path):
        if member.name == MANIFEST:
            manifest = read_manifest(member)
        elif manifest is None:
            break
        elif member.name == SECRET:
            secret = member.read()
            _check_secret(settings, secret)
        elif member.name == DATABASE:
            with dump.open("wb") as file:
                file.writelines(member.chunks())
        elif member.name.startswith(OBJECTS):
            await _write_blob(blobs, member)
            count += 1
    if manifest is None or not await asyncio.to_thread(dump.exists):
        raise StartError(f"{path} is not a Balai backup.")
    await asyncio.to_thread(_store_secret, settings, secret)
    return manifest, count


def read_manifest(member: Member) -> Manifest:
    """Raises StartError for a format that is newer than this program."""
    manifest = msgspec.json.decode(member.read(), type=Manifest)
    if manifest.format > FORMAT:
        raise StartError(
            f"This backup was made by Balai {manifest.balai}.", hint="Restore it with that version or newer."
        )
    return manifest


async def _write_blob(blobs: Blobs, member: Member) -> None:
    version = member.name.removeprefix(OBJECTS)
    # An interrupted restore may have left it.
    await blobs.remove(version)
    writer = await blobs.create(version, lambda _: None)
    try:
        for chunk in member.chunks():
            await writer.write(chunk)
        await writer.finish()
    except BaseException:
        await writer.abort()
        raise


def _check_secret(settings: Settings, secret: bytes) -> None:
    file = settings.data_dir / "jwt_secret"
    if not settings.jwt_secret and read_secret(file) not in {"", secret.decode().strip()}:
        raise StartError(f"{file} is the secret of another instance.", hint="Restore into a new BALAI_DATA_DIR folder.")


def _store_secret(settings: Settings, secret: bytes) -> None:
    if secret and not settings.jwt_secret:
        store_secret(settings.data_dir / "jwt_secret", secret.decode())
