"""Bookings without an account: codes and their limits, the signed link, and the rules under concurrency."""

import asyncio
from collections import Counter
from datetime import timedelta
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.database.booking.test_booking import refused
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.guests import LATER, GuestBooking, book_as_guest, last_code, prove, redeem, request_code
from tests.factories.members import Member, make_member

PHONE, EMAIL = "+65 9123 4567", "mei@example.org"
CHANGE = "select public.change_booking($1, $2, $3) ->> 'starts_at'"
CANCEL = "select public.cancel_booking($1, $2) ->> 'status'"
RESTORE = "select public.restore_booking($1, $2) ->> 'status'"
READ = "select * from public.guest_booking($1, 'en')"
MESSAGES = "select recipient, language, channel, kind from mailbox.queue order by created_at"
TAKEN = "select taken from public.slots where service_id = $1 and starts_at = $2"
MAKE_PAST = "update public.bookings set starts_at = now() + $2::interval, ends_at = now() + $3::interval where id = $1"


async def ask(pool: Pool, statement: str, *arguments: object, caller: Caller | None = None) -> object:
    async with as_role(pool, caller or Caller.anonymous(), read_only=False) as connection:
        return await connection.fetchval(statement, *arguments)


# Addresses and codes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("  Mei@Example.org ", "mei@example.org"),
        ("+65 9123-4567", "6591234567"),
        ("0065 9123 4567", "6591234567"),
        ("91234567", "6591234567"),
        ("012-345 6789", "60123456789"),
        ("0912 345 678", "84912345678"),
        ("60123456789", "60123456789"),
        ("m.tan+clinic@mail.example.org", "m.tan+clinic@mail.example.org"),
        # A mail server reads comments as nothing: each number would have limits of its own.
        ("mei(2)@example.org", None),
        ("mei@example.org(2)", None),
        ("mei..tan@example.org", None),
        ("mei@example.org\u202e", None),
        ("hello", None),
        ("@", None),
        ("12", None),
        ("+0123456789", None),
    ],
)
async def test_addresses_are_stored_in_one_form(pool: Pool, written: str, stored: str | None) -> None:
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select public.guest_address($1)", written) == stored


async def test_a_code_goes_to_the_phone_or_the_email_address(pool: Pool) -> None:
    await request_code(pool, PHONE, "vi")
    await request_code(pool, EMAIL, "ms")
    async with as_owner(pool) as connection:
        rows = await connection.fetch(
            "select recipient, language, channel, kind from mailbox.queue order by created_at"
        )
    assert [tuple(row) for row in rows] == [
        ("6591234567", "vi", "sms", "code"),
        (EMAIL, "ms", "mail", "reauthentication"),
    ]


async def test_codes_are_limited_for_each_address(pool: Pool) -> None:
    await request_code(pool, EMAIL)
    with refused("too_fast", "429"):
        await request_code(pool, EMAIL.upper())
    for _ in range(4):
        await pool.execute(LATER, timedelta(minutes=2))
        await request_code(pool, EMAIL)
    await pool.execute(LATER, timedelta(minutes=2))
    with refused("too_fast", "429"):
        await request_code(pool, EMAIL)


async def test_codes_are_limited_for_each_network(pool: Pool) -> None:
    headers = '{"x-balai-network": "203.0.113.7"}'
    await pool.execute("""
        insert into public.guest_codes (address_hash, network_hash, is_phone)
        select sha256(n::text::bytea), public.guest_hash('network 203.0.113.7'), false from generate_series(1, 30) n
    """)
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        await connection.execute("select set_config('request.headers', $1, true)", headers)
        with pytest.raises(asyncpg.PostgresError) as caught:
            # The limit is checked after the bot check, which the header alone does not pass.
            await connection.fetchval("select public.request_guest_code($1)", EMAIL)
    assert caught.value.detail == "bot_check_required"  # type: ignore[attr-defined]
    async with as_owner(pool) as connection:
        await connection.execute("select set_config('request.headers', $1, true)", headers)
        await connection.execute("select set_config('request.jwt.claims', '{\"role\": \"service_role\"}', true)")
        with pytest.raises(asyncpg.PostgresError) as caught:
            await connection.fetchval("select public.request_guest_code($1)", EMAIL)
    assert caught.value.detail == "too_fast"  # type: ignore[attr-defined]


async def test_text_messages_are_limited_for_the_site(pool: Pool) -> None:
    await pool.execute("""
        insert into public.guest_codes (address_hash, is_phone)
        select sha256(n::text::bytea), true from generate_series(1, 60) n
    """)
    with refused("too_fast", "429"):
        await request_code(pool, PHONE)
    assert await request_code(pool, EMAIL) == EMAIL


async def test_ten_networks_do_not_use_up_the_codes_of_the_site(pool: Pool) -> None:
    async def ask_from(network: str, number: int, kind: str = "{key}.{n}@example.org") -> int:
        """Ask for codes for other addresses until one is refused; returns how many were sent."""
        async with as_owner(pool) as connection:
            await connection.execute(
                "select set_config('request.headers', $1, true)", f'{{"x-balai-network": "{network}"}}'
            )
            await connection.execute("select set_config('request.jwt.claims', '{\"role\": \"service_role\"}', true)")
            for n in range(number):
                address = kind.format(key=network.replace(":", "-").strip("-"), n=n)
                await connection.execute("savepoint ask")
                try:
                    await connection.fetchval("select public.request_guest_code($1)", address)
                except asyncpg.PostgresError as error:
                    assert error.as_dict()["detail"] == "too_fast"
                    await connection.execute("rollback to savepoint ask")
                    return n
        return number

    # Ten ranges, each with three addresses: 30 codes for an address, a fifth of what is left for a range.
    sent = [await ask_from(f"203.0.{n}.{host}", 40) for n in range(10) for host in (1, 2, 3)]
    assert sent[:3] == [30, 30, 0]
    assert 200 < sum(sent) < 300
    assert sum(sent[-3:]) >= 2
    # Others still get theirs, and from a range of IPv6 no more than two either.
    assert await ask_from("198.51.100.9", 3) >= 2
    left = [await ask_from(f"2001:db8:1:{n}::", 20) for n in range(20)]
    assert 2 <= sum(left) < 30
    assert await ask_from("2001:db8:2::", 1) == 1
    await pool.execute("""
        insert into public.guest_codes (address_hash, is_phone)
        select sha256(n::text::bytea), true from generate_series(1, 60) n
    """)
    assert await ask_from("198.51.101.9", 3, "+659123450{n}") == 2


async def test_five_attempts_for_a_code(pool: Pool) -> None:
    code = await last_code(pool, await request_code(pool, EMAIL))
    wrong = "000000" if code != "000000" else "111111"
    for _ in range(5):
        assert await redeem(pool, EMAIL, wrong) is None
    assert await redeem(pool, EMAIL, code) is None


async def test_a_code_is_of_one_address_once_and_for_ten_minutes(pool: Pool) -> None:
    code = await last_code(pool, await request_code(pool, EMAIL))
    await request_code(pool, "other@example.org")
    assert await redeem(pool, "other@example.org", code) is None
    assert await redeem(pool, EMAIL, f" {code[:3]} {code[3:]} ") is not None
    assert await redeem(pool, EMAIL, code) is None
    await pool.execute(LATER, timedelta(minutes=11))
    code = await last_code(pool, await request_code(pool, EMAIL))
    await pool.execute(LATER, timedelta(minutes=11))
    assert await redeem(pool, EMAIL, code) is None


# Booking ---------------------------------------------------------------------------------------------------------


async def test_a_guest_books_with_a_proven_address(pool: Pool, admin: Member) -> None:
    service, starts_at = await make_service(pool, admin), days_ahead(3)
    made = await book_as_guest(pool, service, starts_at, await prove(pool, PHONE), address=PHONE, party=2)
    assert (made.status, made.party_size, len(made.link)) == ("booked", 2, 64)
    row = await pool.fetchrow("select * from public.guests")
    assert row is not None
    assert (row["name"], row["phone"], row["email"]) == ("Mei Tan", "6591234567", None)
    assert await pool.fetchval("select kind from public.outbox where guest_id = $1", row["id"]) == "booking_confirmed"
    assert await pool.fetchval("select count(*) from public.outbox where kind = 'staff_booked'") == 1


async def test_without_a_proof_nothing_is_booked(pool: Pool, admin: Member) -> None:
    service, starts_at = await make_service(pool, admin), days_ahead(3)
    token = await prove(pool, EMAIL)
    for address, given in ((EMAIL, ""), (EMAIL, "f" * 64), ("other@example.org", token)):
        with refused("not_proven", "403"):
            await book_as_guest(pool, service, starts_at, given, address=address)
    await pool.execute(LATER, timedelta(minutes=41))
    with refused("not_proven", "403"):
        await book_as_guest(pool, service, starts_at, token)
    assert await pool.fetchval("select count(*) from public.guests") == 0


async def test_a_family_shares_an_address(pool: Pool, admin: Member) -> None:
    service, starts_at = await make_service(pool, admin), days_ahead(3)
    token = await prove(pool, EMAIL)
    first = await book_as_guest(pool, service, starts_at, token, name="Mei Tan")
    await book_as_guest(pool, service, starts_at, token, name="Ah Boon Tan")
    # The same name, written otherwise, is the same guest.
    with refused("already_booked", "409"):
        await book_as_guest(pool, service, starts_at, token, name="mei  TÁN")
    assert await book_as_guest(pool, service, starts_at, token, name="Mei Tan", booking=first.id) == first
    with refused("not_found", "404"):
        await book_as_guest(pool, service, starts_at, token, name="Ah Boon Tan", booking=first.id)
    assert await pool.fetchval("select count(*) from public.guests") == 2


async def test_ten_coming_bookings_for_one_address(pool: Pool, admin: Member) -> None:
    service, token = await make_service(pool, admin), await prove(pool, EMAIL)
    for day in range(2, 12):
        await book_as_guest(pool, service, days_ahead(day), token, name=f"Mei {day}")
    with refused("too_many_bookings", "429"):
        await book_as_guest(pool, service, days_ahead(13), token)


async def test_of_200_simultaneous_guests_and_members_3_get_a_place(pool: Pool, many: Pool, admin: Member) -> None:
    service, starts_at = await make_service(pool, admin, capacity=3), days_ahead(3)
    members = [await make_member(pool, display_name=f"Member {n}") for n in range(100)]
    # Proven addresses, without the limits of sending codes.
    addresses = [f"guest{n}@example.org" for n in range(100)]
    await pool.executemany(
        """insert into public.guest_codes (address_hash, is_phone, token_hash)
        values (public.guest_hash('address ' || $1), false, public.guest_hash('token ' || $1))""",
        [(address,) for address in addresses],
    )
    results = await asyncio.gather(
        *(book(many, member, service, starts_at) for member in members),
        *(book_as_guest(many, service, starts_at, address, address=address) for address in addresses),
        return_exceptions=True,
    )
    outcomes = Counter(
        (result.sqlstate, result.detail) if isinstance(result, asyncpg.PostgresError) else result.status  # type: ignore[attr-defined, union-attr]
        for result in results
    )
    assert outcomes == {"booked": 3, ("PT409", "full"): 197}
    assert await pool.fetchval(TAKEN, service, starts_at) == 3


async def test_one_guest_is_in_one_place_at_a_time(pool: Pool, many: Pool, admin: Member) -> None:
    services = [await make_service(pool, admin) for _ in range(6)]
    token = await prove(pool, EMAIL)
    results = await asyncio.gather(
        *(book_as_guest(many, service, days_ahead(3), token) for service in services), return_exceptions=True
    )
    assert sum(isinstance(result, GuestBooking) for result in results) == 1


# The signed link -------------------------------------------------------------------------------------------------


async def test_the_link_sees_moves_cancels_and_restores(pool: Pool, admin: Member) -> None:
    service, starts_at = await make_service(pool, admin), days_ahead(3)
    made = await book_as_guest(pool, service, starts_at, await prove(pool, EMAIL))
    async with as_role(pool, Caller.anonymous()) as connection:
        row = await connection.fetchrow(READ, made.link)
    assert row is not None
    assert (row["member_name"], row["contact"], row["member_id"]) == ("Mei Tan", EMAIL, None)
    await ask(pool, CHANGE, made.id, days_ahead(4), made.link)
    assert await pool.fetchval(TAKEN, service, starts_at) == 0
    assert await ask(pool, CANCEL, made.id, made.link) == "cancelled"
    assert await pool.fetchval(TAKEN, service, days_ahead(4)) == 0
    assert await ask(pool, RESTORE, made.id, made.link) == "booked"
    kinds = await pool.fetch("select kind from public.outbox where guest_id is not null order by id")
    assert [row["kind"] for row in kinds] == [
        "booking_confirmed", "booking_changed", "booking_cancelled", "booking_confirmed",
    ]  # fmt: skip


async def test_a_wrong_link_opens_nothing(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin)
    token = await prove(pool, EMAIL)
    mine = await book_as_guest(pool, service, days_ahead(3), token)
    other = await book_as_guest(pool, service, days_ahead(3), token, name="Ah Boon")
    forged = mine.link[:-1] + ("0" if mine.link[-1] != "0" else "1")
    for link in (forged, "", None, mine.link.upper(), mine.link[:32] + other.link[32:], "x" * 64):
        assert await ask(pool, READ, link) is None
        for statement in (CANCEL, RESTORE):
            with refused("not_found", "404"):
                await ask(pool, statement, mine.id, link)
    with refused("not_found", "404"):
        await ask(pool, CANCEL, mine.id, other.link)


async def test_the_link_of_a_members_booking_is_worth_nothing(pool: Pool, admin: Member) -> None:
    member = await make_member(pool)
    made = await book(pool, member, await make_service(pool, admin), days_ahead(3))
    link = await pool.fetchval("select public.guest_link($1)", made.id)
    assert await ask(pool, READ, link) is None
    with refused("not_found", "404"):
        await ask(pool, CANCEL, made.id, link)


async def test_changes_end_at_the_cut_off_and_the_link_after_the_day(pool: Pool, admin: Member) -> None:
    service = await make_service(pool, admin, cancel_until_minutes=120)
    made = await book_as_guest(pool, service, days_ahead(3), await prove(pool, EMAIL))
    await pool.execute(MAKE_PAST, made.id, timedelta(minutes=119), timedelta(minutes=180))
    with refused("past_cutoff", "422"):
        await ask(pool, CANCEL, made.id, made.link)
    assert await ask(pool, READ, made.link) == made.id
    await pool.execute(MAKE_PAST, made.id, timedelta(hours=-26), timedelta(hours=-25))
    assert await ask(pool, READ, made.link) is None


async def test_a_guest_moves_up_on_the_waiting_list(pool: Pool, admin: Member) -> None:
    service, starts_at = await make_service(pool, admin, capacity=1, per_person=1), days_ahead(3)
    token = await prove(pool, EMAIL)
    first = await book_as_guest(pool, service, starts_at, token)
    second = await book_as_guest(pool, service, starts_at, token, name="Ah Boon", or_wait=True)
    assert (second.status, second.position) == ("waiting", 1)
    await ask(pool, CANCEL, first.id, first.link)
    assert await pool.fetchval("select status from public.bookings where id = $1", second.id) == "booked"


async def test_changes_of_one_booking_are_limited(pool: Pool, admin: Member) -> None:
    made = await book_as_guest(pool, await make_service(pool, admin), days_ahead(3), await prove(pool, EMAIL))
    await pool.execute("update public.bookings set sequence = 40 where id = $1", made.id)
    with refused("too_fast", "429"):
        await ask(pool, CANCEL, made.id, made.link)


# Others ----------------------------------------------------------------------------------------------------------


async def test_guests_are_seen_by_the_staff_of_their_service_alone(pool: Pool, admin: Member) -> None:
    host, other_host, member = [await make_member(pool, display_name=name) for name in ("Lim", "Rahman", "Mai")]
    service = await make_service(pool, admin, host_id=str(host.id))
    await make_service(pool, admin, host_id=str(other_host.id))
    await book_as_guest(pool, service, days_ahead(3), await prove(pool, EMAIL))
    seen = {}
    for person in (admin, host, other_host, member):
        async with as_role(pool, person.caller) as connection:
            seen[person.display_name] = (
                await connection.fetchval("select count(*) from public.guests"),
                await connection.fetchval("select contact from public.booking_details('en')"),
            )
    assert seen == {"Aisyah": (1, EMAIL), "Lim": (1, EMAIL), "Rahman": (0, None), "Mai": (0, None)}
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await ask(pool, "select name from public.guests")


async def test_a_booking_is_of_a_member_or_a_guest(pool: Pool, admin: Member) -> None:
    made = await book_as_guest(pool, await make_service(pool, admin), days_ahead(3), await prove(pool, EMAIL))
    for member, guest in ((admin.id, "guest_id"), (None, "null")):
        with pytest.raises(asyncpg.CheckViolationError):
            await pool.execute(
                f"update public.bookings set member_id = $2, guest_id = {guest} where id = $1", made.id, member
            )


async def test_staff_who_cancel_for_a_guest_are_logged(pool: Pool, admin: Member) -> None:
    made = await book_as_guest(pool, await make_service(pool, admin), days_ahead(3), await prove(pool, EMAIL))
    assert await ask(pool, CANCEL, made.id, None, caller=admin.caller) == "cancelled"
    assert await pool.fetchval("select cancelled_by_staff from public.bookings") is True
    with refused("not_found", "404"):
        await ask(pool, RESTORE, made.id, made.link)
    logged: UUID = await pool.fetchval("select actor_id from public.staff_log where thing = 'bookings'")
    assert logged == admin.id
    assert await pool.fetchval("select details ->> 'by' from public.outbox where kind = 'booking_cancelled'") == "site"


async def test_a_guest_chooses_a_person(pool: Pool, admin: Member) -> None:
    hosts = [await make_member(pool, display_name=name) for name in ("Lim", "Rahman")]
    service = await make_service(
        pool, admin, kind="appointment", capacity=1, per_person=1, hosts=[str(host.id) for host in hosts]
    )
    token = await prove(pool, EMAIL)
    made = await book_as_guest(pool, service, days_ahead(3), token, host=hosts[1].id)
    assert await pool.fetchval("select host_id from public.bookings where id = $1", made.id) == hosts[1].id
    with refused("full", "409"):
        await book_as_guest(pool, service, days_ahead(3), token, name="Ah Boon", host=hosts[1].id)


async def test_repeating_a_request_is_one_booking(pool: Pool, many: Pool, admin: Member) -> None:
    service, token, booking = await make_service(pool, admin), await prove(pool, EMAIL), uuid4()
    answers = await asyncio.gather(
        *(book_as_guest(many, service, days_ahead(3), token, booking=booking) for _ in range(8))
    )
    assert len(set(answers)) == 1
    assert await pool.fetchval("select count(*) from public.bookings") == 1
