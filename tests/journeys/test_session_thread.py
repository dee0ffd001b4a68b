"""A booking opens the private thread of its session; cancelling it elsewhere closes the thread on the open screen."""

import httpx
from playwright.sync_api import expect

from tests.journeys.conftest import Site, Visit
from tests.journeys.live import wait_until_followed
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import a_time, make_service
from tests.journeys.test_confidential import headers_of
from tests.journeys.test_day import book_as
from tests.journeys.test_forum import button, reply_at, run_sql, write_reply
from tests.journeys.texts import words_in

BOOKING = "select id::text from public.bookings where member_id = $1::text::uuid"


def test_cancelling_closes_the_thread_on_the_open_screen(site: Site, visit: Visit) -> None:
    say = words_in("vi")
    nurse, mei = site.make_member("Mai"), site.make_member("Mei")
    service = make_service(site, host_id=nurse.id, thread_days=7)
    book_as(site, mei, service["slug"], a_time())
    booking = run_sql(site, BOOKING, mei.id)

    page = visit(f"/vi/book/view/{booking}", as_=mei)
    page.get_by_role("link", name=say("book.view.thread")).click()
    session = page.get_by_role("region", name=say("forum.session.title"))
    expect(session).to_contain_text("Mai")
    write_reply(page, say, "Tôi mang theo hồ sơ tiêm chủng nhé.")
    button(page, say("forum.reply.send")).click()
    expect(reply_at(page, 1)).to_contain_text("hồ sơ tiêm chủng")
    assert_accessible(page)

    # The page follows the booking before it is cancelled on another device.
    wait_until_followed(site, page, "public.bookings")
    httpx.post(
        f"{site.url}/rest/v1/rpc/cancel_booking", json={"id": booking}, headers=headers_of(site, mei)
    ).raise_for_status()
    expect(page.get_by_text(say("book.view.threadClosed"))).to_be_visible()
    expect(page.get_by_text("hồ sơ tiêm chủng")).to_have_count(0)
    expect(page.get_by_role("link", name=say("book.view.thread"))).to_have_count(0)
