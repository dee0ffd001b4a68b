"""A post written with the slash menu on a phone, in Vietnamese, and read by a guest."""

import uuid

from playwright.sync_api import expect

from tests.journeys.conftest import PHONE, Site, Visit
from tests.journeys.test_forum import Forum, button, forum
from tests.journeys.texts import words_in

__all__ = ["forum"]


def test_blocks_are_found_by_a_slash_and_read_without_an_account(site: Site, visit: Visit, forum: Forum) -> None:
    say = words_in("vi")
    page = visit(f"/vi/post/new?forum={forum.slug}", as_=site.make_member("Mai"), viewport=PHONE)
    title = f"Chỗ đỗ xe {uuid.uuid4().hex[:6]}"
    page.get_by_label(say("post.new.heading"), exact=True).fill(title)
    editor = page.locator(".ProseMirror")
    editor.click()
    menu = page.get_by_role("listbox", name=say("editor.slash.title"))
    editor.press_sequentially("Cho mình hỏi chỗ đỗ xe ở đâu ạ?")
    editor.press("Enter")
    editor.press_sequentially("/")
    expect(menu).to_be_visible()
    editor.press("Escape")
    expect(menu).to_have_count(0)
    editor.press("Backspace")
    # By its English name, and by its own without marks.
    editor.press_sequentially("/tip")
    expect(menu.get_by_role("option")).to_have_count(1)
    editor.press("Enter")
    editor.press_sequentially("Mang theo thẻ.")
    editor.press("Enter")
    editor.press("Enter")
    editor.press_sequentially("/thu gon")
    expect(menu.get_by_role("option", name=say("editor.details"))).to_have_attribute("aria-selected", "true")
    menu.get_by_role("option").click()
    expect(menu).to_have_count(0)
    editor.press_sequentially("Ở đâu?")
    editor.press("Enter")
    editor.press_sequentially("Phía sau.")
    editor.press("Enter")
    editor.press("Enter")
    editor.press_sequentially("# Giờ mở cửa")
    button(page, say("post.new.publish")).click()
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()

    guest = visit(page.url.partition("?")[0], viewport=PHONE)
    expect(guest.get_by_role("heading", name="Giờ mở cửa", level=2)).to_be_visible()
    expect(guest.get_by_role("note")).to_contain_text("Mang theo thẻ.")
    below = guest.get_by_text("Phía sau.")
    expect(below).to_be_hidden()
    guest.get_by_text("Ở đâu?", exact=True).click()
    expect(below).to_be_visible()
