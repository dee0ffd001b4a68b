"""The screens of the home page, of the contact and of the site's own pages in the route table."""

from balai.site.loaders import contact, home
from balai.site.loaders.pages import page
from balai.site.routes.booking import SERVICES
from balai.site.screens import Screen

HOURS = ("opening_exceptions",)

SITE_SCREENS: tuple[Screen, ...] = (
    Screen(
        name="home",
        path="/",
        page="site/Home",
        title="",
        texts=("home",),
        load=home.load_home,
        tables=(
            *(*HOURS, "articles", "article_texts", "forums", "forum_texts", "posts", "profiles", "resources"),
            "translations",
            *(*SERVICES, "resource_texts", "resource_files"),
        ),
    ),
    Screen(
        name="about", path="/about", page="site/contact/About", title="about.title", load=home.load_about, tables=HOURS
    ),
    Screen(
        name="contact",
        path="/contact",
        page="site/contact/Contact",
        title="contact.title",
        load=contact.load_contact,
        tables=HOURS,
    ),
    Screen(
        name="page",
        path="/pages/{slug}",
        page="site/SitePage",
        title="about.title",
        load=page.load_page,
        params={"slug": "slug"},
        query=("version",),
        tables=("pages", "page_slugs", "page_versions", "page_version_texts"),
    ),
)
