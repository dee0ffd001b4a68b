"""Loaders of the booking administration."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.screens import NotFound
from tests.factories.booking import EVERY_DAY, book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

CLOSE_HOUSE = "insert into public.service_exceptions (day, note) values ($1, 'Festival')"


@pytest.fixture
async def admin(pool: Pool) -> Member:
    return await make_member(pool, display_name="Aisyah", is_admin=True)


async def read(pool: Pool, path: str, who: Member, **query: str) -> Any:
    return (await load_page(pool, path, who=who, query=query)).data


async def test_bookings_of_a_day_and_of_a_week(pool: Pool, admin: Member) -> None:
    circle, clinic = await make_service(pool, admin), await make_service(pool, admin)
    mei, hoa = await make_member(pool, display_name="Mei"), await make_member(pool, display_name="Hoa")
    first = await book(pool, mei, circle, days_ahead(3, 12), note="By the window")
    second = await book(pool, hoa, clinic, days_ahead(3, 13), party=2)
    later = await book(pool, mei, circle, days_ahead(5))
    await cancel(pool, hoa, second.id)
    day = str(days_ahead(3, 12).date())

    data = await read(pool, "/admin/bookings", admin, day=day)
    assert [(line.id, line.member_name, line.status, line.note) for line in data.bookings] == [
        (first.id, "Mei", "booked", "By the window"), (second.id, "Hoa", "cancelled", ""),
    ]  # fmt: skip
    assert ((data.following - data.day).days, (data.day - data.previous).days) == (1, 1)
    week = await read(pool, "/admin/bookings", admin, day=day, span="week")
    assert [line.id for line in week.bookings] == [first.id, second.id, later.id]
    only = await read(pool, "/admin/bookings", admin, day=day, span="week", service=str(clinic))
    assert [line.id for line in only.bookings] == [second.id]
    assert {line.id: line.coming for line in only.services} == {circle: 2, clinic: 0}


@pytest.mark.parametrize("query", [{"day": "x"}, {"day": "9999-12-31"}, {"service": "x"}, {"span": "year"}])
async def test_invalid_parameters_are_handled(pool: Pool, admin: Member, query: dict[str, str]) -> None:
    data = await read(pool, "/admin/bookings", admin, **query)
    assert (data.day, data.span, data.service) == (data.today, "day", None)


async def test_long_day_is_paged_by_key(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=200)
    booked = [await book(pool, await make_member(pool), service, days_ahead(3)) for _ in range(103)]
    first = await read(pool, "/admin/bookings", admin, day=str(days_ahead(3).date()))
    second = await read(pool, "/admin/bookings", admin, day=str(days_ahead(3).date()), after=first.next)
    assert (len(first.bookings), len(second.bookings), second.next) == (100, 3, None)
    assert {line.id for line in (*first.bookings, *second.bookings)} == {each.id for each in booked}


async def test_services_with_their_exceptions(pool: Pool, admin: Member) -> None:
    shown = await make_service(pool, admin)
    withdrawn = await make_service(pool, admin, is_active=False, position=0)
    await book(pool, await make_member(pool), shown, days_ahead(3))
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute(CLOSE_HOUSE, days_ahead(3).date())
        await connection.execute(CLOSE_HOUSE, days_ahead(-3).date())
    data = await read(pool, "/admin/services", admin)
    assert [(line.id, line.is_active) for line in data.services] == [(shown, True), (withdrawn, False)]
    assert data.services[0].languages == ["en", "vi"]
    assert [(day.note, day.opens, day.coming) for day in data.house_days] == [("Festival", None, 1)]


async def test_editor_gets_the_complete_service(pool: Pool, admin: Member) -> None:
    host = await make_member(pool, display_name="Lan")
    hours = [{"weekday": 1, "opens": "09:00", "closes": "24:00"}]
    exceptions = [
        {"day": str(days_ahead(9).date()), "opens": "10:00", "closes": "12:30", "note": "Half day"},
        {"day": str(days_ahead(8).date()), "note": "Closed"},
        {"day": "2020-01-01", "note": "Long past"},
    ]
    service = await make_service(
        pool, admin, hours=hours, exceptions=exceptions, host_id=str(host.id), online_url="https://meet.example.org/x"
    )
    data = await read(pool, f"/admin/services/{service}", admin)
    edited = data.service
    assert ([each.name for each in edited.hosts], edited.online_url, edited.base_sequence) == (
        ["Lan"],
        "https://meet.example.org/x",
        0,
    )
    assert [(span.weekday, span.opens, span.closes) for span in edited.hours] == [(1, "09:00", "24:00")]
    assert [(day.opens, day.note) for day in edited.exceptions] == [(None, "Closed"), ("10:00", "Half day")]
    assert [text.language for text in edited.texts] == ["en", "vi"]
    # Present hosts first: the limit never cuts them. The page sorts.
    assert [option.name for option in data.hosts] == ["Lan", "Aisyah"]

    assert (await read(pool, "/admin/services/new", admin)).service is None
    with pytest.raises(NotFound):
        await read(pool, f"/admin/services/{uuid4()}", admin)


async def test_member_sees_no_data_of_others(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, is_active=False, hours=EVERY_DAY)
    member = await make_member(pool)
    assert (await read(pool, "/admin/bookings", member)).services == ()
    with pytest.raises(NotFound):
        await read(pool, f"/admin/services/{service}", member)
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select count(*) from public.services where id = $1", UUID(str(service))) == 1


async def test_people_and_rooms_with_their_times(pool: Pool) -> None:
    admin, lan = await make_member(pool, is_admin=True), await make_member(pool, display_name="Lan")
    async with as_role(pool, admin.caller, read_only=False) as connection:
        room = await connection.fetchval(
            """insert into public.rooms (id, names) values (gen_random_uuid(), '{"en": "Room 2"}') returning id"""
        )
    await make_service(pool, admin, hosts=[str(lan.id)], rooms=[str(room)])
    async with as_role(pool, lan.caller, read_only=False) as connection:
        await connection.execute(
            "insert into public.absences (host_id, starts_at, ends_at) values ($1, $2, $3)",
            lan.id, days_ahead(2), days_ahead(3),
        )  # fmt: skip
    places = await read(pool, "/admin/places", admin)
    assert places.can_edit
    assert [(each.name, each.services, each.away_from) for each in places.people] == [("Lan", 1, days_ahead(2))]
    assert [(each.name, each.kind, each.services) for each in places.rooms] == [("Room 2", "room", 1)]
    person = await read(pool, f"/admin/places/{lan.id}", admin)
    assert (person.is_person, [each.ends_at for each in person.absences]) == (True, [days_ahead(3)])
    assert not (await read(pool, f"/admin/places/{room}", admin)).is_person
