"""The profile as others see it, the directory, and the list of followed members."""

from typing import cast
from uuid import uuid4

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.people.directory import PAGE_SIZE, DirectoryPayload
from balai.site.loaders.people.following import FollowingPayload
from balai.site.loaders.people.person import PersonPayload
from balai.site.screens import NotFound
from tests.factories.blog import save_article, words
from tests.factories.forum import make_forum, make_post, make_reply
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

OPEN = "update public.profiles set about = 'Sews', about_for = 'everyone', activity_for = 'everyone' where id = $1"


async def own(pool: Pool, statement: str, *values: object) -> None:
    async with as_owner(pool) as connection:
        await connection.execute(statement, *values)


async def person_page(pool: Pool, person: Member, who: Member | None) -> tuple[PersonPayload, bool]:
    page = await load_page(pool, f"/people/{person.id}", who=who)
    return cast(PersonPayload, page.data), page.head.noindex


async def test_profile_shows_public_texts_of_its_member(pool: Pool) -> None:
    mai, siti = await make_member(pool, display_name="Mai", is_admin=True), await make_member(pool)
    forum = await make_forum(pool)
    post = await make_post(pool, forum, mai, title="Where is the clinic?")
    reply = await make_reply(pool, await make_post(pool, forum, siti, title="Rooms to rent"), mai)
    await save_article(pool, mai, {"en": words("Opening hours")})
    for who in (None, siti):
        data, noindex = await person_page(pool, mai, who)
        assert (data.display_name, data.shows_activity, noindex) == ("Mai", who is siti, True)
        assert len(data.texts) == (2 if who else 0)
    await own(pool, OPEN, mai.id)
    data, noindex = await person_page(pool, mai, None)
    assert (data.about, noindex, data.is_mine, data.takes_messages) == ("Sews", False, False, False)
    assert [(text.title, text.reply_number) for text in data.texts] == [
        ("Rooms to rent", 1),
        ("Where is the clinic?", None),
    ]
    assert [article.title for article in data.articles] == ["Opening hours"]
    await own(pool, "update public.posts set deleted_at = now() where id = $1", post)
    await own(pool, "update public.replies set hidden_at = now() where id = $1", reply)
    assert (await person_page(pool, mai, siti))[0].texts == ()
    assert (await person_page(pool, mai, mai))[0].is_mine


async def test_unknown_and_deleted_members_have_no_page(pool: Pool) -> None:
    mai = await make_member(pool)
    await own(pool, "delete from auth.users where id = $1", mai.id)
    for person in (mai.id, uuid4()):
        with pytest.raises(NotFound):
            await load_page(pool, f"/people/{person}")


async def test_directory_is_paged_by_name(pool: Pool) -> None:
    mai = await make_member(pool, display_name="Zz")
    with pytest.raises(NotFound):
        await load_page(pool, "/people", who=mai)
    await own(pool, "update public.site_settings set has_directory = true")
    with pytest.raises(NotFound):
        await load_page(pool, "/people")
    for name in ("陈宇", "Bui", "黄美", *(f"Name {number:02}" for number in range(PAGE_SIZE - 2))):
        await make_member(pool, display_name=name)
    first = cast(DirectoryPayload, (await load_page(pool, "/people", who=mai)).data)
    assert [person.display_name for person in first.people[:4]] == ["Bui", "陈宇", "黄美", "Name 00"]
    assert first.next is not None and first.is_listed
    second = cast(DirectoryPayload, (await load_page(pool, "/people", who=mai, query={"after": first.next})).data)
    assert [person.display_name for person in second.people] == ["Name 27", "Zz"]
    assert (second.next, second.is_first_page) == (None, False)
    found = cast(DirectoryPayload, (await load_page(pool, "/people", who=mai, query={"q": " cy "})).data)
    assert [person.display_name for person in found.people] == ["陈宇"]


async def test_following_lists_new_topics_and_articles(pool: Pool) -> None:
    mai, siti = await make_member(pool, is_admin=True), await make_member(pool)
    forum = await make_forum(pool)
    await make_post(pool, forum, mai, title="A topic of mine")
    await save_article(pool, mai, {"en": words("Opening hours")})
    await make_post(pool, forum, siti, title="A topic of hers")

    async def load(who: Member | None) -> FollowingPayload:
        return cast(FollowingPayload, (await load_page(pool, "/people/following", who=who)).data)

    assert ((await load(siti)).texts, (await load(siti)).people) == ((), ())
    async with as_role(pool, siti.caller, read_only=False) as connection:
        await connection.execute("select public.set_following($1, true)", mai.id)
    data = await load(siti)
    assert {(text.kind, text.title) for text in data.texts} == {
        ("article", "Opening hours"),
        ("topic", "A topic of mine"),
    }
    assert [person.id for person in data.people] == [mai.id]
    with pytest.raises(NotFound):
        await load(None)
