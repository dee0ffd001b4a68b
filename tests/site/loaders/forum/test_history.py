from uuid import UUID

import pytest

from balai.site.loaders.forum.history import ForumHistoryPayload
from balai.site.screens import NotFound, encode_cursor
from tests.factories.forum import Community, make_forum, make_post, make_reply, rich
from tests.factories.members import Member
from tests.support.pages import load_page

EDIT_REPLY = "select public.edit_reply($1, $2)"
EDIT_POST = "select public.edit_post($1, $2, $3, 'en')"


async def history(community: Community, who: Member, entry: UUID, **query: str) -> ForumHistoryPayload:
    page = await load_page(community.pool, f"/forum/life/post/{community.post}/history/{entry}", who=who, query=query)
    assert isinstance(page.data, ForumHistoryPayload)
    return page.data


async def edited_reply(community: Community, times: int) -> UUID:
    reply = await make_reply(community.pool, community.post, community.hoa, body=rich("Text 0"))
    for time in range(1, times + 1):
        await community.age("replies", reply, "1 hour")
        await community.act(community.hoa, EDIT_REPLY, reply, rich(f"Text {time}"))
    return reply


async def test_author_and_administrators_read_earlier_versions(community: Community) -> None:
    await community.age("posts", community.post, "1 hour")
    await community.act(community.mei, EDIT_POST, community.post, "A better title", rich("A text that is long enough"))
    for who in (community.mei, community.ana):
        [version] = (await history(community, who, community.post)).versions
        assert (version.title, version.reason, version.ended_by) == ("Where do I register?", "edit", "Mei")
        assert version.since < version.until
        assert version.body is not None and b"I moved here" in bytes(version.body)


async def test_hidden_text_names_the_moderator(community: Community) -> None:
    reply = await edited_reply(community, 1)
    await community.act(community.ana, "select public.set_hidden(true, reply => $1)", reply)
    data = await history(community, community.hoa, reply)
    assert data.path.endswith("?reply=1#reply-1")
    assert [(version.reason, version.ended_by) for version in data.versions] == [("hide", "Ana"), ("edit", "Hoa")]


async def test_others_get_not_found(community: Community) -> None:
    reply = await edited_reply(community, 1)
    for who in (community.mei, None):
        with pytest.raises(NotFound):
            await load_page(community.pool, f"/forum/life/post/{community.post}/history/{reply}", who=who)


async def test_entry_of_another_thread_is_not_found(community: Community) -> None:
    other = await make_post(community.pool, await make_forum(community.pool, slug="other"), community.hoa)
    for path in (
        f"other/post/{community.post}/history/{community.post}",
        f"life/post/{community.post}/history/{other}",
    ):
        with pytest.raises(NotFound):
            await load_page(community.pool, f"/forum/{path}", who=community.ana)


async def test_long_history_is_paged_by_key(community: Community) -> None:
    reply = await edited_reply(community, 12)
    first = await history(community, community.hoa, reply)
    assert first.next is not None
    second = await history(community, community.hoa, reply, after=first.next)
    texts = [bytes(version.body) for version in (*first.versions, *second.versions) if version.body is not None]
    assert [f'"Text {time}"'.encode() in text for time, text in zip(range(11, -1, -1), texts, strict=True)] == [
        True
    ] * 12
    assert second.next is None
    with pytest.raises(NotFound):
        await history(community, community.hoa, reply, after=encode_cursor(2**70))
