"""The links in the header and the footer: who may change them, what they may lead to, and names that are missing."""

import asyncio
import json
from typing import Any

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import make_member

SAVE = "select public.save_menu($1, $2)"
LIST = "select position, screen, url from public.menu_items where place = $1 order by position"
FORUM: dict[str, Any] = {"screen": "forum", "labels": {"zh": "街坊"}}
LINK: dict[str, Any] = {"url": "https://radio.example", "labels": {"vi": "Đài"}}


async def _save(pool: Pool, caller: Caller, *items: dict[str, Any], place: str = "header") -> None:
    async with as_role(pool, caller, read_only=False) as connection:
        await connection.execute(SAVE, place, json.dumps(items))


async def _list(pool: Pool, place: str = "header") -> list[tuple[Any, ...]]:
    async with as_owner(pool) as connection:
        return [tuple(row) for row in await connection.fetch(LIST, place)]


async def test_a_new_site_has_its_areas_in_the_menu(pool: Pool) -> None:
    assert [row[1] for row in await _list(pool)] == ["blog", "forum", "book", "resources"]
    assert [row[1] for row in await _list(pool, "footer")] == ["about", "contact", "resources", "search"]


async def test_administrators_replace_a_menu_and_leave_the_other(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await _save(pool, admin.caller, LINK, FORUM)
    assert await _list(pool) == [(0, None, "https://radio.example"), (1, "forum", None)]
    assert len(await _list(pool, "footer")) == 4
    await _save(pool, admin.caller)
    assert await _list(pool) == []


async def test_others_change_nothing(pool: Pool) -> None:
    member, before = await make_member(pool), await _list(pool)
    for caller in (member.caller, Caller.anonymous()):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await _save(pool, caller, FORUM)
    assert await _list(pool) == before


@pytest.mark.parametrize(
    "item",
    [
        {"labels": {"en": "Nowhere"}},
        {"screen": "admin"},
        {"screen": "forum", "url": "/en/forum"},
        {"url": "https://radio.example", "labels": {}},
        {"url": "javascript:alert(1)", "labels": {"en": "Trap"}},
        {"url": "//elsewhere.example", "labels": {"en": "Trap"}},
        {"screen": "forum", "labels": {"en": "x" * 41}},
        {"screen": "forum", "labels": {"en": "up\u202eside"}},
    ],
)
async def test_invalid_links_are_rejected_and_nothing_is_lost(pool: Pool, item: dict[str, Any]) -> None:
    admin, before = await make_member(pool, is_admin=True), await _list(pool)
    with pytest.raises(asyncpg.IntegrityConstraintViolationError):
        await _save(pool, admin.caller, item)
    assert await _list(pool) == before


async def test_a_menu_has_at_most_twelve_links(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await _save(pool, admin.caller, *[FORUM] * 12)
    with pytest.raises(asyncpg.CheckViolationError):
        await _save(pool, admin.caller, *[FORUM] * 13)


async def test_simultaneous_saves_leave_one_whole_menu(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await asyncio.gather(*(_save(pool, admin.caller, *[FORUM] * count) for count in (1, 3, 5, 7)))
    rows = await _list(pool)
    assert len(rows) in {1, 3, 5, 7} and [row[0] for row in rows] == list(range(len(rows)))
