"""Editing articles: a translated article that readers see at once, and drafts that survive a crash."""

import re
import uuid

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.conftest import DESK, PHONE, Person, Site, Visit
from tests.journeys.test_forum import make_administrator


@pytest.fixture
def ada(site: Site) -> Person:
    """An administrator for each journey, without drafts of other tests."""
    return make_administrator(site, "Ada")


def write_body(page: Page, words: str, number: int = 0) -> None:
    editor = page.get_by_role("textbox", name="Text", exact=True).nth(number)
    editor.click()
    editor.press_sequentially(words)


def publish(page: Page) -> None:
    page.get_by_label("Now", exact=True).check()
    page.get_by_role("button", name="Publish", exact=True).click()
    page.wait_for_url(re.compile(r"/blog/(?!new)"))


def test_translated_article_is_in_list_and_feed_at_once(site: Site, visit: Visit, ada: Person) -> None:
    mark = uuid.uuid4().hex[:6]
    reader = visit("/vi/blog")
    feed = httpx.get(f"{site.url}/vi/feed.xml").text
    assert mark not in feed

    page = visit("/en/blog/new", as_=ada)
    page.get_by_label("Title", exact=True).fill(f"Clinic hours {mark}")
    page.get_by_label("Summary").fill("From Monday the clinic opens at seven.")
    write_body(page, "Come early.")
    page.get_by_role("button", name=re.compile("Tiếng Việt")).first.click()
    page.get_by_role("button", name=re.compile("Add a translation")).click()
    page.get_by_label("Title", exact=True).nth(1).fill(f"Giờ phòng khám {mark}")
    write_body(page, "Hãy đến sớm.")
    page.get_by_label("Publish this translation with the article").check()
    publish(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Clinic hours {mark}")

    reader.reload()
    reader.get_by_role("link", name=f"Giờ phòng khám {mark}").click()
    expect(reader.get_by_text("Hãy đến sớm.")).to_be_visible()
    assert reader.url.endswith(f"/vi/blog/gio-phong-kham-{mark}")
    assert f"Giờ phòng khám {mark}" in httpx.get(f"{site.url}/vi/feed.xml").text
    assert f"Clinic hours {mark}" in httpx.get(f"{site.url}/en/feed.xml").text


def test_draft_is_restored_after_the_tab_closed(visit: Visit, ada: Person) -> None:
    page = visit("/en/blog/new", as_=ada)
    title = f"Half written {uuid.uuid4().hex[:6]}"
    page.get_by_label("Title", exact=True).fill(title)
    write_body(page, "So far.")
    expect(page.get_by_text("Draft saved")).to_be_visible()
    again = page.context.new_page()
    page.close()
    # Another device: the browser's copy of the draft is missing, the server's exists.
    again.goto("/en/about")
    again.evaluate(
        "for (const key of Object.keys(localStorage)) if (key.startsWith('balai-draft')) localStorage.removeItem(key)"
    )
    again.goto("/en/blog/new")
    expect(again.get_by_label("Title", exact=True)).to_have_value(title)
    expect(again.get_by_role("textbox", name="Text", exact=True)).to_contain_text("So far.")
    again.get_by_role("button", name="Discard it and start again").click()
    expect(again.get_by_label("Title", exact=True)).to_have_value("")


def test_text_typed_during_a_save_is_preserved(visit: Visit, ada: Person) -> None:
    page = visit("/en/blog/new", as_=ada)
    page.get_by_label("Title", exact=True).fill(f"Slowly saved {uuid.uuid4().hex[:6]}")
    save, summary = page.get_by_role("button", name="Save draft"), page.get_by_label("Summary")
    held: list[Route] = []
    page.route("**/rpc/save_article", lambda route: held.append(route), times=1)
    with page.expect_request("**/rpc/save_article"):
        save.click()
    summary.fill("Written on.")
    held.pop().continue_()
    expect(page.get_by_text("Draft saved.")).to_be_visible()
    expect(save).not_to_have_attribute("aria-busy", "true")
    expect(summary).to_have_value("Written on.")
    save.click()
    page.wait_for_url(re.compile(r"/edit$"))
    expect(page.get_by_label("Summary")).to_have_value("Written on.")


def test_second_writer_is_warned_and_loses_nothing(visit: Visit, ada: Person) -> None:
    first = visit("/en/blog/new", as_=ada, viewport=DESK)
    title = f"Two writers {uuid.uuid4().hex[:6]}"
    first.get_by_label("Title", exact=True).fill(title)
    write_body(first, "One.")
    publish(first)
    first.get_by_role("link", name="Edit article").click()
    second = visit(first.url.removesuffix("/edit") + "/edit", as_=ada, viewport=DESK)
    expect(second.get_by_label("Title", exact=True)).to_have_value(title)
    first.get_by_label("Summary").fill("Mine first.")
    first.get_by_role("button", name="Save changes").click()
    expect(first.get_by_text("Mine first.")).to_be_visible()
    second.get_by_label("Summary").fill("Mine second.")
    second.get_by_role("button", name="Save changes").click()
    expect(second.get_by_text("Compare the two before you overwrite theirs.")).to_be_visible()
    expect(second.get_by_label("Summary")).to_have_value("Mine second.")
    second.get_by_role("button", name="Save my version").click()
    expect(second.get_by_text("Mine second.")).to_be_visible()


def draw_table(page: Page) -> None:
    """Insert a table of three rows and columns, move between cells with Tab, then add two rows and a column."""
    editor = page.get_by_role("textbox", name="Text", exact=True)
    page.get_by_role("button", name="Table", exact=True).click()
    editor.press_sequentially("What")
    for _ in range(4):
        editor.press("Tab")
    editor.press_sequentially("20")
    for name in (
        "Table",
        "Add row below",
        "Add row above",
        "Add column on the left",
        "Add column on the right",
        "Remove column",
    ):
        page.get_by_role("button", name=name, exact=True).click()
    page.keyboard.press("Escape")
    expect(editor.locator("tr")).to_have_count(5)


def test_every_tool_writes_valid_rich_text(visit: Visit, ada: Person) -> None:
    page = visit("/en/blog/new", as_=ada, viewport=DESK)
    title = f"All tools {uuid.uuid4().hex[:6]}"
    page.get_by_label("Title", exact=True).fill(title)
    editor = page.get_by_role("textbox", name="Text", exact=True)
    tool = lambda name: page.get_by_role("button", name=name, exact=True).click()  # noqa: E731 - read aloud below
    editor.click()
    page.get_by_label("Paragraph style").select_option(label="Heading")
    editor.press_sequentially("Head")
    editor.press("Enter")
    for name in ("Bold", "Italic", "Underline", "Strikethrough"):
        tool(name)
        editor.press_sequentially(name)
        tool(name)
    page.get_by_label("Font", exact=True).select_option(label="Serif")
    for menu, colour in (("Text colour", "Red"), ("Background colour", "Yellow")):
        tool(menu)
        page.get_by_role("dialog", name=menu).get_by_role("button", name=colour).click()
        editor.press_sequentially(colour)
    editor.press("Enter")
    tool("Clear formatting")
    tool("Centre")
    editor.press_sequentially("Middle")
    editor.press("Enter")
    for name in ("Bullet list", "Numbered list", "Quote", "Code block"):
        tool(name)
        editor.press_sequentially(name)
        # Leave the block by keyboard: an empty line, and for code three of them.
        for _ in range(3 if name == "Code block" else 2):
            editor.press("Enter")
    tool("Link")
    address = page.get_by_role("dialog").get_by_label("Address", exact=True)
    address.fill("javascript:alert(1)")
    address.press("Enter")
    expect(page.get_by_text("Enter a web address, an email or a page of this site.")).to_be_visible()
    address.fill("balai.example")
    address.press("Enter")
    tool("Picture")
    page.get_by_label("Address of the picture").fill("https://127.0.0.1:1/door.png")
    page.get_by_label("Picture description").fill("A door")
    tool("Insert picture")
    editor.press_sequentially("Behind it")
    editor.press("Enter")
    draw_table(page)
    publish(page)
    article = page.locator("article")
    expect(article.get_by_role("heading", name="Head", level=2)).to_be_visible()
    expect(article.get_by_role("link", name="balai.example")).to_have_attribute("href", "https://balai.example")
    # The site fetches pictures on other hosts. It cannot fetch this one, so a link stands in its place.
    expect(article.get_by_role("link", name="A door")).to_have_count(1)
    for selector in ("strong", "em", "u", "s", "ul li", "ol li", "blockquote", "pre code", "mark"):
        expect(article.locator(selector).first).to_be_attached()
    expect(article).to_contain_text("Behind it")
    expect(article.locator("tr")).to_have_count(5)
    expect(article.get_by_role("columnheader", name="What")).to_have_count(1)


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_leaving_asks_and_saves_the_draft(visit: Visit, ada: Person, viewport: dict[str, int]) -> None:
    page = visit("/en/blog/new", as_=ada, viewport=viewport)
    title = f"Leaving {uuid.uuid4().hex[:6]}"
    page.get_by_label("Title", exact=True).fill(title)
    page.get_by_role("contentinfo").get_by_role("link", name="About").click()
    expect(page.get_by_role("heading", name="Leave without saving?")).to_be_visible()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_url("**/about")
    page.go_back()
    expect(page.get_by_label("Title", exact=True)).to_have_value(title)
    page.get_by_role("button", name="Discard it and start again").click()


PASTED = """
<h1 style="color: red">Pasted title</h1><p style="font-family: Calibri; color: #000000">Words <b>bold</b>
<a href="javascript:alert(1)">bad</a> <a href="https://a.example" target="_blank">good</a>
<img src="data:image/png;base64,AAAA"><script>alert(1)</script></p><ul><li>item</li></ul>
"""
PASTE = """(element, html) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/html", html);
  element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def test_pasting_keeps_text_and_drops_styles(visit: Visit, ada: Person) -> None:
    page = visit("/en/blog/new", as_=ada, viewport=DESK)
    page.get_by_label("Title", exact=True).fill(f"Pasted {uuid.uuid4().hex[:6]}")
    editor = page.get_by_role("textbox", name="Text", exact=True)
    expect(page.get_by_role("toolbar", name="Formatting")).to_be_visible()
    editor.click()
    editor.evaluate(PASTE, PASTED)
    expect(editor.get_by_role("heading", name="Pasted title", level=2)).to_be_visible()
    publish(page)
    article = page.locator("article")
    expect(article.get_by_role("heading", name="Pasted title", level=2)).to_be_visible()
    expect(article.locator("strong")).to_have_text("bold")
    expect(article.get_by_role("link", name="good")).to_have_attribute("href", "https://a.example")
    expect(article.get_by_role("link", name="bad")).to_have_count(0)
    expect(article.locator("li")).to_have_text("item")
    for unwanted in ("img", "script", "p [style]"):
        expect(article.locator(unwanted)).to_have_count(0)
