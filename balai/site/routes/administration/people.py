"""The overview and the setup, members, groups and invitations, in the route table."""

from balai.site.loaders.admin import invitations, members, overview, setup
from balai.site.loaders.rights import groups, staff_log
from balai.site.routes.administration.screen import admin_screen
from balai.site.screens import Screen

PEOPLE_SCREENS: tuple[Screen, ...] = (
    admin_screen(
        name="admin",
        guard="is-staff",
        path="/admin",
        page="admin/Overview",
        title="admin.title",
        load=overview.load_overview,
    ),
    admin_screen(
        name="admin.setup",
        path="/admin/setup",
        page="admin/Setup",
        title="admin.setup.title",
        texts=("account",),
        load=setup.load_setup,
        query=("step",),
    ),
    admin_screen(
        name="admin.members",
        guard="may-members",
        path="/admin/members",
        page="admin/Members",
        title="admin.members.title",
        texts=("account",),
        load=members.load_members,
        query=("after", "q"),
    ),
    admin_screen(
        name="admin.member",
        guard="may-members",
        path="/admin/members/{memberId}",
        page="admin/Member",
        title="admin.member.title",
        texts=("account",),
        load=invitations.load_member,
        params={"memberId": "uuid"},
    ),
    admin_screen(
        name="admin.groups",
        guard="may-people",
        path="/admin/groups",
        page="admin/rights/Groups",
        title="admin.groups.title",
        texts=("people",),
        load=groups.load_admin_groups,
    ),
    admin_screen(
        name="admin.group",
        guard="may-people",
        path="/admin/groups/{groupId}",
        page="admin/rights/Group",
        title="admin.groups.title",
        texts=("people",),
        load=groups.load_admin_group,
        params={"groupId": "uuid"},
        query=("after",),
    ),
    admin_screen(
        name="admin.log",
        guard="may-log",
        path="/admin/log",
        page="admin/rights/StaffLog",
        title="admin.log.title",
        texts=("forum",),
        load=staff_log.load_log,
        query=("after", "thing", "actor", "member"),
    ),
    admin_screen(
        name="admin.invitations",
        path="/admin/invitations",
        page="admin/Invitations",
        title="admin.invitations.title",
        texts=("account",),
        load=invitations.load_invitations,
        query=("after", "show"),
    ),
)
