"""Comments of an article as its page shows them: pages, rights, structured data, invalidation."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest

from balai.database.transaction import as_role
from balai.site.loaders.blog.payloads import ArticleComments, BlogArticlePayload, BlogWritePayload
from balai.site.routes import SCREENS
from balai.site.screens import Moved, Page
from tests.factories.blog import save_article, words
from tests.factories.forum import Community, rich
from tests.factories.members import Member
from tests.support.pages import load_page

ADD = "select public.add_comment($1, $2, $3, 'en')"
CHOOSE = "update public.site_settings set comments_forum_id = $1"


@pytest.fixture
async def article(community: Community) -> UUID:
    await community.act(community.ana, CHOOSE, community.forum)
    saved = await save_article(community.pool, community.ana, {"en": words("Three things")})
    return UUID(saved["id"])


async def comment(community: Community, who: Member, article: UUID, text: str) -> UUID | None:
    """The topic; None if the comment is held."""
    async with as_role(community.pool, who.caller, read_only=False) as connection:
        added = json.loads(await connection.fetchval(ADD, article, uuid4(), rich(text)))
    return added["post"] and UUID(added["post"])


async def page_of(community: Community, who: Member | None = None, **query: str) -> Page[Any]:
    return await load_page(community.pool, "/blog/three-things", who=who, query=query)


async def comments(community: Community, who: Member | None = None, **query: str) -> ArticleComments | None:
    data = (await page_of(community, who, **query)).data
    assert isinstance(data, BlogArticlePayload)
    return data.comments


async def test_article_without_an_area_has_no_comments(community: Community, article: UUID) -> None:
    del article
    await community.act(community.ana, CHOOSE, None)
    assert await comments(community) is None
    [data, *_] = (await page_of(community)).head.json_ld
    assert "commentCount" not in data


async def test_first_comment_may_come_from_everyone(community: Community, article: UUID) -> None:
    del article
    for who in (None, community.hoa):
        shown = await comments(community, who)
        assert shown is not None
        assert (shown.forum, shown.post, shown.replies, shown.can_reply) == ("life", None, (), True)


async def test_comments_are_shown_with_their_authors(community: Community, article: UUID) -> None:
    post = await comment(community, community.hoa, article, "Well said")
    await comment(community, community.mei, article, "Indeed")
    shown = await comments(community)
    assert shown is not None
    assert (shown.post, shown.count, shown.last_number) == (post, 2, 2)
    assert [(reply.number, reply.entry.author and reply.entry.author.display_name) for reply in shown.replies] == [
        (1, "Hoa"),
        (2, "Mei"),
    ]
    [data, *_] = (await page_of(community)).head.json_ld
    assert data["commentCount"] == 2


async def test_pages_are_those_of_a_thread(community: Community, article: UUID) -> None:
    for number in range(23):
        await comment(community, [community.mei, community.hoa][number % 2], article, f"Number {number}")
    first = await comments(community)
    assert first is not None
    assert [reply.number for reply in first.replies] == list(range(1, 21))
    for query in ({"after": "20"}, {"reply": "22"}):
        last = await comments(community, None, **query)
        assert last is not None
        assert [reply.number for reply in last.replies] == [21, 22, 23]
    await community.act(community.mei, "select public.mark_thread_read($1, 21)", first.post)
    unread = await comments(community, community.mei)
    assert unread is not None
    assert [reply.number for reply in unread.replies] == [21, 22, 23]


async def test_closed_area_shows_outsiders_no_comments(community: Community, article: UUID) -> None:
    await comment(community, community.hoa, article, "Well said")
    await community.act(community.ana, "select public.set_area_rights($1, '[]')", community.forum)
    for who in (None, community.hoa):
        page = await page_of(community, who)
        assert page.data.title == "Three things"
        assert page.data.comments is None
        assert all("commentCount" not in data for data in page.head.json_ld)
    staff = await comments(community, community.ana)
    assert staff is not None
    assert staff.count == 1


async def test_hidden_topic_hides_its_comments(community: Community, article: UUID) -> None:
    post = await comment(community, community.hoa, article, "Well said")
    await community.act(community.ana, "select public.set_hidden(true, $1)", post)
    shown = await comments(community, community.mei)
    assert shown is not None
    assert (shown.replies, shown.count, shown.can_reply) == ((), 0, False)


async def test_locked_topic_takes_no_comment_and_says_why(community: Community, article: UUID) -> None:
    post = await comment(community, community.hoa, article, "Well said")
    state = '{"isLocked": true, "reason": "heated", "note": "Until Monday"}'
    await community.act(community.ana, "select public.set_topic_state($1, $2)", post, state)
    shown = await comments(community)
    assert shown is not None
    assert (shown.can_reply, shown.lock_reason, shown.lock_note) == (False, "heated", "Until Monday")
    assert len(shown.replies) == 1


async def test_switch_of_the_article(community: Community, article: UUID) -> None:
    await comment(community, community.hoa, article, "Well said")
    page = await load_page(community.pool, "/blog/three-things/edit", who=community.ana)
    assert isinstance(page.data, BlogWritePayload)
    assert page.data.comments
    assert page.data.article is not None
    assert page.data.article.has_comments
    facts = {"id": str(article), "has_comments": False}
    await save_article(community.pool, community.ana, {"en": words("Three things")}, base=1, **facts)
    assert await comments(community) is None


async def test_old_address_keeps_the_comment(community: Community, article: UUID) -> None:
    for _ in range(2):
        await comment(community, community.hoa, article, "Well said")
    text = words("Three things", slug="three-more-things")
    await save_article(community.pool, community.ana, {"en": text}, base=1, id=str(article))
    with pytest.raises(Moved) as moved:
        await comments(community, reply="2")
    assert moved.value.path == "/en/blog/three-more-things?reply=2"


def test_comments_invalidate_the_page_of_their_article() -> None:
    [screen] = [screen for screen in SCREENS if screen.name == "blog.article"]
    assert {"posts", "replies", "forums"} <= set(screen.tables)


async def test_author_sees_a_comment_that_waits(community: Community, article: UUID) -> None:
    await community.see("update public.forums set holds_first_posts = true returning 1")
    assert await comment(community, community.hoa, article, "May I bring a friend?") is None
    for who, waiting in ((community.hoa, ["May I bring a friend?"]), (community.mei, []), (None, [])):
        shown = await comments(community, who)
        assert shown is not None
        assert ([text.excerpt for text in shown.held], shown.replies) == (waiting, ())


async def test_comments_kept_from_search_engines_are_in_the_thread_alone(community: Community, article: UUID) -> None:
    topic = await comment(community, community.hoa, article, "Well said")
    await comment(community, community.mei, article, "By the lighthouse")
    mark = "select public.set_marks('{index,translate}', reply => (select id from public.replies where number = 2))"
    await community.act(community.mei, mark)
    for who, numbers in ((None, [1]), (community.hoa, [1, 2])):
        shown = await comments(community, who)
        assert shown is not None
        assert ([reply.number for reply in shown.replies], shown.count) == (numbers, 2)
    assert not (await page_of(community)).head.noindex
    thread = await load_page(community.pool, f"/forum/life/post/{topic}")
    assert thread.head.noindex
    assert [reply.number for reply in thread.data.replies] == [1, 2]
    await community.act(community.ana, "select public.set_area_marks($1, '{index,translate}')", community.forum)
    shown = await comments(community)
    assert shown is not None
    assert (shown.replies, shown.is_untranslated) == ((), True)
