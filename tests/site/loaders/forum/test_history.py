from uuid import UUID

import pytest

from balai.site.loaders.forum.history import ForumHistoryPayload
from balai.site.screens import NotFound, encode_cursor
from tests.factories.forum import Hall, make_forum, make_post, make_reply, rich
from tests.factories.members import Member
from tests.support.pages import load_page

EDIT_REPLY = "select public.edit_reply($1, $2)"
EDIT_POST = "select public.edit_post($1, $2, $3, 'en')"


async def history(hall: Hall, who: Member, entry: UUID, **query: str) -> ForumHistoryPayload:
    page = await load_page(hall.pool, f"/forum/life/post/{hall.post}/history/{entry}", who=who, query=query)
    assert isinstance(page.data, ForumHistoryPayload)
    return page.data


async def edited_reply(hall: Hall, times: int) -> UUID:
    reply = await make_reply(hall.pool, hall.post, hall.hoa, body=rich("Text 0"))
    for time in range(1, times + 1):
        await hall.age("replies", reply, "1 hour")
        await hall.act(hall.hoa, EDIT_REPLY, reply, rich(f"Text {time}"))
    return reply


async def test_author_and_administrators_read_earlier_versions(hall: Hall) -> None:
    await hall.age("posts", hall.post, "1 hour")
    await hall.act(hall.mei, EDIT_POST, hall.post, "A better title", rich("A text that is long enough"))
    for who in (hall.mei, hall.ana):
        [version] = (await history(hall, who, hall.post)).versions
        assert (version.title, version.reason, version.ended_by) == ("Where do I register?", "edit", "Mei")
        assert version.since < version.until
        assert version.body is not None and b"I moved here" in bytes(version.body)


async def test_hidden_text_names_the_moderator(hall: Hall) -> None:
    reply = await edited_reply(hall, 1)
    await hall.act(hall.ana, "select public.set_hidden(true, reply => $1)", reply)
    data = await history(hall, hall.hoa, reply)
    assert data.number == 1
    assert [(version.reason, version.ended_by) for version in data.versions] == [("hide", "Ana"), ("edit", "Hoa")]


async def test_others_get_not_found(hall: Hall) -> None:
    reply = await edited_reply(hall, 1)
    for who in (hall.mei, None):
        with pytest.raises(NotFound):
            await load_page(hall.pool, f"/forum/life/post/{hall.post}/history/{reply}", who=who)


async def test_entry_of_another_thread_is_not_found(hall: Hall) -> None:
    other = await make_post(hall.pool, await make_forum(hall.pool, slug="other"), hall.hoa)
    for path in (f"other/post/{hall.post}/history/{hall.post}", f"life/post/{hall.post}/history/{other}"):
        with pytest.raises(NotFound):
            await load_page(hall.pool, f"/forum/{path}", who=hall.ana)


async def test_long_history_is_paged_by_key(hall: Hall) -> None:
    reply = await edited_reply(hall, 12)
    first = await history(hall, hall.hoa, reply)
    assert first.next is not None
    second = await history(hall, hall.hoa, reply, after=first.next)
    texts = [bytes(version.body) for version in (*first.versions, *second.versions) if version.body is not None]
    assert [f'"Text {time}"'.encode() in text for time, text in zip(range(11, -1, -1), texts, strict=True)] == [
        True
    ] * 12
    assert second.next is None
    with pytest.raises(NotFound):
        await history(hall, hall.hoa, reply, after=encode_cursor(2**70))
