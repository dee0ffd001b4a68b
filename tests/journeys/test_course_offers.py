"""The place in a course is offered in turn, on phones: a message, an answer too late, and the next one who accepts."""

from playwright.sync_api import expect

from tests.journeys.conftest import PHONE, Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import ZONE, mail_about
from tests.journeys.test_course import EVENINGS, SAY, join, make_course
from tests.journeys.test_forum import button, run_sql

END_OFFERS = """
update public.bookings b set offer_until = now() - interval '1 minute'
from public.services s where s.id = b.service_id and s.slug = $1 and b.offer_until is not null
"""


def test_an_offer_ends_and_the_next_one_accepts(site: Site, visit: Visit) -> None:
    course = make_course(site)
    people = [site.make_member(name, language="vi", time_zone=ZONE) for name in ("Mei", "Hoà", "Huy", "Lan")]
    pages = [visit(f"/vi/book/{course['slug']}", as_=person) for person in people]
    for number, page in enumerate(pages):
        page.reload()
        join(page, "book.dates.bookAll" if number < 2 else "book.service.wait")
    mei, _, late, following = pages
    button(mei, SAY("book.dates.cancelAll")).click()
    mei.get_by_role("dialog").get_by_role("button", name=SAY("book.dates.cancelAll")).click()
    expect(mei.get_by_role("listitem").filter(has_text=SAY("book.dates.cancelled"))).to_have_count(EVENINGS)

    # The offer is among the notifications, and leads to the booking.
    view = late.url
    late.goto("/vi/notifications")
    offered = late.get_by_role("main").get_by_role("link").filter(has_text=course["mark"])
    expect(offered.first).to_be_visible()
    assert_accessible(late)
    offered.first.click()
    late.wait_for_url(view + "*")
    expect(late.get_by_text(SAY("book.request.offered"))).to_be_visible()
    expect(button(late, SAY("book.dates.cancelAll"))).to_have_count(0)
    expect(button(late, SAY("book.view.declineOffer"))).to_be_visible()
    assert_accessible(late)
    assert late.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    # The time runs out while the page is open; the answer says so in the reader's language.
    run_sql(site, END_OFFERS, course["slug"])
    button(late, SAY("book.request.accept")).click()
    expect(late.get_by_text(SAY("error.detail.offer_over")).first).to_be_visible()
    run_sql(site, "select public.end_overdue_waiting(50)")
    assert "Có chỗ cho bạn" in mail_about(site, people[3], "Có chỗ cho bạn")
    late.reload()
    expect(button(late, SAY("book.request.accept"))).to_have_count(0)
    # It was never a booking: nothing was cancelled, and no calendar has it.
    expect(late.get_by_text(SAY("book.view.neverBooked"))).to_be_visible()
    for text in ("book.view.removeFromCalendar", "book.view.threadClosed", "book.view.cancelled"):
        expect(late.get_by_text(SAY(text))).to_have_count(0)
    assert_accessible(late)

    following.reload()
    button(following, SAY("book.request.accept")).dblclick()
    expect(following.get_by_text(SAY("book.view.booked"))).to_be_visible()
    expect(following.get_by_text(SAY("book.request.offered"))).to_have_count(0)
    following.reload()
    expect(following.get_by_text(SAY("book.view.booked"))).to_be_visible()
