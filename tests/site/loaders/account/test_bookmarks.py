"""The list of bookmarks: every kind in one list, the member's own alone, paged."""

import pytest

from balai.site.loaders.account.bookmarks import BookmarksPayload
from balai.site.screens import NotFound
from tests.factories.booking import make_service
from tests.factories.forum import Community, make_reply
from tests.factories.members import Member
from tests.support.pages import load_page

KEEP = "select public.set_bookmark(true, null, $1, {} => $2)"


async def load(community: Community, who: Member | None, **query: str) -> BookmarksPayload:
    page = await load_page(community.pool, "/profile/bookmarks", who=who, query=query)
    assert isinstance(page.data, BookmarksPayload)
    return page.data


async def test_bookmarks_of_every_kind_are_one_list(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa)
    service = await make_service(community.pool, community.ana)
    for kind, thing in (("post", community.post), ("reply", reply), ("service", service)):
        await community.act(community.mei, KEEP.format(kind), f"My {kind}", thing)
    found = (await load(community, community.mei)).bookmarks
    assert [(one.kind, one.note) for one in found] == [
        ("service", "My service"), ("reply", "My reply"), ("post", "My post"),
    ]  # fmt: skip
    assert found[1].path == f"/en/forum/life/post/{community.post}?reply=1#reply-1"
    assert (found[2].path, found[2].title) == (f"/en/forum/life/post/{community.post}", "Where do I register?")
    assert found[0].path is not None
    assert (await load(community, community.hoa)).bookmarks == ()
    with pytest.raises(NotFound):
        await load(community, None)


async def test_text_that_was_removed_leaves_the_bookmark(community: Community) -> None:
    await community.act(community.hoa, KEEP.format("post"), "", community.post)
    await community.act(community.ana, "select public.set_hidden(true, $1)", community.post)
    only = (await load(community, community.hoa)).bookmarks[0]
    assert (only.title, only.path) == (None, None)
