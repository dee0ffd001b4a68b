"""Without a connection: pages that were opened, the booking ticket, an error page for all others. And installing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import ALIVE, Site, Visit, wait_for
from tests.journeys.test_booking import a_time, make_service
from tests.journeys.texts import words_in

STORED = """async (path) => {
  const cache = await caches.open("balai-pages-1");
  return Boolean(await cache.match(path, { ignoreVary: true }));
}"""
READY = "async () => Boolean((await navigator.serviceWorker.ready).active && navigator.serviceWorker.controller)"


@pytest.fixture
def reader(visit: Visit) -> Callable[..., Page]:
    """`reader("/vi")`: a page whose service worker runs and has stored it."""

    def open_page(path: str, **options: object) -> Page:
        page = visit(path, service_workers="allow", **options)
        wait_for(lambda: page.evaluate(READY), "the service worker")
        wait_for_stored(page, path)
        return page

    return open_page


def wait_for_stored(page: Page, path: str) -> None:
    # Not `wait_for_function`: it takes the promise for the answer.
    wait_for(lambda: page.evaluate(STORED, path), f"{path} in the cache")


def test_opened_pages_are_read_without_a_connection(reader: Callable[..., Page]) -> None:
    say = words_in("vi")
    page = reader("/vi")
    page.goto("/vi/blog")
    link = page.locator("main a[href*='/blog/']").first
    article = link.get_attribute("href") or ""
    list_title = page.locator("h1").inner_text()
    link.click()
    page.wait_for_url(f"**{article}")
    expect(page.locator("h1")).not_to_have_text(list_title)
    title = page.locator("h1").inner_text()
    wait_for_stored(page, article)
    page.context.set_offline(True)
    # As a whole page, which was only loaded inside the app; then inside the app.
    page.goto(article)
    page.evaluate(ALIVE)
    expect(page.locator("h1")).to_have_text(title)
    page.locator("header").get_by_role("link").first.click()
    page.wait_for_url("**/vi")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    # A page that was not opened: what can be read instead, and a way back when the connection is.
    page.goto("/vi/resources")
    page.evaluate(ALIVE)
    expect(page.get_by_role("heading", name=say("error.page.noConnection.title"))).to_be_visible()
    # Its drawing comes from a file that no page before it has shown.
    drawn = "async () => (await fetch(document.querySelector('main use').getAttribute('href'))).ok"
    assert page.evaluate(drawn)
    kept = page.get_by_role("navigation", name=say("error.page.noConnection.kept"))
    expect(kept.get_by_role("link", name=title)).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name=say("common.retry")).click()
    expect(page.get_by_role("heading", level=1, name=say("resources.title"))).to_be_visible()


def test_ticket_is_shown_without_a_connection_and_gone_after_signing_out(
    site: Site, reader: Callable[..., Page]
) -> None:
    say, service = words_in("en"), make_service(site, capacity=4)
    page = reader("/en/forum", as_=site.make_member("Mei"))
    page.goto(f"/en/book/{service['slug']}?at={a_time()}")
    page.get_by_role("button", name=say("book.service.book")).click()
    page.wait_for_url("**/book/view/**")
    ticket = page.url.removeprefix(site.url)
    wait_for_stored(page, ticket)
    page.context.set_offline(True)
    page.goto(ticket)
    page.evaluate(ALIVE)
    expect(page.locator("main")).to_contain_text(service["mark"])
    page.context.set_offline(False)
    page.reload()
    page.evaluate(ALIVE)
    page.locator("header summary", has_text=say("nav.account")).click()
    page.get_by_role("button", name=say("nav.signOut")).click()
    wait_for(lambda: not page.evaluate(STORED, ticket), "the deletion of the ticket")
    page.wait_for_function("() => !document.cookie.includes('sb-access-token')")
    page.context.set_offline(True)
    page.goto(ticket)
    expect(page.get_by_role("heading", name=say("error.page.noConnection.title"))).to_be_visible()
    assert "Mei" not in page.content()
    assert service["mark"] not in page.content()


def test_other_users_pages_are_deleted(site: Site, reader: Callable[..., Page]) -> None:
    page = reader("/en/profile", as_=site.make_member("Mei"))
    # The session ends and no event tells a page, as when the account is blocked.
    page.goto("/robots.txt")
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.goto("/en/about")
    wait_for_stored(page, "/en/about")
    assert not page.evaluate(STORED, "/en/profile")


def test_pages_of_another_build_are_not_mixed(reader: Callable[..., Page]) -> None:
    say = words_in("en")
    page = reader("/en")
    page.goto("/en/about")
    wait_for_stored(page, "/en/about")
    # As an update of the site leaves it: the stored page is of the build before.
    page.evaluate("""async () => {
      const cache = await caches.open("balai-pages-1");
      const stored = await (await cache.match("/en/about", { ignoreVary: true })).json();
      await cache.put("/en/about", Response.json({ ...stored, build: "0123456789abcdef" }));
    }""")
    page.goto("/en")
    page.evaluate(ALIVE)
    page.context.set_offline(True)
    for go in (lambda: page.locator("a[href='/en/about']").first.click(), lambda: page.goto("/en/about")):
        go()
        expect(page.get_by_role("heading", name=say("error.page.noConnection.title"))).to_be_visible()


def test_administration_and_accounts_are_not_stored(site: Site, reader: Callable[..., Page]) -> None:
    page = reader("/en/about", as_=site.make_member("Mei"))
    page.goto("/en/profile/security")
    page.goto("/en/forum")
    wait_for_stored(page, "/en/forum")
    assert not page.evaluate(STORED, "/en/profile/security")


def test_site_can_be_installed(reader: Callable[..., Page]) -> None:
    page = reader("/zh")
    devtools = page.context.new_cdp_session(page)
    answer = devtools.send("Page.getAppManifest")
    assert answer["errors"] == []
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Playwright's contexts are incognito windows; nothing else stands in the way.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
