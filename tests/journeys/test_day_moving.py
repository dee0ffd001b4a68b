"""A booking goes to another person's column of the day by dragging, and on a phone by the form; both are undone."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import ADMINISTRATOR, Person, Site, Visit
from tests.journeys.live import wait_until_followed
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import ZONE, a_time, mail_about, make_service
from tests.journeys.test_day import DAYS, STATES, book_as
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in


def drag(page: Page, card: Locator, target: Locator) -> None:
    """Drag with the pointer: the targets appear while it is down."""
    card.hover()
    page.mouse.down()
    box = card.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20, steps=4)
    target.hover()
    target.hover()
    page.mouse.up()


def choose(times: Locator, clock: str) -> None:
    options = times.get_by_role("option").all_inner_texts()
    times.select_option(index=next(n for n, text in enumerate(options) if text.endswith(clock)))


def test_a_booking_is_dragged_to_another_person_and_back(site: Site, visit: Visit) -> None:
    say, clerk = words_in("zh"), Person("", *ADMINISTRATOR, "Administrator")
    nurse, colleague, mei = [site.make_member(name) for name in ("Mai", "Lan", "Mei")]
    service = make_service(site, kind="appointment", host_id=nurse.id, hosts=[nurse.id, colleague.id])
    book_as(site, mei, service["slug"], a_time(10, DAYS), host=nurse.id)
    service_id = run_sql(site, "select id::text from public.services where slug = $1", service["slug"])
    day = (datetime.now(ZoneInfo(ZONE)) + timedelta(days=DAYS)).date()
    path = f"day?day={day}&service={service_id}"

    # The nurse's own day is open meanwhile.
    own = visit(f"/vi/{path}", as_=nurse, viewport={"width": 360, "height": 740})
    own_card = own.get_by_role("button", name=words_in("vi")("day.open", name="Mei"))
    expect(own_card).to_be_visible()
    wait_until_followed(site, own, "public.slot_notices")
    page = visit(f"/zh/{path}", as_=clerk, viewport={"width": 1280, "height": 800})
    # Everyone who offers the service has a column, with bookings or not.
    from_column, to_column = [page.get_by_role("region", name=name, exact=True) for name in ("Mai", "Lan")]
    card = from_column.get_by_role("listitem").filter(has_text="Mei")
    expect(card).to_be_visible()
    expect(to_column.get_by_text(say("day.free"))).to_be_visible()
    assert_accessible(page)
    drag(page, card, to_column.locator("[data-time='11:00']"))
    expect(page.get_by_text(re.compile("Mei.*11:00.*Lan"))).to_be_visible()
    expect(to_column.get_by_role("listitem").filter(has_text="Mei")).to_be_visible()
    assert run_sql(site, STATES, service["slug"]) == "booked Lan"
    assert "is now with Lan" in mail_about(site, mei, "has a new time, and the person you see has changed")
    expect(own_card).to_have_count(0)
    page.get_by_role("status").get_by_role("button", name=say("common.undo")).click()
    expect(card).to_be_visible()
    expect(page.get_by_text(say("common.undone"))).to_be_visible()
    assert run_sql(site, STATES, service["slug"]) == "booked Mai"
    expect(own_card).to_be_visible()
    own.close()

    # On a phone the nurse gives their own booking away. Colleagues without bookings have no column there.
    say = words_in("vi")
    page = visit(f"/vi/{path}", as_=nurse, viewport={"width": 360, "height": 740})
    expect(page.get_by_role("heading", name="Lan", exact=True)).to_be_hidden()
    page.get_by_role("button", name=say("day.open", name="Mei")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(say("day.move.host")).select_option(colleague.id)
    times = dialog.get_by_label(say("day.move.with", name="Lan"))
    # Also the present time: it is free with the colleague.
    expect(times.get_by_role("option").filter(has_text="10:00").first).to_be_attached()
    assert_accessible(page)
    # Meanwhile the colleague is booked at this time.
    other = make_service(site, kind="appointment", host_id=colleague.id)["slug"]
    book_as(site, site.make_member("Hoà"), other, a_time(10, DAYS))
    choose(times, "10:00")
    dialog.get_by_role("button", name=say("day.move.act")).click()
    expect(page.get_by_text(say("error.detail.host_busy"))).to_be_visible()
    choose(times, "11:00")
    dialog.get_by_role("button", name=say("day.move.act")).click()
    # It is with the colleague now, whose bookings the nurse does not see; the undo is theirs.
    expect(page.get_by_role("button", name=say("day.open", name="Mei"))).to_have_count(0)
    assert run_sql(site, STATES, service["slug"]) == "booked Lan"
    page.get_by_role("status").get_by_role("button", name=say("common.undo")).click()
    expect(page.get_by_role("button", name=say("day.open", name="Mei"))).to_be_visible()
    assert run_sql(site, STATES, service["slug"]) == "booked Mai"
