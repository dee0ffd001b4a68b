"""The administration of resources, articles, series, pages and forums in the route table."""

from balai.site.loaders import resources
from balai.site.loaders.admin import overview, searches
from balai.site.loaders.blog import series, translation_desk
from balai.site.loaders.forum import moderation
from balai.site.loaders.pages import administration
from balai.site.routes.administration.screen import admin_screen
from balai.site.screens import Screen

CONTENT_SCREENS: tuple[Screen, ...] = (
    admin_screen(
        name="admin.resources",
        guard="may-library",
        path="/admin/resources",
        page="admin/Resources",
        title="admin.resources.title",
        load=resources.load_admin_resources,
        query=("after", "category"),
    ),
    admin_screen(
        name="admin.articles",
        guard="writes",
        path="/admin/articles",
        page="admin/Articles",
        title="admin.articles.title",
        load=overview.load_articles,
        query=("after", "status"),
    ),
    admin_screen(
        name="admin.translations",
        guard="translates",
        path="/admin/translations",
        page="admin/translations/Translations",
        title="admin.translations.title",
        load=translation_desk.load_translations,
        query=("after", "language", "kind"),
    ),
    admin_screen(
        name="admin.searches",
        guard="may-publish",
        path="/admin/searches",
        page="admin/searches/Searches",
        title="admin.searches.title",
        load=searches.load_searches,
    ),
    admin_screen(
        name="admin.series",
        guard="may-edit",
        path="/admin/series",
        page="admin/series/SeriesList",
        title="admin.series.title",
        load=series.load_admin_series,
    ),
    admin_screen(
        name="admin.pages",
        path="/admin/pages",
        page="admin/pages/Pages",
        title="admin.pages.title",
        load=administration.load_pages,
    ),
    admin_screen(
        name="admin.page",
        path="/admin/pages/{pageId}",
        page="admin/pages/Editor",
        title="admin.page.title",
        load=administration.load_editor,
        params={"pageId": "uuid-or-new"},
    ),
    admin_screen(
        name="admin.forums",
        path="/admin/forums",
        page="admin/Forums",
        title="admin.forums.title",
        texts=("forum", "topics", "editor"),
        load=moderation.load_admin_forums,
    ),
)
