"""Staff book for callers and walk-ins: whom they find, what binds them, and what is refused and logged."""

from datetime import datetime, timedelta
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from tests.database.booking.test_booking import refused
from tests.factories.booking import EVERY_DAY, book, days_ahead, make_service
from tests.factories.guests import book_as_guest, prove
from tests.factories.members import Member, make_member

FIND = "select name, contact from public.find_bookers($1, $2)"
BOOK_FOR = """
select public.book_for($1, $2, $3, member => $4, guest => $5, name => $6, address => $7, party => $8) ->> 'status'
"""
GIVE_ROLE = """
insert into public.role_grants (member_id, role_id, service_id)
select $1, id, $2 from public.roles where preset = 'receptionist'
"""


@pytest.fixture
async def service(pool: Pool, admin: Member) -> UUID:
    return await make_service(pool, admin)


@pytest.fixture
async def desk(pool: Pool, service: UUID) -> Member:
    """A receptionist of the service."""
    member = await make_member(pool, display_name="Rosnah")
    await pool.execute(GIVE_ROLE, member.id, service)
    return member


async def find(pool: Pool, who: Member, service: UUID, words: str) -> list[tuple[str, str]]:
    async with as_role(pool, who.caller) as connection:
        return [tuple(row) for row in await connection.fetch(FIND, service, words)]


async def book_for(
    pool: Pool,
    who: Member,
    service: UUID,
    starts_at: datetime,
    *,
    member: UUID | None = None,
    guest: UUID | None = None,
    name: str | None = None,
    address: str | None = None,
    party: int = 1,
    booking: UUID | None = None,
) -> str:
    async with as_role(pool, who.caller, read_only=False) as connection:
        return str(
            await connection.fetchval(
                BOOK_FOR, booking or uuid4(), service, starts_at, member, guest, name, address, party
            )
        )


async def test_people_are_found_by_name_pinyin_and_phone(pool: Pool, desk: Member, service: UUID) -> None:
    for name in ("Nguyễn Thị Hà", "陈美珍", "Priya Nair"):
        await make_member(pool, display_name=name)
    await book_as_guest(pool, service, days_ahead(3), await prove(pool, "012-345 6789"), name="Đặng Văn Huy",
        address="012-345 6789")  # fmt: skip
    for words, name in (
        ("thi ha", "Nguyễn Thị Hà"), ("nguyen", "Nguyễn Thị Hà"), ("meizhen", "陈美珍"), ("cmz", "陈美珍"),
        ("nair", "Priya Nair"), ("dang", "Đặng Văn Huy"), ("345 6789", "Đặng Văn Huy"), ("0123456789", "Đặng Văn Huy"),
    ):  # fmt: skip
        assert name in [found for found, _ in await find(pool, desk, service, words)], words
    assert await find(pool, desk, service, "dang") == [("Đặng Văn Huy", "… 6789")]
    assert await find(pool, desk, service, "  ") == []
    assert await find(pool, desk, service, "%") == []


async def test_guests_of_other_services_are_not_found(pool: Pool, admin: Member, desk: Member, service: UUID) -> None:
    other = await make_service(pool, admin)
    await book_as_guest(
        pool, other, days_ahead(3), await prove(pool, "huy@example.org"), name="Huy", address="huy@example.org"
    )
    assert await find(pool, desk, service, "huy") == []
    assert await find(pool, admin, service, "huy") == [("Huy", "hu…@example.org")]
    guest = await pool.fetchval("select id from public.guests")
    with refused("not_found", "404"):
        await book_for(pool, desk, service, days_ahead(4), guest=guest)


async def test_others_neither_find_nor_book(pool: Pool, admin: Member, desk: Member) -> None:
    other = await make_service(pool, admin)
    for who in (desk, await make_member(pool)):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await find(pool, who, other, "mei")
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await book_for(pool, who, other, days_ahead(3), name="Mei")


async def test_a_walk_in_a_caller_and_a_member(pool: Pool, desk: Member, service: UUID) -> None:
    member, starts_at = await make_member(pool, display_name="Mai"), days_ahead(3)
    assert await book_for(pool, desk, service, starts_at, name="Walk In") == "booked"
    assert await book_for(pool, desk, service, starts_at, name="Caller", address="012-345 6789") == "booked"
    assert await book_for(pool, desk, service, starts_at, member=member.id) == "booked"
    with refused("full", "409"):
        await book_for(pool, desk, service, starts_at, name="Late")
    rows = await pool.fetch("select booked_by, member_id is null as is_guest from public.bookings")
    assert [row["booked_by"] for row in rows] == [desk.id] * 3
    assert sorted(row["is_guest"] for row in rows) == [False, True, True]
    logged = await pool.fetch(
        "select actor_id, act, member_id from public.staff_log where thing = 'bookings' order by id"
    )
    assert [tuple(row) for row in logged] == [
        (desk.id, "insert", None), (desk.id, "insert", None), (desk.id, "insert", member.id),
    ]  # fmt: skip
    # A caller's number was not proven by a code.
    assert await pool.fetchval("select proven_at from public.guests where phone = '60123456789'") is None


async def test_the_same_request_again_is_the_same_booking(pool: Pool, desk: Member, service: UUID) -> None:
    booking = uuid4()
    for _ in range(2):
        assert await book_for(pool, desk, service, days_ahead(3), name="Walk In", booking=booking) == "booked"
    assert await pool.fetchval("select count(*) from public.bookings") == 1
    assert await pool.fetchval("select count(*) from public.guests") == 1


async def test_the_notice_binds_visitors_and_not_the_desk(pool: Pool, admin: Member) -> None:
    day_and_night = [{**hours, "opens": "00:00", "closes": "24:00"} for hours in EVERY_DAY]
    service = await make_service(pool, admin, hours=day_and_night, notice_minutes=2880, capacity=10, per_person=1)
    soon = days_ahead(1, hour=12)
    with refused("too_soon", "422"):
        await book(pool, await make_member(pool), service, soon)
    assert await book_for(pool, admin, service, soon, name="Caller", party=6) == "booked"
    with refused("too_soon", "422"):
        await book_for(pool, admin, service, days_ahead(-1), name="Caller")
    with refused("outside_hours", "422"):
        await book_for(pool, admin, service, soon + timedelta(minutes=7), name="Caller")


async def test_wrong_people_are_refused(pool: Pool, desk: Member, service: UUID) -> None:
    with refused("name", "422"):
        await book_for(pool, desk, service, days_ahead(3), name="  ")
    with refused("address", "422"):
        await book_for(pool, desk, service, days_ahead(3), name="Mei", address="not an address")
    with refused("not_found", "404"):
        await book_for(pool, desk, service, days_ahead(3), member=uuid4())
