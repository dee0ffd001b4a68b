"""A year of slots as readers in six zones see them: the same in each zone of the database server and of the process."""

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID
from zoneinfo import ZoneInfo

import asyncpg
import pytest

from balai.database.pool import Connection, Pool, open_pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.site.loaders.booking.service import BookServicePayload
from tests.database.booking.test_hosts_and_rooms import ask, make_hosts
from tests.database.booking.test_slots import Hours, expected
from tests.factories.booking import book, make_service
from tests.factories.members import make_member
from tests.support.pages import load_page

# Two without summer time, one of half an hour, and summer time of an hour in both hemispheres and of half an hour.
READERS = (
    "Asia/Singapore",
    "Asia/Ho_Chi_Minh",
    "Asia/Kolkata",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
)
SERVERS = ("UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata")
MAX_DAYS_LISTED = 92
OPEN: list[Hours] = [
    *({"weekday": day, "opens": "00:00", "closes": "04:00"} for day in (6, 7)),
    *({"weekday": day, "opens": "09:00", "closes": "11:00"} for day in range(1, 6)),
    {"weekday": 7, "opens": "22:00", "closes": "24:00"},
]
LIST = """
select slot.starts_at, slot.ends_at, slot."left",
  array(select to_char(slot.starts_at at time zone zone, 'YYYY-MM-DD HH24:MI') from unnest($4::text[]) zone)
from public.list_slots($1, $2, $3) slot
"""
NEXT_FREE = "select array_agg(starts_at) from public.next_free($1, 1, 20, $2)"
NEXT_TIME = "select starts_at from public.next_times(array[$1::uuid])"

Seen = list[tuple[datetime, datetime, int, list[str]]]


@pytest.fixture
def process_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Variables of a test that may set `TZ`."""
    yield monkeypatch
    monkeypatch.undo()
    time.tzset()


async def list_year(connection: Connection, service: UUID, days: list[date]) -> Seen:
    rows = []
    for number in range(0, len(days), MAX_DAYS_LISTED):
        part = days[number : number + MAX_DAYS_LISTED]
        rows += await connection.fetch(LIST, service, part[0], part[-1], READERS)
    return [tuple(row) for row in rows]


def clock_changes(zone: str, days: list[date]) -> list[date]:
    """Days whose length is not 24 hours."""
    local = ZoneInfo(zone)
    return [
        day for day in days if datetime(day.year, day.month, day.day, tzinfo=local).utcoffset()
        != datetime(day.year, day.month, day.day, 23, tzinfo=local).utcoffset()
    ]  # fmt: skip


@pytest.mark.parametrize("venue", ["Europe/Berlin", "Australia/Lord_Howe"])
async def test_a_year_of_slots_is_the_same_whatever_the_servers_zone(
    pool: Pool, database: str, process_zone: pytest.MonkeyPatch, venue: str
) -> None:
    admin, mei = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(
        pool, admin, time_zone=venue, hours=OPEN, duration_minutes=25, buffer_after_minutes=5, window_days=366,
        allows_overlap=True, notice_minutes=0,
    )  # fmt: skip
    tomorrow = datetime.now(ZoneInfo(venue)).date() + timedelta(days=1)
    days = [tomorrow + timedelta(days=n) for n in range(366)]
    changes = clock_changes(venue, days)
    assert len(changes) == 2
    computed = list(expected(OPEN, [], venue, (0, 25, 5), days))
    # Booked before and after each change of the clocks, and at the end of the year.
    taken = {[slot for slot in computed if slot[0].astimezone(ZoneInfo(venue)).date() == day][-1][0] for day in changes}
    taken |= {computed[-1][0]}
    for start in taken:
        await book(pool, mei, service, start)
    seen = [
        (start, end, 2 if start in taken else 3,
         [f"{start.astimezone(ZoneInfo(reader)):%Y-%m-%d %H:%M}" for reader in READERS])
        for start, end in computed
    ]  # fmt: skip
    name = urlsplit(database).path.removeprefix("/")
    for server in SERVERS:
        process_zone.setenv("TZ", server)
        time.tzset()
        async with as_owner(pool) as connection:
            await connection.execute(f"alter database {name} set timezone = '{server}'")
        # Without the settings of the program's pool, as any other program connects.
        plain = await asyncpg.connect(database)
        assert await plain.fetchval("show timezone") == server
        await plain.execute("set role anon")
        assert await list_year(plain, service, days) == seen
        for change in (*changes, days[-1]):
            after = datetime(change.year, change.month, change.day, tzinfo=ZoneInfo(venue)).astimezone(UTC)
            free = [start for start, _ in computed if start > after][:20]
            assert (await plain.fetchval(NEXT_FREE, service, after) or []) == free
        first = await plain.fetchval(NEXT_TIME, service)
        await plain.close()

        own = await open_pool(database, size=1)
        async with as_role(own, Caller.anonymous()) as connection:
            assert await connection.fetchval("show timezone") == "UTC"
            assert await connection.fetchval(NEXT_TIME, service) == first
            slug = await connection.fetchval("select slug from public.services where id = $1", service)
        for change in (*changes, days[100]):
            week = [change - timedelta(days=3) + timedelta(days=n) for n in range(7)]
            page: BookServicePayload = (await load_page(own, f"/book/{slug}", query={"from": str(week[0])})).data  # type: ignore[assignment]
            assert [(day.day, [slot.starts_at for slot in day.slots]) for day in page.days] == [
                (day, [start for start, _ in computed if start.astimezone(ZoneInfo(venue)).date() == day])
                for day in week
            ]
        await own.close()


@pytest.mark.parametrize("server", ["UTC", "Europe/Berlin"])
async def test_the_load_of_a_person_counts_the_whole_week_in_which_clocks_go_back(
    pool: Pool, database: str, server: str
) -> None:
    admin, hosts = await make_member(pool, is_admin=True), await make_hosts(pool, "en", "en")
    venue = ZoneInfo("Europe/Berlin")
    service = await make_service(
        pool, admin, kind="appointment", capacity=1, per_person=1, time_zone=str(venue), window_days=400,
        hosts=[str(host.id) for host in hosts],
        hours=[
            {"weekday": 7, "opens": "22:00", "closes": "24:00"},
            {"weekday": 3, "opens": "10:00", "closes": "12:00"},
        ],
    )  # fmt: skip
    today = datetime.now(venue).date()
    sunday = next(
        day for day in clock_changes(str(venue), [today + timedelta(days=n) for n in range(7, 380)]) if day.month == 10
    )
    last_hour = datetime(sunday.year, sunday.month, sunday.day, 23, tzinfo=venue).astimezone(UTC)
    wednesday = datetime(sunday.year, sunday.month, sunday.day, 10, tzinfo=venue) - timedelta(days=4)
    await ask(pool, await make_member(pool), service, last_hour, hosts[0])
    async with as_owner(pool) as connection:
        await connection.execute("select set_config('timezone', $1, true)", server)
        chosen = await connection.fetchval(
            "select (public.choose_place(s, $2, null, 'en')).host_id from public.services s where s.id = $1",
            service, wednesday.astimezone(UTC),
        )  # fmt: skip
    assert chosen == hosts[1].id
