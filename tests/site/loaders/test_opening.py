"""Opening hours: the state at every boundary, zones that change their clocks, other days, and who may change them."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.site.loaders.home import HomePayload
from balai.site.loaders.opening import AdminHoursPayload
from tests.factories.members import make_member
from tests.support.pages import load_page

SAVE = "select public.save_opening_hours($1::jsonb, $2::jsonb)"


def week(**days: list[list[int]]) -> list[list[list[int]]]:
    names = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
    return [days.get(name, []) for name in names]


async def store(
    pool: Pool, hours: list[list[list[int]]], exceptions: Any = (), *, zone: str = "Asia/Singapore"
) -> None:
    async with as_owner(pool) as connection:
        await connection.execute("update public.site_settings set time_zone = $1", zone)
        for weekday, spans in enumerate(hours, 1):
            stored = "{" + ",".join(f"[{opens},{closes})" for opens, closes in spans) + "}"
            await connection.execute(
                "update public.opening_hours set hours = $2::text::int4multirange where weekday = $1", weekday, stored
            )
        for day, spans in exceptions:
            stored = "{" + ",".join(f"[{opens},{closes})" for opens, closes in spans) + "}"
            await connection.execute(
                "insert into public.opening_exceptions (day, hours) values ($1::text::date, $2::text::int4multirange)",
                day,
                stored,
            )


async def state(pool: Pool, moment: str) -> tuple[bool, str | None] | None:
    at = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    async with as_owner(pool) as connection:
        row = await connection.fetchrow("select * from public.opening_state($1)", at)
    return row and (row["is_open"], row["changes_at"] and row["changes_at"].strftime("%Y-%m-%dT%H:%M"))


async def test_without_hours_nothing_is_said(pool: Pool) -> None:
    assert await state(pool, "2026-11-23T04:00") is None
    data = (await load_page(pool, "/")).data
    assert isinstance(data, HomePayload)
    assert data.opening is None


async def test_the_state_changes_at_the_minute(pool: Pool) -> None:
    # Monday in Singapore (UTC+8), closed over noon.
    await store(pool, week(mon=[[480, 720], [840, 1260]]))
    assert await state(pool, "2026-11-22T23:59") == (False, "2026-11-23T00:00")
    assert await state(pool, "2026-11-23T00:00") == (True, "2026-11-23T04:00")
    assert await state(pool, "2026-11-23T04:00") == (False, "2026-11-23T06:00")
    assert await state(pool, "2026-11-23T12:59") == (True, "2026-11-23T13:00")
    assert await state(pool, "2026-11-23T13:00") == (False, "2026-11-30T00:00")


async def test_hours_over_midnight_belong_to_the_day_on_which_they_begin(pool: Pool) -> None:
    await store(pool, week(sat=[[1080, 1560]]), [("2026-11-29", [])], zone="UTC")
    assert await state(pool, "2026-11-28T23:30") == (True, "2026-11-29T02:00")
    assert await state(pool, "2026-11-29T01:59") == (True, "2026-11-29T02:00")
    assert await state(pool, "2026-11-29T02:00") == (False, "2026-12-05T18:00")


async def test_sunday_night_and_monday_morning_are_one_time(pool: Pool) -> None:
    await store(pool, week(sun=[[1200, 1440]], mon=[[0, 120]]), zone="UTC")
    assert await state(pool, "2026-11-22T23:00") == (True, "2026-11-23T02:00")


async def test_a_site_that_never_closes_has_no_next_change(pool: Pool) -> None:
    await store(pool, [[[0, 1440]]] * 7)
    assert await state(pool, "2026-11-23T04:00") == (True, None)


async def test_other_days_replace_their_weekday(pool: Pool) -> None:
    await store(pool, week(fri=[[540, 1020]]), [("2026-12-25", []), ("2027-01-01", [[600, 660]])], zone="UTC")
    assert await state(pool, "2026-12-25T10:00") == (False, "2027-01-01T10:00")
    assert await state(pool, "2027-01-01T10:30") == (True, "2027-01-01T11:00")


async def test_hours_follow_the_clock_where_it_changes(pool: Pool) -> None:
    # London: 29 March 2026 01:00 UTC forwards, 25 October 2026 01:00 UTC back.
    await store(pool, week(sat=[[540, 1020]], sun=[[540, 1020]]), zone="Europe/London")
    assert await state(pool, "2026-03-28T09:00") == (True, "2026-03-28T17:00")
    assert await state(pool, "2026-03-29T08:00") == (True, "2026-03-29T16:00")
    assert await state(pool, "2026-10-24T08:00") == (True, "2026-10-24T16:00")
    assert await state(pool, "2026-10-25T08:59") == (False, "2026-10-25T09:00")


async def test_a_night_over_a_change_of_the_clock(pool: Pool) -> None:
    await store(pool, week(sat=[[1320, 1440 + 180]]), zone="Europe/London")
    assert await state(pool, "2026-03-29T01:30") == (True, "2026-03-29T02:00")
    assert await state(pool, "2026-10-25T02:30") == (True, "2026-10-25T03:00")


async def test_a_time_that_the_clock_skips_breaks_nothing(pool: Pool) -> None:
    # 01:30 to 02:00 does not exist on that morning.
    await store(pool, week(sun=[[90, 120]]), zone="Europe/London")
    assert await state(pool, "2026-03-29T00:00") == (False, "2026-04-05T00:30")


@pytest.mark.parametrize("hours", ["{[-10,60)}", "{[1440,1500)}", "{[0,1441)}", "{(,60)}", "{[60,)}"])
async def test_impossible_hours_are_refused(pool: Pool, hours: str) -> None:
    async with as_owner(pool) as connection:
        with pytest.raises(asyncpg.CheckViolationError):
            await connection.execute("update public.opening_hours set hours = $1::text::int4multirange", hours)


async def save(pool: Pool, caller: Caller, hours: Any, exceptions: Any = ()) -> None:
    async with as_role(pool, caller, read_only=False) as connection:
        await connection.execute(SAVE, *(msgspec.json.encode(value).decode() for value in (hours, exceptions)))


async def stored(pool: Pool) -> list[str]:
    async with as_owner(pool) as connection:
        rows = await connection.fetch("select hours::text from public.opening_hours order by weekday")
        return [row["hours"] for row in rows]


async def test_administrators_replace_all_hours_at_once(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    day = {"day": "2999-12-25", "hours": [], "notes": {"en": "Christmas", "vi": "Giáng sinh"}}
    await save(pool, admin.caller, week(mon=[[480, 720], [840, 1260]]), [day])
    await save(pool, admin.caller, week(tue=[[480, 720]]), [day])
    assert await stored(pool) == ["{}", "{[480,720)}", "{}", "{}", "{}", "{}", "{}"]
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select count(*) from public.opening_exceptions") == 1


async def test_members_and_visitors_change_no_hours(pool: Pool) -> None:
    member = await make_member(pool)
    for caller in (member.caller, Caller.anonymous()):
        with pytest.raises(asyncpg.PostgresError):
            await save(pool, caller, week(mon=[[480, 720]]))
        async with as_role(pool, caller, read_only=False) as connection:
            try:
                changed = await connection.execute("update public.opening_hours set hours = '{[1,2)}'")
            except asyncpg.InsufficientPrivilegeError:
                changed = "UPDATE 0"
            assert changed == "UPDATE 0"
    assert set(await stored(pool)) == {"{}"}


@pytest.mark.parametrize(
    ("hours", "exceptions", "code"),
    [
        (week(mon=[[480, 720], [600, 900]]), [], "opening_hours_overlap"),
        (week(mon=[[720, 480]]), [], "opening_hours_invalid"),
        (week(mon=[[0, 2000]]), [], "opening_hours_invalid"),
        (week(mon=[["eight", 720]]), [], "opening_hours_invalid"),
        ([[]], [], "opening_hours_invalid"),
        (week(), [{"day": "2026-12-25", "hours": []}] * 2, "opening_day_twice"),
    ],
)
async def test_mistakes_have_a_name_and_change_nothing(pool: Pool, hours: Any, exceptions: Any, code: str) -> None:
    admin = await make_member(pool, is_admin=True)
    with pytest.raises(asyncpg.PostgresError) as refused:
        await save(pool, admin.caller, hours, exceptions)
    assert refused.value.detail == code  # type: ignore[attr-defined]
    assert set(await stored(pool)) == {"{}"}


async def test_of_two_who_save_at_once_one_is_stored_whole(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    plans = [[[[480 + n, 720 + n]]] * 7 for n in range(6)]
    await asyncio.gather(*(save(pool, admin.caller, plan) for plan in plans))
    assert len(set(await stored(pool))) == 1


async def test_pages_carry_the_coming_times_and_expire_with_them(pool: Pool) -> None:
    await store(pool, [[[0, 1440]]] * 7)
    page = await load_page(pool, "/")
    assert isinstance(page.data, HomePayload)
    assert page.data.opening is not None
    (opens, closes) = page.data.opening.times[0]
    assert opens <= datetime.now(UTC) < closes
    assert page.data.sections[0] == "ways"


async def test_a_home_page_shows_the_chosen_sections(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        await connection.execute("update public.site_settings set home_sections = '{week,ways}'")
    data = (await load_page(pool, "/")).data
    assert isinstance(data, HomePayload)
    assert data.sections == ("week", "ways")
    for wrong in ("{ways,ways}", "{unknown}", "{NULL}"):
        with pytest.raises(asyncpg.CheckViolationError):
            async with as_owner(pool) as connection:
                await connection.execute("update public.site_settings set home_sections = $1::text::text[]", wrong)


async def test_the_editor_is_for_administrators(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    data = (await load_page(pool, "/admin/hours", who=admin)).data
    assert isinstance(data, AdminHoursPayload)
    assert data.week == ((),) * 7
