"""Prices of services and bookings: as booked, marked as paid by those who handle it, and sums without names."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.database.booking.test_answers import question, resave
from tests.database.booking.test_booking import refused
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member

MARK = "select public.mark_paid($1, $2) ->> 'before'"
PRICE = {
    "amount": 2500,
    "currency": "MYR",
    "is_per_person": True,
    "notes": {"vi": "Chuyển khoản"},
    "qr_url": "/demo/qr.svg",
}


async def mark(pool: Pool, member: Member, booking: UUID, *, paid: bool) -> Any:
    async with as_role(pool, member.caller, read_only=False) as connection:
        return await connection.fetchval(MARK, booking, paid)


async def test_a_booking_owes_the_price_of_its_moment(pool: Pool, admin: Member) -> None:
    host = await make_member(pool, display_name="Mai")
    service = await make_service(pool, admin, price=PRICE, hosts=[str(host.id)])
    mei, lan = [await make_member(pool, display_name=name) for name in ("Mei", "Lan")]
    booking = (await book(pool, mei, service, days_ahead(2), party=2)).id
    await resave(pool, admin, service, [])
    async with as_role(pool, mei.caller) as connection:
        row = await connection.fetchrow("select * from public.price_of_booking($1)", booking)
        assert (row["amount"], row["currency"], row["paid_at"]) == (5000, "MYR", None)
        assert msgspec.json.decode(row["notes"]) == {"vi": "Chuyển khoản"}
    async with as_role(pool, lan.caller) as connection:
        assert await connection.fetchrow("select * from public.price_of_booking($1)", booking) is None
        assert await connection.fetchval("select count(*) from public.booking_prices") == 0
    for wrong in (mei, lan):
        with refused("not_found", "404"):
            await mark(pool, wrong, booking, paid=True)
    assert await mark(pool, host, booking, paid=True) == "false"
    assert await mark(pool, host, booking, paid=True) == "true"
    assert await mark(pool, admin, booking, paid=False) == "true"
    async with as_owner(pool) as connection:
        log = await connection.fetch(
            "select actor_id, thing_id from public.staff_log where thing = 'booking_prices' order by id"
        )
    assert [tuple(entry) for entry in log] == [(host.id, booking), (admin.id, booking)]


async def test_sums_have_no_names(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, price=PRICE | {"is_per_person": False}, capacity=9)
    sums = "select due, paid from public.booking_sums('2000-01-01', '2001-12-01')"
    start = days_ahead(2)
    for number in range(5):
        member = await make_member(pool, display_name=f"Member {number}")
        booking = (await book(pool, member, service, start)).id
        await mark(pool, admin, booking, paid=number < 2)
        async with as_owner(pool) as connection:
            await connection.execute(
                "update public.bookings set starts_at = '2000-05-05', ends_at = '2000-05-06', may_overlap = true"
            )
        async with as_role(pool, admin.caller) as connection:
            row = await connection.fetchrow(sums)
        assert tuple(row) == ((12500, 5000) if number == 4 else (None, None))
        async with as_owner(pool) as connection:
            await connection.execute(
                "update public.bookings set starts_at = $1, ends_at = $2", start, start + timedelta(hours=1)
            )
    async with as_role(pool, member.caller) as connection:
        assert await connection.fetch(sums) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": 0},
        {"currency": "rm"},
        {"notes": {"fr": "x"}},
        {"amount": None},
        {"qr_url": "https://evil.example/code.png"},
        {"qr_url": "javascript:alert(1)"},
        {"qr_url": "//evil.example/x"},
    ],
)
async def test_incomplete_prices_are_rejected(pool: Pool, admin: Member, wrong: dict[str, Any]) -> None:
    with refused("price_wrong", "422"):
        await make_service(pool, admin, price=PRICE | wrong)


async def test_what_a_save_does_not_name_stays(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, price=PRICE, questions=[question("text")])
    async with as_owner(pool) as connection:
        row = await connection.fetchrow(
            "select to_jsonb(s) as s, s.sequence from public.services s where id = $1", service
        )
    fields = msgspec.json.decode(row["s"]) | {"base_sequence": row["sequence"]}
    parts = [msgspec.json.encode(part).decode() for part in (fields, [{"language": "en", "name": "Clinic"}])]
    count = "select (select count(*) from public.service_prices) + (select count(*) from public.service_questions)"
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.fetchval("select public.save_service($1::jsonb, $2::jsonb, '[]', '[]')", *parts)
        assert await connection.fetchval(count) == 2
