"""Drafts: one for each form, visible to their author only."""

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import make_member

KEEP = """
insert into public.drafts (user_id, place, content) values ($1, $2, $3)
on conflict (user_id, place) do update set user_id = excluded.user_id, place = excluded.place,
  content = excluded.content
"""


async def test_draft_is_stored_once_per_form_and_visible_to_its_author_only(pool: Pool) -> None:
    mai, ada = await make_member(pool), await make_member(pool, is_admin=True)
    for content in ('"one"', '"two"'):
        async with as_role(pool, mai.caller, read_only=False) as connection:
            await connection.execute(KEEP, mai.id, "reply:1", content)
    async with as_role(pool, mai.caller) as connection:
        assert await connection.fetchval("select content from public.drafts") == '"two"'
    async with as_role(pool, ada.caller) as connection:
        assert await connection.fetch("select content from public.drafts") == []
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, Caller.anonymous()) as connection:
            await connection.fetch("select content from public.drafts")


async def test_draft_in_another_name_is_rejected(pool: Pool) -> None:
    mai, other = await make_member(pool), await make_member(pool)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, mai.caller, read_only=False) as connection:
            await connection.execute(KEEP, other.id, "reply:1", '"x"')


async def test_form_names_and_sizes_are_checked(pool: Pool) -> None:
    mai = await make_member(pool)
    for place, content in (("anything goes", '"x"'), ("reply:1", f'"{"x" * 400_001}"')):
        with pytest.raises(asyncpg.CheckViolationError):
            async with as_role(pool, mai.caller, read_only=False) as connection:
                await connection.execute(KEEP, mai.id, place, content)


async def test_hundred_newest_drafts_are_stored(pool: Pool) -> None:
    mai = await make_member(pool)
    for number in range(103):
        async with as_role(pool, mai.caller, read_only=False) as connection:
            await connection.execute(KEEP, mai.id, f"reply:{number}", "1")
    async with as_owner(pool) as connection:
        places = {row["place"] for row in await connection.fetch("select place from public.drafts")}
    assert len(places) == 100
    assert "reply:0" not in places
    assert "reply:102" in places
