"""The only list of screens: the server matches requests with it, the browser's route table is generated from it.

Each path exists under every language prefix. A literal segment wins over a parameter. To add a screen: a row
here, a loader in `loaders/<area>/`, a page that `web/pages/<area>/index.ts` exports, its texts under `<name>.`, and a
test. Then run `balai types`.
"""

from typing import Any

from balai.site.loaders import contact, home, resources, search
from balai.site.loaders.account import notifications, profile, security, sign_in
from balai.site.loaders.admin import appearance, invitations, members, overview
from balai.site.loaders.blog import articles, editor
from balai.site.loaders.booking import administration, details, service, services
from balai.site.loaders.forum import forums, history, moderation, threads
from balai.site.screens import Screen, TextBundle

MEMBER = ("auth",)
ADMIN = ("auth", "is-admin")


def _account_screen(**fields: Any) -> Screen:
    return Screen(texts=("account",), layout="auth", noindex=True, **fields)


def _admin_screen(*, texts: tuple[TextBundle, ...] = (), **fields: Any) -> Screen:
    return Screen(texts=("admin", *texts), layout="admin", guards=ADMIN, **fields)


SCREENS: tuple[Screen, ...] = (
    Screen(
        name="home",
        path="/",
        page="site/Home",
        title="",
        load=home.load_home,
        tables=(
            *("articles", "article_texts", "forums", "forum_texts", "posts", "profiles", "resources"),
            *("resource_texts", "services", "service_texts", "service_exceptions", "slots"),
        ),
    ),
    Screen(name="about", path="/about", page="site/About", title="about.title", load=home.load_about),
    Screen(
        name="contact",
        path="/contact",
        page="site/Contact",
        title="contact.title",
        texts=("account",),
        load=contact.load_contact,
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
        page="booking/Book",
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
        page="booking/View",
        title="book.view.title",
        texts=("booking",),
        load=details.load_view,
        params={"bookId": "uuid"},
        guards=MEMBER,
    ),
    # Forum
    Screen(
        name="forum",
        path="/forum",
        page="forum/Forums",
        title="forum.title",
        texts=("forum",),
        load=forums.load_forums,
        tables=("forums", "forum_texts", "posts", "replies"),
    ),
    Screen(
        name="forum.forum",
        path="/forum/{forumId}",
        page="forum/Forum",
        title="forum.title",
        texts=("forum",),
        load=forums.load_forum,
        params={"forumId": "slug"},
        query=("after",),
        tables=("forums", "forum_texts", "posts", "replies", "profiles"),
        has_feed=True,
    ),
    Screen(
        name="forum.post",
        path="/forum/{forumId}/post/{postId}",
        page="forum/Post",
        title="forum.title",
        texts=("forum", "editor"),
        load=threads.load_post,
        params={"forumId": "slug", "postId": "uuid"},
        query=("after", "reply"),
        tables=("forums", "forum_texts", "posts", "replies", "profiles"),
    ),
    Screen(
        name="forum.history",
        path="/forum/{forumId}/post/{postId}/history/{entryId}",
        page="forum/History",
        title="forum.history.title",
        texts=("forum",),
        load=history.load_history,
        params={"forumId": "slug", "postId": "uuid", "entryId": "uuid"},
        guards=MEMBER,
        query=("after",),
    ),
    Screen(
        name="post.new",
        path="/post/new",
        page="forum/write/NewPost",
        title="post.new.title",
        texts=("forum", "editor"),
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
        load=resources.load_resources,
        query=("after", "category", "kind", "language"),
        tables=("resources", "resource_texts", "resource_categories", "resource_category_texts"),
    ),
    Screen(
        name="search",
        path="/search",
        page="search/Search",
        title="search.title",
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
        texts=("account",),
        load=profile.load_profile,
        guards=MEMBER,
        query=("posts", "bookings"),
    ),
    Screen(
        name="profile.security",
        path="/profile/security",
        page="profile/security/Security",
        title="profile.security.title",
        texts=("account",),
        load=security.load_security,
        guards=MEMBER,
    ),
    Screen(
        name="notifications",
        path="/notifications",
        page="profile/Notifications",
        title="notifications.title",
        load=notifications.load_notifications,
        guards=MEMBER,
        query=("after",),
    ),
    # Account: what these screens do, the browser asks of the auth service
    _account_screen(
        name="signin",
        path="/signin",
        page="account/SignIn",
        title="signin.title",
        load=sign_in.load_sign_in,
        query=("next", "invite", "method", "token_hash", "type", "redirect_to"),
        cache=False,
    ),
    _account_screen(
        name="signup",
        path="/signup",
        page="account/SignUp",
        title="signup.title",
        load=sign_in.load_sign_up,
        query=("next", "invite"),
        cache=False,
    ),
    _account_screen(
        name="forget-password",
        path="/forget-password",
        page="account/ForgetPassword",
        title="forget-password.title",
        load=sign_in.load_sign_in,
        cache=False,
    ),
    _account_screen(
        name="reset-password",
        path="/reset-password",
        page="account/ResetPassword",
        title="reset-password.title",
        query=("token_hash", "type", "redirect_to"),
        cache=False,
    ),
    # Administration
    _admin_screen(
        name="admin",
        path="/admin",
        page="admin/Overview",
        title="admin.title",
        load=overview.load_overview,
    ),
    _admin_screen(
        name="admin.members",
        path="/admin/members",
        page="admin/Members",
        title="admin.members.title",
        texts=("account",),
        load=members.load_members,
        query=("after", "q"),
    ),
    _admin_screen(
        name="admin.member",
        path="/admin/members/{memberId}",
        page="admin/Member",
        title="admin.member.title",
        texts=("account",),
        load=invitations.load_member,
        params={"memberId": "uuid"},
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
        path="/admin/reports",
        page="admin/Reports",
        title="admin.reports.title",
        texts=("forum",),
        load=moderation.load_reports,
        query=("after", "status"),
    ),
    _admin_screen(
        name="admin.messages",
        path="/admin/messages",
        page="admin/Messages",
        title="admin.messages.title",
        texts=("account",),
        load=contact.load_messages,
        query=("after",),
    ),
    _admin_screen(
        name="admin.bookings",
        path="/admin/bookings",
        page="admin/Bookings",
        title="admin.bookings.title",
        texts=("booking",),
        load=administration.load_bookings,
        query=("day", "span", "service", "after"),
    ),
    _admin_screen(
        name="admin.services",
        path="/admin/services",
        page="admin/Services",
        title="admin.services.title",
        texts=("booking",),
        load=administration.load_services,
    ),
    _admin_screen(
        name="admin.service",
        path="/admin/services/{serviceId}",
        page="admin/Service",
        title="admin.service.title",
        texts=("booking",),
        load=administration.load_service_editor,
        params={"serviceId": "uuid-or-new"},
    ),
    _admin_screen(
        name="admin.resources",
        path="/admin/resources",
        page="admin/Resources",
        title="admin.resources.title",
        load=resources.load_admin_resources,
        query=("after", "category"),
    ),
    _admin_screen(
        name="admin.articles",
        path="/admin/articles",
        page="admin/Articles",
        title="admin.articles.title",
        load=overview.load_articles,
        query=("after", "status"),
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
        name="admin.site",
        path="/admin/site",
        page="admin/Site",
        title="admin.site.title",
        texts=("editor",),
        load=overview.load_site,
    ),
)
