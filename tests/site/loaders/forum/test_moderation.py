"""Loaders of forum moderation: open and closed reports, hidden texts, and forums with all their names."""

from typing import Any

import pytest

from balai.site.loaders.forum.moderation import AdminForumsPayload, AdminReportsPayload
from balai.site.screens import NotFound
from tests.factories.forum import Hall, make_forum, make_reply, rich
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

REPORT = "insert into public.reports (post_id, reply_id, reason, note) values ($1, $2, 'abuse', 'Please look')"


async def reports(hall: Hall, who: Member, **query: str) -> AdminReportsPayload:
    page = await load_page(hall.pool, "/admin/reports", who=who, query=query)
    assert isinstance(page.data, AdminReportsPayload)
    return page.data


async def test_reports_show_the_text_and_the_number_of_reports(hall: Hall) -> None:
    reply = await make_reply(hall.pool, hall.post, hall.hoa, body=rich("Rude words"))
    await hall.act(hall.mei, REPORT, None, reply)
    await hall.act(hall.ana, REPORT, None, reply)
    data = await reports(hall, hall.ana)
    assert (data.shelf, data.open_count, len(data.reports)) == ("open", 2, 2)
    newest = data.reports[0]
    assert (newest.reporter_name, newest.reporters, newest.reason) == ("Ana", 2, "abuse")
    assert (newest.thing.text, newest.thing.reply_number, newest.thing.author_name) == ("Rude words", 1, "Hoa")
    assert newest.thing.title == "Where do I register?"


async def test_handled_report_moves_to_the_closed_list_with_the_hidden_text(hall: Hall) -> None:
    await hall.act(hall.hoa, REPORT, hall.post, None)
    [report] = (await reports(hall, hall.ana)).reports
    await hall.act(hall.ana, "select public.handle_report($1, 'upheld')", report.id)
    assert (await reports(hall, hall.ana)).reports == ()
    [upheld] = (await reports(hall, hall.ana, status="upheld")).reports
    assert (upheld.handled_by, upheld.thing.is_hidden, upheld.thing.title) == ("Ana", True, "Where do I register?")
    [hidden] = (await reports(hall, hall.ana, status="hidden")).hidden
    assert (hidden.thing.post_id, hidden.thing.reply_id) == (hall.post, None)
    assert hidden.thing.text == "I moved here last week and need a clinic."


async def test_others_read_no_reports_even_past_the_guard(hall: Hall) -> None:
    await hall.act(hall.hoa, REPORT, hall.post, None)
    data = await reports(hall, hall.hoa)
    assert (data.open_count, data.reports) == (0, ())


@pytest.mark.parametrize("shelf", ["open", "hidden"])
async def test_lists_are_paged_by_key(hall: Hall, shelf: str) -> None:
    for n in range(23):
        reply = await make_reply(hall.pool, hall.post, hall.hoa, body=rich(f"Reply {n}"))
        await hall.act(hall.mei, REPORT, None, reply)
        if shelf == "hidden":
            await hall.act(hall.ana, "select public.set_hidden(true, null, $1)", reply)
    first = await reports(hall, hall.ana, status=shelf)
    assert first.next is not None
    second = await reports(hall, hall.ana, status=shelf, after=first.next)
    items: list[Any] = [*first.reports, *first.hidden, *second.reports, *second.hidden]
    assert [item.thing.text for item in items] == [f"Reply {n}" for n in reversed(range(23))]
    assert second.next is None


async def test_unknown_list_is_not_found(hall: Hall) -> None:
    with pytest.raises(NotFound):
        await reports(hall, hall.ana, status="lost")


async def test_forums_have_all_their_names(hall: Hall) -> None:
    await make_forum(hall.pool, slug="bare", edit_window="36 hours", position=5, names={})
    await make_member(hall.pool)
    page = await load_page(hall.pool, "/admin/forums", who=hall.ana)
    assert isinstance(page.data, AdminForumsPayload)
    life, bare = page.data.forums
    assert [(text.language, text.name) for text in life.texts] == [
        ("en", "Daily life"),
        ("zh", "日常生活"),
        ("ms", "Kehidupan harian"),
        ("vi", "Đời sống"),
    ]
    assert (life.edit_window_hours, bare.edit_window_hours, bare.texts) == (None, 36, ())
