"""Bookings by telephone number, on phones: a guest from the code to the desk, and a receptionist who books a caller."""

import re
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Page, expect

from balai.site.loaders.booking.details import draw_code
from tests.journeys.conftest import PHONE, Site, Visit, wait_for
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import a_time, make_service
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in

GIVE_ROLE = """
insert into public.role_grants (member_id, role_id, service_id)
select $1::text::uuid, r.id, s.id from public.roles r, public.services s where r.preset = 'receptionist' and s.slug = $2
"""
MAKE_DUE = """
update public.booking_reminders set due_at = now() - interval '1 minute'
where booking_id = (select b.id from public.bookings b join public.services s on s.id = b.service_id where s.slug = $1)
"""
BOOKING = "select b.id::text from public.bookings b join public.services s on s.id = b.service_id where s.slug = $1"


def new_number() -> str:
    return f"+6012{uuid.uuid4().int % 10_000_000:07d}"


def sms_to(site: Site, number: str, words: str) -> str:
    """Wait for an SMS with these words. The mailbox stands in for the provider of SMS."""

    def look() -> str | None:
        listing = httpx.get(f"{site.url}/mailbox", params={"to": number}, headers={"Accept": "application/json"}).json()
        return next((sms["plain"] for sms in listing["messages"] if words in sms["plain"]), None)

    return wait_for(look, f"an SMS to {number} with {words!r}")


def zone_of_nine() -> str:
    """A time zone in which it is nine in the morning: what is booked for later today is still today's."""
    ahead = (9 - datetime.now(UTC).hour + 12) % 24 - 12
    return f"Etc/GMT{-ahead:+d}"


def assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def book_as_guest(site: Site, page: Page, say: Callable[..., str], number: str) -> None:
    """On the page of a chosen time, with the code that the number receives, to the ticket."""
    page.get_by_role("button", name=say("book.service.asGuest")).click()
    expect(page.get_by_label(say("book.guest.name"))).to_be_focused()
    page.keyboard.type("Siti Aminah")
    page.get_by_role("button", name=say("book.guest.sendCode")).click()
    expect(page.get_by_label(say("book.guest.address"))).to_be_focused()
    page.keyboard.type(number)
    page.get_by_role("button", name=say("book.guest.sendCode")).click()
    code = re.search(r"\b\d{6}\b", sms_to(site, number, ""))
    assert code is not None
    page.get_by_label(say("book.guest.code"), exact=False).first.fill(code[0])
    page.get_by_role("button", name=say("book.service.book")).click()
    expect(page.get_by_role("img", name=say("book.view.qr"))).to_be_visible()


def test_guest_books_by_phone_number_and_is_marked_arrived(site: Site, visit: Visit) -> None:
    say, zone, number = words_in("ms"), zone_of_nine(), new_number()
    service = make_service(site, time_zone=zone, opens="12:00", closes="15:00")
    page = visit(f"/ms/book/{service['slug']}?at={a_time(12, 0, zone)}", timezone_id=zone)
    book_as_guest(site, page, say, number)
    ticket = page.url
    assert "12:00" in sms_to(site, number, "12:00")

    page.get_by_role("link", name=say("book.view.change")).click()
    page.get_by_role("link", name=re.compile("13:00")).locator("visible=true").first.click()
    page.get_by_role("button", name=say("book.service.change")).click()
    page.wait_for_url(ticket)
    expect(page.locator("[data-ticket]").get_by_text("13:00–14:00")).to_be_visible()
    assert "13:00" in sms_to(site, number, "13:00")

    run_sql(site, MAKE_DUE, service["slug"])
    # As the job does every twenty seconds.
    run_sql(site, "select public.queue_due_reminders(100)")
    link = re.search(r"https?://\S+", sms_to(site, number, "Peringatan"))
    assert link is not None
    page.goto(urlsplit(link[0])._replace(scheme="", netloc="").geturl())
    assert_accessible(page)
    page.get_by_role("button", name=say("book.answer.confirm")).click()
    expect(page.get_by_text(say("book.answer.confirmed"))).to_be_visible()
    page.goto(ticket)
    code_of_ticket = page.get_by_role("img", name=say("book.view.qr"))
    expect(code_of_ticket).to_be_visible()
    assert_fits(page)
    assert_accessible(page)

    # The address that the camera of the desk reads in the code.
    opened = f"/ms/day/check-in/{run_sql(site, BOOKING, service['slug'])}"
    expect(code_of_ticket).to_have_attribute("src", draw_code(f"{site.url}{opened}"))
    desk = site.make_member("Rosnah")
    run_sql(site, GIVE_ROLE, desk.id, service["slug"])
    staff = visit(opened, as_=desk, timezone_id=zone)
    arrived = staff.get_by_role("button", name=say("day.attendance.arrived"), exact=True)
    expect(arrived).to_have_attribute("aria-pressed", "false")
    mark = staff.get_by_role("button", name=say("day.checkIn.mark"))
    assert_accessible(staff)
    mark.click()
    expect(arrived).to_have_attribute("aria-pressed", "true")
    expect(mark).to_have_count(0)
    # A guest who opens the address marks nothing.
    assert "/signin" in visit(opened).url


def test_receptionist_books_callers_with_any_suitable_person(site: Site, visit: Visit) -> None:
    say, number = words_in("zh"), new_number()
    hosts = [site.make_member("Mai Anh"), site.make_member("Farah")]
    caller = f"Nguyễn Thị Hà {uuid.uuid4().hex[:4]}"
    site.make_member(caller)
    service = make_service(site, kind="appointment", hosts=[host.id for host in hosts], time_zone="Asia/Kuala_Lumpur")
    desk = site.make_member("Rosnah")
    run_sql(site, GIVE_ROLE, desk.id, service["slug"])
    page = visit("/zh/admin/bookings/new", as_=desk)
    # By the keyboard alone: part of a name without its marks, Enter chooses the person, Enter books the next time.
    who = page.get_by_role("combobox", name=say("admin.reception.who"))
    expect(who).to_be_focused()
    expect(page.get_by_label(say("book.service.host"))).to_have_value("")
    page.keyboard.type(f"thi ha {caller[-4:]}")
    expect(page.get_by_role("option", name=caller)).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=say("admin.reception.book"))).to_be_focused()
    page.keyboard.press("Enter")
    told = page.get_by_role("alert").filter(has_text=caller)
    expect(told).to_contain_text(re.compile("Mai Anh|Farah"))
    expect(who).to_be_focused()
    expect(who).to_have_value("")

    # By the thumb, with one of the two: a new caller by number, found again by its last digits.
    page.get_by_label(say("book.service.host")).select_option(label="Farah")
    expect(page).to_have_url(re.compile("host="))
    who.fill(number)
    page.get_by_role("option", name=say("admin.reception.new", name=number)).click()
    page.get_by_label(say("admin.reception.name"), exact=False).last.fill("Lim Ah Kow")
    page.get_by_role("button", name=say("admin.reception.book")).click()
    expect(page.get_by_role("alert").filter(has_text="Lim Ah Kow")).to_contain_text("Farah")
    assert_fits(page)
    who.fill(number[-6:])
    expect(page.get_by_role("option", name="Lim Ah Kow")).to_contain_text(f"… {number[-4:]}")

    page.get_by_role("button", name=say("common.undo")).click()
    expect(page.get_by_text(say("common.undone"))).to_be_visible()
    expect(page.get_by_role("button", name=say("common.undo"))).to_have_count(0)

    # Their service and nothing else.
    assert {page.request.get(f"/zh/admin/{area}").status for area in ("services", "members", "site")} == {404}
