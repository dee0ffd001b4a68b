"""A database of the last development version becomes the same schema as a fresh one, and keeps its rows."""

from collections import Counter

import asyncpg
import pytest

from balai.database.migrate import migrate, read_ledger
from balai.database.schema_files import list_files, read_adopted
from balai.errors import StartError
from tests.database.schema.catalog import describe

SEED_ROWS = (
    "select id, public, file_size_limit, allowed_mime_types from storage.buckets",
    "select * from search.han_variants",
    "select word, roots from search.malay_words",
    "select prefix, followed_by, restores from search.malay_prefixes",
)
LIST_TABLES = """
select oid::regclass::text from pg_class
where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'search', 'auth', 'storage', 'mailbox')
"""


async def _count_rows(connection: asyncpg.Connection) -> list[int]:
    tables = [row[0] for row in await connection.fetch(LIST_TABLES)]
    counts = [await connection.fetchval(f"select count(*) from {table}") for table in tables]
    # Versions after the adopted ones add buckets, where the table is not empty before.
    added = await connection.fetchval(
        "select count(*) from storage.buckets where id in ('text-pictures', 'text-files', 'booking-answers')"
    )
    place = tables.index("storage.buckets")
    counts[place] -= added
    return sorted(count for count in counts if count)


async def _describe(url: str) -> list[str]:
    connection = await asyncpg.connect(url)
    try:
        seeds = [
            f"row {question}: {row[0]}"
            for question in SEED_ROWS
            for row in await connection.fetch(f"select x::text from ({question}) x")
        ]
        return sorted([*await describe(connection), *seeds])
    finally:
        await connection.close()


async def test_an_adopted_database_has_the_schema_of_a_fresh_one(old_database: str, database: str) -> None:
    applied = await migrate(old_database)
    baselines = {(name, number) for name, adopted in read_adopted().items() for number in adopted.versions}
    later = {file.path for file in list_files() if not file.is_version or (file.set, file.number) not in baselines}
    assert {file.path for file in applied} == later
    assert await migrate(old_database) == []
    adopted, fresh = set(await _describe(old_database)), set(await _describe(database))
    assert (sorted(adopted - fresh), sorted(fresh - adopted)) == ([], [])


async def test_adoption_leaves_the_ledger_of_a_fresh_database(old_database: str, database: str) -> None:
    await migrate(old_database)
    ledgers = []
    for url in (old_database, database):
        connection = await asyncpg.connect(url)
        ledgers.append(await read_ledger(connection))
        await connection.close()
    assert ledgers[0] == ledgers[1]


async def test_adoption_keeps_every_row(old_database: str) -> None:
    connection = await asyncpg.connect(old_database)
    before = await _count_rows(connection)
    await migrate(old_database)
    assert sum(before) > 5000
    # Versions after the adopted ones add tables.
    assert Counter(await _count_rows(connection)) >= Counter(before)
    await connection.close()


async def test_one_set_is_adopted_before_the_other(old_database: str, database: str) -> None:
    await migrate(old_database, ("backend",))
    await migrate(old_database)
    adopted, fresh = set(await _describe(old_database)), set(await _describe(database))
    assert (sorted(adopted - fresh), sorted(fresh - adopted)) == ([], [])


async def test_a_database_with_only_some_of_the_numbered_files_is_refused(old_database: str) -> None:
    connection = await asyncpg.connect(old_database)
    await connection.execute("delete from balai.migrations where set = 'site' and number = 127")
    with pytest.raises(
        StartError, match=r"development version of Balai that is not the last one \(set site\)"
    ) as refused:
        await migrate(old_database)
    assert "bbd9167" in (refused.value.hint or "")
    assert await read_ledger(connection) is None
    await connection.close()
