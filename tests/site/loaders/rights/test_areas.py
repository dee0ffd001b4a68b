"""The rights of areas in the administration, and confidential areas, which keep administrators out."""

from typing import cast
from uuid import UUID

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.forum.moderation import AdminForumsPayload
from balai.site.loaders.forum.payloads import ForumsPayload
from tests.factories.forum import make_forum
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

SET = "select public.set_area_rights($1, $2::jsonb, null, $3, $4)"
MEMBERS = '[{"group": "00000000-0000-0000-0000-000000000001", "rights": ["see", "reply"]}]'
OPEN = "select public.open_confidential_area($1, 'A member asked for help.')"


async def call(pool: Pool, who: Member, statement: str, *values: object) -> object:
    async with as_role(pool, who.caller, read_only=False) as conn:
        return await conn.fetchval(statement, *values)


async def load(pool: Pool, who: Member) -> AdminForumsPayload:
    return cast(AdminForumsPayload, (await load_page(pool, "/admin/forums", who=who)).data)


async def test_rights_place_and_groups_are_shown(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    top, below = await make_forum(pool, slug="top"), await make_forum(pool, slug="below", position=2)
    await call(pool, ada, SET, below, MEMBERS, top, False)
    shown = {forum.id: forum for forum in (await load(pool, ada)).forums}
    assert (shown[below].parent_id, shown[below].is_restricted) == (top, True)
    assert [(one.group_id, one.rights) for one in shown[below].rights] == [(UUID(int=1), ("see", "reply"))]
    assert (shown[top].is_restricted, shown[top].rights) == (False, ())


async def test_readers_find_an_area_below_the_one_above_it(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    below, last = await make_forum(pool, slug="below", position=1), await make_forum(pool, slug="last", position=3)
    top = await make_forum(pool, slug="top", position=2)
    await call(pool, ada, SET, below, None, top, False)

    async def listed() -> list[tuple[UUID, bool]]:
        forums = cast(ForumsPayload, (await load_page(pool, "/forum", who=mai)).data).forums
        return [(one.forum.id, one.is_below) for one in forums]

    assert await listed() == [(top, False), (below, True), (last, False)]
    await call(pool, ada, SET, below, MEMBERS, top, False)
    await call(pool, ada, SET, top, "[]", None, False)
    assert await listed() == [(below, False), (last, False)]


async def test_areas_have_two_levels(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    top, middle = await make_forum(pool, slug="top"), await make_forum(pool, slug="middle", position=2)
    low = await make_forum(pool, slug="low", position=3)
    await call(pool, ada, SET, middle, None, top, False)
    for area, above in ((low, middle), (top, low)):
        with pytest.raises(asyncpg.PostgresError, match="two levels"):
            await call(pool, ada, SET, area, None, above, False)


async def test_confidential_area_is_opened_with_a_reason(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    area = await make_forum(pool)
    await call(pool, ada, SET, area, MEMBERS.replace('"see", "reply"', '"see"'), None, True)
    # Every member sees it, and so does the administrator as one of them.
    assert [one.id for one in (await load(pool, ada)).forums] == [area]
    await call(pool, ada, SET, area, "[]", None, True)
    hidden = await load(pool, ada)
    assert ([one.id for one in hidden.closed], hidden.forums) == ([area], ())
    # Neither are its limits lifted from outside.
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await call(pool, ada, SET, area, None, None, False)
    await call(pool, ada, OPEN, area)
    opened = await load(pool, ada)
    assert ([one.id for one in opened.forums], opened.closed) == ([area], ())
    async with as_owner(pool) as conn:
        entry = await conn.fetchrow("select actor_id, changes::text from public.staff_log where act = 'read'")
    assert entry["actor_id"] == ada.id
    assert "A member asked for help." in entry["changes"]
    await call(pool, ada, SET, area, None, None, False)


async def test_names_of_closed_areas_are_for_administrators(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    area = await make_forum(pool)
    await call(pool, ada, SET, area, "[]", None, True)
    assert await call(pool, mai, "select count(*) from public.closed_forums('en')") == 0


async def test_administrators_who_enter_a_group_are_logged(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    async with as_owner(pool) as conn:
        group = await conn.fetchval("insert into public.groups (slug) values ('parents') returning id")
    await call(pool, ada, "select public.set_group_member($1, $2, 'member')", group, ada.id)
    async with as_owner(pool) as conn:
        logged = await conn.fetchval("select count(*) from public.staff_log where thing = 'group_members'")
    assert logged == 1
