"""The only list of screens. The server serves from it; the browser's router table and types are made from it.

Each row's path stands under every language prefix. A literal segment wins over a parameter. To add a screen: a row
here, a loader in `loaders/<area>.py`, a page `web/pages/<page>.tsx`, its texts under `<name>.`, and a test.
Then run `balai types`.
"""

from balai.site.screens import Screen

MEMBER = ("auth",)
ADMIN = ("auth", "is-admin")

SCREENS: tuple[Screen, ...] = (
    Screen(
        name="home",
        path="/",
        page="home/Home",
        title="home.title",
        tables=(
            *("articles", "article_texts", "forums", "forum_texts", "posts", "profiles", "resources"),
            *("resource_texts", "services", "service_texts", "service_exceptions", "slots"),
        ),
    ),
    Screen(name="about", path="/about", page="about/About", title="about.title"),
    # Blog
    Screen(
        name="blog",
        path="/blog",
        page="blog/Blog",
        title="blog.title",
        query=("after", "tag"),
        tables=("articles", "article_texts", "profiles"),
    ),
    Screen(name="blog.new", path="/blog/new", page="blog/Write", title="blog.new.title", guards=ADMIN, noindex=True),
    Screen(
        name="blog.article",
        path="/blog/{blogId}",
        page="blog/Article",
        title="blog.title",
        params={"blogId": "slug"},
        tables=("articles", "article_texts", "article_slugs", "profiles"),
    ),
    Screen(
        name="blog.edit",
        path="/blog/{blogId}/edit",
        page="blog/Write",
        title="blog.edit.title",
        params={"blogId": "slug"},
        guards=ADMIN,
        noindex=True,
    ),
    # Booking. Free places depend on the hour, not only on rows: `valid_until` says until when.
    Screen(
        name="book",
        path="/book",
        page="book/Book",
        title="book.title",
        tables=("services", "service_texts", "profiles"),
    ),
    Screen(
        name="book.service",
        path="/book/{serviceId}",
        page="book/Service",
        title="book.title",
        params={"serviceId": "slug"},
        query=("from",),
        cache=False,
    ),
    Screen(
        name="book.view",
        path="/book/view/{bookId}",
        page="book/View",
        title="book.view.title",
        params={"bookId": "uuid"},
        guards=MEMBER,
        noindex=True,
    ),
    # Forum
    Screen(
        name="forum",
        path="/forum",
        page="forum/Forums",
        title="forum.title",
        tables=("forums", "forum_texts", "posts", "replies"),
    ),
    Screen(
        name="forum.forum",
        path="/forum/{forumId}",
        page="forum/Forum",
        title="forum.title",
        params={"forumId": "slug"},
        query=("after",),
        tables=("forums", "forum_texts", "posts", "replies", "profiles"),
    ),
    Screen(
        name="forum.post",
        path="/forum/{forumId}/post/{postId}",
        page="forum/Post",
        title="forum.title",
        params={"forumId": "slug", "postId": "uuid"},
        query=("after", "reply"),
        tables=("forums", "forum_texts", "posts", "replies", "profiles"),
    ),
    Screen(
        name="post.new",
        path="/post/new",
        page="forum/NewPost",
        title="post.new.title",
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
        query=("after", "category", "kind", "language"),
        tables=("resources", "resource_texts", "resource_categories", "resource_category_texts"),
    ),
    Screen(
        name="search",
        path="/search",
        page="search/Search",
        title="search.title",
        query=("q", "kind", "language", "after"),
        cache=False,
        noindex=True,
    ),
    Screen(
        name="profile",
        path="/profile",
        page="profile/Profile",
        title="profile.title",
        guards=MEMBER,
        query=("posts", "bookings"),
        noindex=True,
    ),
    # Account: no loader, the browser talks to the auth service
    Screen(name="signin", path="/signin", page="account/SignIn", title="signin.title", layout="auth", noindex=True),
    Screen(name="signup", path="/signup", page="account/SignUp", title="signup.title", layout="auth", noindex=True),
    Screen(
        name="forget-password",
        path="/forget-password",
        page="account/ForgetPassword",
        title="forget-password.title",
        layout="auth",
        noindex=True,
    ),
    Screen(
        name="reset-password",
        path="/reset-password",
        page="account/ResetPassword",
        title="reset-password.title",
        layout="auth",
        noindex=True,
    ),
    # Administration
    Screen(name="admin", path="/admin", page="admin/Overview", title="admin.title", guards=ADMIN, noindex=True),
    Screen(
        name="admin.members",
        path="/admin/members",
        page="admin/Members",
        title="admin.members.title",
        guards=ADMIN,
        query=("after", "q"),
        noindex=True,
    ),
    Screen(
        name="admin.reports",
        path="/admin/reports",
        page="admin/Reports",
        title="admin.reports.title",
        guards=ADMIN,
        query=("after", "status"),
        noindex=True,
    ),
    Screen(
        name="admin.bookings",
        path="/admin/bookings",
        page="admin/Bookings",
        title="admin.bookings.title",
        guards=ADMIN,
        query=("day", "span", "service"),
        noindex=True,
    ),
    Screen(
        name="admin.services",
        path="/admin/services",
        page="admin/Services",
        title="admin.services.title",
        guards=ADMIN,
        noindex=True,
    ),
    Screen(
        name="admin.service",
        path="/admin/services/{serviceId}",
        page="admin/Service",
        title="admin.service.title",
        params={"serviceId": "uuid-or-new"},
        guards=ADMIN,
        noindex=True,
    ),
    Screen(
        name="admin.resources",
        path="/admin/resources",
        page="admin/Resources",
        title="admin.resources.title",
        guards=ADMIN,
        query=("after", "category"),
        noindex=True,
    ),
    Screen(
        name="admin.articles",
        path="/admin/articles",
        page="admin/Articles",
        title="admin.articles.title",
        guards=ADMIN,
        query=("after", "status"),
        noindex=True,
    ),
    Screen(
        name="admin.forums",
        path="/admin/forums",
        page="admin/Forums",
        title="admin.forums.title",
        guards=ADMIN,
        noindex=True,
    ),
    Screen(
        name="admin.site", path="/admin/site", page="admin/Site", title="admin.site.title", guards=ADMIN, noindex=True
    ),
)
