"""Languages, colour schemes and reading without scripts, on every screen.

At 360 px unless a test sets another width.
"""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import DESK, PAINTED
from tests.journeys.shell import Visit, documents, follow, note_requests, wait_until_live


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
