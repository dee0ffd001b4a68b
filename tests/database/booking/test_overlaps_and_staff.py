"""A member is in one place at a time; promotion stops at the cut-off; hosts and administrators learn of bookings."""

import asyncio
from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from balai.database.pool import Pool, open_pool
from tests.database.booking.test_booking import STAFF_MAILS, refused
from tests.factories.booking import BookingResult, book, cancel, change, days_ahead, make_service
from tests.factories.members import Member, make_member

STATUS = "select status from public.bookings where id = $1"
MOVE_CUTOFF = "update public.services set cancel_until_minutes = $2 where id = $1"


async def staff_mails(pool: Pool) -> list[tuple[UUID, str]]:
    return [(row["recipient_id"], row["kind"]) for row in await pool.fetch(STAFF_MAILS)]


# One place at a time -------------------------------------------------------------------------------------------------


async def test_overlapping_services_are_rejected_and_adjacent_ones_are_not(pool: Pool, admin: Member) -> None:
    mei, at = await make_member(pool), days_ahead(3)
    first, second = [await make_service(pool, admin) for _ in range(2)]
    long = await make_service(pool, admin, duration_minutes=120)
    made = await book(pool, mei, first, at)
    for service, starts_at in ((second, at), (long, at - timedelta(hours=1))):
        with refused("overlapping", "409"):
            await book(pool, mei, service, starts_at)
        with refused("overlapping", "409"):
            await book(pool, mei, service, starts_at, or_wait=True)
    await book(pool, mei, second, at + timedelta(hours=1))
    # Nor by moving, and a cancelled booking occupies no time.
    with refused("overlapping", "409"):
        await change(pool, mei, made.id, at + timedelta(hours=1))
    await cancel(pool, mei, made.id)
    await book(pool, mei, second, at)


async def test_of_simultaneous_overlapping_bookings_one_succeeds(pool: Pool, database: str, admin: Member) -> None:
    mei, at = await make_member(pool), days_ahead(3)
    services = [await make_service(pool, admin) for _ in range(12)]
    many = await open_pool(database, size=12)
    results = await asyncio.gather(*(book(many, mei, service, at) for service in services), return_exceptions=True)
    await many.close()
    outcomes = Counter(
        result.status if isinstance(result, BookingResult) else (result.sqlstate, result.detail)  # type: ignore[union-attr]
        for result in results
    )
    assert outcomes == {"booked": 1, ("PT409", "overlapping"): 11}


async def test_the_table_itself_rejects_overlaps(pool: Pool, admin: Member) -> None:
    mei, at = await make_member(pool), days_ahead(3)
    one, other = [await make_service(pool, admin) for _ in range(2)]
    await book(pool, mei, one, at)
    second = await book(pool, mei, other, at + timedelta(hours=2))
    with pytest.raises(asyncpg.ExclusionViolationError):
        await pool.execute("update public.bookings set starts_at = $2 where id = $1", second.id, at)


async def test_promotion_skips_a_member_who_is_booked_elsewhere(pool: Pool, admin: Member) -> None:
    ana, mei, minh = [await make_member(pool, display_name=name) for name in ("Ana", "Mei", "Minh")]
    at = days_ahead(3)
    full, other = await make_service(pool, admin, capacity=1, per_person=1), await make_service(pool, admin)
    held = await book(pool, ana, full, at)
    first, second = [await book(pool, member, full, at, or_wait=True) for member in (mei, minh)]
    await book(pool, mei, other, at)
    await cancel(pool, ana, held.id)
    assert await pool.fetchval(STATUS, first.id) == "waiting"
    assert await pool.fetchval(STATUS, second.id) == "booked"


# The cut-off ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("minutes", "status"), [(60, "booked"), (10_000, "waiting")])
async def test_no_member_is_promoted_after_the_cutoff(pool: Pool, admin: Member, minutes: int, status: str) -> None:
    ana, mei = await make_member(pool), await make_member(pool)
    service = await make_service(pool, admin, capacity=1, per_person=1, cancel_until_minutes=minutes)
    at = days_ahead(3)
    held = await book(pool, ana, service, at)
    waiting = await book(pool, mei, service, at, or_wait=True)
    await cancel(pool, admin, held.id)
    assert await pool.fetchval(STATUS, waiting.id) == status
    # The member can leave in any status.
    assert (await cancel(pool, mei, waiting.id)).status == "cancelled"


# Hosts and administrators --------------------------------------------------------------------------------------------


async def test_the_host_learns_of_bookings_changes_and_cancellations(pool: Pool, admin: Member) -> None:
    host, ana, mei = [await make_member(pool, display_name=name) for name in ("Host", "Ana", "Mei")]
    service = await make_service(pool, admin, host_id=str(host.id), capacity=1, per_person=1)
    held = await book(pool, ana, service, days_ahead(3))
    await change(pool, ana, held.id, days_ahead(4))
    waiting = await book(pool, mei, service, days_ahead(4), or_wait=True)
    assert await staff_mails(pool) == [(host.id, "staff_booked"), (host.id, "staff_changed")]
    await cancel(pool, ana, held.id)
    # The cancellation, and the promotion that it caused.
    assert sorted((await staff_mails(pool))[2:]) == [(host.id, "staff_booked"), (host.id, "staff_cancelled")]
    # A host's own act, and leaving a waiting list, cause no notification.
    await book(pool, ana, service, days_ahead(4), or_wait=True)
    left = await book(pool, await make_member(pool), service, days_ahead(4), or_wait=True)
    count = len(await staff_mails(pool))
    await cancel(pool, host, waiting.id)
    assert (await staff_mails(pool))[count:] == []
    assert left.status == "waiting"


async def test_administrators_learn_where_there_is_no_host(pool: Pool, admin: Member) -> None:
    other, ana = await make_member(pool, is_admin=True), await make_member(pool)
    await book(pool, ana, await make_service(pool, admin), days_ahead(3))
    assert sorted(await staff_mails(pool)) == sorted([(admin.id, "staff_booked"), (other.id, "staff_booked")])
    await book(pool, admin, await make_service(pool, admin), days_ahead(3))
    assert (await staff_mails(pool))[2:] == [(other.id, "staff_booked")]


@pytest.mark.parametrize("has_host", [True, False])
async def test_a_service_can_switch_the_emails_off(pool: Pool, admin: Member, has_host: bool) -> None:
    host: dict[str, Any] = {"host_id": str((await make_member(pool)).id)} if has_host else {}
    service = await make_service(pool, admin, notifies_staff=False, **host)
    await book(pool, await make_member(pool), service, days_ahead(3))
    assert await staff_mails(pool) == []
