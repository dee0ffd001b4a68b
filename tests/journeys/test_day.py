"""The day at the desk, on a phone: a nurse falls ill, and their day goes to a colleague in one act, and back."""

import uuid
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from tests.journeys.conftest import ADMINISTRATOR, Person, Site, Visit
from tests.journeys.live import wait_until_followed
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import ZONE, a_time, mail_about, make_service
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in

DAYS = 3
STATES = """
select string_agg(b.status || ' ' || p.display_name, ',' order by b.starts_at) from public.bookings b
join public.services s on s.id = b.service_id join public.profiles p on p.id = b.host_id where s.slug = $1
"""


def book_as(site: Site, person: Person, slug: str, starts_at: str, host: str | None = None) -> None:
    """Book for a member as their browser does."""
    service = run_sql(site, "select id::text from public.services where slug = $1", slug)
    site.call(person, "book", id=str(uuid.uuid4()), service=service, starts_at=starts_at, host=host)


def test_a_day_is_handed_over_in_one_act_and_undone(site: Site, visit: Visit) -> None:
    say = words_in("vi")
    nurse, colleague = site.make_member("Mai"), site.make_member("Lan")
    mei, hoa, huy = [site.make_member(name) for name in ("Mei", "Hoà", "Huy")]
    service = make_service(site, host_id=nurse.id, hosts=[nurse.id, colleague.id])
    book_as(site, mei, service["slug"], a_time(10, DAYS), host=nurse.id)
    book_as(site, hoa, service["slug"], a_time(11, DAYS), host=nurse.id)
    # At eleven the colleague has another booking.
    book_as(site, huy, make_service(site, host_id=colleague.id)["slug"], a_time(11, DAYS))
    day = (datetime.now(ZoneInfo(ZONE)) + timedelta(days=DAYS)).date()

    page = visit(f"/vi/day?day={day}", as_=nurse)
    opened = page.get_by_role("button", name=say("day.open", name="Mei"))
    expect(opened).to_be_visible()
    assert_accessible(page)
    # A note, which the member does not see.
    opened.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name=say("day.note")).fill("Cần phiên dịch")
    dialog.get_by_role("button", name=say("day.note.add")).click()
    expect(dialog.get_by_role("listitem").get_by_text("Cần phiên dịch")).to_be_visible()
    dialog.get_by_role("button", name=say("common.close")).click()

    page.get_by_role("button", name=say("day.close"), exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(say("day.close.reason"), exact=False).fill("Y tá bị ốm")
    expect(dialog.get_by_text(say("day.close.preview", count=2, people=2))).to_be_visible()
    dialog.get_by_label(say("day.handOver.who")).select_option(colleague.id)
    expect(dialog.get_by_text(say("day.handOver.stay", count=1))).to_be_visible()
    expect(dialog.get_by_role("listitem").filter(has_text="Mei")).to_have_count(1)
    expect(dialog.get_by_role("listitem").filter(has_text="Hoà")).to_contain_text(say("day.handOver.reason.busy"))
    assert_accessible(page)
    dialog.get_by_role("button", name=say("day.close.act")).click()
    # The colleague has the other booking on their board now.
    expect(page.get_by_text(say("day.cancelled"), exact=True)).to_have_count(1)
    expect(opened).to_have_count(0)
    expect(page.get_by_text("Y tá bị ốm")).to_be_visible()
    assert run_sql(site, STATES, service["slug"]) == "booked Lan,cancelled Mai"
    assert "Lan" in mail_about(site, mei, "Y tá bị ốm")
    assert "Other free times" in mail_about(site, hoa, "Y tá bị ốm")

    page.get_by_role("main").get_by_role("button", name=say("day.close.undo")).first.click()
    expect(page.get_by_text(say("day.cancelled"), exact=True)).to_have_count(0)
    expect(opened).to_be_visible()
    expect(page.get_by_text("Y tá bị ốm")).to_have_count(0)
    assert run_sql(site, STATES, service["slug"]) == "booked Mai,booked Mai"

    # One session alone, from its booking.
    opened.click()
    page.get_by_role("dialog").get_by_role("button", name=say("day.session.cancel")).click()
    expect(page.get_by_text(say("day.close.preview", count=1, people=1))).to_be_visible()
    assert_accessible(page)
    page.get_by_role("dialog").get_by_role("button", name=say("day.session.act")).click()
    expect(page.get_by_text(say("day.cancelled"), exact=True)).to_have_count(1)
    assert run_sql(site, STATES, service["slug"]) == "cancelled Mai,booked Mai"

    # A member has no day at the desk.
    assert visit(f"/vi/day?day={day}", as_=mei).get_by_role("heading", level=1).inner_text() != say("day.title")


def test_called_number_appears_in_the_waiting_room(site: Site, visit: Visit) -> None:
    say, clerk = words_in("ms"), Person("", *ADMINISTRATOR, "Administrator")
    make_service(site, kind="appointment", host_id=site.make_member("Siti").id)
    wall = visit("/zh/day/serving", viewport={"width": 1280, "height": 720})
    # In the site's other languages too.
    expect(wall.locator("[lang=vi]", has_text=words_in("vi")("day.serving.title"))).to_be_visible()
    expect(wall.get_by_role("list", name=words_in("zh")("day.serving.called"))).to_have_count(0)
    wall.get_by_role("button", name=words_in("zh")("day.serving.fullscreen")).click()
    wait_until_followed(site, wall, "public.queue_numbers")
    page = visit("/ms/day", as_=clerk)
    page.get_by_role("button", name=say("day.queue.take")).click()
    page.get_by_role("button", name=say("day.queue.next")).click()
    expect(wall.get_by_role("list", name=words_in("zh")("day.serving.called")).get_by_role("listitem")).to_have_count(1)
    assert wall.evaluate("document.fullscreenElement.contains(document.querySelector('h1'))")
    assert_accessible(wall)
    page.get_by_role("button", name=say("day.queue.end"), exact=True).last.click()
    expect(wall.get_by_text(words_in("zh")("day.serving.none"))).to_be_visible()
