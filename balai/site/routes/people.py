"""The members' screens of the route table."""

from balai.site.loaders.people import conversations, directory, following, person
from balai.site.loaders.rights import groups
from balai.site.routes.guards import MEMBER
from balai.site.screens import Screen

PEOPLE_SCREENS: tuple[Screen, ...] = (
    Screen(
        name="people",
        offline=False,
        path="/people",
        page="people/Directory",
        title="people.title",
        texts=("people",),
        load=directory.load_directory,
        guards=MEMBER,
        query=("q", "after"),
    ),
    Screen(
        name="people.following",
        path="/people/following",
        page="people/Following",
        title="people.following.title",
        texts=("people",),
        load=following.load_following,
        guards=MEMBER,
        query=("after",),
    ),
    Screen(
        name="groups",
        path="/groups",
        page="groups/Groups",
        title="groups.title",
        texts=("people",),
        load=groups.load_groups,
        guards=MEMBER,
    ),
    Screen(
        name="group",
        path="/groups/{groupSlug}",
        page="groups/Group",
        title="groups.title",
        texts=("people", "search", "editor"),
        load=groups.load_group,
        params={"groupSlug": "slug"},
        guards=MEMBER,
        query=("after",),
    ),
    Screen(
        name="messages",
        offline=False,
        path="/messages",
        page="messages/Conversations",
        title="people.messages.title",
        texts=("people",),
        load=conversations.load_conversations,
        guards=MEMBER,
        query=("after",),
    ),
    Screen(
        name="messages.person",
        offline=False,
        path="/messages/{personId}",
        page="messages/Conversation",
        title="people.messages.title",
        texts=("people", "forum", "editor"),
        load=conversations.load_conversation,
        params={"personId": "uuid"},
        guards=MEMBER,
        query=("before",),
    ),
    Screen(
        name="people.person",
        path="/people/{personId}",
        page="people/Person",
        title="people.person.title",
        texts=("people",),
        load=person.load_person,
        params={"personId": "uuid"},
        tables=("profiles", "posts", "replies", "forums", "articles", "article_texts", "users"),
    ),
)
