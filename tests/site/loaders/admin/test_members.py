"""The administration's list of members: for administrators, searchable by name or email."""

from typing import cast

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.admin.members import PAGE_SIZE, MembersPayload
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

LIST = "select id from public.list_members('', '9999-01-01', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 100)"


async def load(pool: Pool, who: Member, **query: str) -> MembersPayload:
    return cast(MembersPayload, (await load_page(pool, "/admin/members", who=who, query=query)).data)


async def test_administrators_see_members_with_emails(pool: Pool) -> None:
    admin, mei = await make_member(pool, display_name="Ana", is_admin=True), await make_member(pool, display_name="梅")
    payload = await load(pool, admin)
    assert [(row.display_name, row.email, row.is_admin) for row in payload.members] == [
        ("梅", mei.email, False),
        ("Ana", admin.email, True),
    ]


@pytest.mark.parametrize("wanted", ["nguyễn", "NGUYỄN"])
async def test_search_by_name(pool: Pool, wanted: str) -> None:
    admin = await make_member(pool, is_admin=True)
    await make_member(pool, display_name="Nguyễn Thị Mai")
    assert [row.display_name for row in (await load(pool, admin, q=wanted)).members] == ["Nguyễn Thị Mai"]


async def test_search_by_email_escapes_wildcards(pool: Pool) -> None:
    admin, mei = await make_member(pool, is_admin=True), await make_member(pool)
    assert [row.id for row in (await load(pool, admin, q=mei.email[:8].upper())).members] == [mei.id]
    assert (await load(pool, admin, q="%")).members == ()


async def test_list_is_paged_by_key(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    for number in range(PAGE_SIZE + 2):
        await make_member(pool, display_name=f"Member {number}")
    first = await load(pool, admin)
    assert first.next is not None
    second = await load(pool, admin, after=first.next)
    ids = [row.id for row in (*first.members, *second.members)]
    assert len(ids) == len(set(ids)) == PAGE_SIZE + 3


async def test_only_administrators_read_emails(pool: Pool) -> None:
    mei = await make_member(pool)
    async with as_role(pool, mei.caller) as conn:
        assert await conn.fetch(LIST) == []
    async with as_owner(pool) as conn:
        function = "public.list_members(text, timestamptz, uuid, integer)"
        assert not await conn.fetchval("select has_function_privilege('anon', $1, 'execute')", function)
