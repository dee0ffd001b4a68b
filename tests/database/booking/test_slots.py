"""The slots of a service, compared with an independent computation in Python."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from balai.database.pool import Pool, open_pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.booking import LIST_SLOTS, book, days_ahead, make_service
from tests.factories.members import make_member

STARTS = """
select offered.starts_at, offered.ends_at
from public.services s cross join lateral public.service_starts(s, $2, $3) offered
where s.id = $1
"""
LOCAL_INSTANT = "select public.local_instant($1, $2)"
NEXT_FREE = 'select starts_at, "left" from public.next_free($1, $2, $3, $4)'
CLOSE_HOUSE = "insert into public.service_exceptions (day, opens, closes, note) values ($1, $2, $3, 'Festival')"

# Two zones with an hour of summer time, one per hemisphere, one with half an hour, three without.
ZONES = (
    "Asia/Kuala_Lumpur", "Asia/Ho_Chi_Minh", "Asia/Kathmandu", "America/New_York", "Europe/Berlin",
    "Australia/Lord_Howe",
)  # fmt: skip
# And two whose clocks change at midnight: a day begins at one, or has its last hour twice.
STRANGE_ZONES = (*ZONES, "America/Havana", "Asia/Beirut", "America/Santiago")

Hours = dict[str, Any]
Slot = tuple[datetime, datetime]


def expected(
    hours: Sequence[Hours], exceptions: Sequence[Hours], zone: str, minutes: tuple[int, int, int], days: Sequence[date]
) -> Iterator[Slot]:
    """Compute the slots independently: `minutes` are buffer before, duration, buffer after."""
    step, duration = timedelta(minutes=sum(minutes)), timedelta(minutes=minutes[1])
    for day in days:
        different = [each for each in exceptions if each["day"] == str(day)]
        spans = [span for span in different if "opens" in span] if different else [
            span for span in hours if span["weekday"] == day.isoweekday()
        ]  # fmt: skip
        for span in sorted(spans, key=lambda span: str(span["opens"])):
            start, end = instant(day, span["opens"], zone), instant(day, span["closes"], zone)
            while start + duration <= end:
                yield start, start + duration
                start += step


def instant(day: date, clock: str, zone: str) -> datetime:
    # fold=0, the default, follows RFC 5545: the first of two, and the offset before a gap.
    if clock == "24:00":
        day, clock = day + timedelta(days=1), "00:00"
    return datetime.combine(day, time.fromisoformat(clock), ZoneInfo(zone)).astimezone(UTC)


async def starts(pool: Pool, service: UUID, first: date, last: date) -> list[Slot]:
    async with as_owner(pool) as connection:
        return [(row["starts_at"], row["ends_at"]) for row in await connection.fetch(STARTS, service, first, last)]


@pytest.mark.parametrize("zone", ZONES)
async def test_year_of_slots_follows_the_zone(pool: Pool, zone: str) -> None:
    admin = await make_member(pool, is_admin=True)
    hours = [
        *({"weekday": day, "opens": "00:00", "closes": "06:30"} for day in (6, 7)),
        *({"weekday": day, "opens": "09:00", "closes": "12:00"} for day in range(1, 6)),
        *({"weekday": day, "opens": "13:30", "closes": "24:00"} for day in (1, 7)),
    ]
    exceptions = [{"day": "2026-12-25"}, {"day": "2027-02-06", "opens": "10:00", "closes": "11:30"}]
    service = await make_service(
        pool, admin, time_zone=zone, hours=hours, exceptions=exceptions, duration_minutes=40, buffer_after_minutes=5
    )
    days = [date(2026, 11, 1) + timedelta(days=n) for n in range(366)]
    assert await starts(pool, service, days[0], days[-1]) == list(expected(hours, exceptions, zone, (0, 40, 5), days))


@pytest.mark.parametrize(
    ("zone", "day", "hours_of_day"),
    [
        ("America/New_York", date(2027, 3, 14), 23),
        ("America/New_York", date(2026, 11, 1), 25),
        ("Australia/Lord_Howe", date(2027, 4, 4), 24.5),
        ("Asia/Singapore", date(2027, 3, 14), 24),
    ],
)
async def test_day_of_a_clock_change_has_its_own_length(pool: Pool, zone: str, day: date, hours_of_day: float) -> None:
    admin = await make_member(pool, is_admin=True)
    open_always = [{"weekday": weekday, "opens": "00:00", "closes": "24:00"} for weekday in range(1, 8)]
    service = await make_service(pool, admin, time_zone=zone, hours=open_always, duration_minutes=30)
    found = await starts(pool, service, day, day)
    assert len(found) == hours_of_day * 2
    assert all(end - start == timedelta(minutes=30) for start, end in found)
    # No slot is at a wall-clock time that does not exist.
    for start, _ in found:
        local = start.astimezone(ZoneInfo(zone))
        assert local.date() == day
        assert local.astimezone(UTC) == start


half_hours = st.integers(0, 48).map(lambda n: f"{n // 2:02}:{n % 2 * 30:02}")
spans = st.tuples(half_hours, half_hours).filter(lambda pair: pair[0] < pair[1])


@st.composite
def timetables(draw: st.DrawFn) -> list[Hours]:
    days = draw(st.dictionaries(st.integers(1, 7), spans, min_size=1))
    return [{"weekday": day, "opens": opens, "closes": closes} for day, (opens, closes) in days.items()]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    hours=timetables(),
    zone=st.sampled_from(STRANGE_ZONES),
    first=st.dates(date(2024, 1, 1), date(2028, 1, 1)),
    minutes=st.tuples(
        st.sampled_from([0, 5, 30]), st.sampled_from([15, 25, 60, 90, 300]), st.sampled_from([0, 10, 45])
    ),
)
def test_any_timetable_in_any_zone(
    database: str, hours: list[Hours], zone: str, first: date, minutes: tuple[int, int, int]
) -> None:
    days = [first + timedelta(days=n) for n in range(60)]

    async def compare() -> None:
        pool = await open_pool(database, size=1)
        admin = await make_member(pool, is_admin=True)
        before, duration, after = minutes
        service = await make_service(
            pool, admin, time_zone=zone, hours=hours, duration_minutes=duration, buffer_before_minutes=before,
            buffer_after_minutes=after,
        )  # fmt: skip
        found = await starts(pool, service, days[0], days[-1])
        await pool.close()
        assert found == list(expected(hours, [], zone, minutes, days))

    asyncio.run(compare())


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(wall=st.datetimes(datetime(2000, 1, 1), datetime(2037, 1, 1)), zone=st.sampled_from(STRANGE_ZONES))
def test_wall_clock_time_is_the_same_instant_as_in_python(database: str, wall: datetime, zone: str) -> None:
    async def compare() -> None:
        connection = await asyncpg.connect(database)
        found = await connection.fetchval(LOCAL_INSTANT, wall, zone)
        await connection.close()
        assert found == wall.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)

    asyncio.run(compare())


async def test_only_bookable_slots_are_listed(pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, admin, capacity=2, per_person=1, notice_minutes=0, window_days=5)
    await book(pool, member, service, days_ahead(2))
    async with as_role(pool, member.caller) as connection:
        rows = await connection.fetch(LIST_SLOTS, service, days_ahead(-9).date(), days_ahead(30).date())
    now = datetime.now(UTC)
    assert all(row["starts_at"] > now for row in rows)
    assert {row["starts_at"].date() for row in rows} >= {days_ahead(n).date() for n in range(1, 6)}
    assert max(row["starts_at"] for row in rows) == days_ahead(5, 16)
    booked = [row for row in rows if row["mine"]]
    assert [(row["starts_at"], row["left"], row["taken"]) for row in booked] == [(days_ahead(2), 1, 1)]


async def test_buffers_block_slots_of_other_services_of_the_host(pool: Pool) -> None:
    admin, host, member = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    long = await make_service(pool, admin, host_id=str(host.id), buffer_before_minutes=20, buffer_after_minutes=10)
    short = await make_service(pool, admin, host_id=str(host.id), duration_minutes=30)
    await book(pool, member, long, days_ahead(2, 9))
    async with as_role(pool, Caller.anonymous()) as connection:
        day = days_ahead(2).date()
        free = [row["starts_at"] for row in await connection.fetch(LIST_SLOTS, short, day, day)]
    # Busy from 8:40 to 10:10: the half hours of 9:00, 9:30 and 10:00 are gone.
    assert free[0] == days_ahead(2, 10) + timedelta(minutes=30)


async def test_site_wide_closing_days_remove_or_shorten_days(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin)
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute(CLOSE_HOUSE, days_ahead(2).date(), None, None)
        await connection.execute(CLOSE_HOUSE, days_ahead(3).date(), time(13), time(15, 30))
    async with as_role(pool, Caller.anonymous()) as connection:
        rows = await connection.fetch(LIST_SLOTS, service, days_ahead(2).date(), days_ahead(3).date())
    assert [row["starts_at"] for row in rows] == [days_ahead(3, 13), days_ahead(3, 14)]
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, (await make_member(pool)).caller, read_only=False) as connection:
            await connection.execute(CLOSE_HOUSE, days_ahead(4).date(), None, None)


@pytest.mark.parametrize("day", ["20266-12-25", "infinity", "0044-03-15 BC"])
async def test_dates_outside_years_1_to_9999_are_rejected(pool: Pool, day: str) -> None:
    admin = await make_member(pool, is_admin=True)
    with pytest.raises(asyncpg.CheckViolationError):
        async with as_role(pool, admin.caller, read_only=False) as connection:
            await connection.execute(f"insert into public.service_exceptions (day) values ('{day}')")


async def test_next_free_slots_have_places_and_are_not_booked_by_the_member(pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool)
    weekly = [{"weekday": days_ahead(3).isoweekday(), "opens": "09:00", "closes": "11:00"}]
    service = await make_service(pool, admin, hours=weekly, capacity=2)
    await book(pool, member, service, days_ahead(3, 9))
    async with as_role(pool, member.caller) as connection:
        for_one = await connection.fetch(NEXT_FREE, service, 1, 3, datetime.now(UTC))
        after = await connection.fetch(NEXT_FREE, service, 1, 1, days_ahead(4))
        nowhere = await connection.fetch(NEXT_FREE, uuid4(), 1, 3, datetime.now(UTC))
    async with as_role(pool, Caller.anonymous()) as connection:
        for_two = await connection.fetch(NEXT_FREE, service, 2, 1, datetime.now(UTC))
    assert [row["starts_at"] for row in for_one] == [days_ahead(3), days_ahead(10, 9), days_ahead(10)]
    assert [row["starts_at"] for row in after] == [days_ahead(10, 9)]
    assert [tuple(row) for row in for_two] == [(days_ahead(3), 2)]
    assert nowhere == []
