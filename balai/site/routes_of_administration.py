"""The screens of the administration in the route table (`routes.py`)."""

from typing import Any

from balai.site.loaders import contact, opening, resources
from balai.site.loaders.admin import appearance, invitations, members, menu, overview, settings, setup, wording
from balai.site.loaders.booking import administration
from balai.site.loaders.forum import moderation
from balai.site.loaders.pages import administration as page_administration
from balai.site.loaders.rights import groups
from balai.site.screens import Screen, TextBundle

WRITER = ("auth", "writes")


def _admin_screen(*, texts: tuple[TextBundle, ...] = (), guard: str = "is-admin", **fields: Any) -> Screen:
    return Screen(texts=("admin", "editor", "failures", *texts), layout="admin", guards=("auth", guard), **fields)


ADMIN_SCREENS: tuple[Screen, ...] = (
    _admin_screen(
        name="admin",
        guard="is-staff",
        path="/admin",
        page="admin/Overview",
        title="admin.title",
        load=overview.load_overview,
    ),
    _admin_screen(
        name="admin.setup",
        path="/admin/setup",
        page="admin/Setup",
        title="admin.setup.title",
        texts=("account",),
        load=setup.load_setup,
        query=("step",),
    ),
    _admin_screen(
        name="admin.members",
        guard="may-members",
        path="/admin/members",
        page="admin/Members",
        title="admin.members.title",
        texts=("account",),
        load=members.load_members,
        query=("after", "q"),
    ),
    _admin_screen(
        name="admin.member",
        guard="may-members",
        path="/admin/members/{memberId}",
        page="admin/Member",
        title="admin.member.title",
        texts=("account",),
        load=invitations.load_member,
        params={"memberId": "uuid"},
    ),
    _admin_screen(
        name="admin.groups",
        guard="may-people",
        path="/admin/groups",
        page="admin/rights/Groups",
        title="admin.groups.title",
        texts=("people",),
        load=groups.load_admin_groups,
    ),
    _admin_screen(
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
    _admin_screen(
        name="admin.invitations",
        path="/admin/invitations",
        page="admin/Invitations",
        title="admin.invitations.title",
        texts=("account",),
        load=invitations.load_invitations,
        query=("after", "show"),
    ),
    _admin_screen(
        name="admin.reports",
        guard="may-moderate",
        path="/admin/reports",
        page="admin/Reports",
        title="admin.reports.title",
        texts=("forum",),
        load=moderation.load_reports,
        query=("after", "status"),
    ),
    _admin_screen(
        name="admin.messages",
        guard="may-messages",
        path="/admin/messages",
        page="admin/Messages",
        title="admin.messages.title",
        texts=("account",),
        load=contact.load_messages,
        query=("after",),
    ),
    _admin_screen(
        name="admin.bookings",
        guard="may-bookings",
        path="/admin/bookings",
        page="admin/Bookings",
        title="admin.bookings.title",
        texts=("booking", "ticket"),
        load=administration.load_bookings,
        query=("day", "span", "service", "after"),
    ),
    _admin_screen(
        name="admin.services",
        path="/admin/services",
        page="admin/Services",
        title="admin.services.title",
        texts=("booking", "ticket"),
        load=administration.load_services,
    ),
    _admin_screen(
        name="admin.service",
        path="/admin/services/{serviceId}",
        page="admin/Service",
        title="admin.service.title",
        texts=("booking", "ticket"),
        load=administration.load_service_editor,
        params={"serviceId": "uuid-or-new"},
    ),
    _admin_screen(
        name="admin.resources",
        guard="may-library",
        path="/admin/resources",
        page="admin/Resources",
        title="admin.resources.title",
        load=resources.load_admin_resources,
        query=("after", "category"),
    ),
    _admin_screen(
        name="admin.articles",
        guard="writes",
        path="/admin/articles",
        page="admin/Articles",
        title="admin.articles.title",
        load=overview.load_articles,
        query=("after", "status"),
    ),
    _admin_screen(
        name="admin.pages",
        path="/admin/pages",
        page="admin/pages/Pages",
        title="admin.pages.title",
        load=page_administration.load_pages,
    ),
    _admin_screen(
        name="admin.page",
        path="/admin/pages/{pageId}",
        page="admin/pages/Editor",
        title="admin.page.title",
        load=page_administration.load_editor,
        params={"pageId": "uuid-or-new"},
    ),
    _admin_screen(
        name="admin.forums",
        path="/admin/forums",
        page="admin/Forums",
        title="admin.forums.title",
        texts=("forum",),
        load=moderation.load_admin_forums,
    ),
    _admin_screen(
        name="admin.appearance",
        path="/admin/appearance",
        page="admin/appearance/Appearance",
        title="admin.appearance.title",
        load=appearance.load_appearance,
    ),
    _admin_screen(
        name="admin.menu",
        path="/admin/menu",
        page="admin/appearance/MenuEditor",
        title="admin.menu.title",
        load=menu.load_menu,
    ),
    _admin_screen(
        name="admin.wording",
        path="/admin/wording",
        page="admin/wording/Wording",
        title="admin.wording.title",
        texts=("account", "booking", "forum", "search", "ticket"),
        load=wording.load_wording,
    ),
    _admin_screen(
        name="admin.email",
        path="/admin/email",
        page="admin/Email",
        title="admin.email.title",
        texts=("account",),
        load=setup.load_email,
    ),
    _admin_screen(
        name="admin.settings",
        path="/admin/settings",
        page="admin/Settings",
        title="admin.settings.title",
        load=settings.load_settings,
    ),
    _admin_screen(
        name="admin.hours",
        path="/admin/hours",
        page="admin/site/OpeningHours",
        title="admin.hours.title",
        load=opening.load_admin_hours,
    ),
    _admin_screen(
        name="admin.site",
        path="/admin/site",
        page="admin/Site",
        title="admin.site.title",
        load=overview.load_site,
    ),
)
