"""Between first paint and hydration: the layout does not shift, and no input is lost."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys.conftest import ADMINISTRATOR, ALIVE, PAINTED, PHONE, Person, Site, Visit
from tests.journeys.test_booking import ZONE, a_time, make_service
from tests.journeys.test_images import photo
from tests.journeys.texts import words_in

# A layout shift score of 0.1 counts as good; one line that moves a phone's page by its height scores about 0.02.
STILL = 0.003
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    window.shifts.push([value, ...sources.map(({ node }) => (node?.parentElement ?? node)?.outerHTML?.slice(0, 200))]);
}).observe({ type: "layout-shift", buffered: true });
"""
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


def open_slowly(page: Page, path: str) -> Callable[[], None]:
    """Open a page and hold back its scripts until after first paint; the result releases them."""
    held: list[Route] = []
    page.route("**/assets/*.js", lambda route: held.append(route))
    with page.expect_request("**/assets/*.js"):
        page.goto(path, wait_until="commit")
        page.evaluate(PAINTED)
    page.evaluate(FRAMES)
    assert page.evaluate("Boolean(window.recordedEvents)")
    assert held

    def come() -> None:
        # This also releases the requests that wait.
        page.unroute("**/assets/*.js")
        page.evaluate(ALIVE)
        page.evaluate(FRAMES)

    return come


@pytest.mark.parametrize("zone", [ZONE, "America/St_Johns"])
def test_layout_does_not_shift_at_hydration(site: Site, visit: Visit, zone: str) -> None:
    service = make_service(site)
    # As tall as the page: only visible elements count as layout shift.
    page = visit("/vi/about", viewport={**PHONE, "height": 3000}, timezone_id=zone)
    page.context.add_init_script(WATCH)
    paths = ["/vi", "/vi/blog", f"/vi/book/{service['slug']}", f"/vi/book/{service['slug']}?at={a_time()}"]
    for path, link in (("/vi/blog", "main a[href*='/blog/']"), ("/vi/forum/settling-in", "main li a[href*='/post/']")):
        page.goto(path)
        paths.append(page.locator(link).first.get_attribute("href") or "")
    moved = {}
    for path in paths:
        open_slowly(page, path)()
        page.wait_for_load_state("networkidle")
        shifts = page.evaluate("shifts")
        if sum(shift[0] for shift in shifts) > STILL:
            moved[path] = shifts
    assert not moved


def test_forms_of_a_member_are_styled_before_hydration(site: Site, visit: Visit) -> None:
    evening = {
        "day": f"{datetime.now(ZoneInfo(ZONE)) + timedelta(days=3):%Y-%m-%d}",
        "opens": "19:00",
        "closes": "20:00",
    }
    question = {"id": str(uuid4()), "kind": "text", "texts": {"vi": {"label": "Dị ứng?", "help": ""}}}
    service = make_service(site, questions=[question])
    course = make_service(site, dates=[evening | {"note": ""}], series="whole")
    mei = site.make_member("Mei", language="vi", time_zone=ZONE)
    page = visit("/vi/about", as_=mei, viewport={**PHONE, "height": 3000}, timezone_id=ZONE)
    page.context.add_init_script(WATCH)
    for path, part in ((f"{service['slug']}?at={a_time()}", "intake"), (course["slug"], "dates")):
        come = open_slowly(page, f"/vi/book/{path}")
        part_at = f"document.querySelector('[data-part={part}]')"
        before = page.evaluate(f"JSON.stringify({part_at}.getBoundingClientRect())")
        come()
        page.wait_for_load_state("networkidle")
        assert page.evaluate(f"JSON.stringify({part_at}.getBoundingClientRect())") == before, path


def test_click_and_typing_before_hydration_are_replayed(site: Site, visit: Visit) -> None:
    say, service = words_in("zh"), make_service(site)
    mei = site.make_member("Mei", language="zh", time_zone=ZONE)
    page = visit("/zh/about", as_=mei)
    come = open_slowly(page, f"/zh/book/{service['slug']}?at={a_time()}")
    page.get_by_label(say("book.service.note")).fill("带缝纫机")
    button = page.get_by_role("button", name=say("book.service.book"))
    button.dblclick()
    assert "at=" in page.url
    come()
    page.wait_for_url("**/book/view/**")
    expect(page.get_by_text("带缝纫机")).to_be_visible()


def test_checkbox_ticked_before_hydration_is_saved(visit: Visit) -> None:
    say = words_in("vi")
    page = visit("/vi/about", as_=Person("", *ADMINISTRATOR, "Administrator"))
    tick = page.get_by_label(say("admin.site.requiresBotCheck"))
    for is_wanted in (True, False):
        come = open_slowly(page, "/vi/admin/site")
        expect(tick).to_be_checked(checked=not is_wanted)
        tick.set_checked(is_wanted)
        come()
        page.get_by_role("button", name=say("admin.site.save"), exact=True).click()
        expect(page.get_by_text(say("admin.site.saved"))).to_be_visible()


def test_image_chosen_before_hydration_is_uploaded(site: Site, visit: Visit) -> None:
    page = visit("/vi/about", as_=site.make_member("Hoa", language="vi"))
    come = open_slowly(page, "/vi/profile")
    page.locator("input[type=file]").first.set_input_files(photo(1))  # type: ignore[arg-type]
    come()
    expect(page.get_by_role("button", name=words_in("vi")("upload.remove"))).to_be_visible()


def test_hydration_leaves_the_language_of_the_document(visit: Visit) -> None:
    """Written again, the same language would make the browser compute all styles again."""
    page = visit("/vi/about")
    page.add_init_script("""
      window.changes = 0;
      const observer = new MutationObserver((all) => (changes += all.length));
      observer.observe(document, { attributeFilter: ["lang"], subtree: true });
    """)
    page.goto("/vi/forum")
    page.evaluate(ALIVE)
    assert page.evaluate("changes") == 0
