"""Staff are notified of what waits for them: those who hold the right in the scope, and no other members."""

import json
from uuid import UUID, uuid4

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.forum import make_forum, make_post
from tests.factories.members import Member, make_member

GRANT = """
insert into public.role_grants (member_id, role_id, forum_id, granted_by)
select $1, id, $3, $4 from public.roles where preset = $2
"""
REPORT = "insert into public.reports (post_id, reason) values ($1, 'spam')"
TOLD = "select member_id, kind, subject, path from public.notifications where kind = $1"


async def told(pool: Pool, kind: str) -> dict[UUID, tuple[str, str]]:
    async with as_owner(pool) as conn:
        return {row["member_id"]: (row["subject"], row["path"]) for row in await conn.fetch(TOLD, kind)}


async def report(pool: Pool, reporter: Member, post: UUID) -> None:
    async with as_role(pool, reporter.caller, read_only=False) as conn:
        await conn.execute(REPORT, post)


async def make_group_area(pool: Pool, admin: Member, area: UUID, members: list[Member], rights: list[str]) -> None:
    """The area is confidential, for one group."""
    group = uuid4()
    given = json.dumps([{"group": str(group), "rights": rights}])
    async with as_role(pool, admin.caller, read_only=False) as conn:
        texts = json.dumps({"en": {"name": "Cooks"}})
        await conn.execute("select public.save_group($1, 'cooks', 'invitation', true, $2)", group, texts)
        for member in members:
            await conn.execute("select public.set_group_member($1, $2, 'member')", group, member.id)
        await conn.execute("select public.set_area_rights($1, $2, null, null, true)", area, given)


async def test_reports_go_to_the_moderators_of_the_area(pool: Pool) -> None:
    admin, everywhere, here, there, mai, ben = [
        await make_member(pool, is_admin=name == "admin")
        for name in ("admin", "everywhere", "here", "there", "mai", "ben")
    ]
    area, other = await make_forum(pool), await make_forum(pool, slug="other")
    async with as_owner(pool) as conn:
        for member, scope in ((everywhere, None), (here, area), (there, other)):
            await conn.execute(GRANT, member.id, "moderator", scope, admin.id)
    await report(pool, ben, await make_post(pool, area, mai, title="A question of rice"))
    found = await told(pool, "staff_report")
    assert set(found) == {admin.id, everywhere.id, here.id}
    assert set(found.values()) == {("A question of rice", "/admin/desk")}


async def test_a_report_in_a_confidential_area_names_the_area_to_its_moderators_alone(pool: Pool) -> None:
    admin, mai, ben = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    area = await make_forum(pool, names={"en": "The quiet room"})
    await make_group_area(pool, admin, area, [mai, ben], ["see", "reply", "create"])
    post = await make_post(pool, area, mai, title="A private matter")
    await report(pool, ben, post)
    # It has no moderator: administrators are notified that there is something, and not what.
    assert await told(pool, "staff_report") == {admin.id: ("The quiet room", "/admin/desk")}
    async with as_owner(pool) as conn:
        await conn.execute("delete from public.notifications")
        await conn.execute("delete from public.reports")
        await conn.execute(GRANT, mai.id, "moderator", area, admin.id)
    await report(pool, ben, post)
    assert await told(pool, "staff_report") == {mai.id: ("The quiet room", "/admin/desk")}


async def test_messages_go_to_receptionists_and_a_new_role_to_its_member(pool: Pool) -> None:
    admin, desk, mai = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    async with as_owner(pool) as conn:
        await conn.execute(GRANT, desk.id, "receptionist", None, admin.id)
        # A role for one area answers no messages.
        await conn.execute(GRANT, mai.id, "moderator", await make_forum(pool), admin.id)
        await conn.execute(
            "insert into public.messages (name, email, language, body) values ('Mei', 'm@example.org', 'en', 'Hello')"
        )
    assert set(await told(pool, "staff_message")) == {admin.id, desk.id}
    assert set(await told(pool, "role_given")) == {desk.id, mai.id}
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute("select public.set_administrator($1, true)", mai.id)
    async with as_owner(pool) as conn:
        roles = await conn.fetchval(
            "select sum(count) from public.notifications where kind = 'role_given' and member_id = $1", mai.id
        )
    assert roles == 2


async def test_leaders_hear_of_requests_and_members_of_answers_and_invitations(pool: Pool) -> None:
    admin, leader = await make_member(pool, is_admin=True), await make_member(pool, language="vi")
    mai, ben = await make_member(pool, language="vi"), await make_member(pool)
    group = uuid4()
    names = '{"en": {"name": "Tenants"}, "vi": {"name": "Dân"}}'

    async def act(who: Member, statement: str, *values: object) -> None:
        async with as_role(pool, who.caller, read_only=False) as conn:
            await conn.execute(f"select public.{statement}", *values)

    await act(admin, "save_group($1, 'tenants', 'request', true, $2)", group, names)
    async with as_owner(pool) as conn:
        role = "insert into public.roles (name, rights) values ('Leader', '{people}') returning id"
        given = "insert into public.role_grants (member_id, role_id, group_id) values ($1, $2, $3)"
        await conn.execute(given, leader.id, await conn.fetchval(role), group)
    for _ in range(2):
        await act(mai, "join_group($1)", group)
        await act(mai, "leave_group($1)", group)
    await act(mai, "join_group($1)", group)
    asked = await told(pool, "staff_group")
    path = f"/admin/groups/{group}"
    assert asked == {admin.id: ("Tenants", path), leader.id: ("Dân", path)}
    async with as_owner(pool) as conn:
        assert await conn.fetchval("select max(count) from public.notifications where kind = 'staff_group'") == 1
    assert await told(pool, "group_joined") == {}
    await act(leader, "set_group_member($1, $2, 'member')", group, mai.id)
    assert await told(pool, "group_joined") == {mai.id: ("Dân", "/groups/tenants")}
    await act(leader, "set_group_member($1, $2, 'invited')", group, ben.id)
    assert await told(pool, "group_invited") == {ben.id: ("Tenants", "/groups/tenants")}
    # Members who accept know of it.
    await act(ben, "join_group($1)", group)
    assert set(await told(pool, "group_joined")) == {mai.id}
