"""Public holidays on a phone: suggested for a region, closed by one press and opened again, with their bookings."""

import re

from playwright.sync_api import expect

from tests.journeys.conftest import ADMINISTRATOR, PHONE, Person, Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import ZONE, make_service
from tests.journeys.test_day import book_as
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in

SAY = words_in("ms")
RESET = "delete from public.holiday_regions"
STATE = """
select b.status::text from public.bookings b join public.services s on s.id = b.service_id where s.slug = $1
"""


def test_a_holiday_is_closed_and_opened_again(site: Site, visit: Visit) -> None:
    run_sql(site, RESET)
    run_sql(site, "update public.site_settings set time_zone = 'Asia/Singapore'")
    service = make_service(site, window_days=400)
    page = visit("/ms/admin/services", as_=Person("", *ADMINISTRATOR, "Administrator"))
    holidays = page.get_by_role("region", name=SAY("admin.holidays.title"))
    for region in ("sg", "vn", "lunar", "my-07"):
        holidays.get_by_label(SAY(f"admin.holidays.region.{region}"), exact=True).check()
        expect(holidays.get_by_label(SAY("admin.holidays.region.sg"), exact=True)).to_be_enabled()
    rows = holidays.get_by_role("listitem")
    # In the reader's language; the lunar new year, the national days of two countries.
    for name in ("Tahun Baru Cina", "Hari Kebangsaan", "Deepavali"):
        expect(rows.filter(has_text=name).first).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    row = rows.filter(has_text="Tahun Baru Cina").first
    day = row.locator("time").last.get_attribute("datetime")
    assert day is not None
    mei = site.make_member("Mei", language="ms", time_zone=ZONE)
    book_as(site, mei, service["slug"], f"{day}T02:00:00Z")

    reader = visit(f"/ms/book/{service['slug']}?from={day}", as_=site.make_member("Hoa", language="ms"))
    open_times = reader.locator(f"a[href*='{day}T']")
    expect(open_times.first).to_be_attached()
    # The page was read before the booking: the press is refused, and shows how many bookings there are.
    row.get_by_role("button", name=re.compile("^" + SAY("admin.holidays.closeDay", day=""))).click()
    expect(row.get_by_role("alert")).to_have_text(SAY("error.detail.day_has_bookings"))
    expect(row.get_by_role("link", name=SAY("admin.services.stillBooked", count=1))).to_be_visible()
    row.get_by_role("button", name=re.compile("^" + SAY("admin.holidays.closeDay", day=""))).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("link", name=SAY("admin.services.stillBooked", count=1))).to_be_visible()
    assert_accessible(page)
    dialog.get_by_role("button", name=SAY("day.close.act")).dblclick()
    expect(row.get_by_text(SAY("admin.services.closed"), exact=True)).to_be_visible()
    assert run_sql(site, STATE, service["slug"]) == "cancelled"
    reader.reload()
    expect(reader.get_by_role("heading").first).to_be_visible()
    expect(open_times).to_have_count(0)

    page.get_by_role("button", name=SAY("common.undo")).click()
    expect(row.get_by_text(SAY("admin.services.closed"), exact=True)).to_have_count(0)
    assert run_sql(site, STATE, service["slug"]) == "booked"
    reader.reload()
    expect(open_times.first).to_be_attached()
    assert visit("/ms", as_=mei).request.get("/ms/admin/services").status == 404
    run_sql(site, RESET)
