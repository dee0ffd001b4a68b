"""Library files: uploaded by an administrator, downloaded under their own names, some by members only."""

import re
import uuid

import httpx
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.conftest import DESK, Person, Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_images import make_administrator
from tests.journeys.texts import words_in

SAY = words_in("vi")
NAME = "社区诊所 lịch khám.pdf"


def test_file_for_members_is_downloaded_under_its_own_name(site: Site, visit: Visit) -> None:
    title = f"Timetable {uuid.uuid4().hex[:6]}"
    page = visit("/en/admin/resources", as_=make_administrator(site), viewport=DESK)
    page.get_by_role("button", name="Add a resource").click()
    page.get_by_label("Only members can open the file").check()
    content = b"%PDF-1.7\n%%EOF"
    chooser = page.get_by_label("Upload a file instead").first
    address = page.get_by_label("Address", exact=False).first
    stop_a_first_try(page, chooser)
    expect(address).to_have_value("")
    chooser.set_input_files({"name": NAME, "mimeType": "application/pdf", "buffer": content})
    expect(address).to_have_value(re.compile(r"/member-files/.+/lich-kham\.pdf\?download="))
    stored = address.input_value()
    page.get_by_label("Title", exact=False).first.fill(title)
    page.get_by_role("button", name="Save", exact=True).first.click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
    page.goto("/en/resources")
    save(page, page.get_by_role("link", name=title, exact=True), content)
    assert httpx.get(site.url + stored).status_code == 400
    # The form has the stored address still.
    page.goto("/en/admin/resources")
    line = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title))
    line.get_by_role("button", name=words_in("en")("admin.resources.edit")).click()
    expect(address).to_have_value(stored)

    visitor_signs_in_and_saves_it(visit, site.make_member("Hoa", language="vi"), title, content)
    member = site.make_member("Mai", language="vi")
    member_saves_it_from_every_place(visit("/vi/resources", as_=member, service_workers="allow"), title, content)


def save(page: Page, link: Locator, content: bytes) -> None:
    """Press a link to the file: the page stays, and the browser has the whole file under its own name."""
    before = page.url
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == NAME
    assert download.value.path().read_bytes() == content
    assert page.url == before
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


def visitor_signs_in_and_saves_it(visit: Visit, member: Person, title: str, content: bytes) -> None:
    """Visitors find the resource, and are led back to it once they have signed in."""
    page = visit(f"/vi/search?q={title}", dark=True)
    page.get_by_role("main").get_by_role("link", name=title).click()
    page.wait_for_url(re.compile(r"/vi/signin\?next=%2Fvi%2Fresources%3Ffile%3D"))
    expect(page.get_by_role("button", name=SAY("signin.submit"), exact=True)).to_be_enabled()
    page.get_by_label("Email", exact=False).first.fill(member.email)
    page.get_by_label(SAY("signin.password"), exact=True).first.fill(member.password)
    page.get_by_role("button", name=SAY("signin.submit"), exact=True).click()
    page.wait_for_url("**/vi/resources?file=*")
    shelf = page.locator("section", has=page.get_by_role("heading", name=SAY("resources.asked")))
    assert_accessible(page)
    save(page, shelf.get_by_role("link", name=title, exact=True), content)


def member_saves_it_from_every_place(page: Page, title: str, content: bytes) -> None:
    main = page.get_by_role("main")
    item = main.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title))
    page.evaluate("navigator.serviceWorker.ready")
    item.get_by_role("button", name=f"{SAY('common.bookmark')}: {title}").click()
    page.get_by_role("dialog").get_by_role("button", name=SAY("common.save"), exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    for path in ("/vi/resources", "/vi", f"/vi/search?q={title}", "/vi/profile/bookmarks"):
        page.goto(path)
        save(page, main.get_by_role("link", name=title).first, content)
    # Also on pages that the browser has put together itself, and among the suggestions.
    page.goto("/vi/search")
    field = page.get_by_role("searchbox").last
    field.press_sequentially(title)
    save(page, page.get_by_role("option").filter(has_text=title).first, content)
    field.press_sequentially(title)
    field.press("Enter")
    page.wait_for_url("**/vi/search?q=*")
    save(page, main.get_by_role("link", name=title).first, content)
    stored = """async () => {
      const keys = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
      return (await Promise.all(keys)).flat().map((request) => request.url);
    }"""
    urls = page.evaluate(stored)
    assert any("/assets/" in url for url in urls) and not [url for url in urls if "member-files" in url]
    page.goto("/member-files/1/none.pdf")
    expect(page.get_by_role("heading", name=SAY("error.page.notFound.title"))).to_be_visible()


def stop_a_first_try(page: Page, chooser: Locator) -> None:
    """Cancel an upload in progress."""
    held: list[Route] = []
    page.route("**/storage/v1/object/**", lambda route: held.append(route))
    with page.expect_request("**/storage/v1/object/**"):
        chooser.set_input_files({"name": "wrong.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7"})
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.get_by_text("Upload a file instead")).to_be_enabled()
    page.unroute_all()
