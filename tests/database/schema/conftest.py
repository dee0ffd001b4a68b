"""A database as the last numbered migrations left it, with the sample content in it."""

import gzip
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from tests.conftest import address

DUMP = Path(__file__).parents[2] / "support" / "schema_0127.sql.gz"


@pytest.fixture
async def old_database(postgres: str, template: str) -> AsyncIterator[str]:
    """Address of a database restored from the dump of commit bbd9167: its ledger ends at 0127 (site), 0067 (backend).

    `template` is needed for the roles, which belong to the server and are in no dump.
    """
    name = f"old_{uuid.uuid4().hex[:12]}"
    connection = await asyncpg.connect(postgres)
    await connection.execute(f"create database {name}")
    await restore(address(postgres, name))
    yield address(postgres, name)
    await connection.execute(f"drop database {name} with (force)")
    await connection.close()


async def restore(url: str) -> None:
    """Execute the dump on an empty database."""
    connection = await asyncpg.connect(url)
    await connection.execute("drop schema public cascade; create schema public authorization pg_database_owner")
    await connection.execute("grant usage on schema public to public")
    await connection.execute(gzip.decompress(DUMP.read_bytes()).decode())
    await connection.close()
