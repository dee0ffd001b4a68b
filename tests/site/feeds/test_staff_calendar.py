"""Calendar feeds of staff, over HTTP: which times they have for whom, and that they name none of the bookers."""

import asyncio
from datetime import timedelta
from uuid import UUID, uuid4

import asyncpg
import httpx
import pytest
from icalendar import Calendar

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.site.loaders.booking.places import AdminPlacePayload
from balai.site.loaders.calendars.feeds import DayCalendarsPayload
from balai.site.request.limits import RequestLimit, TooManyRequests
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

OPEN = "select public.open_calendar_feed($1, $2, $3)"
ADD_ROOM = """insert into public.rooms (id, names) values ($1, '{"en": "Room 2"}')"""
BAN = "update auth.users set banned_until = now() + interval '1 day' where id = $1"


async def open_feed(pool: Pool, who: Member, covers: str, room: UUID | None = None, *, renew: bool = False) -> str:
    async with as_role(pool, who.caller, read_only=False) as connection:
        return f"/calendar/staff/{await connection.fetchval(OPEN, covers, room, renew)}.ics"


async def events(site: httpx.AsyncClient, path: str) -> dict[str, str]:
    """The titles of a feed's events by their ids."""
    response = await site.get(path)
    assert response.status_code == 200, response.text
    return {str(event["UID"]): str(event["SUMMARY"]) for event in Calendar.from_ical(response.text).walk("VEVENT")}


class House:
    """A host with a service in a room, a colleague with another one, and a member."""

    async def furnish(self, pool: Pool) -> None:
        self.admin = await make_member(pool, is_admin=True)
        self.mai = await make_member(pool, display_name="Nurse Mai")
        self.lim = await make_member(pool, display_name="Nurse Lim")
        self.member = await make_member(pool, display_name="Secret Person", email="secret@site.example")
        self.room = uuid4()
        async with as_owner(pool) as connection:
            await connection.execute(ADD_ROOM, self.room)
        one = {"kind": "appointment", "capacity": 1, "per_person": 1}
        self.first = await make_service(
            pool, self.admin, hosts=[str(self.mai.id)], rooms=[str(self.room)], slug="one", **one
        )
        self.second = await make_service(pool, self.admin, hosts=[str(self.lim.id)], slug="two")
        self.booked = await book(pool, self.member, self.first, days_ahead(3))
        await book(pool, self.member, self.second, days_ahead(4), party=2, note="My secret illness")


@pytest.fixture
async def house(pool: Pool) -> House:
    house = House()
    await house.furnish(pool)
    return house


async def test_each_feed_has_its_times_and_no_names(site: httpx.AsyncClient, pool: Pool, house: House) -> None:
    own = await open_feed(pool, house.mai, "own")
    room = await open_feed(pool, house.admin, "room", house.room)
    whole = await open_feed(pool, house.admin, "site")
    assert list((await events(site, own)).values()) == ["Reading circle"]
    assert await events(site, own) == await events(site, room)
    titles = list((await events(site, whole)).values())
    assert len(titles) == 2 and titles[1].startswith("Reading circle (2/")
    text = (await site.get(whole)).text.replace("\r\n ", "")
    assert "Nurse Mai" in text and "Room 2" in text and "/en/day?day=" in text
    for hidden in ("Secret", "secret", str(house.member.id), str(house.booked.id)):
        assert hidden not in text
    # Unchanged: 304. The last booking of a time is cancelled: the event leaves.
    first = await site.get(own)
    assert "private" in ", ".join(first.headers.get_list("cache-control"))
    again = await site.get(own, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    await cancel(pool, house.member, house.booked.id)
    # The page cache hears of the change by a notification.
    for _ in range(20):
        if not await events(site, own) and not await events(site, room):
            break
        await asyncio.sleep(0.25)
    assert await events(site, own) == await events(site, room) == {}


async def test_an_old_address_and_lost_rights_open_nothing(site: httpx.AsyncClient, pool: Pool, house: House) -> None:
    first = await open_feed(pool, house.mai, "own")
    assert await open_feed(pool, house.mai, "own") == first
    await events(site, first)
    renewed = await open_feed(pool, house.mai, "own", renew=True)
    async with as_role(pool, house.mai.caller, read_only=False) as connection:
        # Not through the page: the page cache hears of the change a moment after the commit.
        assert await connection.fetchval("select count(*) from public.staff_calendar($1)", UUID(first[16:-4])) == 0
        assert await connection.fetchval("select count(*) from public.staff_calendar($1)", UUID(renewed[16:-4])) == 1
    for _ in range(200):
        if (await site.get(first)).status_code == 404:
            break
    assert (await site.get(first)).status_code == 404
    async with as_owner(pool) as connection:
        await connection.execute(BAN, house.mai.id)
    assert (await site.get(renewed)).status_code == 404
    whole = await open_feed(pool, house.admin, "site")
    async with as_owner(pool) as connection:
        await connection.execute("delete from public.administrators where user_id = $1", house.admin.id)
        assert await connection.fetchval("select count(*) from public.staff_calendar($1)", UUID(whole[16:-4])) == 0
    assert (await site.get(f"/calendar/staff/{uuid4()}.ics")).status_code == 404


async def test_others_open_see_and_close_nothing(pool: Pool, house: House) -> None:
    await open_feed(pool, house.mai, "own")
    for who, covers, room in (
        (house.member, "own", None),
        (house.member, "site", None),
        (house.mai, "site", None),
        (house.mai, "room", house.room),
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await open_feed(pool, who, covers, room)
    for who in (house.member, house.lim, house.admin):
        async with as_role(pool, who.caller, read_only=False) as connection:
            assert await connection.fetchval("select count(*) from public.calendar_feeds") == 0
            assert await connection.execute("delete from public.calendar_feeds") == "DELETE 0"
    async with as_role(pool, Caller.anonymous()) as connection:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute("select token from public.calendar_feeds")
    async with as_role(pool, house.mai.caller, read_only=False) as connection:
        data = await connection.fetchval("select public.my_data()")
        assert '"calendarFeeds": [{"room": null' in data and "token" not in data
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute("update public.calendar_feeds set covers = 'site'")


async def test_pages_offer_what_the_reader_may_have(pool: Pool, house: House) -> None:
    path = await open_feed(pool, house.mai, "own")
    for who, covers in ((house.mai, [("own", path)]), (house.admin, [("site", None)])):
        page = await load_page(pool, "/day/calendars", who=who)
        assert isinstance(page.data, DayCalendarsPayload)
        assert [(feed.covers, feed.path) for feed in page.data.feeds] == covers
    room = (await load_page(pool, f"/admin/places/{house.room}", who=house.admin)).data
    person = (await load_page(pool, f"/admin/places/{house.mai.id}", who=house.admin)).data
    assert isinstance(room, AdminPlacePayload) and isinstance(person, AdminPlacePayload)
    assert room.feed is not None and (room.feed.covers, room.feed.room) == ("room", house.room)
    # The address of a colleague is theirs alone.
    assert person.feed is None


def test_requests_of_one_address_are_limited() -> None:

    limit = RequestLimit(2, timedelta(minutes=1))
    key = uuid4()
    limit.count(key, 0)
    limit.count(key, 1)
    with pytest.raises(TooManyRequests):
        limit.count(key, 2)
    limit.count(uuid4(), 2)
    limit.count(key, 61)
