"""The roles of a member, on their page in the administration."""

from typing import cast

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.admin.invitations import MemberPayload
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

GIVE = """
insert into public.role_grants (member_id, role_id, group_id)
select $1, id, $3 from public.roles where preset = $2 returning id
"""


async def load(pool: Pool, who: Member, member: Member) -> MemberPayload:
    return cast(MemberPayload, (await load_page(pool, f"/admin/members/{member.id}", who=who)).data)


async def test_administrators_see_roles_and_where_they_hold(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    async with as_owner(pool) as conn:
        group = await conn.fetchval("insert into public.groups (slug) values ('parents') returning id")
        await conn.execute(
            "insert into public.group_texts (group_id, language, name) values ($1, 'vi', 'Phụ huynh')", group
        )
    async with as_role(pool, ada.caller, read_only=False) as conn:
        site_wide = await conn.fetchval(GIVE, mai.id, "editor", None)
        in_group = await conn.fetchval(GIVE, mai.id, "leader", group)
    roles = (await load(pool, ada, mai)).roles
    assert roles is not None
    given = {grant.id: (grant.scope, grant.scope_id) for grant in roles.grants}
    assert given == {site_wide: ("site", None), in_group: ("group", group)}
    assert {"moderator", "translator", "data_officer"} <= {role.preset for role in roles.roles}
    (scope,) = [one for one in roles.scopes if one.kind == "group"]
    assert (scope.id, scope.lang, scope.name) == (group, "vi", "Phụ huynh")


async def test_data_officer_sees_the_member_without_roles(pool: Pool) -> None:
    ada, mai, officer = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute(GIVE, officer.id, "data_officer", None)
    shown = await load(pool, officer, mai)
    assert (shown.id, shown.roles) == (mai.id, None)
