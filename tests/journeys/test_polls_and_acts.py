"""A poll from the form to the counts, and an act on a selection from the preview to its undo. In vi and zh."""

import re
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.journeys.conftest import ADMINISTRATOR, DESK, Person, Site, Visit
from tests.journeys.test_forum import Forum, forum  # noqa: F401
from tests.journeys.texts import words_in


def test_a_poll_is_written_voted_in_and_counted(site: Site, visit: Visit, forum: Forum) -> None:  # noqa: F811
    say, reads = words_in("vi"), words_in("zh")
    page = visit(f"/vi/post/new?forum={forum.slug}", as_=site.make_member("Lan", language="vi"))
    page.get_by_label(say("post.new.forum")).select_option(label="Hành trình")
    page.get_by_role("button", name=say("post.new.publish"), exact=True).click()
    expect(page.get_by_label(say("post.new.heading"))).to_be_focused()
    page.get_by_label(say("post.new.heading")).fill(f"Bữa trưa chung {uuid4().hex[:6]}")
    page.get_by_role("textbox", name=say("post.new.body")).fill("Mọi người chọn ngày nhé.")
    page.get_by_role("button", name=say("topics.poll.add")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=say("common.save")).click()
    expect(dialog.get_by_label(say("topics.poll.question"))).to_be_focused()
    dialog.get_by_label(say("topics.poll.question")).fill("Bạn rảnh ngày nào?")
    for number, label in ((1, "Thứ Bảy"), (2, "Chủ Nhật")):
        dialog.get_by_label(say("topics.poll.option", number=number)).fill(label)
    dialog.get_by_role("button", name=say("common.save")).click()
    expect(page.get_by_text("Thứ Bảy / Chủ Nhật")).to_be_visible()
    page.get_by_role("button", name=say("post.new.publish"), exact=True).click()
    expect(page).to_have_url(re.compile(r"/post/[0-9a-f-]{36}$"))
    expect(page.get_by_text("0% (0)")).to_have_count(2)

    voter = visit(page.url.replace("/vi/", "/zh/").removeprefix(site.url), as_=site.make_member("Mei"), viewport=DESK)
    voter.get_by_role("button", name=reads("forum.poll.vote")).click()
    voter.get_by_role("radio", name="Chủ Nhật").check()
    voter.get_by_role("button", name=reads("forum.poll.vote")).last.click()
    expect(voter.get_by_text("100% (1)")).to_be_visible()
    # The page of the author, which is open, shows the count, and not the vote.
    expect(page.get_by_text("100% (1)")).to_be_visible()
    expect(page.get_by_text("✓")).to_have_count(0)


def test_hidden_posts_come_back_from_the_list_of_acts(visit: Visit, forum: Forum) -> None:  # noqa: F811
    say = words_in("vi")
    page = visit(f"/vi/forum/{forum.slug}", as_=Person("", *ADMINISTRATOR, "Administrator"))
    page.get_by_role("button", name=say("topics.bulk.select"), exact=True).click()
    page.get_by_role("checkbox", name=re.compile("Opening hours")).check()
    page.get_by_role("button", name=say("topics.bulk.act.hide"), exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(say("topics.bulk.undoable"))).to_be_visible()
    dialog.get_by_role("button", name=say("topics.bulk.act.hide"), exact=True).click()
    expect(page.get_by_role("status").filter(has_text=say("topics.bulk.done", count=1))).to_be_visible()
    assert not _is_shown(visit, forum)
    page.goto("/vi/admin/acts")
    page.get_by_role("button", name=say("common.undo")).first.click()
    expect(page.get_by_text(say("admin.acts.undoneBy", name="Administrator")).first).to_be_visible()
    assert _is_shown(visit, forum)


def _is_shown(visit: Visit, forum: Forum) -> bool:  # noqa: F811
    reader: Page = visit(f"/en/forum/{forum.slug}")
    return reader.get_by_role("link", name="Opening hours, anybody?").count() > 0
