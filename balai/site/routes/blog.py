"""The screens of the blog in the route table, with the queue of its reviews."""

from balai.site.loaders.blog import articles, editor, history, review_queue, series
from balai.site.screens import Screen

WRITER = ("auth", "writes")

BLOG_SCREENS: tuple[Screen, ...] = (
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
        guards=WRITER,
    ),
    Screen(
        name="blog.article",
        path="/blog/{blogId}",
        page="blog/Article",
        title="blog.title",
        texts=("forum",),
        load=articles.load_article,
        params={"blogId": "slug"},
        query=("after", "reply"),
        tables=(
            *("articles", "article_texts", "article_slugs", "profiles", "forums", "posts", "replies", "translations"),
            *("text_links", "link_previews", "users", "series", "series_texts", "series_articles"),
        ),
    ),
    Screen(
        name="blog.series",
        path="/blog/series/{seriesId}",
        page="blog/Series",
        title="blog.series.title",
        load=series.load_series,
        params={"seriesId": "slug"},
        tables=("articles", "article_texts", "profiles", "series", "series_texts", "series_slugs", "series_articles"),
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
        guards=WRITER,
        query=("language",),
    ),
    Screen(
        name="blog.history",
        offline=False,
        path="/blog/{blogId}/edit/history",
        page="blog/editor/history/History",
        title="blog.history.title",
        texts=("admin", "editor"),
        load=history.load_history,
        params={"blogId": "slug"},
        guards=WRITER,
        query=("language", "version", "after"),
    ),
    Screen(
        name="admin.reviews",
        path="/admin/articles/reviews",
        page="admin/reviews/Reviews",
        title="admin.reviews.title",
        layout="admin",
        texts=("admin", "editor", "failures"),
        load=review_queue.load_reviews,
        guards=WRITER,
        query=("after", "language"),
    ),
)
