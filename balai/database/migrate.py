"""Numbered SQL migrations: applied once, in order, each in a transaction of its own, under a lock.

The two sets (`backend` first, then `site`) are folders of `NNNN_what.sql`. Several workers or nodes may start together:
the first takes the advisory lock, the others wait and then find nothing left to do.
"""

import hashlib
from pathlib import Path

import asyncpg
import msgspec

from balai.database.pool import SESSION, Connection
from balai.errors import StartError

FOLDER = Path(__file__).parent / "migrations"
SETS = ("backend", "site")
OLDEST_SUPPORTED = 150000
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
"""
READ_LEDGER = "select set, number, sha256 from balai.migrations"
# Data services that already run on this database, on other nodes too, must learn the new tables and functions.
RELOAD_SCHEMA = "notify pgrst, 'reload schema'"
NOTE_APPLIED = "insert into balai.migrations (set, number, name, sha256) values ($1, $2, $3, $4)"


class Migration(msgspec.Struct, frozen=True):
    """One file: its set, its number (unique within the set), its name and its text."""

    set: str
    number: int
    name: str
    sql: str

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()


def list_migrations(sets: tuple[str, ...] = SETS) -> list[Migration]:
    """All migrations of the sets, in the order in which they apply."""
    return [_read(path) for name in sets for path in sorted((FOLDER / name).glob("[0-9]*.sql"))]


def _read(path: Path) -> Migration:
    number, _, name = path.stem.partition("_")
    return Migration(set=path.parent.name, number=int(number), name=name, sql=path.read_text())


async def migrate(url: str, sets: tuple[str, ...] = SETS) -> list[Migration]:
    """Bring a database up to date and return what was applied now.

    Raises:
        StartError: unreachable database, PostgreSQL older than 15, a migration that fails (nothing of it stays),
            or one that was changed after it had been applied.
    """
    connection = await _connect(url)
    try:
        await connection.execute("select pg_advisory_lock($1)", LOCK_KEY)
        await _lay_ledger(connection)
        applied = {(row["set"], row["number"]): row["sha256"] for row in await connection.fetch(READ_LEDGER)}
        pending = [migration for migration in list_migrations(sets) if not _is_applied(migration, applied)]
        for migration in pending:
            await _apply(connection, migration)
        if pending:
            await connection.execute(RELOAD_SCHEMA)
        return pending
    finally:
        await connection.close()


async def _lay_ledger(connection: Connection) -> None:
    try:
        await connection.execute(LEDGER)
    except asyncpg.InsufficientPrivilegeError as error:
        raise StartError(
            f"This user may not lay Balai's tables: {error}",
            hint="Grant CREATE on the database, or serve what is there alone: balai backend --data-only.",
        ) from error


def unreachable(error: Exception) -> StartError:
    """The database does not answer, or not to this user."""
    hint = "Check BALAI_DATABASE_URL, and that PostgreSQL runs and accepts this user."
    return StartError(f"The database cannot be reached: {error}", hint=hint)


async def _connect(url: str) -> Connection:
    try:
        connection = await asyncpg.connect(url, timeout=10, server_settings=SESSION)
    except (OSError, TimeoutError, asyncpg.PostgresError, ValueError) as error:
        raise unreachable(error) from error
    version = int(await connection.fetchval("show server_version_num"))
    if version < OLDEST_SUPPORTED:
        await connection.close()
        raise StartError(
            f"PostgreSQL {version // 10000} is too old; Balai needs {OLDEST_SUPPORTED // 10000} or newer.",
            hint="Upgrade the server, or unset BALAI_DATABASE_URL to use the built-in one.",
        )
    return connection


def _is_applied(migration: Migration, applied: dict[tuple[str, int], str]) -> bool:
    known = applied.get((migration.set, migration.number))
    if known is not None and known != migration.sha256:
        raise StartError(
            f"Migration {migration.set}/{migration.number:04d}_{migration.name} differs from the one applied earlier.",
            hint="This program does not belong to this database. Install the version that last ran here, or newer.",
        )
    return known is not None


async def _apply(connection: Connection, migration: Migration) -> None:
    try:
        async with connection.transaction():
            # A migration that waits for a busy table would make every request behind it wait too.
            await connection.execute("set local lock_timeout = '10s'")
            await connection.execute(migration.sql)
            await connection.execute(NOTE_APPLIED, migration.set, migration.number, migration.name, migration.sha256)
    except asyncpg.PostgresError as error:
        raise StartError(
            f"Migration {migration.set}/{migration.number:04d}_{migration.name} failed: {error}",
            hint="Nothing of it was kept. Start the earlier version again, or mend the cause and start once more.",
        ) from error
