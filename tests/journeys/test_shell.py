"""Every screen: navigation, languages, progress, scroll, new builds, sessions, errors, colour schemes.

At 360 px unless a test sets another width.
"""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.journeys.conftest import DESK, PAINTED, Site
from tests.journeys.texts import words_in

Visit = Callable[..., Page]
SESSION_COOKIES = {"sb-access-token", "sb-refresh-token"}


def note_requests(page: Page) -> list[Request]:
    """Records every request from now on."""
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))
    return requests


def documents(requests: list[Request]) -> list[str]:
    """Paths of the full page loads among them."""
    return [urlsplit(request.url).path for request in requests if request.resource_type == "document"]


def payloads(requests: list[Request]) -> list[str]:
    """Paths of the payloads among them."""
    paths = [urlsplit(request.url).path for request in requests]
    return [path for path in paths if path.endswith("/_payload.json")]


def follow(page: Page, name: str) -> None:
    """Follow a link of the phone's navigation."""
    page.get_by_role("navigation", name="Areas of the site").get_by_role("link", name=name, exact=True).click()


def head_links(page: Page) -> list[list[str]]:
    """The canonical address and the other languages, as the document's head names them."""
    links = page.locator('link[rel="canonical"], link[rel="alternate"][hreflang]')
    named: list[list[str]] = links.evaluate_all("links => links.map((link) => [link.rel, link.hreflang, link.href])")
    return sorted(named)


def wait_until_live(page: Page) -> None:
    """Wait for hydration: links are then followed in the app."""
    page.wait_for_function(
        "() => Object.keys(document.querySelector('header a')).some((key) => key.startsWith('__reactProps'))"
    )


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


class TestLanguages:
    def test_switching_the_language_keeps_screen_and_typed_text(self, visit: Visit) -> None:
        page = visit("/en/signup")
        wait_until_live(page)
        page.locator("main input").first.fill("Nguyễn Thị Mai")
        requests = note_requests(page)
        page.locator("header summary", has_text="Language").click()
        page.get_by_role("link", name="中文", exact=True).click()
        expect(page).to_have_url(re.compile("/zh/signup$"))
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
        expect(page.locator("main input").first).to_have_value("Nguyễn Thị Mai")
        assert documents(requests) == []

    def test_switching_the_language_keeps_scroll_and_is_remembered(self, visit: Visit) -> None:
        page = visit("/en/blog")
        wait_until_live(page)
        switcher = page.locator("footer").get_by_role("link", name="Tiếng Việt")
        switcher.scroll_into_view_if_needed()
        assert page.evaluate("scrollY") > 200
        switcher.click()
        expect(page.locator("html")).to_have_attribute("lang", "vi")
        assert page.evaluate("scrollY") > 200
        (cookie,) = page.context.cookies()
        assert (cookie["name"], cookie["value"]) == ("i18n_redirected", "vi")
        assert (cookie["path"], cookie["sameSite"]) == ("/", "Lax")
        days = (cookie["expires"] - page.evaluate("Date.now() / 1000")) / 86_400
        assert 364.9 < days < 365.1
        page.goto("/")
        assert urlsplit(page.url).path == "/vi"
        page.goto("/forum")
        assert urlsplit(page.url).path == "/vi/forum"

    @pytest.mark.parametrize(
        ("locale", "lang"), [("vi-VN", "vi"), ("zh-TW", "zh"), ("id-ID", "ms"), ("de-DE", "en"), ("en-US", "en")]
    )
    def test_first_visit_uses_the_browsers_language(self, visit: Visit, locale: str, lang: str) -> None:
        page = visit("/", locale=locale)
        assert urlsplit(page.url).path == f"/{lang}"

    def test_one_language_file_is_loaded_at_a_time(self, visit: Visit) -> None:
        page = visit("about:blank")
        requests = note_requests(page)
        page.goto("/ms/forum")
        wait_until_live(page)
        names = [urlsplit(request.url).path for request in requests]
        # The texts of every page, those of the forum, and those of lists of posts.
        assert [name[8:10] for name in names if re.search(r"/assets/(en|zh|ms|vi)-", name)] == ["ms", "ms", "ms"]

    def test_failed_language_file_falls_back_to_english(self, visit: Visit) -> None:
        page = visit("about:blank")
        errors: list[str] = []
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.route("**/assets/zh-*.js", lambda route: route.abort())
        page.goto("/zh/forum")
        expect(page.get_by_role("heading", level=1)).to_have_text("Forum")
        assert any("zh did not load" in error for error in errors)

    def test_without_texts_the_page_stays_server_rendered_and_reloads_once(self, visit: Visit) -> None:
        page = visit("about:blank")
        requests = note_requests(page)
        page.route("**/assets/en-*.js", lambda r: r.continue_() if len(documents(requests)) > 1 else r.abort())
        page.goto("/en/forum#content")
        wait_until_live(page)
        expect(page.get_by_role("heading", level=1)).to_have_text("Forum")
        assert documents(requests) == ["/en/forum", "/en/forum"]


class TestNewBuilds:
    def test_missing_chunk_causes_one_full_load(self, visit: Visit) -> None:
        page = visit("/en/forum")
        wait_until_live(page)
        requests = note_requests(page)
        page.route("**/assets/blog-*.js", lambda route: route.continue_() if documents(requests) else route.abort())
        follow(page, "Articles")
        page.wait_for_url("/en/blog")
        page.wait_for_load_state("networkidle")
        wait_until_live(page)
        expect(page.get_by_role("heading", level=1)).to_have_text("Articles")
        assert documents(requests) == ["/en/blog"]

    def test_missing_chunk_causes_no_reload_loop(self, visit: Visit) -> None:
        page = visit("/en/forum")
        wait_until_live(page)
        page.route("**/assets/blog-*.js", lambda route: route.abort())
        requests = note_requests(page)
        follow(page, "Articles")
        page.wait_for_url("/en/blog")
        page.wait_for_load_state("networkidle")
        # The server-rendered page is readable, and its links work.
        expect(page.get_by_role("heading", level=1)).to_have_text("Articles")
        assert documents(requests) == ["/en/blog"]

    def test_newer_build_is_offered_and_the_next_navigation_is_a_full_load(self, visit: Visit) -> None:
        page = visit("about:blank")
        page.clock.install()
        page.goto("/en/forum")
        wait_until_live(page)
        page.route("**/builds/latest.json*", lambda route: route.fulfill(json={"id": "newer"}))
        with page.expect_request(re.compile(r"/builds/latest\.json\?\d{13}$")):
            page.clock.fast_forward("01:00:01")
        toast = page.get_by_role("status").filter(has_text="A new version")
        expect(toast.get_by_role("button", name="Reload")).to_be_visible()
        box = toast.bounding_box()
        bar = page.get_by_role("navigation", name="Areas of the site").bounding_box()
        assert box is not None
        assert bar is not None
        assert 780 - 160 < box["y"] + box["height"] < bar["y"]
        requests = note_requests(page)
        follow(page, "Articles")
        expect(page.get_by_role("heading", level=1)).to_have_text("Articles")
        assert documents(requests) == ["/en/blog"]

    def test_same_build_shows_no_notice(self, visit: Visit) -> None:
        page = visit("about:blank")
        page.clock.install()
        page.goto("/en/forum")
        wait_until_live(page)
        with page.expect_response(re.compile(r"/builds/latest\.json\?")):
            page.clock.fast_forward("01:00:01")
        expect(page.get_by_role("button", name="Reload")).to_have_count(0)


class TestSessions:
    def test_cookies_are_set_at_sign_in_and_deleted_at_sign_out(self, visit: Visit, site: Site) -> None:
        page = visit("/en/forum", as_=site.make_member("Linh Trần"))
        wait_until_live(page)
        cookies = {cookie["name"]: cookie for cookie in page.context.cookies()}
        assert cookies.keys() >= SESSION_COOKIES
        assert all(cookies[name]["sameSite"] == "Lax" and cookies[name]["path"] == "/" for name in SESSION_COOKIES)
        page.locator("header summary", has_text="Account").click()
        expect(page.get_by_role("banner")).to_contain_text("Linh Trần")
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
        assert not {cookie["name"] for cookie in page.context.cookies()} & SESSION_COOKIES
        toast = page.get_by_text("You've signed out.")
        page.get_by_role("button", name="Close").click()
        expect(toast).to_have_count(0)

    def test_session_unknown_to_the_server_is_recovered(self, visit: Visit, site: Site) -> None:
        page = visit("/en/forum", as_=site.make_member("Aminah"))
        page.context.clear_cookies()
        page.goto("/en/forum")
        expect(page.locator("header summary", has_text="Account")).to_have_count(1)
        assert {cookie["name"] for cookie in page.context.cookies()} >= SESSION_COOKIES

    def test_sign_in_returns_to_the_guarded_page(self, visit: Visit, site: Site) -> None:
        member = site.make_member("Wei")
        page = visit("/en/profile")
        page.get_by_label("Email", exact=False).first.fill(member.email)
        page.get_by_label("Password", exact=True).first.fill(member.password)
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page).to_have_url(re.compile("/en/profile$"))

    def test_readers_without_a_session_do_not_load_the_auth_client(self, visit: Visit) -> None:
        page = visit("about:blank")
        requests = note_requests(page)
        page.goto("/en/forum")
        page.wait_for_load_state("networkidle")
        assert not [request.url for request in requests if re.search("supabase|/auth/v1|/rest/v1", request.url)]


class TestErrors:
    def test_unknown_url_is_not_found(self, visit: Visit) -> None:
        page = visit("/zh/nothing/here")
        expect(page.get_by_role("heading", level=1)).to_have_text("找不到页面")
        expect(page.locator("main")).to_contain_text("404")
        page.get_by_role("link", name="返回首页").click()
        expect(page).to_have_url(re.compile("/zh$"))

    @pytest.mark.parametrize(("status", "title"), [(404, "Page Not Found"), (503, "Internal Server Error")])
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
        expect(page.get_by_role("heading", level=1)).to_have_text("No Connection")
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


class TestLightAndDark:
    def test_colour_scheme_is_stored_and_applied_before_first_paint(self, visit: Visit) -> None:
        page = visit("/en", viewport=DESK)
        wait_until_live(page)
        light = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.get_by_role("button", name="Light or dark").click()
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert dark != light
        # The page's scripts are held back, so only the inline script of the head has run.
        page.route("**/assets/*.js", lambda route: route.abort())
        page.goto("/en/forum", wait_until="commit")
        page.evaluate(PAINTED)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
        page.unroute_all()
        page.goto("/en/forum")
        wait_until_live(page)
        page.get_by_role("button", name="Light or dark").click()
        assert page.evaluate("[document.documentElement.dataset.scheme, localStorage.getItem('balai-scheme')]") == [
            None,
            None,
        ]

    def test_system_colour_scheme_applies_by_default(self, visit: Visit) -> None:
        page = visit("/en", dark=True)
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


class TestWithoutScripts:
    def test_without_javascript_reading_navigation_and_language_work(self, visit: Visit) -> None:
        page = visit("/en", java_script_enabled=False)
        follow(page, "Articles")
        expect(page.get_by_role("heading", level=1)).to_have_text("Articles")
        page.locator("header summary", has_text="Language").click()
        page.locator("header").get_by_role("link", name="Tiếng Việt").click()
        expect(page.locator("html")).to_have_attribute("lang", "vi")

    def test_without_javascript_search_works(self, visit: Visit) -> None:
        page = visit("/en", viewport=DESK, java_script_enabled=False)
        page.get_by_role("searchbox").first.fill("clinic")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(r"/en/search\?q=clinic$"))


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
