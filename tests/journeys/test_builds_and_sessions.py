"""New builds, and sessions that begin, end or are unknown.

At 360 px unless a test sets another width.
"""

import re

from playwright.sync_api import expect

from tests.journeys.conftest import Site
from tests.journeys.shell import Visit, documents, follow, note_requests, wait_until_live

SESSION_COOKIES = {"sb-access-token", "sb-refresh-token"}


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
        # Sent by the idle parts, which watch for builds as well.
        with page.expect_request("**/page_views"):
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
        # Sent by the idle parts, which watch for builds as well.
        with page.expect_request("**/page_views"):
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
