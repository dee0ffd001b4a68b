"""The day of a person who falls ill goes to a colleague in one act: what they can take stays, the rest is cancelled."""

import asyncio
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import asyncpg

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from tests.database.booking.test_closings import DAY, answer, read, refused, undo
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member

CLOSE = "select public.close_time($1, $2, $3, null, $4, 'Mai is ill', $5)"
PREVIEW = "select public.preview_closing($1, $2, null, $3, $4)"
HOSTS = """
select s.starts_at, p.display_name from public.slots s join public.profiles p on p.id = s.host_id
where s.taken > 0 order by 1, 2
"""
TOLD = """
select o.kind, coalesce(p.display_name, '')
from public.outbox o left join public.profiles p on p.id = o.recipient_id
where o.kind in (
  'booking_handed_over', 'booking_cancelled', 'staff_handed_over', 'staff_cancelled', 'booking_confirmed')
order by 1, 2
"""
APPOINTMENT: dict[str, Any] = {"kind": "appointment", "capacity": 1, "per_person": 1}


async def make_clinic(pool: Pool) -> tuple[Member, Member, Member, UUID, UUID]:
    """An administrator, Mai, their colleague Tan, a service of both and one of Mai alone."""
    admin = await make_member(pool, is_admin=True)
    mai, tan = await make_member(pool, display_name="Mai"), await make_member(pool, display_name="Tan")
    both = await make_service(pool, admin, hosts=[str(mai.id), str(tan.id)], **APPOINTMENT)
    alone = await make_service(pool, admin, hosts=[str(mai.id)], **APPOINTMENT)
    return admin, mai, tan, both, alone


async def give(pool: Pool, who: Member, day: datetime, host: Member, colleague: Member) -> dict[str, Any]:
    return await answer(pool, who, CLOSE, uuid4(), day, day + DAY, host.id, colleague.id)


async def book_with(pool: Pool, who: Member, service: UUID, at: datetime, host: Member) -> str:
    made = await answer(pool, who, "select public.book($1, $2, $3, host => $4)", uuid4(), service, at, host.id)
    return str(made["id"])


async def test_a_day_is_given_to_a_colleague_and_taken_back(pool: Pool) -> None:
    _, mai, tan, both, alone = await make_clinic(pool)
    people = [await make_member(pool, display_name=name) for name in ("Ana", "Bo", "Chi", "Dan")]
    ana, bo, chi, dan = people
    day = days_ahead(3, 0)
    await book_with(pool, ana, both, days_ahead(3, 10), mai)
    await book_with(pool, bo, both, days_ahead(3, 11), mai)
    await book_with(pool, dan, both, days_ahead(3, 11), tan)
    await book_with(pool, chi, alone, days_ahead(3, 14), mai)
    before = await read(pool, HOSTS)

    seen = await answer(pool, mai, PREVIEW, day, day + DAY, mai.id, tan.id)
    assert seen["bookings"] == 3
    assert [(each["name"], each["takes"]) for each in seen["colleagues"]] == [("Tan", 1)]
    reasons = {each["name"]: each["reason"] for each in seen["handed_over"]}
    assert reasons == {"Ana": None, "Bo": "busy", "Chi": "unsuitable"}
    assert await read(pool, HOSTS) == before

    await pool.execute("delete from public.outbox")
    done = await give(pool, mai, day, mai, tan)
    assert (done["bookings"], done["handed_over"]) == (2, 1)
    assert await read(pool, HOSTS) == [(days_ahead(3, 10), "Tan"), (days_ahead(3, 11), "Tan")]
    # Everyone once; Mai has done it and hears nothing of it.
    assert await read(pool, TOLD) == [
        ("booking_cancelled", "Bo"), ("booking_cancelled", "Chi"), ("booking_handed_over", "Ana"),
        ("staff_handed_over", "Tan"),
    ]  # fmt: skip
    # Nothing new is offered with Mai, and with Tan only what is free.
    with refused("full"):
        await book_with(pool, dan, both, days_ahead(3, 15), mai)

    await pool.execute("delete from public.outbox")
    undone = await undo(pool, mai, done["id"])
    assert (undone["restored"], await read(pool, HOSTS)) == (2, before)
    assert ("booking_handed_over", "Ana") in await read(pool, TOLD)
    assert (await undo(pool, mai, done["id"]))["restored"] == 2
    states = await read(pool, "select status::text, count(*) from public.bookings group by 1")
    assert states == [("booked", 4)]


async def test_hours_leave_and_own_bookings_are_in_the_way(pool: Pool) -> None:
    admin, mai, tan, both, _ = await make_clinic(pool)
    ana, bo = await make_member(pool, display_name="Ana"), await make_member(pool, display_name="Bo")
    other = await make_service(pool, admin)
    day = days_ahead(3, 0)
    for hour, member in ((9, ana), (11, bo), (13, tan), (15, ana)):
        await book_with(pool, member, both, days_ahead(3, hour), mai)
    await book(pool, tan, other, days_ahead(3, 15))
    async with as_owner(pool) as conn:
        await conn.execute(
            "insert into public.absences (host_id, starts_at, ends_at) values ($1, $2, $3)",
            tan.id, days_ahead(3, 8), days_ahead(3, 10),
        )  # fmt: skip
    seen = await answer(pool, admin, PREVIEW, day, day + DAY, mai.id, tan.id)
    assert [each["reason"] for each in seen["handed_over"]] == ["away", None, "own", "busy"]
    done = await give(pool, admin, day, mai, tan)
    assert (done["bookings"], done["handed_over"]) == (3, 1)


async def test_who_may_give_a_day(pool: Pool) -> None:
    _, mai, tan, both, _ = await make_clinic(pool)
    ana = await make_member(pool)
    await book_with(pool, ana, both, days_ahead(3), mai)
    day = days_ahead(3, 0)
    for stranger in (tan, ana):
        with refused("not_allowed"):
            await give(pool, stranger, day, mai, tan)
    with refused("not_found"):
        await give(pool, mai, day, mai, ana)
    done = await give(pool, mai, day, mai, tan)
    with refused("not_allowed"):
        await undo(pool, tan, done["id"])


async def test_a_waiting_list_goes_along(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    mai, tan = await make_member(pool, display_name="Mai"), await make_member(pool, display_name="Tan")
    service = await make_service(pool, admin, hosts=[str(mai.id), str(tan.id)], capacity=1, per_person=1)
    ana, bo = await make_member(pool), await make_member(pool)
    first = await book_with(pool, ana, service, days_ahead(3), mai)
    await answer(
        pool, bo, "select public.book($1, $2, $3, or_wait => true, host => $4)", uuid4(), service, days_ahead(3), mai.id
    )
    await give(pool, mai, days_ahead(3, 0), mai, tan)
    await answer(pool, ana, "select public.cancel_booking($1)", UUID(first))
    held = await read(pool, "select member_id, host_id from public.bookings where status = 'booked'")
    assert held == [(bo.id, tan.id)]


async def test_giving_a_day_while_others_book(pool: Pool) -> None:
    _, mai, tan, both, _ = await make_clinic(pool)
    hours = range(9, 17)
    patients = [await make_member(pool) for _ in hours]
    rivals = [await make_member(pool) for _ in hours]
    for hour, member in zip(hours, patients, strict=True):
        await book_with(pool, member, both, days_ahead(3, hour), mai)

    async def rival(hour: int, member: Member) -> bool:
        try:
            await book_with(pool, member, both, days_ahead(3, hour), tan)
        except asyncpg.PostgresError as error:
            assert error.detail == "full", error  # type: ignore[attr-defined]
            return False
        return True

    act = uuid4()
    day = days_ahead(3, 0)
    acts = [answer(pool, mai, CLOSE, act, day, day + DAY, mai.id, tan.id) for _ in range(3)]
    done, *results = await asyncio.gather(
        *acts, *(rival(hour, member) for hour, member in zip(hours, rivals, strict=True))
    )
    won = sum(result is True for result in results)
    counts = await read(
        pool, "select status::text, host_id = $1, count(*) from public.bookings group by 1, 2 order by 1, 2", tan.id
    )
    booked = sum(row[2] for row in counts if row[0] == "booked")
    assert booked == len(hours)
    assert all(row[1] for row in counts if row[0] == "booked")
    assert done["handed_over"] == len(hours) - won
    assert done["bookings"] == won
    told = await read(
        pool,
        "select details ->> 'bookingId', count(*) from public.outbox"
        " where kind in ('booking_handed_over', 'booking_cancelled') group by 1 having count(*) <> 1",
    )
    assert told == []
    # An hour later nothing would come back; now all do whose time with Mai is free, which is every one.
    assert (await undo(pool, mai, str(act)))["restored"] == won
    mine = await read(pool, "select count(*) from public.bookings where status = 'booked' and host_id = $1", mai.id)
    assert mine == [(len(hours),)]
