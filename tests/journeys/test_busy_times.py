"""A host's busy times from another calendar, on a phone: its address is refused, unreachable, read and removed."""

import asyncio
import re
from datetime import datetime, timedelta

import httpx
from playwright.sync_api import Page, expect

from balai.database.pool import open_pool
from balai.http.client import OutgoingHttpClient
from balai.jobs.booking.read_calendars import read_due_calendar
from tests.jobs.test_link_previews import ToThisMachine
from tests.jobs.test_read_calendars import Host, file
from tests.journeys.conftest import PHONE, Site, Visit, wait_for
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import ZONE, a_time, make_service
from tests.journeys.test_forum import in_own_thread, run_sql
from tests.journeys.texts import words_in
from tests.site.pictures.hosts import PUBLIC

SAY = words_in("vi")
STATE = """
select coalesce(failure, case when read_at is null then 'new' else 'read' end) from public.read_calendars
where host_id = $1::text::uuid
"""
DUE = "update public.read_calendars set due_at = now() where host_id = $1::text::uuid"


def read_from(site: Site, host: str, body: bytes) -> None:
    """Read the calendar as the job does, from a server on this machine that stands for its provider."""

    async def read() -> None:
        served = Host()
        served.body = body
        server = await asyncio.start_server(served.answer, "127.0.0.1", 0)

        async def resolve(_name: str, _port: int) -> list[str]:
            return [PUBLIC]

        outgoing = OutgoingHttpClient(ToThisMachine(server.sockets[0].getsockname()[1]), resolve=resolve)
        pool = await open_pool(site.database_url, size=1)
        try:
            await read_due_calendar(pool, outgoing, site.url)
        finally:
            await pool.close()
            await outgoing.close()
            server.close()

    def look() -> bool:
        # The program's own job may be first; it does not reach the provider.
        run_sql(site, DUE, host)
        in_own_thread(read())
        return run_sql(site, STATE, host) == "read"

    wait_for(look, "the calendar")


def busy_at(moment: str) -> bytes:
    start = datetime.fromisoformat(moment)
    return file(
        f"UID:d\nSUMMARY:Khám răng\nDTSTART:{start:%Y%m%dT%H%M%SZ}\nDTEND:{start + timedelta(hours=1):%Y%m%dT%H%M%SZ}"
    )


def add(page: Page, address: str) -> None:
    page.get_by_label(SAY("day.calendars.ics")).fill(address)
    page.get_by_role("button", name=SAY("day.calendars.add")).click()


def test_busy_times_are_not_offered_until_the_calendar_is_removed(site: Site, visit: Visit) -> None:
    nurse = site.make_member("Mai", language="vi", time_zone=ZONE)
    service = make_service(site, kind="appointment", hosts=[nurse.id])
    reader = visit(f"/vi/book/{service['slug']}?at={a_time(11)}")
    taken = reader.locator(f"a[href*='{a_time(10).replace(':', '%3A')}']")
    expect(taken.first).to_be_attached()

    page = visit("/vi/day/calendars", as_=nurse)
    add(page, "http://calendar.example/basic.ics")
    expect(page.get_by_role("alert")).to_contain_text(SAY("error.detail.calendar_address"))
    assert_accessible(page)
    address = "webcal://calendar.invalid/private/basic.ics"
    add(page, f" {address} ")
    row = page.get_by_role("listitem").filter(has_text="calendar.invalid")
    expect(row).to_have_count(1)
    expect(page.get_by_label(SAY("day.calendars.ics"))).to_have_value("")
    wait_for(lambda: run_sql(site, STATE, nurse.id) == "unreachable", "the failure")
    page.reload()
    expect(row).to_contain_text(SAY("day.calendars.failure.unreachable"))
    add(page, address)
    expect(page.get_by_role("alert").filter(has_text=SAY("error.detail.calendar_known"))).to_be_visible()
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    read_from(site, nurse.id, busy_at(a_time(10)))
    page.reload()
    expect(row).to_contain_text(SAY("day.calendars.times", count=1))
    expect(row).not_to_contain_text(SAY("day.calendars.failure.unreachable"))
    # The address and the title stand on no page.
    assert not re.search("private|răng", page.content())
    reader.reload()
    expect(reader.get_by_role("link", name=re.compile("11:00")).first).to_be_attached()
    expect(taken).to_have_count(0)

    row.get_by_role("button", name=SAY("day.calendars.removeOne", site="calendar.invalid")).click()
    page.get_by_role("dialog").get_by_role("button", name=SAY("day.calendars.remove")).dblclick()
    expect(row).to_have_count(0)
    reader.reload()
    expect(taken.first).to_be_attached()
    page.get_by_role("button", name=SAY("common.undo")).click()
    expect(row).to_contain_text(SAY("day.calendars.times", count=1))
    reader.reload()
    expect(reader.get_by_role("link", name=re.compile("11:00")).first).to_be_attached()
    expect(taken).to_have_count(0)
    # Another member has no such page of theirs, and the server tells guests to sign in.
    assert httpx.get(f"{site.url}/vi/day/calendars").status_code in {302, 303, 307}
    assert visit("/vi", as_=site.make_member("Lan")).request.get("/vi/day/calendars").status == 404
