"""Loaders of forum moderation: open and closed reports, hidden texts, and forums with all their names."""

from typing import Any

import pytest

from balai.site.loaders.forum.moderation import AdminForumsPayload, AdminReportsPayload
from balai.site.screens import NotFound
from tests.factories.forum import Community, make_forum, make_reply, rich
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

REPORT = "insert into public.reports (post_id, reply_id, reason, note) values ($1, $2, 'abuse', 'Please look')"


async def reports(community: Community, who: Member, **query: str) -> AdminReportsPayload:
    page = await load_page(community.pool, "/admin/reports", who=who, query=query)
    assert isinstance(page.data, AdminReportsPayload)
    return page.data


async def test_reports_show_the_text_and_the_number_of_reports(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.hoa, body=rich("Rude words"))
    await community.act(community.mei, REPORT, None, reply)
    await community.act(community.ana, REPORT, None, reply)
    data = await reports(community, community.ana)
    assert (data.shelf, data.open_count, len(data.reports)) == ("open", 2, 2)
    newest = data.reports[0]
    assert (newest.reporter_name, newest.reporters, newest.reason) == ("Ana", 2, "abuse")
    assert (newest.thing.text, newest.thing.reply_number, newest.thing.author_name) == ("Rude words", 1, "Hoa")
    assert newest.thing.title == "Where do I register?"


async def test_handled_report_moves_to_the_closed_list_with_the_hidden_text(community: Community) -> None:
    await community.act(community.hoa, REPORT, community.post, None)
    [report] = (await reports(community, community.ana)).reports
    await community.act(community.ana, "select public.handle_report($1, 'upheld')", report.id)
    assert (await reports(community, community.ana)).reports == ()
    [upheld] = (await reports(community, community.ana, status="upheld")).reports
    assert (upheld.handled_by, upheld.thing.is_hidden, upheld.thing.title) == ("Ana", True, "Where do I register?")
    [hidden] = (await reports(community, community.ana, status="hidden")).hidden
    assert (hidden.thing.post_id, hidden.thing.reply_id) == (community.post, None)
    assert hidden.thing.text == "I moved here last week and need a clinic."


async def test_others_read_no_reports_even_past_the_guard(community: Community) -> None:
    await community.act(community.hoa, REPORT, community.post, None)
    data = await reports(community, community.hoa)
    assert (data.open_count, data.reports) == (0, ())


@pytest.mark.parametrize("shelf", ["open", "hidden"])
async def test_lists_are_paged_by_key(community: Community, shelf: str) -> None:
    for n in range(23):
        reply = await make_reply(community.pool, community.post, community.hoa, body=rich(f"Reply {n}"))
        await community.act(community.mei, REPORT, None, reply)
        if shelf == "hidden":
            await community.act(community.ana, "select public.set_hidden(true, null, $1)", reply)
    first = await reports(community, community.ana, status=shelf)
    assert first.next is not None
    second = await reports(community, community.ana, status=shelf, after=first.next)
    items: list[Any] = [*first.reports, *first.hidden, *second.reports, *second.hidden]
    assert [item.thing.text for item in items] == [f"Reply {n}" for n in reversed(range(23))]
    assert second.next is None


async def test_unknown_list_is_not_found(community: Community) -> None:
    with pytest.raises(NotFound):
        await reports(community, community.ana, status="lost")


async def test_forums_have_all_their_names(community: Community) -> None:
    await make_forum(community.pool, slug="bare", edit_window="36 hours", position=5, names={})
    await make_member(community.pool)
    page = await load_page(community.pool, "/admin/forums", who=community.ana)
    assert isinstance(page.data, AdminForumsPayload)
    life, bare = page.data.forums
    assert [(text.language, text.name) for text in life.texts] == [
        ("en", "Daily life"),
        ("zh", "日常生活"),
        ("ms", "Kehidupan harian"),
        ("vi", "Đời sống"),
    ]
    assert (life.edit_window_hours, bare.edit_window_hours, bare.texts) == (None, 36, ())


async def test_forum_without_a_name_in_the_pages_language_has_the_sites_first(community: Community) -> None:
    await make_forum(community.pool, slug="far", position=5, names={"zh": "远方", "vi": "Nơi xa"})
    await community.pool.execute("update public.site_settings set default_language = 'vi'")
    page = await load_page(community.pool, "/admin/forums", who=community.ana)
    assert isinstance(page.data, AdminForumsPayload)
    assert page.data.forums[1].texts[0].name == "Nơi xa"
