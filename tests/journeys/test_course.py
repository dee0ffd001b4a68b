"""A course of six evenings fills, the line moves, and its threads open for exactly those inside."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.journeys.conftest import PHONE, Site, Visit
from tests.journeys.live import FOLLOWED, wait_until
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import NAMES, ZONE, mail_about, make_service
from tests.journeys.test_forum import button, reply_at, write_reply
from tests.journeys.texts import words_in

SAY = words_in("vi")
EVENINGS = 6


def make_course(site: Site) -> dict[str, str]:
    """Six evenings, two days apart, for two."""
    today = datetime.now(ZoneInfo(ZONE)).date()
    evenings = [
        {"day": str(today + timedelta(days=3 + 2 * number)), "opens": "19:00", "closes": "20:00", "note": ""}
        for number in range(EVENINGS)
    ]
    return make_service(site, dates=evenings, series="whole", capacity=2, thread_days=7)


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


def test_a_course_fills_and_its_threads_open_for_exactly_those_inside(site: Site, visit: Visit) -> None:
    course = make_course(site)
    mei, hoa, huy = [site.make_member(name, language="vi", time_zone=ZONE) for name in ("Mei", "Hoà", "Huy")]

    mine = visit("/vi/book", as_=mei)
    mine.get_by_role("link", name=f"{NAMES['vi']} {course['mark']}").click()
    assert_accessible(mine)
    # While the form is open all dates are held.
    button(mine, SAY("book.dates.bookAll")).click()
    expect(mine.get_by_role("timer")).to_have_text(re.compile(r"^[45]:\d\d$"))
    send(mine, "book.dates.bookAll")
    dates_on(mine)
    assert_accessible(mine)
    assert mine.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    other = visit(f"/vi/book/{course['slug']}", as_=hoa)
    join(other, "book.dates.bookAll")

    # Full: the next one waits for the whole of it, and sees no thread.
    late = visit(f"/vi/book/{course['slug']}", as_=huy)
    join(late, "book.service.wait")
    expect(late.get_by_text(SAY("book.inLine", position=1))).to_be_visible()
    expect(late.get_by_role("link", name=SAY("book.view.thread"))).to_have_count(0)

    # Mei writes in the thread of the first evening, and Hoà reads it.
    view = mine.url
    mine.get_by_role("link", name=SAY("book.view.thread")).click()
    write_reply(mine, SAY, "Tôi mang theo sách bài tập.")
    button(mine, SAY("forum.reply.send")).click()
    expect(reply_at(mine, 1)).to_contain_text("sách bài tập")
    thread = re.sub("[?#].*", "", mine.url)
    other.get_by_role("link", name=SAY("book.view.thread")).click()
    expect(reply_at(other, 1)).to_contain_text("sách bài tập")
    # The address of the thread leads the one who waits back to their booking.
    waiting = late.url
    late.goto(thread)
    late.wait_for_url(waiting)
    wait_until(site, FOLLOWED, "public.bookings", 2)

    # On another device Mei gives up the course: the open page of the thread closes.
    second = visit(view, as_=mei)
    button(second, SAY("book.dates.cancelAll")).click()
    dialog = second.get_by_role("dialog")
    expect(dialog).to_contain_text(SAY("book.dates.cancelText", count=EVENINGS))
    assert_accessible(second)
    dialog.get_by_role("button", name=SAY("book.dates.cancelAll")).click()
    expect(second.get_by_text(SAY("book.view.threadClosed"))).to_be_visible()
    expect(mine.get_by_text(SAY("book.view.threadClosed"))).to_be_visible()
    expect(mine.get_by_text("sách bài tập")).to_have_count(0)
    expect(second.get_by_role("listitem").filter(has_text=SAY("book.dates.cancelled"))).to_have_count(EVENINGS)

    # The whole is offered to Huy, who follows the link of the message: until the answer nothing is open to them.
    offer = re.search(r"/vi/book/view/answer\?link=[0-9a-f-]+", mail_about(site, huy, "Có chỗ cho bạn"))
    assert offer is not None
    late.goto(thread)
    expect(late.get_by_text(SAY("book.request.offered"))).to_be_visible()
    assert_accessible(late)
    late.goto(offer[0])
    expect(late.get_by_role("listitem").filter(has_text="19:00")).to_have_count(EVENINGS)
    assert_accessible(late)
    button(late, SAY("book.request.accept")).click()
    expect(late.get_by_text(SAY("book.request.offered"))).to_have_count(0)

    # Then they have all six evenings, each with its thread.
    late.goto(waiting)
    expect(late.get_by_text(SAY("book.view.booked"))).to_be_visible()
    threads = [thread]
    late.get_by_role("link", name=SAY("book.view.thread")).click()
    expect(reply_at(late, 1)).to_contain_text("sách bài tập")
    assert late.url.startswith(thread)
    late.go_back()
    for address in dates_on(late):
        late.goto(address)
        late.get_by_role("link", name=SAY("book.view.thread")).click()
        expect(late.get_by_role("region", name=SAY("forum.session.title"))).to_be_visible()
        threads.append(late.url)
    assert len(set(threads)) == EVENINGS

    # Of none of them Mei has the key; Hoà still has it.
    for address in threads:
        answer = mine.goto(address)
        assert answer is not None and (answer.status == 404 or re.search("/book/view/", mine.url)), address
        expect(mine.get_by_text("sách bài tập")).to_have_count(0)
    other.reload()
    expect(reply_at(other, 1)).to_contain_text("sách bài tập")
