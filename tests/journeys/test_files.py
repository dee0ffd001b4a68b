"""Library files: uploaded by an administrator, downloaded under their own names, some by members only."""

import re
import uuid

import httpx
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.conftest import DESK, Site, Visit
from tests.journeys.test_images import make_administrator

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
    with page.expect_download() as download:
        page.get_by_role("button", name=title, exact=True).click()
    assert download.value.suggested_filename == NAME
    assert download.value.path().read_bytes() == content

    assert httpx.get(site.url + stored).status_code == 400
    reader = visit("/en/resources")
    expect(reader.get_by_role("link", name=title)).to_have_attribute("href", re.compile(r"/en/signin\?next="))
    expect(reader.get_by_text(NAME)).to_be_visible()


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
