"""Comments under articles: the topic of an article, made with its first comment, and the rules of its area."""

import asyncio
import json
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.transaction import as_role
from tests.factories.blog import save_article, words
from tests.factories.forum import Community, make_forum, refused, rich
from tests.factories.members import Member, make_member

ADD = "select public.add_comment($1, $2, $3, $4, kept_from => $5)"
TOPICS = "select * from public.posts where article_id = $1"
CLOSE = "select public.set_area_rights($1, '[]')"
OPEN = "select public.set_area_rights($1, null)"


@pytest.fixture
async def article(community: Community) -> UUID:
    """An article by Ana, with comments in the community's area."""
    await choose_area(community, community.forum)
    texts = {"vi": words("Ba điều cần biết", summary="Tóm tắt"), "en": words("Three things")}
    saved = await save_article(community.pool, community.ana, texts, source_language="vi")
    return UUID(saved["id"])


async def choose_area(community: Community, forum: UUID | None) -> None:
    await community.act(community.ana, "update public.site_settings set comments_forum_id = $1", forum)


async def comment(community: Community, who: Member | None, article: UUID, **changes: Any) -> dict[str, Any]:
    values = {"id": uuid4(), "body": rich("Well said"), "language": "en", "kept_from": [], **changes}
    async with as_role(
        community.pool, who.caller if who else community.mei.caller.anonymous(), read_only=False
    ) as connection:
        answer: dict[str, Any] = json.loads(await connection.fetchval(ADD, article, *values.values()))
    return answer


async def count_topics(community: Community, article: UUID) -> int:
    row = await community.see("select count(*) from public.posts where article_id = $1", article)
    return int(row[0])


async def test_first_comment_makes_the_topic(community: Community, article: UUID) -> None:
    added = await comment(community, community.hoa, article)
    assert added["number"] == 1
    topic = await community.see(TOPICS, article)
    assert str(topic["id"]) == added["post"]
    assert (topic["forum_id"], topic["language"], topic["title"]) == (community.forum, "vi", "Ba điều cần biết")
    assert (topic["author_id"], topic["reply_count"]) == (community.ana.id, 1)
    [paragraph] = json.loads(topic["body"])["content"]
    link = paragraph["content"][1]
    assert link["text"] == "Ba điều cần biết"
    assert link["marks"] == [{"type": "link", "attrs": {"href": "/vi/blog/ba-dieu-can-biet"}}]
    again = await comment(community, community.mei, article)
    assert (again["post"], again["number"]) == (added["post"], 2)


async def test_marks_of_a_comment_are_stored_with_it(community: Community, article: UUID) -> None:
    marks = "select kept_from from public.replies where author_id = $1"
    await comment(community, community.hoa, article, kept_from=["index", "mail"])
    assert (await community.see(marks, community.hoa.id))[0] == ["index", "mail"]
    with pytest.raises(asyncpg.CheckViolationError):
        await comment(community, community.mei, article, kept_from=["read"])


async def test_author_of_the_article_is_notified(community: Community, article: UUID) -> None:
    await comment(community, community.hoa, article)
    notice = await community.see("select count(*) from public.notifications where member_id = $1", community.ana.id)
    assert notice[0] > 0


async def test_first_comments_at_once_make_one_topic(community: Community, article: UUID) -> None:
    members = [await make_member(community.pool) for _ in range(8)]
    added = await asyncio.gather(*(comment(community, member, article) for member in members))
    assert len({one["post"] for one in added}) == 1
    assert sorted(one["number"] for one in added) == list(range(1, 9))
    assert await count_topics(community, article) == 1


@pytest.mark.parametrize("language", ["en", "zh", "ms", "vi"])
async def test_short_titles_are_long_enough_for_a_topic(community: Community, article: UUID, language: str) -> None:
    del article
    saved = await save_article(community.pool, community.ana, {language: words("Q")}, source_language=language)
    await comment(community, community.hoa, UUID(saved["id"]))
    topic = await community.see(TOPICS, UUID(saved["id"]))
    assert topic["title"].endswith("Q")
    assert len(topic["title"]) > 1


async def test_refused_comment_leaves_no_topic(community: Community, article: UUID) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await comment(community, community.hoa, article, body=rich(" "))
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await comment(community, None, article)
    ban = "select public.set_area_ban($1, $2, 'Spam')"
    await community.act(community.ana, ban, community.forum, community.hoa.id)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await comment(community, community.hoa, article)
    assert await count_topics(community, article) == 0


async def test_members_do_not_name_the_article_of_a_topic(community: Community, article: UUID) -> None:
    await comment(community, community.hoa, article)
    for statement in (
        "update public.posts set article_id = null",
        "insert into public.posts (forum_id, language, title, body, article_id)"
        " select forum_id, language, title, body, article_id from public.posts where article_id is not null",
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await community.act(community.mei, statement)


@pytest.mark.parametrize(
    "facts",
    [
        {"status": "draft"},
        {"publish_at": "2126-01-01T00:00:00Z"},
        {"publish_at": "2020-01-01T00:00:00Z", "expire_at": "2020-02-01T00:00:00Z"},
        {"has_comments": False},
    ],
)
async def test_articles_without_comments(community: Community, article: UUID, facts: dict[str, Any]) -> None:
    del article
    saved = await save_article(community.pool, community.ana, {"en": words("Unseen")}, **facts)
    for who in (community.hoa, community.ana):
        with refused("not_found"):
            await comment(community, who, UUID(saved["id"]))


async def test_comments_are_off_without_an_area(community: Community, article: UUID) -> None:
    await choose_area(community, None)
    with refused("not_found"):
        await comment(community, community.hoa, article)


async def test_only_administrators_choose_the_area(community: Community, article: UUID) -> None:
    del article
    await choose_area_as(community, community.hoa)
    settings = await community.see("select comments_forum_id from public.site_settings")
    assert settings["comments_forum_id"] == community.forum


async def test_closed_area_takes_no_comments_of_outsiders(community: Community, article: UUID) -> None:
    await community.act(community.ana, CLOSE, community.forum)
    with refused("not_found"):
        await comment(community, community.hoa, article)
    assert await count_topics(community, article) == 0
    await comment(community, community.ana, article)
    seen = "select from public.posts where article_id = $1"
    assert not await community.act(community.hoa, seen, article)
    assert not await community.act(None, seen, article)
    assert await community.act(community.ana, seen, article)
    with refused("not_found"):
        await comment(community, community.hoa, article)
    await community.act(community.ana, OPEN, community.forum)
    await comment(community, community.hoa, article)


async def test_locked_hidden_and_deleted_topics_take_no_comments(community: Community, article: UUID) -> None:
    topic = UUID((await comment(community, community.hoa, article))["post"])
    await community.act(community.ana, "select public.set_topic_state($1, '{\"isLocked\": true}')", topic)
    with refused("post_locked"):
        await comment(community, community.hoa, article)
    await community.act(community.ana, "select public.set_topic_state($1, '{\"isLocked\": false}')", topic)
    await community.act(community.ana, "select public.set_hidden(true, $1)", topic)
    with refused("post_gone"):
        await comment(community, community.hoa, article)
    assert await count_topics(community, article) == 1


async def test_translators_do_not_switch_comments(community: Community, article: UUID) -> None:
    translator = await make_member(community.pool)
    await community.act(
        community.ana,
        "insert into public.role_grants (member_id, role_id)"
        " select $1, id from public.roles where 'translate' = any (rights) and not 'edit' = any (rights) limit 1",
        translator.id,
    )
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await save_article(
            community.pool, translator, {"en": words("Three")},
            base=1, id=str(article), source_language="vi", has_comments=False,
        )  # fmt: skip


async def choose_area_as(community: Community, who: Member) -> None:
    await community.act(who, "update public.site_settings set comments_forum_id = null")


DECIDE = "select public.decide_held_text($1, $2, null, '')"


@pytest.fixture
async def queue(community: Community, article: UUID) -> UUID:
    """The article, whose comments wait if they are the first text of their author."""
    await community.act(community.ana, "select public.set_area_queue($1, true)", community.forum)
    return article


async def test_held_first_comment_opens_no_topic(community: Community, queue: UUID) -> None:
    first, second = uuid4(), uuid4()
    assert await comment(community, community.hoa, queue, id=first) == {"post": None, "number": None}
    # A repeated request holds nothing twice.
    assert await comment(community, community.hoa, queue, id=first) == {"post": None, "number": None}
    assert await count_topics(community, queue) == 0
    mine = "select title, article_id from public.held_texts where author_id = $1"
    assert [tuple(row) for row in await community.act(community.hoa, mine, community.hoa.id)] == [
        ("Ba điều cần biết", queue)
    ]
    listed = "select id from public.my_held_texts(article => $1)"
    assert [row["id"] for row in await community.act(community.hoa, listed, queue)] == [first]
    assert await community.act(community.hoa, listed, uuid4()) == []

    late = await make_member(community.pool, display_name="Late")
    await comment(community, late, queue, id=second)
    await community.act(community.ana, DECIDE, first, "approved")
    topic = await community.see(TOPICS, queue)
    assert (topic["reply_count"], topic["author_id"]) == (1, community.ana.id)
    # The other one is listed under the topic now, and follows it into another area.
    in_topic = "select id from public.my_held_texts($1)"
    assert [row["id"] for row in await community.act(late, in_topic, topic["id"])] == [second]
    elsewhere = await make_forum(community.pool, slug="garden", position=2)
    await community.see("update public.posts set forum_id = $2 where id = $1 returning id", topic["id"], elsewhere)
    assert (await community.see("select forum_id from public.held_texts where id = $1", second))[0] == elsewhere
    told = await community.see(
        "select path from public.notifications where kind = 'text_reviewed' and member_id = $1", community.hoa.id
    )
    assert told["path"] == "/blog/three-things?reply=1#reply-1"
    await community.act(community.ana, "select public.reopen_held_text($1)", first)
    await community.act(community.ana, DECIDE, first, "approved")
    await community.act(community.ana, DECIDE, second, "approved")
    numbers = await community.act(None, "select id from public.replies order by number")
    assert [row["id"] for row in numbers] == [first, second]


async def test_held_first_comments_are_approved_at_once(community: Community, queue: UUID) -> None:
    held = [uuid4() for _ in range(6)]
    for one in held:
        await comment(community, await make_member(community.pool, display_name="New"), queue, id=one)
    await asyncio.gather(*(community.act(community.ana, DECIDE, one, "approved") for one in held))
    assert await count_topics(community, queue) == 1
    assert (await community.see(TOPICS, queue))["reply_count"] == 6


async def test_held_comment_on_an_article_that_is_gone_cannot_be_approved(community: Community, queue: UUID) -> None:
    held = uuid4()
    await comment(community, community.hoa, queue, id=held)
    await choose_area(community, None)
    with refused("post_gone"):
        await community.act(community.ana, DECIDE, held, "approved")
    await community.act(community.ana, DECIDE, held, "rejected")
    assert await count_topics(community, queue) == 0


async def test_held_comment_is_held_to_the_rules_of_a_comment(community: Community, queue: UUID) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await comment(community, community.hoa, queue, body=rich(" "))
    # Called directly it holds for the caller alone, with the same rules.
    direct = "select public.hold_first_comment($1, $2, $3, 'en', $4)"
    with pytest.raises(asyncpg.CheckViolationError):
        await community.act(community.hoa, direct, queue, uuid4(), rich("Mine"), ["nothing"])
    await community.act(community.hoa, direct, queue, uuid4(), rich("Mine"), [])
    assert (await community.see("select author_id from public.held_texts"))["author_id"] == community.hoa.id
