"""Lists of posts: what each contains for guests and members, paging, pins and tags; and that each is an index range."""

from typing import Any
from uuid import UUID

import pytest

from balai.database.transaction import Caller, as_owner, as_role
from balai.site.loaders.forum import lists
from balai.site.loaders.forum.payloads import ForumList, ForumPayload, ForumPostPayload, TopicsPayload
from balai.site.loaders.home import HomePayload
from balai.site.screens import NotFound, encode_cursor
from tests.factories.forum import Community, make_forum, make_post, make_reply
from tests.factories.members import Member
from tests.support.pages import load_page

FAR_PAST = "update public.posts set last_activity_at = now() - make_interval(hours => $2), created_at = now() - make_interval(hours => $2) where id = $1"  # noqa: E501


async def listed(community: Community, who: Member | None = None, slug: str | None = None, **query: str) -> ForumList:
    page = await load_page(community.pool, f"/forum/{slug}" if slug else "/topics", who=who, query=query)
    assert isinstance(page.data, ForumPayload | TopicsPayload)
    return page.data.list


async def ids(community: Community, who: Member | None = None, slug: str | None = None, **query: str) -> list[UUID]:
    return [card.id for card in (await listed(community, who, slug, **query)).posts]


@pytest.fixture
async def posts(community: Community) -> dict[str, UUID]:
    """Four posts in two forums: old by Mei, asked and answered by Hoa, other by Ana in a second forum."""
    made = {"old": community.post}
    made["asked"] = await make_post(community.pool, community.forum, community.hoa, title="Nobody answers")
    made["answered"] = await make_post(community.pool, community.forum, community.hoa, title="Many answers")
    other = await make_forum(community.pool, slug="work", position=2, names={"vi": "Việc làm"})
    made["other"] = await make_post(community.pool, other, community.ana, title="Elsewhere")
    for hours, name in enumerate(("other", "answered", "asked", "old"), start=1):
        async with as_owner(community.pool) as connection:
            await connection.execute("set local session_replication_role = replica")
            await connection.execute(FAR_PAST, made[name], hours)
    for _ in range(3):
        await make_reply(community.pool, made["answered"], community.ana)
    await make_reply(community.pool, made["old"], community.ana)
    return made


async def test_each_list_has_its_posts_in_its_order(community: Community, posts: dict[str, UUID]) -> None:
    expected = {
        ("latest", "activity"): ["old", "answered", "other", "asked"],
        ("latest", "created"): ["other", "answered", "asked", "old"],
        ("latest", "replies"): ["answered", "old"],
        ("new", "activity"): ["other", "answered", "asked", "old"],
        ("unanswered", "activity"): ["other", "asked"],
        ("top", "activity"): ["answered", "old"],
    }
    for (name, sort), order in expected.items():
        found = await ids(community, list=name, sort=sort)
        assert found[: len(order)] == [posts[one] for one in order], (name, sort)
        assert len(found) == (2 if name == "unanswered" else 4)
        within = await ids(community, slug="life", list=name, sort=sort)
        assert within == [post for post in found if post != posts["other"]], (name, sort)


async def test_rows_of_all_forums_name_theirs(community: Community, posts: dict[str, UUID]) -> None:
    found = await listed(community, list="new")
    assert [found.forums[card.forum].slug for card in found.posts] == ["work", "life", "life", "life"]
    assert found.forums[0].name == "Việc làm"


async def test_new_and_unread_are_of_one_member(community: Community, posts: dict[str, UUID]) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.profiles set created_at = now() - interval '1 year'")
    hoa = community.hoa
    # One's own posts are not new; the answered one has replies that its author has not read.
    assert await ids(community, hoa, list="new") == [posts["other"], posts["old"]]
    assert await ids(community, hoa, list="unread") == [posts["answered"]]
    await community.act(hoa, "select public.mark_thread_read($1, 0)", posts["old"])
    await community.act(hoa, "select public.mark_thread_read($1, 3)", posts["answered"])
    assert await ids(community, hoa, list="new") == [posts["other"]]
    found = await listed(community, hoa, list="unread")
    assert [card.id for card in found.posts] == [posts["old"]]
    assert (found.unread, found.fresh, found.searched, found.next) == (1, 1, 200, None)
    assert await ids(community, hoa, "life", list="new") == []
    # A guest has no such list, and sees the latest.
    assert (await listed(community, list="unread")).name == "latest"
    assert [card.is_unread for card in (await listed(community)).posts] == [False] * 4


async def test_search_of_a_members_list_continues_where_it_stopped(
    community: Community, posts: dict[str, UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "SEARCHED", 2)
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.profiles set created_at = now() - interval '1 year'")
    seen: list[UUID] = []
    after: dict[str, str] = {}
    for _ in range(4):
        page = await listed(community, community.hoa, list="new", **after)
        seen += [card.id for card in page.posts]
        if page.next is None:
            break
        after = {"after": page.next}
    assert seen == [posts["other"], posts["old"]]


async def test_pinned_post_stands_above_until_it_is_read(community: Community, posts: dict[str, UUID]) -> None:
    await community.act(community.ana, "select public.set_topic_state($1, '{\"isPinned\": true}')", posts["asked"])
    for who in (None, community.mei):
        found = await listed(community, who, "life")
        assert (found.posts[0].id, found.posts[0].is_pinned) == (posts["asked"], True)
    assert (await ids(community))[0] == posts["old"]
    await community.act(community.mei, "select public.mark_thread_read($1, 0)", posts["asked"])
    found = await listed(community, community.mei, "life")
    assert [card.id for card in found.posts] == [posts["old"], posts["answered"], posts["asked"]]
    assert not any(card.is_pinned for card in found.posts)
    # News in it bring it back.
    await make_reply(community.pool, posts["asked"], community.ana)
    assert (await ids(community, community.mei, "life"))[0] == posts["asked"]


async def test_tag_has_a_page_and_a_list_in_each_forum(community: Community, posts: dict[str, UUID]) -> None:
    await community.act(community.hoa, "select public.set_tags($1, '{Housing,签证}')", posts["asked"])
    await community.act(community.ana, "select public.set_tags($1, '{housing}')", posts["other"])
    assert await ids(community, tag="HOUSING") == [posts["other"], posts["asked"]]
    assert await ids(community, slug="life", tag="housing") == [posts["asked"]]
    assert await ids(community, tag="签证") == [posts["asked"]]
    assert await ids(community, tag="nothing") == []
    page = await load_page(community.pool, "/topics", query={"tag": "签证"})
    assert isinstance(page.data, TopicsPayload)
    assert page.head.title == "#签证"
    assert [tag.lower() for tag in page.data.tags] == ["housing", "签证"]
    assert page.data.list.posts[0].tags == ("Housing", "签证")


@pytest.mark.parametrize(
    "query", [{"list": "nonsense"}, {"sort": "nonsense"}, {"tag": "x" * 41}, {"after": encode_cursor(True, False)}]
)
async def test_unknown_lists_are_not_found(community: Community, query: dict[str, str]) -> None:
    with pytest.raises(NotFound):
        await listed(community, **query)


async def test_pages_are_of_twenty_without_duplicates(community: Community) -> None:
    made = [await make_post(community.pool, community.forum, community.ana, title=f"Number {n}") for n in range(44)]
    for query in ({}, {"list": "new"}, {"list": "top"}, {"list": "unanswered"}, {"sort": "replies"}):
        seen: list[UUID] = []
        after: dict[str, str] = {}
        while True:
            page = await listed(community, **query, **after)
            seen += [card.id for card in page.posts]
            if page.next is None:
                break
            after = {"after": page.next}
        assert len(seen) == 45
        assert set(seen) == {*made, community.post}


ASKED: list[tuple[str, str, str | None]] = [
    ("latest", "activity", None),
    ("latest", "created", None),
    ("latest", "replies", None),
    ("new", "activity", None),
    ("unanswered", "activity", None),
    ("top", "activity", None),
    ("latest", "activity", "housing"),
]


@pytest.mark.parametrize("in_forum", [True, False])
@pytest.mark.parametrize(("name", "sort", "tag"), ASKED)
async def test_every_list_is_an_index_range(
    community: Community, name: Any, sort: Any, tag: str | None, in_forum: bool
) -> None:
    """Checks query plans, not time: the page itself needs neither a sort nor a scan of the table."""
    order = lists.SORTS[sort] if name == "latest" else lists.ORDERS[name]
    forum = community.forum if in_forum else None
    asked = lists._Asked(name, sort, tag, order, forum, None, None)
    statement = (lists.WITH_TAG if tag else lists.RANGE).format(where=asked.where, key=order.key, limit=21)
    if tag:
        statement = statement.partition("where id in (\n")[2].strip().removesuffix(")")
    # The types that the parameters have in the statement.
    types = {"last_activity_at": "timestamptz", "created_at": "timestamptz", "reply_count": "int", "top_rank": "float8"}
    first = {"timestamptz": "'infinity'::timestamptz", "int": "2000000000", "float8": "1e308::float8"}
    arguments = {
        "$3": first[types[order.key]],
        "$4": "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid", "$5": "'{}'",
        "$6": f"'{forum}'" if forum else "null", "$7": "'housing'",
    }  # fmt: skip
    for parameter, value in arguments.items():
        statement = statement.replace(parameter, value)
    async with as_role(community.pool, Caller.anonymous()) as connection:
        await connection.execute("set local enable_seqscan = off; set local enable_bitmapscan = off")
        plan = "\n".join(row[0] for row in await connection.fetch(f"explain {statement}"))
    assert "Sort" not in plan and "Seq Scan on posts" not in plan and "Index" in plan, plan


@pytest.mark.parametrize("marked", ["post", "area"])
async def test_titles_kept_from_translation_say_so_to_browsers(community: Community, marked: str) -> None:
    mark = "select public.set_marks('{translate}', post => $1)"
    area = "select public.set_area_marks($1, '{translate}')"
    if marked == "post":
        await community.act(community.mei, mark, community.post)
    else:
        await community.act(community.ana, area, community.forum)
    other = await make_post(community.pool, await make_forum(community.pool, slug="work"), community.hoa)
    for who in (None, community.hoa):
        cards = {card.id: card.is_untranslated for card in (await listed(community, who)).posts}
        assert cards == {community.post: True, other: False}
        home = await load_page(community.pool, "/", who=who)
        assert isinstance(home.data, HomePayload)
        assert {topic.id: topic.is_untranslated for topic in home.data.topics} == cards
    thread = await load_page(community.pool, f"/forum/life/post/{community.post}")
    assert isinstance(thread.data, ForumPostPayload)
    assert thread.data.is_untranslated


@pytest.mark.parametrize(
    ("own", "forum", "tag", "fresh", "unread", "count"),
    [
        (None, None, None, True, True, 0),
        ("tracking", "muted", None, True, True, 2),
        ("normal", "watching", None, True, False, 0),
        ("muted", None, "watching", False, False, 0),
        (None, "tracking", None, True, True, 2),
        (None, "normal", "watching", True, True, 2),
        (None, "normal", None, True, False, 0),
        (None, "watching", "muted", False, False, 0),
        (None, "watching_first", None, True, True, 0),
    ],
)
async def test_levels_decide_what_is_listed_and_counted(
    community: Community, own: str | None, forum: str | None, tag: str | None, fresh: bool, unread: bool, count: int
) -> None:
    post = await make_post(community.pool, community.forum, community.mei)
    await community.act(community.mei, "select public.set_tags($1, '{Bus}')", post)
    for level, values in ((own, f"post => '{post}'"), (forum, f"forum => '{community.forum}'"), (tag, "tag => 'bus'")):
        if level:
            await community.act(community.hoa, f"select public.set_watch('{level}', {values})")
    hoa = community.hoa
    assert (post in await ids(community, hoa, list="new")) is fresh
    await community.act(hoa, "select public.mark_thread_read($1, 0)", post)
    for _ in range(2):
        await make_reply(community.pool, post, community.mei)
    found = await listed(community, hoa, list="unread")
    assert (post in [card.id for card in found.posts], found.unread) == (unread, int(unread))
    (card,) = [card for card in (await listed(community, hoa)).posts if card.id == post]
    assert (card.is_unread, card.new_replies) == (True, count)
