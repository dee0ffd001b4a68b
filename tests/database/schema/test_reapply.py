"""Files that apply again leave the schema as it was."""

import asyncpg
import pytest

from balai.database import migrate as migrate_module
from balai.database.migrate import migrate
from balai.database.schema_files import list_files
from tests.database.schema.catalog import describe


async def test_applying_every_file_again_changes_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With body checks on, this also proves every function body against the finished schema."""
    monkeypatch.setattr(migrate_module, "SET_UP", "set local check_function_bodies = on")
    connection = await asyncpg.connect(database)
    before = await describe(connection)
    await connection.execute("delete from balai.schema_files")
    await migrate(database)
    assert await describe(connection) == before
    await connection.close()


async def test_each_file_alone_applies_again_without_a_change(database: str) -> None:
    """No file takes away what another one has granted or created."""
    connection = await asyncpg.connect(database)
    before = await describe(connection)
    for file in list_files():
        if not file.is_version:
            await connection.execute("update balai.schema_files set sha256 = '' where path = $1", file.path)
            assert [applied.path for applied in await migrate(database)] == [file.path]
    assert await describe(connection) == before
    await connection.close()
