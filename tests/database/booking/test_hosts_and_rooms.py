"""Services with several people, rooms and equipment: what is offered, the choice between people, and the rush."""

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.booking import (
    BookingResult,
    book,
    cancel,
    change,
    days_ahead,
    make_service,
)
from tests.factories.members import Member, make_member

LIST_SLOTS = 'select starts_at, capacity, taken, "left" from public.list_slots($1, $2, $2, $3)'
BOOK = "select public.book($1, $2, $3, host => $4)"
ADD_ROOM = "insert into public.rooms (id, kind, names, position) values ($1, $2, $3, $4)"
ADD_HOURS = (
    "insert into public.work_hours (host_id, room_id, weekday, opens, closes) values ($1, $2, $3, '9:00', '12:00')"
)
ADD_ABSENCE = "insert into public.absences (host_id, room_id, starts_at, ends_at) values ($1, $2, $3, $4)"
OVERLAPS = """
select count(*) from public.slots a join public.slots b
  on a.id < b.id and a.busy && b.busy
  and (a.host_id = b.host_id or a.room_id = b.room_id or a.equipment_id = b.equipment_id)
where a.taken > 0 and b.taken > 0
"""


class Answer(BookingResult, frozen=True):
    """The result of book() with the person and room, and why."""

    host_id: UUID | None
    room_id: UUID | None
    equipment_id: UUID | None
    chosen_by: list[str]


async def make_room(pool: Pool, kind: str = "room", position: int = 0) -> UUID:
    room = uuid4()
    async with as_owner(pool) as connection:
        await connection.execute(ADD_ROOM, room, kind, '{"en": "Room", "vi": "Phòng"}', position)
    return room


async def make_hosts(pool: Pool, *languages: str) -> list[Member]:
    hosts = [await make_member(pool, display_name=f"Host {language}") for language in languages]
    async with as_owner(pool) as connection:
        for host, language in zip(hosts, languages, strict=True):
            await connection.execute("update public.profiles set speaks = $2 where id = $1", host.id, [language])
    return hosts


async def appointment(pool: Pool, admin: Member, hosts: list[Member], rooms: list[UUID], **more: Any) -> UUID:
    return await make_service(
        pool, admin, kind="appointment", capacity=1, per_person=1, hosts=[str(host.id) for host in hosts],
        rooms=[str(room) for room in rooms], **more,
    )  # fmt: skip


async def ask(pool: Pool, member: Member, service: UUID, at: datetime, host: Member | None = None) -> Answer:
    async with as_role(pool, member.caller, read_only=False) as connection:
        found = await connection.fetchval(BOOK, uuid4(), service, at, host.id if host else None)
    return msgspec.json.decode(found, type=Answer)


async def places(pool: Pool, service: UUID, at: datetime, host: Member | None = None) -> tuple[int, int] | None:
    """Capacity and free places at a time; None if it is not offered."""
    async with as_role(pool, Caller.anonymous()) as connection:
        rows = await connection.fetch(LIST_SLOTS, service, days_ahead(3).date(), host.id if host else None)
    return next(((row["capacity"], row["left"]) for row in rows if row["starts_at"] == at), None)


async def test_places_are_the_scarcest_of_people_rooms_and_equipment(pool: Pool, admin: Member) -> None:
    hosts = await make_hosts(pool, "en", "vi", "ms")
    rooms = [await make_room(pool, position=n) for n in range(2)]
    service = await appointment(pool, admin, hosts, rooms)
    at = days_ahead(3)
    assert await places(pool, service, at) == (2, 2)
    first = await ask(pool, await make_member(pool), service, at)
    second = await ask(pool, await make_member(pool), service, at)
    assert {first.room_id, second.room_id} == set(rooms)
    assert first.host_id != second.host_id
    assert await places(pool, service, at) == (2, 0)
    with pytest.raises(asyncpg.PostgresError, match="not enough free places"):
        await ask(pool, await make_member(pool), service, at)
    # The rooms are taken for every other service, at overlapping times as well; its people are not.
    other = await appointment(pool, admin, await make_hosts(pool, "zh"), rooms, duration_minutes=30)
    assert await places(pool, other, at + timedelta(minutes=30)) is None
    assert await places(pool, other, at + timedelta(minutes=60)) == (1, 1)
    device = await make_room(pool, "equipment")
    third = await appointment(pool, admin, hosts, [await make_room(pool), device])
    assert (await ask(pool, await make_member(pool), third, at)).equipment_id == device


async def test_nothing_is_offered_with_a_suspended_person(pool: Pool, admin: Member) -> None:
    mai, lim = await make_hosts(pool, "vi", "zh")
    service = await appointment(pool, admin, [mai, lim], [])
    at, block = days_ahead(3), "update auth.users set banned_until = $2 where id = $1"

    async def suspend(until: datetime | None) -> None:
        async with as_owner(pool) as connection:
            await connection.execute(block, mai.id, until)

    await suspend(at + timedelta(hours=1))
    assert await places(pool, service, at, mai) is None
    assert await places(pool, service, at) == (1, 1)
    with pytest.raises(asyncpg.PostgresError, match="not enough free places"):
        await ask(pool, await make_member(pool), service, at, mai)
    assert (await ask(pool, await make_member(pool), service, at)).host_id == lim.id
    # The time after it is offered already.
    await suspend(at)
    assert await places(pool, service, at, mai) == (1, 1)
    await suspend(None)
    assert (await ask(pool, await make_member(pool), service, at, mai)).host_id == mai.id


async def test_a_booked_session_of_a_suspended_person_is_closed(pool: Pool, admin: Member) -> None:
    [mai] = await make_hosts(pool, "vi")
    service = await make_service(pool, admin, hosts=[str(mai.id)], capacity=2)
    at, (ana, ben, cho) = days_ahead(3), [await make_member(pool) for _ in range(3)]
    made = await ask(pool, ana, service, at)
    await book(pool, ben, service, at)
    await book(pool, cho, service, at, or_wait=True)
    async with as_owner(pool) as connection:
        await connection.execute(
            "update auth.users set banned_until = $2 where id = $1", mai.id, at + timedelta(hours=1)
        )
    await cancel(pool, ana, made.id)
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select status::text from public.bookings where member_id = $1", cho.id) == (
            "waiting"
        )
    assert await places(pool, service, at) is None
    async with as_role(pool, ben.caller) as connection:
        own = await connection.fetch(LIST_SLOTS, service, at.date(), None)
    assert [(row["capacity"], row["taken"], row["left"]) for row in own if row["starts_at"] == at] == [(2, 1, 0)]
    for waits in (False, True):
        with pytest.raises(asyncpg.PostgresError, match="not enough free places"):
            await book(pool, ana, service, at, or_wait=waits)


async def test_the_person_asked_for_or_none(pool: Pool, admin: Member) -> None:
    mai, lim = await make_hosts(pool, "vi", "zh")
    service = await appointment(pool, admin, [mai, lim], [])
    at = days_ahead(3)
    made = await ask(pool, await make_member(pool), service, at, lim)
    assert (made.host_id, made.chosen_by) == (lim.id, ["wanted"])
    assert await places(pool, service, at, lim) == (1, 0)
    assert await places(pool, service, at, mai) == (1, 1)
    with pytest.raises(asyncpg.PostgresError, match="not enough free places"):
        await ask(pool, await make_member(pool), service, at, lim)
    with pytest.raises(asyncpg.PostgresError, match="not enough free places"):
        await ask(pool, await make_member(pool), service, at, await make_member(pool))
    assert (await ask(pool, await make_member(pool), service, at)).chosen_by == ["free"]


async def test_any_suitable_is_by_language_then_load_then_order(pool: Pool, admin: Member) -> None:
    first, second, third = await make_hosts(pool, "en", "vi", "vi")
    service = await appointment(pool, admin, [first, second, third], [])
    vietnamese = [await make_member(pool, language="vi") for _ in range(3)]
    at = days_ahead(3)
    made = [await ask(pool, member, service, at + timedelta(hours=n)) for n, member in enumerate(vietnamese)]
    assert [answer.host_id for answer in made] == [second.id, third.id, second.id]
    assert [answer.chosen_by for answer in made] == [["language", "order"], ["language", "load"], ["language", "order"]]
    # A language that none speaks: the load of the week alone.
    malay = await ask(pool, await make_member(pool, language="ms"), service, at + timedelta(hours=4))
    assert (malay.host_id, malay.chosen_by) == (first.id, ["load"])


async def test_the_same_inputs_give_the_same_choice(pool: Pool, admin: Member) -> None:
    hosts = await make_hosts(pool, "en", "en", "en")
    service = await appointment(pool, admin, hosts, [await make_room(pool), await make_room(pool)])
    async with as_owner(pool) as connection:
        chosen = {
            await connection.fetchval(
                "select public.choose_place(s, $2, null, 'en')::text from public.services s where id = $1",
                service, days_ahead(3),
            )
            for _ in range(5)
        }  # fmt: skip
    assert len(chosen) == 1


async def test_working_hours_leave_and_closed_rooms(pool: Pool, admin: Member) -> None:
    mai, lim = await make_hosts(pool, "vi", "zh")
    rooms = [await make_room(pool), await make_room(pool)]
    service = await appointment(pool, admin, [mai, lim], rooms)
    at = days_ahead(3)
    async with as_role(pool, mai.caller, read_only=False) as connection:
        await connection.execute(ADD_HOURS, mai.id, None, at.astimezone(UTC).isoweekday())
    assert await places(pool, service, days_ahead(3, 11), mai) == (1, 1)
    assert await places(pool, service, days_ahead(3, 12), mai) is None
    assert await places(pool, service, days_ahead(3, 12)) == (1, 1)
    assert (await ask(pool, await make_member(pool), service, days_ahead(3, 14))).host_id == lim.id
    async with as_role(pool, lim.caller, read_only=False) as connection:
        await connection.execute(ADD_ABSENCE, lim.id, None, at - timedelta(minutes=30), at + timedelta(minutes=30))
    assert await places(pool, service, at) == (1, 1)
    assert await places(pool, service, at, lim) is None
    async with as_role(pool, admin.caller, read_only=False) as connection:
        for room in rooms:
            await connection.execute(ADD_ABSENCE, None, room, at, at + timedelta(hours=1))
    assert await places(pool, service, at) is None
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute("update public.rooms set is_active = false where id = any ($1)", rooms)
    assert await places(pool, service, days_ahead(3, 11)) is None


async def test_others_neither_see_nor_change_hours_and_leave(pool: Pool, admin: Member) -> None:
    mai, lim = await make_hosts(pool, "vi", "zh")
    await appointment(pool, admin, [mai, lim], [])
    at = days_ahead(3)
    async with as_role(pool, mai.caller, read_only=False) as connection:
        await connection.execute(ADD_ABSENCE, mai.id, None, at, at + timedelta(hours=1))
    count, remove = "select count(*) from public.absences", "delete from public.absences"
    for other in (lim, await make_member(pool)):
        async with as_role(pool, other.caller, read_only=False) as connection:
            assert await connection.fetchval(count) == 0
            assert await connection.execute(remove) == "DELETE 0"
        for statement, arguments in (
            (ADD_ABSENCE, (mai.id, None, at, at + timedelta(hours=1))),
            (ADD_HOURS, (mai.id, None, 1)),
        ):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                async with as_role(pool, other.caller, read_only=False) as connection:
                    await connection.execute(statement, *arguments)
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, other.caller, read_only=False) as connection:
                await connection.execute(ADD_ROOM, uuid4(), "room", '{"en": "Mine"}', 1)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, Caller.anonymous()) as connection:
            await connection.fetchval(count)
    # A member who offers nothing has no hours to set.
    nobody = await make_member(pool)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, nobody.caller, read_only=False) as connection:
            await connection.execute(ADD_HOURS, nobody.id, None, 1)


async def test_200_requests_for_the_last_places_of_people_and_rooms(pool: Pool, many: Pool, admin: Member) -> None:
    hosts = await make_hosts(pool, "en", "vi", "ms", "zh")
    rooms = [await make_room(pool, position=n) for n in range(3)]
    device = await make_room(pool, "equipment")
    long = await appointment(pool, admin, hosts, rooms, buffer_after_minutes=15)
    short = await appointment(pool, admin, hosts[1:], [*rooms, device], duration_minutes=45)
    at = days_ahead(3, 9)
    members = [await make_member(pool) for _ in range(200)]
    results = await asyncio.gather(
        *(ask(many, member, long if n % 2 else short, at, hosts[n % 4] if n % 5 == 0 else None)
          for n, member in enumerate(members)),
        return_exceptions=True,
    )  # fmt: skip
    outcomes = Counter(
        "booked" if isinstance(result, Answer) else getattr(result, "detail", result) for result in results
    )
    assert outcomes == {"booked": 3, "full": 197}
    async with as_owner(pool) as connection:
        assert await connection.fetchval(OVERLAPS) == 0
        assert await connection.fetchval("select sum(taken) from public.slots") == 3


async def test_a_freed_person_goes_to_the_first_that_waits_for_them_or_for_any(pool: Pool, admin: Member) -> None:
    mai, lim = await make_hosts(pool, "vi", "zh")
    service = await appointment(pool, admin, [mai, lim], [])
    at = days_ahead(3)
    ana, ben, cho, dan = [await make_member(pool) for _ in range(4)]
    with_mai = await ask(pool, ana, service, at, mai)
    await ask(pool, ben, service, at, lim)
    async with as_role(pool, cho.caller, read_only=False) as connection:
        await connection.fetchval(
            "select public.book($1, $2, $3, or_wait => true, host => $4)", uuid4(), service, at, lim.id
        )
    any_of_them = await book(pool, dan, service, at, or_wait=True)
    assert (any_of_them.status, any_of_them.position) == ("waiting", 2)
    await cancel(pool, ana, with_mai.id)
    async with as_owner(pool) as connection:
        rows = await connection.fetch(
            "select member_id, status::text, host_id from public.bookings where status <> 'cancelled'"
        )
    assert {(row["member_id"], row["status"]) for row in rows} == {
        (ben.id, "booked"), (cho.id, "waiting"), (dan.id, "booked"),
    }  # fmt: skip
    assert next(row["host_id"] for row in rows if row["member_id"] == dan.id) == mai.id


async def test_a_session_takes_place_once_with_one_person(pool: Pool, admin: Member) -> None:
    mai, lim = await make_hosts(pool, "vi", "zh")
    service = await make_service(pool, admin, hosts=[str(mai.id), str(lim.id)])
    at = days_ahead(3)
    first, second = [await ask(pool, await make_member(pool), service, at) for _ in range(2)]
    assert first.host_id == second.host_id == mai.id
    assert await places(pool, service, at) == (3, 1)
    with pytest.raises(asyncpg.PostgresError, match="not enough free places"):
        await ask(pool, await make_member(pool), service, at, lim)


async def test_a_moved_booking_keeps_the_person_asked_for(pool: Pool, admin: Member) -> None:
    mai, lim = await make_hosts(pool, "vi", "zh")
    service = await appointment(pool, admin, [mai, lim], [])
    ana = await make_member(pool)
    made = await ask(pool, ana, service, days_ahead(3), lim)
    await change(pool, ana, made.id, days_ahead(3, 14))
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select host_id from public.bookings where id = $1", made.id) == lim.id


async def test_a_person_who_leaves_the_service_hands_over_what_is_booked(pool: Pool, admin: Member) -> None:
    mai, lim = await make_hosts(pool, "vi", "zh")
    service = await appointment(pool, admin, [mai, lim], [])
    ana = await make_member(pool)
    made = await ask(pool, ana, service, days_ahead(3), mai)
    await appointment(pool, admin, [lim], [], id=str(service), base_sequence=0)
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select host_id from public.bookings where id = $1", made.id) == lim.id
        assert await connection.fetchval("select host_id from public.services where id = $1", service) == lim.id
    await appointment(pool, admin, [mai, lim], [], id=str(service), base_sequence=1)
    await ask(pool, await make_member(pool), service, days_ahead(3), mai)
    with pytest.raises(asyncpg.PostgresError, match="No person is free"):
        await appointment(pool, admin, [lim], [], id=str(service), base_sequence=2)


async def test_the_account_of_a_person_can_be_deleted(pool: Pool, admin: Member) -> None:
    mai, lim = await make_hosts(pool, "vi", "zh")
    service = await appointment(pool, admin, [mai, lim], [])
    for host in (mai, lim):
        await ask(pool, await make_member(pool), service, days_ahead(3), host)
    async with as_owner(pool) as connection:
        await connection.execute("delete from auth.users where id = any ($1)", [mai.id, lim.id])
        assert await connection.fetchval("select count(*) from public.bookings where host_id is null") == 2
        assert await connection.fetchval("select host_id from public.services where id = $1", service) is None


@pytest.mark.parametrize(
    ("limit", "code", "day"),
    [("day_limit", "day_limit", 3), ("week_limit", "week_limit", 3), ("member_limit", "member_limit", 9)],
)
async def test_limits_of_a_service(pool: Pool, admin: Member, limit: str, code: str, day: int) -> None:
    service = await appointment(pool, admin, await make_hosts(pool, "en", "vi"), [], **{limit: 1})
    ana, ben = await make_member(pool), await make_member(pool)
    made = await book(pool, ana, service, days_ahead(3))
    second = ana if limit == "member_limit" else ben
    with pytest.raises(asyncpg.PostgresError) as caught:
        await book(pool, second, service, days_ahead(day, 14))
    assert caught.value.detail == code  # type: ignore[attr-defined]
    if limit != "member_limit":
        assert await places(pool, service, days_ahead(3)) == (2, 0)
        assert await places(pool, service, days_ahead(3, 14)) is None
    # Its own booking does not count against a move, nor a cancelled one at all.
    await change(pool, ana, made.id, days_ahead(3, 15))
    await cancel(pool, ana, made.id)
    assert (await book(pool, second, service, days_ahead(3, 14))).status == "booked"


async def test_a_limit_holds_for_simultaneous_requests(pool: Pool, many: Pool, admin: Member) -> None:
    service = await appointment(pool, admin, await make_hosts(pool, "en", "vi"), [], day_limit=3)
    members = [await make_member(pool) for _ in range(30)]
    results = await asyncio.gather(
        *(book(many, member, service, days_ahead(3, 9 + n % 8)) for n, member in enumerate(members)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, BookingResult) for result in results) == 3


async def test_work_hours_are_saved_whole_and_leave_is_by_the_clock_of_the_site(pool: Pool, admin: Member) -> None:
    (mai,) = await make_hosts(pool, "vi")
    service = await appointment(pool, admin, [mai], [])
    day = days_ahead(3).date()
    spans = [{"weekday": day.isoweekday(), "opens": "10:00", "closes": "24:00"}]
    save = "select public.save_work_hours($1, null, $2::jsonb)"
    async with as_owner(pool) as connection:
        await connection.execute("update public.site_settings set time_zone = 'Asia/Singapore'")
    async with as_role(pool, mai.caller, read_only=False) as connection:
        assert await connection.fetchval(save, mai.id, msgspec.json.encode(spans).decode()) == 1
        assert await connection.fetchval(save, mai.id, msgspec.json.encode(spans).decode()) == 1
        for _ in range(2):
            await connection.fetchval(
                "select public.add_absence($1, $2, null, $3, $4, 'Clinic')",
                UUID(int=7), mai.id, datetime.combine(day, datetime.min.time().replace(hour=12)),
                datetime.combine(day, datetime.min.time().replace(hour=14)),
            )  # fmt: skip
    async with as_role(pool, Caller.anonymous()) as connection:
        rows = await connection.fetch(LIST_SLOTS, service, day, None)
    assert [row["starts_at"] for row in rows] == [days_ahead(3, hour) for hour in (10, 11, 14, 15, 16)]
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, (await make_member(pool)).caller, read_only=False) as connection:
            await connection.fetchval(save, mai.id, "[]")
            await connection.fetchval(save, mai.id, msgspec.json.encode(spans).decode())
