"""An administrator sees the site as a volunteer on a phone: without the confidential thread."""

import uuid

from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import PHONE, Person, Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_confidential import make_area
from tests.journeys.test_forum import make_administrator, run_sql
from tests.journeys.texts import words_in

WORDS = words_in("zh")
REASON = "志愿者能看到个案讨论吗？请确认一下。"
ASK = "select count(*)::int from public.perspectives where member_id = $1 and ended_at is not null"


def test_an_administrator_sees_the_site_as_a_volunteer(site: Site, visit: Visit) -> None:
    mark = f"k{uuid.uuid4().hex[:8]}"
    counsellor = site.make_member(f"Mai {mark}")
    volunteer, ada = site.make_member(f"Linh {mark}"), make_administrator(site, "Ada")
    topic = f"/forum/quiet-{mark}/post/{make_area(site, mark, [counsellor])}"
    # A counsellor sees a forum that is closed to the administrator.
    page = visit(f"/zh/admin/members/{counsellor.id}", as_=ada)
    dialog = open_dialog(page)
    dialog.get_by_label(WORDS("admin.perspective.reason")).fill(REASON)
    dialog.get_by_role("button", name=WORDS("admin.perspective.start")).click()
    expect(dialog.get_by_text(WORDS("admin.perspective.error.sees_closed_areas"))).to_be_visible()

    page.goto(f"{site.url}/zh/admin/members/{volunteer.id}")
    start_with_reason(page)
    bar = page.get_by_role("complementary").filter(has_text=volunteer.display_name)
    expect(bar).to_contain_text(WORDS("admin.perspective.bar", name=volunteer.display_name))
    look_around(site, page, bar, mark, topic)
    # Other tabs are the administrator's own.
    other = page.context.new_page()
    other.goto(f"{site.url}/zh/admin")
    expect(other.get_by_role("complementary").filter(has_text=volunteer.display_name)).to_have_count(0)
    expect(other.get_by_role("heading", level=1)).to_contain_text("Ada")
    other.close()
    stop(site, page, bar, volunteer)

    # The volunteer reads of it.
    mine = visit("/zh/profile/security", as_=volunteer)
    section = mine.get_by_role("region", name=WORDS("profile.security.perspectives"))
    expect(section).to_contain_text(REASON)
    expect(section).not_to_contain_text("Ada")
    assert_accessible(mine)


def open_dialog(page: Page) -> Locator:
    page.get_by_role("main").get_by_role("button", name=WORDS("admin.perspective.start")).click()
    return page.get_by_role("dialog")


def start_with_reason(page: Page) -> None:
    """An empty reason is refused first."""
    dialog = open_dialog(page)
    reason, start = dialog.get_by_label(WORDS("admin.perspective.reason")), WORDS("admin.perspective.start")
    expect(dialog.get_by_text(WORDS("admin.perspective.rules"))).to_be_visible()
    dialog.get_by_role("button", name=start).click()
    expect(reason).to_have_attribute("aria-invalid", "true")
    reason.fill(REASON)
    assert_accessible(page)
    dialog.get_by_role("button", name=start).click()
    page.wait_for_url("**/as/zh")
    assert page.evaluate("document.scripts.length") == 0
    assert_accessible(page)


def look_around(site: Site, page: Page, bar: Locator, mark: str, topic: str) -> None:
    """Links stay with the member; what is closed to the member is absent."""
    page.get_by_role("link", name=WORDS("nav.forum")).first.click()
    page.wait_for_url("**/as/zh/forum")
    expect(bar).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text(mark)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(bar).to_be_in_viewport()
    for closed in (topic, "/admin"):
        response = page.goto(f"{site.url}/as/zh{closed}")
        assert response and response.status == 404
        expect(page.get_by_role("main")).not_to_contain_text("lawyer")
        expect(bar).to_be_visible()
    page.goto(f"{site.url}/as/zh/messages")
    expect(page.get_by_role("heading", level=1)).to_have_text(WORDS("admin.perspective.withheld"))
    assert_accessible(page)


def stop(site: Site, page: Page, bar: Locator, volunteer: Person) -> None:
    bar.get_by_role("link", name=WORDS("admin.perspective.stop")).click()
    page.wait_for_url(f"**/zh/admin/members/{volunteer.id}")
    expect(page.get_by_role("heading", level=1)).to_have_text(volunteer.display_name)
    assert run_sql(site, ASK, uuid.UUID(volunteer.id)) == 1
    page.goto(f"{site.url}/as/zh")
    expect(page.get_by_role("heading", level=1)).to_have_text(WORDS("admin.perspective.ended"))
    page.goto(f"{site.url}/zh/admin/log?thing=perspectives")
    expect(page.get_by_role("main")).to_contain_text(REASON)
