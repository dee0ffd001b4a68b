"""The main actions by keyboard: every step is reached by Tab, shows its focus, and is done by Enter or typing."""

import uuid

from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import DESK, Site, Visit
from tests.journeys.test_booking import ZONE, a_time, make_service
from tests.journeys.texts import words_in

FARTHEST = 90
# The link of a card and the text of an editor show the outline on their container.
HAS_VISIBLE_FOCUS = """
element => {
  let part = element;
  const hasOutline = (found) =>
    [null, "::after"].some((pseudo) => getComputedStyle(found, pseudo).outlineStyle !== "none");
  while (part && !hasOutline(part)) part = part.parentElement;
  return element.matches(":focus-visible") && part !== null;
}
"""


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has the focus, and check that the focus is visible."""
    expect(target).to_be_visible()
    for _ in range(FARTHEST):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            assert target.evaluate(HAS_VISIBLE_FOCUS), f"{target} does not show its focus"
            return
    raise AssertionError(f"{target} is not reached by Tab")


def press(page: Page, target: Locator) -> None:
    tab_to(page, target)
    page.keyboard.press("Enter")


def write(page: Page, target: Locator, text: str) -> None:
    tab_to(page, target)
    page.keyboard.type(text)


def test_sign_in_write_reply_book_and_cancel(site: Site, visit: Visit) -> None:
    say, member, mark = words_in("en"), site.make_member("Mei", time_zone=ZONE), uuid.uuid4().hex[:6]
    service = make_service(site)
    page = visit("/en/forum", viewport=DESK)

    press(page, page.get_by_role("banner").get_by_role("link", name=say("nav.signIn")).locator("visible=true"))
    page.wait_for_url("**/signin**")
    expect(page.get_by_role("button", name=say("signin.submit"), exact=True)).to_be_enabled()
    write(page, page.get_by_label(say("signin.email")), member.email)
    write(page, page.get_by_label(say("signin.password"), exact=True), member.password)
    page.keyboard.press("Enter")
    page.wait_for_url("/en/forum")

    forum = page.get_by_role("main").get_by_role("heading", level=2).get_by_role("link").first
    its_name = forum.inner_text()
    press(page, forum)
    expect(page.get_by_role("heading", level=1)).to_have_text(its_name)
    press(page, page.get_by_role("link", name=say("forum.newPost")))
    title = f"Without a mouse {mark}"
    write(page, page.get_by_label(say("post.new.heading")), title)
    write(page, page.get_by_role("textbox", name=say("post.new.body")), "Can all of this be done by keyboard?")
    press(page, page.get_by_role("button", name=say("post.new.publish"), exact=True))
    expect(page.get_by_role("heading", level=1)).to_have_text(title)

    press(page, page.get_by_role("textbox", name=say("forum.reply.title")))
    expect(page.get_by_role("textbox", name=say("forum.reply.title"))).to_be_focused()
    page.keyboard.type("Yes, it can.")
    press(page, page.get_by_role("button", name=say("forum.reply.send"), exact=True))
    expect(page.locator("#reply-1")).to_contain_text("Yes, it can.")

    page.goto(f"/en/book/{service['slug']}?at={a_time()}")
    press(page, page.get_by_role("button", name=say("book.service.book")))
    page.wait_for_url("**/book/view/**")
    press(page, page.get_by_role("button", name=say("book.view.cancel")))
    press(page, page.get_by_role("dialog").get_by_role("button", name=say("book.view.cancel")))
    expect(page.get_by_text(say("book.view.cancelled"))).to_be_visible()
