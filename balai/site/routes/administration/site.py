"""The administration of the site itself, its appearance, settings and hours, in the route table."""

from balai.site.loaders import opening
from balai.site.loaders.admin import appearance, health, menu, overview, settings, wording
from balai.site.loaders.messaging import email, failed
from balai.site.routes.administration.screen import admin_screen
from balai.site.screens import Screen

SITE_SCREENS: tuple[Screen, ...] = (
    admin_screen(
        name="admin.appearance",
        path="/admin/appearance",
        page="admin/appearance/Appearance",
        title="admin.appearance.title",
        load=appearance.load_appearance,
    ),
    admin_screen(
        name="admin.menu",
        path="/admin/menu",
        page="admin/appearance/MenuEditor",
        title="admin.menu.title",
        load=menu.load_menu,
    ),
    admin_screen(
        name="admin.wording",
        path="/admin/wording",
        page="admin/wording/Wording",
        title="admin.wording.title",
        texts=("account", "booking", "forum", "search", "ticket"),
        load=wording.load_wording,
    ),
    admin_screen(
        name="admin.email",
        path="/admin/email",
        page="admin/Email",
        title="admin.email.title",
        texts=("account",),
        load=email.load_email,
    ),
    admin_screen(
        name="admin.failed",
        path="/admin/failed-messages",
        page="admin/messages/FailedMessages",
        title="admin.failed.title",
        load=failed.load_failed,
        query=("after",),
    ),
    admin_screen(
        name="admin.health",
        path="/admin/health",
        page="admin/health/Health",
        title="admin.health.title",
        load=health.load_health,
    ),
    admin_screen(
        name="admin.settings",
        path="/admin/settings",
        page="admin/Settings",
        title="admin.settings.title",
        load=settings.load_settings,
    ),
    admin_screen(
        name="admin.hours",
        path="/admin/hours",
        page="admin/site/OpeningHours",
        title="admin.hours.title",
        load=opening.load_admin_hours,
    ),
    admin_screen(
        name="admin.site",
        path="/admin/site",
        page="admin/Site",
        title="admin.site.title",
        load=overview.load_site,
    ),
)
