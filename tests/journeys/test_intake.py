"""The questions of a service in the form of its booking, and parts of that page used before hydration."""

from datetime import datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.journeys.conftest import Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import ZONE, a_time, make_service
from tests.journeys.test_forum import button
from tests.journeys.test_hydration import open_slowly
from tests.journeys.texts import words_in

ALLERGY, INTERPRETER, READ = "Có dị ứng gì không?", "Cần thông dịch viên?", "Tôi đã đọc hướng dẫn"
QUESTIONS = [
    {"id": str(uuid4()), "kind": kind, "is_required": True, "texts": {"vi": {"label": label, "help": ""}}}
    for kind, label in (("text", ALLERGY), ("yes_no", INTERPRETER), ("consent", READ))
]


def test_questions_are_answered_before_and_after_hydration(site: Site, visit: Visit) -> None:
    say = words_in("vi")
    service = make_service(site, questions=QUESTIONS)
    page = visit("/vi/about", as_=site.make_member("Hoa", language="vi", time_zone=ZONE))
    come = open_slowly(page, f"/vi/book/{service['slug']}?at={a_time()}")
    page.get_by_label(ALLERGY).fill("Đậu phộng")
    book = button(page, say("book.service.book"))
    book.click()
    come()
    # The text arrived; the two unanswered questions are refused, in the form.
    group = page.get_by_role("group", name=say("book.intake.title"))
    expect(group.get_by_text(say("book.intake.missing"))).to_be_visible()
    expect(group.get_by_text(say("book.intake.agree"))).to_be_visible()
    assert_accessible(page)
    group.get_by_role("group", name=INTERPRETER).get_by_text(say("book.intake.yes"), exact=True).click()
    page.get_by_label(READ).check()
    page.reload()
    # The draft of the answers outlives a reload.
    expect(page.get_by_label(ALLERGY)).to_have_value("Đậu phộng")
    expect(page.get_by_label(READ)).to_be_checked()
    book.click()
    page.wait_for_url("**/book/view/**")
    expect(page.get_by_text("Đậu phộng")).to_be_visible()
    assert_accessible(page)


def test_course_is_opened_before_hydration(site: Site, visit: Visit) -> None:
    say, first = words_in("vi"), datetime.now(ZoneInfo(ZONE)).date() + timedelta(days=3)
    evenings = [
        {"day": str(first + timedelta(days=days)), "opens": "19:00", "closes": "20:00", "note": ""} for days in (0, 2)
    ]
    service = make_service(site, dates=evenings, series="whole")
    page = visit("/vi/about", as_=site.make_member("Hoa", language="vi", time_zone=ZONE))
    come = open_slowly(page, f"/vi/book/{service['slug']}")
    button(page, say("book.dates.bookAll")).click()
    come()
    expect(page.locator("form[data-part=booking]")).to_be_visible()
