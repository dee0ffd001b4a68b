"""Every screen: navigation, progress, scroll, errors, keyboard.

At 360 px unless a test sets another width.
"""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.journeys.conftest import DESK, Site
from tests.journeys.shell import Visit, documents, follow, head_links, note_requests, payloads, wait_until_live
from tests.journeys.texts import words_in

OPENED = "document.addEventListener('DOMContentLoaded', () => { document.querySelector('header details').open = true })"


OPENED = "document.addEventListener('DOMContentLoaded', () => { document.querySelector('header details').open = true })"


def test_menu_stays_open_while_the_address_is_cleaned(visit: Visit) -> None:
    page = visit("/en")
    # A menu opens before hydration. The parameters of the auth service are removed after it, once the client is loaded.
    page.add_init_script(OPENED)
    page.goto("/en/forum?code=of-another-browser")
    page.wait_for_url("/en/forum")
    expect(page.get_by_text(words_in("en")("error.auth.otherBrowser"))).to_be_visible()
    page.wait_for_timeout(300)
    expect(page.locator("header details[open]")).to_have_count(1)


def test_menu_closes_after_a_navigation(visit: Visit, site: Site) -> None:
    page = visit("/en/forum", as_=site.make_member("Aminah"))
    wait_until_live(page)
    for name in (words_in("en")("nav.profile"),) * 2:
        page.locator("header summary", has_text="Account").click()
        page.locator("header details[open]").get_by_role("link", name=name, exact=True).click()
        page.wait_for_url("/en/profile")
        expect(page.locator("header details[open]")).to_have_count(0)


class TestMovingOn:
    def test_navigation_fetches_only_the_payload_and_focuses_the_heading(self, visit: Visit) -> None:
        page = visit("/en/forum")
        wait_until_live(page)
        requests = note_requests(page)
        follow(page, "Articles")
        expect(page.get_by_role("heading", level=1)).to_have_text("Articles")
        assert documents(requests) == []
        assert payloads(requests) == ["/en/blog/_payload.json"]
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        expect(page).to_have_title(re.compile("^Articles"))

    def test_head_has_the_canonical_url_and_the_alternates(self, visit: Visit) -> None:
        page = visit("/en/blog")
        as_sent = head_links(page)
        page.goto("/en/forum")
        wait_until_live(page)
        follow(page, "Articles")
        expect(page).to_have_title(re.compile("^Articles"))
        assert head_links(page) == as_sent
        assert len(as_sent) == 6
        page.locator("header").get_by_role("link", name="Sign in").first.click()
        expect(page).to_have_title(re.compile("^Sign in"))
        assert head_links(page) == []

    def test_hovering_over_a_link_prefetches(self, visit: Visit) -> None:
        page = visit("/en", viewport=DESK)
        wait_until_live(page)
        link = page.get_by_role("navigation", name="Main").get_by_role("link", name="Forum")
        with page.expect_response("**/en/forum/_payload.json"):
            link.hover()
        requests = note_requests(page)
        link.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Forum")
        assert payloads(requests) == []

    def test_progress_bar_shows_during_navigation(self, visit: Visit) -> None:
        page = visit("/en/forum")
        wait_until_live(page)
        held: list[Route] = []
        page.route("**/en/blog/_payload.json", lambda route: held.append(route))
        expect(page.get_by_test_id("progress")).to_have_count(0)
        follow(page, "Articles")
        expect(page.get_by_test_id("progress")).to_have_count(1)
        for route in held:
            route.continue_()
        expect(page.get_by_role("heading", level=1)).to_have_text("Articles")
        expect(page.get_by_test_id("progress")).to_have_count(0)

    def test_back_and_forward_restore_the_scroll_position(self, visit: Visit) -> None:
        page = visit("/en/blog")
        wait_until_live(page)
        last = page.locator("main h2 a, main h3 a").last
        last.scroll_into_view_if_needed()
        place = page.evaluate("scrollY")
        assert place > 200
        last.click()
        expect(page).to_have_url(re.compile(r"/en/blog/[^/?]+$"))
        page.wait_for_function("() => scrollY === 0")
        page.go_back()
        page.wait_for_function("place => Math.abs(scrollY - place) < 3", arg=place)
        page.go_forward()
        page.wait_for_function("() => scrollY === 0")

    def test_guard_redirects_to_sign_in_without_a_full_load(self, visit: Visit) -> None:
        page = visit("/vi/profile")
        expect(page).to_have_url(re.compile(r"/vi/signin\?next="))


class TestErrorPages:
    """An error page follows the chosen language, also one that the server rendered."""

    @pytest.mark.parametrize("path", ["/en/nope", "/en/forum/nope", "/en/admin"])
    def test_page_of_the_server_changes_its_language(self, visit: Visit, site: Site, path: str) -> None:
        say = words_in("vi")
        page = visit(path, as_=site.make_member("Mai"), viewport=DESK)
        page.locator("header summary", has_text="Language").click()
        page.get_by_role("banner").get_by_role("link", name="Tiếng Việt").click()
        page.wait_for_url(path.replace("/en", "/vi"))
        expect(page.get_by_role("heading", name=say("error.page.notFound.title"))).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "vi")
        expect(page).to_have_title(re.compile(say("error.page.notFound.title")))
        expect(page.get_by_role("banner").get_by_text(say("nav.forum"), exact=True).first).to_be_visible()

    def test_page_that_failed_inside_the_app_changes_its_language(self, visit: Visit) -> None:
        say = words_in("zh")
        page = visit("/en/about", viewport=DESK)
        page.route("**/_payload.json*", lambda route: route.fulfill(status=500, body="{}"))
        page.get_by_role("banner").get_by_role("link", name="Forum", exact=True).click()
        expect(page.get_by_role("heading", name=words_in("en")("error.page.serverError.title"))).to_be_visible()
        expect(page).to_have_title(re.compile(words_in("en")("error.page.serverError.title")))
        page.locator("header summary", has_text="Language").click()
        page.get_by_role("banner").get_by_role("link", name="中文").click()
        expect(page.get_by_role("banner").get_by_text(say("nav.forum"), exact=True).first).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")


class TestErrors:
    def test_unknown_url_is_not_found(self, visit: Visit) -> None:
        page = visit("/zh/nothing/here")
        expect(page.get_by_role("heading", level=1)).to_have_text("找不到页面")
        expect(page.locator("main")).to_contain_text("404")
        page.get_by_role("link", name="返回首页").click()
        expect(page).to_have_url(re.compile("/zh$"))

    @pytest.mark.parametrize(("status", "title"), [(404, "Page not found"), (503, "Internal server error")])
    def test_unknown_url_inside_the_app_shows_the_same_page(self, visit: Visit, status: int, title: str) -> None:
        page = visit("/en/forum")
        wait_until_live(page)
        page.route("**/en/blog/_payload.json", lambda route: route.fulfill(status=status, body="<html>"))
        follow(page, "Articles")
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.locator("main")).to_contain_text(str(status))
        expect(page.get_by_role("link", name="Go to the home page")).to_be_visible()

    def test_offline_error_offers_a_retry(self, visit: Visit) -> None:
        page = visit("/en/forum")
        wait_until_live(page)
        page.wait_for_load_state("networkidle")
        page.route("**/en/blog/_payload.json", lambda route: route.abort("internetdisconnected"))
        follow(page, "Articles")
        expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
        page.unroute_all()
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Articles")

    def test_offline_error_of_a_new_screen_stays_in_the_app(self, visit: Visit) -> None:
        page = visit("/vi/forum", viewport=DESK)
        wait_until_live(page)
        page.wait_for_load_state("networkidle")
        requests = note_requests(page)
        page.context.set_offline(True)
        page.locator("header nav").get_by_role("link", name="Bài viết").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Không có kết nối")
        assert documents(requests) == []
        with page.expect_event("requestfailed", lambda request: "/_payload.json" in request.url):
            page.get_by_role("button", name="Thử lại").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Không có kết nối")
        page.context.set_offline(False)
        page.get_by_role("button", name="Thử lại").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Bài viết")
        assert page.evaluate("() => [...document.styleSheets].some((sheet) => /\\/blog-/.test(sheet.href))")


class TestKeyboard:
    def test_first_tab_stop_skips_the_header(self, visit: Visit) -> None:
        page = visit("/en/forum", viewport=DESK)
        wait_until_live(page)
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()

    def test_menu_opens_by_keyboard_and_returns_the_focus(self, visit: Visit) -> None:
        page = visit("/en/forum")
        wait_until_live(page)
        button = page.locator("header summary", has_text="Language")
        button.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(page.locator("header details[open] a").first).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("header details[open]")).to_have_count(0)
        expect(button).to_be_focused()
