"""Pages that follow the rows: two people on one thread, one of them on two devices."""

from playwright.sync_api import Page, expect

from tests.journeys.conftest import DESK, Site, Visit
from tests.journeys.test_forum import Forum, forum
from tests.journeys.words import words_in

__all__ = ["forum"]


def badge(page: Page, count: int) -> None:
    """The number on the account's picture in the header."""
    expect(page.get_by_test_id("unread").first).to_have_text(str(count))


def test_two_people_on_one_thread(site: Site, visit: Visit, forum: Forum) -> None:
    say, zh = words_in("vi"), words_in("zh")
    mei = site.make_member("Mei")
    author = visit(forum.path("vi"), as_=forum.author)
    other_device = visit("/zh/about", viewport=DESK, as_=forum.author)
    writer = visit(forum.path("vi"), viewport=DESK, as_=mei)

    # Who writes is shown to who reads, as soon as both follow the thread.
    writer.get_by_role("button", name=say("forum.reply.placeholder")).click()
    field = writer.get_by_role("textbox", name=say("forum.reply.title"))
    field.press_sequentially("Chủ nhật thì", delay=20)
    line = author.get_by_test_id("writers")
    expect(line).to_have_text(say("forum.live.writing", names="Mei", count=1))
    place = author.evaluate("scrollY")

    # What she sends comes in below, is told politely, and nothing moves.
    field.press_sequentially(" đóng cửa.")
    writer.get_by_role("button", name=say("forum.reply.send")).click()
    expect(author.locator("#reply-1")).to_contain_text("Chủ nhật thì đóng cửa.")
    expect(author.get_by_test_id("announcer")).not_to_be_empty()
    assert author.evaluate("scrollY") == place
    assert author.evaluate("document.activeElement === document.body")

    # The number is the same on both devices, and goes on both when it was read on one.
    badge(other_device, 1)
    badge(author, 1)
    author.goto("/vi/notifications")
    expect(author.get_by_text(say("notifications.kind.reply", name="Mei", count=1))).to_be_visible()
    author.get_by_role("button", name=say("notifications.readAll")).click()
    expect(author.get_by_test_id("unread")).to_have_count(0)
    expect(other_device.get_by_test_id("unread")).to_have_count(0)
    expect(other_device.get_by_text(zh("nav.account"), exact=True)).to_be_attached()
