"""Bookings during a save of the service: the saved state decides."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from tests.factories.booking import EVERY_DAY, SAVE_SERVICE, TEXTS, book, days_ahead, make_service
from tests.factories.members import Member, make_member


@asynccontextmanager
async def saving(pool: Pool, admin: Member, service: UUID, **changes: Any) -> AsyncIterator[None]:
    """Hold a save of a service uncommitted until the block ends and another transaction waits for it."""
    known = await pool.fetchval("select to_jsonb(s) from public.services s where s.id = $1", service)
    given = {**msgspec.json.decode(known), "base_sequence": 0, **changes}
    hours, texts = msgspec.json.encode(EVERY_DAY).decode(), msgspec.json.encode(TEXTS).decode()
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.fetchval(SAVE_SERVICE, msgspec.json.encode(given).decode(), texts, hours, "[]")
        yield
        while not await pool.fetchval("select count(*) from pg_locks where not granted"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_booking_that_waits_for_a_save_uses_the_saved_state(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    old, new, mai = [await make_member(pool) for _ in range(3)]
    service = await make_service(pool, admin, host_id=str(old.id))
    elsewhere = await make_service(pool, admin, host_id=str(new.id))
    await book(pool, old, elsewhere, days_ahead(3))
    async with saving(pool, admin, service, host_id=str(new.id)):
        late = asyncio.create_task(book(pool, mai, service, days_ahead(3)))
    with pytest.raises(asyncpg.PostgresError, match="not enough free places"):
        await late


async def test_booking_that_waits_for_a_withdrawal_is_rejected(pool: Pool) -> None:
    admin, mai = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, admin)
    async with saving(pool, admin, service, is_active=False):
        late = asyncio.create_task(book(pool, mai, service, days_ahead(3)))
    with pytest.raises(asyncpg.PostgresError, match="no such booking or service"):
        await late
