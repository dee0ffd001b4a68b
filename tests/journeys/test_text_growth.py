"""Room for longer words: public screens at 360 px, in an English with words about 30 % longer.

The browser gets longer texts instead of the English ones, and a document without server-rendered content, so that it
renders the page itself.
"""

import json
import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

Visit = Callable[..., Page]
ENGLISH = Path(__file__).parents[2] / "web" / "locales" / "en.json"
SCREENS = ["", "/about", "/contact", "/blog", "/book", "/forum", "/resources", "/search?q=rice", "/signin", "/signup"]
SCREENS += ["/forget-password", "/reset-password", "/signin?method=code", "/signin?method=factor", "/nowhere"]
# Words outside of placeholders, which are unchanged.
WORD = re.compile(r"\{\{.*?\}\}|\w+")
GROWTH = 0.3
# A label is cut if a line of it extends beyond its button or link, the window, or a container that hides overflow.
# Scrollable content is not cut, and line clamps on members' texts are intended.
FIND_CUT = """
() => {
  const canScroll = ["auto", "scroll"];
  const reachesBeyond = (lines, { left, right, top, bottom }) => lines.some((line) =>
    line.left < left - 1 || line.right > right + 1 || line.top < top - 6 || line.bottom > bottom + 6);
  const linesOf = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  };
  const isCut = (text, label) => {
    const lines = linesOf(text);
    for (let box = text.parentElement; box !== document.documentElement; box = box.parentElement) {
      const { overflowX, webkitLineClamp } = getComputedStyle(box);
      const place = box.getBoundingClientRect();
      const isForScreenReaders = place.width <= 1;
      if (isForScreenReaders || webkitLineClamp !== "none" || canScroll.includes(overflowX)) return false;
      if ((box === label || overflowX !== "visible") && reachesBeyond(lines, place)) return true;
    }
    return lines.some((line) => line.left < -1 || line.right > innerWidth + 1);
  };
  const textsIn = (label) => {
    const texts = [];
    const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    return texts;
  };
  return [...document.querySelectorAll("a, button, summary, label")]
    .filter((label) => label.checkVisibility({ visibilityProperty: true }))
    .filter((label) => textsIn(label).some((text) => isCut(text, label)))
    .map((label) => label.textContent.trim());
}
"""


def grow(text: str) -> str:
    """`Sign in` → `Signgg inn`"""
    return WORD.sub(lambda word: word[0] if "{" in word[0] else _grow_word(word[0]), text)


def _grow_word(word: str) -> str:
    return word + word[-1] * math.ceil(len(word) * GROWTH)


def _give_longer_texts(route: Route) -> None:
    texts = {key: grow(text) for key, text in json.loads(ENGLISH.read_text()).items()}
    route.fulfill(content_type="text/javascript", body=f"export default {json.dumps(texts)}")


def _give_undrawn(route: Route) -> None:
    if route.request.resource_type != "document":
        return route.continue_()
    response = route.fetch()
    undrawn = re.sub(
        r'(<div id="app">).*(</div>\n<script type="application/json")', r"\1\2", response.text(), flags=re.S
    )
    return route.fulfill(response=response, body=undrawn)


@pytest.fixture
def page(visit: Visit) -> Page:
    """A phone page with longer English texts from the next load on."""
    page = visit("/healthz")
    page.route("**/en/**", _give_undrawn)
    page.route("**/en", _give_undrawn)
    page.route(re.compile(r"/assets/en-[^/]+\.js$"), _give_longer_texts)
    return page


def check_room(page: Page) -> None:
    """Check that the page shows the longer words, and that they fit."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("header summary").first).to_contain_text(grow("Language"))
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert page.evaluate(FIND_CUT) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_longer_words_fit_on_a_phone(page: Page, screen: str) -> None:
    page.goto(f"/en{screen}")
    check_room(page)


@pytest.mark.parametrize(
    ("listing", "link"), [("/blog", "h2 a"), ("/book", "h2 a"), ("/forum/settling-in", "li > a[href*='/post/']")]
)
def test_longer_words_fit_on_pages_linked_from_lists(page: Page, listing: str, link: str) -> None:
    page.goto(f"/en{listing}")
    page.locator(f"main {link}").first.click()
    expect(page.locator("main h1")).to_be_focused()
    check_room(page)
