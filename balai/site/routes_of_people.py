"""The members' screens of the route table (`routes.py`)."""

from balai.site.loaders.people import directory, following, person
from balai.site.screens import Screen

MEMBER = ("auth", "consent")

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
