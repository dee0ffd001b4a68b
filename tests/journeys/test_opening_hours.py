"""Opening hours: set on a phone, shown as open or closed by the visitor's clock."""

import re
from datetime import UTC, datetime, time, timedelta

from playwright.sync_api import expect

from tests.journeys.conftest import ADMINISTRATOR, Person, Site, Visit
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in

ADA = Person("", ADMINISTRATOR[0], ADMINISTRATOR[1], "")
NO_HOURS = "update public.opening_hours set hours = default"


def test_hours_set_on_a_phone_open_and_close_with_the_clock(site: Site, visit: Visit) -> None:
    say = words_in("zh")
    run_sql(site, "update public.site_settings set time_zone = 'Asia/Singapore'")
    run_sql(site, NO_HOURS)
    page = visit("/zh/admin/hours", as_=ADA)
    page.get_by_role("button", name=re.compile(f"^{say('admin.hours.addTo', day='星期一')}")).click()
    page.get_by_label(say("admin.hours.opens", day="星期一")).fill("09:00")
    page.get_by_label(say("admin.hours.closes", day="星期一")).fill("18:00")
    page.get_by_role("button", name=say("admin.hours.copyOf", day="星期一")).click()
    page.get_by_role("button", name=say("admin.hours.save")).click()
    expect(page.get_by_text(say("admin.hours.saved"))).to_be_visible()

    guest = visit("/zh/contact")
    # 17:59 in Singapore, tomorrow.
    guest.clock.install(time=datetime.combine(datetime.now(UTC) + timedelta(days=1), time(9, 59), UTC))
    guest.goto("/zh")
    expect(guest.get_by_text(say("hours.openUntil", time="18:00"))).to_be_visible()
    guest.clock.run_for(120_000)
    expect(guest.get_by_text(say("hours.opensTomorrow", time="09:00"))).to_be_visible()
    run_sql(site, NO_HOURS)
