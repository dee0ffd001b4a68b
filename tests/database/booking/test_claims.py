"""Taking over what was booked as a guest: proof, the choice between names that share an address, and undoing it."""

import asyncio
from typing import Any
from uuid import UUID

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.database.booking.test_restored_bookings import read, refused
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.guests import book_as_guest, prove
from tests.factories.members import Member, make_member

LIST = "select guest_id, name, bookings, coming from public.list_claims($1, $2)"
CLAIM = "select public.claim_guests($1, $2, $3)"
UNDO = "select public.undo_claim($1)"
OWNER = "select coalesce(member_id, guest_id) from public.bookings order by id"
ROWS = "select to_jsonb(b)::text from public.bookings b order by id"
PHONE = "+65 9123 4567"
# A thousand guests, of whom four each share a number, with one booking in the past each.
MANY = """
with made as (
  insert into public.guests (name, phone, language)
  select 'Guest ' || n, (6590000000 + n / 4)::text, 'ms' from generate_series(0, 999) n returning id)
insert into public.bookings (slot_id, service_id, guest_id, starts_at, ends_at, may_overlap)
select s.id, s.service_id, made.id, s.starts_at, s.ends_at, true from public.slots s, made where s.id = $1
"""


async def ask(pool: Pool, who: Member, sql: str, *values: Any) -> Any:
    async with as_role(pool, who.caller, read_only=False) as connection:
        return await connection.fetch(sql, *values)


async def test_a_family_shares_a_number_and_each_takes_their_own(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin)
    token = await prove(pool, PHONE)
    names = ("Mei Tan", "Ah Boon Tan", "Siti")
    made = [
        await book_as_guest(pool, service, days_ahead(3 + n % 2), token, name=name, address=PHONE)
        for n, name in enumerate(names)
    ]
    mei = await make_member(pool)
    found = {row["name"]: row["guest_id"] for row in await ask(pool, mei, LIST, PHONE, token)}
    assert found.keys() == set(names)
    assert (await ask(pool, mei, CLAIM, [found["Mei Tan"]], PHONE, token))[0][0] == 1
    # Repeated, as after a lost answer.
    assert (await ask(pool, mei, CLAIM, [found["Mei Tan"]], PHONE, token))[0][0] == 0
    owners = await read(pool, "select member_id is not null from public.bookings where id = any ($1) order by id = $2",
        [each.id for each in made], made[0].id)  # fmt: skip
    assert owners == [False, False, True]
    assert {row["name"] for row in await ask(pool, mei, LIST, PHONE, token)} == {"Ah Boon Tan", "Siti"}
    # The guest's link ends with it: the account shows the booking.
    assert await read(pool, "select count(*)::integer from public.guest_booking($1, 'en')", made[0].link) == [0]
    assert (await cancel(pool, mei, made[0].id)).status == "cancelled"


async def test_nothing_is_taken_without_proof(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin)
    token = await prove(pool, "mei@example.org")
    await book_as_guest(pool, service, days_ahead(3), token)
    other_token = await prove(pool, "eve@example.org")
    eve = await make_member(pool)
    guest = (await read(pool, "select id from public.guests"))[0]
    for address, given in (("mei@example.org", other_token), ("mei@example.org", ""), ("mei@example.org", "0" * 64)):
        with refused("not_proven"):
            await ask(pool, eve, LIST, address, given)
        with refused("not_proven"):
            await ask(pool, eve, CLAIM, [guest], address, given)
    # A proof of another address opens nothing here.
    with refused("not_found"):
        await ask(pool, eve, CLAIM, [guest], "eve@example.org", other_token)
    with refused("not_found"):
        await ask(pool, eve, UNDO, guest)
    assert await read(pool, OWNER) == [guest]


async def test_undone_it_is_as_before(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, capacity=1, per_person=1)
    other = await make_service(pool, admin, position=2)
    token, mei = await prove(pool, PHONE), await make_member(pool)
    await book_as_guest(pool, service, days_ahead(3), token, name="Mei", address=PHONE)
    boon = await book_as_guest(pool, service, days_ahead(3), token, name="Boon", address=PHONE, or_wait=True)
    # At the time of the member's own: a family is in two places.
    await book(pool, mei, other, days_ahead(3))
    before = await read(pool, ROWS)
    found = {row["name"]: row["guest_id"] for row in await ask(pool, mei, LIST, PHONE, token)}
    assert (await ask(pool, mei, CLAIM, list(found.values()), PHONE, token))[0][0] == 2
    assert await read(pool, "select count(*)::integer from public.bookings where member_id = $1", mei.id) == [3]
    taken = "select coalesce(sum(taken), 0)::integer from public.slots"
    assert await read(pool, taken) == [2]
    assert await read(pool, "select public.waiting_position(b) from public.bookings b where id = $1", boon.id) == [1]
    for guest in found.values():
        assert (await ask(pool, mei, UNDO, guest))[0][0] == 1
    assert await read(pool, ROWS) == before


async def test_of_two_accounts_one_takes_a_guest(pool: Pool, many: Pool, admin: Member) -> None:
    service = await make_service(pool, admin)
    token = await prove(pool, PHONE)
    await book_as_guest(pool, service, days_ahead(3), token, address=PHONE)
    guest: UUID = (await read(pool, "select id from public.guests"))[0]
    members = [await make_member(pool) for _ in range(6)]
    answers = await asyncio.gather(
        *(ask(many, each, CLAIM, [guest], PHONE, token) for each in members), return_exceptions=True
    )
    assert sorted(str(getattr(each, "detail", "taken")) for each in answers) == [*["not_found"] * 5, "taken"]


async def test_a_thousand_guests_with_shared_numbers(pool: Pool, admin: Member) -> None:
    service, mei = await make_service(pool, admin, capacity=1000, per_person=1), await make_member(pool)
    await book(pool, mei, service, days_ahead(3))
    slot = (await read(pool, "select id from public.slots"))[0]
    async with as_owner(pool) as connection:
        await connection.execute("update public.slots set capacity = 2000")
        await connection.execute("set local session_replication_role = replica")
        await connection.execute(MANY, slot)
    token = await prove(pool, "+6590000007")
    rows = await ask(pool, mei, LIST, "+6590000007", token)
    assert sorted(row["name"] for row in rows) == ["Guest 28", "Guest 29", "Guest 30", "Guest 31"]
    everyone = await read(pool, "select id from public.guests")
    # All ids given: those of other numbers stay where they are.
    assert (await ask(pool, mei, CLAIM, everyone, "+6590000007", token))[0][0] == 4
    assert await read(pool, "select count(*)::integer from public.guests where claimed_by = $1", mei.id) == [4]
    assert await read(pool, "select count(*)::integer from public.bookings where guest_id is not null") == [996]


async def test_requests_of_a_family_at_one_time_are_confirmed(pool: Pool, admin: Member) -> None:
    services = [await make_service(pool, admin, position=n, needs_confirmation=True) for n in (1, 2)]
    token = await prove(pool, PHONE)
    names = ("Mei Tan", "Siti")
    made = [
        await book_as_guest(pool, service, days_ahead(3), token, name=name, address=PHONE)
        for service, name in zip(services, names, strict=True)
    ]
    mei = await make_member(pool)
    await ask(pool, mei, CLAIM, [row["guest_id"] for row in await ask(pool, mei, LIST, PHONE, token)], PHONE, token)
    for each in made:
        assert (await ask(pool, admin, "select public.confirm_booking($1) ->> 'status'", each.id))[0][0] == "booked"
