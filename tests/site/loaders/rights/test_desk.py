"""The desk: cases by state, hidden texts, what reports did by themselves; each in the visitor's areas alone."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from balai.site.screens import NotFound
from tests.factories.blog import save_article, words
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.forum import Community, make_forum, make_reply, rich
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

REPORT = "insert into public.reports (post_id, reply_id, reason, note) values ($1, $2, 'abuse', 'Please look')"
REPORT_PROFILE = "select public.report_profile(gen_random_uuid(), $1, 'spam', 'An advert')"
CLOSE = "select public.close_case($1, 'resolved')"
MODERATOR = UUID("00000000-0000-0000-0001-000000000005")
GRANT = "insert into public.role_grants (member_id, role_id, forum_id) values ($1, $2, $3)"


async def desk(community: Community, who: Member, **query: str) -> Any:
    return (await load_page(community.pool, "/admin/desk", who=who, query=query)).data


async def test_a_case_shows_the_text_and_each_report(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa, body=rich("Rude words"))
    for member in (community.mei, community.ana):
        await community.act(member, REPORT, None, reply)
    [case] = (await desk(community, community.ana)).cases
    assert (case.kind, case.body, case.reply_number, case.author_name) == ("reply", "Rude words", 1, "Hoa")
    assert (case.reporters, case.reasons, case.title) == (2, ("abuse",), "Where do I register?")
    assert {(one.reporter_name, one.note) for one in case.reports} == {("Mei", "Please look"), ("Ana", "Please look")}
    await community.act(community.ana, CLOSE, case.id)
    assert (await desk(community, community.ana)).cases == ()
    [case] = (await desk(community, community.ana, state="resolved")).cases
    assert (case.decider_name, case.is_hidden, case.body) == ("Ana", True, "Rude words")
    [hidden] = (await desk(community, community.ana, state="hidden")).hidden
    assert (hidden.reply_id, hidden.text, hidden.author_name) == (reply, "Rude words", "Hoa")


async def test_moderators_of_an_area_see_nothing_of_others(community: Community) -> None:
    other = await make_forum(community.pool, slug="other")
    area = await make_member(community.pool)
    await community.act(community.ana, GRANT, area.id, MODERATOR, other)
    await community.act(community.hoa, REPORT, community.post, None)
    await community.act(community.hoa, REPORT_PROFILE, community.mei.id)
    reply = await make_reply(community.pool, community.post, community.hoa)
    await community.act(community.ana, "select public.set_hidden(true, null, $1)", reply)
    await community.see(
        "insert into public.automatic_acts (kind, forum_id, post_id, member_id, reporters) "
        "select 'close', forum_id, id, author_id, 5 from public.posts returning 1"
    )
    for state, found in (("open", 2), ("hidden", 1), ("automatic", 1)):
        for who, count in ((community.ana, found), (area, 0), (community.hoa, 0)):
            data = await desk(community, who, state=state, show="all")
            assert len(data.cases) + len(data.hidden) + len(data.automatic) == count, (state, who.display_name)
    [act] = (await desk(community, community.ana, state="automatic")).automatic
    assert (act.kind, act.path, act.member_name) == ("close", f"/forum/life/post/{community.post}", "Mei")


async def test_a_profile_and_bookings_are_cases(community: Community) -> None:
    pool = community.pool
    await community.see("update public.profiles set about = 'Buy here' where id = $1 returning 1", community.mei.id)
    await community.act(community.hoa, REPORT_PROFILE, community.mei.id)
    service = await make_service(pool, community.ana, capacity=9, per_person=1)
    for hour in range(9, 14):
        await book(pool, community.hoa, service, days_ahead(2, hour))
    profile, bookings = (await desk(community, community.ana)).cases
    assert (profile.kind, profile.author_id, profile.body) == ("profile", community.mei.id, "Buy here")
    assert [one.note for one in profile.reports] == ["An advert"]
    assert (bookings.kind, bookings.author_id, len(bookings.bookings)) == ("booking", community.hoa.id, 5)
    assert not any(one.is_cancelled for one in bookings.bookings)
    await community.act(community.ana, CLOSE, bookings.id)
    [bookings] = (await desk(community, community.ana, state="resolved")).cases
    assert [one.is_cancelled for one in bookings.bookings] == [True] * 5


@pytest.mark.parametrize("state", ["open", "rejected", "hidden"])
async def test_lists_are_paged_by_key(community: Community, state: str) -> None:
    for n in range(23):
        reply = await make_reply(community.pool, community.post, community.hoa, body=rich(f"Reply {n}"))
        await community.act(community.mei, REPORT, None, reply)
        if state == "hidden":
            await community.act(community.ana, "select public.set_hidden(true, null, $1)", reply)
        elif state == "rejected":
            await community.act(
                community.ana,
                "select public.close_case(id, 'rejected') from public.desk_cases where thing_id = $1",
                reply,
            )
    first = await desk(community, community.ana, state=state)
    second = await desk(community, community.ana, state=state, after=first.next)
    items = [*first.cases, *first.hidden, *second.cases, *second.hidden]
    texts = [item.text if state == "hidden" else item.body for item in items]
    # Open ones oldest first, others newest first.
    assert texts == [f"Reply {n}" for n in (range(23) if state == "open" else reversed(range(23)))]
    assert second.next is None


async def test_unknown_state_is_not_found(community: Community) -> None:
    with pytest.raises(NotFound):
        await desk(community, community.ana, state="lost")


async def test_a_comment_under_an_article_is_a_case(community: Community) -> None:
    pool = community.pool
    saved = await save_article(pool, community.ana, {"en": words("Rice for all")}, status="published")
    await community.see("update public.site_settings set comments_forum_id = $1 returning 1", community.forum)
    await community.see("update public.articles set has_comments = true returning 1")
    comment = uuid4()
    add = "select public.add_comment($1, $2, $3, 'en')"
    await community.act(community.hoa, add, UUID(saved["id"]), comment, rich("A rude comment"))
    await community.act(community.mei, REPORT, None, comment)
    [case] = (await desk(community, community.ana)).cases
    assert (case.kind, case.thing_id, case.body) == ("reply", comment, "A rude comment")
