"""Searches without results are counted by the site, and read by those who may publish, through REST as well."""

from typing import Any

import httpx
import pytest

from balai.database.pool import Pool
from balai.site.loaders.admin.searches import AdminSearchesPayload
from tests.factories.members import make_member
from tests.support.pages import load_page

STORED = "select term, language::text, searches from search.empty_searches order by term"


async def post(site: httpx.AsyncClient, words: str, language: str = "vi") -> int:
    return (await site.post("/empty_searches", json={"words": words, "language": language})).status_code


async def test_a_network_counts_once_a_day(site: httpx.AsyncClient, pool: Pool) -> None:
    for words in ("Khám mắt", "khám  mắt", "dưa hấu"):
        assert await post(site, words) == 204
    assert [tuple(row) for row in await pool.fetch(STORED)] == [("dua hau", "vi", 1), ("kham mat", "vi", 1)]


async def test_a_script_is_not_counted_for_long(site: httpx.AsyncClient, pool: Pool) -> None:
    for number in range(30):
        assert await post(site, f"word {chr(97 + number % 26)}{number}") == 204
    # A minute may end in between.
    assert len(await pool.fetch(STORED)) <= 20


@pytest.mark.parametrize(
    "body", [b"", b"x", b"[]", b'{"words": 7, "language": "vi"}', b'{"words": "a", "language": "xx"}', b"[" * 1900]
)
async def test_malformed_search_is_rejected(site: httpx.AsyncClient, pool: Pool, body: bytes) -> None:
    assert (await site.post("/empty_searches", content=body)).status_code == 400
    assert (await site.get("/empty_searches")).status_code != 204
    assert await pool.fetch(STORED) == []


async def test_list_of_the_administration(pool: Pool) -> None:
    admin: Any = await make_member(pool, is_admin=True)
    await pool.execute(
        "insert into search.empty_searches (day, language, term, searches)"
        " values (current_date, 'vi', 'kham mat', 3), (current_date, 'zh', '眼科', 5), (current_date, 'zh', '少', 2)"
    )
    page = await load_page(pool, "/admin/searches", who=admin)
    assert isinstance(page.data, AdminSearchesPayload)
    assert [(row.language, row.term, row.searches) for row in page.data.terms] == [
        ("zh", "眼科", 5),
        ("vi", "kham mat", 3),
    ]
    member = await make_member(pool)
    page = await load_page(pool, "/admin/searches", who=member)
    assert isinstance(page.data, AdminSearchesPayload)
    assert page.data.terms == ()
