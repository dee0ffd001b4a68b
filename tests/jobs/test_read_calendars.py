"""Calendars of hosts, read from a real HTTP server: what occupies a host, what does not, and hostile files."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest
import structlog

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.http.client import OutgoingHttpClient
from balai.jobs.booking.busy_times import Task, Unreadable, find_busy_times
from balai.jobs.booking.read_calendars import read_apart, read_due_calendar
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.jobs.test_link_previews import ToThisMachine
from tests.site.pictures.hosts import PUBLIC

SITE = "https://site.example"
SECRET = "https://calendar.example/private-9f3a/basic.ics?key=s3cret"
ADD = "select public.add_calendar($1, $2, $3)"
STATE = "select failure, failures, failing_since, read_at, etag, due_at from public.read_calendars where id = $1"
BUSY = "select starts_at, ends_at from public.absences where calendar_id is not null order by starts_at"
DUE = "update public.read_calendars set due_at = now()"
JANUARY = Task(
    int(datetime(2027, 1, 1, tzinfo=UTC).timestamp()),
    int(datetime(2027, 12, 31, tzinfo=UTC).timestamp()),
    "Asia/Kuala_Lumpur",
    "site.example",
)
OUTLOOK_ZONE = """BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
"""


def file(*events: str, zones: str = "") -> bytes:
    body = "".join(f"BEGIN:VEVENT\n{event.strip()}\nEND:VEVENT\n" for event in events)
    return f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//y//EN\n{zones}{body}END:VCALENDAR\n".replace(
        "\n", "\r\n"
    ).encode()


def read(*events: str, zones: str = "") -> list[str]:
    """The starts and ends of busy times in UTC."""
    return [
        f"{datetime.fromtimestamp(start, UTC):%m-%d %H:%M} {datetime.fromtimestamp(end, UTC):%m-%d %H:%M}"
        for start, end in find_busy_times(file(*events, zones=zones), JANUARY)
    ]


def test_weekly_meeting_with_a_day_left_out_one_moved_and_one_cancelled() -> None:
    assert read(
        """UID:w@google.com
DTSTART;TZID=Asia/Singapore:20270104T090000
DTEND;TZID=Asia/Singapore:20270104T100000
RRULE:FREQ=WEEKLY;UNTIL=20270201T010000Z
EXDATE;TZID=Asia/Singapore:20270111T090000
SUMMARY:Therapy""",
        """UID:w@google.com
RECURRENCE-ID;TZID=Asia/Singapore:20270118T090000
DTSTART;TZID=Asia/Singapore:20270119T140000
DTEND;TZID=Asia/Singapore:20270119T143000
SEQUENCE:1""",
        """UID:w@google.com
RECURRENCE-ID:20270125T010000Z
DTSTART:20270125T010000Z
DTEND:20270125T020000Z
STATUS:CANCELLED""",
    ) == ["01-04 01:00 01-04 02:00", "01-19 06:00 01-19 06:30", "02-01 01:00 02-01 02:00"]


def test_outlook_zone_keeps_the_wall_clock_over_the_change_of_clocks() -> None:
    assert read(
        """UID:o
DTSTART;TZID=Customized Time Zone:20270325T090000
DURATION:PT1H30M
RRULE:FREQ=WEEKLY;COUNT=2
X-MICROSOFT-CDO-BUSYSTATUS:OOF""",
        "UID:free\nDTSTART:20270325T100000Z\nDTEND:20270325T110000Z\nX-MICROSOFT-CDO-BUSYSTATUS:FREE",
        zones=OUTLOOK_ZONE,
    ) == ["03-25 08:00 03-25 09:30", "04-01 07:00 04-01 08:30"]


def test_whole_days_and_floating_times_are_those_of_the_host() -> None:
    assert read("UID:d\nDTSTART;VALUE=DATE:20270106\nDTEND;VALUE=DATE:20270108") == ["01-05 16:00 01-07 16:00"]
    assert read("UID:d\nDTSTART;VALUE=DATE:20270106") == ["01-05 16:00 01-06 16:00"]
    assert read("UID:f\nDTSTART:20270106T090000\nDTEND:20270106T093000") == ["01-06 01:00 01-06 01:30"]
    leave = "UID:d\nDTSTART;VALUE=DATE:20270106\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20270107"
    assert read(leave) == ["01-05 16:00 01-06 16:00", "01-07 16:00 01-08 16:00"]


def test_a_change_of_all_that_follows_moves_them() -> None:
    assert read(
        "UID:a\nDTSTART:20270104T010000Z\nDTEND:20270104T020000Z\nRRULE:FREQ=DAILY;COUNT=4",
        "UID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:20270106T010000Z\nDTSTART:20270106T050000Z\nDTEND:20270106T053000Z",
    ) == ["01-04 01:00 01-04 02:00", "01-05 01:00 01-05 02:00", "01-06 05:00 01-06 05:30", "01-07 05:00 01-07 05:30"]


@pytest.mark.parametrize(
    "event",
    [
        "UID:t\nDTSTART:20270106T010000Z\nDTEND:20270106T020000Z\nTRANSP:TRANSPARENT",
        "UID:c\nDTSTART:20270106T010000Z\nDTEND:20270106T020000Z\nSTATUS:CANCELLED",
        "UID:0b6c@site.example\nDTSTART:20270106T010000Z\nDTEND:20270106T020000Z",
        "UID:z\nDTSTART:20270106T010000Z",
        "UID:b\nDTSTART:20270106T020000Z\nDTEND:20270106T010000Z",
        "UID:p\nDTSTART:20200106T010000Z\nDTEND:20200106T020000Z\nRRULE:FREQ=DAILY;UNTIL=20200201T000000Z",
        "UID:n\nSUMMARY:without a start",
        "UID:y\nDTSTART:00010101T000000Z\nDTEND:00010101T010000Z",
    ],
)
def test_these_occupy_nothing(event: str) -> None:
    assert read(event) == []


def test_broken_events_do_not_hide_the_others() -> None:
    good = "UID:g\nDTSTART:20270106T010000Z\nDTEND:20270106T020000Z"
    bad = (
        "UID:b\nDTSTART:yesterday\nDTEND:20270106T010000Z",
        "UID:r\nDTSTART:20270107T010000Z\nDURATION:PT1H\nRRULE:FREQ=NEVER",
        "UID:i\nDTSTART:20270106T010000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;INTERVAL=0",
    )
    assert "01-06 01:00 01-06 02:00" in read(*bad, good)
    overlapping = "UID:o\nDTSTART:20270106T013000Z\nDTEND:20270106T030000Z"
    assert read(good, overlapping) == ["01-06 01:00 01-06 03:00"]


@pytest.mark.parametrize("body", [b"", b"<html><body>Sign in</body></html>", b"BEGIN:VCALENDAR", b"\xff\xfe\x00"])
def test_no_calendar(body: bytes) -> None:
    with pytest.raises(Unreadable, match="not_a_calendar"):
        find_busy_times(body, JANUARY)


async def test_rules_without_end_stop() -> None:
    hostile = file("UID:h\nDTSTART:20000101T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY")
    assert (await read_apart(hostile, JANUARY)).failure == "too_many"
    never = file("UID:n\nDTSTART:20270101T000000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
    assert len((await read_apart(never, JANUARY)).spans) == 1
    many = file("UID:m\nDTSTART:20270101T000000Z\nDURATION:PT1M\nRRULE:FREQ=HOURLY")
    assert (await read_apart(many, JANUARY)).failure == "too_many"


class Host:
    """An HTTP server that stands for every host, with one file that changes."""

    def __init__(self) -> None:
        self.body: bytes | None = None
        self.etag = "1"
        self.seen: list[dict[str, str]] = []

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        self.seen.append(headers)
        path = lines[0].split(" ")[1]
        if path.startswith("/to?"):
            answer = f"HTTP/1.1 302 Found\r\nlocation: {path[4:]}\r\ncontent-length: 0\r\n\r\n".encode()
        elif self.body is None:
            answer = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"
        elif headers.get("if-none-match") == self.etag:
            answer = b"HTTP/1.1 304 Not Modified\r\n\r\n"
        else:
            answer = b"HTTP/1.1 200 OK\r\netag: %s\r\ncontent-length: %d\r\n\r\n" % (self.etag.encode(), len(self.body))
            answer += self.body
        try:
            writer.write(answer)
            await writer.drain()
        except ConnectionError:
            return
        finally:
            writer.close()


@asynccontextmanager
async def internet() -> AsyncIterator[tuple[Host, OutgoingHttpClient]]:
    host = Host()
    server = await asyncio.start_server(host.answer, "127.0.0.1", 0)

    async def resolve(name: str, _port: int) -> list[str]:
        return ["192.168.1.1"] if name == "inside.example" else [PUBLIC] if name.endswith(".example") else [name]

    outgoing = OutgoingHttpClient(ToThisMachine(server.sockets[0].getsockname()[1]), resolve=resolve)
    try:
        yield host, outgoing
    finally:
        await outgoing.close()
        server.close()


@pytest.fixture
async def admin(pool: Pool) -> Member:
    return await make_member(pool, is_admin=True)


@pytest.fixture
async def mai(pool: Pool, admin: Member) -> Member:
    host = await make_member(pool, display_name="Nurse Mai")
    await make_service(pool, admin, kind="appointment", capacity=1, per_person=1, hosts=[str(host.id)], slug="one")
    return host


async def add(pool: Pool, who: Member, host: Member, address: str = SECRET) -> UUID:
    calendar = uuid4()
    async with as_role(pool, who.caller, read_only=False) as connection:
        await connection.execute(ADD, calendar, host.id, address)
    return calendar


async def state(pool: Pool, calendar: UUID) -> Any:
    async with as_owner(pool) as connection:
        return await connection.fetchrow(STATE, calendar)


async def fetch(pool: Pool, sql: str) -> list[Any]:
    async with as_owner(pool) as connection:
        return [tuple(row) for row in await connection.fetch(sql)]


def private(at: datetime, minutes: int = 60) -> bytes:
    end = at + timedelta(minutes=minutes)
    return file(
        f"UID:1\nSUMMARY:Dentist\nDTSTART:{at.astimezone(UTC):%Y%m%dT%H%M%SZ}\nDTEND:{end.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    )


async def test_a_private_appointment_is_no_longer_offered(pool: Pool, admin: Member, mai: Member) -> None:
    at = days_ahead(3)
    service = (await fetch(pool, "select id from public.services"))[0][0]
    calendar = await add(pool, mai, mai, SECRET.replace("https", "webcal"))
    async with internet() as (host, outgoing):
        host.body = private(at)
        with structlog.testing.capture_logs() as logs:
            assert await read_due_calendar(pool, outgoing, SITE)
            assert not await read_due_calendar(pool, outgoing, SITE), "read again before 15 minutes"
            assert await fetch(pool, BUSY) == [(at.astimezone(UTC), at.astimezone(UTC) + timedelta(hours=1))]
            with pytest.raises(asyncpg.PostgresError, match="not enough free places"):
                await book(pool, await make_member(pool), service, at)
            assert (await book(pool, await make_member(pool), service, at + timedelta(hours=1))).status == "booked"

            # Unchanged: asked for with its ETag, and nothing is written.
            await fetch(pool, DUE)
            assert await read_due_calendar(pool, outgoing, SITE)
            assert host.seen[-1]["if-none-match"] == "1" and len(host.seen) == 2

            # It cannot be read: the times stay, and the row says since when.
            host.body = None
            await fetch(pool, DUE)
            await read_due_calendar(pool, outgoing, SITE)
            seen = await state(pool, calendar)
            assert (seen["failure"], seen["failures"], len(await fetch(pool, BUSY))) == ("unreachable", 1, 1)
            host.body, host.etag = b"<html>Sign in</html>", "2"
            await fetch(pool, DUE)
            await read_due_calendar(pool, outgoing, SITE)
            again = await state(pool, calendar)
            assert (again["failure"], again["failing_since"]) == ("not_a_calendar", seen["failing_since"])
            assert again["due_at"] > datetime.now(UTC) + timedelta(minutes=25)

            host.body, host.etag = private(at + timedelta(hours=3)), "3"
            await fetch(pool, DUE)
            await read_due_calendar(pool, outgoing, SITE)
            assert (await state(pool, calendar))["failure"] is None
            assert (await fetch(pool, BUSY))[0][0] == at.astimezone(UTC) + timedelta(hours=3)
            assert (await book(pool, await make_member(pool), service, at)).status == "booked"
        # Removed: its times are gone at once, for the stored free times as well.
        async with as_role(pool, mai.caller, read_only=False) as connection:
            await connection.execute("delete from public.read_calendars")
        assert await fetch(pool, BUSY) == []
        assert (await book(pool, await make_member(pool), service, at + timedelta(hours=3))).status == "booked"
    assert "s3cret" not in str(logs) and "private-9f3a" not in str(logs)
    stored = str(await fetch(pool, "select a from public.absences as a"))
    assert "Dentist" not in stored


async def test_addresses_inside_are_not_fetched(pool: Pool, mai: Member) -> None:
    async with internet() as (host, outgoing):
        host.body = private(days_ahead(3))
        for address in (
            "https://inside.example/a.ics",
            "https://127.0.0.1/a.ics",
            "https://ok.example/to?https://inside.example/a.ics",
            "https://ok.example/to?http://ok.example/a.ics",
            "https://ok.example/to?https://ok.example:8443/a.ics",
        ):
            calendar = await add(pool, mai, mai, address)
            before = len(host.seen)
            assert await read_due_calendar(pool, outgoing, SITE)
            assert (await state(pool, calendar))["failure"] == "unreachable"
            assert len(host.seen) - before == (1 if "/to?" in address else 0)
            await fetch(pool, "delete from public.read_calendars")
        host.body = b"BEGIN:VCALENDAR\r\n" + b"X" * 4_100_000
        calendar = await add(pool, mai, mai)
        await read_due_calendar(pool, outgoing, SITE)
        assert (await state(pool, calendar))["failure"] == "too_large"
        assert await fetch(pool, BUSY) == []


async def test_the_address_is_secret_and_others_change_nothing(pool: Pool, admin: Member, mai: Member) -> None:
    calendar = await add(pool, admin, mai)
    other = await make_member(pool)
    for who in (other, mai):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await add(pool, who, other)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await add(pool, other, mai)
    for caller in (other.caller, mai.caller, admin.caller, Caller.anonymous()):
        async with as_role(pool, caller) as connection:
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.execute("select address from public.read_calendars")
    async with as_role(pool, other.caller, read_only=False) as connection:
        assert await connection.fetchval("select count(id) from public.read_calendars") == 0
        assert await connection.execute("delete from public.read_calendars") == "DELETE 0"
    async with as_owner(pool) as connection:
        now = datetime.now(UTC)
        taken = "select public.take_busy_times($1, $2, $3, null, null)"
        assert await connection.fetchval(taken, calendar, [now], [now + timedelta(hours=1)])
        assert not await connection.fetchval(taken, uuid4(), [now], [now + timedelta(hours=1)])
    # The host does not change what the calendar brought, nor add to it.
    async with as_role(pool, mai.caller, read_only=False) as connection:
        assert await connection.execute("delete from public.absences") == "DELETE 0"
        assert await connection.execute("update public.absences set note = 'x'") == "UPDATE 0"
        data = await connection.fetchval("select public.my_data()")
        assert '"site": "calendar.example"' in data and "s3cret" not in data
    async with as_role(pool, mai.caller, read_only=False) as connection:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute(
                "insert into public.absences (host_id, starts_at, ends_at, calendar_id) values ($1, $2, $3, $4)",
                mai.id, now, now + timedelta(hours=1), calendar,
            )  # fmt: skip


@pytest.mark.parametrize(
    "address",
    [
        "http://a.example/x",
        "https://u:p@a.example/x",
        "https://a.example:22/x",
        "file:///etc/passwd",
        "",
        "https://a b/",
    ],
)
async def test_other_addresses_are_refused(pool: Pool, mai: Member, address: str) -> None:
    with pytest.raises(asyncpg.PostgresError, match="no address of a calendar"):
        await add(pool, mai, mai, address)


async def test_at_most_five_and_each_once_also_at_the_same_moment(pool: Pool, mai: Member) -> None:
    made = await asyncio.gather(
        *(add(pool, mai, mai, f"https://a.example/{n}") for n in range(8)), return_exceptions=True
    )
    assert sum(isinstance(each, UUID) for each in made) == 5
    await fetch(pool, "delete from public.read_calendars")
    twice = await asyncio.gather(*(add(pool, mai, mai) for _ in range(4)), return_exceptions=True)
    assert sum(isinstance(each, UUID) for each in twice) == 1


async def test_a_booking_and_a_calendar_at_the_same_moment(pool: Pool, mai: Member) -> None:
    """A booking is made before the times are written, or sees them: never after them and beside them."""
    service = (await fetch(pool, "select id from public.services"))[0][0]
    calendar = await add(pool, mai, mai)
    at = days_ahead(3).astimezone(UTC)
    member = await make_member(pool)
    taken = asyncio.Event()

    async def take() -> None:
        async with as_owner(pool) as connection:
            await connection.fetchval(
                "select public.take_busy_times($1, $2, $3, null, null)", calendar, [at], [at + timedelta(hours=1)]
            )
            taken.set()
            # The booking starts while this is not yet committed, and waits.
            await asyncio.sleep(0.3)

    async def try_booking() -> Any:
        await taken.wait()
        return await book(pool, member, service, at)

    _, booked = await asyncio.gather(take(), try_booking(), return_exceptions=True)
    assert isinstance(booked, asyncpg.PostgresError) and "not enough free places" in str(booked)
