"""Search finds what the sets expect and ranks words above parts of words, whatever was written first."""

from uuid import UUID

import pytest

from balai.database.transaction import as_owner
from tests.database.search.quality import HALVES, LANGUAGES, QualitySet, Query, measure, read_set
from tests.factories.forum import Community, rich

ADD = """
insert into public.posts (id, forum_id, author_id, language, title, body, excerpt, created_at)
values ($1, $2, $3, $4, $5, $6, $5, '2026-01-01Z'::timestamptz + $7 * interval '1 minute')
"""
INDEX = "select count(search.refresh('post', id)) from public.posts"
REVERSE = "update search.entries set at = '2026-06-01Z'::timestamptz - (at - '2026-01-01Z'::timestamptz)"
SEARCH = "select id from public.search($1)"


async def write_texts(community: Community, texts: list[tuple[str, str]], language: str) -> None:
    """Index only these texts, the number of a text in its id. Posting limits and notifications are off."""
    async with as_owner(community.pool) as connection:
        await connection.execute("set local session_replication_role = replica")
        await connection.execute("truncate public.posts, search.entries cascade")
        for number, (title, body) in enumerate(texts):
            values = (UUID(int=number), community.forum, community.mei.id, language, title, rich(body), number)
            await connection.execute(ADD, *values)
        await connection.execute(INDEX)


async def answer(community: Community, asked: QualitySet, half: str) -> list[tuple[Query, list[int]]]:
    """Run the queries of one half as a visitor."""
    chosen = [query for query in asked.queries if query.half == half]
    return [(query, [row["id"].int for row in await community.act(None, SEARCH, query.words)]) for query in chosen]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_relevant_texts_are_found_and_come_first(community: Community, language: str) -> None:
    asked = read_set(language)
    await write_texts(community, asked.texts, "en" if language == "mixed" else language)
    for _ in ("oldest first", "newest first"):
        for half in HALVES:
            figures = measure(await answer(community, asked, half))
            assert figures.recall >= 0.95, figures.failures
            assert figures.first >= 0.95, figures.failures
            assert figures.wrong <= 0.01, figures.failures
        async with as_owner(community.pool) as connection:
            await connection.execute(REVERSE)
