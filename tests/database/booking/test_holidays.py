"""Public holidays: what is suggested, and closing a day and opening it again."""

from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.calendars.holidays import REGIONS, list_holidays
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member

NAMES = {"en": "Deepavali", "zh": "屠妖节", "ms": "Deepavali", "vi": "Lễ Deepavali"}


def test_every_holiday_of_every_region_has_a_name_in_four_languages() -> None:
    for year in (2026, 2027, 2028):
        for region in REGIONS:
            found = list_holidays([region], date(year, 1, 1))
            assert len(found) >= 5, region
            for holiday in found:
                assert set(holiday.names) == {"en", "zh", "ms", "vi"}
                # Without a translation all four would be the same.
                assert holiday.names["zh"] != holiday.names["en"], (region, holiday)


def test_lunar_dates_and_states_are_right() -> None:
    days = {holiday.day: holiday.names["en"] for holiday in list_holidays(["lunar"], date(2027, 1, 1))}
    assert days == {
        date(2027, 2, 5): "Chinese New Year's Eve",
        **{date(2027, 2, day): "Chinese New Year" for day in (6, 7, 8)},
        date(2027, 2, 20): "Lantern Festival",
        date(2027, 4, 5): "Qingming",
        date(2027, 5, 13): "Buddha's Birthday",
        date(2027, 6, 9): "Dragon Boat Festival",
        date(2027, 8, 16): "Hungry Ghost Festival",
        date(2027, 9, 15): "Mid-Autumn Festival",
        date(2027, 10, 8): "Double Ninth Festival",
        date(2027, 12, 22): "Winter Solstice",
    }
    penang = {holiday.names["en"] for holiday in list_holidays(["my-07"], date(2027, 1, 1))}
    assert "George Town Heritage Day" in penang
    assert "George Town Heritage Day" not in {h.names["en"] for h in list_holidays(["my-12"], date(2027, 1, 1))}


async def call(pool: Pool, who: Member, sql: str, *values: Any) -> dict[str, Any]:
    async with as_role(pool, who.caller, read_only=False) as connection:
        answer: dict[str, Any] = msgspec.json.decode(await connection.fetchval(sql, *values))
    return answer


async def close(pool: Pool, who: Member, act: UUID, day: date, *, cancels: bool = False) -> dict[str, Any]:
    names = msgspec.json.encode(NAMES).decode()
    return await call(pool, who, "select public.close_holiday($1, $2, $3, $4)", act, day, names, cancels)


async def count(pool: Pool, service: UUID, day: date) -> int:
    async with as_owner(pool) as connection:
        return int(await connection.fetchval("select count(*) from public.list_slots($1, $2, $2)", service, day))


async def test_a_day_is_closed_and_opened_by_one_act_each(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin)
    day = (days_ahead(4, 12) + timedelta(hours=8)).date()
    act = uuid4()
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await close(pool, await make_member(pool), act, day)
    await close(pool, admin, act, day)
    await close(pool, admin, act, day)
    assert await count(pool, service, day) == 0
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select notes ->> 'vi' from public.opening_exceptions") == NAMES["vi"]
    await call(pool, admin, "select public.open_holiday($1)", act)
    assert await count(pool, service, day) == 8
    async with as_owner(pool) as connection:
        assert not await connection.fetchval("select exists (select from public.opening_exceptions)")


async def test_other_hours_of_the_day_come_back(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin)
    day = (days_ahead(4, 12) + timedelta(hours=8)).date()
    async with as_owner(pool) as connection:
        await connection.execute(
            "insert into public.service_exceptions (day, opens, closes, note) values ($1, '09:00', '11:00', 'Short')",
            day,
        )
        await connection.execute(
            "insert into public.opening_exceptions (day, hours, notes) values ($1, '{[540,660)}', $2)",
            day,
            '{"en": "Short"}',
        )
    before, hours = await count(pool, service, day), "select row(hours, notes)::text from public.opening_exceptions"
    async with as_owner(pool) as connection:
        open_before = await connection.fetchval(hours)
    act = uuid4()
    for _ in range(2):
        await close(pool, admin, act, day)
        # Closed twice, by two people: each opens what they have closed.
        second = uuid4()
        await close(pool, admin, second, day)
        assert await count(pool, service, day) == 0
        await call(pool, admin, "select public.open_holiday($1)", second)
        assert await count(pool, service, day) == 0
        await call(pool, admin, "select public.open_holiday($1)", act)
        await call(pool, admin, "select public.open_holiday($1)", act)
        assert 0 < await count(pool, service, day) == before
        async with as_owner(pool) as connection:
            assert await connection.fetchval(hours) == open_before


async def test_bookings_are_seen_before_a_day_is_closed(pool: Pool) -> None:
    admin, mei = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, admin)
    day = (days_ahead(4, 12) + timedelta(hours=8)).date()
    booked = await book(pool, mei, service, days_ahead(4, 12))
    act = uuid4()
    with pytest.raises(asyncpg.PostgresError) as seen:
        await close(pool, admin, act, day)
    assert seen.value.detail == "day_has_bookings"  # type: ignore[attr-defined]
    assert (await close(pool, admin, act, day, cancels=True))["cancelled"] == 1
    status = "select status::text from public.bookings where id = $1"
    async with as_owner(pool) as connection:
        assert await connection.fetchval(status, booked.id) == "cancelled"
    assert (await call(pool, admin, "select public.open_holiday($1)", act))["restored"] == 1
    async with as_owner(pool) as connection:
        assert await connection.fetchval(status, booked.id) == "booked"
