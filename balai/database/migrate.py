"""Brings a database up to date with the SQL files of the schema (`schema_files.py`), under an advisory lock.

All pending files of both sets apply in one transaction: a failed upgrade leaves the old schema. Several workers or
nodes may start together: the first takes the lock, the others wait and find nothing left to do. A start on a database
that is up to date costs one select.
"""

import asyncpg
import msgspec

from balai.database.pool import SESSION, Connection
from balai.database.schema_files import FOLDER, SETS, AdoptedSet, SchemaFile, list_files, read_adopted, read_release
from balai.errors import StartError

OLDEST_SUPPORTED = 15
# The last commit whose databases `schema/adopted.json` describes.
LAST_NUMBERED_COMMIT = "bbd9167"
LOCK_KEY = 0x62616C6169  # "balai"

LEDGER = """
create schema if not exists balai;
create table if not exists balai.migrations (
  set text not null,
  number integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now(),
  primary key (set, number)
);
create table if not exists balai.schema_files (
  path text primary key,
  sha256 text not null,
  -- Views, triggers and policies that the file created.
  objects text[] not null,
  applied_at timestamptz not null default now()
);
create table if not exists balai.schema_release (
  only_row boolean primary key default true check (only_row),
  release integer not null
);
"""
# As one text: for arrays of rows asyncpg would first ask for the types.
READ_LEDGER = """
select json_build_object(
  'release', coalesce((select release from balai.schema_release), 0),
  'versions', array(select json_build_array(set, number, sha256) from balai.migrations),
  'files', array(select json_build_array(path, sha256, objects) from balai.schema_files))::text
"""
# A statement that waits for a busy table would make every request behind it wait too. Function bodies may name what a
# later file creates, so PostgreSQL does not check them here; a test does.
SET_UP = (
    "set local lock_timeout = '10s'; set local check_function_bodies = off; set local client_min_messages = warning"
)
NOTE_VERSION = "insert into balai.migrations (set, number, name, sha256) values ($1, $2, $3, $4)"
NOTE_FILE = """
insert into balai.schema_files (path, sha256, objects) values ($1, $2, $3)
on conflict (path) do update set sha256 = excluded.sha256, objects = excluded.objects, applied_at = now()
"""
NOTE_RELEASE = """
insert into balai.schema_release (release) values ($1)
on conflict (only_row) do update set release = excluded.release where schema_release.release < excluded.release
"""
FORGET_VERSIONS = "delete from balai.migrations where set = $1 and number = any ($2::integer[])"
# Data services that already run on this database, on other nodes too, must learn the new tables and functions.
RELOAD_SCHEMA = "notify pgrst, 'reload schema'"


class LedgerRows(msgspec.Struct, frozen=True):
    """The ledger's tables as `READ_LEDGER` returns them."""

    release: int
    versions: list[tuple[str, int, str]]
    files: list[tuple[str, str, list[str]]]


class Ledger(msgspec.Struct, frozen=True):
    """The files that a database records as applied."""

    release: int
    versions: dict[tuple[str, int], str]
    files: dict[str, str]
    objects: dict[str, list[str]]

    def find_pending(self, files: list[SchemaFile]) -> list[SchemaFile]:
        """Files that have to be applied, in order. Raises StartError for a version that was edited afterwards."""
        pending = {file.path: file for file in files if not self._is_applied(file)}
        forced = {path for file in pending.values() if file.is_version for path in file.reapplied}
        return [file for file in files if file.path in pending or file.path in forced]

    def find_unknown(self, files: list[SchemaFile]) -> list[str]:
        """Versions and files that were applied, and that this program does not have."""
        paths = {file.path for file in files}
        return sorted([*self.find_newer(files, SETS), *(path for path in self.files if path not in paths)])

    def find_newer(self, files: list[SchemaFile], sets: tuple[str, ...]) -> list[str]:
        """Versions that were applied, and that this program does not have: it never loses a version, so they are of a
        newer program. Those of the other sets are not looked at.
        """
        numbers = {(file.set, file.number) for file in files if file.is_version}
        newer = [(name, number) for name, number in self.versions if name in sets and (name, number) not in numbers]
        return [f"{name}/versions/{number:04d}" for name, number in sorted(newer)]

    def _is_applied(self, file: SchemaFile) -> bool:
        if not file.is_version:
            return self.files.get(file.path) == file.sha256
        known = self.versions.get((file.set, file.number))
        if known is not None and known != file.sha256:
            raise StartError(
                f"Schema file {file.path} differs from the one applied earlier.",
                hint="This program does not belong to this database. Install the version that last ran here, or newer.",
            )
        return known is not None


async def migrate(url: str, sets: tuple[str, ...] = SETS) -> list[SchemaFile]:
    """Bring a database up to date and return the files that were applied now.

    Raises:
        StartError: unreachable database, PostgreSQL older than 15, a file that fails (nothing is changed then), a
            version that was edited after it had been applied, or a database made by a newer program.
    """
    files = list_files(sets)
    connection = await _connect(url)
    try:
        ledger = await read_ledger(connection)
        # A database of a development version has other versions until it is adopted.
        if ledger is not None and _is_current(ledger, files) and not ledger.find_newer(files, sets):
            return []
        await connection.execute("select pg_advisory_lock($1)", LOCK_KEY)
        return await _upgrade(connection, files, sets)
    finally:
        await connection.close()


async def read_ledger(connection: Connection) -> Ledger | None:
    """The applied files; None where the ledger's tables are missing."""
    try:
        return await _read_rows(connection)
    except (asyncpg.UndefinedTableError, asyncpg.InvalidSchemaNameError):
        return None


async def _read_rows(connection: Connection) -> Ledger:
    rows = msgspec.json.decode(await connection.fetchval(READ_LEDGER), type=LedgerRows)
    return Ledger(
        release=rows.release,
        versions={(name, number): sha256 for name, number, sha256 in rows.versions},
        files={path: sha256 for path, sha256, _ in rows.files},
        objects={path: objects for path, _, objects in rows.files},
    )


def _is_current(ledger: Ledger, files: list[SchemaFile]) -> bool:
    release = read_release()
    if ledger.release > release:
        raise StartError(
            f"This database was made by a newer Balai (schema release {ledger.release}, this program's is {release}).",
            hint="Install the version that last ran here, or newer.",
        )
    return ledger.release == release and not ledger.find_pending(files)


async def _upgrade(connection: Connection, files: list[SchemaFile], sets: tuple[str, ...]) -> list[SchemaFile]:
    async with connection.transaction():
        await connection.execute(SET_UP)
        ledger = await _prepare(connection, sets)
        if newer := ledger.find_newer(files, sets):
            raise StartError(
                f"This database was made by a newer Balai (it has {', '.join(newer)}, which this program lacks).",
                hint="Install the version that last ran here, or newer.",
            )
        if _is_current(ledger, files):
            return []
        pending = ledger.find_pending(files)
        first, *others = _split_batches(pending)
        await _apply_batch(connection, first, ledger)
    for batch in others:
        async with connection.transaction():
            await connection.execute(SET_UP)
            await _apply_batch(connection, batch, ledger)
    return pending


def _split_batches(pending: list[SchemaFile]) -> list[list[SchemaFile]]:
    """One batch for each transaction: all files in one, unless a file asks for a transaction of its own."""
    batches: list[list[SchemaFile]] = [[]]
    for file in pending:
        if batches[-1] and (file.runs_alone or batches[-1][-1].runs_alone):
            batches.append([])
        batches[-1].append(file)
    return batches


async def _prepare(connection: Connection, sets: tuple[str, ...]) -> Ledger:
    """The ledger, with its tables made and databases of development versions adopted."""
    try:
        await connection.execute(LEDGER)
    except asyncpg.InsufficientPrivilegeError as error:
        raise StartError(
            f"This user may not create Balai's tables: {error}",
            hint="Grant CREATE on the database, or serve what is there alone: balai backend --data-only.",
        ) from error
    ledger = await _read_rows(connection)
    for name, adopted in read_adopted().items():
        if name in sets and await _adopt(connection, name, adopted, ledger):
            ledger = await _read_rows(connection)
    return ledger


async def _adopt(connection: Connection, name: str, adopted: AdoptedSet, ledger: Ledger) -> bool:
    """Put the baselines in the place of a development version's numbered files; False where it has none of them."""
    baselines = {file.number: file for file in list_files((name,)) if file.is_version}
    applied = {number: sha256 for (owner, number), sha256 in ledger.versions.items() if owner == name}
    numbered = {f"{number:04d}": sha256 for number, sha256 in applied.items() if number not in baselines}
    if not numbered.keys() & adopted.migrations.keys():
        return False
    if numbered != adopted.migrations:
        raise StartError(
            f"This database was made by a development version of Balai that is not the last one (set {name}).",
            hint=f"Start commit {LAST_NUMBERED_COMMIT} on it once, then this program again.",
        )
    await connection.execute((FOLDER / name / adopted.script).read_text())
    await connection.execute(FORGET_VERSIONS, name, list(applied))
    await connection.executemany(NOTE_VERSION, [_version_row(baselines[number]) for number in adopted.versions])
    return True


async def _apply_batch(connection: Connection, batch: list[SchemaFile], ledger: Ledger) -> None:
    known_sets = {name for name, _ in ledger.versions}
    for file in batch:
        drops = sorted({*file.objects, *ledger.objects.get(file.path, [])}) if file.set in known_sets else []
        await _apply(connection, file, drops)
    versions = [_version_row(file) for file in batch if file.is_version]
    await connection.executemany(NOTE_VERSION, versions)
    others = [(file.path, file.sha256, file.objects) for file in batch if not file.is_version]
    await connection.executemany(NOTE_FILE, others)
    await connection.execute(NOTE_RELEASE, read_release())
    await connection.execute(RELOAD_SCHEMA)


async def _apply(connection: Connection, file: SchemaFile, drops: list[str]) -> None:
    try:
        await connection.execute("".join(f"drop {name};\n" for name in drops) + file.sql)
    except asyncpg.PostgresError as error:
        raise StartError(
            f"Schema file {file.path} failed: {error}",
            hint="The upgrade was rolled back. Start the earlier version again, or fix the cause and start once more.",
        ) from error


def _version_row(file: SchemaFile) -> tuple[str, int, str, str]:
    return file.set, file.number, file.name.partition("_")[2], file.sha256


def unreachable(error: Exception) -> StartError:
    """The database does not answer, or not to this user."""
    hint = "Check BALAI_DATABASE_URL, and that PostgreSQL runs and accepts this user."
    return StartError(f"The database cannot be reached: {error}", hint=hint)


async def _connect(url: str) -> Connection:
    try:
        connection = await asyncpg.connect(url, timeout=10, server_settings=SESSION)
    except (OSError, TimeoutError, asyncpg.PostgresError, ValueError) as error:
        raise unreachable(error) from error
    version = connection.get_server_version().major
    if version < OLDEST_SUPPORTED:
        await connection.close()
        raise StartError(
            f"PostgreSQL {version} is too old; Balai needs {OLDEST_SUPPORTED} or newer.",
            hint="Upgrade the server, or unset BALAI_DATABASE_URL to use the built-in one.",
        )
    return connection
