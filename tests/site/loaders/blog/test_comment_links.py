"""Links to comments lead to their article where it shows them, on every page that lists them, else to the forum."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from balai.database.transaction import as_owner
from balai.site.loaders.blog.payloads import BlogArticlePayload
from tests.factories.blog import save_article, words
from tests.factories.forum import Community, rich
from tests.factories.members import Member
from tests.support.pages import load_page

ADD = "select public.add_comment($1, $2, $3, 'en') ->> 'post'"
REPORT = "insert into public.reports (reply_id, reason) values ($1, 'spam')"
PATH = "select public.path_to_text('life', p.id, p.article_id, $2, 'en') as path from public.posts as p where p.id = $1"
HERE, COMMENTS = "/blog/three-things?reply=1#reply-1", "/blog/three-things#comments"


class Talk:
    """An article by Ana with a comment by Hoa."""

    def __init__(self, community: Community, article: UUID, topic: UUID, comment: UUID) -> None:
        self.community, self.article, self.topic, self.comment = community, article, topic, comment

    async def page(self, path: str, who: Member | None, **query: str) -> Any:
        return (await load_page(self.community.pool, path, who=who, query=query)).data

    async def path(self, who: Member | None, number: int | None = 1) -> str:
        [row] = await self.community.act(who, PATH, self.topic, number)
        return str(row["path"])


@pytest.fixture
async def talk(community: Community) -> Talk:
    await community.see("update public.site_settings set comments_forum_id = $1 returning 1", community.forum)
    saved = await save_article(community.pool, community.ana, {"en": words("Three things")})
    comment = uuid4()
    [row] = await community.act(community.hoa, ADD, UUID(saved["id"]), comment, rich("By the lighthouse"))
    return Talk(community, UUID(saved["id"]), UUID(row[0]), comment)


async def test_lists_of_a_member_lead_to_the_article(talk: Talk) -> None:
    ana, hoa, mei = talk.community.ana, talk.community.hoa, talk.community.mei
    [notice] = (await talk.page("/notifications", ana)).notifications
    assert notice.path == HERE
    person = await talk.page(f"/people/{hoa.id}", mei)
    assert [text.path for text in person.texts if text.reply_number] == [HERE]
    assert talk.topic not in {post.id for post in (await talk.page("/profile", ana)).posts}
    await talk.community.act(mei, "select public.set_following($1, true)", ana.id)
    followed = (await talk.page("/people/following", mei)).texts
    # The article, not its topic beside it, which the author did not write.
    assert [text.path for text in followed if text.title == "Three things"] == ["/blog/three-things"]
    assert not (await talk.page(f"/people/{ana.id}", mei)).texts
    await talk.community.act(mei, "select public.set_watch('watching', post => $1)", talk.topic)
    assert COMMENTS in {item.path for item in (await talk.page("/notifications/settings", mei)).watched}
    await talk.community.act(mei, "insert into public.bookmarks (reply_id) values ($1)", talk.comment)
    [bookmark] = (await talk.page("/profile/bookmarks", mei)).bookmarks
    assert bookmark.path == f"/en{HERE}"
    address = f"/forum/life/post/{talk.topic}/history/{talk.comment}"
    assert (await talk.page(address, hoa)).path == HERE


async def test_search_leads_to_the_article(talk: Talk) -> None:
    for who in (talk.community.mei, None):
        [hit] = (await talk.page("/search", who, q="lighthouse")).hits
        assert hit.path == f"/en{HERE}"


async def test_desk_leads_to_the_article_and_to_the_forum_when_the_topic_is_hidden(talk: Talk) -> None:
    ana = talk.community.ana
    await talk.community.act(talk.community.mei, REPORT, talk.comment)
    [case] = (await talk.page("/admin/desk", ana)).cases
    assert case.path == HERE
    await talk.community.act(ana, "select public.close_case($1, 'resolved')", case.id)
    [hidden] = (await talk.page("/admin/desk", ana, state="hidden")).hidden
    assert hidden.path == HERE
    # The article shows a trace in its place.
    article = await talk.page("/blog/three-things", ana, reply="1")
    assert isinstance(article, BlogArticlePayload)
    assert article.comments is not None
    assert [reply.entry.state for reply in article.comments.replies] == ["hidden"]
    [handled] = (await talk.page("/notifications", talk.community.mei)).notifications
    assert (handled.kind, handled.path) == ("report_handled", HERE)
    await talk.community.act(ana, "select public.set_hidden(true, $1)", talk.topic)
    hidden = (await talk.page("/admin/desk", ana, state="hidden")).hidden
    assert {item.path for item in hidden} == {
        f"/forum/life/post/{talk.topic}",
        f"/forum/life/post/{talk.topic}?reply=1#reply-1",
    }


@pytest.mark.parametrize(
    "closed",
    [
        "update public.site_settings set comments_forum_id = null where $1::uuid is not null",
        "update public.articles set has_comments = false where id = $1",
    ],
)
async def test_article_without_comments_leads_to_the_forum(talk: Talk, closed: str) -> None:
    async with as_owner(talk.community.pool) as connection:
        await connection.execute(closed, talk.article)
    assert await talk.path(talk.community.mei) == f"/forum/life/post/{talk.topic}?reply=1#reply-1"
    assert await talk.path(talk.community.mei, None) == f"/forum/life/post/{talk.topic}"


async def test_guests_are_led_to_what_they_can_read(talk: Talk) -> None:
    """Comments that are kept from search engines are in the thread, and for guests not under the article."""
    mark = "select public.set_marks('{index}', reply => $1)"
    await talk.community.act(talk.community.hoa, mark, talk.comment)
    assert await talk.path(None) == f"/forum/life/post/{talk.topic}?reply=1#reply-1"
    assert await talk.path(None, None) == COMMENTS
    assert await talk.path(talk.community.mei) == HERE


async def test_address_of_a_page_that_the_reader_may_not_see_is_null(talk: Talk) -> None:
    row = await talk.community.see(
        "select public.path_to_text(null, $1, $2, 1, 'en') as path", talk.topic, talk.article
    )
    assert row["path"] is None


async def test_slug_in_another_script_is_encoded(talk: Talk) -> None:
    text = words("Three things", slug="三件事-an")
    await save_article(talk.community.pool, talk.community.ana, {"en": text}, base=1, id=str(talk.article))
    assert await talk.path(talk.community.mei, None) == "/blog/%E4%B8%89%E4%BB%B6%E4%BA%8B-an#comments"
