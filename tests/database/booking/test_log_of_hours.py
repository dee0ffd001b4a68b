"""The staff log has changed hours, days and leave: an entry for each row that differs, and none for own hours."""

from typing import Any
from uuid import uuid4

import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.booking import EVERY_DAY, make_service
from tests.factories.members import Member, make_member

LOG = "select thing, act, thing_id, member_id, changes::text as changes from public.staff_log where id > $1 order by id"
SAVE_OPENING = "select public.save_opening_hours($1::jsonb, $2::jsonb)"
SAVE_WORK = "select public.save_work_hours($1, $2, $3::jsonb)"
WEEK = [[[540, 1020]] for _ in range(7)]


def as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()


class Log:
    """Reads the entries since the last reading."""

    def __init__(self, pool: Pool) -> None:
        self.pool, self.last = pool, 0

    async def read(self) -> list[tuple[Any, ...]]:
        async with as_owner(self.pool) as conn:
            rows = await conn.fetch(LOG, self.last)
            self.last = await conn.fetchval("select coalesce(max(id), 0) from public.staff_log")
        return [(*tuple(row)[:4], msgspec.json.decode(row["changes"])) for row in rows]


@pytest.fixture
def log(pool: Pool) -> Log:
    return Log(pool)


async def act(pool: Pool, who: Member, statement: str, *values: object) -> None:
    async with as_role(pool, who.caller, read_only=False) as conn:
        await conn.execute(statement, *values)


async def test_opening_hours_of_the_site(pool: Pool, admin: Member, log: Log) -> None:
    await act(pool, admin, SAVE_OPENING, as_json(WEEK), "[]")
    assert len(await log.read()) == 7
    party = {"day": "2026-12-24", "hours": [[540, 720], [1200, 1500]], "notes": {"en": "Party"}}
    week = [WEEK[0], [], *WEEK[2:]]
    await act(pool, admin, SAVE_OPENING, as_json(week), as_json([party, {"day": "2026-12-25", "hours": []}]))
    assert await log.read() == [
        ("opening_hours", "update", None, None, {"hours": ["09:00–17:00", "closed"], "weekday": [None, 2]}),
        ("opening_exceptions", "insert", None, None,
         {"hours": [None, "09:00–12:00, 20:00–25:00"], "day": [None, "2026-12-24"]}),
        ("opening_exceptions", "insert", None, None, {"hours": [None, "closed"], "day": [None, "2026-12-25"]}),
    ]  # fmt: skip
    await act(pool, admin, SAVE_OPENING, as_json(week), as_json([party]))
    assert await log.read() == [
        ("opening_exceptions", "delete", None, None, {"hours": ["closed", None], "day": [None, "2026-12-25"]})
    ]


async def test_hours_of_a_service(pool: Pool, admin: Member, log: Log) -> None:
    service = await make_service(pool, admin)
    await log.read()
    later = [{**EVERY_DAY[0], "opens": "10:00"}, *EVERY_DAY[1:]]
    closed = [{"day": "2026-12-25", "opens": None, "closes": None, "note": "Christmas"}]
    for sequence in (0, 1):
        await make_service(pool, admin, hours=later, exceptions=closed, id=str(service), base_sequence=sequence)
    assert [entry for entry in await log.read() if entry[0] != "services"] == [
        ("service_hours", "delete", service, None, {"hours": ["09:00–17:00", None], "weekday": [None, 1]}),
        ("service_hours", "insert", service, None, {"hours": [None, "10:00–17:00"], "weekday": [None, 1]}),
        ("service_exceptions", "insert", service, None, {"hours": [None, "closed"], "day": [None, "2026-12-25"]}),
    ]


async def test_hours_and_leave_of_a_person(pool: Pool, admin: Member, log: Log) -> None:
    mai = await make_member(pool)
    await make_service(pool, admin, host_id=str(mai.id))
    await log.read()
    await act(pool, mai, SAVE_WORK, mai.id, None, as_json(EVERY_DAY[:2]))
    assert await log.read() == []
    await act(pool, admin, SAVE_WORK, mai.id, None, as_json(EVERY_DAY[:1]))
    await act(pool, admin, "select public.add_absence($1, $2, null, $3::text::timestamp, $4::text::timestamp)",
              uuid4(), mai.id, "2026-12-24T00:00", "2026-12-24T24:00")  # fmt: skip
    (hours, absence) = await log.read()
    assert hours == ("work_hours", "delete", mai.id, mai.id, {"hours": ["09:00–17:00", None], "weekday": [None, 2]})
    assert absence[:4] == ("absences", "insert", mai.id, mai.id)
    assert set(absence[4]) == {"hours", "starts_at", "ends_at"}


async def test_a_deleted_room_takes_its_hours_with_one_entry(pool: Pool, admin: Member, log: Log) -> None:
    room = uuid4()
    await act(pool, admin, 'insert into public.rooms (id, names) values ($1, \'{"en": "Room 1"}\')', room)
    await act(pool, admin, SAVE_WORK, None, room, as_json(EVERY_DAY[:1]))
    await act(pool, admin, "delete from public.rooms where id = $1", room)
    assert [entry[:3] for entry in await log.read()] == [
        ("rooms", "insert", room),
        ("work_hours", "insert", room),
        ("rooms", "delete", room),
    ]
