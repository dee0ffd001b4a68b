"""The only list of screens: the server matches requests with it, the browser's route table is generated from it.

Each path exists under every language prefix. A literal segment wins over a parameter. To add a screen: a row
here, a loader in `loaders/<area>/`, a page that `web/pages/<area>/index.ts` exports, its texts under `<name>.`, and a
test. Then run `balai types`.
"""

from balai.site.loaders import contact, home, resources, search
from balai.site.loaders.account import bookmarks, notifications, profile, security
from balai.site.loaders.blog import articles, editor
from balai.site.loaders.booking import details, service, services
from balai.site.loaders.forum import forums, history, lists, threads
from balai.site.loaders.pages import page
from balai.site.routes_of_accounts import ACCOUNT_SCREENS, SIGNED_IN
from balai.site.routes_of_administration import ADMIN, ADMIN_SCREENS
from balai.site.routes_of_people import PEOPLE_SCREENS
from balai.site.screens import Screen

MEMBER = ("auth", "consent")
HOURS = ("opening_exceptions",)


SCREENS: tuple[Screen, ...] = (
    Screen(
        name="home",
        path="/",
        page="site/Home",
        title="",
        load=home.load_home,
        tables=(
            *(*HOURS, "articles", "article_texts", "forums", "forum_texts", "posts", "profiles", "resources"),
            *("resource_texts", "services", "service_texts", "service_hours", "service_exceptions", "slots"),
        ),
    ),
    Screen(name="about", path="/about", page="site/About", title="about.title", load=home.load_about, tables=HOURS),
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
    # Blog
    Screen(
        name="blog",
        path="/blog",
        page="blog/Blog",
        title="blog.title",
        load=articles.load_blog,
        query=("after", "tag"),
        tables=("articles", "article_texts", "profiles"),
    ),
    Screen(
        name="blog.new",
        offline=False,
        path="/blog/new",
        page="blog/editor/Edit",
        title="blog.new.title",
        texts=("admin", "editor"),
        load=editor.load_new,
        guards=ADMIN,
    ),
    Screen(
        name="blog.article",
        path="/blog/{blogId}",
        page="blog/Article",
        title="blog.title",
        load=articles.load_article,
        params={"blogId": "slug"},
        tables=("articles", "article_texts", "article_slugs", "profiles"),
    ),
    Screen(
        name="blog.edit",
        offline=False,
        path="/blog/{blogId}/edit",
        page="blog/editor/Edit",
        title="blog.edit.title",
        texts=("admin", "editor"),
        load=editor.load_edit,
        params={"blogId": "slug"},
        guards=ADMIN,
    ),
    # Booking. Free places depend on the hour, not only on rows: `valid_until` says until when.
    Screen(
        name="book",
        path="/book",
        page="booking/list/Book",
        title="book.title",
        texts=("booking",),
        load=services.load_book,
        query=("after",),
        tables=("services", "service_texts", "service_hours", "service_exceptions", "slots", "profiles"),
    ),
    Screen(
        name="book.service",
        path="/book/{serviceId}",
        page="booking/Service",
        title="book.title",
        texts=("booking",),
        load=service.load_service,
        params={"serviceId": "slug"},
        query=("from", "at", "change", "month"),
        cache=False,
    ),
    Screen(
        name="book.view",
        path="/book/view/{bookId}",
        page="booking/ticket/View",
        title="book.view.title",
        texts=("booking", "ticket"),
        load=details.load_view,
        params={"bookId": "uuid"},
        guards=MEMBER,
    ),
    # Forum
    Screen(
        name="forum",
        path="/forum",
        page="forum/topics/Forums",
        title="forum.title",
        texts=("forum", "topics"),
        load=forums.load_forums,
        tables=("forums", "forum_texts", "posts", "replies"),
    ),
    Screen(
        name="forum.forum",
        path="/forum/{forumId}",
        page="forum/topics/Forum",
        title="forum.title",
        texts=("forum", "topics"),
        load=lists.load_forum,
        params={"forumId": "slug"},
        query=("list", "sort", "tag", "after"),
        tables=("forums", "forum_texts", "posts", "replies", "profiles", "post_tags"),
        has_feed=True,
    ),
    Screen(
        name="topics",
        path="/topics",
        page="forum/topics/Topics",
        title="topics.title",
        texts=("forum", "topics"),
        load=lists.load_topics,
        query=("list", "sort", "tag", "after"),
        tables=("forums", "forum_texts", "posts", "replies", "profiles", "post_tags"),
    ),
    Screen(
        name="forum.post",
        path="/forum/{forumId}/post/{postId}",
        page="forum/Post",
        title="forum.title",
        texts=("forum",),
        load=threads.load_post,
        params={"forumId": "slug", "postId": "uuid"},
        query=("after", "reply"),
        tables=("forums", "forum_texts", "posts", "replies", "profiles"),
    ),
    Screen(
        name="forum.history",
        path="/forum/{forumId}/post/{postId}/history/{entryId}",
        page="forum/history/History",
        title="forum.history.title",
        texts=("forum",),
        load=history.load_history,
        params={"forumId": "slug", "postId": "uuid", "entryId": "uuid"},
        guards=MEMBER,
        query=("after",),
    ),
    Screen(
        name="post.new",
        offline=False,
        path="/post/new",
        page="forum/write/NewPost",
        title="post.new.title",
        texts=("forum", "editor", "topics"),
        load=threads.load_new_post,
        query=("forum",),
        tables=("forums", "forum_texts"),
        noindex=True,
    ),
    # Resources, search, profile
    Screen(
        name="resources",
        path="/resources",
        page="resources/Resources",
        title="resources.title",
        texts=("search",),
        load=resources.load_resources,
        query=("after", "category", "kind", "language"),
        tables=("resources", "resource_texts", "resource_categories", "resource_category_texts"),
    ),
    Screen(
        name="search",
        path="/search",
        page="search/Search",
        title="search.title",
        texts=("search",),
        load=search.load_search,
        query=("q", "kind", "language", "after"),
        cache=False,
        noindex=True,
    ),
    Screen(
        name="profile",
        path="/profile",
        page="profile/Profile",
        title="profile.title",
        texts=("account", "editor", "failures"),
        load=profile.load_profile,
        guards=MEMBER,
        query=("posts", "bookings"),
    ),
    Screen(
        name="profile.security",
        offline=False,
        path="/profile/security",
        page="profile/security/Security",
        title="profile.security.title",
        texts=("account", "failures"),
        load=security.load_security,
        guards=SIGNED_IN,
    ),
    Screen(
        name="profile.bookmarks",
        path="/profile/bookmarks",
        page="profile/Bookmarks",
        title="profile.bookmarks.title",
        texts=("account",),
        load=bookmarks.load_bookmarks,
        guards=MEMBER,
        query=("after",),
    ),
    Screen(
        name="notifications",
        path="/notifications",
        page="profile/Notifications",
        title="notifications.title",
        texts=("account",),
        load=notifications.load_notifications,
        guards=MEMBER,
        query=("after",),
    ),
    *PEOPLE_SCREENS,
    *ACCOUNT_SCREENS,
    *ADMIN_SCREENS,
)
