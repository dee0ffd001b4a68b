"""`balai doctor`: is everything there that a start needs, and what to do where it is not."""

import shutil
from importlib.resources import files

import asyncpg
import msgspec

from balai.database.embedded import EmbeddedPostgres
from balai.database.migrate import list_migrations
from balai.settings import Settings

LEAST_FREE_BYTES = 500 * 1024 * 1024
COUNT_APPLIED = "select count(*) from balai.migrations"


class Finding(msgspec.Struct, frozen=True):
    """One thing looked at: whether it is well, and what was seen or has to be done."""

    subject: str
    is_well: bool
    detail: str


async def examine(settings: Settings) -> list[Finding]:
    """Look at everything; nothing is changed, but the built-in database is started for the look where it is down."""
    findings = [_examine_folder(settings), _examine_front_end()]
    if settings.database_url:
        return [*findings, await _examine_database(settings.database_url)]
    with EmbeddedPostgres(settings.data).running() as url:
        return [*findings, await _examine_database(url)]


def _examine_folder(settings: Settings) -> Finding:
    free = shutil.disk_usage(settings.data).free
    detail = f"{settings.data}, {free // 1024**2} MB free"
    if free < LEAST_FREE_BYTES:
        return Finding("data folder", False, f"{detail}: make room, or set BALAI_DATA to another disk")
    return Finding("data folder", True, detail)


def _examine_front_end() -> Finding:
    bundle = files("balai.site") / "static" / "server.js"
    if bundle.is_file():
        return Finding("front end", True, "built")
    return Finding("front end", False, "missing: run `make build`, or install the wheel")


async def _examine_database(url: str) -> Finding:
    try:
        connection = await asyncpg.connect(url, timeout=10)
    except (OSError, TimeoutError, asyncpg.PostgresError) as error:
        return Finding("database", False, f"cannot be reached: {error}")
    try:
        version = await connection.fetchval("show server_version")
        applied = await connection.fetchval(COUNT_APPLIED)
    except asyncpg.UndefinedTableError:
        return Finding("database", False, "has no tables of Balai: run `balai migrate`")
    finally:
        await connection.close()
    missing = len(list_migrations()) - applied
    if missing:
        return Finding("database", False, f"PostgreSQL {version}, {missing} migrations to apply: run `balai migrate`")
    return Finding("database", True, f"PostgreSQL {version}, {applied} migrations applied")
