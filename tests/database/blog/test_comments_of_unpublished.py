"""The comments on an article that is not published: for moderators alone, until it is published again."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.factories.blog import save_article, words
from tests.factories.forum import Community, make_forum, refused, rich
from tests.factories.members import make_member

ADD = "select public.add_comment($1, $2, $3, 'en')"
TOPIC = "select * from public.posts where article_id = $1"
SEEN = "select id from public.posts where article_id = $1"
LISTED = "select count(*) from search.entries where scope_id is null and item_id = $1"
MOVE = "select public.apply_act($1, 'move', array[$2::uuid], jsonb_build_object('forum', $3::uuid))"
DUE = "select public.apply_topic_timers()"


@pytest.fixture
async def article(community: Community) -> UUID:
    """An article by Ana with a comment by Hoa."""
    await community.act(community.ana, "update public.site_settings set comments_forum_id = $1", community.forum)
    saved = await save_article(community.pool, community.ana, {"en": words("Three things")})
    await community.act(community.hoa, ADD, UUID(saved["id"]), uuid4(), rich("Well said"))
    return UUID(saved["id"])


async def save(community: Community, article: UUID, **changes: Any) -> None:
    version = await community.see("select version from public.articles where id = $1", article)
    texts = {"en": words("Three things")}
    await save_article(community.pool, community.ana, texts, base=version[0], id=str(article), **changes)


async def readers(community: Community, article: UUID) -> set[str]:
    people = {"visitor": None, "hoa": community.hoa, "ana": community.ana}
    return {name for name, who in people.items() if await community.act(who, SEEN, article)}


EVERYONE = {"visitor", "hoa", "ana"}
ENDED = {"publish_at": "2020-01-01T00:00:00Z", "expire_at": "2020-02-01T00:00:00Z"}


@pytest.mark.parametrize("changes", [{"status": "draft"}, {"publish_at": "2126-01-01T00:00:00Z"}, ENDED])
async def test_comments_are_gone_with_the_article_and_return(
    community: Community, article: UUID, changes: dict[str, Any]
) -> None:
    topic = (await community.see(TOPIC, article))["id"]
    assert (await community.see(LISTED, topic))[0] == 1
    await save(community, article, **changes)
    assert await readers(community, article) == {"ana"}
    assert (await community.see(LISTED, topic))[0] == 0
    for who in (community.hoa, community.ana):
        with refused("not_found"):
            await community.act(who, ADD, article, uuid4(), rich("Too late"))
    await save(community, article)
    assert await readers(community, article) == EVERYONE
    assert (await community.see(TOPIC, article))["forum_id"] == community.forum
    assert (await community.see(LISTED, topic))[0] == 1
    await community.act(community.hoa, ADD, article, uuid4(), rich("Back again"))


async def test_deleted_article_takes_its_comments_along(community: Community, article: UUID) -> None:
    topic = (await community.see(TOPIC, article))["id"]
    note = """select public.set_topic_state($1, '{"isLocked": true, "note": "Calm down"}')"""
    await community.act(community.ana, note, topic)
    await community.act(community.ana, "select public.delete_article($1)", article)
    assert await readers(community, article) == {"ana"}
    await community.act(community.ana, "select public.restore_article($1)", article)
    assert await readers(community, article) == EVERYONE
    assert (await community.see(TOPIC, article))["lock_note"] == "Calm down"
    await community.see(
        "with gone as (delete from public.articles where id = $1 returning 1) select * from gone", article
    )
    seen = "select article_id from public.posts where id = $1"
    assert not await community.act(community.hoa, seen, topic)
    assert [row["article_id"] for row in await community.act(community.ana, seen, topic)] == [None]


async def test_the_clock_ends_and_publishes(community: Community, article: UUID) -> None:
    # Saved before these moments.
    without_triggers = "select set_config('session_replication_role', 'replica', true)"
    for columns, seen_by in (
        ("publish_at = now() - interval '2 minutes', expire_at = now() - interval '1 minute'", {"ana"}),
        ("expire_at = null", EVERYONE),
    ):
        async with community.pool.acquire() as connection, connection.transaction():
            await connection.execute(without_triggers)
            await connection.execute(f"update public.articles set {columns} where id = $1", article)
        assert (await community.see(DUE))[0] == 1
        assert await readers(community, article) == seen_by
        assert (await community.see(DUE))[0] == 0


async def test_topic_without_an_area_to_return_to_stays_and_is_not_due_for_ever(
    community: Community, article: UUID
) -> None:
    await save(community, article, status="draft")
    await community.act(community.ana, "update public.site_settings set comments_forum_id = null")
    await community.see("update public.articles set comments_from = null where id = $1 returning id", article)
    await save(community, article)
    assert await readers(community, article) == {"ana"}
    assert (await community.see(DUE))[0] == 0


async def test_comment_and_deletion_at_once(community: Community, article: UUID) -> None:
    saved = await save_article(community.pool, community.ana, {"en": words("Four things")})
    other = UUID(saved["id"])
    await asyncio.gather(
        *(community.act(community.hoa, ADD, other, uuid4(), rich("Well said")) for _ in range(3)),
        community.act(community.ana, "select public.delete_article($1)", other),
        return_exceptions=True,
    )
    assert await readers(community, other) <= {"ana"}
    # Both go to the one area, also at the same moment.
    await community.act(community.ana, "select public.restore_article($1)", other)
    delete = "select public.delete_article($1)"
    await asyncio.gather(*(community.act(community.ana, delete, one) for one in (article, other)))
    assert (await community.see("select count(*) from public.forums where is_of_unpublished"))[0] == 1


async def test_drafts_of_a_group_return_to_the_group(community: Community, article: UUID) -> None:
    group = uuid4()
    named = '{"en": {"name": "Tenants"}}'
    await community.act(community.ana, "select public.save_group($1, 'tenants', 'open', false, $2)", group, named)
    await save(community, article, status="draft")
    await save(community, article, status="draft", group_id=str(group))
    assert await readers(community, article) == {"ana"}
    await community.act(community.ana, "select public.set_group_member($1, $2, 'member')", group, community.hoa.id)
    await save(community, article, group_id=str(group))
    assert await readers(community, article) == {"hoa", "ana"}
    await save(community, article, group_id=None)
    assert await readers(community, article) == EVERYONE
    assert (await community.see(TOPIC, article))["forum_id"] == community.forum


async def test_no_act_takes_the_topic_out(community: Community, article: UUID) -> None:
    act, topic = uuid4(), (await community.see(TOPIC, article))["id"]
    garden = await make_forum(community.pool, slug="garden", position=2)
    await community.act(community.ana, MOVE, act, topic, garden)
    await save(community, article, status="draft")
    area = (await community.see(TOPIC, article))["forum_id"]
    await community.act(community.ana, "select public.undo_act($1)", act)
    await community.act(community.ana, MOVE, uuid4(), topic, garden)
    assert (await community.see(TOPIC, article))["forum_id"] == area
    with refused("comments_of_group"):
        await community.see("update public.posts set forum_id = $2 where id = $1 returning id", topic, garden)
    with refused("comments_of_group"):
        await community.act(community.ana, "select public.set_area_rights($1, null)", area)
    await save(community, article)
    assert (await community.see(TOPIC, article))["forum_id"] == garden


async def test_held_first_comment_waits_with_the_article(community: Community, article: UUID) -> None:
    held = uuid4()
    await community.act(community.ana, "select public.set_area_queue($1, true)", community.forum)
    saved = await save_article(community.pool, community.ana, {"en": words("Four things")})
    other = UUID(saved["id"])
    await community.act(await make_member(community.pool), ADD, other, held, rich("First"))
    await community.act(community.ana, "select public.delete_article($1)", other)
    decide = "select public.decide_held_text($1, 'approved', null, '')"
    with refused("post_gone"):
        await community.act(community.ana, decide, held)
    await community.act(community.ana, "select public.restore_article($1)", other)
    await community.act(community.ana, decide, held)
    assert await readers(community, other) == EVERYONE
    assert await readers(community, article) == EVERYONE
