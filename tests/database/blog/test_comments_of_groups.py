"""The comments on an article of a group: for its readers alone, also when it is limited later, and back."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.migrate import migrate
from tests.factories.blog import save_article, words
from tests.factories.forum import Community, make_forum, refused, rich
from tests.factories.members import Member, make_member

EVERYBODY = UUID("00000000-0000-0000-0000-000000000001")
ADD = "select public.add_comment($1, $2, $3, 'en')"
QUOTE = "select public.add_comment($1, $2, $3, 'en', $4)"
TOPIC = "select * from public.posts where article_id = $1"
SEEN = "select r.id from public.replies as r join public.posts as p on p.id = r.post_id where p.article_id = $1"
MOVE = "select public.apply_act($1, 'move', array[$2::uuid], jsonb_build_object('forum', $3::uuid))"


@dataclass(frozen=True)
class Talk:
    """An article with one comment by Mei; Hoa is in the group, which the article can be limited to."""

    community: Community
    article: UUID
    group: UUID
    stranger: Member

    async def limit(self, group: UUID | None, **changes: Any) -> None:
        version = await self.community.see("select version from public.articles where id = $1", self.article)
        facts = {"id": str(self.article), "group_id": str(group) if group else None, **changes}
        await save_article(
            self.community.pool, self.community.ana, {"en": words("Three things")}, base=version[0], **facts
        )

    async def topic(self) -> Any:
        return await self.community.see(TOPIC, self.article)

    async def readers(self) -> set[str]:
        people = {"visitor": None, "stranger": self.stranger, "hoa": self.community.hoa, "ana": self.community.ana}
        return {name for name, who in people.items() if await self.community.act(who, SEEN, self.article)}


@pytest.fixture
async def talk(community: Community) -> Talk:
    await community.act(community.ana, "update public.site_settings set comments_forum_id = $1", community.forum)
    saved = await save_article(community.pool, community.ana, {"en": words("Three things")})
    group = uuid4()
    await community.act(
        community.ana,
        "select public.save_group($1, 'tenants', 'open', false, $2)",
        group,
        '{"en": {"name": "Tenants"}, "vi": {"name": "Dân"}}',
    )
    await community.act(community.ana, "select public.set_group_member($1, $2, 'member')", group, community.hoa.id)
    article = UUID(saved["id"])
    await community.act(community.mei, ADD, article, uuid4(), rich("Well said"))
    return Talk(community, article, group, await make_member(community.pool))


async def test_comments_are_for_the_readers_of_the_article(talk: Talk) -> None:
    assert await talk.readers() == {"visitor", "stranger", "hoa", "ana"}
    await talk.limit(talk.group)
    assert await talk.readers() == {"hoa", "ana"}
    # Mei wrote one of them, and is not in the group.
    assert not await talk.community.act(talk.community.mei, SEEN, talk.article)
    # An answer to Mei's comment.
    [first] = await talk.community.act(talk.community.hoa, SEEN, talk.article)
    await talk.community.act(talk.community.hoa, QUOTE, talk.article, uuid4(), rich("Among us"), first["id"])
    with refused("not_found"):
        await talk.community.act(talk.stranger, ADD, talk.article, uuid4(), rich("Me too"))
    # A notice about the new comment is for its readers.
    told = "select count(*) from public.notifications where member_id = $1"
    assert (await talk.community.see(told, talk.community.mei.id))[0] == 0
    await talk.limit(EVERYBODY)
    assert await talk.readers() == {"stranger", "hoa", "ana"}
    await talk.limit(None)
    assert await talk.readers() == {"visitor", "stranger", "hoa", "ana"}
    topic = await talk.topic()
    assert (topic["forum_id"], topic["reply_count"]) == (talk.community.forum, 2)


async def test_search_has_neither_article_nor_comments(talk: Talk) -> None:
    topic = await talk.topic()
    reply = await talk.community.see("select id from public.replies where post_id = $1", topic["id"])
    items = [talk.article, topic["id"], reply["id"]]
    listed = "select count(*) from search.entries where scope_id is null and item_id = any ($1::uuid[])"
    assert (await talk.community.see(listed, items))[0] == 3
    await talk.limit(talk.group)
    assert (await talk.community.see(listed, items))[0] == 0
    await talk.limit(None)
    assert (await talk.community.see(listed, items))[0] == 3


async def test_topic_returns_to_the_area_that_it_came_from(talk: Talk) -> None:
    garden = await make_forum(talk.community.pool, slug="garden", position=2)
    topic = (await talk.topic())["id"]
    await talk.community.act(talk.community.ana, MOVE, uuid4(), topic, garden)
    await talk.limit(talk.group)
    # Also without an area for comments.
    await talk.community.act(talk.community.ana, "update public.site_settings set comments_forum_id = null")
    await talk.limit(None)
    assert (await talk.topic())["forum_id"] == garden


async def test_no_act_takes_the_topic_out(talk: Talk) -> None:
    act, topic = uuid4(), (await talk.topic())["id"]
    garden = await make_forum(talk.community.pool, slug="garden", position=2)
    await talk.community.act(talk.community.ana, MOVE, act, topic, garden)
    await talk.limit(talk.group)
    area = (await talk.topic())["forum_id"]
    await talk.community.act(talk.community.ana, "select public.undo_act($1)", act)
    await talk.community.act(talk.community.ana, MOVE, uuid4(), topic, garden)
    assert (await talk.topic())["forum_id"] == area
    with refused("comments_of_group"):
        await talk.community.see("update public.posts set forum_id = $2 where id = $1 returning id", topic, garden)
    with refused("comments_of_group"):
        await talk.community.act(talk.community.ana, "select public.set_area_rights($1, null)", area)
    with pytest.raises(asyncpg.CheckViolationError):
        await talk.community.see("update public.forums set is_restricted = false where id = $1 returning id", area)


async def test_article_of_a_group_takes_comments_of_its_readers(talk: Talk) -> None:
    community = talk.community
    saved = await save_article(community.pool, community.ana, {"en": words("Inside")}, group_id=str(talk.group))
    inside = UUID(saved["id"])
    # Neither a comment, nor one that waits, by the two functions that members can call.
    hold = "select public.hold_first_comment($1, $2, $3, 'en', '{}')"
    for statement in (ADD, hold):
        with suppress(asyncpg.PostgresError):
            await community.act(talk.stranger, statement, inside, uuid4(), rich("Me too"))
    nothing = (
        "select (select count(*) from public.held_texts) + (select count(*) from public.posts where article_id = $1)"
    )
    assert (await community.see(nothing, inside))[0] == 0
    members = [community.hoa, *[await make_member(community.pool) for _ in range(4)]]
    for member in members:
        await community.act(community.ana, "select public.set_group_member($1, $2, 'member')", talk.group, member.id)
    await asyncio.gather(*(community.act(one, ADD, inside, uuid4(), rich("Among us")) for one in members))
    assert len(await community.act(community.hoa, SEEN, inside)) == len(members)
    assert not await community.act(talk.stranger, SEEN, inside)
    place = await community.see(
        "select comments_of from public.forums where id = (select forum_id from public.posts where article_id = $1)",
        inside,
    )
    assert place["comments_of"] == talk.group


async def test_held_first_comment_goes_with_the_article(talk: Talk) -> None:
    community, held = talk.community, uuid4()
    await community.act(community.ana, "select public.set_area_queue($1, true)", community.forum)
    saved = await save_article(community.pool, community.ana, {"en": words("Four things")})
    article = UUID(saved["id"])
    await community.act(talk.stranger, ADD, article, held, rich("First"))
    limit = "update public.articles set group_id = $2 where id = $1 returning id"
    await community.see(limit, article, talk.group)
    await community.act(community.ana, "select public.decide_held_text($1, 'approved', null, '')", held)
    assert [row["id"] for row in await community.act(community.hoa, SEEN, article)] == [held]
    assert not await community.act(None, SEEN, article)


async def test_two_articles_of_a_group_share_an_area(talk: Talk) -> None:
    saved = await save_article(talk.community.pool, talk.community.ana, {"en": words("Four things")})
    other = UUID(saved["id"])
    await talk.community.act(talk.community.mei, ADD, other, uuid4(), rich("Here, too"))
    limit = "update public.articles set group_id = $2 where id = $1 returning id"
    await asyncio.gather(*(talk.community.see(limit, one, talk.group) for one in (talk.article, other)))
    areas = {(await talk.community.see(TOPIC, one))["forum_id"] for one in (talk.article, other)}
    assert len(areas) == 1
    names = "select string_agg(name, ', ' order by language) as names from public.forum_texts where forum_id = $1"
    assert (await talk.community.see(names, areas.pop()))["names"] == "Comments: Tenants, Bình luận: Dân"


async def test_group_without_articles_is_deleted_with_its_area(talk: Talk) -> None:
    await talk.limit(talk.group)
    with refused("not_empty"):
        await talk.community.act(talk.community.ana, "select public.delete_group($1)", talk.group)
    await talk.limit(None)
    await talk.community.act(talk.community.ana, "select public.delete_group($1)", talk.group)
    left = "select count(*) from public.forums where comments_of is not null"
    assert (await talk.community.see(left))[0] == 0


async def test_topics_from_before_this_rule_follow(talk: Talk, database: str) -> None:
    connection = await asyncpg.connect(database)
    await connection.execute("set session_replication_role = replica")
    await connection.execute("update public.articles set group_id = $2 where id = $1", talk.article, talk.group)
    await connection.execute("update balai.schema_files set sha256 = '' where path = 'site/blog/triggers'")
    await connection.close()
    assert await talk.readers() == {"visitor", "stranger", "hoa", "ana"}
    await migrate(database)
    assert await talk.readers() == {"hoa", "ana"}
