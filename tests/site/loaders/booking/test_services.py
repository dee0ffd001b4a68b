"""Loaders of booking pages, with their permissions."""

from datetime import date, datetime, timedelta
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import asyncpg
import pytest
import segno

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.site.feeds.calendar import Publisher, booking_calendar, member_calendar
from balai.site.loaders.booking.calendar import find_calendar_booking, load_member_feed
from balai.site.loaders.booking.details import BookViewPayload
from balai.site.loaders.booking.service import BookServicePayload
from balai.site.loaders.booking.services import BookPayload
from balai.site.payloads import Lang
from balai.site.screens import NotFound, Page
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.support.pages import SITE_URL, load_page

WITHDRAW = "update public.services set is_active = false where id = $1"
FEED = "select calendar_token from public.my_profile()"


@pytest.fixture
async def admin(pool: Pool) -> Member:
    return await make_member(pool, display_name="Aisyah", is_admin=True)


async def the_list(pool: Pool, lang: Lang = "en", who: Member | None = None, **query: str) -> Page[BookPayload]:
    return await load_page(pool, "/book", lang=lang, who=who, query=query)  # type: ignore[return-value]


async def the_service(
    pool: Pool, service: UUID, who: Member | None = None, query: dict[str, str] | None = None
) -> Page[BookServicePayload]:
    async with as_role(pool, Caller.anonymous()) as connection:
        slug = await connection.fetchval("select slug from public.services where id = $1", service)
    return await load_page(pool, f"/book/{slug}", who=who, query=query)  # type: ignore[return-value]


async def the_booking(pool: Pool, booking: UUID, who: Member | None) -> BookViewPayload:
    page: Page[BookViewPayload] = await load_page(pool, f"/book/view/{booking}", who=who)  # type: ignore[assignment]
    return page.data


async def test_list_has_each_service_with_its_next_free_slot(pool: Pool, admin: Member) -> None:
    weekly = [{"weekday": days_ahead(3).isoweekday(), "opens": "10:00", "closes": "12:00"}]
    service = await make_service(pool, admin, hours=weekly, capacity=1, per_person=1, position=1)
    await make_service(pool, admin, hours=[], position=2)
    await make_service(pool, admin, is_active=False, position=3)
    page = await the_list(pool, "vi")
    first, second = page.data.services
    assert (first.id, first.name, first.lang, first.next_free) == (service, "Nhóm đọc sách", "vi", days_ahead(3))
    assert (second.next_free, page.data.next, page.data.mine) == (None, None, ())
    assert page.valid_until is not None
    assert page.valid_until == days_ahead(1, 0)

    mei = await make_member(pool)
    booked = await book(pool, mei, service, days_ahead(3))
    page = await the_list(pool, "zh", mei)
    assert page.data.services[0].next_free == days_ahead(3, 11)
    # There is no Chinese text: the English one is shown and marked.
    assert (page.data.services[0].lang, page.data.services[0].name) == ("en", "Reading circle")
    assert [(line.id, line.status) for line in page.data.mine] == [(booked.id, "booked")]


async def test_services_show_their_picture_and_their_host(pool: Pool, admin: Member) -> None:
    picture = "/storage/v1/object/public/pictures/room_800x600.jpg"
    service = await make_service(pool, admin, picture_url=picture, host_id=str(admin.id))
    await pool.execute("update public.profiles set picture_url = $2 where id = $1", admin.id, picture)
    (card,) = (await the_list(pool)).data.services
    assert (card.picture_url, card.host_name, card.host_picture_url) == (picture, "Aisyah", picture)
    shown = (await the_service(pool, service)).data.service
    assert (shown.picture_url, shown.host_name, shown.host_picture_url) == (picture, "Aisyah", picture)
    assert await pool.fetchval("select public.is_upload_used('room_800x600.jpg')")


async def test_picture_on_another_host_is_refused(pool: Pool, admin: Member) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await make_service(pool, admin, picture_url="https://elsewhere.example/room.jpg")


async def test_ticket_has_the_address_of_its_check_in_until_it_is_over(pool: Pool, admin: Member) -> None:
    service, mei = await make_service(pool, admin), await make_member(pool)
    booked = await book(pool, mei, service, days_ahead(3))
    shown = await the_booking(pool, booked.id, mei)
    code = segno.make(f"{SITE_URL}/en/day/check-in/{booked.id}", micro=False, error="m")
    assert shown.qr == code.svg_data_uri(scale=4, border=2, light="white", nl=False)
    assert not shown.is_over
    await pool.execute(
        "update public.bookings set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'"
    )
    over = await the_booking(pool, booked.id, mei)
    assert (over.is_over, over.qr) == (True, None)


async def test_list_is_paged_by_key(pool: Pool, admin: Member) -> None:
    services = [await make_service(pool, admin, hours=[], position=n // 2) for n in range(23)]
    first = await the_list(pool)
    assert first.data.next is not None
    second = await the_list(pool, after=first.data.next)
    assert second.data.next is None
    listed = [card.id for card in (*first.data.services, *second.data.services)]
    assert len(listed) == 23
    assert set(listed) == set(services)


async def test_week_has_seven_days_in_the_venues_time_zone(pool: Pool, admin: Member) -> None:
    late = [{"weekday": day, "opens": "20:00", "closes": "24:00"} for day in range(1, 8)]
    service = await make_service(pool, admin, hours=late, time_zone="America/New_York", window_days=9)
    page = await the_service(pool, service)
    today = page.data.today
    assert [day.day for day in page.data.days] == [today + timedelta(days=n) for n in range(7)]
    assert [len(day.slots) for day in page.data.days[1:]] == [4] * 6
    assert (page.data.earlier, page.data.later) == (None, today + timedelta(days=7))
    later = await the_service(pool, service, query={"from": str(page.data.later)})
    assert [len(day.slots) for day in later.data.days] == [4, 4, 4, 0, 0, 0, 0]
    assert (later.data.earlier, later.data.later) == (today, None)
    assert later.head.noindex
    assert not page.head.noindex


async def test_session_has_structured_data_of_an_event(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, online_url="https://meet.example.org/secret")
    page = await the_service(pool, service)
    *events, trail = page.head.json_ld
    event = events[0]
    assert (event["@type"], event["name"], event["inLanguage"]) == ("Event", "Reading circle", "en")
    assert str(event["startDate"]).endswith("+08:00")
    assert "secret" not in str(page)
    appointment = await make_service(pool, admin, kind="appointment", capacity=1, per_person=1)
    assert [part["@type"] for part in (await the_service(pool, appointment)).head.json_ld] == ["BreadcrumbList"]
    assert [part["name"] for part in trail["itemListElement"]] == ["Book", "Reading circle"]  # type: ignore[attr-defined]


async def test_chosen_slot_sets_the_week_and_a_full_one_has_suggestions(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=1, per_person=1)
    mei, hoa = await make_member(pool), await make_member(pool)
    booked = await book(pool, mei, service, days_ahead(10))
    query = {"at": days_ahead(10).isoformat()}
    free = await the_service(pool, service, query={"at": days_ahead(10, 11).isoformat()})
    assert free.data.chosen is not None
    assert (free.data.chosen.left, free.data.suggestions) == (1, ())
    full = await the_service(pool, service, query=query, who=hoa)
    assert full.data.chosen is not None
    assert (full.data.chosen.left, full.data.chosen.booking_id) == (0, None)
    assert [free.starts_at for free in full.data.suggestions] == [days_ahead(10, hour) for hour in (11, 12, 13)]
    mine = await the_service(pool, service, query=query, who=mei)
    assert mine.data.chosen is not None
    assert (mine.data.chosen.booking_id, mine.data.chosen.status) == (booked.id, "booked")


@pytest.mark.parametrize(
    "query",
    [
        {"from": "2026-02-30"},
        {"from": "9999-12-31"},
        {"from": "0001-01-01"},
        {"from": "\u0661"},
        {"at": "9999-12-31T23:59:59-14:00"},
        {"at": "0001-01-01T00:00:00+14:00"},
        {"at": "2026-11-21"},
        {"at": "now'; drop table"},
        {"change": "x"},
    ],
)
async def test_invalid_parameters_are_handled(pool: Pool, admin: Member, query: dict[str, str]) -> None:
    service = await make_service(pool, admin)
    page = await the_service(pool, service, query=query)
    assert page.data.days[0].day in (page.data.today, page.data.today + timedelta(days=30))
    assert page.data.chosen is None
    with pytest.raises(NotFound):
        await load_page(pool, "/book/no-such-service", query=query)


async def test_only_the_own_booking_can_be_moved(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin)
    mei, hoa = await make_member(pool), await make_member(pool)
    booked = await book(pool, mei, service, days_ahead(3))
    query = {"change": str(booked.id)}
    page = await the_service(pool, service, query=query, who=mei)
    assert page.data.changing is not None
    assert page.data.changing.id == booked.id
    with pytest.raises(NotFound):
        await the_service(pool, service, query=query, who=hoa)


async def test_booking_is_visible_to_member_host_and_administrators(pool: Pool, admin: Member) -> None:
    host = await make_member(pool, display_name="Lan")
    service = await make_service(pool, admin, host_id=str(host.id), online_url="https://meet.example.org/circle")
    mei, hoa = await make_member(pool, display_name="Mei"), await make_member(pool)
    booked = await book(pool, mei, service, days_ahead(3), note="Left knee")
    own = await the_booking(pool, booked.id, mei)
    assert (own.note, own.online_url, own.is_mine, own.can_change) == (
        "Left knee", "https://meet.example.org/circle", True, True,
    )  # fmt: skip
    assert own.change_until == days_ahead(3) - timedelta(hours=2)
    assert own.feed_path is not None
    for house in (host, admin):
        seen = await the_booking(pool, booked.id, house)
        assert (seen.member_name, seen.is_mine, seen.feed_path, seen.can_change) == ("Mei", False, None, True)
    with pytest.raises(NotFound):
        await the_booking(pool, booked.id, hoa)
    with pytest.raises(NotFound):
        await the_booking(pool, booked.id, None)
    with pytest.raises(NotFound):
        await the_booking(pool, uuid4(), mei)
    async with as_role(pool, hoa.caller) as connection:
        assert await find_calendar_booking(connection, booked.id, "en") is None

    async with pool.acquire() as connection:
        await connection.execute(WITHDRAW, service)
    still = await the_booking(pool, booked.id, mei)
    assert (still.name, still.is_active) == ("Reading circle", False)


async def test_cancelled_booking_shows_no_link(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, online_url="https://meet.example.org/circle")
    mei = await make_member(pool)
    booked = await book(pool, mei, service, days_ahead(3))
    await book(pool, mei, service, days_ahead(4))
    await cancel(pool, mei, booked.id)
    seen = await the_booking(pool, booked.id, mei)
    assert (seen.status, seen.online_url, seen.can_change) == ("cancelled", None, False)
    async with as_role(pool, mei.caller) as connection:
        found = await find_calendar_booking(connection, booked.id, "en")
    assert found is not None
    file = booking_calendar([found], Publisher("Balai", "https://site.example.org"))
    assert "METHOD:CANCEL" in file
    assert "meet.example.org" not in file


async def test_private_calendar_opens_only_by_its_token(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin)
    mei = await make_member(pool, language="vi")
    await book(pool, mei, service, days_ahead(3))
    gone = await book(pool, mei, service, days_ahead(4))
    await cancel(pool, mei, gone.id)
    async with as_role(pool, mei.caller) as connection:
        token = await connection.fetchval(FEED)
    async with as_role(pool, Caller.anonymous()) as connection:
        bookings = await load_member_feed(connection, token)
        with pytest.raises(NotFound):
            await load_member_feed(connection, uuid4())
    assert [(booking.status, booking.sequence, booking.name) for booking in bookings] == [
        ("booked", 0, "Nhóm đọc sách"), ("cancelled", 1, "Nhóm đọc sách"),
    ]  # fmt: skip
    assert member_calendar(bookings, Publisher("Balai", "https://site.example.org")).count("BEGIN:VEVENT") == 2


async def test_month_shows_days_with_free_places(pool: Pool, admin: Member) -> None:
    weekly = [{"weekday": days_ahead(3).isoweekday(), "opens": "10:00", "closes": "11:00"}]
    service = await make_service(pool, admin, hours=weekly, capacity=1, per_person=1, window_days=60)
    await book(pool, admin, service, days_ahead(3))
    assert (await the_service(pool, service)).data.month is None
    zone = ZoneInfo("Asia/Singapore")
    today = datetime.now(zone).date()
    free: dict[date, int] = {}
    wanted: date | None = today.replace(day=1)
    while wanted is not None:
        page = await the_service(pool, service, query={"month": f"{wanted:%Y-%m}"})
        month = page.data.month
        assert month is not None and month.days[0].day == wanted and page.head.noindex
        free |= {one.day: one.free for one in month.days}
        wanted = month.later
    assert month is not None and month.earlier is not None and max(free) >= today + timedelta(days=60)
    taken = days_ahead(3).astimezone(zone).date()
    open_days = {day for day, count in free.items() if count}
    assert open_days == {taken + timedelta(days=7 * n) for n in range(1, 9) if 7 * n + 3 <= 60}
    # Invalid months lead to the nearest bookable month, or to none.
    for odd, first in (("1999-01", today.replace(day=1)), ("2150-01", month.days[0].day)):
        shown = (await the_service(pool, service, query={"month": odd})).data.month
        assert shown is not None and shown.days[0].day == first
    for wrong in ("2026-13", "0001-01", "9999-12", "x"):
        assert (await the_service(pool, service, query={"month": wrong})).data.month is None
