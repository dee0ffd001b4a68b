"""The job that writes search entries of older rules again."""

import asyncio

import pytest

from balai.database.transaction import as_owner
from balai.jobs import search_index
from balai.jobs.search_index import refresh_search_entries
from tests.factories.forum import Community, make_post, rich

FIND = "select id from public.search('zebra')"
COUNT_OUTDATED = "select count(*) from search.entries where rules < search.rules_version()"
AGE = "update search.entries set rules = 0, terms = ''"


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_index, "PAUSE_S", 0)


async def test_entries_of_older_rules_are_written_again(community: Community) -> None:
    for number in range(30):
        await make_post(community.pool, community.forum, community.ana, title=f"Zebra {number}")
    async with as_owner(community.pool) as connection:
        before = await connection.fetch("select item_id, terms from search.entries order by item_id")
        await connection.execute(AGE)
    assert await community.act(None, FIND) == []
    runs = 0
    while await refresh_search_entries(community.pool):
        runs += 1
    assert runs == 2
    async with as_owner(community.pool) as connection:
        assert await connection.fetch("select item_id, terms from search.entries order by item_id") == before
        assert await connection.fetchval(COUNT_OUTDATED) == 0


async def test_a_save_is_not_blocked_and_not_overwritten(community: Community) -> None:
    post = await make_post(community.pool, community.forum, community.ana, title="Old title")
    async with as_owner(community.pool) as connection:
        await connection.execute(AGE)
    edit = "select public.edit_post($1, 'A zebra', $2::jsonb, 'en')"
    async with community.pool.acquire() as connection:
        batch = connection.transaction()
        await batch.start()
        assert await connection.fetchval("select search.refresh_outdated(20)") == 2
        saving = asyncio.create_task(community.act(community.ana, edit, post, rich("It is in the yard by the hall.")))
        # A text that is not in the batch is saved at once.
        await asyncio.wait_for(make_post(community.pool, community.forum, community.mei, title="Another text"), 5)
        await asyncio.sleep(0.2)
        assert not saving.done()
        await batch.commit()
        await asyncio.wait_for(saving, 5)
    assert [row["id"] for row in await community.act(None, FIND)] == [post]


async def test_a_text_that_is_being_saved_is_skipped(community: Community) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute(AGE)
    async with community.pool.acquire() as connection:
        save = connection.transaction()
        await save.start()
        await connection.execute("select search.refresh('post', $1)", community.post)
        assert await asyncio.wait_for(refresh_search_entries(community.pool), 5) is False
        await save.rollback()
    assert await refresh_search_entries(community.pool)
