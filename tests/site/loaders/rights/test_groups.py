"""Groups as members see them, and as those who lead them."""

import json
from typing import cast
from uuid import UUID

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.blog.payloads import BlogWritePayload
from balai.site.loaders.rights.groups import MEMBERS_PER_PAGE, AdminGroupPayload, GroupPayload, GroupsPayload
from balai.site.screens import NotFound
from tests.factories.blog import save_article, words
from tests.factories.library import files_of
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

SAVE = "select public.save_group($1, $2, $3, $4, $5::jsonb)"
TEXTS = '{"en": {"name": "Parents", "description": "Who have children here"}, "vi": {"name": "Phụ huynh"}}'
LEAD = """
insert into public.role_grants (member_id, role_id, group_id)
select $1, id, $2 from public.roles where preset = 'leader'
"""


async def make_group(pool: Pool, admin: Member, *, joining: str = "request", is_listed: bool = True) -> UUID:
    async with as_role(pool, admin.caller, read_only=False) as conn:
        group: UUID = await conn.fetchval("select gen_random_uuid()")
        await conn.execute(SAVE, group, f"parents-{group.hex[:6]}", joining, is_listed, TEXTS)
    return group


async def slug_of(pool: Pool, group: UUID) -> str:
    async with as_owner(pool) as conn:
        return cast(str, await conn.fetchval("select slug from public.groups where id = $1", group))


async def call(pool: Pool, who: Member, statement: str, *values: object) -> object:
    async with as_role(pool, who.caller, read_only=False) as conn:
        return await conn.fetchval(statement, *values)


async def show(pool: Pool, who: Member, group: UUID) -> GroupPayload:
    page = await load_page(pool, f"/groups/{await slug_of(pool, group)}", who=who)
    return cast(GroupPayload, page.data)


async def administer(pool: Pool, who: Member, group: UUID) -> AdminGroupPayload:
    return cast(AdminGroupPayload, (await load_page(pool, f"/admin/groups/{group}", who=who)).data)


async def listed(pool: Pool, who: Member, path: str = "/groups") -> list[UUID]:
    return [one.id for one in cast(GroupsPayload, (await load_page(pool, path, who=who)).data).groups]


async def test_request_is_accepted_by_the_leader(pool: Pool) -> None:
    ada, mai, leader = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    group = await make_group(pool, ada)
    await call(pool, ada, LEAD, leader.id, group)
    assert await call(pool, mai, "select public.join_group($1)", group) == "asked"
    assert (await show(pool, mai, group)).group.membership == "asked"
    led = await administer(pool, leader, group)
    assert ([one.id for one in led.asked], led.group.asked_count, led.group.is_led) == ([mai.id], 1, True)
    await call(pool, leader, "select public.set_group_member($1, $2, 'member')", group, mai.id)
    shown = await show(pool, mai, group)
    assert ([one.id for one in shown.members], shown.group.member_count) == ([mai.id], 1)


async def test_leader_invites_and_the_member_decides(pool: Pool) -> None:
    ada, mai, leader = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    group = await make_group(pool, ada, joining="invitation", is_listed=False)
    await call(pool, ada, LEAD, leader.id, group)
    assert await listed(pool, mai) == []
    await call(pool, leader, "select public.set_group_member($1, $2, 'member')", group, mai.id)
    assert (await show(pool, mai, group)).group.membership == "invited"
    assert [one.id for one in (await administer(pool, leader, group)).invited] == [mai.id]
    assert await call(pool, mai, "select public.join_group($1)", group) == "member"
    await call(pool, mai, "select public.leave_group($1)", group)
    with pytest.raises(NotFound):
        await show(pool, mai, group)


async def test_only_members_see_who_is_in_a_group(pool: Pool) -> None:
    ada, mai, lan = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    group = await make_group(pool, ada, joining="open")
    assert await call(pool, mai, "select public.join_group($1)", group) == "member"
    seen = await show(pool, lan, group)
    assert (seen.members, seen.group.member_count, seen.group.is_led) == ((), 1, False)


async def test_texts_are_in_the_languages_of_the_reader(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    group = await make_group(pool, ada)
    page = await load_page(pool, "/groups", who=ada, lang="vi")
    (one,) = cast(GroupsPayload, page.data).groups
    assert (one.id, one.lang, one.name) == (group, "vi", "Phụ huynh")


async def test_administration_is_for_leaders_of_that_group(pool: Pool) -> None:
    ada, leader = await make_member(pool, is_admin=True), await make_member(pool)
    led, other = await make_group(pool, ada), await make_group(pool, ada)
    await call(pool, ada, LEAD, leader.id, led)
    assert await listed(pool, leader, "/admin/groups") == [led]
    assert set(await listed(pool, ada, "/admin/groups")) == {led, other}
    with pytest.raises(NotFound):
        await administer(pool, leader, other)
    with pytest.raises(asyncpg.PostgresError):
        await call(pool, leader, "select public.delete_group($1)", led)


async def test_members_are_paged(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    group = await make_group(pool, ada)
    for _ in range(MEMBERS_PER_PAGE + 1):
        member = await make_member(pool)
        await call(pool, ada, "select public.set_group_member($1, $2, 'member')", group, member.id)
    first = await administer(pool, ada, group)
    page = await load_page(pool, f"/admin/groups/{group}", who=ada, query={"after": str(first.next)})
    second = cast(AdminGroupPayload, page.data)
    assert (len(first.members), len(second.members), second.next) == (MEMBERS_PER_PAGE, 1, None)


PUT = 'select public.save_resource($1::jsonb, \'{"en": {"title": "Rota"}}\')'
WRITE = """
insert into public.role_grants (member_id, role_id, group_id)
select $1, id, $2 from public.roles where preset = 'author'
"""


async def test_group_page_lists_what_its_members_alone_read(pool: Pool) -> None:
    ada, mai, other = [await make_member(pool, is_admin=one) for one in (True, False, False)]
    group = await make_group(pool, ada, joining="open")
    await call(pool, mai, "select public.join_group($1)", group)
    await save_article(pool, ada, {"en": words("For parents")}, group_id=str(group))
    await save_article(pool, ada, {"en": words("For all")})
    category = await call(
        pool, ada, """select public.save_resource_category('{"slug": "papers"}', '{"en": "Papers"}')"""
    )
    resource = {"category_id": str(category), "kind": "link", "files": files_of("/rota"), "is_published": True}
    await call(pool, ada, PUT, json.dumps(resource | {"group_id": str(group)}))
    shown = await show(pool, mai, group)
    assert [(one.title, one.is_limited) for one in shown.articles] == [("For parents", True)]
    assert [(one.title, one.is_limited) for one in shown.resources] == [("Rota", True)]
    nothing = await show(pool, other, group)
    assert (nothing.articles, nothing.resources) == ((), ())


async def test_editors_choose_among_the_readers_for_whom_they_may_write(pool: Pool) -> None:
    ada, author = await make_member(pool, is_admin=True), await make_member(pool)
    group, second = await make_group(pool, ada), await make_group(pool, ada)
    await call(pool, ada, WRITE, author.id, group)

    async def choices(who: Member) -> list[tuple[UUID | None, str | None]]:
        data = cast(BlogWritePayload, (await load_page(pool, "/blog/new", who=who)).data)
        return [(one.id, one.name) for one in data.audiences]

    assert await choices(author) == [(group, "Parents")]
    everyone = [(None, None), (UUID(int=1), None), *sorted([(group, "Parents"), (second, "Parents")])]
    assert await choices(ada) == everyone
    # The rule itself.
    await save_article(pool, author, {"en": words("Ours")}, group_id=str(group), status="draft")
    for audience in (None, str(second), str(UUID(int=1))):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await save_article(pool, author, {"en": words("Theirs")}, group_id=audience, status="draft")
