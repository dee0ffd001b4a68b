"""A member asks for a correction of their data on a phone, and the data officer answers."""

import uuid

from playwright.sync_api import expect

from tests.journeys.conftest import PHONE, Site, Visit
from tests.journeys.live import close_toasts
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import make_administrator, run_sql
from tests.journeys.texts import words_in

OVERDUE = """
update public.privacy_requests set received_on = received_on - 30, due_on = due_on - 30 where member_id = $1
"""


def test_request_from_filing_to_the_answer(site: Site, visit: Visit) -> None:
    say, words = words_in("vi"), words_in("zh")
    member, ada = site.make_member(f"Mai {uuid.uuid4().hex[:6]}"), make_administrator(site, "Ada")
    page = visit("/vi/profile/security#requests", as_=member)
    section = page.get_by_role("region", name=say("profile.requests.title"))
    section.get_by_role("button", name=say("profile.requests.new")).click()
    # The copy of all data is faster.
    expect(section.get_by_role("link", name=say("profile.requests.fasterLink.access"))).to_have_attribute(
        "href", "#data"
    )
    section.get_by_label(say("profile.requests.what")).select_option("correction")
    section.get_by_role("button", name=say("profile.requests.send")).click()
    expect(section.get_by_label(say("profile.requests.message"))).to_be_focused()
    section.get_by_label(say("profile.requests.message")).fill("Tên tôi là Mai, không phải Mia.")
    assert_accessible(page)
    section.get_by_role("button", name=say("profile.requests.send")).click()
    request = section.get_by_role("listitem")
    expect(request).to_contain_text(say("profile.requests.state.open"))
    expect(request).to_contain_text("không phải Mia")
    # One open request of a kind.
    section.get_by_role("button", name=say("profile.requests.new")).click()
    section.get_by_label(say("profile.requests.what")).select_option("correction")
    expect(section.get_by_text(say("profile.requests.error.open"))).to_be_visible()
    section.get_by_role("button", name=say("common.cancel")).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    run_sql(site, OVERDUE, uuid.UUID(member.id))
    desk = visit("/zh/admin", as_=ada)
    desk.get_by_role("main").get_by_role("link", name=words("admin.privacyOverdue", count=1)).click()
    card = desk.get_by_role("listitem").filter(has_text="không phải Mia")
    expect(card).to_contain_text(words("profile.requests.overdue"))
    card.get_by_role("button", name=words("admin.privacy.take")).click()
    expect(card).to_contain_text(words("admin.privacy.handler", name="Ada"))
    close_toasts(desk, words("common.close"))
    card.get_by_role("button", name=words("admin.privacy.extend")).click()
    card.get_by_label(words("admin.privacy.reason")).fill("Cần giấy tờ.")
    assert_accessible(desk)
    card.get_by_role("button", name=words("admin.privacy.extend")).click()
    expect(card).to_contain_text(words("admin.privacy.extended"))
    expect(card.get_by_text(words("profile.requests.overdue"))).to_have_count(0)
    close_toasts(desk, words("common.close"))
    card.get_by_role("button", name=words("admin.privacy.answer"), exact=True).click()
    card.get_by_role("button", name=words("admin.privacy.close")).click()
    expect(card.get_by_label(words("profile.requests.answer"))).to_be_focused()
    card.get_by_label(words("profile.requests.answer")).fill("Đã sửa tên của bạn.")
    assert desk.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    card.get_by_role("button", name=words("admin.privacy.close")).click()
    expect(card).to_have_count(0)
    desk.get_by_role("link", name=words("profile.requests.state.done")).click()
    expect(card).to_contain_text("Đã sửa tên của bạn.")

    page.goto(f"{site.url}/vi/notifications")
    notice = page.get_by_role("listitem").filter(has_text=say("notifications.kind.privacy_request"))
    notice.first.get_by_role("link").click()
    expect(request).to_contain_text("Đã sửa tên của bạn.")
    expect(request).to_contain_text("Cần giấy tờ.")
    expect(request).to_contain_text(say("profile.requests.state.done"))
    assert_accessible(page)


def test_request_of_a_person_without_an_account(site: Site, visit: Visit) -> None:
    words, name = words_in("zh"), f"Uncle Lim {uuid.uuid4().hex[:6]}"
    page = visit("/zh/admin/privacy", as_=make_administrator(site, "Ada"))
    page.get_by_role("button", name=words("admin.privacy.add")).click()
    page.get_by_role("button", name=words("admin.privacy.save")).click()
    expect(page.get_by_label(words("admin.privacy.person"))).to_be_focused()
    page.get_by_label(words("admin.privacy.person")).fill(name)
    page.get_by_label(words("admin.privacy.contact")).fill("+65 8000 0000")
    page.get_by_label(words("admin.privacy.channel")).select_option("phone")
    page.get_by_label(words("admin.privacy.message")).fill("A copy of the form of 2019")
    assert_accessible(page)
    page.get_by_role("button", name=words("admin.privacy.save")).click()
    card = page.get_by_role("listitem").filter(has_text=name)
    expect(card).to_contain_text("+65 8000 0000")
    expect(card).to_contain_text(words("admin.privacy.channel.phone"))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    other = visit("/zh/admin/privacy", as_=site.make_member())
    expect(other.get_by_role("heading", name=words("error.page.notFound.title"))).to_be_visible()
