"""The log of searches without results: no personal data, bounded, for those who may publish."""

import asyncio

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.cleanup import clean_up
from tests.factories.forum import Community
from tests.factories.members import Member, make_member

SERVICE = Caller("service_role", '{"role":"service_role"}')
COUNT = "select public.count_empty_search($1, 'vi')"
LIST = "select term, searches from public.list_empty_searches('vi')"
STORED = 'select term, searches from search.empty_searches order by term collate "C"'


async def count(pool: Pool, words: str) -> None:
    async with as_role(pool, SERVICE, read_only=False) as connection:
        await connection.execute(COUNT, words)


async def stored(pool: Pool) -> list[tuple[str, int]]:
    async with as_owner(pool) as connection:
        return [tuple(row) for row in await connection.fetch(STORED)]


async def test_simultaneous_searches_are_one_folded_row(pool: Pool) -> None:
    await asyncio.gather(*(count(pool, words) for words in ("Khám  bệnh", "kham benh", "KHÁM BỆNH ") * 4))
    await count(pool, "診所")
    assert await stored(pool) == [("kham benh", 12), ("诊所", 1)]


@pytest.mark.parametrize(
    "words",
    [
        "mei@example.org",
        "mei＠example.org",
        "012-345 6789",
        "lot 1 2 3 4 5 6",
        "１２３４５６ phố",
        "a" * 61,
        "",
        " ",
        "?!",
    ],
)
async def test_personal_looking_words_are_not_stored(pool: Pool, words: str) -> None:
    await count(pool, words)
    assert await stored(pool) == []


async def test_a_day_has_a_bounded_number_of_terms(pool: Pool) -> None:
    await count(pool, "lantern")
    async with as_owner(pool) as connection:
        await connection.execute(
            "insert into search.empty_searches (day, language, term)"
            " select (now() at time zone 'utc')::date, 'vi', 'x' || n from generate_series(1, 2000) n"
        )
    await count(pool, "another")
    await count(pool, "lantern")
    rows = dict(await stored(pool))
    assert "another" not in rows
    assert rows["lantern"] == 2


async def test_only_those_who_publish_see_frequent_terms(community: Community) -> None:
    pool = community.pool
    for words in ("khám mắt", "khám mắt", "khám mắt", "Nguyễn Thị Lan", "Nguyễn Thị Lan"):
        await count(pool, words)
    assert [tuple(row) for row in await community.act(community.ana, LIST)] == [("kham mat", 3)]
    assert await community.act(community.mei, LIST) == []
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await community.act(None, LIST)
    writers: tuple[Member | None, ...] = (None, community.mei, community.ana)
    for who in writers:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await community.act(who, COUNT, "x")
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await community.act(who, "select from search.empty_searches")


async def test_terms_are_deleted_after_90_days(pool: Pool) -> None:
    await make_member(pool)
    for words in ("old", "kept"):
        await count(pool, words)
    async with as_owner(pool) as connection:
        move = "update search.empty_searches set day = day - $2::integer where term = $1"
        await connection.execute(move, "old", 90)
        await connection.execute(move, "kept", 89)
    await clean_up(pool, has_site=True)
    assert await stored(pool) == [("kept", 1)]
