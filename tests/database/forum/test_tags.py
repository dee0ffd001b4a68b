"""Tags of posts at the database level: permissions, limits, counts, and concurrent writers."""

import asyncio
from uuid import uuid4

import asyncpg
import pytest

from tests.factories.forum import FORBIDDEN, Community, make_forum, make_post, make_reply, refused, rich

ADD = (
    "insert into public.posts (id, forum_id, language, title, body, tags) values ($1, $2, 'en', 'A good title', $3, $4)"
)
BODY = rich("Long enough to be a post.")


async def add(community: Community, tags: list[str]) -> None:
    await community.act(community.hoa, ADD, uuid4(), community.forum, BODY, tags)


async def counts(community: Community) -> dict[str, int]:
    rows = await community.act(None, "select tag, post_count from public.forum_tags where post_count > 0")
    return {row["tag"]: row["post_count"] for row in rows}


async def test_author_and_administrators_set_tags(community: Community) -> None:
    act = "select public.set_tags($1, $2)"
    await community.act(community.mei, act, community.post, [" Housing "])
    await community.act(community.ana, act, community.post, ["school", "Housing"])
    assert await counts(community) == {"housing": 1, "school": 1}
    with refused("not_yours"):
        await community.act(community.hoa, act, community.post, ["mine"])
    with refused("not_found"):
        await community.act(community.mei, act, uuid4(), ["mine"])
    for statement in ("delete from public.post_tags", "insert into public.forum_tags values ($1, 'x', 'x', 9)"):
        with FORBIDDEN:
            await community.act(community.ana, statement, *([community.forum] if "$1" in statement else []))
    with FORBIDDEN:
        await community.act(None, act, community.post, ["mine"])


@pytest.mark.parametrize("tags", [["a", "b", "c", "d", "e", "f"], ["Same", "same"], ["x" * 41], ["a,b"], [""]])
async def test_invalid_tags_are_rejected(community: Community, tags: list[str]) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await add(community, tags)


async def test_tags_follow_the_post(community: Community) -> None:
    other = await make_forum(community.pool, slug="work")
    await community.act(community.mei, "select public.set_tags($1, '{Housing}')", community.post)
    before = await community.see("select last_activity_at from public.post_tags")
    await make_reply(community.pool, community.post, community.hoa)
    row = await community.see("select tag, last_activity_at from public.post_tags")
    assert row["tag"] == "housing"
    assert row["last_activity_at"] > before["last_activity_at"]
    await community.act(community.ana, "select public.set_hidden(true, $1)", community.post)
    assert await counts(community) == {}
    assert not await community.act(None, "select from public.post_tags")
    await community.act(community.ana, "select public.set_hidden(false, $1)", community.post)
    assert await counts(community) == {"housing": 1}
    await community.see("update public.posts set forum_id = $2 where id = $1 returning id", community.post, other)
    moved = await community.see("select forum_id, post_count from public.forum_tags where post_count > 0")
    assert tuple(moved) == (other, 1)
    assert (await community.see("select forum_id from public.post_tags"))["forum_id"] == other


async def test_simultaneous_posts_with_the_same_tags_count_exactly(community: Community) -> None:
    await asyncio.gather(*(add(community, tags) for tags in [["Work", "school"], ["school", "work"]] * 8))
    assert await counts(community) == {"school": 16, "work": 16}


async def test_suggestions_are_the_most_used_with_a_beginning(community: Community) -> None:
    for tags in (["Work", "world"], ["work"], ["school"]):
        await add(community, tags)
    for beginning, found in (("", ["work", "school", "world"]), ("WOR", ["work", "world"]), ("%", [])):
        rows = await community.act(None, "select public.suggest_tags($1) as tag", beginning)
        assert [row["tag"].lower() for row in rows] == found


async def test_untagged_posts_write_no_rows(community: Community) -> None:
    await make_post(community.pool, community.forum, community.hoa)
    assert not await community.act(None, "select from public.post_tags")
