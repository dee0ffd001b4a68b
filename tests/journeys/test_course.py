"""A course of six evenings fills, the line moves, and its threads open for exactly those inside."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.journeys.conftest import PHONE, Site, Visit
from tests.journeys.live import wait_until_followed
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import NAMES, ZONE, mail_about, make_service
from tests.journeys.test_desk_and_guests import GIVE_ROLE
from tests.journeys.test_forum import button, reply_at, run_sql, write_reply
from tests.journeys.texts import words_in

SAY = words_in("vi")
EVENINGS = 6
WORDS = "Tôi mang theo sách bài tập."


def make_course(site: Site, **more: object) -> dict[str, str]:
    """Six evenings, two days apart, for two."""
    today = datetime.now(ZoneInfo(ZONE)).date()
    evenings = [
        {"day": str(today + timedelta(days=3 + 2 * number)), "opens": "19:00", "closes": "20:00", "note": ""}
        for number in range(EVENINGS)
    ]
    return make_service(site, dates=evenings, series="whole", capacity=2, thread_days=7, **more)


def join(page: Page, act: str) -> None:
    """Open the form of the whole course and send it."""
    button(page, SAY("book.dates.bookAll")).click()
    send(page, act)


def send(page: Page, act: str) -> None:
    """Send the open form."""
    page.locator("form[data-part=booking]").get_by_role("button", name=SAY(act)).click()
    page.wait_for_url("**/book/view/**")


def dates_on(page: Page) -> list[str]:
    """The addresses of the dates of a booked course, without that of the page itself."""
    dates = page.get_by_role("region", name=SAY("book.dates.yours")).get_by_role("listitem")
    expect(dates).to_have_count(EVENINGS)
    return [str(link.get_attribute("href")) for link in dates.get_by_role("link").all()]


def book_all(page: Page, course: dict[str, str]) -> None:
    """Book the whole course from the list of services. While the form is open all dates are held."""
    page.get_by_role("link", name=f"{NAMES['vi']} {course['mark']}").click()
    assert_accessible(page)
    button(page, SAY("book.dates.bookAll")).click()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[45]:\d\d$"))
    send(page, "book.dates.bookAll")
    dates_on(page)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def write_in_thread(page: Page, reader: Page) -> str:
    """Write in the thread of the first evening, where another attendee reads it. Returns its address."""
    page.get_by_role("link", name=SAY("book.view.thread")).click()
    write_reply(page, SAY, WORDS)
    button(page, SAY("forum.reply.send")).click()
    expect(reply_at(page, 1)).to_contain_text(WORDS)
    reader.get_by_role("link", name=SAY("book.view.thread")).click()
    expect(reply_at(reader, 1)).to_contain_text(WORDS)
    return re.sub("[?#].*", "", page.url)


def give_up(page: Page) -> None:
    """Cancel all dates on the page of the booking."""
    button(page, SAY("book.dates.cancelAll")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(SAY("book.dates.cancelText", count=EVENINGS))
    assert_accessible(page)
    dialog.get_by_role("button", name=SAY("book.dates.cancelAll")).click()
    expect(page.get_by_text(SAY("book.view.threadClosed"))).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text=SAY("book.dates.cancelled"))).to_have_count(EVENINGS)


def accept(page: Page, thread: str, offer: str) -> None:
    """Accept the offer by the link of the message. Until then the thread leads to the booking."""
    page.goto(thread)
    expect(page.get_by_text(SAY("book.request.offered"))).to_be_visible()
    assert_accessible(page)
    page.goto(offer)
    expect(page.get_by_role("listitem").filter(has_text="19:00")).to_have_count(EVENINGS)
    assert_accessible(page)
    button(page, SAY("book.request.accept")).click()
    expect(page.get_by_text(SAY("book.dates.count", count=EVENINGS))).to_be_visible()
    expect(page.get_by_text(SAY("book.request.offered"))).to_have_count(0)


def open_threads(page: Page, booking: str, first: str) -> list[str]:
    """Open the thread of each evening from the booking. Returns their addresses."""
    page.goto(booking)
    expect(page.get_by_text(SAY("book.view.booked"))).to_be_visible()
    page.get_by_role("link", name=SAY("book.view.thread")).click()
    expect(reply_at(page, 1)).to_contain_text(WORDS)
    assert page.url.startswith(first)
    page.go_back()
    threads = [first]
    for address in dates_on(page):
        page.goto(address)
        page.get_by_role("link", name=SAY("book.view.thread")).click()
        expect(page.get_by_role("region", name=SAY("forum.session.title"))).to_be_visible()
        threads.append(page.url)
    return threads


def test_a_course_fills_and_its_threads_open_for_exactly_those_inside(site: Site, visit: Visit) -> None:
    course = make_course(site)
    mei, hoa, huy = [site.make_member(name, language="vi", time_zone=ZONE) for name in ("Mei", "Hoà", "Huy")]
    mine, other = visit("/vi/book", as_=mei), visit(f"/vi/book/{course['slug']}", as_=hoa)
    book_all(mine, course)
    join(other, "book.dates.bookAll")
    # Full: the next one waits for the whole of it, and sees no thread.
    late = visit(f"/vi/book/{course['slug']}", as_=huy)
    join(late, "book.service.wait")
    expect(late.get_by_text(SAY("book.inLine", position=1))).to_be_visible()
    expect(late.get_by_role("link", name=SAY("book.view.thread"))).to_have_count(0)

    view, waiting = mine.url, late.url
    thread = write_in_thread(mine, other)
    # The address of the thread leads the one who waits back to their booking.
    late.goto(thread)
    late.wait_for_url(waiting)
    wait_until_followed(site, mine, "public.bookings", 2)

    # On another device Mei gives up the course: the open page of the thread closes.
    give_up(visit(view, as_=mei))
    expect(mine.get_by_text(SAY("book.view.threadClosed"))).to_be_visible()
    expect(mine.get_by_text(WORDS)).to_have_count(0)

    # The whole is offered to Huy, who has all six evenings after accepting, each with its thread.
    offer = re.search(r"/vi/book/view/answer\?link=[0-9a-f-]+", mail_about(site, huy, "Có chỗ cho bạn"))
    assert offer is not None
    accept(late, thread, offer[0])
    threads = open_threads(late, waiting, thread)
    assert len(set(threads)) == EVENINGS

    # Mei opens none of them; Hoà still reads.
    for address in threads:
        answer = mine.goto(address)
        assert answer is not None and (answer.status == 404 or re.search("/book/view/", mine.url)), address
        expect(mine.get_by_text(WORDS)).to_have_count(0)
    other.reload()
    expect(reply_at(other, 1)).to_contain_text(WORDS)


def test_the_desk_books_a_caller_into_the_whole_course(site: Site, visit: Visit) -> None:
    course, desk = make_course(site), site.make_member("Rosnah")
    run_sql(site, GIVE_ROLE, desk.id, course["slug"])
    page = visit("/vi/admin/bookings/new", as_=desk)
    whole = page.get_by_role("radio", name=SAY("book.dates.whole"))
    expect(whole).to_be_checked()
    expect(page.get_by_role("listitem").filter(has_text=SAY("book.places", count=2))).to_have_count(EVENINGS)
    for number, told in enumerate(("done", "done", "waits"), 1):
        # The third finds it full and waits for the whole.
        name = f"Lan {number}"
        page.get_by_role("combobox", name=SAY("admin.reception.who")).fill(name)
        page.get_by_role("option", name=SAY("admin.reception.new", name=name)).click()
        act = "admin.reception.book" if told == "done" else "book.service.wait"
        if told == "waits":
            whole.check()
        button(page, SAY(act)).click()
        notice = page.get_by_role("alert").filter(has_text=name)
        expect(notice).to_contain_text(SAY(f"admin.reception.{told}", name=name, when="").strip())
        expect(notice).to_contain_text(SAY("book.dates.count", count=EVENINGS))
        assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    button(page, SAY("common.undo")).click()
    expect(page.get_by_text(SAY("common.undone"))).to_be_visible()
    states = "select string_agg(distinct b.status || ' ' || n, ', ' order by b.status || ' ' || n) from (select status,"
    counted = f"{states} count(*) n from public.bookings x join public.services s on s.id = x.service_id"
    assert run_sql(site, f"{counted} where s.slug = $1 group by status) b", course["slug"]) == "booked 12, cancelled 6"


def test_one_answer_of_the_desk_confirms_all_dates_that_were_asked_for(site: Site, visit: Visit) -> None:
    course, desk = make_course(site, needs_confirmation=True), site.make_member("Rosnah")
    run_sql(site, GIVE_ROLE, desk.id, course["slug"])
    hoa, huy = [site.make_member(name, language="vi", time_zone=ZONE) for name in ("Hoà", "Huy")]
    pages = [visit(f"/vi/book/{course['slug']}", as_=member) for member in (hoa, huy)]
    for page in pages:
        button(page, SAY("book.dates.askAll")).click()
        expect(page.get_by_text(SAY("book.service.confirms"))).to_be_visible()
        send(page, "book.dates.askAll")
        expect(page.get_by_text(SAY("book.service.asked"))).not_to_have_count(0)
        dates_on(page)
        assert_accessible(page)
    # On the page of any date, and one answer for all.
    mine, other = pages
    staff = visit(dates_on(mine)[3], as_=desk)
    expect(staff.get_by_text(SAY("book.request.forCourse", count=EVENINGS))).to_be_visible()
    expect(button(staff, SAY("book.view.withdraw"))).to_have_count(0)
    assert_accessible(staff)
    button(staff, SAY("book.request.confirmOf", name="Hoà")).click()
    expect(staff.get_by_text(SAY("book.view.booked"))).to_be_visible()
    assert mail_about(site, hoa, "Đã đặt chỗ").count("19:00") >= EVENINGS
    declined = visit(other.url, as_=desk)
    button(declined, SAY("book.request.declineOf", name="Huy")).click()
    dialog = declined.get_by_role("dialog")
    expect(dialog).to_contain_text(SAY("book.request.forCourse", count=EVENINGS))
    dialog.get_by_role("button", name=SAY("book.request.decline")).click()
    for page, state, number in ((mine, "booked", 0), (other, "cancelled", EVENINGS)):
        page.reload()
        expect(page.get_by_role("listitem").filter(has_text=SAY("book.dates.cancelled"))).to_have_count(number)
        counted = "select count(*)::text from public.bookings where member_id = $1::text::uuid and status::text = $2"
        assert run_sql(site, counted, (hoa if page is mine else huy).id, state) == str(EVENINGS)
    assert mine.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
