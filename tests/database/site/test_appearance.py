"""The site's appearance: which values the database accepts, from which roles, and how a change is undone."""

import asyncio
from typing import Any

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import make_member

GET = "select preset, accent, font_pair, cover_url, cover_focus_x, cover_focus_y from public.site_settings"
RESTORE = "select public.restore_appearance((select max(id) from public.appearances))"


async def _update(pool: Pool, caller: Caller, **values: Any) -> int:
    assignments = ", ".join(f"{name} = ${place}" for place, name in enumerate(values, 1))
    async with as_role(pool, caller, read_only=False) as connection:
        rows = await connection.fetch(f"update public.site_settings set {assignments} returning 1", *values.values())
    return len(rows)


async def test_administrators_change_the_appearance(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    changes = {
        "preset": "senja",
        "accent": "#7a3b12",
        "font_pair": "kota",
        "cover_url": "/storage/v1/object/public/a.webp",
    }
    assert await _update(pool, admin.caller, **changes, cover_focus_x=30, cover_focus_y=0) == 1
    async with as_role(pool, Caller.anonymous()) as connection:
        assert dict(await connection.fetchrow(GET)) == {**changes, "cover_focus_x": 30, "cover_focus_y": 0}


async def test_members_and_visitors_change_nothing(pool: Pool) -> None:
    member = await make_member(pool)
    assert await _update(pool, member.caller, preset="pagi") == 0
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await _update(pool, Caller.anonymous(), preset="pagi")


@pytest.mark.parametrize(
    "values",
    [
        {"preset": "neon"},
        {"accent": "red"},
        {"accent": "#FF0000"},
        {"accent": "#ff0000;}"},
        {"accent": "#ff000\n"},
        {"font_pair": "comic"},
        {"cover_url": "https://elsewhere.example/a.png"},
        {"cover_url": "//elsewhere.example/a.png"},
        {"cover_focus_x": 101},
        {"cover_focus_y": -1},
        {"languages": []},
        {"languages": ["zh", "ms"]},
        {"languages": ["en", "en"]},
        {"languages": ["en", None]},
        {"languages": ["en"], "default_language": "vi"},
    ],
)
async def test_invalid_values_are_rejected(pool: Pool, values: dict[str, Any]) -> None:
    admin = await make_member(pool, is_admin=True)
    with pytest.raises(asyncpg.CheckViolationError):
        await _update(pool, admin.caller, **values)


async def test_languages_can_be_reduced_with_their_default(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    assert await _update(pool, admin.caller, languages=["vi", "zh"], default_language="vi") == 1


async def test_a_change_is_undone_and_the_undoing_too(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True, display_name="Hà")
    await _update(pool, admin.caller, preset="pagi", accent="#7a3b12")
    async with as_role(pool, admin.caller, read_only=False) as connection:
        kept = await connection.fetchrow("select preset, accent, replaced_by from public.appearances")
        assert tuple(kept) == ("teduh", None, admin.id)
        await connection.execute(RESTORE)
        assert tuple(await connection.fetchrow(GET))[:2] == ("teduh", None)
        await connection.execute(RESTORE)
        assert tuple(await connection.fetchrow(GET))[:2] == ("pagi", "#7a3b12")


async def test_other_settings_keep_no_appearance(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await _update(pool, admin.caller, time_zone="Asia/Tokyo", preset="teduh")
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select count(*) from public.appearances") == 0


async def test_members_see_and_restore_no_earlier_appearance(pool: Pool) -> None:
    admin, member = await make_member(pool, is_admin=True), await make_member(pool)
    await _update(pool, admin.caller, preset="pagi")
    async with as_role(pool, member.caller) as connection:
        assert await connection.fetch("select from public.appearances") == []
    async with as_owner(pool) as connection:
        kept = await connection.fetchval("select max(id) from public.appearances")
    for caller, error in (
        (member.caller, asyncpg.PostgresError),
        (Caller.anonymous(), asyncpg.InsufficientPrivilegeError),
    ):
        with pytest.raises(error):
            async with as_role(pool, caller, read_only=False) as connection:
                await connection.execute("select public.restore_appearance($1)", kept)
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select preset from public.site_settings") == "pagi"
    with pytest.raises(asyncpg.PostgresError) as missing:
        async with as_role(pool, admin.caller, read_only=False) as connection:
            await connection.execute("select public.restore_appearance(0)")
    assert missing.value.sqlstate == "PT404"


async def test_twenty_appearances_are_kept_also_under_concurrent_changes(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await asyncio.gather(*(_update(pool, admin.caller, accent=f"#0000{shade:02x}") for shade in range(30)))
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select count(*) from public.appearances") == 20
        current = await connection.fetchval("select accent from public.site_settings")
        # Each change kept what it replaced, so no appearance is there twice.
        assert await connection.fetchval("select count(distinct accent) from public.appearances") == 20
        assert await connection.fetchval("select count(*) from public.appearances where accent = $1", current) == 0


async def test_a_picture_of_an_earlier_appearance_is_not_deleted(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await _update(pool, admin.caller, cover_url="/storage/v1/object/public/pictures/site/door.webp")
    await _update(pool, admin.caller, cover_url=None)
    async with as_owner(pool) as connection:
        assert await connection.fetchval("select public.is_upload_used('site/door.webp')")
