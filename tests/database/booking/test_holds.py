"""Places held for five minutes: they count for others, never for their holder, and expire without a job."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Connection, Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.booking.holds import end_holds
from tests.factories.booking import LIST_SLOTS, BookingResult, book, days_ahead, make_service
from tests.factories.guests import book_as_guest, prove
from tests.factories.members import Member, make_member

HOLD = "select public.hold_place($1, $2, $3, $4)"
MOVE_HOLD = "select public.hold_move($1, $2, $3, $4)"
MOVE = "select public.change_booking($1, $2, $3)"
RELEASE = "select public.release_hold($1, $2)"
BOOK = "select public.book($1, $2, $3, $4)"
BOOK_AS_GUEST = "select public.book_as_guest($1, $2, $3, 'Mei', 'mei@example.org', $4)"
OVER = "update public.booking_holds set expires_at = now() - interval '1 second'"
TAKEN = "select coalesce(sum(taken), 0)::integer from public.slots where service_id = $1"
HOLDS = "select count(*)::integer from public.booking_holds"
# Bookings with a place and what counts of them; holds and taken places agree with it.
SUM = """
select coalesce(sum(b.party_size), 0)::integer, coalesce((select sum(h.party_size) from public.booking_holds h
  where h.service_id = $1), 0)::integer
from public.bookings b where b.service_id = $1 and b.takes_place
"""


@asynccontextmanager
async def over_http(pool: Pool, caller: Caller, **headers: str) -> AsyncIterator[Connection]:
    """As PostgREST calls: with the headers of a request."""
    async with as_role(pool, caller, read_only=False) as connection:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        await connection.execute("select set_config('request.headers', $1, true)", msgspec.json.encode(named).decode())
        yield connection


async def hold(
    pool: Pool,
    who: Member | None,
    service: UUID,
    at: datetime,
    *,
    secret: UUID | None = None,
    party: int = 1,
    network: str = "203.0.113.7",
) -> tuple[UUID, dict[str, Any]]:
    """Hold a place; returns the secret and the answer."""
    secret = secret or uuid4()
    async with over_http(pool, who.caller if who else Caller.anonymous(), x_balai_network=network) as connection:
        return secret, msgspec.json.decode(await connection.fetchval(HOLD, secret, service, at, party))


async def book_held(
    pool: Pool, who: Member, service: UUID, at: datetime, secret: UUID, party: int = 1
) -> BookingResult:
    async with over_http(pool, who.caller, x_balai_hold=str(secret)) as connection:
        return msgspec.json.decode(await connection.fetchval(BOOK, uuid4(), service, at, party), type=BookingResult)


async def hold_move(
    pool: Pool, who: Member | None, booking: UUID, at: datetime, *, secret: UUID | None = None, link: str | None = None
) -> tuple[UUID, dict[str, Any]]:
    """Hold the new time of a booking; returns the secret and the answer."""
    secret = secret or uuid4()
    caller = who.caller if who else Caller.anonymous()
    async with over_http(pool, caller, x_balai_network="203.0.113.9") as connection:
        return secret, msgspec.json.decode(await connection.fetchval(MOVE_HOLD, secret, booking, at, link))


async def move_held(
    pool: Pool, who: Member | None, booking: UUID, at: datetime, secret: UUID, link: str | None = None
) -> BookingResult:
    caller = who.caller if who else Caller.anonymous()
    async with over_http(pool, caller, x_balai_hold=str(secret)) as connection:
        return msgspec.json.decode(await connection.fetchval(MOVE, booking, at, link), type=BookingResult)


async def read(pool: Pool, sql: str, *values: Any) -> tuple[Any, ...]:
    async with as_owner(pool) as connection:
        return tuple(await connection.fetchrow(sql, *values))


async def refusal(act: Awaitable[object]) -> str:
    with pytest.raises(asyncpg.PostgresError) as error:
        await act
    return str(error.value.detail)  # type: ignore[attr-defined]


async def run(pool: Pool, sql: str, *values: Any) -> None:
    async with as_owner(pool) as connection:
        await connection.execute(sql, *values)


async def left(pool: Pool, service: UUID, at: datetime) -> int:
    async with as_role(pool, Caller.anonymous()) as connection:
        rows = await connection.fetch(LIST_SLOTS, service, at.date(), at.date())
    return int(next((row["left"] for row in rows if row["starts_at"] == at), 0))


async def test_a_held_place_counts_for_others_and_is_the_holders_to_book(pool: Pool, admin: Member) -> None:
    service, at = await make_service(pool, admin, capacity=3), days_ahead(5)
    mei, other = await make_member(pool), await make_member(pool)
    secret, answer = await hold(pool, mei, service, at, party=2)
    assert answer == {"seconds": 300, "left": 3}
    assert await left(pool, service, at) == 1
    assert await refusal(book(pool, other, service, at, party=2)) == "full"
    assert await refusal(hold(pool, other, service, at, party=2)) == "full"
    # Another party size ends when the first would have ended.
    await run(pool, "update public.booking_holds set expires_at = now() + interval '1 minute'")
    _, answer = await hold(pool, mei, service, at, secret=secret)
    assert answer["left"] == 3 and answer["seconds"] <= 60
    assert await left(pool, service, at) == 2
    # By any client: the member is known, a secret is not needed.
    assert (await book(pool, mei, service, at, party=2)).status == "booked"
    assert await read(pool, HOLDS) == (0,)
    assert await left(pool, service, at) == 1


async def test_another_time_and_leaving_free_the_place_for_the_waiting_list(pool: Pool, admin: Member) -> None:
    service, at = await make_service(pool, admin, capacity=1, per_person=1, offer_hours=0), days_ahead(5)
    mei, first, second = [await make_member(pool) for _ in range(3)]
    secret, _ = await hold(pool, mei, service, at)
    waiting = await book(pool, first, service, at, or_wait=True)
    assert waiting.status == "waiting"
    # Another time, of the same person: one hold. The freed place goes to the waiting list.
    await hold(pool, mei, service, days_ahead(6), secret=secret)
    state = "select status::text from public.bookings where id = $1"
    assert await read(pool, state, waiting.id) == ("booked",)
    # Of another time nothing is released, of its own all.
    for released, number in ((at, 1), (days_ahead(6), 0), (days_ahead(6), 0)):
        async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
            await connection.execute(RELEASE, secret, released)
        assert await read(pool, HOLDS) == (number,)
    assert (await book(pool, second, service, days_ahead(6))).status == "booked"


async def test_an_expired_hold_is_free_without_a_job(pool: Pool, admin: Member) -> None:
    service, at = await make_service(pool, admin, capacity=1, per_person=1), days_ahead(5)
    mei, other, late = [await make_member(pool) for _ in range(3)]
    await hold(pool, mei, service, at)
    assert await left(pool, service, at) == 0
    await run(pool, OVER)
    assert await left(pool, service, at) == 1
    assert (await book(pool, other, service, at)).status == "booked"
    assert await read(pool, TAKEN, service) == (1,)
    # The job passes the place on to the waiting list.
    await hold(pool, mei, service, days_ahead(6))
    waiting = await book(pool, late, service, days_ahead(6), or_wait=True)
    await run(pool, OVER)
    assert not await end_holds(pool)
    assert await read(pool, "select status::text from public.bookings where id = $1", waiting.id) == ("booked",)


async def test_a_hold_of_another_member_is_refused(pool: Pool, admin: Member) -> None:
    service, at = await make_service(pool, admin, capacity=2), days_ahead(5)
    mei, thief = await make_member(pool), await make_member(pool)
    secret, _ = await hold(pool, mei, service, at)
    assert await refusal(book_held(pool, thief, service, at, secret)) == "not_your_hold"
    assert await refusal(hold(pool, thief, service, at, secret=secret)) == "not_your_hold"
    assert await refusal(hold(pool, None, service, at, secret=secret)) == "not_your_hold"
    token = await prove(pool, "mei@example.org")
    with pytest.raises(asyncpg.PostgresError) as error:
        async with over_http(pool, Caller.anonymous(), x_balai_hold=str(secret)) as connection:
            await connection.fetchval(BOOK_AS_GUEST, uuid4(), service, at, token)
    assert error.value.detail == "not_your_hold"  # type: ignore[attr-defined]
    assert (await book_held(pool, mei, service, at, secret)).status == "booked"
    for table in ("anon", "authenticated"):
        assert await read(pool, "select has_table_privilege($1, 'public.booking_holds', 'select')", table) == (False,)


async def test_guests_hold_by_a_secret_within_the_limits_of_their_network(pool: Pool, admin: Member) -> None:
    service, at = await make_service(pool, admin, capacity=1, per_person=1), days_ahead(5)
    secret, _ = await hold(pool, None, service, at)
    token = await prove(pool, "mei@example.org")
    for header, expected in (
        ({}, "full"),
        ({"x_balai_hold": str(uuid4())}, "full"),
        ({"x_balai_hold": str(secret)}, None),
    ):
        async with over_http(pool, Caller.anonymous(), **header) as connection:
            booking = connection.fetchval(BOOK_AS_GUEST, uuid4(), service, at, token)
            if expected:
                with pytest.raises(asyncpg.PostgresError, match="not enough free places"):
                    await booking
            else:
                assert msgspec.json.decode(await booking)["status"] == "booked"
    # Three at once for one network, whatever its secrets; another network may.
    for hour in (9, 11, 12):
        await hold(pool, None, service, days_ahead(5, hour), network=f"203.0.113.{hour}")
    assert await refusal(hold(pool, None, service, days_ahead(5, 13))) == "too_many_holds"
    # The same time twice in an hour.
    other = {"network": "2001:db8::"}
    for _ in range(2):
        again, _ = await hold(pool, None, service, days_ahead(5, 14), **other)
        async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
            await connection.execute(RELEASE, again, None)
    assert await refusal(hold(pool, None, service, days_ahead(5, 14), **other)) == "too_many_holds"
    members = await make_service(pool, admin, allows_guests=False)
    assert await refusal(hold(pool, None, members, at, network="198.51.100.1")) == "members_only"


async def test_the_new_time_of_a_moved_booking_is_held_for_its_people(pool: Pool, admin: Member) -> None:
    service, old, new = await make_service(pool, admin, capacity=3), days_ahead(5), days_ahead(6)
    mei, other = await make_member(pool), await make_member(pool)
    booking = await book(pool, mei, service, old, party=2)
    secret, answer = await hold_move(pool, mei, booking.id, new)
    assert answer == {"seconds": 300, "left": 3}
    assert [await left(pool, service, each) for each in (old, new)] == [1, 1]
    # The same time again ends when it would have ended.
    await run(pool, "update public.booking_holds set expires_at = now() + interval '1 minute'")
    assert (await hold_move(pool, mei, booking.id, new, secret=secret))[1]["seconds"] <= 60
    assert await refusal(book(pool, other, service, new, party=2)) == "full"
    moved = await move_held(pool, mei, booking.id, new, secret)
    assert (moved.status, moved.starts_at) == ("booked", new)
    assert await read(pool, HOLDS) == (0,)
    assert [await left(pool, service, each) for each in (old, new)] == [3, 1]
    # Repeated, as after a lost answer: nothing changes. Its own time is not held.
    assert (await move_held(pool, mei, booking.id, new, secret)).starts_at == new
    assert await refusal(hold_move(pool, mei, booking.id, new)) == "already_booked"
    # An expired one is free for another, and the booking stays where it was.
    await hold_move(pool, mei, booking.id, old, secret=secret)
    await run(pool, OVER)
    assert (await book(pool, other, service, old, party=2)).status == "booked"
    assert await refusal(move_held(pool, mei, booking.id, old, secret)) == "full"
    assert [await left(pool, service, each) for each in (old, new)] == [1, 1]


async def test_only_who_may_move_a_booking_holds_for_it(pool: Pool, admin: Member) -> None:
    service, old, new = await make_service(pool, admin, capacity=2, per_person=1), days_ahead(5), days_ahead(6)
    mei, thief = await make_member(pool), await make_member(pool)
    booking = await book(pool, mei, service, old)
    for who in (thief, admin, None):
        assert await refusal(hold_move(pool, who, booking.id, new)) == "not_found"
    assert await refusal(hold_move(pool, None, booking.id, new, link="0" * 64)) == "not_found"
    secret, _ = await hold_move(pool, mei, booking.id, new)
    others = await book(pool, thief, service, old)
    assert await refusal(hold_move(pool, thief, others.id, new, secret=secret)) == "not_your_hold"
    assert await refusal(move_held(pool, thief, others.id, new, secret)) == "not_your_hold"
    # Staff who move the booking leave the hold of its member alone.
    await hold(pool, mei, service, days_ahead(7))
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute(MOVE, booking.id, new, None)
    assert await left(pool, service, days_ahead(7)) == 1
    assert await read(pool, HOLDS) == (1,)
    # A guest by the signed link alone, within the limits of the network: three at once.
    guest = await book_as_guest(pool, service, days_ahead(8), await prove(pool, "mei@example.org"))
    assert await refusal(hold_move(pool, thief, guest.id, new)) == "not_found"
    secret, _ = await hold_move(pool, None, guest.id, days_ahead(9), link=guest.link)
    for day in (10, 11):
        await hold(pool, None, service, days_ahead(day), network="203.0.113.9")
    assert await refusal(hold_move(pool, None, guest.id, days_ahead(12), link=guest.link)) == "too_many_holds"
    assert (await move_held(pool, None, guest.id, days_ahead(9), secret, guest.link)).starts_at == days_ahead(9)
    assert await read(pool, HOLDS) == (3,)


async def test_one_of_many_moves_to_the_last_place(pool: Pool, many: Pool, admin: Member) -> None:
    service, new = await make_service(pool, admin, capacity=1, per_person=1), days_ahead(6)
    hours = [9, *range(11, 16)]
    members = [await make_member(pool) for _ in hours]
    bookings = [await book(pool, who, service, days_ahead(5, hour)) for who, hour in zip(members, hours, strict=True)]
    newcomers = [await make_member(pool) for _ in hours]

    async def attempt(number: int) -> str:
        """Move with a hold, or book at once."""
        try:
            if number % 2:
                return (await book(many, newcomers[number // 2], service, new)).status
            secret, _ = await hold_move(many, members[number // 2], bookings[number // 2].id, new)
            return (await move_held(many, members[number // 2], bookings[number // 2].id, new, secret)).status
        except asyncpg.PostgresError as error:
            return str(error.detail)  # type: ignore[attr-defined]

    outcomes = Counter(await asyncio.gather(*(attempt(number) for number in range(2 * len(hours)))))
    assert outcomes == {"booked": 1, "full": 2 * len(hours) - 1}
    booked, held = await read(pool, SUM, service)
    assert held == 0 and await read(pool, TAKEN, service) == (booked,)


async def test_a_held_person_is_busy_in_every_service(pool: Pool, admin: Member) -> None:
    host = await make_member(pool, display_name="Dr Lim")
    settings = {"kind": "appointment", "capacity": 1, "per_person": 1, "hosts": [str(host.id)]}
    one, two = [await make_service(pool, admin, **settings) for _ in range(2)]
    mei, other = await make_member(pool), await make_member(pool)
    await hold(pool, mei, one, days_ahead(5))
    assert [await left(pool, each, days_ahead(5)) for each in (one, two)] == [0, 0]
    assert await refusal(book(pool, other, two, days_ahead(5))) == "full"
    await run(pool, OVER)
    assert [await left(pool, each, days_ahead(5)) for each in (one, two)] == [1, 1]
    # A hold of the person's own never keeps them from a place.
    await hold(pool, mei, one, days_ahead(6))
    assert (await book(pool, mei, two, days_ahead(6))).status == "booked"


@pytest.mark.parametrize("limit", ["day_limit", "week_limit"])
async def test_holds_count_for_the_limits_of_a_service(pool: Pool, admin: Member, limit: str) -> None:
    service = await make_service(pool, admin, **{limit: 1})
    mei, other = await make_member(pool), await make_member(pool)
    assert await left(pool, service, days_ahead(5, 12)) > 0
    await hold(pool, mei, service, days_ahead(5))
    assert await left(pool, service, days_ahead(5, 12)) == 0
    assert await refusal(book(pool, other, service, days_ahead(5, 12))) == limit
    assert (await book(pool, mei, service, days_ahead(5))).status == "booked"


async def test_200_at_once_for_three_places_with_holds_between(pool: Pool, many: Pool, admin: Member) -> None:
    service, at = await make_service(pool, admin, capacity=3, per_person=1), days_ahead(5)
    members = [await make_member(pool) for _ in range(40)]

    async def attempt(number: int) -> str:
        """Hold and book, hold and leave, hold and forget, or book at once."""
        member = members[number % len(members)]
        try:
            if number % 4 == 3:
                return (await book(many, member, service, at)).status
            secret, _ = await hold(many, member, service, at, network=f"10.0.{number}.1")
            if number % 4 == 0:
                return (await book_held(many, member, service, at, secret)).status
            if number % 4 == 1:
                async with as_role(many, Caller.anonymous(), read_only=False) as connection:
                    await connection.execute(RELEASE, secret, at)
            return "left"
        except asyncpg.PostgresError as error:
            return str(error.detail)  # type: ignore[attr-defined]

    outcomes = Counter(await asyncio.gather(*(attempt(number) for number in range(200))))
    assert set(outcomes) <= {"booked", "left", "full", "already_booked", "too_many_holds", "overlapping"}, outcomes
    booked, held = await read(pool, SUM, service)
    assert booked == outcomes["booked"] and booked + held <= 3
    assert await read(pool, TAKEN, service) == (booked + held,)
    # The forgotten ones expire: exactly three places in the end.
    await run(pool, OVER)
    for member in members:
        try:
            await book(pool, member, service, at)
        except asyncpg.PostgresError as error:
            assert error.detail in ("full", "already_booked")  # type: ignore[attr-defined]
    assert await read(pool, SUM, service) == (3, 0)
    assert await read(pool, TAKEN, service) == (3,)
