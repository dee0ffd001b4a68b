"""Guests for tests: `prove(pool, "mei@example.org")` proves an address, `book_as_guest(pool, …)` books with it."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.booking import BookingResult

REQUEST_CODE = "select public.request_guest_code($1, $2::public.language)"
LAST_CODE = """
select content -> 'variables' ->> 'code' from mailbox.queue
where recipient = $1 and content -> 'variables' ? 'code' order by created_at desc limit 1
"""
PROVE = "select public.prove_guest_address($1, $2)"
BOOK = "select public.book_as_guest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::public.language, $11, $12, $13)"
LATER = "update public.guest_codes set sent_at = sent_at - $1::interval"


class GuestBooking(BookingResult, frozen=True):
    """The result of book_as_guest(). `link`: the signed part of the address of the ticket."""

    link: str


async def request_code(pool: Pool, address: str, language: str = "en") -> str:
    """Send a code; returns the address as it is stored."""
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        return str(await connection.fetchval(REQUEST_CODE, address, language))


async def last_code(pool: Pool, stored: str) -> str:
    """The code that was sent last to an address."""
    async with as_owner(pool) as connection:
        return str(await connection.fetchval(LAST_CODE, stored))


async def redeem(pool: Pool, address: str, code: str) -> str | None:
    """Exchange a code for a token."""
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        token = await connection.fetchval(PROVE, address, code)
    return None if token is None else str(token)


async def prove(pool: Pool, address: str, language: str = "en") -> str:
    """Prove an address: returns the token."""
    token = await redeem(pool, address, await last_code(pool, await request_code(pool, address, language)))
    assert token is not None
    return token


async def book_as_guest(
    pool: Pool,
    service: UUID,
    starts_at: datetime,
    token: str,
    *,
    name: str = "Mei Tan",
    address: str = "mei@example.org",
    booking: UUID | None = None,
    **more: Any,
) -> GuestBooking:
    """Book without an account."""
    wish = {
        "party": 1,
        "note": "",
        "or_wait": False,
        "language": "en",
        "time_zone": None,
        "host": None,
        "channel": None,
    }
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        answer = await connection.fetchval(
            BOOK, booking or uuid4(), service, starts_at, name, address, token, *(wish | more).values()
        )
    return msgspec.json.decode(answer, type=GuestBooking)
