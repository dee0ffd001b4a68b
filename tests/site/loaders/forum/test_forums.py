"""Loaders of the forum: order, paging by key, languages, placeholders of deleted texts, and head elements."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from balai.database.transaction import as_owner
from balai.site.loaders.forum.payloads import ForumNewPostPayload, ForumPayload, ForumPostPayload, ForumsPayload
from balai.site.payloads import Head
from balai.site.screens import Moved, NotFound
from tests.factories.forum import Community, make_forum, make_post, make_reply, rich
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

LOAD_REPLIES = """
insert into public.replies (post_id, language, author_id, body)
select $1, 'en', $2, $3::jsonb from generate_series(1, $4)
"""


async def thread(
    community: Community, *, who: Member | None = None, lang: Any = "en", **query: str
) -> ForumPostPayload:
    page = await load_page(community.pool, f"/forum/life/post/{community.post}", who=who, lang=lang, query=query)
    assert isinstance(page.data, ForumPostPayload)
    return page.data


async def thread_head(community: Community, **query: str) -> Head:
    return (await load_page(community.pool, f"/forum/life/post/{community.post}", query=query)).head


async def forum(
    community: Community, after: str | None = None, slug: str = "life", lang: Any = "en", who: Member | None = None
) -> ForumPayload:
    page = await load_page(
        community.pool, f"/forum/{slug}", query={"after": after} if after else {}, lang=lang, who=who
    )
    assert isinstance(page.data, ForumPayload)
    return page.data


@pytest.fixture
async def long_thread(community: Community) -> AsyncIterator[Community]:
    """The forum with 45 replies to its post."""
    async with as_owner(community.pool) as connection:
        await connection.execute(LOAD_REPLIES, community.post, community.hoa.id, rich("Loaded"), 45)
    yield community


async def test_forums_are_ordered_with_counts_and_the_latest_post(community: Community) -> None:
    await make_forum(community.pool, slug="quiet", position=0, names={"vi": "Yên tĩnh"})
    newest = await make_post(
        community.pool, await make_forum(community.pool, slug="busy", position=2), community.hoa, title="Newest"
    )
    data = (await load_page(community.pool, "/forum", lang="zh")).data
    assert isinstance(data, ForumsPayload)
    assert [(one.forum.slug, one.forum.name, one.forum.language) for one in data.forums] == [
        ("quiet", "Yên tĩnh", "vi"),
        ("life", "日常生活", "zh"),
        ("busy", "日常生活", "zh"),
    ]
    assert [one.post_count for one in data.forums] == [0, 1, 1]
    assert [one.latest and one.latest.id for one in data.forums] == [None, community.post, newest]


async def test_posts_are_ordered_pinned_first_then_by_activity_without_duplicates(community: Community) -> None:
    posts = [
        await make_post(community.pool, community.forum, community.ana, title=f"Post number {n}") for n in range(44)
    ]
    await make_reply(community.pool, posts[3], community.hoa)
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.posts set is_pinned = true where id = any($1)", posts[:2])
    pages = [await forum(community)]
    while following := pages[-1].list.next:
        pages.append(await forum(community, following))
    seen = [card.id for page in pages for card in page.list.posts]
    assert [len(page.list.posts) for page in pages] == [20, 20, 5]
    assert seen[:4] == [posts[1], posts[0], posts[3], posts[43]]
    assert len(set(seen)) == 45
    assert [page.list.is_first_page for page in pages] == [True, False, False]


async def test_deleted_posts_leave_the_list_and_a_forged_key_is_not_found(community: Community) -> None:
    await community.act(community.mei, "select public.delete_post($1)", community.post)
    assert (await forum(community)).list.posts == ()
    for cursor in ("nonsense", "WzFd", "é"):
        with pytest.raises(NotFound):
            await forum(community, cursor)
    with pytest.raises(NotFound):
        await forum(community, slug="nowhere")


async def test_thread_is_paged_by_number_and_a_reply_leads_to_its_page(long_thread: Community) -> None:
    for query, first, count in (
        ({}, 1, 20),
        ({"after": "20"}, 21, 20),
        ({"after": "40"}, 41, 5),
        ({"reply": "20"}, 1, 20),
        ({"reply": "21"}, 21, 20),
        ({"reply": "45"}, 41, 5),
    ):
        data = await thread(long_thread, **query)
        assert (data.replies[0].number, len(data.replies), data.last_number) == (first, count, 45)
    for name, value in (("reply", "46"), ("after", "45"), ("after", "-1"), ("reply", "9" * 30), ("after", "²")):
        with pytest.raises(NotFound):
            await thread(long_thread, **{name: value})


async def test_each_page_of_a_thread_has_its_own_canonical_url(long_thread: Community) -> None:
    page = await load_page(long_thread.pool, f"/forum/life/post/{long_thread.post}", lang="vi", query={"reply": "30"})
    assert page.canonical == f"/vi/forum/life/post/{long_thread.post}?after=20"
    assert page.alternates is not None
    assert page.alternates["zh"] == f"/zh/forum/life/post/{long_thread.post}?after=20"


async def test_post_under_another_forum_redirects_and_unknown_ones_are_not_found(community: Community) -> None:
    await make_forum(community.pool, slug="other")
    with pytest.raises(Moved) as moved:
        await load_page(community.pool, f"/forum/other/post/{community.post}", lang="ms")
    assert moved.value.path == f"/ms/forum/life/post/{community.post}"
    with pytest.raises(NotFound):
        await load_page(community.pool, f"/forum/life/post/{uuid4()}")


async def test_permissions_depend_on_the_visitor(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa)
    assert reply
    for who, post_mine, reply_mine in (
        (None, False, False),
        (community.mei, True, False),
        (community.hoa, False, True),
    ):
        data = await thread(community, who=who)
        assert (data.post.entry.is_mine, data.post.entry.can_edit) == (post_mine, post_mine)
        assert (data.replies[0].entry.is_mine, data.replies[0].entry.can_edit) == (reply_mine, reply_mine)
    await community.age("posts", community.post, "2 days")
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.forums set edit_window = '1 day'")
    assert not (await thread(community, who=community.mei)).post.entry.can_edit


async def test_hidden_text_is_visible_to_author_and_administrators_only(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa, body=rich("Rude words"))
    await community.act(community.ana, "select public.set_hidden(true, null, $1)", reply)
    for who, sees in ((None, False), (community.mei, False), (community.hoa, True), (community.ana, True)):
        data = await thread(community, who=who)
        assert data.replies[0].entry.state == "hidden"
        assert data.replies[0].entry.body is None
        assert (data.replies[0].entry.withdrawn is not None) is sees
        assert (b"Rude words" in msgspec.json.encode(data)) is sees


async def test_deleted_post_keeps_its_replies_and_is_not_indexed(community: Community) -> None:
    await make_reply(community.pool, community.post, community.hoa)
    await community.act(community.mei, "select public.delete_post($1)", community.post)
    data = await thread(community, who=community.mei)
    assert (data.post.entry.state, data.post.title, len(data.replies)) == ("deleted", None, 1)
    head = await thread_head(community)
    assert (head.noindex, head.json_ld) == (True, ())


async def test_quotation_names_its_source(community: Community) -> None:
    first = await make_reply(community.pool, community.post, community.hoa)
    await make_reply(community.pool, community.post, community.mei, quoted_reply_id=first)
    quotes = (await thread(community)).replies[1].quotes
    assert quotes is not None
    assert (quotes.number, quotes.author_name) == (1, "Hoa")


async def test_thread_has_structured_data(community: Community) -> None:
    await make_reply(community.pool, community.post, community.hoa, body=rich("Cảm ơn bạn"), language="vi")
    head = await thread_head(community)
    posting, trail = (dict(part) for part in head.json_ld)
    assert head.title == "Where do I register?"
    assert head.description == "I moved here last week and need a clinic."
    assert (posting["@type"], posting["inLanguage"], posting["text"]) == (
        "DiscussionForumPosting",
        "en",
        "I moved here last week and need a clinic.",
    )
    comments: Any = posting["comment"]
    comment = comments[0]
    assert (comment["text"], comment["inLanguage"], comment["author"]["name"]) == ("Cảm ơn bạn", "vi", "Hoa")
    assert comment["url"] == f"https://site.example/en/forum/life/post/{community.post}?reply=1#reply-1"
    places: Any = trail["itemListElement"]
    assert [place["name"] for place in places][1:] == ["Daily life", "Where do I register?"]


async def test_thread_of_a_deleted_account_has_an_author_without_a_name(community: Community) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute("delete from auth.users where id = $1", community.mei.id)
    assert (await thread(community)).post.entry.author is None


@pytest.mark.parametrize(("asked", "chosen"), [("life", "life"), ("nowhere", None), (None, None)])
async def test_form_for_a_new_post_lists_the_forums(
    community: Community, asked: str | None, chosen: str | None
) -> None:
    page = await load_page(community.pool, "/post/new", lang="ms", query={"forum": asked} if asked else {})
    assert isinstance(page.data, ForumNewPostPayload)
    assert [one.name for one in page.data.forums] == ["Kehidupan harian"]
    assert page.data.chosen == chosen


async def unread(community: Community, who: Member | None) -> tuple[bool, int]:
    """Whether the first post of the list is marked, and the count beside its forum."""
    forums = (await load_page(community.pool, "/forum", who=who)).data
    assert isinstance(forums, ForumsPayload)
    return (await forum(community, who=who)).list.posts[0].is_unread, forums.forums[0].unread


async def test_row_of_a_list_shows_the_author_then_the_latest_writers(community: Community) -> None:
    siti = await make_member(community.pool, display_name="Siti")
    for writer in (siti, community.hoa, community.mei, community.ana):
        await make_reply(community.pool, community.post, writer)
    await make_post(community.pool, community.forum, community.ana)
    data = (await forum(community)).list
    names = [[data.people[place].display_name for place in card.people] for card in data.posts]
    assert names == [["Ana"], ["Mei", "Ana", "Hoa"]]
    assert len(data.people) == 3
    async with as_owner(community.pool) as connection:
        await connection.execute("delete from auth.users where id = any($1)", [community.mei.id, community.hoa.id])
    assert (await forum(community)).list.posts[1].people == (-1, 0)
    forums = (await load_page(community.pool, "/forum")).data
    assert isinstance(forums, ForumsPayload)
    latest = forums.forums[0].latest
    assert latest is not None
    assert latest.writer is not None
    assert latest.writer.display_name == "Ana"


async def test_unread_marks_are_of_one_member_and_follow_reading(community: Community) -> None:
    mei, hoa = community.mei, community.hoa
    # An own post is read; a guest has no marks.
    assert [await unread(community, who) for who in (None, mei, hoa)] == [(False, 0), (False, 0), (True, 1)]
    await community.act(hoa, "select public.mark_thread_read($1, 0)", community.post)
    assert await unread(community, hoa) == (False, 0)
    await make_reply(community.pool, community.post, mei)
    assert [await unread(community, who) for who in (None, mei, hoa)] == [(False, 0), (False, 0), (True, 1)]
    await community.act(hoa, "select public.mark_topics_read()")
    assert await unread(community, hoa) == (False, 0)
    await make_reply(community.pool, community.post, mei)
    assert await unread(community, hoa) == (True, 1)
    # A reply that was hidden before it was read leaves no mark.
    await community.act(hoa, "select public.mark_thread_read($1, 1)", community.post)
    await community.act(
        community.ana, "select public.set_hidden(true, null, (select id from public.replies where number = 2))"
    )
    assert await unread(community, hoa) == (False, 0)


async def test_new_member_and_old_topics_have_no_marks(community: Community) -> None:
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.posts set last_activity_at = now() - interval '61 days'")
    assert await unread(community, community.hoa) == (False, 0)
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.posts set last_activity_at = now() - interval '1 minute'")
    assert await unread(community, await make_member(community.pool)) == (False, 0)


async def test_member_opens_a_thread_where_they_stopped(long_thread: Community) -> None:
    assert (await thread(long_thread, who=long_thread.ana)).after == 0
    for read, first in ((0, 0), (19, 0), (20, 20), (44, 40), (45, 40)):
        async with as_owner(long_thread.pool) as connection:
            await connection.execute("delete from public.thread_reads where member_id = $1", long_thread.ana.id)
        await long_thread.act(long_thread.ana, "select public.mark_thread_read($1, $2)", long_thread.post, read)
        data = await thread(long_thread, who=long_thread.ana)
        assert (data.last_read, data.after) == (read, first)
    assert (await thread(long_thread, who=long_thread.ana, after="0")).after == 0
    assert (await thread(long_thread)).after == 0


async def test_old_addresses_of_moved_replies_and_posts_redirect(long_thread: Community) -> None:
    text = rich("Long enough to be the text of a post.")
    await long_thread.see("update public.replies set body = $1::jsonb where number = 3 returning id", text)
    rows = await long_thread.act(None, "select id from public.replies where number in (3, 44) order by number")
    act = uuid4()
    made = (
        await long_thread.act(
            long_thread.ana, "select public.split_replies($1, $2, $3, $4, 'A post of its own') as post",
            act, long_thread.post, [row["id"] for row in rows], long_thread.forum,
        )
    )[0]["post"]  # fmt: skip
    # The first one left a trace, the other leads to its new place; the pages keep their numbers.
    trace = (await thread(long_thread)).replies[2]
    assert (trace.number, trace.entry.body, trace.entry.moved_to) == (3, None, f"/en/forum/life/post/{made}")
    last = await thread(long_thread, after="40")
    assert ([reply.number for reply in last.replies], last.last_number) == ([41, 42, 43, 45], 45)
    with pytest.raises(Moved) as moved:
        await thread(long_thread, reply="44")
    assert moved.value.path == f"/en/forum/life/post/{made}?reply=1#reply-1"
    assert not moved.value.is_final
    await long_thread.act(long_thread.ana, "select public.merge_posts($1, $2, $3)", uuid4(), long_thread.post, made)
    for query, number in (({}, 2), ({"reply": "45"}, 46), ({"reply": "44"}, 1)):
        with pytest.raises(Moved) as moved:
            await thread(long_thread, **query)
        assert moved.value.path == f"/en/forum/life/post/{made}?reply={number}#reply-{number}"


async def test_reason_and_timers_are_shown_and_administrators_may_edit(community: Community) -> None:
    state = '{"isLocked": true, "reason": "over", "note": "Thank you all", "slowSeconds": 600}'
    await community.act(community.ana, "select public.set_topic_state($1, $2::jsonb)", community.post, state)
    post = (await thread(community, who=community.ana)).post
    assert (post.is_locked, post.lock_reason, post.lock_note, post.timers.slow_seconds) == (
        *(True, "over", "Thank you all"),
        600,
    )
    assert post.entry.can_edit
