"""An administrator lists the people of an incident on a phone and sends them the notice; a member reads it."""

import uuid

from playwright.sync_api import expect

from tests.journeys.conftest import PHONE, Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import make_administrator
from tests.journeys.texts import words_in


def test_incident_from_the_record_to_the_notice(site: Site, visit: Visit) -> None:
    say, name = words_in("vi"), f"Mai {uuid.uuid4().hex[:6]}"
    member = site.make_member(name)
    page = visit("/vi/admin/privacy", as_=make_administrator(site, "Ada"))
    page.get_by_role("main").get_by_role("link", name=say("admin.incidents.title")).click()
    page.get_by_role("button", name=say("admin.incidents.add")).click()
    page.get_by_role("button", name=say("admin.incident.record"), exact=True).click()
    title = page.get_by_label(say("admin.incident.title"))
    expect(title).to_be_focused()
    title.fill("Mất máy tính xách tay")
    page.get_by_label(say("admin.incident.description")).fill("Máy tính xách tay bị mất trên xe buýt.")
    page.get_by_role("button", name=say("admin.incident.record"), exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mất máy tính xách tay")
    left = [page.get_by_text(say("admin.incidents.left.hours", count=hours)) for hours in (71, 72)]
    expect(left[0].or_(left[1]).first).to_be_visible()

    people = page.get_by_role("region", name=say("admin.incident.affected"))
    people.get_by_label(say("admin.incident.whose")).select_option("member")
    people.get_by_label(say("admin.incident.choose.member")).fill(name)
    people.get_by_role("button", name=say("nav.search")).click()
    people.get_by_role("button", name=name).click()
    people.get_by_role("button", name=say("admin.incident.list"), exact=True).click()
    expect(people.get_by_text(say("admin.incidents.people", count=1))).to_be_visible()
    expect(people.get_by_role("link", name=name)).to_be_visible()
    with page.expect_download() as downloaded:
        people.get_by_role("button", name=say("admin.incident.download")).click()
    assert name in downloaded.value.path().read_text()
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    notice = page.get_by_role("region", name=say("admin.incident.notice"))
    # The member reads in English.
    expect(notice.get_by_text(say("admin.incident.missing", languages="English"))).to_be_visible()
    notice.get_by_role("button", name="English").click()
    notice.get_by_label(say("admin.incident.body")).locator("visible=true").fill("A laptop was lost on a bus.")
    notice.get_by_role("button", name=say("common.save"), exact=True).locator("visible=true").click()
    notice.get_by_role("button", name=say("admin.incident.send")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(say("admin.incident.emails", count=1))
    dialog.get_by_role("button", name=say("admin.incident.sendNow")).click()
    expect(notice.get_by_text(say("admin.incident.allNotified", count=1))).to_be_visible(timeout=20_000)
    page.get_by_role("button", name=say("admin.incident.mark")).click()
    expect(page.get_by_role("button", name=say("admin.incident.unmark"))).to_be_visible()
    expect(page.get_by_role("region", name=say("admin.incident.acts"))).to_contain_text(say("admin.incident.step.sent"))

    own = visit("/en/profile/security#incidents", as_=member)
    expect(own.get_by_text("A laptop was lost on a bus.")).to_be_visible()
