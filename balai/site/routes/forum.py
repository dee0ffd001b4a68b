"""The screens of the forum in the route table."""

from balai.site.loaders.account import translations
from balai.site.loaders.forum import forums, history, lists, threads
from balai.site.routes.guards import MEMBER
from balai.site.screens import Screen

FORUM_SCREENS: tuple[Screen, ...] = (
    Screen(
        name="forum",
        path="/forum",
        page="forum/topics/Forums",
        title="forum.title",
        texts=("forum", "topics"),
        load=forums.load_forums,
        tables=("forums", "forum_texts", "posts", "replies", "profiles", "translations"),
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
        tables=("forums", "forum_texts", "posts", "replies", "profiles", "post_tags", "translations"),
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
        tables=("forums", "forum_texts", "posts", "replies", "profiles", "post_tags", "translations"),
    ),
    Screen(
        name="translation.list",
        path="/translations",
        page="forum/translate/Translations",
        title="translation.list.title",
        texts=("forum", "editor"),
        load=translations.load_translations,
        guards=MEMBER,
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
        tables=(
            *("forums", "forum_texts", "posts", "replies", "profiles", "polls", "translations"),
            *("text_links", "link_previews"),
        ),
    ),
    Screen(
        name="forum.history",
        path="/forum/{forumId}/post/{postId}/history/{entryId}",
        page="forum/history/History",
        title="forum.history.title",
        texts=("forum", "topics"),
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
)
