"""Statistics of bookings, on a phone: counts and sums without names, the file, and who may open them."""

import csv
import io
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.journeys.conftest import PHONE, Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import NAMES, ZONE, a_time, make_service
from tests.journeys.test_day import book_as
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in

SAY = words_in("zh")
# More than a year ago; one did not come, one came late.
PAST = """
with own as (
  select b.id, row_number() over (order by b.id) as number from public.bookings b
  join public.services s on s.id = b.service_id where s.slug = $1)
update public.bookings b set starts_at = starts_at - interval '400 days', ends_at = ends_at - interval '400 days',
  may_overlap = true,
  attendance = (
    case own.number when 1 then 'no_show' when 2 then 'late' else 'arrived' end)::public.attendance,
  attendance_at = now()
from own where own.id = b.id and b.status = 'booked'
"""


def test_statistics_count_without_names(site: Site, visit: Visit) -> None:
    nurse = site.make_member("Mai", language="zh")
    service = make_service(site, hosts=[nurse.id], capacity=10)
    few = make_service(site, hosts=[nurse.id], capacity=9)
    names = ("Mei", "Hoà", "Huy", "Ali", "Siti", "Lim", "Tan", "Ong", "Farid", "Aini")
    languages = ("zh", "zh", "vi", "ms", "ms", "zh", "vi", "ms", "ms", "ms")
    for name, language in zip(names, languages, strict=True):
        person = site.make_member(name, language=language)
        book_as(site, person, service["slug"], a_time())
        if name in {"Mei", "Lim"}:
            book_as(site, person, few["slug"], a_time(11))
    for slug in (service["slug"], few["slug"]):
        run_sql(site, PAST, slug)
    past = datetime.now(ZoneInfo(ZONE)) + timedelta(days=3 - 400)

    page = visit("/zh/day", as_=nurse)
    page.get_by_role("link", name=SAY("day.report.title")).click()
    page.get_by_role("heading", name=SAY("day.report.title"), level=1).wait_for()
    while (
        page.get_by_role("main").get_by_text(str(past.year), exact=True).count() == 0
        or f"year={past.year}" not in page.url
    ):
        page.locator("a[rel=prev]").click()
        page.wait_for_url("**year=**")
    row = page.get_by_role("listitem").filter(has_text=f"{NAMES['zh']} {service['mark']}")
    for key, number in (("bookings", 10), ("arrived", 9), ("late", 1), ("missed", 1), ("cancelled", 0)):
        fact = row.locator("dl > div").filter(has=page.get_by_text(SAY(f"day.report.{key}"), exact=True))
        expect(fact.locator("dd")).to_have_text(str(number))
    # Five in Chinese and Vietnamese together, too few for a line each.
    expect(row.get_by_text("Bahasa Melayu")).to_have_count(1)
    expect(row.locator("p")).to_contain_text([f"Bahasa Melayu：5{SAY('day.report.otherLanguages')}：5"])
    hidden = page.get_by_role("listitem").filter(has_text=f"{NAMES['zh']} {few['mark']}")
    expect(hidden).to_contain_text(SAY("day.report.few"))
    expect(hidden.locator("dl")).to_have_count(0)
    for name in names:
        expect(page.get_by_role("main").get_by_text(name)).to_have_count(0)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    with page.expect_download() as download:
        page.get_by_role("link", name=SAY("day.file")).click()
    lines = list(csv.reader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    line = next(line for line in lines if service["mark"] in line[1])
    assert line[:7] == [f"{past:%Y-%m}", f"{NAMES['zh']} {service['mark']}", "10", "10", "9", "1", "1"]
    assert next(line for line in lines if few["mark"] in line[1])[2] == "<5"

    # A host of nothing sees neither page nor file; a host of another service not these rows.
    plain, other = site.make_member("Lan"), site.make_member("Rosnah")
    make_service(site, hosts=[other.id])
    report, address = page.url, download.value.url
    visitor = visit("/zh", as_=plain)
    assert {visitor.request.get(url).status for url in (report, address)} == {404}
    assert service["mark"] not in visit("/zh", as_=other).request.get(address).text()
