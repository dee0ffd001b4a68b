"""The page of a service is cached for anonymous visitors, and never shows times that are not free any more."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.site.payloads import Payload
from balai.site.routes import SCREENS
from balai.site.screens import Page, PageRequest
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.site.conftest import OpenSite
from tests.support.pages import load_page

HOLD = "select public.hold_place($1, $2, $3, $4)"
ADD_ABSENCE = "insert into public.absences (host_id, starts_at, ends_at) values ($1, $2, $3)"
SET_NOTICE = "update public.services set notice_minutes = $1"


@pytest.fixture
async def admin(pool: Pool) -> Member:
    return await make_member(pool, display_name="Aisyah", is_admin=True)


async def slug_of(pool: Pool, service: UUID) -> str:
    async with as_owner(pool) as connection:
        return str(await connection.fetchval("select slug from public.services where id = $1", service))


async def run(pool: Pool, sql: str, *values: Any) -> None:
    async with as_owner(pool) as connection:
        await connection.execute(sql, *values)


async def hold(pool: Pool, service: UUID, at: datetime) -> None:
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        await connection.execute(HOLD, uuid4(), service, at, 1)


async def slot_on(client: httpx.AsyncClient, path: str, at: datetime) -> tuple[int, int] | None:
    """Free places and waiting parties at a time, as the page says."""
    data = (await client.get(f"{path}/_payload.json")).raise_for_status().json()["data"]
    slots = {slot["startsAt"]: slot for day in data["days"] for slot in day["slots"]}
    slot = slots.get(at.isoformat().replace("+00:00", "Z"))
    return slot and (slot["left"], slot["waiting"])


async def wait_for(client: httpx.AsyncClient, path: str, at: datetime, expected: tuple[int, int] | None) -> None:
    """The notification of a commit may arrive a moment after the response to it."""
    async with asyncio.timeout(5):
        while await slot_on(client, path, at) != expected:  # noqa: ASYNC110 - rows send no event
            await asyncio.sleep(0.01)
    for language in ("en", "vi"):
        assert await slot_on(client, path.replace("/en/", f"/{language}/"), at) == expected


async def test_the_page_is_read_once_and_again_after_each_change(
    open_site: OpenSite, pool: Pool, admin: Member
) -> None:
    service = await make_service(pool, admin, capacity=2, host_id=str(admin.id))
    mei, at, reads = await make_member(pool), days_ahead(3), 0
    screen = next(screen for screen in SCREENS if screen.name == "book.service")
    load = screen.load
    assert load is not None

    async def counted(request: PageRequest) -> Page[Payload]:
        nonlocal reads
        reads += 1
        return await load(request)

    path = f"/en/book/{await slug_of(pool, service)}"
    async with open_site(screens=(*(one for one in SCREENS if one is not screen),
                                  msgspec.structs.replace(screen, load=counted))) as client:  # fmt: skip
        for _ in range(5):
            assert (await client.get(path)).status_code == 200
            assert await slot_on(client, path, at) == (2, 0)
        assert reads == 2
        made = await book(pool, mei, service, at)
        await wait_for(client, path, at, (1, 0))
        await hold(pool, service, at)
        await wait_for(client, path, at, (0, 0))
        await book(pool, await make_member(pool), service, at, or_wait=True)
        await wait_for(client, path, at, (0, 1))
        await cancel(pool, mei, made.id)
        before = reads
        await run(pool, ADD_ABSENCE, admin.id, at - timedelta(hours=1), at + timedelta(days=1))
        await wait_for(client, path, at + timedelta(hours=1), None)
        assert reads > before


async def test_the_page_expires_when_a_time_is_too_near_a_hold_ends_or_a_day_begins(pool: Pool, admin: Member) -> None:
    weekly = [{"weekday": days_ahead(1).isoweekday(), "opens": "09:00", "closes": "24:00"}]
    service = await make_service(pool, admin, hours=weekly, notice_minutes=0)
    path, later = f"/book/{await slug_of(pool, service)}", str(days_ahead(9).date())
    midnight = days_ahead(1, 0)

    async def validity(**query: str) -> datetime | None:
        return (await load_page(pool, path, query=query)).valid_until

    assert await validity() == midnight
    # The last time of tomorrow can be booked for a minute or two.
    notice = int((days_ahead(1, 23) - datetime.now(UTC)).total_seconds() // 60) - 1
    await run(pool, SET_NOTICE, notice)
    soon = days_ahead(1, 23) - timedelta(minutes=notice)
    assert await validity() == min(soon, midnight)
    assert await validity(**{"from": later}) == midnight
    assert await validity(**{"from": later, "month": f"{days_ahead(1):%Y-%m}"}) == min(soon, midnight)
    # A form has the methods of signing in.
    form = await validity(at=days_ahead(8).isoformat())
    assert form is not None
    assert form <= datetime.now(UTC) + timedelta(minutes=1)
    await run(pool, SET_NOTICE, 0)
    await hold(pool, service, days_ahead(1, 9))
    ends = await validity()
    assert ends is not None
    assert ends <= datetime.now(UTC) + timedelta(minutes=5)
    assert (await load_page(pool, "/book")).valid_until == ends
    # Pages of members are read for each request.
    assert (await load_page(pool, path, who=await make_member(pool))).valid_until is None
