"""Booking at the database level: invariants under concurrency, rejections, and the waiting list."""

import asyncio
from collections import Counter
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.booking import EVERY_DAY, LIST_SLOTS, BookingResult, book, cancel, change, days_ahead, make_service
from tests.factories.members import Member, make_member

TAKEN = "select capacity, taken from public.slots where service_id = $1 and starts_at = $2"
BOOKINGS = "select status, count(*) from public.bookings where service_id = $1 group by status"
MAILS = "select recipient_id, kind, details from public.outbox where kind not like 'staff%' order by id"
STAFF_MAILS = "select recipient_id, kind from public.outbox where kind like 'staff%' order by id"
MOVE_TO = "update public.bookings set starts_at = $2, ends_at = $2::timestamptz + interval '1 hour' where id = $1"


@contextmanager
def refused(code: str, status: str) -> Any:
    with pytest.raises(asyncpg.PostgresError) as caught:
        yield
    assert (caught.value.detail, caught.value.sqlstate) == (code, f"PT{status}")  # type: ignore[attr-defined]


async def mails(pool: Pool) -> list[tuple[UUID, str, dict[str, Any]]]:
    async with as_owner(pool) as connection:
        rows = await connection.fetch(MAILS)
    return [(row["recipient_id"], row["kind"], msgspec.json.decode(row["details"])) for row in rows]


# Concurrency ---------------------------------------------------------------------------------------------------------


async def test_of_200_simultaneous_requests_for_3_places_3_succeed(pool: Pool, many: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=5)
    starts_at = days_ahead(3)
    await book(pool, await make_member(pool), service, starts_at, party=2)
    members = [await make_member(pool, display_name=f"Member {n}") for n in range(200)]

    results = await asyncio.gather(
        *(book(many, member, service, starts_at) for member in members), return_exceptions=True
    )
    outcomes = Counter(
        result.status if isinstance(result, BookingResult) else (result.sqlstate, result.detail)  # type: ignore[union-attr]
        for result in results
    )
    assert outcomes == {"booked": 3, ("PT409", "full"): 197}
    async with as_owner(pool) as connection:
        assert tuple(await connection.fetchrow(TAKEN, service, starts_at)) == (5, 5)  # type: ignore[arg-type]
        assert dict(await connection.fetch(BOOKINGS, service)) == {"booked": 4}
    assert Counter(kind for _, kind, _ in await mails(pool)) == {"booking_confirmed": 4}


async def test_200_simultaneous_requests_form_one_waiting_list(pool: Pool, many: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=3)
    starts_at = days_ahead(3)
    members = [await make_member(pool) for _ in range(40)]
    results = await asyncio.gather(*(book(many, member, service, starts_at, or_wait=True) for member in members))
    assert Counter(result.status for result in results) == {"booked": 3, "waiting": 37}
    assert sorted(result.position for result in results if result.position) == list(range(1, 38))


async def test_host_never_has_overlapping_slots(pool: Pool, many: Pool, admin: Member) -> None:
    host = await make_member(pool, display_name="Doctor Lim")
    services = [
        await make_service(
            pool, admin, kind="appointment", capacity=1, per_person=1, host_id=str(host.id), duration_minutes=minutes,
            buffer_after_minutes=15,
        )
        for minutes in (30, 45, 60)
    ]  # fmt: skip
    members = [await make_member(pool) for _ in range(60)]
    starts = {service: await offered(pool, service) for service in services}
    await asyncio.gather(
        *(
            book(many, member, services[n % 3], starts[services[n % 3]][n % 6])
            for n, member in enumerate(members)
        ),
        return_exceptions=True,
    )  # fmt: skip
    async with as_owner(pool) as connection:
        busy = await connection.fetch("select busy from public.slots where taken > 0 order by lower(busy)")
    assert busy
    for earlier, later in pairwise(busy):
        assert earlier["busy"].upper <= later["busy"].lower


async def offered(pool: Pool, service: UUID, day: int = 3) -> list[datetime]:
    date = days_ahead(day).date()
    async with as_role(pool, Caller.anonymous()) as connection:
        return [row["starts_at"] for row in await connection.fetch(LIST_SLOTS, service, date, date)]


async def test_simultaneous_cancel_and_book_never_exceed_the_capacity(pool: Pool, many: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=3)
    starts_at = days_ahead(3)
    members = [await make_member(pool) for _ in range(60)]

    async def come_and_go(member: Member) -> None:
        booked = await book(many, member, service, starts_at, or_wait=True)
        await cancel(many, member, booked.id)

    await asyncio.gather(*(come_and_go(member) for member in members))
    async with as_owner(pool) as connection:
        assert tuple(await connection.fetchrow(TAKEN, service, starts_at)) == (3, 0)  # type: ignore[arg-type]


async def test_repeated_request_is_one_booking(pool: Pool, many: Pool, admin: Member) -> None:
    service, member, booking = await make_service(pool, admin), await make_member(pool), uuid4()
    results = await asyncio.gather(*(book(many, member, service, days_ahead(3), booking=booking) for _ in range(20)))
    assert len(set(results)) == 1
    assert len(await mails(pool)) == 1
    with refused("not_found", "404"):
        await book(pool, await make_member(pool), service, days_ahead(3), booking=booking)


# Rejections ----------------------------------------------------------------------------------------------------------


async def test_hand_made_request_is_checked_by_every_rule(pool: Pool, admin: Member) -> None:
    service = await make_service(
        pool, admin, notice_minutes=1440, exceptions=[{"day": str(days_ahead(4).date()), "note": "Cleaning"}]
    )
    member = await make_member(pool)
    for starts_at, party, code in (
        (days_ahead(0, 16), 1, "too_soon"),
        (days_ahead(-3), 1, "too_soon"),
        (days_ahead(31), 1, "too_far"),
        (days_ahead(3, 17), 1, "outside_hours"),
        (days_ahead(3) + timedelta(minutes=30), 1, "outside_hours"),
        (days_ahead(4), 1, "outside_hours"),
        (days_ahead(3), 3, "too_many"),
        (days_ahead(3), 0, "too_many"),
        (days_ahead(3), -1, "too_many"),
    ):
        with refused(code, "422"):
            await book(pool, member, service, starts_at, party=party)
    with refused("not_found", "404"):
        await book(pool, member, uuid4(), days_ahead(3))
    with pytest.raises(asyncpg.CheckViolationError):
        await book(pool, member, service, days_ahead(3), note="x" * 1001)
    await book(pool, member, service, days_ahead(3))
    with refused("already_booked", "409"):
        await book(pool, member, service, days_ahead(3))


async def test_after_the_cutoff_only_administrators_may_change(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin)
    member = await make_member(pool)
    booked = await book(pool, member, service, days_ahead(3))
    async with as_owner(pool) as connection:
        await connection.execute(MOVE_TO, booked.id, datetime.now(UTC) + timedelta(minutes=119))
    with refused("past_cutoff", "422"):
        await cancel(pool, member, booked.id)
    with refused("past_cutoff", "422"):
        await change(pool, member, booked.id, days_ahead(5))
    assert (await cancel(pool, admin, booked.id)).status == "cancelled"
    assert (await cancel(pool, member, booked.id)).status == "cancelled"
    recipient, kind, facts = (await mails(pool))[-1]
    assert (recipient, kind, facts["by"]) == (member.id, "booking_cancelled", "site")


async def test_bookings_of_others_are_invisible_and_immutable(pool: Pool, admin: Member) -> None:
    host = await make_member(pool)
    service = await make_service(pool, admin, host_id=str(host.id), online_url="https://meet.example.org/circle")
    owner, stranger = await make_member(pool), await make_member(pool)
    booked = await book(pool, owner, service, days_ahead(3), note="My knee hurts")
    for act in (cancel(pool, stranger, booked.id), change(pool, stranger, booked.id, days_ahead(4))):
        with refused("not_found", "404"):
            await act
    seen = {}
    for name, member in {"owner": owner, "host": host, "admin": admin, "stranger": stranger}.items():
        async with as_role(pool, member.caller) as connection:
            seen[name] = (
                await connection.fetchval("select note from public.bookings where id = $1", booked.id),
                await connection.fetchval("select online_url from public.service_links"),
            )
    visible = ("My knee hurts", "https://meet.example.org/circle")
    assert seen == {"owner": visible, "host": visible, "admin": visible, "stranger": (None, None)}


async def test_online_link_is_hidden_after_the_booking(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, online_url="https://meet.example.org/circle")
    member = await make_member(pool)
    booked = await book(pool, member, service, days_ahead(3))
    link = "select array_agg(online_url) from public.service_links"
    feed = "select array_agg(online_url) from public.calendar_feed((select calendar_token from public.my_profile()))"
    seen = []
    for ago in (timedelta(hours=2), timedelta(days=2)):
        async with as_owner(pool) as connection:
            await connection.execute(MOVE_TO, booked.id, datetime.now(UTC) - ago)
        async with as_role(pool, member.caller) as connection:
            seen.append((await connection.fetchval(link), await connection.fetchval(feed)))
    assert seen == [(["https://meet.example.org/circle"], ["https://meet.example.org/circle"]), (None, [None])]


@pytest.mark.parametrize(
    "statement",
    [
        "insert into public.bookings (slot_id, service_id, member_id, starts_at, ends_at) values (gen_random_uuid(), "
        "gen_random_uuid(), auth.uid(), now(), now())",
        "update public.bookings set status = 'booked', waiting_since = null",
        "delete from public.bookings",
        "update public.slots set capacity = 100",
        "update public.services set capacity = 100",
        "select * from public.outbox",
        "select public.promote_waiting(gen_random_uuid())",
        "select public.queue_booking_email('booking_confirmed', null::public.bookings)",
    ],
)
async def test_tables_are_writable_only_through_functions(pool: Pool, statement: str) -> None:
    member = await make_member(pool)
    for caller in (member.caller, Caller.anonymous()):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, caller, read_only=False) as connection:
                await connection.execute(statement)


async def test_booking_requires_an_account(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
            await connection.fetchval("select public.book($1, $2, $3)", uuid4(), service, days_ahead(3))


# The waiting list ----------------------------------------------------------------------------------------------------


async def test_freed_place_goes_to_the_first_who_fits(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=2)
    starts_at = days_ahead(3)
    one, two, pair, single, last = [await make_member(pool, display_name=f"M{n}") for n in range(5)]
    first = await book(pool, one, service, starts_at)
    second = await book(pool, two, service, starts_at)
    waiting = [
        await book(pool, pair, service, starts_at, party=2, or_wait=True),
        await book(pool, single, service, starts_at, or_wait=True),
        await book(pool, last, service, starts_at, or_wait=True),
    ]
    assert [result.position for result in waiting] == [1, 2, 3]

    await cancel(pool, one, first.id)
    assert await state(pool, waiting) == ["waiting", "booked", "waiting"]
    await cancel(pool, single, waiting[1].id)
    assert await state(pool, waiting) == ["waiting", "cancelled", "booked"]
    await cancel(pool, two, second.id)
    await cancel(pool, last, waiting[2].id)
    assert await state(pool, waiting) == ["booked", "cancelled", "cancelled"]
    promoted = [(who, facts["sequence"]) for who, kind, facts in await mails(pool) if kind == "booking_promoted"]
    assert promoted == [(single.id, 1), (last.id, 1), (pair.id, 1)]


async def state(pool: Pool, results: list[BookingResult]) -> list[str]:
    async with as_owner(pool) as connection:
        rows = dict(await connection.fetch("select id, status from public.bookings"))
    return [rows[result.id] for result in results]


async def test_changing_the_time_frees_the_place_and_increments_the_sequence(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=1, per_person=1)
    leaver, waiter = await make_member(pool), await make_member(pool)
    booked = await book(pool, leaver, service, days_ahead(3))
    waiting = await book(pool, waiter, service, days_ahead(3), or_wait=True)
    moved = await change(pool, leaver, booked.id, days_ahead(4))
    assert (moved.starts_at, moved.sequence, moved.status) == (days_ahead(4), 1, "booked")
    assert await state(pool, [waiting]) == ["booked"]
    assert await change(pool, leaver, booked.id, days_ahead(4)) == moved
    with refused("already_booked", "409"):
        await book(pool, leaver, service, days_ahead(4))
    with refused("full", "409"):
        await change(pool, waiter, waiting.id, days_ahead(4))
    assert [(who, kind) for who, kind, _ in await mails(pool)] == [
        (leaver.id, "booking_confirmed"),
        (waiter.id, "booking_waiting"),
        (waiter.id, "booking_promoted"),
        (leaver.id, "booking_changed"),
    ]


async def test_deleted_account_frees_its_places(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=1, per_person=1)
    leaver, waiter = await make_member(pool), await make_member(pool)
    await book(pool, leaver, service, days_ahead(3))
    waiting = await book(pool, waiter, service, days_ahead(3), or_wait=True)
    async with as_owner(pool) as connection:
        await connection.execute("delete from auth.users where id = $1", leaver.id)
    assert await state(pool, [waiting]) == ["booked"]


async def test_more_capacity_admits_the_waiting_list(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=1, per_person=1)
    await book(pool, await make_member(pool), service, days_ahead(3))
    waiting = [await book(pool, await make_member(pool), service, days_ahead(3), or_wait=True) for _ in range(2)]
    await make_service(pool, admin, id=str(service), base_sequence=0, capacity=2, per_person=1)
    assert await state(pool, waiting) == ["booked", "waiting"]


# The service editor --------------------------------------------------------------------------------------------------


async def test_save_from_an_older_version_is_rejected(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin)
    await make_service(pool, admin, id=str(service), base_sequence=0)
    with refused("changed_elsewhere", "409"):
        await make_service(pool, admin, id=str(service), base_sequence=0)
    with refused("changed_elsewhere", "409"):
        await make_service(pool, admin, id=str(service))


async def test_only_administrators_save_services(pool: Pool) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await make_service(pool, await make_member(pool))


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"hours": [*EVERY_DAY, {"weekday": 1, "opens": "16:00", "closes": "18:00"}]}, asyncpg.ExclusionViolationError),
        ({"hours": [{"weekday": 1, "opens": "16:00", "closes": "15:00"}]}, asyncpg.CheckViolationError),
        ({"time_zone": "Mars/Olympus"}, asyncpg.CheckViolationError),
        ({"per_person": 4}, asyncpg.CheckViolationError),
        ({"kind": "appointment"}, asyncpg.CheckViolationError),
        ({"online_url": "javascript:alert(1)"}, asyncpg.CheckViolationError),
        ({"texts": [{"language": "en", "name": "a\u202eb"}]}, asyncpg.CheckViolationError),
    ],
)
async def test_invalid_service_is_rejected(
    pool: Pool, admin: Member, changes: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        await make_service(pool, admin, **changes)


async def test_new_host_must_be_free_at_booked_times(pool: Pool, admin: Member) -> None:
    host = await make_member(pool)
    alone = await make_service(pool, admin)
    hosted = await make_service(pool, admin, host_id=str(host.id))
    await book(pool, await make_member(pool), alone, days_ahead(3))
    await book(pool, await make_member(pool), hosted, days_ahead(3))
    with refused("host_busy", "409"):
        await make_service(pool, admin, id=str(alone), base_sequence=0, host_id=str(host.id))


async def test_slug_derives_from_the_name_and_stays(pool: Pool, admin: Member) -> None:
    async def slug(**changes: Any) -> str:
        service = await make_service(pool, admin, **changes)
        async with as_owner(pool) as connection:
            return str(await connection.fetchval("select slug from public.services where id = $1", service))

    identity = str(uuid4())
    assert await slug(texts=[{"language": "vi", "name": "Khám bệnh đầu năm"}], id=identity) == "kham-benh-dau-nam"
    assert (
        await slug(texts=[{"language": "vi", "name": "Tên khác"}], id=identity, base_sequence=0) == "kham-benh-dau-nam"
    )
    again = await slug(texts=[{"language": "vi", "name": "Khám bệnh đầu năm"}])
    assert again.startswith("kham-benh-dau-nam-")
    assert (await slug(texts=[{"language": "zh", "name": "义诊"}])).startswith("service-")
