from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import httpx
import pytest
from icalendar import Calendar, Component

from balai.database.pool import Pool
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member

MONDAYS = ({"weekday": 1, "opens": "18:00", "closes": "19:00"},)


@pytest.fixture
async def admin(pool: Pool) -> Member:
    return await make_member(pool, is_admin=True)


def events(response: httpx.Response) -> list[Component]:
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(response.text).walk("VEVENT")


async def test_upcoming_sessions_are_a_calendar_in_each_language(
    site: httpx.AsyncClient, pool: Pool, admin: Member
) -> None:
    await make_service(pool, admin, hours=MONDAYS, time_zone="America/New_York", window_days=60)
    response = await site.get("/vi/book/calendar.ics")
    found = events(response)
    assert 8 <= len(found) <= 9
    first = found[0]
    assert first["SUMMARY"] == "Nhóm đọc sách"
    assert (first["SUMMARY"].params["LANGUAGE"], first["LOCATION"]) == ("vi", "Phòng 2")
    assert first["URL"].startswith("https://site.example/vi/book/")
    local = [event["DTSTART"].dt.astimezone(ZoneInfo("America/New_York")) for event in found]
    assert {(moment.isoweekday(), moment.hour) for moment in local} == {(1, 18)}
    assert "BEGIN:VTIMEZONE" in response.text
    assert len({event["UID"] for event in found}) == len(found)
    same = await site.get("/vi/book/calendar.ics", headers={"if-none-match": response.headers["etag"]})
    assert same.status_code == 304


async def test_service_has_its_own_calendar_updated_at_once(site: httpx.AsyncClient, pool: Pool, admin: Member) -> None:
    every = [{"weekday": day, "opens": "09:00", "closes": "10:00"} for day in range(1, 8)]
    texts = [{"language": "en", "name": "Sewing", "description": "", "place": ""}]
    await make_service(pool, admin, hours=every, texts=texts, window_days=10)
    assert events(await site.get("/en/book/sewing/calendar.ics"))
    await make_service(pool, admin, hours=MONDAYS, window_days=20, position=2)
    for _ in range(50):
        if {event["SUMMARY"] for event in events(await site.get("/en/book/calendar.ics"))} == {
            "Sewing",
            "Reading circle",
        }:
            break
    else:
        raise AssertionError("the new service never came")
    own = events(await site.get("/en/book/reading-circle/calendar.ics"))
    assert {event["SUMMARY"] for event in own} == {"Reading circle"}


async def test_old_addresses_of_a_service_lead_to_it(site: httpx.AsyncClient, pool: Pool, admin: Member) -> None:
    texts = [{"language": "en", "name": "Sewing", "description": "", "place": ""}]
    hours = [{"weekday": day, "opens": "09:00", "closes": "10:00"} for day in range(1, 8)]
    service = await make_service(pool, admin, hours=hours, texts=texts, window_days=10)
    await pool.execute("update public.services set slug = 'tailoring' where id = $1", service)
    other = await make_service(pool, admin, hours=hours, texts=texts, position=2)
    slug = await pool.fetchval("select slug from public.services where id = $1", other)
    assert slug == f"sewing-{str(other)[:6]}"
    for _ in range(50):
        moved = await site.get("/en/book/sewing?from=2026-12-01")
        if moved.status_code == 301:
            break
    assert moved.headers["location"] == "/en/book/tailoring?from=2026-12-01"
    assert {event["SUMMARY"] for event in events(await site.get("/en/book/sewing/calendar.ics"))} == {"Sewing"}
    assert (await site.get("/embed/en/book/sewing")).status_code == 200
    # It may have its first address again.
    await pool.execute("update public.services set slug = 'sewing' where id = $1", service)
    await pool.execute("delete from public.services where id = $1", service)
    assert await pool.fetchval("select count(*) from public.service_slugs") == 1


async def test_full_sessions_are_listed_and_closed_ones_are_not(
    site: httpx.AsyncClient, pool: Pool, admin: Member
) -> None:
    mei = await make_member(pool)
    service = await make_service(pool, admin, capacity=1, per_person=1, notice_minutes=48 * 60, window_days=5)
    await book(pool, mei, service, days_ahead(4))
    moments = [event["DTSTART"].dt for event in events(await site.get("/en/book/calendar.ics"))]
    assert days_ahead(4) in moments
    assert min(moments) >= datetime.now(UTC) + timedelta(days=2)


async def test_appointments_meeting_links_and_closed_services_are_left_out(
    site: httpx.AsyncClient, pool: Pool, admin: Member
) -> None:
    online = {"online_url": "https://meet.example/secret", "window_days": 5}
    await make_service(pool, admin, **online)
    texts = [{"language": "en", "name": "Nurse", "description": "", "place": ""}]
    await make_service(pool, admin, kind="appointment", capacity=1, per_person=1, texts=texts)
    closed = [{"language": "en", "name": "Closed", "description": "", "place": ""}]
    await make_service(pool, admin, is_active=False, texts=closed)
    response = await site.get("/en/book/calendar.ics")
    assert {event["SUMMARY"] for event in events(response)} == {"Reading circle"}
    assert "secret" not in response.text
    for slug in ("nurse", "closed", "nothing"):
        assert (await site.get(f"/en/book/{slug}/calendar.ics")).status_code == 404
