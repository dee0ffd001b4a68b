"""Booking in a browser, on a phone: the last place, the waiting list, emails and calendar files."""

import itertools
import re
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from icalendar import Calendar
from playwright.sync_api import Page, Route, expect

from balai.site.loaders.booking.details import draw_code
from tests.journeys.conftest import ADMINISTRATOR, DESK, PHONE, Person, Site, Visit, wait_for
from tests.journeys.live import wait_until_followed
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in

ZONE = "Asia/Singapore"
NAMES = {"en": "Repair café", "zh": "修理咖啡馆", "ms": "Kafe baiki", "vi": "Quán sửa đồ"}

# Each new service is the first of the list, which has pages.
POSITIONS = itertools.count(-1, -1)


def make_service(
    site: Site, *, opens: str = "10:00", closes: str = "12:00", dates: Sequence[dict[str, str]] = (), **changes: Any
) -> dict[str, str]:
    """A session for one, every day from ten to twelve or on `dates`, saved as the editor does. Its names are unique."""
    mark = uuid.uuid4().hex[:6]
    service = {
        "id": str(uuid.uuid4()), "kind": "session", "duration_minutes": 60, "capacity": 1, "per_person": 1,
        "notice_minutes": 0, "window_days": 20, "cancel_until_minutes": 60, "time_zone": ZONE,
        "position": next(POSITIONS), **changes,
    }  # fmt: skip
    saved = site.call(
        Person("", *ADMINISTRATOR, "Administrator"),
        "save_service",
        service=service,
        texts=[{"language": lang, "name": f"{name} {mark}"} for lang, name in NAMES.items()],
        hours=[] if dates else [{"weekday": day, "opens": opens, "closes": closes} for day in range(1, 8)],
        exceptions=dates,
    )
    return {"slug": saved["slug"], "mark": mark}


def a_time(hour: int = 10, days: int = 3, zone: str = ZONE) -> str:
    """A full hour some days ahead in the venue's time zone, as URLs contain it."""
    local = datetime.now(ZoneInfo(zone)) + timedelta(days=days)
    moment = local.replace(hour=hour, minute=0, second=0, microsecond=0).astimezone(ZoneInfo("UTC"))
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def mail_about(site: Site, person: Person, words: str) -> str:
    """Wait for the newest email to a member that contains these words."""

    def look() -> str | None:
        return next((mail for mail in site.mails_to(person.email) if words in mail), None)

    return wait_for(look, f"a mail to {person.display_name} with {words!r}")


def book_here(page: Page, lang: str) -> None:
    page.get_by_role("button", name=words_in(lang)("book.service.book")).click()
    page.wait_for_url("**/book/view/**")


def test_reload_and_another_time_keep_the_note(site: Site, visit: Visit) -> None:
    say, service = words_in("en"), make_service(site, capacity=4, per_person=3)
    page = visit(f"/en/book/{service['slug']}?at={a_time()}", as_=site.make_member("Mei"))
    page.get_by_label(say("book.service.note")).fill("Two in wheelchairs")
    page.get_by_label(say("book.service.party")).select_option("2")
    page.reload()
    expect(page.get_by_label(say("book.service.note"))).to_have_value("Two in wheelchairs")
    expect(page.get_by_label(say("book.service.party"))).to_have_value("2")
    page.goto(f"/en/book/{service['slug']}?at={a_time(11)}")
    expect(page.get_by_label(say("book.service.note"))).to_have_value("Two in wheelchairs")
    book_here(page, "en")
    page.goto(f"/en/book/{service['slug']}?at={a_time(10, 4)}")
    expect(page.get_by_role("button", name=say("book.service.book"))).to_be_enabled()
    expect(page.get_by_label(say("book.service.note"))).to_have_value("")


@pytest.mark.parametrize("lang", ["zh", "vi"])
def test_last_place_and_waiting_list(site: Site, visit: Visit, lang: str) -> None:
    say, service = words_in(lang), make_service(site)
    mei = site.make_member("Mei", language=lang, time_zone=ZONE)
    hoa = site.make_member("Hoa", language=lang, time_zone=ZONE)
    chosen = f"/{lang}/book/{service['slug']}?at={a_time()}"

    # Both see the last place; Mei books first. Hoa's page neither follows rows nor holds a place.
    late = visit("/en/about", as_=hoa)
    late.route_web_socket(re.compile("/realtime/"), lambda line: line.close())
    late.route("**/rpc/hold_place", lambda route: route.abort())
    late.goto(chosen)
    expect(late.get_by_role("button", name=say("book.service.book"))).to_be_visible()
    page = visit(f"/{lang}/book", as_=mei)
    page.get_by_role("link", name=f"{NAMES[lang]} {service['mark']}").click()
    day = datetime.now(ZoneInfo(ZONE)) + timedelta(days=3)
    page.get_by_role("button", name=re.compile(rf"\b{day.day}\b.*2")).click()
    page.get_by_role("link", name=re.compile(r"10:00.*GMT\+8")).locator("visible=true").click()
    expect(page.get_by_role("heading", name=say("book.service.chosen"))).to_be_focused()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[45]:\d\d$"))
    book_here(page, lang)
    expect(page.get_by_text(say("book.view.booked"))).to_be_visible()

    late.get_by_role("button", name=say("book.service.book")).click()
    expect(late.get_by_role("alert")).to_have_text(say("error.detail.full"))
    expect(late.get_by_role("heading", name=say("book.service.suggestions"))).to_be_visible()
    late.get_by_role("button", name=say("book.service.wait")).click()
    late.wait_for_url("**/book/view/**")
    expect(late.get_by_text(say("book.inLine", position=1))).to_be_visible()

    page.get_by_role("button", name=say("book.view.cancel")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(say("book.view.cancelText"))
    dialog.get_by_role("button", name=say("book.view.cancel")).click()
    expect(page.get_by_text(say("book.view.cancelled"))).to_be_visible()

    # The place is offered to Hoa, who wants it.
    late.reload()
    assert NAMES[lang] in mail_about(site, hoa, {"zh": "有名额留给您", "vi": "Có chỗ cho bạn"}[lang])
    late.get_by_role("button", name=say("book.request.accept")).click()
    expect(late.get_by_text(say("book.view.booked"))).to_be_visible()
    full = visit(chosen)
    expect(full.locator("[data-state][aria-current]")).to_contain_text(say("book.service.full"))
    wait_until_followed(site, full, "slot_notices")

    # Hoa cancels as well: now any member can book the slot.
    late.get_by_role("button", name=say("book.view.cancel")).click()
    late.get_by_role("dialog").get_by_role("button", name=say("book.view.cancel")).click()
    expect(late.get_by_text(say("book.view.cancelled"))).to_be_visible()
    expect(full.locator("[data-state][aria-current]")).to_contain_text(say("book.service.free"))

    page.clock.install()
    page.goto(chosen)
    hold_until_it_ends(page, full, lang)


def hold_until_it_ends(page: Page, other: Page, lang: str) -> None:
    """While one visitor fills the form its time is full for others, until they leave or the time runs out."""
    say = words_in(lang)
    shown, shown_to_other = page.locator("[data-state][aria-current]"), other.locator("[data-state][aria-current]")
    expect(page.get_by_role("timer")).to_be_visible()
    expect(shown).to_contain_text(say("book.service.free"))
    expect(shown_to_other).to_contain_text(say("book.service.full"))
    page.get_by_label(say("book.service.note")).fill("Toaster")
    page.clock.fast_forward("05:01")
    expect(page.get_by_role("timer")).to_have_count(0)
    expect(shown_to_other).to_contain_text(say("book.service.free"))
    page.get_by_role("button", name=say("book.hold.again")).click()
    expect(shown_to_other).to_contain_text(say("book.service.full"))
    expect(page.get_by_label(say("book.service.note"))).to_have_value("Toaster")
    page.goto(f"/{lang}/about")
    expect(shown_to_other).to_contain_text(say("book.service.free"))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_strip_of_days_leads_to_a_ticket(site: Site, visit: Visit, dark: bool) -> None:
    say, service = words_in("vi"), make_service(site)
    linh = site.make_member("Linh", language="vi", time_zone=ZONE)
    page = visit(f"/vi/book/{service['slug']}", as_=linh, dark=dark)
    bar = page.get_by_role("navigation", name=say("nav.areas"))
    expect(bar).to_be_visible()
    day = datetime.now(ZoneInfo(ZONE)) + timedelta(days=3)
    page.get_by_role("button", name=re.compile(rf"\b{day.day}\b.*2")).click()
    morning = page.get_by_role("heading", name=say("book.part.morning")).locator("visible=true")
    expect(morning).to_contain_text(say("book.freeTimes", count=2))
    expect(page.get_by_role("heading", name=say("book.part.evening"))).to_have_count(0)
    assert_accessible(page)
    page.get_by_role("link", name=re.compile("10:00")).locator("visible=true").click()
    expect(bar).to_be_hidden()
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    book_here(page, "vi")

    code = page.get_by_role("img", name=say("book.view.qr"))
    expect(code).to_have_attribute("src", draw_code(page.url.replace("/book/view/", "/day/check-in/")))
    assert_accessible(page)
    page.emulate_media(media="print")
    expect(code).to_be_visible()
    for act in ("book.view.print", "book.view.cancel"):
        expect(page.get_by_role("button", name=say(act))).to_be_hidden()


def test_guest_keeps_the_chosen_slot_through_sign_in(site: Site, visit: Visit) -> None:
    say, service = words_in("vi"), make_service(site)
    linh = site.make_member("Linh", language="vi", time_zone=ZONE)
    page = visit(f"/vi/book/{service['slug']}?at={a_time(11)}")
    page.get_by_role("link", name=say("book.service.toSignIn")).click()
    page.get_by_label(say("signin.email")).fill(linh.email)
    page.get_by_label(say("signin.password"), exact=True).fill(linh.password)
    page.get_by_label(say("signin.password"), exact=True).press("Enter")
    page.wait_for_url(f"**/vi/book/{service['slug']}?at=**")
    note = page.get_by_label(say("book.service.note"))
    note.fill("Máy may của tôi không chạy")

    # A double click, the back button and a retry are all the same booking.
    page.get_by_role("button", name=say("book.service.book")).dblclick()
    page.wait_for_url("**/book/view/**")
    booked = page.url
    expect(page.get_by_text("Máy may của tôi không chạy")).to_be_visible()
    page.go_back()
    expect(page.get_by_text(say("error.detail.already_booked"))).to_be_visible()
    page.get_by_role("link", name=say("book.service.seeMine")).click()
    page.wait_for_url(booked)


def test_bot_check_before_a_booking_by_work_or_email(site: Site, visit: Visit) -> None:
    say, service = words_in("zh"), make_service(site)
    mei = site.make_member("Mei", language="zh", time_zone=ZONE)
    page = visit(f"/zh/book/{service['slug']}?at={a_time()}", as_=mei)
    button = page.get_by_role("button", name=say("book.service.book"))
    run_sql(site, "update public.site_settings set requires_bot_check = true")
    try:
        page.route("**/rpc/create_bot_challenge", lambda route: route.abort())
        button.click()
        expect(page.get_by_role("alert")).to_have_text(say("error.detail.bot_check_required"))
        page.get_by_role("button", name=say("common.botCheck.ask")).click()
        page.get_by_label(say("common.botCheck.code")).fill("12")
        page.get_by_role("button", name=say("common.botCheck.give")).click()
        expect(page.get_by_text(say("common.botCheck.wrong"))).to_be_visible()
        code = re.search(r"\b\d{6}\b", re.sub(r"<style>.*?</style>", "", mail_about(site, mei, "验证码"), flags=re.S))
        assert code is not None
        page.get_by_label(say("common.botCheck.code")).fill(code[0])
        page.get_by_role("button", name=say("common.botCheck.give")).click()
        page.wait_for_url("**/book/view/**")
        page.unroute("**/rpc/create_bot_challenge")
        page.goto(f"/zh/book/{service['slug']}?at={a_time(11)}")
        button.click()
        page.wait_for_url("**/book/view/**")
    finally:
        run_sql(site, "update public.site_settings set requires_bot_check = false")


def test_lost_response_keeps_the_form_and_books_once(site: Site, visit: Visit) -> None:
    say, service = words_in("zh"), make_service(site)
    page = visit(f"/zh/book/{service['slug']}?at={a_time()}", as_=site.make_member("Mei", time_zone=ZONE))
    # A live update would replace the form by the booking. Reloaded, so that the page's connection is one of these.
    page.route_web_socket("**/realtime/**", lambda _: None)
    page.reload()
    page.get_by_label(say("book.service.note")).fill("带缝纫机")
    keys: list[str] = []

    def swallow_answer(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        assert route.fetch().status == 200
        route.abort("connectionreset")

    page.route("**/rest/v1/rpc/book", swallow_answer, times=1)
    page.get_by_role("button", name=say("book.service.book")).click()
    expect(page.get_by_role("alert")).to_contain_text(say("error.network"))
    expect(page.get_by_label(say("book.service.note"))).to_have_value("带缝纫机")
    with page.expect_response("**/rest/v1/rpc/book") as again:
        page.get_by_role("button", name=say("common.retry")).click()
    assert again.value.request.headers["idempotency-key"] == keys[0]
    assert again.value.headers["idempotent-replayed"] == "true"
    page.wait_for_url("**/book/view/**")
    expect(page.get_by_text("带缝纫机")).to_be_visible()


def test_changing_the_time_updates_the_calendar_file(site: Site, visit: Visit) -> None:
    say, service = words_in("en"), make_service(site)
    page = visit(f"/en/book/{service['slug']}?at={a_time()}", as_=site.make_member("Mei", time_zone="Europe/Berlin"))
    # The venue's time first, then the visitor's own, which differs.
    expect(page.get_by_text("Your local time:")).to_be_visible()
    book_here(page, "en")
    page.get_by_role("link", name=say("book.view.change")).click()
    page.wait_for_url("**change=**")
    page.get_by_role("link", name=re.compile(r"11:00.*GMT\+8")).locator("visible=true").first.click()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[45]:\d\d$"))
    page.get_by_role("button", name=say("book.service.change")).click()
    page.wait_for_url("**/book/view/**")
    with page.expect_download() as download:
        page.get_by_role("link", name=say("book.view.calendar")).click()
    (event,) = Calendar.from_ical(download.value.path().read_bytes()).walk("VEVENT")
    assert (event["SEQUENCE"], event["STATUS"]) == (1, "CONFIRMED")
    assert event["DTSTART"].dt.hour == 11
    page.locator("summary", has_text=say("book.feed.title")).click()
    feed = page.get_by_label(say("book.feed.address")).input_value()
    assert str(event["UID"]) in httpx.get(feed).text.replace("\r\n ", "")
    # A leaked address is replaced.
    renew = say("book.feed.renew")
    page.get_by_role("button", name=renew, exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=renew, exact=True).click()
    expect(page.get_by_label(say("book.feed.address"))).not_to_have_value(feed)
    assert httpx.get(feed).status_code == 404
    renewed = page.get_by_label(say("book.feed.address")).input_value()
    assert str(event["UID"]) in httpx.get(renewed).text.replace("\r\n ", "")


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_month_view_leads_to_a_day(site: Site, visit: Visit, has_scripts: bool) -> None:
    say, service = words_in("vi"), make_service(site, window_days=70)
    page = visit(f"/vi/book/{service['slug']}", java_script_enabled=has_scripts)
    page.get_by_role("link", name=say("book.service.month")).press("Enter")
    month = page.get_by_role("navigation", name=say("book.service.monthLabel"))
    month.get_by_role("link", name=say("book.service.monthLater")).press("Enter")
    later = (datetime.now(ZoneInfo(ZONE)).replace(day=1) + timedelta(days=32)).replace(day=8)
    month.get_by_role("link", name=re.compile(rf"\b8 tháng {later.month},")).press("Enter")
    expect(month).to_have_count(0)
    assert f"from={later:%Y-%m-%d}" in page.url
    expect(page.locator(f"time[datetime='{later:%Y-%m-%d}']").first).to_be_attached()


def test_booking_of_another_member_is_not_found(site: Site, visit: Visit) -> None:
    service = make_service(site)
    page = visit(f"/en/book/{service['slug']}?at={a_time()}", as_=site.make_member("Mei"))
    book_here(page, "en")
    other = visit("/en", as_=site.make_member("Nosy"))
    for path in (page.url, f"{page.url}/calendar.ics"):
        response = other.request.get(path)
        assert response.status == 404
    guest = visit("/en")
    assert guest.request.get(f"{page.url}/calendar.ics").status == 404
    guest.goto(page.url)
    assert "/en/signin?next=" in guest.url


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_administrator_cancels_and_changes_hours(site: Site, visit: Visit, viewport: dict[str, int]) -> None:
    say, service = words_in("zh"), make_service(site)
    mei = site.make_member("Mei Lin", language="zh", time_zone=ZONE)
    booked = visit(f"/zh/book/{service['slug']}?at={a_time()}", as_=mei)
    book_here(booked, "zh")

    admin = Person("", *ADMINISTRATOR, "Administrator")
    page = visit("/zh/admin/services", as_=admin, viewport=viewport)
    page.get_by_role("link", name=f"{NAMES['zh']} {service['mark']}").click()
    # The hours of the day after the booked one.
    next_day = (datetime.now(ZoneInfo(ZONE)) + timedelta(days=4)).weekday()
    page.get_by_role("button", name=re.compile("^" + say("admin.service.remove"))).nth(next_day).click()
    page.get_by_role("button", name="Tiếng Việt").click()
    page.get_by_label(say("admin.service.name"), exact=True).fill("")
    page.get_by_label(say("admin.service.capacity"), exact=True).fill("0")
    page.get_by_role("button", name=say("admin.service.save")).click()
    expect(page.get_by_text(say("admin.service.error.number", least=1, most="1,000"))).to_be_visible()
    page.get_by_label(say("admin.service.capacity"), exact=True).fill("2")
    page.get_by_role("button", name=say("admin.service.save")).click()
    page.wait_for_url("**/admin/services")

    day = a_time()[:10]
    page.goto(f"/zh/admin/bookings?span=week&day={day}")
    # The booking day follows rows: the member's booking appears without a reload.
    wait_until_followed(site, page, "bookings")
    late = visit(f"/zh/book/{service['slug']}?at={a_time(hour=11)}", as_=mei)
    book_here(late, "zh")
    expect(page.get_by_role("listitem").filter(has_text=service["mark"])).to_have_count(2)
    row = page.get_by_role("listitem").filter(has_text="Mei Lin").filter(has_text=service["mark"]).first
    row.get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name=say("book.view.cancel")).click()
    expect(row).to_contain_text(say("admin.bookings.cancelled"))
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    booked.reload()
    expect(booked.get_by_text(say("book.view.cancelled"))).to_be_visible()
    assert service["mark"] in mail_about(site, mei, "已取消")
