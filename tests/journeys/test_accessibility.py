"""axe-core on every screen, in four languages, light and dark: no serious and no critical finding,
and no two landmarks of one name.

Also everywhere: one main heading, the right language, no horizontal scrolling, no request to another host.

English and Vietnamese at 360 px, Chinese and Malay at 1280 px; each preset in one language or two.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from balai.site.languages import HTML_LANG
from balai.site.payloads import LANGS, Lang
from balai.site.routes import SCREENS
from tests.journeys.conftest import ADMINISTRATOR, DESK, PHONE, Person, Site

Visit = Callable[..., Page]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ALL_RULES: dict[str, Any] = {"runOnly": {"type": "tag", "values": TAGS}}
CONTRAST = {"runOnly": ["color-contrast"]}
VIEWPORTS = {"en": PHONE, "vi": PHONE, "zh": DESK, "ms": DESK}
# These screens need the link of an email.
OPENED_BY_EMAIL = {"unsubscribe", "book.answer"}
# test_desk_and_guests.py checks two: the first needs a link, and opening the second records an arrival. The sample
# content has no incident: test_incidents.py records one.
OPENED_OTHERWISE = {"book.ticket", "day.check-in", "admin.incident"}
PRESETS = {"en": "teduh", "vi": "senja", "zh": "pagi", "ms": "teduh"}
# Vietnamese is checked at double size at 360 px, Malay, whose words are the longest, at 1280 px.
ENLARGED = ("vi", "ms")
RUN = """
async ([options, part]) => {
  const { violations } = await axe.run(part ?? document, { ...options, resultTypes: ["violations"] });
  return violations
    .filter(({ id, impact }) => id === "landmark-unique" || impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
}
"""
# A dialog that still rises is transparent and partly below the window.
ANIMATIONS_ENDED = """
() => Promise.allSettled(
  document.getAnimations()
    .filter((animation) => Number.isFinite(animation.effect.getComputedTiming().endTime))
    .map((animation) => animation.finished))
"""
# Hydration is complete, and lazily loaded parts (an editor) are present.
IS_COMPLETE = """
() => Object.keys(document.querySelector("header a")).some((key) => key.startsWith("__reactProps"))
  && !document.querySelector("[class*=_skeleton_]")
"""
# A screen with parameters is found by a link on another one, which may have parameters itself.
FOUND_ON = {
    "blog.article": ("/blog", r"/blog/(?!new$)[^/?#]+$"),
    "blog.series": ("/admin/series", r"/blog/series/[^/?#]+$"),
    "blog.edit": ("/admin/articles", r"/blog/[^/]+/edit$"),
    "blog.history": ("blog.edit", r"/blog/[^/]+/edit/history$"),
    "book.service": ("/book", r"/book/(?!view)[^/?#]+$"),
    "book.view": ("/admin/bookings?span=week", r"/book/view/[^/?#]+$"),
    "forum.forum": ("/forum", r"/forum/[^/?#]+$"),
    "forum.post": ("forum.forum", r"/forum/[^/]+/post/[^/?#]+$"),
    "page": ("/admin/pages", r"/pages/[^/?#]+$"),
    "admin.page": ("/admin/pages", r"/admin/pages/[0-9a-f-]{36}$"),
    "admin.member": ("/admin/members", r"/admin/members/[0-9a-f-]{36}$"),
    "admin.service": ("/admin/services", r"/admin/services/[0-9a-f-]{36}$"),
    "admin.place": ("/admin/places", r"/admin/places/[0-9a-f-]{36}$"),
    "people.person": ("/people", r"/people/[0-9a-f-]{36}$"),
    "group": ("/groups", r"/groups/[^/?#]+$"),
    "admin.group": ("/admin/groups", r"/admin/groups/[0-9a-f-]{36}$"),
}
# Finds sample content, so that found words are marked.
MARKED = {"en": "clinic", "zh": "诊所", "ms": "klinik", "vi": "phong kham"}
# The selected area of the administration, if it is cut off in its scrolling row.
FIND_CUT_AREA = """
() => {
  const link = document.querySelector("nav > [aria-current=page]");
  const row = link?.parentElement;
  if (!row || getComputedStyle(row).overflowX !== "auto") return null;
  const [frame, shown] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
  return shown.left < frame.left - 1 || shown.right > frame.right + 1 ? link.textContent : null;
}
"""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ACCOUNT_SCREENS = [screen.path for screen in SCREENS if screen.layout == "auth"]
ACCOUNT_SCREENS += ["/signin?method=code", "/signin?method=factor"]


@pytest.fixture(scope="session")
def administrator() -> Person:
    """The first administrator, who can open all screens."""
    email, password = ADMINISTRATOR
    return Person(id="", email=email, password=password, display_name="")


class Inspector:
    """Visits pages in one browser tab and collects findings."""

    def __init__(self, page: Page, site: Site, lang: Lang) -> None:
        self._page, self._lang = page, lang
        self.findings: list[str] = []
        self._own_host = urlsplit(site.url).netloc
        self._links: dict[str, list[str]] = {}
        page.context.add_init_script(path=AXE)
        page.on("request", lambda request: self._note_host(request.url))

    def inspect(self, path: str) -> None:
        """Check one address, in light and in dark."""
        page = self._page
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(path)
        page.wait_for_function(IS_COMPLETE)
        page.evaluate("(preset) => { document.documentElement.dataset.preset = preset; }", PRESETS[self._lang])
        headings = page.locator("h1").count()
        if headings != 1:
            self._note(path, f"{headings} main headings")
        if page.locator("html").get_attribute("lang") != HTML_LANG[self._lang]:
            self._note(path, "another language")
        if overflow := self._measure_overflow():
            self._note(path, f"scrolls sideways by {overflow} px")
        self._links[path] = self._read_links()
        self._run_axe(path, "light", ALL_RULES)
        page.emulate_media(color_scheme="dark")
        self._run_axe(path, "dark", CONTRAST)

    def enlarge(self, path: str) -> None:
        """Check the inspected address with text at double size."""
        page = self._page
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        # Observers of sizes run with the next frame.
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        if overflow := self._measure_overflow():
            self._note(path, f"scrolls sideways by {overflow} px at double size")
        if area := page.evaluate(FIND_CUT_AREA):
            self._note(path, f"{area} is cut off at double size")

    def _measure_overflow(self) -> int:
        """How far the page scrolls sideways, once parts that arrive late have their size."""
        for _ in range(10):
            overflow: int = self._page.evaluate(OVERFLOW)
            if overflow <= 0:
                return 0
            self._page.wait_for_timeout(100)
        return overflow

    def find_link(self, listing: str, pattern: str) -> str:
        """Return the first link to a path that matches."""
        if listing not in self._links:
            self._page.goto(listing)
            self._page.wait_for_function(IS_COMPLETE)
            self._links[listing] = self._read_links()
        return next(href for href in self._links[listing] if re.search(f"^/{self._lang}{pattern}", href))

    def _read_links(self) -> list[str]:
        hrefs: list[str] = self._page.eval_on_selector_all("a[href]", "links => links.map((a) => a.pathname)")
        return hrefs

    def _run_axe(self, path: str, scheme: str, options: dict[str, Any]) -> None:
        # A thread opens where its reader stopped, where the header may cover a part of a link.
        self._page.evaluate("scrollTo(0, 0)")
        findings: list[Any] = self._page.evaluate(RUN, [options])
        for finding in findings:
            self._note(f"{path} ({scheme})", finding)

    def _note(self, path: str, what: str) -> None:
        self.findings.append(f"{path}: {what}")

    def _note_host(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme.startswith("http") and parts.netloc != self._own_host:
            self._note(self._page.url, f"asks {parts.netloc}")


def assert_accessible(page: Page) -> None:
    """Assert that axe finds nothing serious on a page as it is now, after its animations."""
    page.evaluate(AXE.read_text())
    page.evaluate(ANIMATIONS_ENDED)
    # In a scrolled page the header covers a part of what axe measures.
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(RUN, [ALL_RULES]) == []


def screen_paths(inspector: Inspector, lang: Lang) -> Iterator[str]:
    """Return an address for every screen that a signed-in administrator can open."""
    built = {"forum.history", "admin.service-messages", "messages.person"}
    with_params = {screen.name for screen in SCREENS if screen.params and screen.layout != "auth"}
    assert with_params == {*FOUND_ON, *built, *OPENED_OTHERWISE}
    found: dict[str, str] = {}
    for screen in SCREENS:
        if screen.layout == "auth":
            continue
        if screen.name in FOUND_ON:
            listing, pattern = FOUND_ON[screen.name]
            found[screen.name] = inspector.find_link(found.get(listing, f"/{lang}{listing}"), pattern)
            yield found[screen.name]
        elif not screen.params:
            yield f"/{lang}{screen.path}".rstrip("/")
    post = found["forum.post"]
    yield f"{post}/history/{post.rpartition('/')[2]}"
    yield f"{found['admin.service']}/messages"
    yield found["people.person"].replace("/people/", "/messages/")
    yield f"/{lang}/search?q={MARKED[lang]}"
    yield f"/{lang}/admin/services/new"
    yield f"/{lang}/no/such/page"


@pytest.mark.timeout(400)
@pytest.mark.parametrize("lang", LANGS)
def test_every_screen_is_accessible(visit: Visit, site: Site, administrator: Person, lang: Lang) -> None:
    page = visit(f"/{lang}", viewport=VIEWPORTS[lang], as_=administrator)
    inspector = Inspector(page, site, lang)
    for path in screen_paths(inspector, lang):
        inspector.inspect(path)
        if lang in ENLARGED:
            inspector.enlarge(path)
    assert not inspector.findings, "\n".join(inspector.findings)


@pytest.mark.parametrize("lang", LANGS)
def test_screens_of_guests_are_accessible(visit: Visit, site: Site, lang: Lang) -> None:
    inspector = Inspector(visit(f"/{lang}", viewport=VIEWPORTS[lang]), site, lang)
    for path in ("", "/forum", *ACCOUNT_SCREENS):
        inspector.inspect(f"/{lang}{path}")
    assert not inspector.findings, "\n".join(inspector.findings)


def test_open_menus_are_accessible(visit: Visit) -> None:
    page = visit("/vi/forum")
    for menu in page.locator("header summary").locator("visible=true").all():
        menu.click()
        page.evaluate(AXE.read_text())
        # The menu covers parts of links of the page below it.
        assert page.evaluate(RUN, [ALL_RULES, "header"]) == []


@pytest.mark.parametrize("lang", LANGS)
def test_text_at_double_size_needs_no_horizontal_scrolling(visit: Visit, site: Site, lang: Lang) -> None:
    page = visit(f"/{lang}")
    for path in ("", "/blog", "/forum", "/book", "/resources", "/about", "/contact", "/signin", "/signup", "/search"):
        page.goto(f"/{lang}{path}")
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        overflow = page.evaluate(OVERFLOW)
        assert overflow <= 0, f"{path} scrolls sideways by {overflow} px"
        expect(page.locator("h1")).to_be_visible()


def test_targets_are_large_enough(visit: Visit) -> None:
    """Links and buttons of the frame are at least 44 px; WCAG requires 24."""
    page = visit("/en/forum")
    small = page.eval_on_selector_all(
        "header a, header summary, footer a",
        "all => all.filter((a) => a.offsetParent && a.getBoundingClientRect().height < 44).map((a) => a.textContent)",
    )
    assert small == []


def test_every_screen_responds_without_a_session(site: Site) -> None:
    for screen in SCREENS:
        if not screen.params and not screen.guards and screen.name not in OPENED_BY_EMAIL:
            path = f"/en{screen.path}".rstrip("/")
            assert httpx.get(site.url + path).status_code == 200, screen.name
