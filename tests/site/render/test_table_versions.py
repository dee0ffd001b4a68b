"""Table versions on a real database: commits invalidate, rollbacks do not, a lost connection invalidates everything."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from balai.database.pool import Pool
from balai.site.render.table_versions import ChangeListener, TableVersions

RENAME = "update public.site_texts set name = name || '!' where language = 'en'"
CUT_LINES = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'balai changes'"


async def becomes_true(question: Callable[[], bool]) -> bool:
    for _ in range(200):
        if question():
            return True
        await asyncio.sleep(0.02)
    return False


@pytest.fixture
async def versions(database: str) -> AsyncIterator[TableVersions]:
    versions = TableVersions()
    listener = ChangeListener(database, versions)
    await listener.start()
    yield versions
    await listener.stop()
    assert not versions.is_listening


async def test_commit_invalidates_only_pages_of_its_table(versions: TableVersions, pool: Pool) -> None:
    mine = versions.snapshot(("site_texts",))
    other = versions.snapshot(("articles",))
    assert mine is not None and other is not None and versions.is_current(mine)
    await pool.execute(RENAME)
    assert await becomes_true(lambda: not versions.is_current(mine))
    assert versions.is_current(other)


async def test_rollback_invalidates_nothing(versions: TableVersions, pool: Pool) -> None:
    mine = versions.snapshot(("site_texts",))
    async with pool.acquire() as connection:
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute(RENAME)
        await transaction.rollback()
    await pool.execute("update public.site_settings set time_zone = time_zone")
    settings = versions.snapshot(("site_settings",))
    assert mine is not None and settings is not None
    # The later notification has arrived, so an earlier one would have, too.
    assert await becomes_true(lambda: dict(versions.snapshot(("site_settings",)) or ()).get("site_settings") == 1)
    assert versions.is_current(mine)


async def test_lost_connection_invalidates_everything_until_reconnected(versions: TableVersions, pool: Pool) -> None:
    before = versions.snapshot(("articles",))
    assert before is not None
    await pool.execute(CUT_LINES)
    assert await becomes_true(lambda: not versions.is_current(before))
    assert await becomes_true(lambda: versions.is_listening)
    assert not versions.is_current(before)
    after = versions.snapshot(("articles",))
    assert after is not None and versions.is_current(after)


async def test_without_a_database_nothing_is_cached() -> None:
    versions = TableVersions()
    listener = ChangeListener("postgresql://127.0.0.1:1/none", versions)
    await listener.start()
    assert versions.snapshot(("articles",)) is None
    await listener.stop()
